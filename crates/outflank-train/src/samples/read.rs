//! Reading games and positions.

use std::fs::{self, File};
use std::io::{BufReader, Seek, SeekFrom};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use anyhow::Context;
use outflank_engine::Score;
use outflank_formats::wthor;
use outflank_rules::Color;

use super::{Sample, Samples, Use};
use crate::games::{Game, Games};
use crate::header::Header;
use crate::positions::{self, Labelled, Positions};
use crate::replay::{Replay, Seen};
use crate::threads;

/// How many positions of a file are read in one piece.
const PIECE: u64 = 1 << 20;

/// Reads files, and keeps count.
pub(crate) struct Reader {
    samples: Samples,
    /// How many games, and positions that belong to none, were read. The count decides which ones are held out.
    read: u64,
    games: u64,
    /// With more empty squares than this a position of a game is left out.
    games_to_empties: u32,
    threads: NonZeroUsize,
}

impl Reader {
    pub(crate) fn new(games_to_empties: u32, threads: NonZeroUsize) -> Reader {
        Reader { samples: Samples::new(), read: 0, games: 0, games_to_empties, threads }
    }

    /// How many games were read.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// The positions of everything that was read.
    pub(crate) fn into_samples(self) -> Samples {
        self.samples
    }

    /// Reads every game of the WTHOR files in a folder.
    pub(crate) fn read_wthor(&mut self, folder: &Path) -> anyhow::Result<()> {
        // The order decides which games are held out.
        crate::wthor::files(folder)?
            .iter()
            .try_for_each(|file| self.read_wthor_file(file).with_context(|| file.display().to_string()))
    }

    fn read_wthor_file(&mut self, path: &Path) -> anyhow::Result<()> {
        let file = wthor::Games::parse(&fs::read(path)?)?;
        for (record, number) in file.games.iter().zip(1..) {
            let moves = record.moves().iter().copied();
            let game = Replay::new(moves).with_context(|| format!("game {number}: a move is not legal"))?;
            // A game that was given up has a result, but not one that its positions explain.
            if game.after.is_over() {
                self.add_game(game.before.iter().map(|&seen| labelled(seen, record, file.depth)));
            }
        }
        Ok(())
    }

    /// Reads a file of self-play.
    pub(crate) fn read_games(&mut self, path: &Path) -> anyhow::Result<()> {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        for game in Games::new(BufReader::new(file)).with_context(|| path.display().to_string())? {
            let Game { turns, replay } = game.with_context(|| path.display().to_string())?;
            self.add_game(
                replay.before.iter().zip(&turns).filter_map(|(seen, turn)| {
                    Some(Sample { board: seen.board, score: Score::from_discs(turn.score?) })
                }),
            );
        }
        Ok(())
    }

    /// Adds the positions of a game.
    fn add_game(&mut self, samples: impl IntoIterator<Item = Sample>) {
        self.read += 1;
        self.games += 1;
        for sample in samples {
            if sample.board.empty().len() <= self.games_to_empties {
                self.samples.push(sample, Use::of(self.read));
            }
        }
    }

    /// Reads a file of positions, in many places at once.
    pub(crate) fn read_positions(&mut self, path: &Path) -> anyhow::Result<()> {
        let context = || path.display().to_string();
        let mut file = File::open(path).with_context(context)?;
        let header = Positions::new(&mut file).with_context(context)?.header;
        let count = positions::count(file.metadata().with_context(context)?.len(), &header).with_context(context)?;
        let pieces = count.div_ceil(PIECE);
        let mut parts: Vec<anyhow::Result<Samples>> = (0..pieces).map(|_| Ok(Samples::new())).collect();
        let before = self.read;
        let mut rooms = vec![(); self.threads.get()];
        threads::share(&mut rooms, (0..pieces).zip(&mut parts), |(), (piece, part)| {
            *part = read_piece(path, &header, piece * PIECE..count.min((piece + 1) * PIECE), before);
        });
        for part in parts {
            self.samples.append(part.with_context(context)?);
        }
        self.read += count;
        Ok(())
    }
}

/// Reads positions of a file, whose numbers are counted from 0, after `before` others.
fn read_piece(path: &Path, header: &Header, numbers: Range<u64>, before: u64) -> anyhow::Result<Samples> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(positions::offset(header, numbers.start)))?;
    let file = BufReader::with_capacity(1 << 20, file);
    let mut samples = Samples::new();
    for (position, number) in Positions::within(file, header.clone(), numbers.start + 1).zip(numbers) {
        let Labelled { board, score } = position?;
        samples.push(Sample { board, score }, Use::of(before + number + 1));
    }
    Ok(samples)
}

/// A position of a tournament game. Up to the number of empty squares at which the result of perfect play is known, that
/// is what a position is worth; afterwards, it is the result of the game.
fn labelled(seen: Seen, record: &wthor::GameRecord, depth: u8) -> Sample {
    let Seen { board, turn } = seen;
    let black = if board.empty().len() >= u32::from(depth) { record.theoretical } else { record.score };
    let score = Score::from_units((2 * i32::from(black) - 64) * Score::UNITS_PER_DISC);
    Sample { board, score: if turn == Color::Black { score } else { -score } }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Bitboard, Board};

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
        let score = |empties, turn| labelled(Seen { board: with_empties(empties), turn }, &record(), 24).score.discs();
        assert_eq!(score(23, Color::Black), 16.0);
        assert_eq!(score(23, Color::White), -16.0);
        assert_eq!(score(24, Color::Black), -4.0);
        assert_eq!(score(60, Color::White), 4.0);
    }
}
