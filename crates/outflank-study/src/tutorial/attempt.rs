//! Someone doing a step of the lesson.

use outflank_rules::{Bitboard, Game, Ply, Position, Square};

use super::step::{Step, Task};

/// A step under way: the position on the board and the task to do next.
#[derive(Clone, Debug)]
pub struct Attempt {
    step: &'static Step,
    game: Game,
    /// The number of tasks that are done.
    done: usize,
}

/// What became of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether it was right.
    pub verdict: Verdict,
    /// What happened, in one or more sentences.
    pub sentence: String,
    /// The plies to show, replies and passes included. None if the move is illegal.
    pub plies: Vec<Ply>,
    /// The position after these plies. If the move was wrong, the attempt itself stays where it was.
    pub position: Position,
}

/// Whether a try was right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rules do not allow it.
    Illegal,
    /// Legal, but not what the task asks for. It is shown and then taken back.
    Wrong,
    /// The task is done; [`Attempt::task`] is the next one.
    Right,
}

impl Attempt {
    /// A step from its start.
    pub fn new(step: &'static Step) -> Attempt {
        Attempt { step, game: Game::new(step.start()), done: 0 }
    }

    /// A step after these moves of the learner, all of them right. `None` if one of them is not.
    ///
    /// ```
    /// use outflank_rules::Square;
    /// use outflank_study::tutorial::{self, Attempt};
    ///
    /// let step = &tutorial::steps()[0];
    /// assert!(Attempt::after(step, &[Square::D3]).is_some_and(|attempt| attempt.is_done()));
    /// assert!(Attempt::after(step, &[Square::A1]).is_none());
    /// ```
    pub fn after(step: &'static Step, moves: &[Square]) -> Option<Attempt> {
        let mut attempt = Attempt::new(step);
        let all_right = moves.iter().all(|&square| attempt.play(square).verdict == Verdict::Right);
        all_right.then_some(attempt)
    }

    /// The step.
    pub fn step(&self) -> &'static Step {
        self.step
    }

    /// What is to be done now; `None` when the step is done.
    pub fn task(&self) -> Option<&'static Task> {
        self.step.tasks.get(self.done)
    }

    /// The number of tasks that are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Whether all tasks are done.
    pub fn is_done(&self) -> bool {
        self.task().is_none()
    }

    /// The game so far: the right moves with their replies.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position on the board. The learner is to move, unless the step is done.
    pub fn position(&self) -> Position {
        *self.game.position()
    }

    /// The moves that do the current task.
    pub fn right_moves(&self) -> Bitboard {
        let Some(task) = self.task() else { return Bitboard::EMPTY };
        let position = self.position();
        position.legal_moves().into_iter().filter(|&square| task.goal.judge(&position, square).is_right).collect()
    }

    /// Tries a move.
    pub fn play(&mut self, square: Square) -> Answer {
        let before = self.position();
        let refused = |sentence| Answer { verdict: Verdict::Illegal, sentence, plies: Vec::new(), position: before };
        let Some(task) = self.task() else { return refused("This step is done.".to_owned()) };
        if let Err(illegal) = before.play(square.into()) {
            return refused(illegal.sentence());
        }
        let judgement = task.goal.judge(&before, square);
        let mut shown = self.game.clone();
        for mv in std::iter::once(square).chain(judgement.replies) {
            // A test plays every step in every way, so that all scripted replies are known to be legal.
            if shown.play(mv).is_err() {
                break;
            }
        }
        let answer = |verdict, advice: &str| Answer {
            verdict,
            sentence: format!("{} {advice}", judgement.fact).trim_end().to_owned(),
            plies: shown.plies()[self.game.plies().len()..].to_vec(),
            position: *shown.position(),
        };
        if !judgement.is_right {
            return answer(Verdict::Wrong, task.wrong);
        }
        let answer = answer(Verdict::Right, task.right);
        self.game = shown;
        self.done += 1;
        answer
    }
}
