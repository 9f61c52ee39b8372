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
use crate::tui::app::{Effect, MouseAction, Screen, State};
use crate::tui::keymap::{self, Binding, KeyLine, Press, bind, find};
use crate::tui::screens::game::contest::Start;
use crate::tui::screens::learn::state::{Learn, Replay, Stage};
use crate::tui::screens::page::{self, Subject};
use crate::tui::screens::setup::form::Form;
use crate::tui::screens::{game, global, menu};
use crate::tui::widgets::{Pointing, pointer};

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

const PLAY: Binding<Action> = bind(ENTER, Action::Play, "play the square", "play");
const TAKE_BACK: Binding<Action> = bind(ENTER, Action::TakeBack, "take back the wrong move", "try again");
const NEXT: Binding<Action> =
    bind(&[Press::key(KeyCode::Enter), Press::char(' '), Press::char('n')], Action::Next, "next step", "next");
const GAME: Binding<Action> = bind(ENTER, Action::Game, "play your first game, at level 1", "play a game");
const SKIP: Binding<Action> = bind(&[Press::char('n')], Action::Next, "skip this step", "skip");
const BACK: Binding<Action> = bind(&[Press::char('p')], Action::Back, "previous step", "back");
const HINT: Binding<Action> = bind(&[Press::char('i')], Action::Hint, "hint: mark the right squares", "hint");
const AGAIN: Binding<Action> = bind(&[Press::char('r')], Action::Again, "restart this step", "again");
const FROM_START: Binding<Action> = bind(&[Press::char('r')], Action::Again, "restart the lesson", "again");
const READ: Binding<Action> = bind(&[Press::char('x')], Action::Read, "read the text", "");
const LEAVE: Binding<Action> = bind(&[Press::key(KeyCode::Esc)], Action::Leave, "leave the lesson", "menu");

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
            None => state.notify(pointer::PROMPT),
        },
        Action::TakeBack => learn.take_back(),
        Action::Next => go(state, Learn::next),
        Action::Back => go(state, Learn::back),
        Action::Again => go(state, Learn::again),
        Action::Hint => {
            learn.take_back();
            learn.is_hinted = true;
        }
        Action::Read => page::open(state, Subject::Lesson),
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
        page::open(state, Subject::Lesson);
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
