//! What searches of a position found, and the file in which that is kept.
//!
//! The file begins with a line of text. Each line after it is a record: the discs of the side to move and those of the
//! opponent as hexadecimal numbers (a1 the lowest bit), the exact score or `-`, and the scores of searches of 0, 1, 2...
//! plies, all of them in steps.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use outflank_engine::Score;
use outflank_rules::{Bitboard, Board};

use super::searcher::Searcher;

const HEADING: &str = "outflank probcut 1\n";

/// A position, and the scores of its searches for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) board: Board,
    /// If it was solved.
    pub(super) exact: Option<Score>,
    /// Of searches of 0, 1, 2... plies, in full width.
    pub(super) scores: Vec<Score>,
}

/// All records, and the file that they are kept in if there is one.
#[derive(Default)]
pub(super) struct Data {
    pub(super) records: Vec<Record>,
    file: Option<Kept>,
}

struct Kept {
    path: PathBuf,
    file: File,
}

impl Data {
    /// Reads what the file has, or makes a new one. A line that was cut off is removed, so that it can be written again.
    pub(super) fn open(path: &Path) -> anyhow::Result<Data> {
        let open = || -> anyhow::Result<Data> {
            let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
            let mut text = String::new();
            file.read_to_string(&mut text)?;
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            let lines = match &text[..whole] {
                "" if HEADING.starts_with(&text) => {
                    file.set_len(0)?;
                    file.write_all(HEADING.as_bytes())?;
                    ""
                }
                text => text
                    .strip_prefix(HEADING)
                    .with_context(|| format!("line 1: expected \"{}\"", HEADING.trim_end()))?,
            };
            if whole > 0 {
                file.set_len(whole as u64)?;
            }
            let parse = |(line, number): (&str, usize)| line.parse().with_context(|| format!("line {number}"));
            let records = lines.lines().zip(2..).map(parse).collect::<anyhow::Result<_>>()?;
            Ok(Data { records, file: Some(Kept { path: path.to_owned(), file }) })
        };
        open().with_context(|| path.display().to_string())
    }

    /// Makes sure that the records are those of the first positions, and of such searches.
    pub(super) fn check(&self, positions: &[Board], searcher: &Searcher) -> anyhow::Result<()> {
        let Some(Kept { path, .. }) = &self.file else { return Ok(()) };
        for (index, record) in self.records.iter().enumerate() {
            if positions.get(index) != Some(&record.board) || !searcher.may_have_made(record) {
                bail!(
                    "{}: line {}: this was written with other games, weights or arguments, and only goes on with the same",
                    path.display(),
                    index + 2
                );
            }
        }
        Ok(())
    }

    /// Keeps a record, in one piece.
    pub(super) fn push(&mut self, record: Record) -> anyhow::Result<()> {
        if let Some(Kept { path, file }) = &mut self.file {
            file.write_all(format!("{record}\n").as_bytes()).with_context(|| path.display().to_string())?;
        }
        self.records.push(record);
        Ok(())
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x} {:016x}", self.board.player().bits(), self.board.opponent().bits())?;
        match self.exact {
            Some(exact) => write!(f, " {}", exact.units())?,
            None => write!(f, " -")?,
        }
        self.scores.iter().try_for_each(|score| write!(f, " {}", score.units()))
    }
}

impl FromStr for Record {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> anyhow::Result<Record> {
        let mut words = line.split(' ');
        let mut discs = || -> anyhow::Result<Bitboard> {
            let word = words.next().unwrap_or_default();
            let bits = u64::from_str_radix(word, 16);
            Ok(Bitboard::from_bits(bits.with_context(|| format!("expected discs, found \"{word}\""))?))
        };
        let board = Board::new(discs()?, discs()?).context("a square has two discs")?;
        let exact = match words.next() {
            Some("-") => None,
            word => Some(score(word.unwrap_or_default())?),
        };
        let scores = words.map(score).collect::<anyhow::Result<Vec<_>>>()?;
        let empties = board.empty().len() as usize;
        ensure!(scores.len() <= empties, "there are more scores than empty squares");
        Ok(Record { board, exact, scores })
    }
}

fn score(word: &str) -> anyhow::Result<Score> {
    const MOST: i32 = 64 * Score::UNITS_PER_DISC;
    const LEAST: i32 = -MOST;
    match word.parse() {
        Ok(steps @ LEAST..=MOST) => Ok(Score::from_units(steps)),
        _ => bail!("expected a score from {LEAST} to {MOST}, found \"{word}\""),
    }
}
