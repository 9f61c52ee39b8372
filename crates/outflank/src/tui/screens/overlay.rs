use std::path::PathBuf;

use crossterm::event::KeyCode;
use outflank_table::Command;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear};

use crate::tui::app::{Effect, Screen, State};
use crate::tui::keymap::{self, Binding, KeyLine, Press, bind, find};
use crate::tui::screens::game::{self, warning};
use crate::tui::screens::page::{self, Page};
use crate::tui::screens::setup::form::Form;
use crate::tui::widgets::{Brush, wrapped, write};

#[derive(Clone, Debug)]
pub(crate) enum Overlay {
    Page(Page),
    Confirm(Confirm),
    Prompt(Prompt),
    /// Shown beside the board rather than over it.
    Warning(warning::WarningPrompt),
}

#[derive(Clone, Debug)]
pub(crate) enum Confirm {
    Quit,
    Leave(Box<Form>),
    Resign,
}

impl Confirm {
    pub(crate) fn text(&self, is_saved: bool) -> &'static str {
        match self {
            Confirm::Quit if !is_saved => "Quit? This game is not saved.",
            Confirm::Leave(_) if !is_saved => "Leave this game? It is not saved yet.",
            Confirm::Quit => "Quit? You can continue this game later.",
            Confirm::Leave(_) => "Leave this game? You can continue it later.",
            Confirm::Resign => "Resign this game?",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prompt {
    pub(crate) purpose: Purpose,
    pub(crate) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Save,
    Open,
}

/// A pasted game record must fit.
const LONGEST: usize = 64 * 1024;

impl Prompt {
    fn title(&self) -> &'static str {
        match self.purpose {
            Purpose::Save => "Save to a file",
            Purpose::Open => "Open a file, or paste moves or a board",
        }
    }

    /// Line breaks become spaces; other control characters are dropped.
    pub(crate) fn insert(&mut self, text: &str) {
        let shown = text.chars().map(|character| if character.is_whitespace() { ' ' } else { character });
        let room = LONGEST.saturating_sub(self.text.chars().count());
        self.text.extend(shown.filter(|character| !character.is_control()).take(room));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    Yes,
    No,
}

const CONFIRM_KEYS: &[Binding<Reply>] = &[
    bind(&[Press::char('y'), Press::key(KeyCode::Enter)], Reply::Yes, "yes", "yes"),
    bind(&[Press::char('n'), Press::key(KeyCode::Esc)], Reply::No, "no", "no"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edit {
    Done,
    Cancel,
    Delete,
    Clear,
}

const PROMPT_KEYS: &[Binding<Edit>] = &[
    bind(&[Press::key(KeyCode::Enter)], Edit::Done, "confirm", "done"),
    bind(&[Press::key(KeyCode::Esc), Press::ctrl('c')], Edit::Cancel, "cancel", "cancel"),
    bind(&[Press::key(KeyCode::Backspace)], Edit::Delete, "delete a character", ""),
    bind(&[Press::ctrl('u')], Edit::Clear, "clear the line", "clear"),
];

pub(crate) fn keys(state: &State, overlay: &Overlay) -> Vec<KeyLine> {
    match overlay {
        Overlay::Page(page) => page::keys(state, page),
        Overlay::Confirm(_) => keymap::lines(CONFIRM_KEYS),
        Overlay::Prompt(_) => keymap::lines(PROMPT_KEYS),
        Overlay::Warning(_) => keymap::lines(warning::KEYS),
    }
}

pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) {
    match state.overlay.take() {
        None => {}
        Some(Overlay::Page(page)) => page::press(state, page, press, effects),
        Some(Overlay::Warning(warned)) => warning::press(state, warned, press, effects),
        Some(Overlay::Confirm(confirm)) => match find(CONFIRM_KEYS, press) {
            Some(Reply::Yes) => agree(state, confirm, effects),
            Some(Reply::No) => {}
            None if press == Press::ctrl('c') => effects.push(Effect::Quit),
            None => state.overlay = Some(Overlay::Confirm(confirm)),
        },
        Some(Overlay::Prompt(mut prompt)) => {
            match (find(PROMPT_KEYS, press), press.typed()) {
                (Some(Edit::Done), _) => return finish(state, &prompt, effects),
                (Some(Edit::Cancel), _) => return,
                (Some(Edit::Delete), _) => drop(prompt.text.pop()),
                (Some(Edit::Clear), _) => prompt.text.clear(),
                (None, Some(character)) => prompt.insert(character.encode_utf8(&mut [0; 4])),
                (None, None) => {}
            }
            state.overlay = Some(Overlay::Prompt(prompt));
        }
    }
}

fn agree(state: &mut State, confirm: Confirm, effects: &mut Vec<Effect>) {
    match confirm {
        Confirm::Quit => effects.push(Effect::Quit),
        Confirm::Leave(form) => state.screen = Screen::Form(form),
        Confirm::Resign => {
            if let Some(seat) = state.contest.as_ref().map(game::resigner) {
                game::command(state, seat, Command::Resign, effects);
            }
        }
    }
}

fn finish(state: &mut State, prompt: &Prompt, effects: &mut Vec<Effect>) {
    let text = prompt.text.trim();
    if text.is_empty() {
        return;
    }
    match prompt.purpose {
        Purpose::Open => effects.push(Effect::Open(text.to_owned())),
        Purpose::Save => {
            if let Some(record) = state.record() {
                effects.push(Effect::Save { path: PathBuf::from(text), record: Box::new(record) });
            }
        }
    }
}

pub(crate) fn draw(state: &State, overlay: &Overlay, frame: &mut Frame<'_>, brush: &Brush) {
    match overlay {
        Overlay::Page(one) => page::draw(state, one, frame, brush),
        // The game's panel draws it.
        Overlay::Warning(_) => {}
        Overlay::Confirm(confirm) => {
            let room = usize::from(frame.area().width).saturating_sub(6);
            let lines = wrapped(confirm.text(state.unsaved.is_none()), room);
            let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
            let inside = window(frame, width as u16 + 4, lines.len() as u16 + 2, "", "", brush);
            for (row, line) in (1..).zip(lines) {
                write(frame, inside, row, Line::styled(format!("  {line}"), brush.strong()));
            }
        }
        Overlay::Prompt(prompt) => {
            let inside = window(frame, 70, 3, prompt.title(), "", brush);
            let room = usize::from(inside.width).saturating_sub(4);
            let length = prompt.text.chars().count();
            // Show the end of a long text, where typing happens.
            let end: String = prompt.text.chars().skip(length.saturating_sub(room)).collect();
            let line = Line::from(vec![
                Span::styled(format!("  {end}"), brush.text()),
                Span::styled(" ".to_owned(), brush.chosen()),
            ]);
            write(frame, inside, 1, line);
        }
    }
}

/// A centred window. Returns the area inside its border.
pub(crate) fn window(frame: &mut Frame<'_>, width: u16, height: u16, title: &str, foot: &str, brush: &Brush) -> Rect {
    let whole = frame.area();
    let (width, height) = ((width + 2).min(whole.width), (height + 2).min(whole.height.saturating_sub(1)));
    let area = Rect { x: (whole.width - width) / 2, y: (whole.height - 1 - height) / 2, width, height };
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
    if !foot.is_empty() {
        block = block.title_bottom(Line::styled(format!(" {foot} "), brush.accent()).right_aligned());
    }
    let inside = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    inside
}
