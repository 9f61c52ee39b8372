use std::time::Duration;

use outflank_engine::Analysis;
use outflank_rules::Square;
use outflank_study::drill::{PlayOut, PlayOutError, Solved};
use outflank_study::puzzles::Puzzle;
use outflank_table::Time;

use crate::tui::app::{Effect, Id};
use crate::tui::screens::drill::state::TaskResult;

const EACH: Duration = Duration::from_millis(900);

#[derive(Clone, Debug)]
pub(crate) struct PlayingOut {
    pub(crate) play_out: PlayOut,
    pub(super) searching: Option<Id>,
    showing: Option<Time>,
}

impl PlayingOut {
    pub(crate) fn new(puzzle: &Puzzle, result: TaskResult) -> Option<PlayingOut> {
        let mut play_out = PlayOut::new(puzzle)?;
        if let TaskResult::Right(square) = result {
            play_out.play(square).ok()?;
        }
        Some(PlayingOut { play_out, searching: None, showing: None })
    }

    pub(crate) fn is_choosing(&self) -> bool {
        self.play_out.is_players_turn() && self.play_out.best().is_some() && !self.is_showing()
    }

    pub(crate) fn is_showing(&self) -> bool {
        self.showing.is_some()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.play_out.ending().is_some()
    }

    pub(crate) fn play(&mut self, square: Square) -> Result<(), PlayOutError> {
        self.play_out.play(square).map(drop)
    }

    pub(crate) fn take_back(&mut self) -> bool {
        (self.searching, self.showing) = (None, None);
        self.play_out.take_back()
    }

    pub(crate) fn show(&mut self, now: Time) {
        self.showing = match self.is_showing() || self.is_over() {
            true => None,
            false => Some(now.after(EACH)),
        };
        self.reply();
    }

    pub(crate) fn think(&mut self, id: Id) -> Option<Effect> {
        let position = *self.play_out.unsolved().filter(|_| self.searching.is_none())?;
        self.searching = Some(id);
        Some(Effect::Search { id, position, limits: Solved::limits(&position) })
    }

    pub(crate) fn searched(&mut self, id: Id, analysis: &Analysis) {
        if self.searching.take_if(|searching| *searching == id).is_none() {
            return;
        }
        let solved = self.play_out.unsolved().and_then(|position| Solved::of(position, analysis));
        if let Some(solved) = solved {
            self.play_out.supply(solved);
            self.reply();
        }
    }

    pub(crate) fn pass_time(&mut self, now: Time) {
        let is_due = self.showing.is_some_and(|next| next <= now);
        if is_due && self.play_out.advance().is_some() {
            self.showing = Some(now.after(EACH)).filter(|_| !self.is_over());
        }
    }

    pub(crate) fn wake(&self) -> Option<Time> {
        self.showing.filter(|_| self.play_out.best().is_some())
    }

    fn reply(&mut self) {
        if !self.is_showing() {
            self.play_out.reply();
        }
    }
}
