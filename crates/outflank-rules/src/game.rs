use crate::{IllegalMove, Move, Outcome, Position, Square, Status};

/// The plies of a game, with undo and redo.
///
/// Forced passes are plies and are made at once, so the current position never has to pass. Undo and redo step over them.
///
/// ```
/// use outflank_rules::{Game, Position, Rules, Square};
///
/// let mut game = Game::new(Position::initial(Rules::Standard));
/// game.play(Square::F5)?;
/// assert_eq!(game.undo(), Some(Square::F5));
/// # Ok::<(), outflank_rules::IllegalMove>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    plies: Vec<Ply>,
    // The next ply to redo is the last.
    undone: Vec<Ply>,
    position: Position,
}

/// One ply of a [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The position before the ply.
    pub before: Position,
    /// The move.
    pub mv: Move,
}

impl Game {
    /// Starts a game. If the side to move must pass, that is the first ply.
    pub fn new(start: Position) -> Game {
        let mut game = Game { start, plies: Vec::new(), undone: Vec::new(), position: start };
        game.pass_if_forced();
        game
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The current position, which never has to pass.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All plies, passes included.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The squares played, without passes.
    pub fn placements(&self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        self.plies.iter().filter_map(|ply| ply.mv.square())
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.position.status() {
            Status::Over(outcome) => Some(outcome),
            Status::Place(_) | Status::MustPass => None,
        }
    }

    /// Plays a move and the pass that it may force. Returns the new plies.
    ///
    /// Replaying the undone move keeps the rest of the redo list; another move clears it.
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

    /// Takes back the last placement and the passes after it. Returns its square.
    pub fn undo(&mut self) -> Option<Square> {
        let last = self.plies.iter().rposition(|ply| ply.mv != Move::Pass)?;
        let placement = self.plies[last];
        self.plies.truncate(last);
        self.undone.push(placement);
        self.position = placement.before;
        placement.mv.square()
    }

    /// Replays the placement undone last. Returns its square.
    pub fn redo(&mut self) -> Option<Square> {
        let square = self.next_redo()?;
        self.play(square).ok().map(|_| square)
    }

    /// The placement that [`Game::redo`] would replay.
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
