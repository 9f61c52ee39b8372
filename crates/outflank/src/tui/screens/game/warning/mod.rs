//! Teaching: a move of somebody who plays against a machine is looked at before it is made, and a bad one is spoken about.

#[cfg(test)]
pub(crate) mod tests;

use crossterm::event::KeyCode;
use outflank_engine::Analysis;
use outflank_rules::{Position, Square};
use outflank_study::teach::{self, Warning};
use outflank_table::Command;

use crate::tui::app::effect::Effect;
use crate::tui::app::event::Id;
use crate::tui::app::state::{Screen, State};
use crate::tui::keymap::{Binding, Press, find};
use crate::tui::screens::game::contest::Held;
use crate::tui::screens::overlay::Overlay;
use crate::tui::screens::{game, global};

/// A word about a move that waits for the player's decision.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Warned {
    position: Position,
    pub(crate) warning: Warning,
    /// Whether the player wants to know what is better.
    pub(crate) is_best_shown: bool,
}

/// What can be done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Play,
    Think,
    Best,
}

/// The keys.
pub(crate) const KEYS: &[Binding<Action>] = &[
    Binding {
        keys: &[Press::key(KeyCode::Enter), Press::char('y')],
        action: Action::Play,
        does: "play it anyway",
        word: "play it anyway",
    },
    Binding {
        keys: &[Press::key(KeyCode::Esc), Press::char('n')],
        action: Action::Think,
        does: "think again",
        word: "think again",
    },
    Binding { keys: &[Press::char('?')], action: Action::Best, does: "what is better", word: "what is better" },
];

/// Whether the next move is looked at before it is made: one of a person against a machine, who wants it so.
fn is_taught(state: &State) -> bool {
    let contest = state.contest.as_ref();
    state.settings.teach.is_some()
        && contest.is_some_and(|contest| contest.is_human_turn() && contest.is_against_machine())
}

/// Holds a move back to have it looked at. Whether that was done: what cannot be played, and what is the only move, needs no look.
pub(crate) fn hold(state: &mut State, square: Square, effects: &mut Vec<Effect>) -> bool {
    if !is_taught(state) {
        return false;
    }
    let id = state.new_id();
    let Some(contest) = state.contest.as_mut() else { return false };
    let position = *contest.position();
    let legal = position.legal_moves();
    if !legal.contains(square) || legal.len() == 1 {
        return false;
    }
    if contest.held.as_ref().is_none_or(|held| held.square != square) {
        effects.extend(contest.held.take().map(|held| Effect::Stop(held.id)));
        contest.held = Some(Held { id, position, square, warning: None });
        effects.push(Effect::Search { id, position, limits: teach::limits(&position) });
    }
    true
}

/// A search has come to its end: if it was about a move that is held back, the move is made or spoken about.
pub(crate) fn searched(state: &mut State, id: Id, analysis: &Analysis, effects: &mut Vec<Effect>) {
    let tolerance = state.settings.teach;
    let Some(contest) = state.contest.as_mut() else { return };
    let Some(held) = contest.held.as_mut().filter(|held| held.id == id) else { return };
    let square = held.square;
    held.warning = tolerance.and_then(|tolerance| Warning::of(&held.position, square, analysis, tolerance));
    if held.warning.is_none() {
        contest.held = None;
        let mover = contest.mover();
        game::command(state, mover, Command::Play(square.into()), effects);
    }
}

/// Lets go of a move that cannot be made any more, and speaks about one as soon as nothing else is on the screen.
pub(crate) fn think(state: &mut State, effects: &mut Vec<Effect>) {
    let is_shown = matches!(state.screen, Screen::Game);
    let contest = state.contest.as_ref().filter(|contest| is_shown && contest.is_human_turn());
    let at = contest.map(|contest| *contest.position());
    state.overlay.take_if(|overlay| matches!(overlay, Overlay::Warned(warned) if Some(warned.position) != at));
    let Some(contest) = state.contest.as_mut() else { return };
    let late = contest.held.take_if(|held| Some(held.position) != at);
    effects.extend(late.filter(|held| held.warning.is_none()).map(|held| Effect::Stop(held.id)));
    if state.overlay.is_none()
        && let Some(Held { position, warning: Some(warning), .. }) = contest.held.take_if(|held| held.warning.is_some())
    {
        state.overlay = Some(Overlay::Warned(Warned { position, warning, is_best_shown: false }));
    }
}

/// Takes a key while a word about a move is on the screen.
pub(crate) fn press(state: &mut State, warned: Warned, press: Press, effects: &mut Vec<Effect>) {
    match find(KEYS, press) {
        Some(Action::Play) => {
            if let Some(mover) = state.contest.as_ref().map(|contest| contest.mover()) {
                game::command(state, mover, Command::Play(warned.warning.played.into()), effects);
            }
        }
        Some(Action::Think) => {}
        Some(Action::Best) => state.overlay = Some(Overlay::Warned(Warned { is_best_shown: true, ..warned })),
        None if press.ctrl => {
            state.overlay = Some(Overlay::Warned(warned));
            global::press(state, press, effects);
        }
        // Who points at a square has begun to think again.
        None if is_about_squares(press) => {
            game::press(state, press, effects);
        }
        None => state.overlay = Some(Overlay::Warned(warned)),
    }
}

fn is_about_squares(press: Press) -> bool {
    let is_column = |character: char| ('a'..='h').contains(&character.to_ascii_lowercase());
    press.typed().is_some_and(is_column)
        || matches!(press.code, KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down)
}
