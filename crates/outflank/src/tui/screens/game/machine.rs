use std::time::Duration;

use outflank_players::{Action, Choice, ClockState, PlayerError, PlayerName};
use outflank_table::{Command, Seat, Time};

use crate::tui::app::{Effect, Id, Screen, State};
use crate::tui::format;
use crate::tui::screens::game;
use crate::tui::screens::game::contest::{Contest, for_black};
use crate::tui::screens::game::{pace, premove, warning};
use crate::tui::screens::study::review::beginning;

pub(crate) fn think(state: &mut State, effects: &mut Vec<Effect>) {
    premove::resolve(state, effects);
    warning::think(state, effects);
    let is_shown = matches!(state.screen, Screen::Game);
    let (id, now, pace) = (state.new_id(), state.now, state.pace);
    let Some(contest) = state.contest.as_mut() else { return };
    let is_machine = contest.players[contest.turn()] != PlayerName::Human;
    let is_stopped = contest.is_over() || contest.table.is_paused() || pace::is_still(contest, pace, now);
    let is_wanted = is_shown && is_machine && !is_stopped;
    // With a clock, ask at once; without one, let the player see the last move first.
    let is_read = contest.table.running_clock().is_some() || contest.is_between_machines();
    let may_wait = !is_read && contest.pass.is_some() || contest.flipping.is_some();
    match contest.asked {
        None if is_wanted && !may_wait => {
            (contest.asked, contest.asked_at) = (Some(id), now);
            let clocks = clocks(contest, now);
            let game = Box::new(beginning(contest.game(), contest.placed()));
            effects.push(Effect::Ask { id, color: contest.turn(), game, clocks });
        }
        Some(asked) if !is_wanted => {
            contest.asked = None;
            effects.push(Effect::Stop(asked));
        }
        _ => {}
    }
}

fn clocks(contest: &Contest, now: Time) -> Option<ClockState> {
    let increment = contest.table.terms().time.increment();
    let left = contest.table.clocks(now)?;
    Some(ClockState { left, increment, margin: Duration::ZERO })
}

pub(crate) fn chosen(state: &mut State, id: Id, choice: Result<Choice, PlayerError>, effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_mut().filter(|contest| contest.asked == Some(id)) else { return };
    contest.asked = None;
    let (turn, placed) = (contest.turn(), contest.placed());
    match choice {
        Ok(Choice { action: Action::Resign, .. }) => game::command(state, Seat::Player(turn), Command::Resign, effects),
        Ok(Choice { action: Action::Place(square), eval, .. }) => {
            let value = eval.map(|eval| for_black(eval.discs() as f32, turn));
            contest.values.extend(value.map(|value| (placed, value)));
            if contest.position().play(square.into()).is_err() {
                let player = format::player(&contest.players[turn]);
                return take_over(state, format!("{player} tried to play {square}, which is illegal."));
            }
            game::command(state, Seat::Player(turn), Command::Play(square.into()), effects);
        }
        Err(error) => take_over(state, format!("{error}.")),
    }
}

/// A machine that fails is replaced by the person at the keyboard.
fn take_over(state: &mut State, why: String) {
    if let Some(contest) = state.contest.as_mut() {
        let turn = contest.turn();
        contest.players[turn] = PlayerName::Human;
        state.notify(format!("{why} You play {turn} now."));
    }
}
