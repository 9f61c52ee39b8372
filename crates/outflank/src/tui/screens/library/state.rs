use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_rules::{Game, Square};

use crate::storage::library::{Catalogue, Entry, Folder, GameKey, GameView, Importing, Place, Progress, SortBy, Tags};
use crate::tui::app::Screen;

/// What the library shows. It stays while another screen is open.
#[derive(Debug, Default)]
pub(crate) struct Library {
    catalogue: Arc<Catalogue>,
    tags: Arc<Tags>,
    sorted: Vec<Entry>,
    shown: Vec<Entry>,
    sort: SortBy,
    query: String,
    /// The chosen folder's path, and its place in the catalogue. `None` for all games.
    folder: Option<(PathBuf, usize)>,
    pub(crate) focus: Focus,
    selected: usize,
    /// The move up to which the preview shows the game; the end if `None`.
    step: Option<usize>,
    pub(crate) loading: Loading,
    pub(crate) task: Option<Task>,
    /// What could not be read by the last import.
    pub(crate) problems: Vec<String>,
    /// The screen from which the library was opened.
    pub(crate) back: Option<Screen>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Focus {
    #[default]
    Games,
    Search,
    Folders,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Loading {
    #[default]
    NotStarted,
    Reading(Option<Progress>),
    Done,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Importing(Importing),
    Exporting(usize),
}

impl Library {
    pub(crate) fn take(&mut self, catalogue: Arc<Catalogue>) {
        let selected = self.selected_place();
        self.catalogue = catalogue;
        self.sorted = self.catalogue.sorted(self.sort);
        let folder = self.folder.take();
        self.folder = folder.and_then(|(path, _)| self.folder_at(&path).map(|at| (path, at)));
        self.search_again();
        // The same game stays selected; if it is gone, the one in its place.
        let is_it = |&entry: &Entry| {
            let place = self.catalogue.game(entry).and_then(|game| game.place());
            place
                .zip(selected.as_ref())
                .is_some_and(|(place, (file, number))| place.number == *number && place.path == *file)
        };
        let again = selected.as_ref().and_then(|_| self.shown.iter().position(is_it));
        self.select(again.unwrap_or(self.selected));
    }

    pub(crate) fn take_tags(&mut self, tags: Arc<Tags>) {
        if *self.tags != *tags {
            self.tags = tags;
            self.search_again();
            self.select(self.selected);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.catalogue.len()
    }

    pub(crate) fn faults(&self) -> (Vec<String>, u32) {
        let (faults, count) = self.catalogue.faults();
        (faults.map(|(path, fault)| format!("{}: {fault}", path.display())).collect(), count)
    }

    pub(crate) fn shown(&self) -> &[Entry] {
        &self.shown
    }

    pub(crate) fn game(&self, entry: Entry) -> Option<GameView<'_>> {
        self.catalogue.game(entry)
    }

    pub(crate) fn tags_of(&self, game: GameKey) -> &[String] {
        self.tags.of(game)
    }

    pub(crate) fn selected(&self) -> usize {
        self.selected
    }

    pub(crate) fn selected_game(&self) -> Option<GameView<'_>> {
        self.shown.get(self.selected).and_then(|&entry| self.catalogue.game(entry))
    }

    pub(crate) fn places(&self) -> Vec<Place> {
        self.shown.iter().filter_map(|&entry| self.catalogue.game(entry)?.place()).collect()
    }

    pub(crate) fn select(&mut self, at: usize) {
        let at = at.min(self.shown.len().saturating_sub(1));
        if at != self.selected {
            self.step = None;
        }
        self.selected = at;
    }

    pub(crate) fn sort(&self) -> SortBy {
        self.sort
    }

    pub(crate) fn sort_by(&mut self, sort: SortBy) {
        self.sort = sort;
        self.sorted = self.catalogue.sorted(sort);
        self.search_again();
        self.select(0);
    }

    pub(crate) fn query(&self) -> &str {
        &self.query
    }

    pub(crate) fn search(&mut self, query: String) {
        if query != self.query {
            self.query = query;
            self.search_again();
            self.select(0);
        }
    }

    fn search_again(&mut self) {
        let among = self.sorted.iter().copied();
        self.shown = match &self.folder {
            None => self.catalogue.search(&self.query, &self.tags, among),
            Some((_, folder)) => {
                let inside = among.filter(|&entry| self.catalogue.is_in(entry, *folder));
                self.catalogue.search(&self.query, &self.tags, inside)
            }
        };
        self.step = None;
    }

    pub(crate) fn folders(&self) -> &[Folder] {
        self.catalogue.folders()
    }

    pub(crate) fn folder_line(&self) -> usize {
        self.folder.as_ref().map_or(0, |(_, at)| at + 1)
    }

    pub(crate) fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref().and_then(|(_, at)| self.folders().get(*at))
    }

    pub(crate) fn choose_folder(&mut self, line: usize) {
        let line = line.min(self.folders().len());
        if line == self.folder_line() {
            return;
        }
        let folder = line.checked_sub(1).and_then(|at| Some((self.folders().get(at)?.path.clone(), at)));
        self.folder = folder;
        self.search_again();
        self.select(0);
    }

    pub(crate) fn show(&mut self, path: &Path) {
        self.choose_folder(self.folder_at(path).map_or(0, |at| at + 1));
        self.search(String::new());
        self.focus = Focus::Games;
    }

    fn folder_at(&self, path: &Path) -> Option<usize> {
        self.folders().iter().position(|folder| folder.path == path)
    }

    /// The selected game up to the step that is shown, the last move, and the number of moves.
    pub(crate) fn preview(&self) -> Option<(Game, Option<Square>, usize)> {
        let game = self.selected_game()?.play();
        let moves: Vec<Square> = game.placements().collect();
        let step = self.step.unwrap_or(moves.len()).min(moves.len());
        let mut shown = Game::new(*game.start());
        for &square in &moves[..step] {
            if shown.play(square).is_err() {
                break;
            }
        }
        Some((shown, step.checked_sub(1).map(|last| moves[last]), moves.len()))
    }

    pub(crate) fn step(&mut self, forward: bool) {
        let Some(moves) = self.selected_game().map(|game| game.moves().len()) else { return };
        let at = self.step.unwrap_or(moves);
        self.step = Some(if forward { (at + 1).min(moves) } else { at.saturating_sub(1) });
    }

    fn selected_place(&self) -> Option<(PathBuf, u32)> {
        let place = self.selected_game()?.place()?;
        Some((place.path, place.number))
    }
}
