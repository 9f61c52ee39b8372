use outflank_rules::{Game, Move, Position, Square};

use super::Book;
use super::tree::{Edge, GRAIN, Source};
use crate::Score;

/// A move in the book.
#[allow(missing_docs, reason = "the other fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    pub square: Square,
    /// Value for the side that plays it.
    pub value: Score,
    /// The book has replies to it. Otherwise the value comes from a single search, a quick one if the move looked bad.
    pub has_replies: bool,
}

impl Book {
    /// Maximum loss of a side by the book's values, so that games vary. It bounds the whole game: small losses at a
    /// dozen moves would add up to more than the book is worth.
    pub const MAX_GAME_LOSS: Score = Score::from_discs(2);

    /// Maximum loss of a single move.
    pub const MAX_MOVE_LOSS: Score = Score::from_discs(1);

    /// All moves in a position, best first. Empty if the position is not in the book or of other rules.
    ///
    /// ```
    /// use outflank_engine::Book;
    /// use outflank_rules::{Position, Rules};
    ///
    /// let start = Position::initial(Rules::Standard);
    /// let moves = Book::embedded().moves(&start);
    /// assert_eq!(moves.len(), 4);
    /// assert!(moves.iter().all(|mv| Some(mv.value) == Book::embedded().value(&start)));
    /// ```
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let Some((id, symmetry)) = position.board().and_then(|board| self.tree.find(board)) else { return Vec::new() };
        let back = symmetry.inverse();
        let has_replies = |edge| match edge {
            Edge::Turn(id) | Edge::Again(id) => matches!(self.tree.node(id).source, Source::Moves(_)),
            Edge::Over(_) => true,
        };
        let known =
            |(square, edge, value)| BookMove { square: back.square(square), value, has_replies: has_replies(edge) };
        let mut moves: Vec<BookMove> = self.tree.moves(id).map(known).collect();
        moves.sort_by_key(|mv| (std::cmp::Reverse(mv.value), mv.square));
        moves
    }

    /// Picks a move among those that cost little, better ones more often; `None` if the book does not help. `entropy`
    /// is a random number. No move loses more than [`Book::MAX_MOVE_LOSS`] by the book's values, and a side's moves
    /// together no more than [`Book::MAX_GAME_LOSS`].
    pub fn choose(&self, game: &Game, entropy: u64) -> Option<BookMove> {
        let position = game.position();
        let moves = self.moves(position);
        let best = moves.first()?.value;
        let max_loss = Book::MAX_MOVE_LOSS.units();
        let affordable = (Book::MAX_GAME_LOSS.units() - self.lost(game)).clamp(0, max_loss);
        let loss = |mv: &BookMove| best.units() - mv.value.units();
        // At the end of the book, its values come from searches no deeper than a strong player's own.
        let candidates: Vec<BookMove> =
            moves.into_iter().filter(|mv| mv.has_replies && loss(mv) <= affordable).collect();
        // Even the worst candidate has a chance.
        let weight = |mv: &BookMove| (max_loss - loss(mv) + GRAIN) as u64;
        let total: u64 = candidates.iter().map(weight).sum();
        let mut ticket = entropy.checked_rem(total)?;
        candidates.into_iter().find(|mv| {
            let is_drawn = ticket < weight(mv);
            ticket = ticket.saturating_sub(weight(mv));
            is_drawn
        })
    }

    fn lost(&self, game: &Game) -> i32 {
        let turn = game.position().turn();
        let own = game.plies().iter().filter(|ply| ply.before.turn() == turn);
        let loss = |before: &Position, played: Square| {
            let moves = self.moves(before);
            let value = moves.iter().find(|mv| mv.square == played)?.value;
            Some(moves[0].value.units() - value.units())
        };
        own.filter_map(|ply| match ply.mv {
            Move::Place(square) => loss(&ply.before, square),
            Move::Pass => None,
        })
        .sum()
    }
}
