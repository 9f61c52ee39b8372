//! Resigning a game, or leaving it for another one, can be taken back for a few seconds. Only then it is recorded.

use std::mem;
use std::time::Duration;

use outflank_players::PlayerName;
use outflank_rules::{ByColor, Color};
use outflank_table::{self as table, Command, Seat, Time};

use crate::tui::app::{Effect, State};
use crate::tui::screens::game;
use crate::tui::screens::game::contest::Contest;

const CAN_BE_UNDONE_FOR: Duration = Duration::from_secs(5);

/// A resignation that is not recorded yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resigned {
    pub(crate) by: Color,
    pub(crate) until: Time,
}

/// An unfinished game for which another one was begun that is not recorded yet.
#[derive(Clone, Debug)]
pub(crate) struct LeftGame {
    pub(crate) contest: Box<Contest>,
    pub(crate) until: Time,
    players: ByColor<PlayerName>,
    unrecorded: Vec<table::Event>,
}

pub(crate) fn resign(state: &mut State, effects: &mut Vec<Effect>) {
    let until = state.now.after(CAN_BE_UNDONE_FOR);
    let Some(contest) = state.contest.as_mut().filter(|contest| contest.is_in_play()) else { return };
    contest.resigned = Some(Resigned { by: resigner(contest), until });
    contest.pass = None;
    contest.premove = None;
    contest.pointer.column = None;
    effects.extend(contest.hint.take().map(|hint| Effect::Stop(hint.id)));
}

fn resigner(contest: &Contest) -> Color {
    let turn = contest.turn();
    let other_only = !contest.is_human(turn) && contest.is_human(!turn);
    if other_only { !turn } else { turn }
}

/// "You resigned. Press u to take it back."
pub(crate) fn text(state: &State) -> Option<String> {
    let contest = state.contest.as_ref()?;
    match (contest.resigned, &state.left) {
        (Some(Resigned { by, .. }), _) => {
            let is_you = contest.is_against_machine();
            let name = if is_you { "You" } else { by.title() };
            Some(format!("{name} resigned. Press u to take it back."))
        }
        (None, Some(_)) => Some("You left a game. Press u to go back to it.".to_owned()),
        (None, None) => None,
    }
}

pub(crate) fn undo(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    if state.contest.as_mut().is_some_and(|contest| contest.resigned.take().is_some()) {
        return true;
    }
    match state.left.take() {
        Some(left) => {
            game::seat_players(state, *left.contest, effects);
            true
        }
        None => false,
    }
}

/// Keeps `contest` until its successor is recorded.
pub(crate) fn leave(state: &mut State, contest: Contest, players: ByColor<PlayerName>, begun: Vec<table::Event>) {
    let until = state.now.after(CAN_BE_UNDONE_FOR);
    state.left = Some(LeftGame { contest: Box::new(contest), until, players, unrecorded: begun });
}

/// The events go to the journal, or wait until there is one.
pub(crate) fn keep(state: &mut State, events: &[table::Event], effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_mut() else { return };
    if contest.is_welcome() {
        let (players, events) = (contest.players.clone(), mem::take(&mut contest.unsaved));
        effects.push(Effect::Begin { players, events });
        state.is_new = false;
    }
    let is_begun = |event: &table::Event| match *event {
        table::Event::Played { by, .. } => contest.is_human(by),
        table::Event::Ended { .. } => true,
        _ => false,
    };
    match &mut state.left {
        Some(left) => {
            left.unrecorded.extend_from_slice(events);
            if events.iter().any(is_begun) {
                record_begun(state, effects);
            }
        }
        None => effects.push(Effect::Keep(events.to_vec())),
    }
}

pub(crate) fn record_begun(state: &mut State, effects: &mut Vec<Effect>) {
    if let Some(LeftGame { players, unrecorded: events, .. }) = state.left.take() {
        effects.push(Effect::Begin { players, events });
    }
}

pub(crate) fn settle(state: &mut State, effects: &mut Vec<Effect>) {
    let resigned = state.contest.as_mut().and_then(|contest| contest.resigned.take());
    if let Some(Resigned { by, .. }) = resigned {
        game::command(state, Seat::Player(by), Command::Resign, effects);
    }
}

pub(crate) fn pass_time(state: &mut State, effects: &mut Vec<Effect>) {
    let now = state.now;
    if state.contest.as_ref().and_then(|contest| contest.resigned).is_some_and(|resigned| resigned.until <= now) {
        settle(state, effects);
    }
    if state.left.as_ref().is_some_and(|left| left.until <= now) {
        record_begun(state, effects);
    }
}
