//! Counts the games of each length up to a depth: `cargo run --release --example perft -- 9`.

use std::error::Error;

use outflank_rules::{Board, Convention};

fn main() -> Result<(), Box<dyn Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(8), |depth| depth.parse())?;
    for depth in 1..=depth {
        println!("{depth:2} {:>16}", Board::START.perft(depth, Convention::Bik));
    }
    Ok(())
}
