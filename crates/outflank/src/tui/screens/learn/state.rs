use std::time::Duration;

use outflank_rules::{Bitboard, ByColor, Ply, Position, Square};
use outflank_study::tutorial::{self, Attempt, Feedback, MoveVerdict};
use outflank_table::Time;

use crate::tui::screens::game::contest::FlipAnimation;
use crate::tui::widgets::Pointer;

#[derive(Clone, Debug)]
pub(crate) struct Learn {
    step: usize,
    attempt: Attempt,
    pub(crate) stage: Stage,
    pub(crate) pointer: Pointer,
    pub(crate) answer: Option<Feedback>,
    pub(crate) replay: Option<Replay>,
    pub(crate) is_hinted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Open,
    Wrong,
    Done,
    Over,
}

impl Learn {
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

    pub(crate) fn step(&self) -> usize {
        self.step + usize::from(self.stage == Stage::Over)
    }

    pub(crate) fn progress(&self) -> String {
        format!("{} of {}", self.step + 1, tutorial::steps().len())
    }

    pub(crate) fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    pub(crate) fn position(&self) -> Position {
        match (&self.answer, self.stage) {
            (Some(answer), Stage::Wrong) => answer.position,
            _ => self.attempt.position(),
        }
    }

    pub(crate) fn discs(&self, now: Time) -> ByColor<Bitboard> {
        match &self.replay {
            Some(replay) => replay.discs(now),
            None => self.position().discs(),
        }
    }

    pub(crate) fn last(&self, now: Time) -> Option<Square> {
        match (&self.replay, &self.answer, self.stage) {
            (Some(replay), ..) => Some(replay.current(now).1),
            (None, Some(answer), Stage::Wrong) => answer.plies.iter().rev().find_map(|ply| ply.mv.square()),
            (None, ..) => self.attempt.game().placements().next_back(),
        }
    }

    pub(crate) fn marks(&self) -> Bitboard {
        match self.stage {
            Stage::Open if self.is_hinted => self.attempt.right_moves(),
            Stage::Open => self.attempt.position().legal_moves(),
            Stage::Wrong | Stage::Done | Stage::Over => Bitboard::EMPTY,
        }
    }

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

    pub(crate) fn take_back(&mut self) {
        if self.stage == Stage::Wrong {
            self.stage = Stage::Open;
            self.replay = None;
        }
    }

    pub(crate) fn next(&mut self) {
        match self.step + 1 {
            next if next < tutorial::steps().len() => *self = Learn::at(next),
            _ => *self = Learn { stage: Stage::Over, answer: None, replay: None, ..self.clone() },
        }
    }

    pub(crate) fn back(&mut self) {
        let before = if self.stage == Stage::Over { self.step } else { self.step.saturating_sub(1) };
        *self = Learn::at(before);
    }

    pub(crate) fn again(&mut self) {
        *self = Learn::at(if self.stage == Stage::Over { 0 } else { self.step });
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Replay {
    /// Each with the position before it; never empty.
    moves: Vec<(Position, Square)>,
    began: Time,
}

const EACH: Duration = Duration::from_millis(900);

impl Replay {
    pub(crate) fn new(plies: &[Ply], now: Time) -> Option<Replay> {
        let moves: Vec<_> = plies.iter().filter_map(|ply| Some((ply.before, ply.mv.square()?))).collect();
        (!moves.is_empty()).then_some(Replay { moves, began: now })
    }

    pub(crate) fn is_over(&self, now: Time) -> bool {
        self.index(now) + 1 == self.moves.len() && self.current(now).0.is_over(now)
    }

    pub(crate) fn next_change(&self, now: Time) -> Time {
        match self.current(now).0 {
            flipping if flipping.is_over(now) => self.began.after(EACH * (self.index(now) as u32 + 1)),
            flipping => flipping.next_step(now),
        }
    }

    fn discs(&self, now: Time) -> ByColor<Bitboard> {
        self.current(now).0.discs(now)
    }

    fn current(&self, now: Time) -> (FlipAnimation, Square) {
        let index = self.index(now);
        let (before, square) = self.moves[index];
        (FlipAnimation::new(&before, square, self.began.after(EACH * index as u32)), square)
    }

    fn index(&self, now: Time) -> usize {
        let passed = now.since(self.began).as_millis() / EACH.as_millis();
        usize::try_from(passed).unwrap_or(usize::MAX).min(self.moves.len() - 1)
    }
}
