//! The file of the table.
//!
//! A line with the format, a line with its origin, a checksum of everything else, and the positions.
//!
//! The positions come in walks. A walk starts at a board of 16 bytes and follows the moves of theory, breadth first: one walk from
//! the start of the game, and others from positions that no move of theory leads to. Each new position has a number with a bit for
//! each of its moves in the order of their squares, symmetric moves being one: set if the move is theory. Unless all are zero, there
//! follow the games with other moves, and for each move of theory the games before 2000 and those since. Numbers take seven bits of a
//! byte, the low ones first; the high bit is set in all bytes but the last.

use std::cmp::Reverse;
use std::collections::{HashSet, VecDeque};
use std::convert::Infallible;

use outflank_rules::{Bitboard, Board, Symmetry};
use thiserror::Error;

use super::MIN_GAMES;
use super::table::{Continuations, Played, Table};

const MAGIC: &[u8] = b"outflank theory 1\n";

impl Table {
    /// Serializes the table. `origin` is one line.
    pub fn pack(&self, origin: &str) -> Vec<u8> {
        let origin = origin.lines().next().unwrap_or_default();
        let head = [MAGIC, origin.as_bytes(), b"\n"].concat();
        let stream = self.write_stream();
        let sum = checksum(&head, &stream);
        [&head[..], &sum, &stream].concat()
    }

    /// Parses a file written by [`Table::pack`]; returns its origin and the table.
    pub fn unpack(file: &[u8]) -> Result<(String, Table), UnpackError> {
        let rest = file.strip_prefix(MAGIC).ok_or(UnpackError::NotTheory)?;
        let origin = rest.iter().position(|&byte| byte == b'\n').ok_or(UnpackError::NoOrigin)?;
        let (head, rest) = file.split_at(MAGIC.len() + origin + 1);
        let (sum, stream) = rest.split_first_chunk().ok_or(UnpackError::Damaged)?;
        if *sum != checksum(head, stream) {
            return Err(UnpackError::Damaged);
        }
        let origin = String::from_utf8_lossy(&head[MAGIC.len()..head.len() - 1]).into_owned();
        Ok((origin, Table::read_stream(stream)?))
    }

    fn write_stream(&self) -> Vec<u8> {
        let mut roots: Vec<Board> = self.positions.keys().copied().collect();
        roots.sort_unstable_by_key(|&board| (Reverse(board.empty().len()), board));
        let mut stream = Vec::new();
        let mut seen = HashSet::new();
        for root in roots {
            if seen.insert(root) {
                stream.extend([root.player(), root.opponent()].map(|discs| discs.bits().to_le_bytes()).as_flattened());
                let Ok(()) = walk(root, &mut seen, |board| -> Result<Bitboard, Infallible> {
                    let continuations = self.positions.get(&board);
                    write_continuations(board, continuations, &mut stream);
                    Ok(continuations.map_or(Bitboard::EMPTY, Continuations::squares))
                });
            }
        }
        stream
    }

    pub(super) fn read_stream(mut stream: &[u8]) -> Result<Table, UnpackError> {
        let mut table = Table::default();
        let mut seen = HashSet::new();
        while !stream.is_empty() {
            let root = read_board(&mut stream).filter(|&root| root == root.canonical() && seen.insert(root));
            walk(root.ok_or(UnpackError::Inconsistent)?, &mut seen, |board| {
                let continuations = read_continuations(board, &mut stream).ok_or(UnpackError::Inconsistent)?;
                let squares = continuations.squares();
                if !squares.is_empty() {
                    table.positions.insert(board, continuations);
                }
                Ok(squares)
            })?;
        }
        Ok(table)
    }
}

/// Visits a canonical board and all new ones that the moves returned by `visit` lead to.
fn walk<E>(
    root: Board,
    seen: &mut HashSet<Board>,
    mut visit: impl FnMut(Board) -> Result<Bitboard, E>,
) -> Result<(), E> {
    let mut waiting = VecDeque::from([root]);
    while let Some(board) = waiting.pop_front() {
        for square in visit(board)? {
            let after = board.play_unchecked(square);
            let next = if after.moves().is_empty() { after.pass() } else { after }.canonical();
            if seen.insert(next) {
                waiting.push_back(next);
            }
        }
    }
    Ok(())
}

/// The squares of [`Board::canonical_move`] on a canonical board.
fn distinct_moves(board: Board) -> Bitboard {
    let keeping: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(board) == board).collect();
    let moves = board.moves().into_iter();
    moves.filter(|&square| keeping.iter().all(|symmetry| square <= symmetry.square(square))).collect()
}

fn write_continuations(board: Board, continuations: Option<&Continuations>, stream: &mut Vec<u8>) {
    let Some(continuations) = continuations else { return write_number(0, stream) };
    let squares = continuations.squares();
    let bits = distinct_moves(board).into_iter().zip(0..).filter(|&(square, _)| squares.contains(square));
    write_number(bits.map(|(_, bit)| 1 << bit).sum(), stream);
    write_number(continuations.others.into(), stream);
    for (_, Played { games, since_2000 }) in &continuations.moves {
        write_number(u64::from(games - since_2000), stream);
        write_number(u64::from(*since_2000), stream);
    }
}

fn read_continuations(board: Board, stream: &mut &[u8]) -> Option<Continuations> {
    let distinct = distinct_moves(board);
    let bits = read_number(stream)?;
    if bits >> distinct.len() != 0 {
        return None;
    }
    let mut continuations = Continuations::default();
    if bits == 0 {
        return Some(continuations);
    }
    let mut count = || u32::try_from(read_number(stream)?).ok();
    continuations.others = count()?;
    for (square, _) in distinct.into_iter().zip(0..).filter(|&(_, bit)| bits >> bit & 1 == 1) {
        let (before, since_2000) = (count()?, count()?);
        let games = before.checked_add(since_2000).filter(|&games| games >= MIN_GAMES)?;
        continuations.moves.push((square, Played { games, since_2000 }));
    }
    Some(continuations)
}

fn read_board(stream: &mut &[u8]) -> Option<Board> {
    let (bytes, rest) = stream.split_first_chunk::<16>()?;
    *stream = rest;
    let (discs, []) = bytes.as_chunks() else { return None };
    let [player, opponent] = [discs[0], discs[1]].map(|bytes| Bitboard::from_bits(u64::from_le_bytes(bytes)));
    Board::new(player, opponent)
}

fn write_number(mut number: u64, stream: &mut Vec<u8>) {
    while number >= 0x80 {
        stream.push(number as u8 | 0x80);
        number >>= 7;
    }
    stream.push(number as u8);
}

fn read_number(stream: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = stream.split_first()?;
        *stream = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn checksum(head: &[u8], stream: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(stream);
    hasher.finalize().to_le_bytes()
}

/// Why a file was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnpackError {
    #[error("line 1: expected \"{}\"", String::from_utf8_lossy(MAGIC).trim_end())]
    NotTheory,
    #[error("line 2: expected the origin of the table")]
    NoOrigin,
    #[error("damaged table: wrong checksum")]
    Damaged,
    #[error("line 3: inconsistent positions")]
    Inconsistent,
}
