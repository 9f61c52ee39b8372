//! Brings a catalogue up to date: only new and changed files are read.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use outflank_formats::format::Format;
use outflank_formats::wthor::NamesKind;

use super::catalogue::{Catalogue, FileEntry, Folder, GameEntry, Root, Stamp, Tables};
use super::sketch::{self, Sketch, Sketches};
use super::texts::{Interner, Renumbering};
use super::walk::{Walk, changed, format_of, holds_games, stamp};
use crate::storage::draft::folder_of;
use crate::storage::records::names;

/// Files read in one go, so that their games need not all be in memory twice.
const BATCH: usize = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    pub(crate) done: usize,
    pub(crate) files: usize,
}

/// `None` if nothing has changed.
pub(super) fn refresh(
    before: &Catalogue,
    roots: &[Root],
    notify: &mut dyn FnMut(Progress),
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Option<Catalogue> {
    let found = Found::below(roots, is_stopped);
    let is_same = found.files.len() == before.files.len()
        && found.files.iter().zip(&before.files).all(|(file, entry)| file.is(entry))
        && found.folders.iter().all(|folder| before.folders().iter().any(|known| known.path == folder.path));
    let has_all = before.folders().iter().all(|known| known.games > 0 || found.has(known));
    if (is_same && has_all) || is_stopped() {
        return None;
    }
    let known: HashMap<(&Root, &Path), usize> =
        before.files.iter().enumerate().map(|(place, file)| ((&file.root, file.path.as_path()), place)).collect();
    let known = |file: &FoundFile| {
        known.get(&(&file.root, file.path.as_path())).copied().filter(|&place| file.is(&before.files[place]))
    };
    let mut builder = Builder::new(before);
    let firsts = firsts(before);
    let files = found.files.iter().filter(|file| known(file).is_none()).count();
    let mut done = 0;
    for batch in found.files.chunks(BATCH) {
        let unknown: Vec<&FoundFile> = batch.iter().filter(|file| known(file).is_none()).collect();
        let read = read_all(&unknown, is_stopped, &mut |more| notify(Progress { done: done + more, files }));
        let mut read = read.into_iter();
        done += unknown.len();
        for file in batch {
            match known(file) {
                Some(place) => builder.take_over(place, &firsts),
                None => builder.add(file, read.next().unwrap_or_default()),
            }
        }
        if is_stopped() {
            return None;
        }
    }
    Some(builder.finish(found.folders))
}

fn firsts(catalogue: &Catalogue) -> Vec<usize> {
    let lengths = catalogue.files.iter().map(|file| file.games as usize);
    lengths.scan(0, |next, length| Some(std::mem::replace(next, *next + length))).collect()
}

struct Found {
    files: Vec<FoundFile>,
    folders: Vec<Folder>,
}

struct FoundFile {
    root: Root,
    path: PathBuf,
    stamp: Stamp,
    fault: Option<String>,
}

impl FoundFile {
    fn is(&self, entry: &FileEntry) -> bool {
        // A folder that could not be read is tried again.
        self.fault.is_none() && self.root == entry.root && self.path == entry.path && self.stamp == entry.stamp
    }
}

impl Found {
    fn below(roots: &[Root], is_stopped: &dyn Fn() -> bool) -> Found {
        let mut found = Found { files: Vec::new(), folders: Vec::new() };
        for root in roots {
            let is_missing = matches!(root, Root::Own(path) if !path.exists());
            let walk = if is_missing { Walk::default() } else { Walk::below(root.path(), is_stopped) };
            match root {
                Root::Own(path) => {
                    found.folders.push(Folder::new(root.clone(), path.clone()));
                    let inner = walk.folders.into_iter().filter(|folder| folder != path);
                    found.folders.extend(inner.map(|folder| Folder::new(root.clone(), folder)));
                }
                Root::Collection(path) | Root::Opened(path) => {
                    found.folders.push(Folder::new(root.clone(), path.clone()));
                }
            }
            let mut names = HashMap::new();
            for (path, metadata) in walk.files.into_iter().filter(|(path, _)| holds_games(root, path)) {
                let mut stamp = stamp(&metadata);
                if format_of(&path) == Some(Format::Wthor) {
                    let folder = folder_of(&path).to_owned();
                    stamp.names = *names.entry(folder).or_insert_with_key(|folder| names_stamp(folder));
                }
                found.files.push(FoundFile { root: root.clone(), path, stamp, fault: None });
            }
            for (path, error) in walk.faults {
                let fault = Some(error.to_string());
                found.files.push(FoundFile { root: root.clone(), path, stamp: Stamp::default(), fault });
            }
        }
        found
    }

    fn has(&self, known: &Folder) -> bool {
        self.folders.iter().any(|folder| folder.root == known.root && folder.path == known.path)
    }
}

fn names_stamp(folder: &Path) -> u64 {
    let files = [NamesKind::Players, NamesKind::Tournaments].map(|kind| names::find(folder, kind));
    let metadata = files.into_iter().flatten().filter_map(|path| fs::metadata(path).ok());
    metadata.fold(1, |stamp, metadata| stamp.wrapping_mul(31) ^ changed(&metadata) ^ metadata.len())
}

/// On all cores.
fn read_all(
    files: &[&FoundFile],
    is_stopped: &(dyn Fn() -> bool + Sync),
    notify: &mut dyn FnMut(usize),
) -> Vec<Sketches> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(files.len());
    let next = AtomicUsize::new(0);
    let read = Mutex::new(vec![Sketches::default(); files.len()]);
    let work = |mut tell: Option<&mut dyn FnMut(usize)>| {
        while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&at| at < files.len() && !is_stopped())
        {
            let sketches = match &files[at].fault {
                Some(fault) => Sketches { fault_count: 1, faults: vec![fault.clone()], ..Sketches::default() },
                None => sketch::read(&files[at].path, is_stopped),
            };
            if let Ok(mut read) = read.lock() {
                read[at] = sketches;
            }
            if let Some(tell) = tell.as_mut() {
                tell(at + 1);
            }
        }
    };
    thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(|| work(None))));
        work(Some(notify));
    });
    read.into_inner().unwrap_or_default()
}

