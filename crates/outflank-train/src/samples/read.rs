use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use outflank_engine::Score;
use outflank_formats::wthor::GameRecord;
use outflank_rules::Color;

use super::{Samples, Use};
use crate::files::PathContext;
use crate::records::{self, FileHeader, RecordReader, ScoredGame, ScoredPosition, positions};
use crate::replay::BoardWithTurn;
use crate::{threads, wthor};

const PIECE: u64 = 1 << 20;

pub(crate) struct SampleReader {
    samples: Samples,
    /// Number of games, and of positions outside games. It decides which ones are held out.
    read: u64,
    games: u64,
    /// Positions of games with more empty squares are skipped.
    games_to_empties: u32,
    threads: NonZeroUsize,
}

impl SampleReader {
    pub(crate) fn new(games_to_empties: u32, threads: NonZeroUsize) -> SampleReader {
        SampleReader { samples: Samples::new(), read: 0, games: 0, games_to_empties, threads }
    }

    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    pub(crate) fn into_samples(self) -> Samples {
        self.samples
    }

    pub(crate) fn read_wthor(&mut self, folder: &Path) -> anyhow::Result<()> {
        wthor::for_each_game(&wthor::files(folder)?, |_, file, record, replay| {
            // The positions of an unfinished game do not explain its result.
            if replay.after.is_over() {
                self.add_game(replay.before.iter().map(|&seen| with_result(seen, record, file.depth)));
            }
        })?;
        Ok(())
    }

    pub(crate) fn read_games(&mut self, path: &Path) -> anyhow::Result<()> {
        for game in records::read_file(path)? {
            let ScoredGame { moves, replay } = game?;
            let scored = replay.before.iter().zip(&moves);
            self.add_game(scored.filter_map(|(seen, mv)| {
                Some(ScoredPosition { board: seen.board, score: Score::from_discs(mv.score?) })
            }));
        }
        Ok(())
    }

    fn add_game(&mut self, samples: impl IntoIterator<Item = ScoredPosition>) {
        self.read += 1;
        self.games += 1;
        for sample in samples {
            if sample.board.empty().len() <= self.games_to_empties {
                self.samples.push(sample, Use::of(self.read));
            }
        }
    }

    pub(crate) fn read_positions(&mut self, path: &Path) -> anyhow::Result<()> {
        let file = File::open(path).at(path)?;
        let header = RecordReader::<_, ScoredPosition>::new(BufReader::new(&file)).at(path)?.header;
        let count = positions::count(file.metadata().at(path)?.len(), &header).at(path)?;
        let pieces = count.div_ceil(PIECE);
        let mut parts: Vec<anyhow::Result<Samples>> = (0..pieces).map(|_| Ok(Samples::new())).collect();
        let before = self.read;
        let mut workers = vec![(); self.threads.get()];
        threads::share(&mut workers, (0..pieces).zip(&mut parts), |(), (piece, part)| {
            *part = read_piece(path, &header, piece * PIECE..count.min((piece + 1) * PIECE), before);
        });
        for part in parts {
            self.samples.append(part.at(path)?);
        }
        self.read += count;
        Ok(())
    }
}

/// Reads the positions with these numbers, counted from 0. `before` games and positions precede the file.
fn read_piece(path: &Path, header: &FileHeader, numbers: Range<u64>, before: u64) -> anyhow::Result<Samples> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(positions::offset(header, numbers.start)))?;
    let file = BufReader::with_capacity(1 << 20, file);
    let mut samples = Samples::new();
    for (position, number) in RecordReader::after(file, header.clone(), numbers.start).zip(numbers) {
        samples.push(position?, Use::of(before + number + 1));
    }
    Ok(samples)
}

/// The score with perfect play as long as at least `depth` squares are empty, and then the result of the game.
fn with_result(seen: BoardWithTurn, record: &GameRecord, depth: u8) -> ScoredPosition {
    let BoardWithTurn { board, turn } = seen;
    let black = if board.empty().len() >= u32::from(depth) { record.theoretical } else { record.score };
    let score = Score::from_units((2 * i32::from(black) - 64) * Score::UNITS_PER_DISC);
    ScoredPosition { board, score: if turn == Color::Black { score } else { -score } }
}

#[cfg(test)]
mod tests {
    use outflank_formats::wthor::Games;
    use outflank_rules::{Bitboard, Board};

    use super::*;

    fn record() -> GameRecord {
        let mut file = vec![20, 26, 5, 31, 1, 0, 0, 0, 0, 0, 0xbf, 0x07, 8, 0, 24, 0];
        file.extend([0, 0, 0, 0, 0, 0, 40, 30]);
        file.resize(16 + 68, 0);
        Games::parse(&file).unwrap().games[0]
    }

    #[test]
    fn scores_are_for_the_side_to_move() {
        let with_empties = |empties: u32| Board::new(Bitboard::from_bits(!0 << empties), Bitboard::EMPTY).unwrap();
        let score = |empties, turn| {
            with_result(BoardWithTurn { board: with_empties(empties), turn }, &record(), 24).score.discs()
        };
        assert_eq!(score(23, Color::Black), 16.0);
        assert_eq!(score(23, Color::White), -16.0);
        assert_eq!(score(24, Color::Black), -4.0);
        assert_eq!(score(60, Color::White), 4.0);
    }
}
