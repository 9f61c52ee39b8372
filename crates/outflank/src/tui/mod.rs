//! The full-screen board.
//!
//! Events come in through one channel; [`update`](update::update) is the only thing that changes the
//! [`State`], and answers with effects; [`draw`](draw::draw) shows the state; [`outside`] does what the effects
//! say. When nothing happens, nothing runs: the loop waits for an event, or for the moment that the state names.

mod contest;
mod draw;
mod effect;
mod event;
mod input;
mod keys;
mod layout;
mod look;
mod outside;
mod overlay;
mod pointer;
mod review;
mod screens;
mod start;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod thinking;
mod update;
mod words;

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use outflank_table::Time;

use crate::cli::PlayArguments;
use crate::notice;
use effect::Effect;
use event::Event;
use input::{Listener, Report};
use keys::KeyLine;
use outside::Outside;
use screens::{everywhere, game, study};
use start::Beginning;
use state::State;
use terminal::Canvas;

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

/// Plays on the full screen.
pub(crate) fn play(arguments: &PlayArguments) -> anyhow::Result<ExitCode> {
    let beginning = Beginning::new(arguments)?;
    let (report, reports) = mpsc::channel();
    let mut outside = Outside::new(report.clone(), beginning.powers, beginning.seed, beginning.shelf);
    let (kept, mut troubles) = outside.look();
    troubles.extend(beginning.troubles);

    let clock = Clock::start();
    let canvas = Canvas::open()?;
    let mut state = State::new(beginning.choices, beginning.look, canvas.size()?, beginning.seed, clock.now());
    state.kept = kept;
    if let Some(trouble) = troubles.first() {
        state.tell(format!("{trouble:#}"));
    }
    let mut effects = Vec::new();
    if let Some(game) = beginning.game {
        game.begin(&mut state, &mut effects);
    }
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
    kept.into_iter().chain(finished).for_each(notice::tell);
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
