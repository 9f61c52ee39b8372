use outflank_rules::{Bitboard, Game, Ply, Position, Square};

use super::{Step, Task};

#[derive(Clone, Debug)]
pub struct Attempt {
    step: &'static Step,
    game: Game,
    done: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    pub verdict: MoveVerdict,
    pub sentence: String,
    /// Replies and passes included; empty if the move is illegal.
    pub plies: Vec<Ply>,
    pub position: Position,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveVerdict {
    Illegal,
    Wrong,
    Right,
}

impl Attempt {
    pub fn new(step: &'static Step) -> Attempt {
        Attempt { step, game: Game::new(step.start()), done: 0 }
    }

    /// The step after these moves of the learner; `None` unless all are right.
    pub fn after(step: &'static Step, moves: &[Square]) -> Option<Attempt> {
        let mut attempt = Attempt::new(step);
        let all_right = moves.iter().all(|&square| attempt.play(square).verdict == MoveVerdict::Right);
        all_right.then_some(attempt)
    }

    pub fn step(&self) -> &'static Step {
        self.step
    }

    pub fn task(&self) -> Option<&'static Task> {
        self.step.tasks.get(self.done)
    }

    pub fn done(&self) -> usize {
        self.done
    }

    pub fn is_done(&self) -> bool {
        self.task().is_none()
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn position(&self) -> Position {
        *self.game.position()
    }

    pub fn right_moves(&self) -> Bitboard {
        let Some(task) = self.task() else { return Bitboard::EMPTY };
        let position = self.position();
        position.legal_moves().into_iter().filter(|&square| task.goal.check(&position, square).is_right).collect()
    }

    pub fn play(&mut self, square: Square) -> Feedback {
        let before = self.position();
        let refused =
            |sentence| Feedback { verdict: MoveVerdict::Illegal, sentence, plies: Vec::new(), position: before };
        let Some(task) = self.task() else { return refused("This step is done.".to_owned()) };
        if let Err(illegal) = before.play(square.into()) {
            return refused(illegal.sentence());
        }
        let check = task.goal.check(&before, square);
        let mut shown = self.game.clone();
        for mv in std::iter::once(square).chain(check.replies) {
            // A test plays every step in every way: scripted replies are legal.
            if shown.play(mv).is_err() {
                break;
            }
        }
        let feedback = |verdict, advice: &str| Feedback {
            verdict,
            sentence: format!("{} {advice}", check.fact).trim_end().to_owned(),
            plies: shown.plies()[self.game.plies().len()..].to_vec(),
            position: *shown.position(),
        };
        if !check.is_right {
            return feedback(MoveVerdict::Wrong, task.wrong);
        }
        let feedback = feedback(MoveVerdict::Right, task.right);
        self.game = shown;
        self.done += 1;
        feedback
    }
}
