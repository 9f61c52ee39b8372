//! Which games are asked for.

use std::io::{Read, Seek};
use std::ops::RangeInclusive;

use outflank_rules::{ByColor, Position};

use super::file::OpenIndexError;
use super::game::{GameId, GameView};
use super::stored::{Index, NameTable};
use crate::board_with_turn::BoardWithTurn;
use crate::openings;
use crate::wanted::Wanted;

/// Which games are asked for: those that meet everything that is said here.
///
/// A text is looked for in names: all of its words, in any order and case, with or without accents.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// One of the players.
    pub player: Option<String>,
    /// The other player.
    pub against: Option<String>,
    /// The years.
    pub years: Option<RangeInclusive<u16>>,
    /// The tournament.
    pub event: Option<String>,
    /// The opening, or one that it grew out of, as [`openings::search`] finds it.
    pub opening: Option<String>,
    /// A position of the game, however the board is turned.
    pub position: Option<Position>,
}

impl<R: Read + Seek> Index<R> {
    /// The games that meet a filter, by year, and within a year in the order in which they were added.
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

    /// The games that had a position that is asked for, or `None` if no position is.
    fn among(&mut self, filter: &Filter) -> Result<Option<Vec<GameId>>, OpenIndexError> {
        let at_position = match filter.position.as_ref() {
            Some(position) => match BoardWithTurn::of(position) {
                Some(stand) => Some(self.games_at(stand.board.canonical())?),
                // No game here is by other rules.
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
    /// The players whose names have what a filter would look for.
    pub fn players_named<'a>(&'a self, text: &str) -> impl Iterator<Item = &'a str> + use<'a, R> {
        let wanted = Wanted::new(text);
        self.tables.players.iter().filter(move |name| wanted.is_in(name))
    }
}

/// The names of a table that are asked for.
struct Chosen(Vec<bool>);

impl Chosen {
    fn new(text: &str, names: &NameTable) -> Chosen {
        let wanted = Wanted::new(text);
        Chosen(names.iter().map(|name| wanted.is_in(name)).collect())
    }

    fn contains(&self, place: u32) -> bool {
        self.0.get(place as usize).copied().unwrap_or_default()
    }
}

/// On which side of a game the player sits who is asked for.
pub(super) struct Seats {
    player: Chosen,
    against: Option<Chosen>,
}

impl Seats {
    /// `None` if nobody is asked for.
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

    /// The sides that are meant.
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
