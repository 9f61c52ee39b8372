pub(crate) mod draw;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;

use outflank_engine::Level;
use outflank_players::{Bounds, Machine, PlayerName};
use outflank_rules::{ByColor, Position, Rules, Square};
use outflank_table::TimeControl;

use crate::storage::settings::Settings;
use crate::tui::app::{Effect, Screen, State};
use crate::tui::keymap::{Action, Offer, Press, offer};
use crate::tui::screens::game::contest::Start;
use crate::tui::screens::learn::state::{Learn, Replay, Stage};
use crate::tui::screens::page::{self, Subject};
use crate::tui::screens::setup::form::Form;
use crate::tui::screens::{game, global, menu};
use crate::tui::widgets::{Pointing, pointer};

const PLAY: Offer = offer(Action::Do, "play").here("play the square");
const TAKE_BACK: Offer = offer(Action::Do, "try again").here("take back the wrong move");
const CONTINUE: Offer = offer(Action::Do, "next").here("continue");
const GAME: Offer = offer(Action::Do, "play a game").here("play your first game, at level 1");
const NEXT: Offer = offer(Action::Next, "").here("next step");
const SKIP: Offer = offer(Action::Next, "skip").here("skip this step");
const PREVIOUS: Offer = offer(Action::Previous, "back").here("previous step");
const HINT: Offer = offer(Action::Hint, "hint").here("hint: mark the right squares");
const AGAIN: Offer = offer(Action::Retry, "again").here("restart this step");
const FROM_START: Offer = offer(Action::Retry, "again").here("restart the lesson");
const READ: Offer = offer(Action::ReadText, "");
const LEAVE: Offer = offer(Action::Back, "menu").here("leave the lesson");
const TURN: Offer = offer(Action::Turn, "");

impl Learn {
    pub(crate) fn offers(&self) -> Vec<Offer> {
        match self.stage {
            Stage::Open => vec![PLAY, SKIP, PREVIOUS, HINT, AGAIN, READ, TURN, LEAVE],
            Stage::Wrong => vec![TAKE_BACK, SKIP, PREVIOUS, HINT, AGAIN, READ, TURN, LEAVE],
            Stage::Done => vec![CONTINUE, NEXT, PREVIOUS, AGAIN, READ, TURN, LEAVE],
            Stage::Over => vec![GAME, PREVIOUS, FROM_START, READ, TURN, LEAVE],
        }
    }
}

pub(crate) fn begin(state: &mut State) {
    state.is_new = false;
    state.screen = Screen::Learn(Box::new(Learn::new()));
    read_if_hidden(state);
}

pub(crate) fn typed(state: &mut State, press: Press) -> bool {
    let turned = state.turned;
    let Screen::Learn(learn) = &mut state.screen else { return false };
    learn.replay = None;
    let can_choose = matches!(learn.stage, Stage::Open | Stage::Wrong);
    let is_used = can_choose && learn.pointer.press(press, turned) != Pointing::Other;
    if is_used {
        learn.take_back();
    }
    is_used
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Screen::Learn(learn) = &mut state.screen else { return };
    match (action, learn.stage) {
        (Action::Do, Stage::Open) => match learn.pointer.square() {
            Some(square) => play(state, square),
            None => state.notify(pointer::PROMPT),
        },
        (Action::Do, Stage::Wrong) => learn.take_back(),
        (Action::Do, Stage::Over) => first_game(state, effects),
        (Action::Do, Stage::Done) | (Action::Next, _) => go(state, Learn::next),
        (Action::Previous, _) => go(state, Learn::back),
        (Action::Retry, _) => go(state, Learn::again),
        (Action::Hint, _) => {
            learn.take_back();
            learn.is_hinted = true;
        }
        (Action::ReadText, _) => page::open(state, Subject::Lesson),
        (Action::Back, _) => global::to_menu(state),
        (action, _) => global::perform(state, action, effects),
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
