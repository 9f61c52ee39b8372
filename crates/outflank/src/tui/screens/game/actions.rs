use crate::tui::app::{Effect, State};
use crate::tui::keymap::{self, Action, Focus, Offer, Press, offer};
use crate::tui::screens::game::contest::Contest;
use crate::tui::screens::game::{self, hint, next, pace, parting, premove};
use crate::tui::screens::setup::form::Form;
use crate::tui::screens::{global, menu, study};
use crate::tui::widgets::{Pointing, pointer};

const PLAYING: &[Offer] = &[
    offer(Action::Do, "play").here("play the square; a premove while the opponent thinks"),
    offer(Action::Undo, "undo"),
    offer(Action::Redo, "redo"),
    offer(Action::Hint, "hint").here("hint: a nudge, the square, all values"),
    offer(Action::Study, "study").here("study this game"),
    offer(Action::Save, "save"),
    offer(Action::Back, "menu").here("menu"),
    offer(Action::Pause, "").here("pause or continue the clocks"),
    offer(Action::Resign, "").here("resign; can be undone for five seconds"),
];

const WATCHING: &[Offer] = &[
    offer(Action::Pause, "pause").here("pause the game"),
    offer(Action::Step, "step").here("a single move while the game is paused"),
    offer(Action::Slower, "slower"),
    offer(Action::Faster, "faster"),
    offer(Action::Study, "study").here("study this game"),
    offer(Action::Save, "save"),
    offer(Action::Back, "menu").here("menu"),
    offer(Action::Hint, "").here("hint: a nudge, the square, all values"),
    offer(Action::Resign, "").here("resign for the player to move"),
    offer(Action::Undo, ""),
];

const OVER: &[Offer] = &[
    offer(Action::Do, "choose").here("choose"),
    offer(Action::Next, "next game").here("next level after a win, otherwise a rematch"),
    offer(Action::Study, "study").here("study this game"),
    offer(Action::Save, "save"),
    offer(Action::Copy, "copy"),
    offer(Action::NewGame, "new game"),
    offer(Action::Back, "menu").here("menu"),
    offer(Action::Rematch, ""),
    offer(Action::Up, "").here("previous line"),
    offer(Action::Down, "").here("next line"),
];

const ALWAYS: &[Offer] = &[
    offer(Action::Marks, ""),
    offer(Action::Line, "").here("show or hide the engine's line"),
    offer(Action::Turn, ""),
    offer(Action::Save, ""),
    offer(Action::Open, ""),
    offer(Action::Copy, ""),
    offer(Action::NewGame, ""),
];

pub(crate) fn offers(state: &State) -> Vec<Offer> {
    let Some(contest) = &state.contest else { return Vec::new() };
    let mut offers = match () {
        () if contest.is_over() => OVER.to_vec(),
        () if contest.is_between_machines() && contest.on_hold => {
            let pause = offer(Action::Pause, "continue").here("continue the game");
            [pause].into_iter().chain(WATCHING[1..].iter().copied()).collect()
        }
        () if contest.is_between_machines() => {
            WATCHING.iter().map(|&one| if one.action == Action::Step { one.unseen() } else { one }).collect()
        }
        () => PLAYING.to_vec(),
    };
    if contest.resigned.is_some() {
        offers.push(offer(Action::Next, "").here("rematch, with colours switched"));
    }
    if contest.is_welcome() && state.saved_game.is_some() {
        offers.insert(1, offer(Action::Continue, "continue").here("continue the unfinished game"));
    }
    if contest.next_level().is_some() {
        offers.push(offer(Action::NextLevel, ""));
    }
    for &always in ALWAYS {
        if offers.iter().all(|offer| offer.action != always.action) {
            offers.push(always);
        }
    }
    offers
}

/// After the game, the list has the keys.
pub(crate) fn focus(state: &State) -> Focus {
    match state.contest.as_ref().is_some_and(Contest::is_over) {
        true => Focus::List,
        false => Focus::Squares,
    }
}

pub(crate) fn typed(state: &mut State, press: Press) -> bool {
    let turned = state.turned;
    let Some(contest) = state.contest.as_mut() else { return false };
    contest.flipping = None;
    let is_used = !contest.is_over() && contest.pointer.press(press, turned) != Pointing::Other;
    if is_used || !matches!(keymap::find(press, Focus::Squares), Some(Action::Do | Action::Back)) {
        contest.pass = None;
    }
    is_used
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_mut() else { return };
    contest.flipping = None;
    let announced = contest.pass.take().is_some();
    match action {
        // These dismiss the announcement and do nothing else.
        Action::Do | Action::Back if announced => {}
        Action::Do if contest.is_over() => next::choose_selected(state, effects),
        Action::Do => match contest.pointer.square() {
            Some(square) => game::play(state, square, effects),
            None => state.notify(pointer::PROMPT),
        },
        Action::Up => next::select(contest, false),
        Action::Down => next::select(contest, true),
        Action::Back if contest.premove.is_some() => premove::cancel(state),
        Action::Undo => game::undo(state, effects),
        Action::Redo => game::redo(state, effects),
        Action::Hint => hint::ask(state, effects),
        Action::Line => game::toggle_engine_line(state),
        Action::Pause => pace::toggle(state),
        Action::Step => pace::step(state),
        Action::Slower => state.pace = state.pace.slower(),
        Action::Faster => state.pace = state.pace.faster(),
        Action::Resign => parting::resign(state, effects),
        Action::Continue => effects.push(Effect::RestoreGame),
        // Whatever goes on from here makes a resignation final.
        Action::Next
        | Action::NextLevel
        | Action::Rematch
        | Action::Study
        | Action::NewGame
        | Action::Save
        | Action::Open
        | Action::Back => {
            parting::settle(state, effects);
            go_on_to(state, action, effects);
        }
        action => global::perform(state, action, effects),
    }
}

fn go_on_to(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Next => next::next_game(state, effects),
        Action::NextLevel => next::next_level(state, effects),
        Action::Rematch => next::rematch(state, effects),
        Action::Study => study::examine(state),
        Action::NewGame => menu::new_game(state, Form::to_play(&state.settings)),
        Action::Back => global::to_menu(state),
        action => global::perform(state, action, effects),
    }
}
