pub(crate) mod draw;
mod report;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;

use std::path::PathBuf;
use std::sync::Arc;

use crossterm::event::KeyCode;
use outflank_formats::Record;
use ratatui::layout::Rect;

use crate::storage::library::{
    Catalogue, Exported, GameKey, Imported, Importing, Listing, Place, Progress, Root, SortBy, Tags, parse_list,
};
use crate::tui::app::{Effect, Mouse, MouseAction, Screen, State};
use crate::tui::keymap::{self, Action, Offer, Press, offer};
use crate::tui::screens::browser::{self, Goal};
use crate::tui::screens::global;
use crate::tui::screens::overlay::{Overlay, Prompt, Purpose};
use crate::tui::screens::page::{self, Subject};
use crate::tui::widgets::field;
use draw::Layout;
pub(crate) use report::receive;
use state::{Focus, Library, Loading, Task};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    Load,
    Open(Place),
    OpenPath(PathBuf),
    OpenText { folder: PathBuf, text: String },
    Browse(PathBuf),
    Delete(Place),
    DeleteFolder(PathBuf),
    Rename { path: PathBuf, name: String },
    Tag { game: GameKey, tags: Vec<String> },
    Undo,
    Import(PathBuf),
    Export { places: Vec<Place>, path: PathBuf },
    Stop,
}

#[derive(Debug)]
pub(crate) enum News {
    Reading(Progress),
    Loaded(Arc<Catalogue>),
    Tags(Arc<Tags>),
    UpToDate,
    Opened(Box<Record>),
    /// A file with several games is now in the catalogue.
    OpenedFile(PathBuf),
    Browsed(Listing),
    Done(String),
    Importing(Importing),
    Exporting(usize),
    Imported(Box<Imported>),
    Exported {
        path: PathBuf,
        exported: Exported,
    },
    Stopped,
    Ended,
    Failed(anyhow::Error),
}

const LIST: [Offer; 8] = [
    offer(Action::Up, "").here("previous game or folder"),
    offer(Action::Down, "").here("next game or folder"),
    offer(Action::PageUp, ""),
    offer(Action::PageDown, ""),
    offer(Action::First, "").here("first game or folder"),
    offer(Action::Last, "").here("last game or folder"),
    offer(Action::Left, "").here("previous move on the small board"),
    offer(Action::Right, "").here("next move on the small board"),
];

const GAMES: [Offer; 13] = [
    offer(Action::Do, "open").here("open the game"),
    offer(Action::Search, "search").here("search"),
    offer(Action::NextGroup, "folders").here("folders"),
    offer(Action::Import, "import"),
    offer(Action::OpenFile, "file"),
    offer(Action::Save, "export").here("export to a file"),
    offer(Action::Sort, "sort"),
    offer(Action::Tag, "tags"),
    offer(Action::Rename, "rename").here("rename, or move to a folder"),
    offer(Action::Delete, "delete").here("delete the game"),
    offer(Action::Undo, "").here("undo the last change"),
    offer(Action::Problems, ""),
    offer(Action::Back, "leave").here("leave the library"),
];

const FOLDERS: [Offer; 9] = [
    offer(Action::Do, "games").here("the games of the folder"),
    offer(Action::NextGroup, "games").here("the games of the folder").unseen(),
    offer(Action::Search, "search").here("search"),
    offer(Action::Import, "import"),
    offer(Action::Save, "export").here("export to a file"),
    offer(Action::Rename, "rename").here("rename the folder"),
    offer(Action::Delete, "delete").here("delete the folder"),
    offer(Action::Undo, "").here("undo the last change"),
    offer(Action::Back, "back").here("back to the games"),
];

const SEARCH: [Offer; 6] = [
    offer(Action::Do, "to the games").here("to the games"),
    offer(Action::NextGroup, "").here("to the games"),
    offer(Action::Down, "").here("next game"),
    offer(Action::PageDown, ""),
    offer(Action::Clear, "clear").here("clear the search"),
    offer(Action::Back, "all games").here("all games"),
];

const CANCEL: Offer = offer(Action::Back, "cancel").here("cancel the import or export");

pub(crate) fn offers(state: &State) -> Vec<Offer> {
    let own = match state.library.focus {
        Focus::Search => return SEARCH.to_vec(),
        Focus::Games => [&GAMES[..], &LIST].concat(),
        Focus::Folders => [&FOLDERS[..], &LIST].concat(),
    };
    match state.library.task {
        Some(_) => own.into_iter().map(|one| if one.action == Action::Back { CANCEL } else { one }).collect(),
        None => own,
    }
}

pub(crate) fn focus(state: &State) -> keymap::Focus {
    match state.library.focus {
        Focus::Search => keymap::Focus::Text,
        Focus::Games | Focus::Folders => keymap::Focus::List,
    }
}

