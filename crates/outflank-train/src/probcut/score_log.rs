//! The scores of all searches, and the file that keeps them.
//!
//! After a heading, each line has the discs of the side to move and of the opponent in hexadecimal (a1 is the lowest bit),
//! the exact score or `-`, and the scores of searches of 0, 1, 2... plies, in [`Score`] units.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use outflank_engine::Score;
use outflank_rules::{Bitboard, Board};

use super::searcher::DepthSearcher;
use crate::files::PathContext;

const HEADING: &str = "outflank probcut 1\n";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DepthScores {
    pub(super) board: Board,
    pub(super) exact: Option<Score>,
    pub(super) scores: Vec<Score>,
}

#[derive(Default)]
pub(super) struct ScoreLog {
    pub(super) records: Vec<DepthScores>,
    file: Option<(PathBuf, File)>,
}

impl ScoreLog {
    /// Opens or creates the file. A line that was cut off is removed.
    pub(super) fn open(path: &Path) -> anyhow::Result<ScoreLog> {
        let open = || -> anyhow::Result<ScoreLog> {
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
            Ok(ScoreLog { records, file: Some((path.to_owned(), file)) })
        };
        open().at(path)
    }

    /// Fails if the records are not those of the first positions, or not made by such a searcher.
    pub(super) fn check(&self, positions: &[Board], searcher: &DepthSearcher) -> anyhow::Result<()> {
        let Some((path, _)) = &self.file else { return Ok(()) };
        for (index, record) in self.records.iter().enumerate() {
            if positions.get(index) != Some(&record.board) || !searcher.may_have_made(record) {
                bail!(
                    "{}: line {}: made with other games, weights or arguments; use the same ones",
                    path.display(),
                    index + 2
                );
            }
        }
        Ok(())
    }

    pub(super) fn push(&mut self, record: DepthScores) -> anyhow::Result<()> {
        if let Some((path, file)) = &mut self.file {
            file.write_all(format!("{record}\n").as_bytes()).at(path)?;
        }
        self.records.push(record);
        Ok(())
    }
}

impl fmt::Display for DepthScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x} {:016x}", self.board.player().bits(), self.board.opponent().bits())?;
        match self.exact {
            Some(exact) => write!(f, " {}", exact.units())?,
            None => write!(f, " -")?,
        }
        self.scores.iter().try_for_each(|score| write!(f, " {}", score.units()))
    }
}

impl FromStr for DepthScores {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> anyhow::Result<DepthScores> {
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
        ensure!(scores.len() <= empties, "more scores than empty squares");
        Ok(DepthScores { board, exact, scores })
    }
}

fn score(word: &str) -> anyhow::Result<Score> {
    const MAX: i32 = 64 * Score::UNITS_PER_DISC;
    const MIN: i32 = -MAX;
    match word.parse() {
        Ok(units @ MIN..=MAX) => Ok(Score::from_units(units)),
        _ => bail!("expected a score from {MIN} to {MAX}, found \"{word}\""),
    }
}
