use std::io::{Read, Seek};

use outflank_rules::{Bitboard, Board, Color};

use super::file::{OpenIndexError, Part, Parts, Reader};
use super::game::{Entry, GameId, GameView, Stored};
use crate::board_with_turn::BoardWithTurn;

#[derive(Debug)]
pub struct Index<R> {
    parts: Parts<R>,
    pub(super) tables: Tables,
    games: Vec<u8>,
}

#[derive(Debug)]
pub(super) struct Tables {
    pub(super) sources: NameTable,
    pub(super) players: NameTable,
    pub(super) events: NameTable,
    left_out: NameTable,
    starts: Vec<BoardWithTurn>,
}

impl<R: Read + Seek> Index<R> {
    pub fn open(stream: R, key: &[u8]) -> Result<Index<R>, OpenIndexError> {
        let mut parts = Parts::open(stream, key)?;
        let mut names = |part| NameTable::from_bytes(&parts.read(part)?).ok_or(OpenIndexError::Damaged(part));
        let [sources, players] = [names(Part::Sources)?, names(Part::Players)?];
        let [events, left_out] = [names(Part::Events)?, names(Part::LeftOut)?];
        let starts = starts(&parts.read(Part::Starts)?).ok_or(OpenIndexError::Damaged(Part::Starts))?;
        let games = parts.read(Part::Games)?;
        Ok(Index { parts, tables: Tables { sources, players, events, left_out, starts }, games })
    }

    pub(super) fn games_at(&mut self, board: Board) -> Result<Vec<GameId>, OpenIndexError> {
        let discs = (board.player() | board.opponent()).len() as u8;
        let part = Part::Order(discs);
        let bytes = self.parts.read(part)?;
        let (order, left_over) = bytes.as_chunks::<4>();
        if !left_over.is_empty() {
            return Err(OpenIndexError::Damaged(part));
        }
        let game = |bytes: &[u8; 4]| GameId(u32::from_le_bytes(*bytes));
        let board_of = |bytes: &[u8; 4]| self.game(game(bytes)).and_then(|game| game.board_at(discs.into()));
        let first = order.partition_point(|bytes| board_of(bytes) < Some(board));
        let length = order[first..].partition_point(|bytes| board_of(bytes) == Some(board));
        Ok(order[first..first + length].iter().map(game).collect())
    }
}

impl<R> Index<R> {
    pub fn len(&self) -> usize {
        self.games.len() / Entry::SIZE
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn left_out(&self) -> impl ExactSizeIterator<Item = &str> {
        self.tables.left_out.iter()
    }

    pub fn game(&self, id: GameId) -> Option<GameView<'_>> {
        let first = (id.0 as usize).checked_mul(Entry::SIZE)?;
        let stored = Stored(self.games.get(first..)?.first_chunk()?);
        Some(GameView { stored, tables: &self.tables })
    }

    pub(super) fn games(&self) -> impl Iterator<Item = (GameId, GameView<'_>)> {
        (0..).map(GameId).map_while(|id| Some((id, self.game(id)?)))
    }
}

impl Tables {
    pub(super) fn start(&self, place: u32) -> BoardWithTurn {
        self.starts.get(place as usize).copied().unwrap_or(BoardWithTurn::START)
    }
}

fn starts(bytes: &[u8]) -> Option<Vec<BoardWithTurn>> {
    let mut reader = Reader(bytes);
    let mut starts = Vec::new();
    while let (Some(player), Some(opponent), Some([turn])) = (reader.u64(), reader.u64(), reader.take()) {
        let board = Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent))?;
        starts.push(BoardWithTurn { board, turn: if turn == 0 { Color::Black } else { Color::White } });
    }
    Some(starts)
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct NameTable(Vec<String>);

impl NameTable {
    pub(super) fn push(&mut self, name: &str) -> u32 {
        self.0.push(name.to_owned());
        self.0.len() as u32 - 1
    }

    pub(super) fn get(&self, place: u32) -> &str {
        self.0.get(place as usize).map_or("", String::as_str)
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for name in &self.0 {
            bytes.extend((name.len() as u32).to_le_bytes());
            bytes.extend(name.as_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<NameTable> {
        let mut reader = Reader(bytes);
        let mut names = Vec::new();
        while let Some(length) = reader.u32() {
            let (name, rest) = reader.0.split_at_checked(length as usize)?;
            names.push(str::from_utf8(name).ok()?.to_owned());
            reader = Reader(rest);
        }
        Some(NameTable(names))
    }
}
