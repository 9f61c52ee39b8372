//! What a question found, ready to be told.

use outflank_rules::{ByColor, Game, Position};
use outflank_study::index::{Continuation, Filter, GameId, GameView, Index, Summary, Tally};
use outflank_study::openings::{self, Language};

use super::Question;
use crate::cli::DbArguments;

/// How many games are listed where no number is asked for.
const USUAL_LIST: usize = 10;

/// The games that were found, and what can be said about them.
pub(super) struct Answer<'a> {
    pub(super) language: Language,
    pub(super) summary: Summary,
    pub(super) player: Option<PlayerAnswer<'a>>,
    /// The openings that were meant.
    pub(super) openings: Option<Vec<&'static str>>,
    pub(super) position: Option<PositionAnswer>,
    /// Every game that was found, by year.
    pub(super) games: Vec<GameView<'a>>,
    /// How many of them to list, the latest first.
    pub(super) list: usize,
    /// Whether anything in particular was asked for.
    pub(super) is_particular: bool,
    /// What could not be read.
    pub(super) left_out: Vec<&'a str>,
}

/// The player who was asked for.
pub(super) struct PlayerAnswer<'a> {
    /// The names that were meant.
    pub(super) names: Vec<&'a str>,
    pub(super) results: ByColor<Tally>,
}

/// The position that was asked for.
pub(super) struct PositionAnswer {
    pub(super) position: Position,
    pub(super) opening: Option<&'static str>,
    pub(super) continuations: Vec<Continuation>,
}

impl<'a> Answer<'a> {
    pub(super) fn new<R>(
        index: &'a Index<R>,
        question: &Question,
        found: &[GameId],
        arguments: &DbArguments,
    ) -> Answer<'a> {
        let Question { filter, way } = question;
        let language = arguments.language.into();
        let player = filter.player.as_deref().and_then(|text| {
            let names = index.players_named(text).collect();
            Some(PlayerAnswer { names, results: index.results(filter, found)? })
        });
        let position = way.as_ref().map(|game| PositionAnswer {
            position: *game.position(),
            opening: opening_at_the_end(game, language),
            continuations: index.continuations(game.position(), found),
        });
        let Filter { player: by, against: _, years, event, opening, position: at } = filter;
        let is_particular = by.is_some() || years.is_some() || event.is_some() || opening.is_some() || at.is_some();
        Answer {
            language,
            summary: index.summary(found),
            player,
            openings: opening.as_deref().map(|text| openings::search(text, language)),
            position,
            games: found.iter().filter_map(|&id| index.game(id)).collect(),
            list: arguments.list.unwrap_or(if is_particular { USUAL_LIST } else { 0 }),
            is_particular,
            left_out: index.left_out().collect(),
        }
    }

    /// The games to list.
    pub(super) fn listed(&self) -> impl Iterator<Item = &GameView<'a>> {
        self.games.iter().rev().take(self.list)
    }
}

/// The opening that a game came to. A board that was set up may still be one with a name.
fn opening_at_the_end(game: &Game, language: Language) -> Option<&'static str> {
    let of_position = || openings::name(game.position(), language);
    openings::of_game(game, language).map(|opening| opening.name).or_else(of_position)
}
