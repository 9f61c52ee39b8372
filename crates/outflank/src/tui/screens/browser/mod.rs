//! The file browser: folders first, then files; typing jumps to a name. A path, or a record itself, can be typed or pasted too.

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use crossterm::event::KeyCode;
use outflank_render::sanitize;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::storage::library::{Listed, Listing, ListingKind};
use crate::tui::app::{Effect, Mouse, MouseAction, Screen, Size, State};
use crate::tui::keymap::{Action, Offer, Press, offer};
use crate::tui::screens::global;
use crate::tui::screens::library::{self, Request};
use crate::tui::widgets::scroll::{Extent, side_bar};
use crate::tui::widgets::{Brush, field, fitted, list, write};

#[derive(Clone, Debug)]
pub(crate) struct Browser {
    pub(crate) goal: Goal,
    listing: Option<Listing>,
    typed: String,
    selected: usize,
    pub(crate) back: Box<Screen>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Open,
    Import,
}

pub(crate) const OFFERS: &[Offer] = &[
    offer(Action::Do, "open").here("open the folder or file"),
    offer(Action::Left, "folder above").here("folder above"),
    offer(Action::Up, "").here("previous line"),
    offer(Action::Down, "").here("next line"),
    offer(Action::PageUp, ""),
    offer(Action::PageDown, ""),
    offer(Action::First, "").here("first line"),
    offer(Action::Last, "").here("last line"),
    offer(Action::Clear, "clear").here("clear the text"),
    offer(Action::Back, "leave").here("leave"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice<'b> {
    ImportAll(&'b PathBuf),
    Above(&'b PathBuf),
    Entry(&'b Listed),
}

impl Browser {
    fn choices(&self) -> Vec<Choice<'_>> {
        let Some(listing) = &self.listing else { return Vec::new() };
        let all = (self.goal == Goal::Import).then_some(Choice::ImportAll(&listing.folder));
        let above = listing.folder.parent().map(|_| Choice::Above(&listing.folder));
        all.into_iter().chain(above).chain(listing.entries.iter().map(Choice::Entry)).collect()
    }

    pub(crate) fn insert(&mut self, text: &str) {
        field::insert(&mut self.typed, text, field::RECORD);
        self.jump();
    }

    fn meant(&self) -> Option<usize> {
        let typed = self.typed.trim().to_lowercase();
        let names: Vec<Option<String>> = self.choices().iter().map(|choice| choice.name()).collect();
        let find =
            |is_meant: &dyn Fn(&str) -> bool| names.iter().position(|name| name.as_deref().is_some_and(is_meant));
        if typed.is_empty() {
            return None;
        }
        find(&|name| name.starts_with(&typed)).or_else(|| find(&|name| name.contains(&typed)))
    }

    fn jump(&mut self) {
        if let Some(at) = self.meant() {
            self.selected = at;
        }
    }

    fn clear(&mut self) {
        self.typed.clear();
    }
}

impl Choice<'_> {
    fn name(&self) -> Option<String> {
        match self {
            Choice::Entry(listed) => Some(listed.name.to_lowercase()),
            Choice::ImportAll(_) | Choice::Above(_) => None,
        }
    }
}

pub(crate) fn open(state: &mut State, goal: Goal, effects: &mut Vec<Effect>) {
    let back = Box::new(state.screen.clone());
    let folder = state.browsed.clone().unwrap_or_default();
    state.screen = Screen::Browser(Box::new(Browser { goal, listing: None, typed: String::new(), selected: 0, back }));
    library::ask(effects, Request::Browse(folder));
}

pub(crate) fn receive(state: &mut State, listing: Listing) {
    state.browsed = Some(listing.folder.clone());
    let Screen::Browser(browser) = &mut state.screen else { return };
    // Coming back from a folder, it is selected.
    let before = browser.listing.take().map(|before| before.folder);
    // What was typed before the first folder was read stays.
    if before.is_some() {
        browser.clear();
    }
    browser.listing = Some(listing);
    let choices = browser.choices();
    let is_before =
        |choice: &Choice<'_>| matches!(choice, Choice::Entry(listed) if Some(&listed.path) == before.as_ref());
    let first = choices.iter().position(|choice| matches!(choice, Choice::Entry(_)));
    let first = if browser.goal == Goal::Import { Some(0) } else { first };
    browser.selected = choices.iter().position(is_before).or(first).unwrap_or(0);
    browser.jump();
}

pub(crate) fn typed(state: &mut State, press: Press) -> bool {
    let Screen::Browser(browser) = &mut state.screen else { return false };
    match (press.typed(), press.code) {
        (Some(character), _) => browser.insert(character.encode_utf8(&mut [0; 4])),
        (None, KeyCode::Backspace) => {
            browser.typed.pop();
            browser.jump();
        }
        (None, _) => return false,
    }
    true
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = rows(state.size).max(1);
    let Screen::Browser(browser) = &mut state.screen else { return };
    let last = browser.choices().len().saturating_sub(1);
    let select = |browser: &mut Browser, at: usize| {
        browser.clear();
        browser.selected = at.min(last);
    };
    let at = browser.selected;
    match action {
        Action::Up => select(browser, at.saturating_sub(1)),
        Action::Down => select(browser, at + 1),
        Action::PageUp => select(browser, at.saturating_sub(page)),
        Action::PageDown => select(browser, at + page),
        Action::First => select(browser, 0),
        Action::Last => select(browser, last),
        Action::Clear => browser.clear(),
        Action::Left => above(browser, effects),
        Action::Do => choose(state, effects),
        Action::Back if !browser.typed.is_empty() => browser.clear(),
        Action::Back => state.screen = (*browser.back).clone(),
        action => global::perform(state, action, effects),
    }
}

fn above(browser: &Browser, effects: &mut Vec<Effect>) {
    if let Some(above) = browser.listing.as_ref().and_then(|listing| listing.folder.parent()) {
        library::ask(effects, Request::Browse(above.to_owned()));
    }
}

fn choose(state: &mut State, effects: &mut Vec<Effect>) {
    let Screen::Browser(browser) = &state.screen else { return };
    let text = browser.typed.trim();
    if !text.is_empty() && browser.meant().is_none() {
        let folder = browser.listing.as_ref().map(|listing| listing.folder.clone()).or(state.browsed.clone());
        let (folder, text) = (folder.unwrap_or_default(), text.to_owned());
        return match browser.goal {
            Goal::Open => library::ask(effects, Request::OpenText { folder, text }),
            Goal::Import => library::import(state, folder.join(text), effects),
        };
    }
    let goal = browser.goal;
    match browser.choices().get(browser.selected) {
        Some(Choice::ImportAll(folder)) => {
            let folder = (*folder).clone();
            library::import(state, folder, effects);
        }
        Some(Choice::Above(_)) => above(browser, effects),
        Some(Choice::Entry(Listed { kind: ListingKind::Folder, path, .. })) => {
            library::ask(effects, Request::Browse(path.clone()));
        }
        Some(Choice::Entry(Listed { path, .. })) => {
            let path = path.clone();
            match goal {
                Goal::Open => library::ask(effects, Request::OpenPath(path)),
                Goal::Import => library::import(state, path, effects),
            }
        }
        None => {}
    }
}

/// A click selects; a click on the selected line opens it.
pub(crate) fn point(state: &mut State, mouse: Mouse, effects: &mut Vec<Effect>) {
    const WHEEL: usize = 3;
    let Mouse { action, row, .. } = mouse;
    let area = area(state.size);
    let Screen::Browser(browser) = &mut state.screen else { return };
    let lines = browser.choices().len();
    let first = Extent { lines, rows: usize::from(area.height) }.top_for(browser.selected);
    match action {
        MouseAction::ScrollUp => browser.selected = browser.selected.saturating_sub(WHEEL),
        MouseAction::ScrollDown => browser.selected = (browser.selected + WHEEL).min(lines.saturating_sub(1)),
        MouseAction::Click => {
            let Some(line) = row.checked_sub(area.y).filter(|&line| line < area.height) else { return };
            let line = first + usize::from(line);
            if line < lines {
                browser.clear();
                let is_again = line == browser.selected;
                browser.selected = line;
                if is_again {
                    choose(state, effects);
                }
            }
        }
        MouseAction::Move | MouseAction::Press | MouseAction::Drag | MouseAction::Release => {}
    }
}

const ABOVE: u16 = 4;

fn area(size: Size) -> Rect {
    Rect { x: 0, y: ABOVE, width: size.columns, height: size.rows.saturating_sub(ABOVE + 2) }
}

fn rows(size: Size) -> usize {
    usize::from(area(size).height)
}

pub(crate) fn draw(state: &State, browser: &Browser, frame: &mut Frame<'_>, brush: &Brush) {
    let area = area(state.size);
    let top = Rect { y: 0, height: ABOVE, ..area };
    let width = usize::from(area.width).saturating_sub(2);
    let title = match browser.goal {
        Goal::Open => " Open a file",
        Goal::Import => " Import games into the library",
    };
    write(frame, top, 0, Line::styled(title.to_owned(), brush.accent()));
    let folder = browser.listing.as_ref().map(|listing| sanitize::line(&listing.folder.display().to_string()));
    let folder = field::end(&folder.unwrap_or_default(), width);
    write(frame, top, 1, Line::styled(format!(" {folder}"), brush.strong()));
    write(frame, top, 2, prompt(browser, width, brush));
    let choices = browser.choices();
    let first = Extent { lines: choices.len(), rows: usize::from(area.height) }.top_for(browser.selected);
    for (row, choice) in (0..area.height).zip(choices.iter().skip(first)) {
        let (text, style) = match choice {
            Choice::ImportAll(_) => ("Import this folder and everything in it".to_owned(), brush.accent()),
            Choice::Above(_) => ("../".to_owned(), brush.strong()),
            Choice::Entry(Listed { name, kind, .. }) => match kind {
                ListingKind::Folder => (format!("{}/", sanitize::line(name)), brush.strong()),
                ListingKind::Games => (format!("{} {}", brush.pick("●", "*"), sanitize::line(name)), brush.text()),
                ListingKind::Other => (format!("  {}", sanitize::line(name)), brush.faint()),
            },
        };
        let line = Rect { y: area.y + row, height: 1, ..area };
        write(frame, line, 0, Line::styled(format!("  {}", fitted(&text, width.saturating_sub(3), brush)), style));
        if first + usize::from(row) == browser.selected {
            let chosen = Rect { x: 1, width: area.width.saturating_sub(3), ..line };
            frame.buffer_mut().set_style(chosen.intersection(line), brush.chosen());
        }
    }
    side_bar(area, first, choices.len(), frame, brush);
    list::notice(state, frame, brush);
}

fn prompt(browser: &Browser, width: usize, brush: &Brush) -> Line<'static> {
    if browser.typed.is_empty() {
        let hint = match browser.goal {
            Goal::Open => " Type a name, a path or moves, or paste a record",
            Goal::Import => " Type a name or a path",
        };
        return Line::styled(fitted(hint, width, brush), brush.faint());
    }
    let remark = match (browser.meant(), browser.goal) {
        (Some(_), _) => "",
        (None, Goal::Open) => "  Enter opens this path or record",
        (None, Goal::Import) => "  Enter imports this path",
    };
    let typed = sanitize::line(&browser.typed);
    let room = width.saturating_sub(remark.chars().count() + 3);
    Line::from(vec![
        Span::styled(format!(" {}", field::end(&typed, room)), brush.strong()),
        Span::styled(" ".to_owned(), brush.chosen()),
        Span::styled(remark.to_owned(), brush.faint()),
    ])
}
