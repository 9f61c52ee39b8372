//! The full-screen board. Events arrive through one channel; `update` alone changes the state and returns effects,
//! `screens::draw` shows the state, `effects` performs the effects. Between events the loop sleeps until the time
//! that `State::wake` names.

mod app;
mod effects;
mod format;
mod keymap;
mod screens;
#[cfg(test)]
mod tests;
mod theme;
mod values;
mod widgets;

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use outflank_table::Time;

use crate::cli::{DrillArguments, LearnArguments, PlayArguments};
use crate::commands::drill::Course;
use crate::stderr;
use app::{Effect, Event, State, update};
use effects::Runner;
use effects::archivist::Archivist;
use effects::input::{self, Listener, Message};
use effects::librarian::Librarian;
use effects::saving::Unfinished;
use effects::start::Startup;
use effects::terminal::Canvas;
use keymap::KeyLine;
use screens::setup::form;
use screens::study::comment;
use widgets::pointer;

pub(crate) use theme::{Depth, Environment};
pub(crate) use widgets::wrapped;

pub(crate) fn is_possible() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

pub(crate) fn manual_keys() -> Vec<KeyLine> {
    let typed = [pointer::KEYS, pointer::ARROWS, form::DIGITS, comment::KEYS].concat().into_iter();
    let typed = typed.map(|(keys, does)| KeyLine { keys: keys.to_owned(), does });
    typed.chain(keymap::all_lines()).collect()
}

pub(crate) fn play(arguments: &PlayArguments) -> anyhow::Result<ExitCode> {
    show(Startup::new(arguments)?)
}

pub(crate) fn drill(arguments: &DrillArguments, course: Course) -> anyhow::Result<ExitCode> {
    show(Startup::of_training(arguments, course)?)
}

pub(crate) fn learn(arguments: &LearnArguments) -> anyhow::Result<ExitCode> {
    show(Startup::of_lesson(arguments)?)
}

fn show(startup: Startup) -> anyhow::Result<ExitCode> {
    let (report, messages) = mpsc::channel();
    let archive = startup.shelf.as_ref().map(|shelf| shelf.library(startup.collection.clone()));
    let archivist = Archivist::new(report.clone(), archive);
    let librarian = Librarian::new(report.clone(), startup.collection);
    let mut runner =
        Runner::new(report.clone(), startup.engine_options, startup.seed, startup.shelf, librarian, archivist);
    let Unfinished { saved, in_use, troubles } = runner.find_unfinished();
    let mut problems: Vec<anyhow::Error> = troubles.into_iter().map(anyhow::Error::from).collect();
    problems.extend(startup.problems);

    let clock = Clock::start();
    let canvas = Canvas::open()?;
    let mut state =
        State::new(startup.settings, startup.saved, startup.capabilities, canvas.size()?, startup.seed, clock.now());
    state.is_new = startup.is_new && saved.is_none() && !in_use;
    state.saved_game = saved;
    if in_use {
        state.notify("Your unfinished game is open in another window. Games here are saved separately.");
    }
    if let Some(trouble) = problems.first() {
        state.notify(format!("{trouble:#}"));
    }
    let mut effects = Vec::new();
    startup.first.begin(&mut state, &mut effects);
    input::listen_to_signals(report.clone())?;
    let listener = Listener::start(report)?;

    let mut app = App { state, runner, canvas, clock };
    app.run(&messages, effects)?;
    let App { state, mut runner, canvas, .. } = app;
    listener.stop();
    let left = runner.leave();
    let is_kept = matches!(left, Ok(true)) && state.unfinished().is_some();
    let kept = is_kept.then(|| "Game saved. Run outflank to continue it.".to_owned());
    let finished = runner.finished().map(|games| format!("Finished games are in {}", games.display()));
    drop((state, runner));
    drop(canvas);
    kept.into_iter().chain(finished).for_each(stderr::print);
    left.map(|_| ExitCode::SUCCESS)
}

struct App {
    state: State,
    runner: Runner,
    canvas: Canvas,
    clock: Clock,
}

impl App {
    fn run(&mut self, messages: &Receiver<Message>, effects: Vec<Effect>) -> io::Result<()> {
        let first = update(&mut self.state, Event::Tick, self.clock.now());
        let mut flow = self.perform(effects.into_iter().chain(first));
        while flow.is_continue() {
            self.canvas.draw(&self.state)?;
            let Some(report) = self.wait(messages) else { break };
            flow = self.handle(report);
            // Handle everything that is queued before drawing.
            while let (true, Ok(report)) = (flow.is_continue(), messages.try_recv()) {
                flow = self.handle(report);
            }
        }
        Ok(())
    }

    fn wait(&self, messages: &Receiver<Message>) -> Option<Message> {
        let Some(wake) = self.state.wake() else { return messages.recv().ok() };
        match messages.recv_timeout(wake.since(self.clock.now())) {
            Ok(report) => Some(report),
            Err(RecvTimeoutError::Timeout) => Some(Message::Event(Event::Tick)),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    fn handle(&mut self, report: Message) -> ControlFlow<()> {
        let event = match report {
            Message::Event(event) => event,
            Message::SearchEnded(id) => match self.runner.ended(id) {
                Some(event) => event,
                None => return ControlFlow::Continue(()),
            },
        };
        let effects = update(&mut self.state, event, self.clock.now());
        self.perform(effects)
    }

    fn perform(&mut self, effects: impl IntoIterator<Item = Effect>) -> ControlFlow<()> {
        effects.into_iter().try_for_each(|effect| self.runner.perform(effect, &mut self.canvas))
    }
}

/// A monotonic clock that counts from 1970, so that times continue in the next session.
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
