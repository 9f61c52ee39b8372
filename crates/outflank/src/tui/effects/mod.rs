//! Performs effects: the only module that touches files, threads and the terminal.

mod engines;
pub(crate) mod input;
pub(crate) mod librarian;
pub(crate) mod start;
pub(crate) mod terminal;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use anyhow::Context;
use outflank_players::PlayerName;
use outflank_rules::{ByColor, Rules};
use outflank_table as table;

use crate::commands::drill::{ProgressFile, Recalled};
use crate::storage::records::one;
use crate::storage::shelf::{self, Journal, Shelf, ShelfError, Story};
use crate::tui::app::{Effect, Event, Id, RestoredGame, SavedGame};
use crate::tui::effects::engines::{EngineOptions, Engines};
use crate::tui::effects::input::Message;
use crate::tui::effects::librarian::Librarian;
use crate::tui::effects::terminal::Canvas;

pub(crate) struct Runner {
    messages: Sender<Message>,
    engines: Engines,
    librarian: Librarian,
    shelf: Option<Shelf>,
    journal: Option<Journal>,
    kept: Option<shelf::Kept>,
    /// Whether the folder of games has a new game.
    has_finished: bool,
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
        Runner { messages, engines, librarian, shelf, journal: None, kept: None, has_finished: false }
    }

    pub(crate) fn find_unfinished(&mut self) -> (Option<SavedGame>, Vec<anyhow::Error>) {
        let found = match self.shelf.as_ref().map(Shelf::look) {
            Some(Ok(found)) => found,
            Some(Err(error)) => return (None, vec![error.into()]),
            None => return (None, Vec::new()),
        };
        self.kept = found.unfinished.into_iter().next();
        let kept = self.kept.as_ref().and_then(|kept| {
            let Story { table, begun, players: names, .. } = &kept.story;
            let (placed, day) = (table.game().placements().count(), begun.strftime("%Y-%m-%d").to_string());
            Some(SavedGame { players: players(names).ok()?, placed, day })
        });
        (kept, found.troubles.into_iter().map(anyhow::Error::from).collect())
    }

    pub(crate) fn ended(&mut self, id: Id) -> Option<Event> {
        self.engines.ended(id)
    }

    pub(crate) fn perform(&mut self, effect: Effect, canvas: &mut Canvas) -> ControlFlow<()> {
        match effect {
            Effect::Seat { players, time } => self.engines.seat(&players, time),
            Effect::Ask { id, color, game, clocks } => self.engines.ask(id, color, game, clocks),
            Effect::Search { id, position, limits } => self.engines.search(id, position, limits),
            Effect::Stop(id) => self.engines.stop(id),
            Effect::Explore(position) => self.librarian.ask(position),
            Effect::Begin { players, events } => self.check(|runner| runner.begin(&players, &events)),
            Effect::Keep(events) => self.write_journal(|journal| journal.keep(&events)),
            Effect::Heartbeat(now) => self.write_journal(|journal| journal.ran(now)),
            Effect::Finish(record) => self.check(|runner| runner.finish(&record)),
            Effect::RestoreGame => {
                let restored = self.restore();
                self.report(Event::GameRestored(restored.map(Box::new)));
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

    /// Reports a failure; the game continues.
    fn check(&mut self, run: impl FnOnce(&mut Runner) -> anyhow::Result<()>) {
        if let Err(error) = run(self) {
            self.report(Event::Failed(error));
        }
    }

    fn write_journal(&mut self, write: impl FnOnce(&mut Journal) -> Result<(), ShelfError>) {
        self.check(|runner| match &mut runner.journal {
            Some(journal) => write(journal).context("Could not save the game"),
            None => Ok(()),
        });
    }

    fn use_progress(&self, run: impl FnOnce(&ProgressFile) -> anyhow::Result<Recalled>) {
        let recalled = ProgressFile::find().and_then(|file| run(&file));
        self.report(Event::DrillProgress(recalled.map(Box::new)));
    }

    fn report(&self, event: Event) {
        let _ = self.messages.send(Message::Event(event));
    }

    /// Starts the journal of a new game. An earlier journal stays, unless nothing was played.
    fn begin(&mut self, players: &ByColor<PlayerName>, events: &[table::Event]) -> anyhow::Result<()> {
        self.leave()?;
        if let Some(shelf) = &self.shelf {
            let names = ByColor::from_fn(|color| players[color].to_string());
            self.journal = Some(shelf.begin(names, events).context("Could not save the game")?);
        }
        Ok(())
    }

    /// Closes the journal, and deletes it if it has no moves.
    pub(crate) fn leave(&mut self) -> anyhow::Result<()> {
        match self.journal.take() {
            Some(journal) if journal.record().plies().len() == 0 => Ok(journal.discard()?),
            _ => Ok(()),
        }
    }

    fn finish(&mut self, record: &outflank_formats::Record) -> anyhow::Result<()> {
        let Some(journal) = self.journal.take() else { return Ok(()) };
        let mut whole = journal.record();
        for (index, (_, note)) in record.plies().enumerate() {
            if let Some(own) = whole.note_mut(index) {
                own.eval = note.eval;
            }
        }
        journal.finish(&whole).context("Could not save the finished game")?;
        self.has_finished = true;
        Ok(())
    }

    pub(crate) fn finished(&self) -> Option<&Path> {
        self.shelf.as_ref().filter(|_| self.has_finished).map(Shelf::games)
    }

    fn restore(&mut self) -> anyhow::Result<RestoredGame> {
        let (Some(shelf), Some(kept)) = (&self.shelf, self.kept.take()) else {
            anyhow::bail!("There is no game to continue");
        };
        let journal = shelf.take_up(&kept)?;
        let Story { table, players: names, last, .. } = journal.story();
        let restored = RestoredGame { table: table.clone(), players: players(names)?, now: *last };
        self.journal = Some(journal);
        Ok(restored)
    }
}

fn players(names: &ByColor<String>) -> anyhow::Result<ByColor<PlayerName>> {
    Ok(ByColor { black: names.black.parse()?, white: names.white.parse()? })
}

/// Expands `~/`, as a shell would.
pub(crate) fn expand(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}
