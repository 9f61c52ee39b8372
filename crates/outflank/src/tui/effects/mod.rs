//! Performs effects: the only module that touches files, threads and the terminal.

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
use outflank_rules::Rules;

use crate::commands::drill::{ProgressFile, Recalled};
use crate::storage::records::one;
use crate::storage::shelf::Shelf;
use crate::tui::app::{Effect, Event, Id, SavedGame};
use crate::tui::effects::engines::{EngineOptions, Engines};
use crate::tui::effects::input::Message;
use crate::tui::effects::librarian::Librarian;
use crate::tui::effects::saving::GameSaver;
use crate::tui::effects::terminal::Canvas;

pub(crate) struct Runner {
    messages: Sender<Message>,
    engines: Engines,
    librarian: Librarian,
    saver: GameSaver,
}

impl Runner {
    pub(crate) fn new(
        messages: Sender<Message>,
        engine_options: EngineOptions,
        seed: u64,
        shelf: Option<Shelf>,
        librarian: Librarian,
    ) -> Runner {
        let engines = Engines::new(messages.clone(), engine_options, seed);
        Runner { messages, engines, librarian, saver: GameSaver::new(shelf) }
    }

    pub(crate) fn find_unfinished(&mut self) -> (Option<SavedGame>, Vec<anyhow::Error>) {
        let (kept, troubles) = self.saver.find_unfinished();
        (kept, troubles.into_iter().map(anyhow::Error::from).collect())
    }

    pub(crate) fn ended(&mut self, id: Id) -> Option<Event> {
        self.engines.ended(id)
    }

    pub(crate) fn perform(&mut self, effect: Effect, canvas: &mut Canvas) -> ControlFlow<()> {
        match effect {
            Effect::Seat { players, time } => self.engines.seat(&players, time),
            Effect::Ask { id, color, game, clocks } => self.engines.ask(id, color, game, clocks),
            Effect::Search { id, position, limits } => self.engines.search(id, position, limits),
            Effect::Review { id, search } => self.engines.review(id, &search),
            Effect::Stop(id) => self.engines.stop(id),
            Effect::Explore(position) => self.librarian.ask(position),
            Effect::Begin { players, events } => self.save(|saver| saver.begin(&players, &events)),
            Effect::Keep(events) => self.save(|saver| saver.keep(&events)),
            Effect::Heartbeat(now) => self.save(|saver| saver.ran(now)),
            Effect::Finish(record) => self.save(|saver| saver.finish(&record)),
            Effect::SaveAgain => self.save(|_| {}),
            Effect::RestoreGame => {
                let restored = self.saver.restore();
                self.report(Event::GameRestored(restored.map(Box::new)));
                self.save(|_| {});
            }
            Effect::LoadProgress => self.use_progress(|file| file.recall()),
            Effect::SaveAnswer(answer) => self.use_progress(|file| file.remember(answer)),
            Effect::Save { path, record } => {
                let path = expand(&path);
                self.report(Event::Saved(one::save(&record, &path).map(|()| path)));
            }
            Effect::Open(source) => {
                let source = expand(Path::new(&source)).to_string_lossy().into_owned();
                self.report(Event::Opened(one::open(&source, Rules::default()).map(Box::new)));
            }
            Effect::Copy(text) => self.check(|_| canvas.copy(&text).context("Could not copy the moves")),
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

    /// Saves everything a last time, and returns whether games are saved at all.
    pub(crate) fn leave(&mut self) -> anyhow::Result<bool> {
        self.saver.leave().map(|()| self.saver.can_save())
    }

    pub(crate) fn finished(&self) -> Option<&Path> {
        self.saver.finished()
    }
}

/// Expands `~/`, as a shell would.
pub(crate) fn expand(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}
