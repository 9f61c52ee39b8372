use std::path::{Path, PathBuf};

use outflank_formats::plain;
use outflank_rules::{ByColor, Game, Position, Rules, Square};

use super::texts::Texts;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Catalogue {
    pub(super) texts: Tables,
    pub(super) files: Vec<FileEntry>,
    pub(super) games: Vec<GameEntry>,
    pub(super) moves: Vec<u8>,
    folders: Vec<Folder>,
    placed: Vec<u32>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tables {
    pub(super) players: Texts,
    pub(super) events: Texts,
    pub(super) openings: Texts,
    pub(super) dates: Texts,
    /// Boards of games that do not begin as usual, in plain text.
    pub(super) starts: Texts,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileEntry {
    pub(super) root: Root,
    pub(super) path: PathBuf,
    pub(super) stamp: Stamp,
    pub(super) games: u32,
    pub(super) faults: Vec<String>,
    pub(super) fault_count: u32,
}

/// Changes when a file does. For WTHOR, the files of names count too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) size: u64,
    pub(super) changed: u64,
    pub(super) names: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Root {
    Own(PathBuf),
    /// A file or folder of the setting `collection`.
    Collection(PathBuf),
    /// A file with several games, opened in this session.
    Opened(PathBuf),
}

impl Root {
    pub(crate) fn path(&self) -> &Path {
        let (Root::Own(path) | Root::Collection(path) | Root::Opened(path)) = self;
        path
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameEntry {
    pub(super) key: GameKey,
    pub(super) file: u32,
    /// Its place in the file, counted from 1.
    pub(super) number: u32,
    pub(super) players: ByColor<u32>,
    pub(super) event: u32,
    pub(super) opening: u32,
    pub(super) date: u32,
    pub(super) start: u32,
    pub(super) moves_at: u32,
    pub(super) moves: u8,
    pub(super) margin: Option<i8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct GameKey(pub(super) u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Entry(pub(super) u32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Folder {
    pub(crate) root: Root,
    pub(crate) path: PathBuf,
    /// Its name below the library's folder; empty for the library's folder itself.
    pub(crate) name: String,
    pub(crate) games: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) root: Root,
    pub(crate) path: PathBuf,
    pub(crate) number: u32,
    /// The number of games in the file.
    pub(crate) of: u32,
    pub(crate) key: GameKey,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct GameView<'c> {
    pub(super) catalogue: &'c Catalogue,
    pub(super) entry: &'c GameEntry,
}

impl Catalogue {
    pub(super) fn new(
        texts: Tables,
        files: Vec<FileEntry>,
        games: Vec<GameEntry>,
        moves: Vec<u8>,
        folders: Vec<Folder>,
    ) -> Catalogue {
        let mut catalogue = Catalogue { texts, files, games, moves, folders, placed: Vec::new() };
        catalogue.place_files();
        catalogue
    }

    pub(crate) fn len(&self) -> usize {
        self.games.len()
    }

    #[cfg(test)]
    pub(crate) fn entries(&self) -> impl ExactSizeIterator<Item = Entry> + use<> {
        (0..self.games.len() as u32).map(Entry)
    }

    pub(crate) fn game(&self, entry: Entry) -> Option<GameView<'_>> {
        self.games.get(entry.0 as usize).map(|entry| GameView { catalogue: self, entry })
    }

    pub(crate) fn folders(&self) -> &[Folder] {
        &self.folders
    }

    /// Whether a game is in this folder itself, not in a folder below it.
    pub(crate) fn is_in(&self, entry: Entry, folder: usize) -> bool {
        let file = self.games.get(entry.0 as usize).map(|game| game.file as usize);
        file.and_then(|file| self.placed.get(file)).is_some_and(|&place| place as usize == folder)
    }

    pub(crate) fn faults(&self) -> (impl Iterator<Item = (&Path, &str)>, u32) {
        let faults =
            self.files.iter().flat_map(|file| file.faults.iter().map(|fault| (file.path.as_path(), fault.as_str())));
        (faults, self.files.iter().map(|file| file.fault_count).sum())
    }

    fn place_files(&mut self) {
        let mut placed = Vec::with_capacity(self.files.len());
        let mut last = 0;
        for file in &self.files {
            let path = match &file.root {
                Root::Own(root) => file.path.parent().unwrap_or(root),
                Root::Collection(path) | Root::Opened(path) => path,
            };
            let is_it = |folder: &Folder| folder.root == file.root && folder.path == path;
            // Files are sorted, so most are in the folder of the file before.
            if !self.folders.get(last).is_some_and(is_it) {
                last = self.folders.iter().position(is_it).unwrap_or_else(|| {
                    self.folders.push(Folder::new(file.root.clone(), path.to_owned()));
                    self.folders.len() - 1
                });
            }
            self.folders[last].games += file.games as usize;
            placed.push(last as u32);
        }
        self.placed = placed;
    }
}

impl Folder {
    pub(super) fn new(root: Root, path: PathBuf) -> Folder {
        let name = match &root {
            Root::Own(root) => path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned(),
            Root::Collection(path) | Root::Opened(path) => {
                path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
            }
        };
        Folder { root, path, name, games: 0 }
    }
}

impl<'c> GameView<'c> {
    pub(crate) fn key(&self) -> GameKey {
        self.entry.key
    }

    pub(crate) fn players(&self) -> ByColor<&'c str> {
        self.entry.players.map(|number| self.catalogue.texts.players.get(number))
    }

    pub(crate) fn event(&self) -> &'c str {
        self.catalogue.texts.events.get(self.entry.event)
    }

    pub(crate) fn opening(&self) -> &'c str {
        self.catalogue.texts.openings.get(self.entry.opening)
    }

    /// `2026-11-15`, `2026-11`, `2026`, or empty.
    pub(crate) fn date(&self) -> &'c str {
        self.catalogue.texts.dates.get(self.entry.date)
    }

    /// For Black; empty squares go to the winner.
    pub(crate) fn margin(&self) -> Option<i8> {
        self.entry.margin
    }

    pub(crate) fn moves(&self) -> impl ExactSizeIterator<Item = Square> + Clone + use<'c> {
        let first = self.entry.moves_at as usize;
        let moves = self.catalogue.moves.get(first..first + usize::from(self.entry.moves)).unwrap_or_default();
        moves.iter().map(|&byte| Square::ALL[usize::from(byte % 64)])
    }

    pub(crate) fn place(&self) -> Option<Place> {
        let file = self.catalogue.files.get(self.entry.file as usize)?;
        Some(Place {
            root: file.root.clone(),
            path: file.path.clone(),
            number: self.entry.number,
            of: file.games + file.fault_count,
            key: self.entry.key,
        })
    }

    /// The game as far as its moves are legal.
    pub(crate) fn play(&self) -> Game {
        let start = self.catalogue.texts.starts.get(self.entry.start);
        let usual = || Position::initial(Rules::Standard);
        let start = match start {
            "" => usual(),
            text => plain::parse(text).map_or_else(|_| usual(), |unchecked| unchecked.start),
        };
        let mut game = Game::new(start);
        for square in self.moves() {
            if game.play(square).is_err() {
                break;
            }
        }
        game
    }
}

/// "34-30"; with komi, an odd margin cannot be written as discs.
pub(crate) fn score(margin: i8) -> String {
    match margin % 2 {
        0 => format!("{}-{}", 32 + margin / 2, 32 - margin / 2),
        _ => format!("{margin:+}"),
    }
}
