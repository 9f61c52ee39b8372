//! Premoves: a square chosen while the opponent thinks, played as soon as it is the person's turn.

use outflank_rules::{Color, Square};

use crate::tui::app::{Effect, Screen, State};
use crate::tui::screens::game;
use crate::tui::screens::game::contest::Contest;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Premove {
    pub(crate) by: Color,
    pub(crate) square: Square,
}

pub(crate) fn is_possible(contest: &Contest) -> bool {
    contest.is_against_machine() && contest.is_in_play() && !contest.is_human_turn()
}

/// Choosing the square again cancels.
pub(crate) fn choose(state: &mut State, square: Square) {
    let Some(contest) = state.contest.as_mut() else { return };
    let by = !contest.turn();
    if contest.premove == Some(Premove { by, square }) {
        return cancel(state);
    }
    if contest.position().disc_on(square).is_some() {
        return state.notify(format!("{square} is not empty."));
    }
    contest.premove = Some(Premove { by, square });
}

pub(crate) fn cancel(state: &mut State) {
    let premove = state.contest.as_mut().and_then(|contest| contest.premove.take());
    if premove.is_some() {
        state.notify("Premove cancelled.");
    }
}

/// After a takeback the game is another one.
pub(crate) fn drop_taken_back(state: &mut State) {
    let premove = state.contest.as_mut().and_then(|contest| contest.premove.take());
    if let Some(Premove { square, .. }) = premove {
        state.notify(format!("The premove {square} was dropped because a move was taken back."));
    }
}

pub(crate) fn resolve(state: &mut State, effects: &mut Vec<Effect>) {
    let is_shown = matches!(state.screen, Screen::Game);
    let Some(contest) = state.contest.as_mut() else { return };
    let Some(Premove { by, square }) = contest.premove else { return };
    // It is seen on this screen only.
    if !is_shown || !contest.is_in_play() || !contest.is_against_machine() || !contest.is_human(by) {
        contest.premove = None;
        return;
    }
    // Without a clock, the opponent's flips are seen first.
    let waits = contest.flipping.is_some() && contest.table.running_clock().is_none();
    if contest.turn() != by || contest.table.is_paused() || waits {
        return;
    }
    contest.premove = None;
    match contest.position().legal_moves().contains(square) {
        true => game::play(state, square, effects),
        false => state.notify(format!("The premove {square} was dropped: it is not legal now.")),
    }
}
