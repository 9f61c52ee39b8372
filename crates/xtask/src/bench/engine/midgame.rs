//! Midgame positions searched to a fixed depth, over the NBoard protocol, which every build of `outflank` has.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};
use outflank_formats::nboard::EngineMessage;

use super::{Effort, best_of};

/// From tournament games of 1985 to 2022, with 44 to 36 empty squares and no passes.
const POSITIONS: [&str; 10] = [
    "f5f6e6f4e3d6c4f3g3c3c5d3e2f2g4g5",
    "f5f6e6f4e3c5c4e7b5e2f2d2f3g4g5d6g3",
    "f5d6c3d3c4f4f6f3e6e7c6f7f8d8e3e2g4g5",
    "f5d6c5f4e3d3c2f3e6g5c6e2g2f2c4b4c3b3a3",
    "f5d6c3d3c4f4c5b4e3e6c6b6e7f3d7e2b5c2d2b3",
    "f5d6c5f4e3d3e6g5c4f3f6c6d7c7e7g6f7b6b4f8",
    "f5d6c4d3c3f4e6f6g3e3c7c5f3c6d7e7e8f8g8d2g5",
    "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1d7a4a5e2a3",
    "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3g4c1f6e2f3a3a4a5",
    "f5d6c3d3c4f4f6f3e6e7e3c5g4g6g3g5b6h3c6f2h4h5c7b5",
];

pub(super) fn run(programs: &[PathBuf], depth: u8, runs: u8) -> Result<Vec<String>> {
    let efforts = best_of(programs, runs, |program| {
        POSITIONS.iter().try_fold(Effort::default(), |mut all, moves| {
            all.add(search(&mut Command::new(program), moves, depth)?);
            Ok(all)
        })
    })?;
    Ok(efforts.iter().map(Effort::to_string).collect())
}

/// Searches the last of the positions.
pub(crate) fn search_one(program: &mut Command, depth: u8) -> Result<()> {
    search(program, POSITIONS[POSITIONS.len() - 1], depth).map(drop)
}

fn search(program: &mut Command, moves: &str, depth: u8) -> Result<Effort> {
    let mut child =
        program.args(["engine", "nboard", "--threads", "1"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().context("no input")?;
    let mut lines = BufReader::new(child.stdout.take().context("no output")?).lines();
    let mut next = || -> Result<EngineMessage> { Ok(lines.next().context("the engine ended")??.parse()?) };
    writeln!(input, "nboard 2\nset depth {depth}\nset game {}\nping 1", game(moves))?;
    while next()? != EngineMessage::Pong(1) {}
    let started = Instant::now();
    writeln!(input, "go")?;
    let mut nodes = 0;
    loop {
        match next()? {
            EngineMessage::NodeStats { nodes: visited, .. } => nodes = visited,
            EngineMessage::Move(_) => break,
            _ => {}
        }
    }
    let time = started.elapsed();
    writeln!(input, "quit")?;
    child.wait()?;
    Ok(Effort { nodes, time })
}

fn game(moves: &str) -> String {
    let squares = moves.as_bytes().chunks(2).map(String::from_utf8_lossy);
    let turns = ["B", "W"].into_iter().cycle();
    let plies: String = squares.zip(turns).map(|(square, turn)| format!("{turn}[{square}]")).collect();
    format!("(;GM[Othello]{plies};)")
}

#[cfg(test)]
mod tests {
    use outflank_formats::plain;

    use super::*;

    #[test]
    fn the_positions_are_midgames_without_a_pass() {
        for moves in POSITIONS {
            let record = plain::parse(moves).unwrap().check().unwrap();
            let empties = record.game().position().empty().len();
            assert!((36..=44).contains(&empties), "{moves}");
            assert_eq!(record.game().plies().len(), moves.len() / 2, "{moves}");
        }
    }
}
