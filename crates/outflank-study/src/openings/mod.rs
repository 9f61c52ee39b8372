//! Opening names.
//!
//! Names belong to positions, in any orientation and by any order of moves. The opening of a game is its last position with a name.

mod table;

use std::fmt;

use outflank_formats::Record;
use outflank_rules::{Board, Game, Position, Rules, Square, Symmetry};

use crate::board_with_turn::BoardWithTurn;
use crate::name_query::NameQuery;
use table::{Entry, TABLE};

/// Not every opening has a name in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    French,
    Japanese,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::English, Language::French, Language::Japanese];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    pub name: &'static str,
    pub ply: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpeningLine {
    pub name: &'static str,
    pub moves: Vec<Square>,
}

impl fmt::Display for OpeningLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|square| write!(f, "{square}"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamedPosition {
    pub name: &'static str,
    /// `None` if only the board is known.
    pub moves: Option<&'static [Square]>,
    pub board: Board,
}

pub fn name(position: &Position, language: Language) -> Option<&'static str> {
    names(position, language).next()
}

/// All names of exactly this position, the preferred one first.
pub fn names(position: &Position, language: Language) -> impl Iterator<Item = &'static str> {
    let entry = position.board().and_then(|board| TABLE.find(board));
    entry.into_iter().flat_map(move |entry| entry.names(language))
}

/// The start may be mirrored.
pub fn of_game(game: &Game, language: Language) -> Option<Named> {
    let is_usual = |symmetry: &Symmetry| symmetry.position(game.start()) == Position::initial(Rules::Standard);
    let symmetry = Symmetry::ALL.into_iter().find(is_usual)?;
    of_moves(game.placements().map(|square| symmetry.square(square)), language)
}

pub fn complete(record: &mut Record, language: Language) {
    if record.details.opening.is_empty()
        && let Some(opening) = of_game(record.game(), language)
    {
        record.details.opening = opening.name.to_owned();
    }
}

/// The openings that match a text: exact names in any language, or else names that contain all its words. Ignores case and accents.
/// Names fall back to another language.
pub fn search(text: &str, language: Language) -> Vec<&'static str> {
    let mut names: Vec<_> = entries_meant_by(text).into_iter().filter_map(|entry| entry.shown(language)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// All named positions, sorted by name. Names fall back to another language.
pub fn all(language: Language) -> Vec<NamedPosition> {
    let named = |entry: &'static Entry| {
        Some(NamedPosition { name: entry.shown(language)?, moves: entry.moves.as_deref(), board: entry.board })
    };
    let mut all: Vec<_> = TABLE.entries().filter_map(named).collect();
    all.sort_unstable();
    all
}

pub fn lines(language: Language) -> Vec<OpeningLine> {
    let line = |entry: &Entry| Some(OpeningLine { name: entry.names(language).next()?, moves: entry.moves.clone()? });
    sorted(TABLE.entries().filter_map(line))
}

pub(crate) fn lines_meant_by(text: &str, language: Language) -> Vec<OpeningLine> {
    let line = |entry: &Entry| Some(OpeningLine { name: entry.shown(language)?, moves: entry.moves.clone()? });
    sorted(entries_meant_by(text).into_iter().filter_map(line))
}

pub(crate) fn name_of(board: Board, language: Language) -> Option<&'static str> {
    TABLE.find(board)?.shown(language)
}

pub(crate) fn boards_meant_by(text: &str) -> impl Iterator<Item = Board> {
    entries_meant_by(text).into_iter().map(|entry| entry.board)
}

pub(crate) fn of_moves(moves: impl Iterator<Item = Square>, language: Language) -> Option<Named> {
    let mut state = BoardWithTurn::START;
    let mut deepest = None;
    for (square, ply) in moves.zip(1..=TABLE.deepest()) {
        let Some(next) = state.play(square) else { break };
        state = next;
        let name = TABLE.find(state.board).and_then(|entry| entry.names(language).next());
        deepest = name.map(|name| Named { name, ply }).or(deepest);
    }
    deepest
}

fn entries_meant_by(text: &str) -> Vec<&'static Entry> {
    let query = NameQuery::new(text);
    let having = |matches: &dyn Fn(&str) -> bool| -> Vec<_> {
        let names = |entry: &Entry| Language::ALL.map(|language| entry.names(language)).into_iter().flatten();
        TABLE.entries().filter(|entry| names(entry).any(matches)).collect()
    };
    let whole = having(&|name| query.equals(name));
    if whole.is_empty() { having(&|name| query.matches(name)) } else { whole }
}

fn sorted(lines: impl Iterator<Item = OpeningLine>) -> Vec<OpeningLine> {
    let mut lines: Vec<_> = lines.collect();
    lines.sort_unstable();
    lines
}
