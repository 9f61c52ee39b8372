use std::path::PathBuf;

use crossterm::event::KeyCode;
use outflank_formats::Record;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear};

use crate::storage::library::GameKey;
use crate::tui::app::{Effect, Size, State};
use crate::tui::keymap::{Action, Focus, Offer, Press, offer};
use crate::tui::screens::game::warning;
use crate::tui::screens::library;
use crate::tui::screens::page::{self, Page};
use crate::tui::screens::palette::{self, Palette};
use crate::tui::screens::setup::starting::{self, Starting};
use crate::tui::screens::study;
use crate::tui::widgets::{Brush, field, wrapped, write};

#[derive(Clone, Debug)]
pub(crate) enum Overlay {
    Page(Page),
    Confirm(Confirm),
    Prompt(Prompt),
    Palette(Palette),
    /// Shown beside the board rather than over it.
    Warning(warning::WarningPrompt),
    Starting(Starting),
}

#[derive(Clone, Debug)]
pub(crate) enum Confirm {
    Quit,
    Replace(Box<(Record, usize)>),
    QuitStudy,
}

impl Confirm {
    pub(crate) fn text(&self, is_saved: bool) -> &'static str {
        match self {
            Confirm::Replace(_) => "Open it? The changes in your study are not saved.",
            Confirm::QuitStudy => "Quit? The changes in your study are not saved.",
            Confirm::Quit if !is_saved => "Quit? This game is not saved.",
            Confirm::Quit => "Quit? You can continue this game later.",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prompt {
    pub(crate) purpose: Purpose,
    pub(crate) text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Save,
    Rename(PathBuf),
    Tag(GameKey),
    Export { all: bool },
}

impl Prompt {
    fn title(&self) -> &'static str {
        match &self.purpose {
            Purpose::Save => "Save to a file",
            Purpose::Rename(_) => "Rename, or move to FOLDER/NAME",
            Purpose::Tag(_) => "Tags, separated by commas",
            Purpose::Export { all: false } => "Export this game",
            Purpose::Export { all: true } => "Export all games in the list",
        }
    }

    pub(crate) fn insert(&mut self, text: &str) {
        field::insert(&mut self.text, text, field::RECORD);
    }
}

const CONFIRM: &[Offer] = &[
    offer(Action::Do, "yes").here("yes"),
    offer(Action::Back, "no").here("no"),
    offer(Action::Quit, "").here("quit at once"),
];

const PROMPT: &[Offer] = &[
    offer(Action::Do, "done").here("done"),
    offer(Action::Back, "cancel").here("cancel"),
    offer(Action::Clear, "clear").here("clear the line"),
];

const SWITCH: Offer = offer(Action::NextGroup, "one or all").here("this game or all games in the list");

pub(crate) fn offers(state: &State, overlay: &Overlay) -> Vec<Offer> {
    match overlay {
        Overlay::Page(page) => page::offers(state, page),
        Overlay::Confirm(_) => CONFIRM.to_vec(),
        Overlay::Prompt(Prompt { purpose: Purpose::Export { .. }, .. }) => [PROMPT, &[SWITCH]].concat(),
        Overlay::Prompt(_) => PROMPT.to_vec(),
        Overlay::Palette(_) => palette::OFFERS.to_vec(),
        Overlay::Warning(_) => warning::OFFERS.to_vec(),
        Overlay::Starting(starting) => starting.offers().to_vec(),
    }
}

pub(crate) fn focus(overlay: &Overlay) -> Focus {
    match overlay {
        Overlay::Page(_) | Overlay::Confirm(_) | Overlay::Starting(_) => Focus::List,
        Overlay::Prompt(_) | Overlay::Palette(_) => Focus::Text,
        Overlay::Warning(_) => Focus::Squares,
    }
}

pub(crate) fn typed(state: &mut State, press: Press) -> bool {
    match &mut state.overlay {
        Some(Overlay::Prompt(prompt)) => match (press.typed(), press.code) {
            (Some(character), _) => prompt.insert(character.encode_utf8(&mut [0; 4])),
            (None, KeyCode::Backspace) => drop(prompt.text.pop()),
            (None, _) => return false,
        },
        Some(Overlay::Palette(palette)) => match (press.typed(), press.code) {
            (Some(character), _) => palette.insert(character.encode_utf8(&mut [0; 4])),
            (None, KeyCode::Backspace) => palette.edit(|filter| {
                filter.pop();
            }),
            (None, _) => return false,
        },
        Some(Overlay::Warning(_)) => return warning::typed(state, press),
        Some(Overlay::Page(_) | Overlay::Confirm(_) | Overlay::Starting(_)) | None => return false,
    }
    true
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match (state.overlay.take(), action) {
        (Some(Overlay::Page(page)), _) => page::perform(state, page, action),
        (Some(Overlay::Palette(palette)), _) => palette::perform(state, palette, action, effects),
        (Some(Overlay::Warning(warned)), _) => warning::perform(state, warned, action, effects),
        (Some(Overlay::Starting(starting)), _) => starting::perform(state, starting, action, effects),
        (Some(Overlay::Confirm(confirm)), Action::Do) => agree(state, confirm, effects),
        (Some(Overlay::Confirm(_)), Action::Quit) => effects.push(Effect::Quit),
        (Some(Overlay::Prompt(prompt)), Action::Do) => finish(state, &prompt, effects),
        (Some(Overlay::Prompt(Prompt { purpose: Purpose::Export { all }, text })), Action::NextGroup) => {
            state.overlay = Some(Overlay::Prompt(Prompt { purpose: Purpose::Export { all: !all }, text }));
        }
        (Some(Overlay::Prompt(prompt)), Action::Clear) => {
            state.overlay = Some(Overlay::Prompt(Prompt { text: String::new(), ..prompt }));
        }
        (Some(Overlay::Confirm(_) | Overlay::Prompt(_)) | None, _) => {}
    }
}

/// Where the text of an overlay is, if it is more than a line.
pub(crate) fn text_area(state: &State, overlay: &Overlay) -> Option<Rect> {
    match overlay {
        Overlay::Page(page) => Some(page::text_area(state, page)),
        Overlay::Palette(palette) => Some(palette::text_area(state, palette)),
        Overlay::Confirm(_) | Overlay::Prompt(_) | Overlay::Warning(_) | Overlay::Starting(_) => None,
    }
}

fn agree(state: &mut State, confirm: Confirm, effects: &mut Vec<Effect>) {
    match confirm {
        Confirm::Quit | Confirm::QuitStudy => effects.push(Effect::Quit),
        Confirm::Replace(replacing) => {
            let (record, at) = *replacing;
            study::open(state, record, at);
        }
    }
}

fn finish(state: &mut State, prompt: &Prompt, effects: &mut Vec<Effect>) {
    let text = prompt.text.trim();
    // No text removes the tags.
    if text.is_empty() && !matches!(prompt.purpose, Purpose::Tag(_)) {
        return;
    }
    match &prompt.purpose {
        Purpose::Save => {
            if let Some(record) = state.record() {
                effects.push(Effect::Save { path: PathBuf::from(text), record: Box::new(record) });
            }
        }
        purpose => library::answer(state, purpose, text, effects),
    }
}

pub(crate) fn draw(state: &State, overlay: &Overlay, frame: &mut Frame<'_>, brush: &Brush) {
    match overlay {
        Overlay::Page(one) => page::draw(state, one, frame, brush),
        Overlay::Palette(palette) => palette::draw(state, palette, frame, brush),
        Overlay::Warning(_) => {}
        Overlay::Starting(starting) => starting::draw(starting, frame, brush),
        Overlay::Confirm(confirm) => {
            let room = usize::from(frame.area().width).saturating_sub(6);
            let lines = wrapped(confirm.text(state.unsaved.is_none()), room);
            let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
            let inside = window(frame, width as u16 + 4, lines.len() as u16 + 2, "", brush);
            for (row, line) in (1..).zip(lines) {
                write(frame, inside, row, Line::styled(format!("  {line}"), brush.strong()));
            }
        }
        Overlay::Prompt(prompt) => {
            let inside = window(frame, 70, 3, prompt.title(), brush);
            let room = usize::from(inside.width).saturating_sub(4);
            let line = Line::from(vec![
                Span::styled(format!("  {}", field::end(&prompt.text, room)), brush.text()),
                Span::styled(" ".to_owned(), brush.chosen()),
            ]);
            write(frame, inside, 1, line);
        }
    }
}

pub(crate) fn window_area(size: Size, width: u16, height: u16) -> Rect {
    let (width, height) = ((width + 2).min(size.columns), (height + 2).min(size.rows.saturating_sub(1)));
    Rect { x: (size.columns - width) / 2, y: size.rows.saturating_sub(1 + height) / 2, width, height }
}

pub(crate) fn right_border(inside: Rect, skip: u16) -> Rect {
    let height = inside.height.saturating_sub(skip);
    Rect { x: inside.x + inside.width, y: inside.y + skip, width: 1, height }
}

/// A centred window. Returns the area inside its border.
pub(crate) fn window(frame: &mut Frame<'_>, width: u16, height: u16, title: &str, brush: &Brush) -> Rect {
    let whole = frame.area();
    let area = window_area(Size { columns: whole.width, rows: whole.height }, width, height);
    let mut block = Block::bordered().border_type(BorderType::Rounded).style(brush.text()).border_style(brush.accent());
    if !brush.is_unicode() {
        block = block.border_set(ratatui::symbols::border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        });
    }
    if !title.is_empty() {
        block = block.title(format!(" {title} "));
    }
    let inside = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    inside
}