pub(crate) fn open(state: &mut State, effects: &mut Vec<Effect>) {
    if !matches!(state.screen, Screen::Library | Screen::Browser(_)) {
        state.library.back = Some(state.screen.clone());
    }
    state.screen = Screen::Library;
    if state.library.loading == Loading::NotStarted {
        state.library.loading = Loading::Reading(None);
    }
    ask(effects, Request::Load);
}

pub(crate) fn ask(effects: &mut Vec<Effect>, request: Request) {
    effects.push(Effect::Library(Box::new(request)));
}

pub(crate) fn typed(state: &mut State, press: Press) -> bool {
    if state.library.focus != Focus::Search {
        return false;
    }
    match (press.typed(), press.code) {
        (Some(character), _) => insert(state, character.encode_utf8(&mut [0; 4])),
        (None, KeyCode::Backspace) => {
            let mut query = state.library.query().to_owned();
            query.pop();
            state.library.search(query);
        }
        (None, _) => return false,
    }
    true
}

pub(crate) fn insert(state: &mut State, text: &str) {
    const LONGEST: usize = 200;
    let mut query = state.library.query().to_owned();
    field::insert(&mut query, text, LONGEST);
    state.library.search(query);
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = Layout::of(state).map_or(1, |layout| layout.rows().max(1));
    let library = &mut state.library;
    match (action, library.focus) {
        (Action::Do | Action::NextGroup, Focus::Folders | Focus::Search) => library.focus = Focus::Games,
        (Action::NextGroup, Focus::Games) => library.focus = Focus::Folders,
        (Action::Do, Focus::Games) => match library.selected_game().and_then(|game| game.place()) {
            Some(place) => ask(effects, Request::Open(place)),
            None => state.notify("There is no game to open."),
        },
        (Action::Up, _) => go(library, |at| at.saturating_sub(1)),
        (Action::Down, _) => go(library, |at| at + 1),
        (Action::PageUp, _) => go(library, |at| at.saturating_sub(page)),
        (Action::PageDown, _) => go(library, |at| at + page),
        (Action::First, _) => go(library, |_| 0),
        (Action::Last, _) => go(library, |_| usize::MAX),
        (Action::Left, _) => library.step(false),
        (Action::Right, _) => library.step(true),
        (Action::Search, _) => library.focus = Focus::Search,
        (Action::Clear, _) => library.search(String::new()),
        (Action::Sort, _) => {
            let at = SortBy::ALL.iter().position(|&sort| sort == library.sort()).unwrap_or_default();
            library.sort_by(SortBy::ALL[(at + 1) % SortBy::ALL.len()]);
        }
        (Action::Rename, _) => ask_name(state),
        (Action::Tag, _) => ask_tags(state),
        (Action::Delete, _) => delete(state, effects),
        (Action::Undo, _) => ask(effects, Request::Undo),
        (Action::Import, _) => match library.task {
            Some(_) => state.notify(BUSY),
            None => browser::open(state, Goal::Import, effects),
        },
        (Action::Save, _) => ask_to_export(state),
        (Action::OpenFile, _) => browser::open(state, Goal::Open, effects),
        (Action::Problems, _) => match library.problems.is_empty() && library.faults().1 == 0 {
            true => state.notify("There are no unreadable files."),
            false => page::open(state, Subject::Problems),
        },
        (Action::Back, _) => leave(state, effects),
        (action, _) => global::perform(state, action, effects),
    }
}

const BUSY: &str = "An import or export is running. Wait for it, or cancel it with Esc.";

fn leave(state: &mut State, effects: &mut Vec<Effect>) {
    let library = &mut state.library;
    if library.focus == Focus::Search {
        library.focus = Focus::Games;
        library.search(String::new());
    } else if library.task.is_some() {
        ask(effects, Request::Stop);
    } else if library.focus == Focus::Folders {
        library.focus = Focus::Games;
    } else if !library.query().is_empty() {
        library.search(String::new());
    } else {
        match library.back.take() {
            Some(Screen::Study) if state.review.is_none() => global::to_menu(state),
            Some(Screen::Game) if state.contest.is_none() => global::to_menu(state),
            Some(screen) => state.screen = screen,
            None => global::to_menu(state),
        }
    }
}

fn go(library: &mut Library, to: impl Fn(usize) -> usize) {
    match library.focus {
        Focus::Folders => library.choose_folder(to(library.folder_line())),
        Focus::Games => library.select(to(library.selected())),
        Focus::Search => {
            library.focus = Focus::Games;
            library.select(to(library.selected()));
        }
    }
}

