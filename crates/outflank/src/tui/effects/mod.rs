//! Performs effects: the only module that touches files, threads and the terminal.

pub(crate) mod archivist;
mod engines;
pub(crate) mod input;
pub(crate) mod librarian;
pub(crate) mod saving;
pub(crate) mod start;
pub(crate) mod terminal;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use anyhow::Context;

use crate::commands::drill::{ProgressFile, Recalled};
use crate::storage::records::one;
use crate::storage::shelf::Shelf;
use crate::tui::app::{Effect, Event, Id};
use crate::tui::effects::archivist::Archivist;
use crate::tui::effects::engines::{EngineOptions, Engines};
use crate::tui::effects::input::Message;
use crate::tui::effects::librarian::{Librarian, Request};
use crate::tui::effects::saving::{GameSaver, Unfinished};
use crate::tui::effects::terminal::Canvas;

pub(crate) struct Runner {
    messages: Sender<Message>,
    engines: Engines,
    librarian: Librarian,
    archivist: Archivist,
    saver: GameSaver,
}

impl Runner {
    pub(crate) fn new(
        messages: Sender<Message>,
        engine_options: EngineOptions,
        seed: u64,
        shelf: Option<Shelf>,
        librarian: Librarian,
        archivist: Archivist,
    ) -> Runner {
        let engines = Engines::new(messages.clone(), engine_options, seed);
        Runner { messages, engines, librarian, archivist, saver: GameSaver::new(shelf) }
    }

    pub(crate) fn find_unfinished(&mut self) -> Unfinished {
        self.saver.find_unfinished()
    }

    pub(crate) fn ended(&mut self, id: Id) -> Option<Event> {
        self.engines.ended(id)
    }

    pub(crate) fn perform(&mut self, effect: Effect, canvas: &mut Canvas) -> ControlFlow<()> {
        match effect {
            Effect::StartPrograms { id, players, time } => self.engines.start_programs(id, &players, time),
            Effect::DropPrograms => self.engines.drop_programs(),
            Effect::Seat { players, time } => self.engines.seat(&players, time),
            Effect::Ask { id, color, game, clocks } => self.engines.ask(id, color, game, clocks),
            Effect::Search { id, position, limits } => self.engines.search(id, position, limits),
            Effect::Review { id, search } => self.engines.review(id, &search),
            Effect::Stop(id) => self.engines.stop(id),
            Effect::Explore(position) => self.librarian.ask(Request::Explore(position)),
            Effect::OpenGame(key) => self.librarian.ask(Request::Open(key)),
            Effect::WarmUp => self.engines.warm_up(),
            Effect::Rest => self.engines.rest(),
            Effect::Begin { players, events } => self.save(|saver| saver.begin(&players, &events)),
            Effect::Keep(events) => self.save(|saver| saver.keep(&events)),
            Effect::Heartbeat(now) => self.save(|saver| saver.ran(now)),
            Effect::Finish(record) => self.save(|saver| saver.finish(&record)),
            Effect::SaveAgain => self.save(|_| {}),
            Effect::RestoreGame => {
                match self.saver.restore() {
                    Ok(restored) => self.report(Event::GameRestored(Ok(Box::new(restored)))),
                    Err(error) => {
                        // Another program may have continued or finished it since.
                        let Unfinished { saved, .. } = self.saver.find_unfinished();
                        self.report(Event::GameFound(Box::new(saved)));
                        self.report(Event::GameRestored(Err(error)));
                    }
                }
                self.save(|_| {});
            }
            Effect::LoadProgress => self.use_progress(|file| file.recall()),
            Effect::SaveAnswer(answer) => self.use_progress(|file| file.remember(answer)),
            Effect::Save { path, record } => {
                let path = expand(&path);
                self.report(Event::Saved(one::save(&record, &path).map(|()| path)));
            }
            Effect::Library(request) => self.archivist.ask(*request),
            Effect::Copy(text) => self.check(|_| canvas.copy(&text).context("Could not copy the moves")),
            Effect::Alert { notification } => {
                self.check(|_| canvas.alert(notification).context("Terminal error"));
            }
            Effect::CopyScreen(selection) => {
                let text = canvas.text(&selection);
                if !text.is_empty() {
                    self.check(|_| canvas.copy(&text).context("Could not copy the text"));
                    self.report(Event::Copied);
                }
            }
            Effect::Configure(settings) => self.check(|_| settings.save().context("Could not save the settings")),
            Effect::Redraw => self.check(|_| canvas.renew().context("Terminal error")),
            Effect::Suspend => self.check(|_| canvas.suspend().context("Terminal error")),
            Effect::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn check(&mut self, run: impl FnOnce(&mut Runner) -> anyhow::Result<()>) {
        if let Err(error) = run(self) {
            self.report(Event::Failed(error));
        }
    }

    fn save(&mut self, change: impl FnOnce(&mut GameSaver)) {
        change(&mut self.saver);
        if let Some(event) = self.saver.save() {
            self.report(event);
        }
    }

    fn use_progress(&self, run: impl FnOnce(&ProgressFile) -> anyhow::Result<Recalled>) {
        let recalled = ProgressFile::find().and_then(|file| run(&file));
        self.report(Event::DrillProgress(recalled.map(Box::new)));
    }

    fn report(&self, event: Event) {
        let _ = self.messages.send(Message::Event(event));
    }

    pub(crate) fn leave(&mut self) -> anyhow::Result<bool> {
        self.saver.leave().map(|()| self.saver.can_save())
    }

    pub(crate) fn finished(&self) -> Option<&Path> {
        self.saver.finished()
    }
}

pub(crate) fn expand(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}
