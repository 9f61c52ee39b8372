//! A game from its start to the position on the board, with the way back.

use crate::{IllegalMove, Move, Outcome, Position, Square, Status};

/// The plies of a game with the position before each, so that undo and redo are pops and pushes.
///
/// A forced pass is a ply of its own and is made at once: the position on the board never has to pass. Undo and redo
/// step over passes, from one placement to another. Two games are equal if also the same can be redone in them.
///
/// ```
/// use outflank_rules::{Game, Move, Position, Rules, Square};
///
/// let mut game = Game::new(Position::initial(Rules::Standard));
/// for name in ["d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1"] {
///     game.play(name.parse()?)?;
/// }
/// // Black has nothing to play here, so White goes on.
/// assert_eq!(game.plies().len(), 9);
/// assert_eq!(game.plies()[8].mv, Move::Pass);
///
/// assert_eq!(game.undo(), Some(Square::C1));
/// assert_eq!(game.plies().len(), 7);
/// assert_eq!(game.redo(), Some(Square::C1));
/// assert_eq!(game.plies().len(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    plies: Vec<Ply>,
    /// What was undone, the next ply to redo last.
    undone: Vec<Ply>,
    position: Position,
}

/// One ply of a [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The position in which it was made; its side to move made it.
    pub before: Position,
    /// What was done.
    pub mv: Move,
}

impl Game {
    /// A game that begins in this position. If its side to move must pass, that is the first ply.
    pub fn new(start: Position) -> Game {
        let mut game = Game { start, plies: Vec::new(), undone: Vec::new(), position: start };
        game.pass_if_forced();
        game
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position on the board. It never has to pass.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Every ply so far, passes included.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The squares played so far, without the passes.
    pub fn placements(&self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        self.plies.iter().filter_map(|ply| ply.mv.square())
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.position.status() {
            Status::Over(outcome) => Some(outcome),
            Status::Place(_) | Status::MustPass => None,
        }
    }

    /// Places a disc for the side to move, passes for the opponent if that is forced, and returns the new plies.
    ///
    /// Playing what was just undone keeps the rest of what can be redone; anything else forgets it.
    pub fn play(&mut self, square: Square) -> Result<&[Ply], IllegalMove> {
        let first = self.plies.len();
        let ply = Ply { before: self.position, mv: Move::Place(square) };
        self.position = self.position.play(ply.mv)?;
        self.plies.push(ply);
        if self.undone.pop().is_some_and(|next| next != ply) {
            self.undone.clear();
        }
        self.pass_if_forced();
        Ok(&self.plies[first..])
    }

    /// Takes back the last placement, and the passes after it. Returns its square, or `None` at the start.
    pub fn undo(&mut self) -> Option<Square> {
        let last = self.plies.iter().rposition(|ply| ply.mv != Move::Pass)?;
        let placement = self.plies[last];
        self.plies.truncate(last);
        self.undone.push(placement);
        self.position = placement.before;
        placement.mv.square()
    }

    /// Makes the placement that was undone last once more. Returns its square, or `None` if there is none.
    pub fn redo(&mut self) -> Option<Square> {
        let square = self.next_redo()?;
        self.play(square).ok().map(|_| square)
    }

    /// The placement that [`Game::redo`] would make.
    pub fn next_redo(&self) -> Option<Square> {
        self.undone.last()?.mv.square()
    }

    fn pass_if_forced(&mut self) {
        if let Ok(position) = self.position.play(Move::Pass) {
            self.plies.push(Ply { before: self.position, mv: Move::Pass });
            self.position = position;
        }
    }
}
