//! What was played in a position.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use outflank_rules::{Board, Position, Square, Symmetry};

use super::answer::Tally;
use super::game::{GameId, GameView};
use super::stored::Index;
use crate::board_with_turn::BoardWithTurn;

/// A move that was played in a position, and how it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The move, on the board as it was asked about; `None` for games of which nothing more is known.
    pub mv: Option<Square>,
    /// The results for the side that made it.
    pub tally: Tally,
    /// The first and the last year in which it was played, if any is known.
    pub years: Option<RangeInclusive<u16>>,
}

impl<R> Index<R> {
    /// What was played in a position in these games, the most frequent move first. Games that did not have the position
    /// do not count.
    ///
    /// Where the position itself is symmetric, symmetric moves are one move. It is named as in the first of the games.
    pub fn continuations(&self, position: &Position, games: &[GameId]) -> Vec<Continuation> {
        let Some(asked) = BoardWithTurn::of(position) else { return Vec::new() };
        let symmetries: Vec<_> =
            Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(asked.board) == asked.board).collect();
        let mut moves: BTreeMap<Option<Square>, Continuation> = BTreeMap::new();
        for game in self.views(games) {
            let Some((stand, next)) = game.at(asked.discs()) else { continue };
            let Some(turn) = onto(stand.board, asked.board) else { continue };
            let mv = next.map(|square| turn.square(square));
            let least = mv.and_then(|square| symmetries.iter().map(|symmetry| symmetry.square(square)).min());
            let continuation = moves.entry(least).or_insert(Continuation { mv, tally: Tally::default(), years: None });
            continuation.tally.add(game.margin_for(stand.turn));
            if let Some(year) = game.year() {
                continuation.years = Some(match continuation.years.take() {
                    Some(years) => year.min(*years.start())..=year.max(*years.end()),
                    None => year..=year,
                });
            }
        }
        let mut moves: Vec<_> = moves.into_values().collect();
        moves.sort_by_key(|continuation| (continuation.mv.is_none(), Reverse(continuation.tally.games)));
        moves
    }
}

/// What was played in a position of a game, on the board as it is asked about. Nothing if the game did not have the position or ends there.
pub(super) fn next_move(game: &GameView<'_>, position: &Position) -> Option<Square> {
    let asked = BoardWithTurn::of(position)?;
    let (stand, next) = game.at(asked.discs())?;
    Some(onto(stand.board, asked.board)?.square(next?))
}

/// How to turn one board so that it becomes the other.
fn onto(from: Board, to: Board) -> Option<Symmetry> {
    Symmetry::ALL.into_iter().find(|symmetry| symmetry.board(from) == to)
}
