pub(crate) mod actions;
pub(crate) mod contest;
pub(crate) mod draw;
pub(crate) mod hint;
pub(crate) mod machine;
pub(crate) mod next;
pub(crate) mod pace;
pub(crate) mod parting;
pub(crate) mod premove;
mod status;
#[cfg(test)]
mod tests;
pub(crate) mod warning;

use std::time::Duration;

use outflank_players::{ClockConfig, PlayerName};
use outflank_rules::{ByColor, Position, Rules, Square};
use outflank_table::{self as table, Command, Seat, TimeControl};

use crate::tui::app::{Effect, Id, RestoredGame, Screen, State};
use crate::tui::format;
use crate::tui::screens::game::contest::{Contest, Evaluation, FlipAnimation, Pass, Start};
use crate::tui::screens::setup::starting::{self, Plan};
use crate::tui::screens::study;

const PASS_SHOWN_FOR: Duration = Duration::from_millis(4000);
const NOTED_EVERY: Duration = Duration::from_secs(1);

/// Other programs must be ready to play first.
pub(crate) fn begin(state: &mut State, start: &Start, players: ByColor<PlayerName>, effects: &mut Vec<Effect>) {
    if !starting::has_program(&players) {
        return begin_now(state, start, players, effects);
    }
    let plan = Plan::Begin { start: Box::new(start.clone()), players: Box::new(players.clone()) };
    starting::ask(state, plan, &players, clock_config(start.time), effects);
}

pub(crate) fn begin_now(state: &mut State, start: &Start, players: ByColor<PlayerName>, effects: &mut Vec<Effect>) {
    state.is_new = false;
    parting::settle(state, effects);
    stop_all(state, effects);
    let left = match state.left.take() {
        // Nothing was played in the game after it.
        Some(left) => Some(*left.contest),
        None => state.contest.take().filter(|contest| !contest.is_over() && contest.placed() > 0),
    };
    let (contest, events) = Contest::open(start, players.clone(), state.now);
    let is_over = contest.is_over();
    match left {
        Some(left) => parting::leave(state, left, players, events.clone()),
        None => effects.push(Effect::Begin { players, events: events.clone() }),
    }
    seat_players(state, contest, effects);
    if is_over {
        parting::record_begun(state, effects);
    }
    follow(state, &events, effects);
}

pub(crate) fn welcome(state: &mut State, players: ByColor<PlayerName>, effects: &mut Vec<Effect>) {
    let position = Position::initial(Rules::Standard);
    let start = Start { position, moves: Vec::new(), time: TimeControl::Unlimited };
    let (mut contest, events) = Contest::open(&start, players, state.now);
    contest.unsaved = events;
    seat_players(state, contest, effects);
}

/// The clocks are not charged for the time in between.
pub(crate) fn go_on(state: &mut State, restored: RestoredGame, effects: &mut Vec<Effect>) {
    state.now = state.now.max(restored.now);
    let contest = Contest::at(restored.table, restored.players, state.now);
    (state.saved_game, state.left) = (None, None);
    seat_players(state, contest, effects);
}

pub(crate) fn seat_players(state: &mut State, contest: Contest, effects: &mut Vec<Effect>) {
    stop_all(state, effects);
    let time = clock_config(contest.table.terms().time);
    effects.push(Effect::Seat { players: contest.players.clone(), time });
    state.contest = Some(contest);
    state.screen = Screen::Game;
}

fn clock_config(time: TimeControl) -> Option<ClockConfig> {
    time.main().map(|main| ClockConfig { main, increment: time.increment() })
}

fn stop_all(state: &mut State, effects: &mut Vec<Effect>) {
    let contest = state.contest.as_mut().into_iter();
    let asked = contest.flat_map(|contest| {
        let (hint, held) = (contest.hint.take(), contest.held.take());
        [contest.asked.take(), hint.map(|hint| hint.id), held.map(|held| held.id)]
    });
    effects.extend(asked.flatten().map(Effect::Stop));
    study::stop(state, effects);
}

pub(crate) fn play(state: &mut State, square: Square, effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_ref() else { return };
    if contest.is_over() {
        return state.notify("The game is over.");
    }
    if contest.resigned.is_some() {
        return;
    }
    if premove::is_possible(contest) {
        return premove::choose(state, square);
    }
    if !contest.is_human_turn() {
        let thinking = format::player(&contest.players[contest.turn()]);
        return state.notify(format!("It is {}'s turn ({thinking}).", contest.turn()));
    }
    let mover = contest.mover();
    if !warning::hold(state, square, effects) {
        command(state, mover, Command::Play(square.into()), effects);
    }
}

pub(crate) fn command(state: &mut State, seat: Seat, command: Command, effects: &mut Vec<Effect>) {
    let now = state.now;
    let Some(contest) = state.contest.as_mut() else { return };
    let before = *contest.position();
    match contest.command(seat, command, now) {
        Ok(events) => {
            // If the flag fell first, no move was played.
            let played = events.iter().find_map(|event| match *event {
                table::Event::Played { square, .. } => Some(square),
                _ => None,
            });
            let flipping = played.map(|square| FlipAnimation::new(&before, square, now));
            contest.flipping = flipping.filter(|_| state.settings.animation);
            happened(state, events, effects);
        }
        Err(refusal) => {
            let mut text = refusal.to_string();
            if let Some(first) = text.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            state.notify(text + ".");
        }
    }
}

