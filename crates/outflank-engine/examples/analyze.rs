//! Analyzes the position after a line of moves: `cargo run --release --example analyze -- f5d6c3`

use std::env;
use std::error::Error;
use std::time::Duration;

use outflank_engine::{Engine, Limits};
use outflank_rules::{Game, Position, Rules, Square};

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(Position::initial(Rules::Standard));
    for name in env::args().skip(1).collect::<String>().as_bytes().chunks(2) {
        let square: Square = std::str::from_utf8(name)?.parse()?;
        game.play(square)?;
    }

    let limits = Limits { time: Some(Duration::from_secs(2)), lines: 3, ..Limits::default() };
    let analysis = Engine::default().analyze(*game.position(), limits);
    println!("depth {}, {} nodes in {:.1?}", analysis.depth, analysis.nodes, analysis.time);
    for line in &analysis.lines {
        let moves: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
        println!("{:>7}  {}", line.score, moves.join(" "));
    }
    Ok(())
}