struct Builder<'b> {
    before: &'b Catalogue,
    players: Interner,
    events: Interner,
    openings: Interner,
    dates: Interner,
    starts: Interner,
    old: [Renumbering<'b>; 5],
    files: Vec<FileEntry>,
    games: Vec<GameEntry>,
    moves: Vec<u8>,
}

impl<'b> Builder<'b> {
    fn new(before: &'b Catalogue) -> Builder<'b> {
        let Tables { players, events, openings, dates, starts } = &before.texts;
        Builder {
            before,
            players: Interner::default(),
            events: Interner::default(),
            openings: Interner::default(),
            dates: Interner::default(),
            starts: Interner::default(),
            old: [players, events, openings, dates, starts].map(Renumbering::new),
            files: Vec::new(),
            games: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn take_over(&mut self, place: usize, firsts: &[usize]) {
        let file = &self.before.files[place];
        let first = firsts[place];
        for game in self.before.games.iter().skip(first).take(file.games as usize) {
            let [players, events, openings, dates, starts] = &mut self.old;
            let moves_at = self.moves.len() as u32;
            let moves = game.moves_at as usize..game.moves_at as usize + usize::from(game.moves);
            self.moves.extend(self.before.moves.get(moves).unwrap_or_default());
            self.games.push(GameEntry {
                file: self.files.len() as u32,
                players: game.players.map(|player| players.number(player, &mut self.players)),
                event: events.number(game.event, &mut self.events),
                opening: openings.number(game.opening, &mut self.openings),
                date: dates.number(game.date, &mut self.dates),
                start: starts.number(game.start, &mut self.starts),
                moves_at,
                ..*game
            });
        }
        self.files.push(file.clone());
    }

    fn add(&mut self, file: &FoundFile, sketches: Sketches) {
        let Sketches { games, faults, fault_count } = sketches;
        let entry = FileEntry {
            root: file.root.clone(),
            path: file.path.clone(),
            stamp: file.stamp,
            games: games.len() as u32,
            faults,
            fault_count,
        };
        for Sketch { number, key, players, event, opening, date, start, moves, margin } in games {
            let game = GameEntry {
                key,
                file: self.files.len() as u32,
                number,
                players: players.map(|player| self.players.number(&player)),
                event: self.events.number(&event),
                opening: self.openings.number(&opening),
                date: self.dates.number(&date),
                start: self.starts.number(&start),
                moves_at: self.moves.len() as u32,
                moves: moves.len().min(64) as u8,
                margin,
            };
            self.moves.extend(moves.iter().take(64));
            self.games.push(game);
        }
        self.files.push(entry);
    }

    fn finish(self, folders: Vec<Folder>) -> Catalogue {
        let Builder { players, events, openings, dates, starts, files, games, moves, .. } = self;
        let texts = Tables {
            players: players.finish(),
            events: events.finish(),
            openings: openings.finish(),
            dates: dates.finish(),
            starts: starts.finish(),
        };
        Catalogue::new(texts, files, games, moves, folders)
    }
}
