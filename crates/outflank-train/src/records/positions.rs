//! Positions and their scores: what `label` and the teacher write, and `train` learns from.
//!
//! A position is 18 bytes, little-endian: the discs of the side to move, those of the opponent (a1 is the lowest bit), and
//! the score for the side to move in [`Score`] units.

use std::io::{self, BufRead, Write};

use anyhow::{Context, ensure};
use outflank_engine::Score;
use outflank_rules::{Bitboard, Board};

use super::{FileHeader, FileKind, FileRecord};

const SIZE: usize = 18;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScoredPosition {
    pub(crate) board: Board,
    pub(crate) score: Score,
}

pub(crate) fn write(mut file: impl Write, position: ScoredPosition) -> io::Result<()> {
    let mut bytes = [0; SIZE];
    bytes[..8].copy_from_slice(&position.board.player().bits().to_le_bytes());
    bytes[8..16].copy_from_slice(&position.board.opponent().bits().to_le_bytes());
    bytes[16..].copy_from_slice(&(position.score.units() as i16).to_le_bytes());
    file.write_all(&bytes)
}

impl FileRecord for ScoredPosition {
    const KIND: FileKind = FileKind::Positions;

    fn read(file: &mut impl BufRead) -> anyhow::Result<ScoredPosition> {
        let mut bytes = [0; SIZE];
        file.read_exact(&mut bytes)?;
        let discs = |from: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[from + byte]));
        let board = Board::new(Bitboard::from_bits(discs(0)), Bitboard::from_bits(discs(8)));
        let board = board.context("a square has two discs")?;
        let units = i32::from(i16::from_le_bytes([bytes[16], bytes[17]]));
        ensure!(units.abs() <= 64 * Score::UNITS_PER_DISC, "a score is not between -64 and 64 discs");
        Ok(ScoredPosition { board, score: Score::from_units(units) })
    }

    fn size(&self) -> u64 {
        SIZE as u64
    }
}

pub(crate) fn count(bytes: u64, header: &FileHeader) -> anyhow::Result<u64> {
    let bytes = bytes.saturating_sub(header.bytes);
    let count = bytes / SIZE as u64;
    ensure!(bytes.is_multiple_of(SIZE as u64), "position {}: the file ends inside it", count + 1);
    Ok(count)
}

/// The byte at which a position begins, counted from 0.
pub(crate) fn offset(header: &FileHeader, position: u64) -> u64 {
    header.bytes + position * SIZE as u64
}
