//! The positions to learn from.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, ensure};
use outflank_formats::wthor;
use outflank_rules::{Board, Color};

use crate::games::{Game, Games};
use crate::positions::Positions;
use crate::replay::{Replay, Seen};

/// A position and what it turned out to be worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) board: Board,
    /// In discs for the side to move.
    pub(crate) score: f32,
    /// What is left of the score after what was explained so far.
    pub(crate) rest: f32,
}

impl Sample {
    fn new(board: Board, score: impl Into<f32>) -> Sample {
        let score = score.into();
        Sample { board, score, rest: score }
    }
}

/// Positions by the number of moves made to reach them, from 0 to 59; some are kept apart and only tested on.
pub(crate) struct Samples {
    pub(crate) by_moves: Vec<Group>,
    games: usize,
}

/// The positions of one number of moves.
#[derive(Default)]
pub(crate) struct Group {
    pub(crate) learnt: Vec<Sample>,
    pub(crate) held_out: Vec<Sample>,
}

/// One game in so many is held out.
const HELD_OUT: usize = 20;

impl Samples {
    pub(crate) fn new() -> Samples {
        Samples { by_moves: (0..60).map(|_| Group::default()).collect(), games: 0 }
    }

    /// How many games were read.
    pub(crate) fn games(&self) -> usize {
        self.games
    }

    /// How many positions there are.
    pub(crate) fn positions(&self) -> usize {
        self.by_moves.iter().map(|group| group.learnt.len() + group.held_out.len()).sum()
    }

    /// Reads every game of the WTHOR files in a folder.
    pub(crate) fn read_wthor(&mut self, folder: &Path) -> anyhow::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
            let path = entry.with_context(|| folder.display().to_string())?.path();
            if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")) {
                files.push(path);
            }
        }
        ensure!(!files.is_empty(), "{}: no file with games (*.wtb)", folder.display());
        // The order decides which games are held out.
        files.sort();
        files.iter().try_for_each(|file| self.read_wthor_file(file).with_context(|| file.display().to_string()))
    }

    fn read_wthor_file(&mut self, path: &Path) -> anyhow::Result<()> {
        let file = wthor::Games::parse(&fs::read(path)?)?;
        for (record, number) in file.games.iter().zip(1..) {
            let moves = record.moves().iter().copied();
            let game = Replay::new(moves).with_context(|| format!("game {number}: a move is not legal"))?;
            // A game that was given up has a result, but not one that its positions explain.
            if game.after.is_over() {
                self.add(game.before.iter().map(|&seen| labelled(seen, record, file.depth)));
            }
        }
        Ok(())
    }

    /// Reads a file of self-play.
    pub(crate) fn read_games(&mut self, path: &Path) -> anyhow::Result<()> {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        for game in Games::new(BufReader::new(file)).with_context(|| path.display().to_string())? {
            let Game { turns, replay } = game.with_context(|| path.display().to_string())?;
            let positions = replay.before.iter().zip(&turns);
            self.add(positions.filter_map(|(seen, turn)| Some(Sample::new(seen.board, turn.score?))));
        }
        Ok(())
    }

    /// Reads a file of positions, each of them as if it were a game.
    pub(crate) fn read_positions(&mut self, path: &Path) -> anyhow::Result<()> {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        for position in Positions::new(BufReader::new(file)).with_context(|| path.display().to_string())? {
            let position = position.with_context(|| path.display().to_string())?;
            self.add([Sample::new(position.board, position.score.discs())]);
        }
        Ok(())
    }

    /// Adds the positions of a game.
    fn add(&mut self, samples: impl IntoIterator<Item = Sample>) {
        self.games += 1;
        for sample in samples {
            let moves = 60_usize.saturating_sub(sample.board.empty().len() as usize);
            let group = &mut self.by_moves[moves.min(59)];
            if self.games.is_multiple_of(HELD_OUT) {
                group.held_out.push(sample);
            } else {
                group.learnt.push(sample);
            }
        }
    }
}

/// A position of a tournament game. Up to the number of empty squares at which the result of perfect play is known, that
/// is what a position is worth; afterwards, it is the result of the game.
fn labelled(seen: Seen, record: &wthor::GameRecord, depth: u8) -> Sample {
    let Seen { board, turn } = seen;
    let black = if board.empty().len() >= u32::from(depth) { record.theoretical } else { record.score };
    let margin = 2 * i16::from(black) - 64;
    Sample::new(board, if turn == Color::Black { margin } else { -margin })
}

#[cfg(test)]
mod tests {
    use outflank_rules::Bitboard;

    use super::*;

    /// Black won by 40 to 24, and would have lost by 30 to 34 if both had played perfectly with 24 empty squares.
    fn record() -> wthor::GameRecord {
        let mut file = vec![20, 26, 5, 31, 1, 0, 0, 0, 0, 0, 0xbf, 0x07, 8, 0, 24, 0];
        file.extend([0, 0, 0, 0, 0, 0, 40, 30]);
        file.resize(16 + 68, 0);
        wthor::Games::parse(&file).unwrap().games[0]
    }

    #[test]
    fn scores_are_for_the_side_to_move() {
        let with_empties = |empties: u32| Board::new(Bitboard::from_bits(!0 << empties), Bitboard::EMPTY).unwrap();
        let score = |empties, turn| labelled(Seen { board: with_empties(empties), turn }, &record(), 24).score;
        assert_eq!(score(23, Color::Black), 16.0);
        assert_eq!(score(23, Color::White), -16.0);
        assert_eq!(score(24, Color::Black), -4.0);
        assert_eq!(score(60, Color::White), 4.0);
    }

    #[test]
    fn one_game_in_twenty_is_held_out() {
        let mut samples = Samples::new();
        for _ in 0..100 {
            samples.add([Sample::new(Board::START, 0_i8)]);
        }
        assert_eq!((samples.games(), samples.positions()), (100, 100));
        assert_eq!(samples.by_moves[0].held_out.len(), 5);
    }

    #[test]
    fn errors_name_the_folder() {
        let mut samples = Samples::new();
        let error = samples.read_wthor(Path::new("no/such/folder")).unwrap_err();
        assert!(format!("{error:#}").starts_with("no/such/folder: "));
    }
}
