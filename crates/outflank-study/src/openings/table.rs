use std::sync::LazyLock;

use outflank_formats::board_string;
use outflank_rules::{Board, Position, Rules, Square};

use super::Language;
use crate::board_with_turn::BoardWithTurn;

pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| Table::parse(include_str!("../../data/openings.tsv")));

pub(super) struct Table {
    entries: Vec<Entry>,
    deepest: usize,
}

pub(super) struct Entry {
    pub(super) board: Board,
    pub(super) moves: Option<Vec<Square>>,
    /// By language; synonyms are separated by `|`.
    cells: [&'static str; Language::ALL.len()],
}

impl Table {
    pub(super) fn find(&self, board: Board) -> Option<&Entry> {
        let board = board.canonical();
        let place = self.entries.binary_search_by_key(&board, |entry| entry.board).ok()?;
        self.entries.get(place)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    pub(super) fn deepest(&self) -> usize {
        self.deepest
    }

    fn parse(text: &'static str) -> Table {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut entries: Vec<_> =
            lines.map(|line| Entry::parse(line).expect("the embedded table is well-formed")).collect();
        entries.sort_by_key(|entry| entry.board);
        let placed = |entry: &Entry| 60 - entry.board.empty().len() as usize;
        let deepest = entries.iter().map(placed).max().unwrap_or_default();
        Table { entries, deepest }
    }
}

impl Entry {
    pub(super) fn names(&self, language: Language) -> impl Iterator<Item = &'static str> + use<> {
        self.cells[language as usize].split('|').filter(|name| !name.is_empty())
    }

    pub(super) fn shown(&self, language: Language) -> Option<&'static str> {
        [language].into_iter().chain(Language::ALL).find_map(|language| self.names(language).next())
    }

    fn parse(line: &'static str) -> Option<Entry> {
        let mut columns = line.split('\t');
        let way = columns.next()?;
        let cells = [columns.next()?, columns.next()?, columns.next()?];
        let (board, moves) = match way.contains(' ') {
            true => (Position::new(Rules::Standard, board_string::parse(way).ok()?).ok()?.board()?, None),
            false => {
                let moves = squares(way)?;
                (BoardWithTurn::after(&moves)?.board, Some(moves))
            }
        };
        Some(Entry { board: board.canonical(), moves, cells })
    }
}

fn squares(text: &str) -> Option<Vec<Square>> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|pair| str::from_utf8(pair).ok()?.parse().ok()).collect()
}
