//! The full-screen board.
//!
//! Events come in through one channel; [`update`](update::update) is the only thing that changes the
//! [`State`], and answers with effects; [`draw`](draw::draw) shows the state; [`outside`] does what the effects
//! say. When nothing happens, nothing runs: the loop waits for an event, or for the moment that the state names.

mod contest;
mod draw;
mod drill;
mod effect;
mod event;
mod explorer;
mod input;
mod keys;
mod layout;
mod learn;
mod librarian;
mod look;
mod outside;
mod overlay;
mod page;
mod pointer;
mod retry;
mod review;
mod screens;
mod start;
mod state;
mod sweep;
mod terminal;
#[cfg(test)]
mod tests;
mod thinking;
mod update;
pub(crate) mod words;

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use outflank_table::Time;

use crate::cli::{DrillArguments, LearnArguments, PlayArguments};
use crate::commands::drill::Course;
use crate::stderr;
use effect::Effect;
use event::Event;
use input::{Listener, Report};
use keys::KeyLine;
use librarian::Librarian;
use outside::Outside;
use screens::{drill as drill_screen, everywhere, game, learn as lesson, retry as retrying, study};
use start::Beginning;
use state::State;
use terminal::Canvas;

pub(crate) use draw::wrapped;
pub(crate) use look::{Depth, Environment};

/// Whether there is a terminal that the board can be drawn on.
pub(crate) fn is_possible() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// The keys of the game, for the manual.
pub(crate) fn game_keys() -> Vec<KeyLine> {
    [keys::lines(game::KEYS), keys::lines(everywhere::KEYS)].concat()
}

/// The keys of the study, for the manual.
pub(crate) fn study_keys() -> Vec<KeyLine> {
    keys::lines(study::KEYS)
}

/// The keys for retrying mistakes, for the manual.
pub(crate) fn retry_keys() -> Vec<KeyLine> {
    keys::lines(retrying::KEYS)
}

/// The keys of the training, for the manual: of a puzzle, of a line of an opening, of the list of openings.
pub(crate) fn drill_keys() -> Vec<KeyLine> {
    let mut lines = keys::lines(drill_screen::PUZZLE_KEYS);
    for line in [keys::lines(drill_screen::LESSON_KEYS), keys::lines(drill_screen::LIST_KEYS)].concat() {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// The keys of the lesson, for the manual.
pub(crate) fn learn_keys() -> Vec<KeyLine> {
    lesson::all_keys()
}

/// The keys of pages that scroll, for the manual.
pub(crate) fn page_keys() -> Vec<KeyLine> {
    page::all_keys()
}

/// Plays on the full screen.
pub(crate) fn play(arguments: &PlayArguments) -> anyhow::Result<ExitCode> {
    show(Beginning::new(arguments)?)
}

/// Trains on the full screen.
pub(crate) fn drill(arguments: &DrillArguments, course: Course) -> anyhow::Result<ExitCode> {
    show(Beginning::of_training(arguments, course)?)
}

/// Takes the lesson on the full screen.
pub(crate) fn learn(arguments: &LearnArguments) -> anyhow::Result<ExitCode> {
    show(Beginning::of_lesson(arguments)?)
}

fn show(beginning: Beginning) -> anyhow::Result<ExitCode> {
    let (report, reports) = mpsc::channel();
    let librarian = Librarian::new(report.clone(), beginning.collection);
    let mut outside = Outside::new(report.clone(), beginning.powers, beginning.seed, beginning.shelf, librarian);
    let (kept, mut troubles) = outside.look();
    troubles.extend(beginning.troubles);

    let clock = Clock::start();
    let canvas = Canvas::open()?;
    let mut state = State::new(beginning.choices, beginning.look, canvas.size()?, beginning.seed, clock.now());
    state.is_new = beginning.is_new && kept.is_none();
    state.kept = kept;
    if let Some(trouble) = troubles.first() {
        state.notify(format!("{trouble:#}"));
    }
    let mut effects = Vec::new();
    beginning.first.begin(&mut state, &mut effects);
    input::listen_to_signals(report.clone())?;
    let listener = Listener::start(report)?;

    let mut stage = Stage { state, outside, canvas, clock };
    stage.run(&reports, effects)?;
    let Stage { state, mut outside, canvas, .. } = stage;
    // Everything else comes before the terminal is given back: what is typed from then on is for the shell.
    listener.stop();
    let left = outside.leave();
    let kept = state.unfinished().map(|_| "The game is kept: outflank can continue it.".to_owned());
    let finished = outside.finished().map(|games| format!("Finished games are in {}", games.display()));
    drop((state, outside));
    drop(canvas);
    kept.into_iter().chain(finished).for_each(stderr::print);
    left.map(|()| ExitCode::SUCCESS)
}

/// Everything while the board is on the screen.
struct Stage {
    state: State,
    outside: Outside,
    canvas: Canvas,
    clock: Clock,
}

impl Stage {
    /// Waits, takes in, does, draws, until the program is to end.
    fn run(&mut self, reports: &Receiver<Report>, effects: Vec<Effect>) -> io::Result<()> {
        let first = update::update(&mut self.state, Event::Tick, self.clock.now());
        let mut flow = self.perform(effects.into_iter().chain(first));
        while flow.is_continue() {
            self.canvas.draw(&self.state)?;
            let Some(report) = self.wait(reports) else { break };
            flow = self.take_in(report);
            // What has happened in the meantime is shown at once.
            while let (true, Ok(report)) = (flow.is_continue(), reports.try_recv()) {
                flow = self.take_in(report);
            }
        }
        Ok(())
    }

    /// The next report, or a tick when it is time for one; `None` when there will be no more.
    fn wait(&self, reports: &Receiver<Report>) -> Option<Report> {
        let Some(wake) = self.state.wake() else { return reports.recv().ok() };
        match reports.recv_timeout(wake.since(self.clock.now())) {
            Ok(report) => Some(report),
            Err(RecvTimeoutError::Timeout) => Some(Report::Happened(Event::Tick)),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    fn take_in(&mut self, report: Report) -> ControlFlow<()> {
        let event = match report {
            Report::Happened(event) => event,
            Report::Ended(id) => match self.outside.ended(id) {
                Some(event) => event,
                None => return ControlFlow::Continue(()),
            },
        };
        let effects = update::update(&mut self.state, event, self.clock.now());
        self.perform(effects)
    }

    fn perform(&mut self, effects: impl IntoIterator<Item = Effect>) -> ControlFlow<()> {
        effects.into_iter().try_for_each(|effect| self.outside.perform(effect, &mut self.canvas))
    }
}

/// A clock that never goes back, and that goes on in the next session where this one ends.
struct Clock {
    since_1970: Duration,
    started: Instant,
}

impl Clock {
    fn start() -> Clock {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock { since_1970, started: Instant::now() }
    }

    fn now(&self) -> Time {
        Time::from_millis(0).after(self.since_1970 + self.started.elapsed())
    }
}
