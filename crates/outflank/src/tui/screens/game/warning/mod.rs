//! Warnings: the engine checks a person's move before it is played, and a bad one must be confirmed.

#[cfg(test)]
pub(crate) mod tests;

use outflank_engine::Analysis;
use outflank_rules::{Position, Square};
use outflank_study::teach::{self, Warning};
use outflank_table::Command;

use crate::tui::app::{Effect, Id, Screen, State};
use crate::tui::keymap::{Action, Offer, Press, offer};
use crate::tui::screens::game;
use crate::tui::screens::game::contest::HeldMove;
use crate::tui::screens::overlay::Overlay;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WarningPrompt {
    position: Position,
    pub(crate) warning: Warning,
    pub(crate) is_best_shown: bool,
}

pub(crate) const OFFERS: &[Offer] = &[
    offer(Action::Do, "play it anyway").here("play it anyway"),
    offer(Action::Back, "think again").here("think again"),
    offer(Action::Hint, "better move").here("show a better move"),
];

fn warns(state: &State) -> bool {
    let contest = state.contest.as_ref();
    state.settings.teach.is_some()
        && contest.is_some_and(|contest| contest.is_human_turn() && contest.is_against_machine())
}

/// Holds a move back while the engine checks it. Returns `false` for moves that need no check: illegal and forced ones.
pub(crate) fn hold(state: &mut State, square: Square, effects: &mut Vec<Effect>) -> bool {
    if !warns(state) {
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
        contest.held = Some(HeldMove { id, position, square, warning: None });
        effects.push(Effect::Search { id, position, limits: teach::limits(&position) });
    }
    true
}

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

/// Drops a held move that is out of date. A warning waits until no other overlay is open.
pub(crate) fn think(state: &mut State, effects: &mut Vec<Effect>) {
    let is_shown = matches!(state.screen, Screen::Game);
    let contest = state.contest.as_ref().filter(|contest| is_shown && contest.is_human_turn());
    let at = contest.map(|contest| *contest.position());
    state.overlay.take_if(|overlay| matches!(overlay, Overlay::Warning(warned) if Some(warned.position) != at));
    let Some(contest) = state.contest.as_mut() else { return };
    let late = contest.held.take_if(|held| Some(held.position) != at);
    effects.extend(late.filter(|held| held.warning.is_none()).map(|held| Effect::Stop(held.id)));
    if state.overlay.is_none()
        && let Some(HeldMove { position, warning: Some(warning), .. }) =
            contest.held.take_if(|held| held.warning.is_some())
    {
        state.overlay = Some(Overlay::Warning(WarningPrompt { position, warning, is_best_shown: false }));
    }
}

pub(crate) fn perform(state: &mut State, warned: WarningPrompt, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Do => {
            if let Some(mover) = state.contest.as_ref().map(|contest| contest.mover()) {
                game::command(state, mover, Command::Play(warned.warning.played.into()), effects);
            }
        }
        Action::Hint => state.overlay = Some(Overlay::Warning(WarningPrompt { is_best_shown: true, ..warned })),
        _ => {}
    }
}

/// Typing or pointing at a square dismisses the warning.
pub(crate) fn typed(state: &mut State, press: Press) -> bool {
    let is_used = game::actions::typed(state, press);
    if is_used {
        state.overlay = None;
    }
    is_used
}
