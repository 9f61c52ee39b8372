use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use outflank_rules::{Board, Position, Square, Symmetry};

use super::game::{GameId, GameView};
use super::stored::Index;
use super::summary::{Tally, with_year};
use crate::board_with_turn::BoardWithTurn;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    pub mv: Option<Square>,
    pub tally: Tally,
    pub years: Option<RangeInclusive<u16>>,
}

impl<R> Index<R> {
    /// The moves that these games played in a position, the most frequent first.
    ///
    /// Symmetric moves in a symmetric position count as one, named as in the first of the games.
    pub fn continuations(&self, position: &Position, games: &[GameId]) -> Vec<Continuation> {
        let Some(asked) = BoardWithTurn::of(position) else { return Vec::new() };
        let symmetries: Vec<_> =
            Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(asked.board) == asked.board).collect();
        let mut moves: BTreeMap<Option<Square>, Continuation> = BTreeMap::new();
        for game in self.views(games) {
            let Some((state, next)) = game.at(asked.discs()) else { continue };
            let Some(turn) = onto(state.board, asked.board) else { continue };
            let mv = next.map(|square| turn.square(square));
            let least = mv.and_then(|square| symmetries.iter().map(|symmetry| symmetry.square(square)).min());
            let continuation = moves.entry(least).or_insert(Continuation { mv, tally: Tally::default(), years: None });
            continuation.tally.add(game.margin_for(state.turn));
            continuation.years = with_year(continuation.years.take(), game.year());
        }
        let mut moves: Vec<_> = moves.into_values().collect();
        moves.sort_by_key(|continuation| (continuation.mv.is_none(), Reverse(continuation.tally.games)));
        moves
    }
}

pub(super) fn next_move(game: &GameView<'_>, position: &Position) -> Option<Square> {
    let asked = BoardWithTurn::of(position)?;
    let (state, next) = game.at(asked.discs())?;
    Some(onto(state.board, asked.board)?.square(next?))
}

fn onto(from: Board, to: Board) -> Option<Symmetry> {
    Symmetry::ALL.into_iter().find(|symmetry| symmetry.board(from) == to)
}
