//! Which move of the book to play.

use outflank_rules::{Game, Move, Position, Square};

use super::Book;
use super::tree::{Edge, GRAIN, Knowledge};
use crate::Score;

/// A move that the book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Where to play.
    pub square: Square,
    /// What it is worth to who plays it.
    pub value: Score,
    /// Whether the book knows the replies to it. Otherwise its value is that of a single search, and a quick one if the
    /// move looked bad.
    pub is_followed: bool,
}

impl Book {
    /// What a side may lose in a game by what the book says, so that not every game is the same. It is for the whole
    /// game: a loss at each of a dozen moves would add up to more than the book is worth.
    pub const ALLOWANCE: Score = Score::from_discs(2);

    /// What a single move may lose at most.
    pub const MOST_OF_A_MOVE: Score = Score::from_discs(1);

    /// All moves in a position, the best first. None if the position is not in the book, or of other rules.
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
        let is_followed = |edge| match edge {
            Edge::Turn(id) | Edge::Again(id) => matches!(self.tree.node(id).knowledge, Knowledge::Moves(_)),
            Edge::Over(_) => true,
        };
        let known =
            |(square, edge, value)| BookMove { square: back.square(square), value, is_followed: is_followed(edge) };
        let mut moves: Vec<BookMove> = self.tree.moves(id).map(known).collect();
        moves.sort_by_key(|mv| (std::cmp::Reverse(mv.value), mv.square));
        moves
    }

    /// A move for the side to move, or `None` if the book does not help. `entropy` is any number that is not always the
    /// same: of the moves that cost little it picks one, the better ones more often. By what the book says, no move costs
    /// more than [`Book::MOST_OF_A_MOVE`], and all moves of a side together no more than [`Book::ALLOWANCE`].
    pub fn choose(&self, game: &Game, entropy: u64) -> Option<BookMove> {
        let position = game.position();
        let moves = self.moves(position);
        let best = moves.first()?.value;
        let most = Book::MOST_OF_A_MOVE.steps();
        let affordable = (Book::ALLOWANCE.steps() - self.lost(game)).clamp(0, most);
        let loss = |mv: &BookMove| best.steps() - mv.value.steps();
        // Where the book ends, its last moves were not looked at any further than a strong player looks anyway.
        let candidates: Vec<BookMove> =
            moves.into_iter().filter(|mv| mv.is_followed && loss(mv) <= affordable).collect();
        // The last ones are drawn seldom, but they are drawn.
        let weight = |mv: &BookMove| (most - loss(mv) + GRAIN) as u64;
        let total: u64 = candidates.iter().map(weight).sum();
        let mut lot = entropy.checked_rem(total)?;
        candidates.into_iter().find(|mv| {
            let is_drawn = lot < weight(mv);
            lot = lot.saturating_sub(weight(mv));
            is_drawn
        })
    }

    /// What the side to move has lost so far by what the book says, in steps.
    fn lost(&self, game: &Game) -> i32 {
        let turn = game.position().turn();
        let own = game.plies().iter().filter(|ply| ply.before.turn() == turn);
        let loss = |before: &Position, played: Square| {
            let moves = self.moves(before);
            let value = moves.iter().find(|mv| mv.square == played)?.value;
            Some(moves[0].value.steps() - value.steps())
        };
        own.filter_map(|ply| match ply.mv {
            Move::Place(square) => loss(&ply.before, square),
            Move::Pass => None,
        })
        .sum()
    }
}
