//! The lesson "How to play": a few positions, each with something to do.

use crossterm::event::KeyCode;
use outflank_engine::Level;
use outflank_players::{Bounds, Machine, PlayerName};
use outflank_rules::{ByColor, Position, Rules, Square};
use outflank_table::TimeControl;

use super::form::Form;
use super::{everywhere, game, menu};
use crate::storage::settings::Settings;
use crate::tui::contest::Start;
use crate::tui::draw;
use crate::tui::effect::Effect;
use crate::tui::event::Deed;
use crate::tui::keys::{self, Binding, KeyLine, Press, find};
use crate::tui::learn::{Learn, Replay, Stage};
use crate::tui::overlay::Overlay;
use crate::tui::page::{Page, Subject};
use crate::tui::pointer::Pointing;
use crate::tui::state::{Screen, State};

/// What can be done here.
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

/// The keys while a move is awaited.
const OPEN_KEYS: &[Binding<Action>] = &[PLAY, SKIP, BACK, HINT, AGAIN, READ, LEAVE];
/// The keys while a wrong move is on the board.
const WRONG_KEYS: &[Binding<Action>] = &[TAKE_BACK, SKIP, BACK, HINT, AGAIN, READ, LEAVE];
/// The keys when a step is done.
const DONE_KEYS: &[Binding<Action>] = &[NEXT, BACK, AGAIN, READ, LEAVE];
/// The keys at the end.
const OVER_KEYS: &[Binding<Action>] = &[GAME, BACK, FROM_START, READ, LEAVE];

/// All keys of the lesson, for the manual.
pub(crate) fn all_keys() -> Vec<KeyLine> {
    keys::lines(&[PLAY, TAKE_BACK, NEXT, SKIP, BACK, HINT, AGAIN, READ, GAME, LEAVE])
}

impl Learn {
    /// What the keys do.
    pub(crate) fn keys(&self) -> &'static [Binding<Action>] {
        match self.stage {
            Stage::Open => OPEN_KEYS,
            Stage::Wrong => WRONG_KEYS,
            Stage::Done => DONE_KEYS,
            Stage::Over => OVER_KEYS,
        }
    }
}

/// Begins the lesson.
pub(crate) fn begin(state: &mut State) {
    state.is_new = false;
    state.screen = Screen::Learn(Box::new(Learn::new()));
    read_if_hidden(state);
}

/// Takes a key. Whether there was a use for it.
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
        Action::Leave => everywhere::to_menu(state),
    }
    true
}

/// The mouse: a click on a square plays it, and takes back a wrong move first.
pub(crate) fn point(state: &mut State, deed: Deed, square: Option<Square>) {
    let Screen::Learn(learn) = &mut state.screen else { return };
    match (deed, square, learn.stage) {
        (Deed::Click, Some(square), Stage::Open) => {
            learn.pointer.point_at(square);
            play(state, square);
        }
        (Deed::Click, _, Stage::Wrong) => learn.take_back(),
        (Deed::Move, Some(square), Stage::Open) if learn.pointer.column.is_none() => learn.pointer.point_at(square),
        _ => {}
    }
}

/// Lets time pass: a replay comes to its end.
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

/// Where there is no room for the text beside the board, it opens over the board.
fn read_if_hidden(state: &mut State) {
    if !draw::lesson_fits(state) {
        state.overlay = Some(Overlay::Page(Page::new(Subject::Lesson)));
    }
}

/// Begins a game against the weakest level; if another one is under way, asks first.
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
