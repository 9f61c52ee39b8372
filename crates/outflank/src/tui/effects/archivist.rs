//! The games library, on a thread of its own that starts with the first request. Imports and exports have threads too, so that the list stays
//! usable.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Context, anyhow};
use outflank_formats::Record;
use outflank_rules::Rules;

use crate::storage::library::{Archive, Catalogue, Change, browse, export};
use crate::storage::records::one;
use crate::tui::app::Event;
use crate::tui::effects::expand;
use crate::tui::effects::input::Message;
use crate::tui::screens::library::{News, Request};

pub(crate) struct Archivist {
    messages: Sender<Message>,
    archive: Option<Archive>,
    requests: Option<Sender<Job>>,
    stop: Arc<AtomicBool>,
}

enum Job {
    Asked(Request),
    /// Files may have changed.
    Refresh,
}

impl Archivist {
    pub(crate) fn new(messages: Sender<Message>, archive: Option<Archive>) -> Archivist {
        Archivist { messages, archive, requests: None, stop: Arc::default() }
    }

    pub(crate) fn ask(&mut self, request: Request) {
        let requests = match &self.requests {
            Some(requests) => requests.clone(),
            None => {
                let (requests, asked) = mpsc::channel();
                let worker = Worker {
                    messages: self.messages.clone(),
                    archive: self.archive.clone(),
                    catalogue: Arc::default(),
                    is_loaded: false,
                    opened: Vec::new(),
                    changes: Vec::new(),
                };
                thread::spawn(move || worker.work(&asked));
                self.requests.insert(requests).clone()
            }
        };
        match request {
            Request::Import(source) => self.begin(requests, move |archive, task| task.import(archive, &source)),
            Request::Export { places, path } => {
                self.begin(requests, move |_, task| {
                    let path = expand(&path);
                    let mut tell = task.reporter(News::Exporting);
                    let is_stopped = || task.is_stopped();
                    Ok(match export(&places, &path, &mut tell, &is_stopped)? {
                        Some(exported) => News::Exported { path, exported },
                        None => News::Stopped,
                    })
                });
            }
            Request::Stop => self.stop.store(true, Ordering::Relaxed),
            // The thread ends only after the program stops listening.
            request => drop(requests.send(Job::Asked(request))),
        }
    }

    fn begin(
        &mut self,
        requests: Sender<Job>,
        run: impl FnOnce(&Archive, &Task) -> anyhow::Result<News> + Send + 'static,
    ) {
        let Some(archive) = self.archive.clone() else { return report(&self.messages, News::Failed(no_folder())) };
        // A new flag: an earlier task may still be stopping.
        self.stop = Arc::default();
        let task = Task { messages: self.messages.clone(), stop: Arc::clone(&self.stop) };
        thread::spawn(move || {
            let news = run(&archive, &task).unwrap_or_else(News::Failed);
            report(&task.messages, News::Ended);
            report(&task.messages, news);
            let _ = requests.send(Job::Refresh);
        });
    }
}

fn no_folder() -> anyhow::Error {
    anyhow!("no data folder found; set OUTFLANK_HOME")
}

fn report(messages: &Sender<Message>, news: News) {
    let _ = messages.send(Message::Event(Event::Library(news)));
}

struct Task {
    messages: Sender<Message>,
    stop: Arc<AtomicBool>,
}

impl Task {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn reporter<T>(&self, news: impl Fn(T) -> News) -> impl FnMut(T) {
        let messages = self.messages.clone();
        let mut pace = Pace::default();
        move |progress| {
            if pace.is_due() {
                report(&messages, news(progress));
            }
        }
    }

    fn import(&self, archive: &Archive, source: &Path) -> anyhow::Result<News> {
        let mut tell = self.reporter(News::Importing);
        let imported = archive.import(source, &mut tell, &|| self.is_stopped())?;
        Ok(imported.map_or(News::Stopped, |imported| News::Imported(Box::new(imported))))
    }
}

#[derive(Default)]
struct Pace {
    last: Option<std::time::Instant>,
}

impl Pace {
    fn is_due(&mut self) -> bool {
        const EVERY: std::time::Duration = std::time::Duration::from_millis(100);
        let is_due = self.last.is_none_or(|last| last.elapsed() >= EVERY);
        if is_due {
            self.last = Some(std::time::Instant::now());
        }
        is_due
    }
}

struct Worker {
    messages: Sender<Message>,
    archive: Option<Archive>,
    catalogue: Arc<Catalogue>,
    is_loaded: bool,
    opened: Vec<PathBuf>,
    changes: Vec<Change>,
}

impl Worker {
    fn work(mut self, asked: &Receiver<Job>) {
        while let Ok(job) = asked.recv() {
            match job {
                Job::Refresh => self.refresh(),
                Job::Asked(request) => {
                    if let Err(error) = self.answer(request) {
                        self.report(News::Failed(error));
                    }
                }
            }
        }
    }

