use std::io::{Read, Seek};

use outflank_rules::{ByColor, Position, Square};

use super::file::OpenIndexError;
use super::filter::Filter;
use super::game::GameView;
use super::key::GameKey;
use super::position::{Continuation, next_move};
use super::stored::Index;
use super::summary::Tally;
use crate::openings::{self, Language};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    pub tally: Tally,
    pub moves: Vec<ExploredMove>,
    pub latest: Vec<ExploredGame>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    pub square: Square,
    pub opening: Option<&'static str>,
    pub played: Continuation,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredGame {
    pub key: GameKey,
    /// Empty names are unknown.
    pub players: ByColor<String>,
    pub event: String,
    pub year: Option<u16>,
    pub margin: Option<i8>,
    /// The next move, in the orientation of the query.
    pub played: Option<Square>,
}

impl<R: Read + Seek> Index<R> {
    /// Statistics of a position and up to `latest` recent games. A forced pass is played first.
    pub fn explore(&mut self, position: &Position, latest: usize) -> Result<Explored, OpenIndexError> {
        let games = self.find(&Filter { position: Some(*position), ..Filter::default() })?;
        let continuations = self.continuations(position, &games);
        let mut tally = Tally::default();
        continuations.iter().for_each(|continuation| tally.join(&continuation.tally));
        let moves = continuations.into_iter().filter_map(|played| {
            let square = played.mv?;
            let after = position.play(square.into()).ok();
            let opening = after.and_then(|after| openings::name(&after, Language::English));
            Some(ExploredMove { square, opening, played })
        });
        let moves = moves.collect();
        let explored = |(key, game): (GameKey, GameView<'_>)| ExploredGame {
            key,
            players: game.players().map(str::to_owned),
            event: game.event().to_owned(),
            year: game.year(),
            margin: game.margin(),
            played: next_move(&game, position),
        };
        let latest_games = games.iter().rev().filter_map(|&id| self.key(id).zip(self.game(id)));
        let latest = latest_games.take(latest).map(explored).collect();
        Ok(Explored { tally, moves, latest })
    }
}