fn happened(state: &mut State, events: Vec<table::Event>, effects: &mut Vec<Effect>) {
    if !events.is_empty() {
        parting::keep(state, &events, effects);
        follow(state, &events, effects);
    }
}

fn follow(state: &mut State, events: &[table::Event], effects: &mut Vec<Effect>) {
    let now = state.now;
    let Some(contest) = state.contest.as_mut() else { return };
    let (mut is_over, mut is_taken_back) = (false, false);
    for event in events {
        match *event {
            table::Event::Played { .. } | table::Event::TakenBack { .. } => {
                contest.pass = None;
                contest.moved = now;
                contest.is_stepping = false;
                if contest.is_human_turn() || contest.premove.is_none() {
                    contest.pointer.column = None;
                }
                contest.on_hold &= contest.is_between_machines();
                effects.extend(contest.hint.take().map(|hint| Effect::Stop(hint.id)));
                is_taken_back |= matches!(event, table::Event::TakenBack { .. });
            }
            table::Event::Passed { by } => contest.pass = Some(Pass { by, until: now.after(PASS_SHOWN_FOR) }),
            table::Event::Ended { .. } => is_over = true,
            _ => {}
        }
    }
    let placed = contest.placed();
    contest.values.retain(|&at, _| at <= placed);
    if is_over {
        (contest.pass, contest.resigned, contest.premove) = (None, None, None);
        contest.pointer.shown = false;
        contest.next = 0;
        effects.extend(contest.hint.take().map(|hint| Effect::Stop(hint.id)));
        effects.push(Effect::Finish(Box::new(contest.record(format::date(now), state.settings.name.as_ref()))));
    }
    if is_taken_back {
        premove::drop_taken_back(state);
    }
}

pub(crate) fn undo(state: &mut State, effects: &mut Vec<Effect>) {
    if parting::undo(state, effects) {
        return;
    }
    let Some(contest) = state.contest.as_ref() else { return };
    match contest.undoer() {
        Some(color) => command(state, Seat::Player(color), Command::TakeBack, effects),
        None => state.notify("There is nothing to undo."),
    }
}

pub(crate) fn redo(state: &mut State, effects: &mut Vec<Effect>) {
    let can_redo = |contest: &&Contest| contest.is_in_play() && !contest.table.is_paused();
    let next = |state: &State| state.contest.as_ref().filter(can_redo).and_then(|contest| contest.game().next_redo());
    if next(state).is_none() {
        return state.notify("There is nothing to redo.");
    }
    premove::cancel(state);
    while let (Some(square), Some(contest)) = (next(state), state.contest.as_ref()) {
        let placed = contest.placed();
        command(state, contest.mover(), Command::Play(square.into()), effects);
        let went_on = state.contest.as_ref().is_some_and(|contest| contest.placed() > placed);
        if !went_on || state.contest.as_ref().is_some_and(Contest::is_human_turn) {
            break;
        }
    }
}

pub(crate) fn toggle_engine_line(state: &mut State) {
    let Some(contest) = &state.contest else { return };
    let shown = !state.shows_engine_line(contest);
    state.engine_line = Some(shown);
    state.notify(if shown { "The engine's line is shown." } else { "The engine's line is hidden." });
}

pub(crate) fn searched(state: &mut State, id: Id, analysis: &outflank_engine::Analysis, done: bool) {
    let Some(contest) = state.contest.as_mut() else { return };
    if contest.asked == Some(id) {
        contest.evaluation = Evaluation::searched(analysis, contest.position()).or(contest.evaluation.take());
    }
    if let Some(hint) = contest.hint.as_mut().filter(|hint| hint.id == id) {
        hint.done = done;
        if !analysis.lines.is_empty() {
            hint.analysis = Some(analysis.clone());
        }
    }
}

/// Handles fallen flags and expired notices, and pauses the clocks while the game is not on screen.
pub(crate) fn pass_time(state: &mut State, effects: &mut Vec<Effect>) {
    parting::pass_time(state, effects);
    let (now, pace) = (state.now, state.pace);
    let is_shown = matches!(state.screen, Screen::Game);
    let is_recorded = state.left.is_none();
    let Some(contest) = state.contest.as_mut() else { return };
    contest.flipping = contest.flipping.take().filter(|flipping| !flipping.is_over(now));
    contest.pass = contest.pass.filter(|pass| pass.until > now);
    let mut events = contest.command(Seat::Host, Command::Tick, now).unwrap_or_default();
    // Without clocks there is nothing to pause, but a restored game starts paused.
    let needs_nothing = contest.table.terms().time == TimeControl::Unlimited && !contest.table.is_paused();
    if contest.is_over() || needs_nothing {
        return happened(state, events, effects);
    }
    let should_run = is_shown && !pace::is_still(contest, pace, now);
    let command = match (contest.table.is_paused(), should_run) {
        (true, true) => Some(Command::Resume),
        (false, false) => Some(Command::Pause),
        _ => None,
    };
    if let Some(command) = command {
        events.extend(contest.command(Seat::Host, command, now).unwrap_or_default());
    }
    if should_run && is_recorded && now.since(contest.noted) >= NOTED_EVERY {
        contest.noted = now;
        effects.push(Effect::Heartbeat(now));
    }
    happened(state, events, effects);
}