    fn answer(&mut self, request: Request) -> anyhow::Result<()> {
        let archive = self.archive.clone().ok_or_else(no_folder);
        match request {
            Request::Load => self.load(),
            Request::Open(place) => {
                let record = archive?.open(&place);
                if record.is_err() {
                    self.refresh();
                }
                self.report(News::Opened(Box::new(record?)));
            }
            Request::OpenPath(path) => self.open_path(&path)?,
            Request::OpenText { folder, text } => self.open_text(&folder, &text)?,
            Request::Browse(folder) => self.report(News::Browsed(browse(&expand(&folder))?)),
            Request::Delete(place) => {
                let archive = archive?;
                let change = archive.delete(&place)?;
                self.keep(change, format!("Deleted {}. Press u to undo.", game_name(&archive, &place)));
            }
            Request::DeleteFolder(folder) => {
                let archive = archive?;
                let change = archive.delete_folder(&folder)?;
                self.keep(change, format!("Deleted {}. Press u to undo.", archive.shown(&folder)));
            }
            Request::Rename { path, name } => {
                let archive = archive?;
                let change = archive.rename(&path, &name)?;
                let Change::Renamed { now, .. } = &change else { return Ok(()) };
                let text = format!("Renamed to {}.", archive.shown(now));
                self.keep(change, text);
            }
            Request::Tag { game, tags } => {
                let change = archive?.tag(game, tags)?;
                self.keep(change, "Tags saved.".to_owned());
            }
            Request::Undo => {
                let archive = archive?;
                let change = self.changes.last().context("There is nothing to undo.")?;
                let done = archive.undo(change)?;
                self.changes.pop();
                self.report(News::Done(done));
                self.refresh();
            }
            Request::Import(_) | Request::Export { .. } | Request::Stop => {}
        }
        Ok(())
    }

    fn load(&mut self) {
        if !self.is_loaded {
            self.is_loaded = true;
            if let Some(cached) = self.archive.as_ref().and_then(Archive::cached) {
                self.catalogue = Arc::new(cached);
                self.report_tags();
                self.report(News::Loaded(Arc::clone(&self.catalogue)));
            }
        }
        self.refresh();
    }

    fn refresh(&mut self) {
        let Some(archive) = &self.archive else { return self.report(News::Failed(no_folder())) };
        let mut pace = Pace::default();
        let messages = self.messages.clone();
        let mut tell = |progress| {
            if pace.is_due() {
                report(&messages, News::Reading(progress));
            }
        };
        let changed = archive.refresh(&self.catalogue, &self.opened, &mut tell, &|| false);
        self.report_tags();
        if let Some(catalogue) = changed {
            self.catalogue = Arc::new(catalogue);
            self.report(News::Loaded(Arc::clone(&self.catalogue)));
        }
        self.report(News::UpToDate);
    }

    fn report_tags(&self) {
        match self.archive.as_ref().map(Archive::tags) {
            Some(Ok((tags, set_aside))) => {
                self.report(News::Tags(Arc::new(tags)));
                if let Some(aside) = set_aside {
                    let path = aside.0.display();
                    self.report(News::Failed(anyhow!(
                        "The tags file was damaged. The lines that could not be read are in {path}"
                    )));
                }
            }
            Some(Err(error)) => self.report(News::Failed(error)),
            None => {}
        }
    }

    fn keep(&mut self, change: Change, text: String) {
        self.changes.push(change);
        self.report(News::Done(text));
        self.refresh();
    }

    fn open_path(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = || path.display().to_string();
        if !Archive::has_several(path).with_context(name)? {
            return self.open_record(one::load(path)?);
        }
        let path = path.canonicalize().with_context(name)?;
        let is_listed = self.archive.as_ref().is_some_and(|archive| path.starts_with(archive.folder()));
        if !is_listed && !self.opened.contains(&path) {
            self.opened.push(path.clone());
        }
        self.load();
        self.report(News::OpenedFile(path));
        Ok(())
    }

    /// A folder, a file, `FILE#7`, or the record itself.
    fn open_text(&mut self, folder: &Path, text: &str) -> anyhow::Result<()> {
        let path = folder.join(expand(Path::new(text)));
        if path.is_dir() {
            self.report(News::Browsed(browse(&path)?));
            return Ok(());
        }
        if path.is_file() {
            return self.open_path(&path);
        }
        let is_numbered =
            path.to_str().and_then(|path| path.rsplit_once('#')).is_some_and(|(file, _)| Path::new(file).is_file());
        let source = if is_numbered { path.to_string_lossy().into_owned() } else { text.to_owned() };
        self.open_record(one::open(&source, Rules::default())?)
    }

    fn open_record(&self, record: Record) -> anyhow::Result<()> {
        self.report(News::Opened(Box::new(record)));
        Ok(())
    }

    fn report(&self, news: News) {
        report(&self.messages, news);
    }
}

fn game_name(archive: &Archive, place: &crate::storage::library::Place) -> String {
    match place.of {
        1 => archive.shown(&place.path),
        _ => format!("game {} of {}", place.number, archive.shown(&place.path)),
    }
}
