use std::io::{Read, Seek};
use std::ops::RangeInclusive;

use outflank_rules::{ByColor, Position};

use super::file::OpenIndexError;
use super::game::{GameId, GameView};
use super::stored::{Index, NameTable};
use crate::board_with_turn::BoardWithTurn;
use crate::name_query::NameQuery;
use crate::openings;

/// All criteria must match. Texts match names by all of their words, in any order and case, with or without accents.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub player: Option<String>,
    pub against: Option<String>,
    pub years: Option<RangeInclusive<u16>>,
    pub event: Option<String>,
    /// The opening of the game, or an earlier one, as [`openings::search`] finds it.
    pub opening: Option<String>,
    pub position: Option<Position>,
}

impl<R: Read + Seek> Index<R> {
    pub fn find(&mut self, filter: &Filter) -> Result<Vec<GameId>, OpenIndexError> {
        let among = self.among(filter)?;
        let seats = Seats::new(filter, &self.tables.players);
        let events = filter.event.as_deref().map(|text| Chosen::new(text, &self.tables.events));
        let is_asked_for = |game: &GameView<'_>| {
            let years = filter.years.as_ref();
            years.is_none_or(|years| years.contains(&game.stored.year()))
                && events.as_ref().is_none_or(|events| events.contains(game.stored.event()))
                && seats.as_ref().is_none_or(|seats| seats.any(game))
        };
        let mut found: Vec<(u16, GameId)> = match among {
            Some(among) => among
                .into_iter()
                .filter_map(|id| Some((id, self.game(id)?)))
                .filter(|(_, game)| is_asked_for(game))
                .map(|(id, game)| (game.stored.year(), id))
                .collect(),
            None => {
                self.games().filter(|(_, game)| is_asked_for(game)).map(|(id, game)| (game.stored.year(), id)).collect()
            }
        };
        found.sort_unstable();
        Ok(found.into_iter().map(|(_, id)| id).collect())
    }

    fn among(&mut self, filter: &Filter) -> Result<Option<Vec<GameId>>, OpenIndexError> {
        let at_position = match filter.position.as_ref() {
            Some(position) => match BoardWithTurn::of(position) {
                Some(state) => Some(self.games_at(state.board.canonical())?),
                None => Some(Vec::new()),
            },
            None => None,
        };
        let Some(opening) = &filter.opening else { return Ok(at_position) };
        let mut in_opening = Vec::new();
        for board in openings::boards_meant_by(opening) {
            in_opening.extend(self.games_at(board)?);
        }
        in_opening.sort_unstable();
        in_opening.dedup();
        Ok(Some(match at_position {
            Some(games) => games.into_iter().filter(|id| in_opening.binary_search(id).is_ok()).collect(),
            None => in_opening,
        }))
    }
}

impl<R> Index<R> {
    pub fn players_named<'a>(&'a self, text: &str) -> impl Iterator<Item = &'a str> + use<'a, R> {
        let query = NameQuery::new(text);
        self.tables.players.iter().filter(move |name| query.matches(name))
    }
}

struct Chosen(Vec<bool>);

impl Chosen {
    fn new(text: &str, names: &NameTable) -> Chosen {
        let query = NameQuery::new(text);
        Chosen(names.iter().map(|name| query.matches(name)).collect())
    }

    fn contains(&self, place: u32) -> bool {
        self.0.get(place as usize).copied().unwrap_or_default()
    }
}

pub(super) struct Seats {
    player: Chosen,
    against: Option<Chosen>,
}

impl Seats {
    pub(super) fn new(filter: &Filter, players: &NameTable) -> Option<Seats> {
        let chosen = |text: &String| Chosen::new(text, players);
        match (&filter.player, &filter.against) {
            (None, None) => None,
            (player, against) => Some(Seats {
                player: chosen(player.as_ref().unwrap_or(&String::new())),
                against: against.as_ref().map(chosen),
            }),
        }
    }

    pub(super) fn of(&self, game: &GameView<'_>) -> ByColor<bool> {
        let players = game.stored.players();
        ByColor::from_fn(|color| {
            self.player.contains(players[color])
                && self.against.as_ref().is_none_or(|against| against.contains(players[!color]))
        })
    }

    fn any(&self, game: &GameView<'_>) -> bool {
        let seats = self.of(game);
        seats.black || seats.white
    }
}
