//! The lesson on the board: which step is shown, and what became of the last try.

use std::time::Duration;

use outflank_rules::{Bitboard, ByColor, Ply, Position, Square};
use outflank_study::tutorial::{self, Attempt, Feedback, MoveVerdict};
use outflank_table::Time;

use crate::tui::screens::game::contest::Flipping;
use crate::tui::widgets::pointer::Pointer;

/// Someone taking the lesson.
#[derive(Clone, Debug)]
pub(crate) struct Learn {
    /// The index of the step.
    step: usize,
    attempt: Attempt,
    pub(crate) stage: Stage,
    pub(crate) pointer: Pointer,
    /// The last try, which is talked about until the next one.
    pub(crate) answer: Option<Feedback>,
    /// The moves of the last try, while they are shown one after the other.
    pub(crate) replay: Option<Replay>,
    /// Whether only the right squares are marked.
    pub(crate) is_hinted: bool,
}

/// What the learner can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Try a move.
    Open,
    /// Look at what a wrong move led to, then take it back.
    Wrong,
    /// Go to the next step.
    Done,
    /// The lesson is over: play a game.
    Over,
}

impl Learn {
    /// The lesson from its first step.
    pub(crate) fn new() -> Learn {
        Learn::at(0)
    }

    fn at(step: usize) -> Learn {
        Learn {
            step,
            attempt: Attempt::new(&tutorial::steps()[step]),
            stage: Stage::Open,
            pointer: Pointer::default(),
            answer: None,
            replay: None,
            is_hinted: false,
        }
    }

    pub(crate) fn attempt(&self) -> &Attempt {
        &self.attempt
    }

    /// The index of the step; at the end, one past the last.
    pub(crate) fn step(&self) -> usize {
        self.step + usize::from(self.stage == Stage::Over)
    }

    /// Where the learner is: `3 of 8`.
    pub(crate) fn progress(&self) -> String {
        format!("{} of {}", self.step + 1, tutorial::steps().len())
    }

    /// Whether a move is awaited.
    pub(crate) fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    /// The position on the board: after a wrong move, what it led to.
    pub(crate) fn position(&self) -> Position {
        match (&self.answer, self.stage) {
            (Some(answer), Stage::Wrong) => answer.position,
            _ => self.attempt.position(),
        }
    }

    /// The discs to show at this moment.
    pub(crate) fn discs(&self, now: Time) -> ByColor<Bitboard> {
        match &self.replay {
            Some(replay) => replay.discs(now),
            None => self.position().discs(),
        }
    }

    /// The last move on the board at this moment.
    pub(crate) fn last(&self, now: Time) -> Option<Square> {
        match (&self.replay, &self.answer, self.stage) {
            (Some(replay), ..) => Some(replay.current(now).1),
            (None, Some(answer), Stage::Wrong) => answer.plies.iter().rev().find_map(|ply| ply.mv.square()),
            (None, ..) => self.attempt.game().placements().next_back(),
        }
    }

    /// The squares that are marked: those that can be played, or after a hint those that are right.
    pub(crate) fn marks(&self) -> Bitboard {
        match self.stage {
            Stage::Open if self.is_hinted => self.attempt.right_moves(),
            Stage::Open => self.attempt.position().legal_moves(),
            Stage::Wrong | Stage::Done | Stage::Over => Bitboard::EMPTY,
        }
    }

    /// Tries a move.
    pub(crate) fn play(&mut self, square: Square) {
        let answer = self.attempt.play(square);
        self.stage = match answer.verdict {
            MoveVerdict::Illegal => Stage::Open,
            MoveVerdict::Wrong => Stage::Wrong,
            MoveVerdict::Right if self.attempt.is_done() => Stage::Done,
            MoveVerdict::Right => Stage::Open,
        };
        if answer.verdict != MoveVerdict::Illegal {
            self.pointer.shown = false;
            self.is_hinted = false;
        }
        self.answer = Some(answer);
    }

    /// Takes a wrong move back. What there was to say about it stays.
    pub(crate) fn take_back(&mut self) {
        if self.stage == Stage::Wrong {
            self.stage = Stage::Open;
            self.replay = None;
        }
    }

    /// Goes to the next step, also if this one is not done. After the last the lesson is over.
    pub(crate) fn next(&mut self) {
        match self.step + 1 {
            next if next < tutorial::steps().len() => *self = Learn::at(next),
            _ => *self = Learn { stage: Stage::Over, answer: None, replay: None, ..self.clone() },
        }
    }

    /// Goes to the step before; from the end, to the last step.
    pub(crate) fn back(&mut self) {
        let before = if self.stage == Stage::Over { self.step } else { self.step.saturating_sub(1) };
        *self = Learn::at(before);
    }

    /// Starts this step again; from the end, the whole lesson.
    pub(crate) fn again(&mut self) {
        *self = Learn::at(if self.stage == Stage::Over { 0 } else { self.step });
    }
}

/// Moves that are shown one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    /// Each with the position before it. There is at least one.
    moves: Vec<(Position, Square)>,
    began: Time,
}

/// From one move to the next.
const EACH: Duration = Duration::from_millis(900);

impl Replay {
    /// The placements among these plies, from now on; `None` if there are none.
    pub(crate) fn new(plies: &[Ply], now: Time) -> Option<Replay> {
        let moves: Vec<_> = plies.iter().filter_map(|ply| Some((ply.before, ply.mv.square()?))).collect();
        (!moves.is_empty()).then_some(Replay { moves, began: now })
    }

    pub(crate) fn is_over(&self, now: Time) -> bool {
        self.index(now) + 1 == self.moves.len() && self.current(now).0.is_over(now)
    }

    /// When the picture next changes.
    pub(crate) fn next_change(&self, now: Time) -> Time {
        match self.current(now).0 {
            flipping if flipping.is_over(now) => self.began.after(EACH * (self.index(now) as u32 + 1)),
            flipping => flipping.next_step(now),
        }
    }

    fn discs(&self, now: Time) -> ByColor<Bitboard> {
        self.current(now).0.discs(now)
    }

    /// The move at this moment, and its square.
    fn current(&self, now: Time) -> (Flipping, Square) {
        let index = self.index(now);
        let (before, square) = self.moves[index];
        (Flipping::new(&before, square, self.began.after(EACH * index as u32)), square)
    }

    fn index(&self, now: Time) -> usize {
        let passed = now.since(self.began).as_millis() / EACH.as_millis();
        usize::try_from(passed).unwrap_or(usize::MAX).min(self.moves.len() - 1)
    }
}