fn ask_name(state: &mut State) {
    let library = &state.library;
    let path = match (library.focus, library.folder()) {
        (Focus::Folders, Some(folder)) if !folder.name.is_empty() => Some((folder.root.clone(), folder.path.clone())),
        (Focus::Folders, _) => None,
        _ => library.selected_game().and_then(|game| game.place()).map(|place| (place.root, place.path)),
    };
    match path {
        Some((Root::Own(root), path)) => {
            let text = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            ask_text(state, Purpose::Rename(path), text);
        }
        Some(_) => state.notify("Only games and folders in the library can be renamed. Press F5 to import."),
        None => state.notify("Choose a game or one of your folders to rename it."),
    }
}

fn ask_tags(state: &mut State) {
    let Some(game) = state.library.selected_game().map(|game| game.key()) else {
        return state.notify("There is no game to tag.");
    };
    let text = state.library.tags_of(game).join(", ");
    ask_text(state, Purpose::Tag(game), text);
}

fn ask_to_export(state: &mut State) {
    if state.library.shown().is_empty() {
        state.notify("There is no game to export.");
    } else if state.library.task.is_some() {
        state.notify(BUSY);
    } else {
        ask_text(state, Purpose::Export { all: state.library.focus == Focus::Folders }, "games.ggf".to_owned());
    }
}

fn ask_text(state: &mut State, purpose: Purpose, text: String) {
    state.cover(Overlay::Prompt(Prompt { purpose, text }));
}

fn delete(state: &mut State, effects: &mut Vec<Effect>) {
    let library = &state.library;
    match library.focus {
        Focus::Folders => match library.folder() {
            Some(folder) if matches!(folder.root, Root::Own(_)) && !folder.name.is_empty() => {
                ask(effects, Request::DeleteFolder(folder.path.clone()));
            }
            _ => state.notify("Only your own folders can be deleted."),
        },
        Focus::Games | Focus::Search => match library.selected_game().and_then(|game| game.place()) {
            Some(place) => ask(effects, Request::Delete(place)),
            None => state.notify("There is no game to delete."),
        },
    }
}

pub(crate) fn answer(state: &mut State, purpose: &Purpose, text: &str, effects: &mut Vec<Effect>) {
    match purpose {
        Purpose::Rename(path) => ask(effects, Request::Rename { path: path.clone(), name: text.to_owned() }),
        Purpose::Tag(game) => ask(effects, Request::Tag { game: *game, tags: parse_list(text) }),
        Purpose::Export { all } => {
            let places = match all {
                true => state.library.places(),
                false => state.library.selected_game().and_then(|game| game.place()).into_iter().collect(),
            };
            state.library.task = Some(Task::Exporting(0));
            ask(effects, Request::Export { places, path: PathBuf::from(text) });
        }
        Purpose::Save => {}
    }
}

pub(crate) fn import(state: &mut State, source: PathBuf, effects: &mut Vec<Effect>) {
    open(state, effects);
    state.library.task = Some(Task::Importing(Importing::default()));
    ask(effects, Request::Import(source));
}

/// A click selects; a click on the selected game opens it.
pub(crate) fn point(state: &mut State, mouse: Mouse, effects: &mut Vec<Effect>) {
    const WHEEL: usize = 3;
    let Mouse { action, column, row } = mouse;
    let Some(layout) = Layout::of(state) else { return };
    let line_in = |area: Rect| area.contains((column, row).into()).then(|| usize::from(row - area.y));
    let folder = layout.folders.and_then(line_in).map(|line| layout.first_folder + line);
    let game = layout.list.and_then(line_in).map(|line| layout.first_game + line);
    match action {
        MouseAction::ScrollUp | MouseAction::ScrollDown => {
            let focus = state.library.focus;
            state.library.focus = if folder.is_some() { Focus::Folders } else { Focus::Games };
            match action {
                MouseAction::ScrollUp => go(&mut state.library, |at| at.saturating_sub(WHEEL)),
                _ => go(&mut state.library, |at| at + WHEEL),
            }
            state.library.focus = focus;
        }
        MouseAction::Click => {
            if let Some(line) = folder.filter(|&line| line <= state.library.folders().len()) {
                state.library.choose_folder(line);
                state.library.focus = Focus::Games;
            } else if let Some(game) = game.filter(|&game| game < state.library.shown().len()) {
                let is_again = game == state.library.selected() && state.library.focus == Focus::Games;
                state.library.focus = Focus::Games;
                state.library.select(game);
                if is_again {
                    perform(state, Action::Do, effects);
                }
            } else if line_in(layout.search).is_some() {
                state.library.focus = Focus::Search;
            }
        }
        MouseAction::Move | MouseAction::Press | MouseAction::Drag | MouseAction::Release => {}
    }
}
