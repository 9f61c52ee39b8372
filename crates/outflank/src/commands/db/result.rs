use outflank_rules::{ByColor, Game, Position};
use outflank_study::index::{Continuation, Filter, GameId, GameView, Index, Summary, Tally};
use outflank_study::openings::{self, Language};

use super::Query;
use crate::cli::DbArguments;

const DEFAULT_LIST: usize = 10;

pub(super) struct SearchResult<'a> {
    pub(super) language: Language,
    pub(super) summary: Summary,
    pub(super) player: Option<PlayerResults<'a>>,
    pub(super) openings: Option<Vec<&'static str>>,
    pub(super) position: Option<PositionResults>,
    pub(super) games: Vec<GameView<'a>>,
    pub(super) list: usize,
    pub(super) is_filtered: bool,
    pub(super) left_out: Vec<&'a str>,
}

pub(super) struct PlayerResults<'a> {
    pub(super) names: Vec<&'a str>,
    pub(super) results: ByColor<Tally>,
}

pub(super) struct PositionResults {
    pub(super) position: Position,
    pub(super) opening: Option<&'static str>,
    pub(super) continuations: Vec<Continuation>,
}

impl<'a> SearchResult<'a> {
    pub(super) fn new<R>(
        index: &'a Index<R>,
        query: &Query,
        found: &[GameId],
        arguments: &DbArguments,
    ) -> SearchResult<'a> {
        let Query { filter, line } = query;
        let language = arguments.language;
        let player = filter.player.as_deref().and_then(|text| {
            let names = index.players_named(text).collect();
            Some(PlayerResults { names, results: index.results(filter, found)? })
        });
        let position = line.as_ref().map(|game| PositionResults {
            position: *game.position(),
            opening: opening_at_the_end(game, language),
            continuations: index.continuations(game.position(), found),
        });
        let Filter { player: by, against: _, years, event, opening, position: at } = filter;
        let is_filtered = by.is_some() || years.is_some() || event.is_some() || opening.is_some() || at.is_some();
        SearchResult {
            language,
            summary: index.summary(found),
            player,
            openings: opening.as_deref().map(|text| openings::search(text, language)),
            position,
            games: found.iter().filter_map(|&id| index.game(id)).collect(),
            list: arguments.list.unwrap_or(if is_filtered { DEFAULT_LIST } else { 0 }),
            is_filtered,
            left_out: index.left_out().collect(),
        }
    }

    /// Latest first.
    pub(super) fn listed(&self) -> impl Iterator<Item = &GameView<'a>> {
        self.games.iter().rev().take(self.list)
    }
}

/// A board that was set up may have a name too.
fn opening_at_the_end(game: &Game, language: Language) -> Option<&'static str> {
    let of_position = || openings::name(game.position(), language);
    openings::of_game(game, language).map(|opening| opening.name).or_else(of_position)
}
