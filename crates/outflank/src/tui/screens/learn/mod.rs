//! The tutorial "How to play": a few positions, each with a task.

pub(crate) mod draw;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;

use crossterm::event::KeyCode;
use outflank_engine::Level;
use outflank_players::{Bounds, Machine, PlayerName};
use outflank_rules::{ByColor, Position, Rules, Square};
use outflank_table::TimeControl;

use crate::storage::settings::Settings;
use crate::tui::app::effect::Effect;
use crate::tui::app::event::MouseAction;
use crate::tui::app::state::{Screen, State};
use crate::tui::keymap::{self, Binding, KeyLine, Press, find};
use crate::tui::screens::game::contest::Start;
use crate::tui::screens::learn::state::{Learn, Replay, Stage};
use crate::tui::screens::overlay::Overlay;
use crate::tui::screens::page::{Page, Subject};
use crate::tui::screens::setup::form::Form;
use crate::tui::screens::{game, global, menu};
use crate::tui::widgets::pointer::Pointing;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Play,
    TakeBack,
    Next,
    Back,
    Again,
    Hint,
    Read,
    Game,
    Leave,
}

const ENTER: &[Press] = &[Press::key(KeyCode::Enter), Press::char(' ')];

const PLAY: Binding<Action> = Binding { keys: ENTER, action: Action::Play, does: "play the square", word: "play" };
const TAKE_BACK: Binding<Action> =
    Binding { keys: ENTER, action: Action::TakeBack, does: "take a wrong move back", word: "try again" };
const NEXT: Binding<Action> = Binding {
    keys: &[Press::key(KeyCode::Enter), Press::char(' '), Press::char('n')],
    action: Action::Next,
    does: "next step",
    word: "next",
};
const GAME: Binding<Action> =
    Binding { keys: ENTER, action: Action::Game, does: "play a first game, at level 1", word: "play a first game" };
const SKIP: Binding<Action> =
    Binding { keys: &[Press::char('n')], action: Action::Next, does: "skip this step", word: "skip" };
const BACK: Binding<Action> =
    Binding { keys: &[Press::char('p')], action: Action::Back, does: "previous step", word: "back" };
const HINT: Binding<Action> =
    Binding { keys: &[Press::char('i')], action: Action::Hint, does: "hint: mark the right squares", word: "hint" };
const AGAIN: Binding<Action> =
    Binding { keys: &[Press::char('r')], action: Action::Again, does: "start this step again", word: "again" };
const FROM_START: Binding<Action> =
    Binding { keys: &[Press::char('r')], action: Action::Again, does: "start the lesson again", word: "again" };
const READ: Binding<Action> =
    Binding { keys: &[Press::char('x')], action: Action::Read, does: "read the text", word: "" };
const LEAVE: Binding<Action> =
    Binding { keys: &[Press::key(KeyCode::Esc)], action: Action::Leave, does: "leave the lesson", word: "menu" };

const OPEN_KEYS: &[Binding<Action>] = &[PLAY, SKIP, BACK, HINT, AGAIN, READ, LEAVE];
const WRONG_KEYS: &[Binding<Action>] = &[TAKE_BACK, SKIP, BACK, HINT, AGAIN, READ, LEAVE];
const DONE_KEYS: &[Binding<Action>] = &[NEXT, BACK, AGAIN, READ, LEAVE];
const OVER_KEYS: &[Binding<Action>] = &[GAME, BACK, FROM_START, READ, LEAVE];

pub(crate) fn all_keys() -> Vec<KeyLine> {
    keymap::lines(&[PLAY, TAKE_BACK, NEXT, SKIP, BACK, HINT, AGAIN, READ, GAME, LEAVE])
}

impl Learn {
    pub(crate) fn keys(&self) -> &'static [Binding<Action>] {
        match self.stage {
            Stage::Open => OPEN_KEYS,
            Stage::Wrong => WRONG_KEYS,
            Stage::Done => DONE_KEYS,
            Stage::Over => OVER_KEYS,
        }
    }
}

pub(crate) fn begin(state: &mut State) {
    state.is_new = false;
    state.screen = Screen::Learn(Box::new(Learn::new()));
    read_if_hidden(state);
}

pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) -> bool {
    let turned = state.turned;
    let Screen::Learn(learn) = &mut state.screen else { return false };
    learn.replay = None;
    if matches!(learn.stage, Stage::Open | Stage::Wrong) && learn.pointer.press(press, turned) != Pointing::Other {
        learn.take_back();
        return true;
    }
    let Some(action) = find(learn.keys(), press) else { return false };
    match action {
        Action::Play => match learn.pointer.square() {
            Some(square) => play(state, square),
            None => state.notify("Type a square such as f5, point at one with the arrow keys, or click."),
        },
        Action::TakeBack => learn.take_back(),
        Action::Next => go(state, Learn::next),
        Action::Back => go(state, Learn::back),
        Action::Again => go(state, Learn::again),
        Action::Hint => {
            learn.take_back();
            learn.is_hinted = true;
        }
        Action::Read => state.overlay = Some(Overlay::Page(Page::new(Subject::Lesson))),
        Action::Game => first_game(state, effects),
        Action::Leave => global::to_menu(state),
    }
    true
}

pub(crate) fn point(state: &mut State, action: MouseAction, square: Option<Square>) {
    let Screen::Learn(learn) = &mut state.screen else { return };
    match (action, square, learn.stage) {
        (MouseAction::Click, Some(square), Stage::Open) => {
            learn.pointer.point_at(square);
            play(state, square);
        }
        (MouseAction::Click, _, Stage::Wrong) => learn.take_back(),
        (MouseAction::Move, Some(square), Stage::Open) if learn.pointer.column.is_none() => {
            learn.pointer.point_at(square)
        }
        _ => {}
    }
}

pub(crate) fn pass_time(state: &mut State) {
    let now = state.now;
    if let Screen::Learn(learn) = &mut state.screen {
        learn.replay.take_if(|replay| replay.is_over(now));
    }
}

fn play(state: &mut State, square: Square) {
    let now = state.now;
    let Screen::Learn(learn) = &mut state.screen else { return };
    learn.play(square);
    let plies = learn.answer.as_ref().map(|answer| &answer.plies[..]).unwrap_or_default();
    learn.replay = Replay::new(plies, now).filter(|_| state.settings.animation);
    read_if_hidden(state);
}

fn go(state: &mut State, to: impl FnOnce(&mut Learn)) {
    if let Screen::Learn(learn) = &mut state.screen {
        to(learn);
    }
    read_if_hidden(state);
}

/// If the text does not fit beside the board, it opens as a page.
fn read_if_hidden(state: &mut State) {
    if !draw::fits(state) {
        state.overlay = Some(Overlay::Page(Page::new(Subject::Lesson)));
    }
}

fn first_game(state: &mut State, effects: &mut Vec<Effect>) {
    if state.unfinished().is_some() {
        let settings = Settings { level: Level::FIRST, ..state.settings.clone() };
        return menu::new_game(state, Form::to_play(&settings));
    }
    let engine = Machine::Engine { level: Some(Level::FIRST), bounds: Bounds::NONE };
    let players = ByColor { black: PlayerName::Human, white: PlayerName::Machine(engine) };
    let position = Position::initial(Rules::Standard);
    game::begin(state, &Start { position, moves: Vec::new(), time: TimeControl::Unlimited }, players, effects);
}
