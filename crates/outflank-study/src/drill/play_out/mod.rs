//! Playing a puzzle out against the best defence.
//!
//! [`PlayOut`] does not search: [`PlayOut::unsolved`] names a position, and the caller returns it as [`Solved`]. Only endgames can be
//! played out, because the scores of openings are estimates.

mod solved;
mod verdict;

use outflank_rules::{Color, Game, IllegalMove, Move, Ply, Position, Square};
use thiserror::Error;

use crate::puzzles::{Kind, Puzzle, Scored};

pub use solved::Solved;
pub use verdict::{Ending, MoveKind, MoveVerdict};

#[derive(Clone, Debug)]
pub struct PlayOut {
    game: Game,
    player: Color,
    promised: i8,
    choices: Vec<Choice>,
    /// The position on the board, once it is known.
    solved: Option<Solved>,
}

#[derive(Clone, Debug)]
struct Choice {
    before: Solved,
    verdict: MoveVerdict,
}

impl PlayOut {
    pub fn new(puzzle: &Puzzle) -> Option<PlayOut> {
        let known = Solved::from_puzzle(puzzle).filter(|_| puzzle.kind == Kind::Endgame)?;
        Some(PlayOut {
            game: Game::new(puzzle.position),
            player: puzzle.position.turn(),
            promised: puzzle.best().score,
            choices: Vec::new(),
            solved: Some(known),
        })
    }

    /// Replays moves of both sides without judging them. They can't be taken back.
    pub fn replay(&mut self, moves: impl IntoIterator<Item = Square>) -> Result<(), IllegalMove> {
        for square in moves {
            self.game.play(square)?;
            self.solved = None;
        }
        Ok(())
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn player(&self) -> Color {
        self.player
    }

    pub fn is_players_turn(&self) -> bool {
        self.game.outcome().is_none() && self.game.position().turn() == self.player
    }

    /// The position that the caller has to solve before the next move; `None` if it is known or the game is over.
    pub fn unsolved(&self) -> Option<&Position> {
        let is_open = self.solved.is_none() && self.game.outcome().is_none();
        is_open.then(|| self.game.position())
    }

    /// Ignores any position other than the one on the board.
    pub fn supply(&mut self, solved: Solved) {
        if self.unsolved() == Some(solved.position()) {
            self.solved = Some(solved);
        }
    }

    pub fn best(&self) -> Option<Scored> {
        self.solved.as_ref().map(Solved::best)
    }

    pub fn play(&mut self, square: Square) -> Result<MoveVerdict, PlayOutError> {
        let position = *self.game.position();
        position.play(square.into())?;
        if position.turn() != self.player {
            return Err(PlayOutError::NotSolved);
        }
        let before = self.solved.take().ok_or(PlayOutError::NotSolved)?;
        let verdict = MoveVerdict::of(&before, square).ok_or(PlayOutError::NotSolved)?;
        self.game.play(square)?;
        self.choices.push(Choice { before, verdict });
        Ok(verdict)
    }

    /// Plays the best move of the side to move, if the position is solved. It is the defender's reply, or shows the player's move.
    pub fn advance(&mut self) -> Option<Square> {
        let Scored { square, .. } = self.best()?;
        if self.is_players_turn() {
            self.play(square).ok()?;
        } else {
            self.solved = None;
            self.game.play(square).ok()?;
        }
        Some(square)
    }

    /// Plays the defender's reply, if it is the defender's turn and the position is solved.
    pub fn reply(&mut self) -> Option<Square> {
        if self.is_players_turn() { None } else { self.advance() }
    }

    /// Solves and replies until the player can choose a move or the game is over.
    pub fn settle<E>(&mut self, mut solve: impl FnMut(&Position) -> Result<Solved, E>) -> Result<(), E> {
        while let Some(position) = self.unsolved() {
            let solved = solve(position)?;
            debug_assert_eq!(solved.position(), position);
            self.supply(solved);
            self.reply();
        }
        Ok(())
    }

    /// Returns to the player's last choice; `false` if there is none.
    pub fn take_back(&mut self) -> bool {
        let Some(Choice { before, .. }) = self.choices.pop() else { return false };
        while self.game.position() != before.position() && self.game.undo().is_some() {}
        self.solved = Some(before);
        true
    }

    pub fn can_take_back(&self) -> bool {
        !self.choices.is_empty()
    }

    pub fn verdict(&self) -> Option<MoveVerdict> {
        self.choices.last().map(|choice| choice.verdict)
    }

    /// What followed the player's last move: "White plays h8; Black passes; White plays g8."
    pub fn replies(&self) -> Option<String> {
        let plies = self.game.plies();
        let is_choice = |ply: &Ply| ply.before.turn() == self.player && ply.mv != Move::Pass;
        let since = &plies[plies.iter().rposition(is_choice)? + 1..];
        let clause = |ply: &Ply| match ply.mv {
            Move::Place(square) => format!("{} plays {square}", ply.before.turn().title()),
            Move::Pass => format!("{} passes", ply.before.turn().title()),
        };
        let clauses: Vec<String> = since.iter().map(clause).collect();
        (!clauses.is_empty()).then(|| clauses.join("; ") + ".")
    }

    pub fn ending(&self) -> Option<Ending> {
        let outcome = self.game.outcome()?;
        Some(Ending {
            player: self.player,
            margin: outcome.margin(self.player),
            promised: self.promised,
            empty: self.game.position().empty().len(),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayOutError {
    #[error("the position is not solved yet")]
    NotSolved,
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}
