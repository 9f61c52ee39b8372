//! The names of openings.
//!
//! A name belongs to a position, whichever way it was reached and however the board was turned. A game's opening is the
//! last of its positions that has a name: the name goes on to apply until a deeper one takes its place.

mod table;

use outflank_formats::Record;
use outflank_rules::{Board, Game, Position, Rules, Square};

use crate::board_with_turn::BoardWithTurn;
use crate::wanted::Wanted;
use table::{Entry, TABLE};

/// The languages in which openings are named. Not every opening has a name in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
    /// Japanese.
    Japanese,
}

impl Language {
    /// All three.
    pub const ALL: [Language; 3] = [Language::English, Language::French, Language::Japanese];
}

/// The opening of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// After how many discs were placed the position was there that has the name.
    pub ply: usize,
}

/// The name of exactly this position.
///
/// ```
/// use outflank_formats::Transcript;
/// use outflank_rules::{Position, Rules};
/// use outflank_study::openings::{self, Language};
///
/// let start = Position::initial(Rules::Standard);
/// let tiger = "f5d6c3d3c4".parse::<Transcript>()?.replay(start)?;
/// assert_eq!(openings::name(tiger.position(), Language::English), Some("Tiger"));
/// assert_eq!(openings::name(tiger.position(), Language::French), Some("Tigre"));
/// assert_eq!(openings::name(&start, Language::English), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn name(position: &Position, language: Language) -> Option<&'static str> {
    names(position, language).next()
}

/// All names of exactly this position; the one that is shown first.
pub fn names(position: &Position, language: Language) -> impl Iterator<Item = &'static str> {
    let entry = position.board().and_then(|board| TABLE.find(board));
    entry.into_iter().flat_map(move |entry| entry.names(language))
}

/// The opening of a game by the standard rules from the usual start: the deepest of its positions that has a name.
///
/// ```
/// use outflank_formats::Transcript;
/// use outflank_rules::{Position, Rules};
/// use outflank_study::openings::{self, Language, Named};
///
/// // The Aubrey from another side, and a move after which there is no deeper name.
/// let game = "c4e3f6e6f5g6e7".parse::<Transcript>()?.replay(Position::initial(Rules::Standard))?;
/// let opening = openings::of_game(&game, Language::English);
/// assert_eq!(opening, Some(Named { name: "Aubrey", ply: 6 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_game(game: &Game, language: Language) -> Option<Named> {
    let is_usual = *game.start() == Position::initial(Rules::Standard);
    of_moves(game.placements().take_while(|_| is_usual), language)
}

/// Fills in the opening of a record that does not name it.
pub fn complete(record: &mut Record, language: Language) {
    if record.details.opening.is_empty()
        && let Some(opening) = of_game(record.game(), language)
    {
        record.details.opening = opening.name.to_owned();
    }
}

/// The names of the openings that are meant by a text: those that are called so in full, in any language, or else those
/// that have all its words in a name. Case and accents make no difference. What has no name in this language is named in
/// another.
///
/// ```
/// use outflank_study::openings::{self, Language};
///
/// assert_eq!(openings::search("tigre", Language::English), ["Tiger"]);
/// assert_eq!(openings::search("kling bat", Language::English), ["Bat (Kling Alternative)", "Bat (Kling Continuation)"]);
/// ```
pub fn search(text: &str, language: Language) -> Vec<&'static str> {
    let mut names: Vec<_> = entries_meant_by(text).into_iter().filter_map(|entry| entry.shown(language)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The openings that are known by their moves and have a name in a language, with the moves, in the order of their names.
pub(crate) fn lines(language: Language) -> impl Iterator<Item = (&'static str, Vec<Square>)> {
    let line = move |entry: &Entry| Some((entry.names(language).next()?, entry.squares()?));
    in_order(TABLE.entries().filter_map(line))
}

/// The openings that are known by their moves and meant by a text, with the moves, in the order of their names.
pub(crate) fn lines_meant_by(text: &str, language: Language) -> impl Iterator<Item = (&'static str, Vec<Square>)> {
    let line = move |entry: &Entry| Some((entry.shown(language)?, entry.squares()?));
    in_order(entries_meant_by(text).into_iter().filter_map(line))
}

/// The name of a position, in another language if it has none in this one.
pub(crate) fn name_of(board: Board, language: Language) -> Option<&'static str> {
    TABLE.find(board)?.shown(language)
}

/// The positions that are meant by the name of an opening, as the side to move sees them.
pub(crate) fn boards_meant_by(text: &str) -> impl Iterator<Item = Board> {
    entries_meant_by(text).into_iter().map(|entry| entry.board)
}

/// The opening of the game with these moves from the usual start. Nothing after an illegal one is looked at.
pub(crate) fn of_moves(moves: impl Iterator<Item = Square>, language: Language) -> Option<Named> {
    let mut stand = BoardWithTurn::START;
    let mut deepest = None;
    for (square, ply) in moves.zip(1..=TABLE.deepest()) {
        let Some(next) = stand.play(square) else { break };
        stand = next;
        let name = TABLE.find(stand.board).and_then(|entry| entry.names(language).next());
        deepest = name.map(|name| Named { name, ply }).or(deepest);
    }
    deepest
}

fn entries_meant_by(text: &str) -> Vec<&'static Entry> {
    let wanted = Wanted::new(text);
    let having = |is_wanted: &dyn Fn(&str) -> bool| -> Vec<_> {
        let names = |entry: &Entry| Language::ALL.map(|language| entry.names(language)).into_iter().flatten();
        TABLE.entries().filter(|entry| names(entry).any(is_wanted)).collect()
    };
    let whole = having(&|name| wanted.is(name));
    if whole.is_empty() { having(&|name| wanted.is_in(name)) } else { whole }
}

fn in_order<'l>(lines: impl Iterator<Item = (&'l str, Vec<Square>)>) -> impl Iterator<Item = (&'l str, Vec<Square>)> {
    let mut lines: Vec<_> = lines.collect();
    lines.sort_unstable();
    lines.into_iter()
}
