pub(crate) mod contest;
pub(crate) mod draw;
#[cfg(test)]
mod tests;
pub(crate) mod warning;

use std::time::Duration;

use crossterm::event::KeyCode;
use outflank_engine::Limits;
use outflank_players::{
    Action as PlayerAction, Bounds, Choice, ClockConfig, ClockState, Machine, PlayerError, PlayerName,
};
use outflank_rules::{ByColor, Position, Square};
use outflank_table::{self as table, Command, Seat, TimeControl};

use crate::tui::app::{Effect, Id, RestoredGame, Screen, State};
use crate::tui::format;
use crate::tui::keymap::{Binding, KeyLine, Press, bind, find};
use crate::tui::screens::game::contest::{Contest, Evaluation, FlipAnimation, Hint, Pass, Start, for_black};
use crate::tui::screens::overlay::{Confirm, Overlay};
use crate::tui::screens::setup::form::Form;
use crate::tui::screens::study::review::beginning;
use crate::tui::screens::{global, menu, study};
use crate::tui::widgets::{Pointing, pointer};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Play,
    Undo,
    Redo,
    NextLevel,
    Hint,
    Marks,
    EngineLine,
    Rotate,
    Hold,
    Resign,
    Study,
    Save,
    Open,
    Copy,
    NewGame,
    Menu,
}

pub(crate) const KEYS: &[Binding<Action>] = &[
    bind(&[Press::key(KeyCode::Enter), Press::char(' ')], Action::Play, "play the square", "play"),
    bind(&[Press::char('u')], Action::Undo, "undo", "undo"),
    bind(&[Press::char('r')], Action::Redo, "redo; rematch at the end", "redo"),
    bind(&[Press::char('+'), Press::char('=')], Action::NextLevel, "next level, after a win", ""),
    bind(&[Press::char('i')], Action::Hint, "hint", "hint"),
    bind(&[Press::char('x')], Action::Study, "study this game", "study"),
    bind(&[Press::char('m')], Action::Marks, "show or hide legal moves", ""),
    bind(&[Press::char('l')], Action::EngineLine, "show the engine's line", ""),
    bind(&[Press::char('v')], Action::Rotate, "rotate the board", ""),
    bind(&[Press::char('p')], Action::Hold, "pause the clocks", ""),
    bind(&[Press::char('w')], Action::Resign, "resign", ""),
    bind(&[Press::char('s')], Action::Save, "save", "save"),
    bind(&[Press::char('o')], Action::Open, "open a record", ""),
    bind(&[Press::char('y')], Action::Copy, "copy the moves", ""),
    bind(&[Press::char('n')], Action::NewGame, "new game", ""),
    bind(&[Press::key(KeyCode::Esc)], Action::Menu, "menu", "menu"),
];

pub(crate) fn next_keys(contest: &Contest, mut lines: Vec<KeyLine>) -> Vec<KeyLine> {
    let has_next_level = contest.next_level().is_some();
    for line in &mut lines {
        line.word = match find(KEYS, line.press) {
            Some(Action::NextLevel) if has_next_level => "next level",
            Some(Action::Redo) => "rematch",
            Some(Action::NewGame) => "new game",
            Some(Action::Copy) => "copy",
            Some(Action::Play | Action::Undo | Action::Hint) => "",
            _ => line.word,
        };
    }
    lines
}

const PASS_SHOWN_FOR: Duration = Duration::from_millis(4000);
/// Limited by nodes: the same position always gets the same hint.
const HINT: Limits = Limits {
    nodes: Some(3_000_000),
    lines: 5,
    depth: None,
    time: None,
    clock: None,
    goal: outflank_engine::Goal::Score,
};
const NOTED_EVERY: Duration = Duration::from_secs(1);

pub(crate) fn begin(state: &mut State, start: &Start, players: ByColor<PlayerName>, effects: &mut Vec<Effect>) {
    state.is_new = false;
    let (contest, events) = Contest::open(start, players.clone(), state.now);
    effects.push(Effect::Begin { players, events: events.clone() });
    seat_players(state, contest, effects);
    follow(state, &events, effects);
}

/// The clocks are not charged for the time in between.
pub(crate) fn go_on(state: &mut State, restored: RestoredGame, effects: &mut Vec<Effect>) {
    state.now = state.now.max(restored.now);
    let contest = Contest::at(restored.table, restored.players, state.now);
    state.saved_game = None;
    seat_players(state, contest, effects);
}

fn seat_players(state: &mut State, contest: Contest, effects: &mut Vec<Effect>) {
    stop_all(state, effects);
    let time = contest.table.terms().time;
    let time = time.main().map(|main| ClockConfig { main, increment: time.increment() });
    effects.push(Effect::Seat { players: contest.players.clone(), time });
    state.contest = Some(contest);
    state.review = None;
    state.screen = Screen::Game;
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

pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) -> bool {
    let turned = state.turned;
    let Some(contest) = state.contest.as_mut() else { return false };
    contest.flipping = None;
    let announced = contest.pass.take().is_some();
    if contest.pointer.press(press, turned) != Pointing::Other {
        return true;
    }
    let Some(action) = find(KEYS, press) else { return announced };
    match action {
        // These keys dismiss the pass notice and do nothing else.
        Action::Play | Action::Menu if announced => {}
        Action::Play => match contest.pointer.square() {
            Some(square) => play(state, square, effects),
            None => state.notify(pointer::PROMPT),
        },
        Action::Undo => undo(state, effects),
        Action::Redo if contest.is_over() => rematch(state, effects),
        Action::Redo => redo(state, effects),
        Action::NextLevel => next_level(state, effects),
        Action::Hint => hint(state, effects),
        Action::Marks => global::toggle_marks(state, effects),
        Action::EngineLine => toggle_engine_line(state),
        Action::Rotate => global::rotate(state),
        Action::Hold => hold(state),
        Action::Resign if !contest.is_over() => state.overlay = Some(Overlay::Confirm(Confirm::Resign)),
        Action::Resign => {}
        Action::Study => study::examine(state),
        Action::Save => global::ask_to_save(state),
        Action::Open => global::ask_to_open(state),
        Action::Copy => global::copy(state, effects),
        Action::NewGame => menu::new_game(state, Form::to_play(&state.settings)),
        Action::Menu => global::to_menu(state),
    }
    true
}

pub(crate) fn click(state: &mut State, square: Square, effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_mut() else { return };
    contest.flipping = None;
    contest.pass = None;
    contest.pointer.point_at(square);
    play(state, square, effects);
}

fn play(state: &mut State, square: Square, effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_ref() else { return };
    if contest.is_over() {
        return state.notify("The game is over.");
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
        effects.push(Effect::Keep(events.clone()));
        follow(state, &events, effects);
    }
}

fn follow(state: &mut State, events: &[table::Event], effects: &mut Vec<Effect>) {
    let now = state.now;
    let Some(contest) = state.contest.as_mut() else { return };
    let mut is_over = false;
    for event in events {
        match *event {
            table::Event::Played { .. } | table::Event::TakenBack { .. } => {
                contest.pass = None;
                contest.pointer.column = None;
                contest.on_hold = false;
                effects.extend(contest.hint.take().map(|hint| Effect::Stop(hint.id)));
            }
            table::Event::Passed { by } => contest.pass = Some(Pass { by, until: now.after(PASS_SHOWN_FOR) }),
            table::Event::Ended { .. } => is_over = true,
            _ => {}
        }
    }
    let placed = contest.placed();
    contest.values.retain(|&at, _| at <= placed);
    if is_over {
        contest.pass = None;
        contest.pointer.shown = false;
        effects.push(Effect::Finish(Box::new(contest.record(format::date(now)))));
    }
}

/// Takes back the last move a person made, and the machine's reply to it.
fn undo(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_ref() else { return };
    if contest.is_over() {
        return state.notify("The game is over. Press x to study it, r for a rematch.");
    }
    match contest.undoer() {
        Some(color) => command(state, Seat::Player(color), Command::TakeBack, effects),
        None => state.notify("There is nothing to undo."),
    }
}

fn redo(state: &mut State, effects: &mut Vec<Effect>) {
    let next = |state: &State| state.contest.as_ref().and_then(|contest| contest.game().next_redo());
    if next(state).is_none() {
        return state.notify("There is nothing to redo.");
    }
    while let (Some(square), Some(contest)) = (next(state), state.contest.as_ref()) {
        let placed = contest.placed();
        command(state, contest.mover(), Command::Play(square.into()), effects);
        let went_on = state.contest.as_ref().is_some_and(|contest| contest.placed() > placed);
        if !went_on || state.contest.as_ref().is_some_and(Contest::is_human_turn) {
            break;
        }
    }
}

fn rematch(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_ref() else { return };
    let terms = contest.table.terms().rematch();
    let players = contest.players.clone().swapped();
    begin(state, &Start { position: terms.start, moves: Vec::new(), time: terms.time }, players, effects);
}

/// The next level also becomes the default.
fn next_level(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_ref() else { return };
    let Some(level) = contest.next_level() else {
        return state.notify("Beat the engine to reach the next level.");
    };
    let terms = contest.table.terms().rematch();
    let players = contest.players.clone().map(|player| match player {
        PlayerName::Human => player,
        PlayerName::Machine(_) => PlayerName::Machine(Machine::Engine { level: Some(level), bounds: Bounds::NONE }),
    });
    state.choose(|settings| settings.level = level, effects);
    begin(state, &Start { position: terms.start, moves: Vec::new(), time: terms.time }, players, effects);
}

fn hint(state: &mut State, effects: &mut Vec<Effect>) {
    let id = state.new_id();
    let Some(contest) = state.contest.as_mut() else { return };
    if contest.is_over() {
        return state.notify("The game is over. Press x to study it.");
    }
    let position = *contest.position();
    effects.extend(contest.hint.take().map(|hint| Effect::Stop(hint.id)));
    contest.hint = Some(Hint { id, position, analysis: None, done: false });
    effects.push(Effect::Search { id, position, limits: HINT });
}

fn toggle_engine_line(state: &mut State) {
    let Some(contest) = &state.contest else { return };
    let shown = !state.shows_engine_line(contest);
    state.engine_line = Some(shown);
    state.notify(if shown { "The engine's line is shown." } else { "The engine's line is hidden." });
}

fn hold(state: &mut State) {
    match state.contest.as_mut().filter(|contest| !contest.is_over()) {
        Some(contest) if contest.table.terms().time != TimeControl::Unlimited => contest.on_hold = !contest.on_hold,
        Some(_) => state.notify("This game has no clock."),
        None => {}
    }
}

/// The person resigns; of two people, the one to move.
pub(crate) fn resigner(contest: &Contest) -> Seat {
    let turn = contest.turn();
    let other_only = contest.players[turn] != PlayerName::Human && contest.players[!turn] == PlayerName::Human;
    Seat::Player(if other_only { !turn } else { turn })
}

pub(crate) fn chosen(state: &mut State, id: Id, choice: Result<Choice, PlayerError>, effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_mut().filter(|contest| contest.asked == Some(id)) else { return };
    contest.asked = None;
    let (turn, placed) = (contest.turn(), contest.placed());
    match choice {
        Ok(Choice { action: PlayerAction::Resign, .. }) => command(state, Seat::Player(turn), Command::Resign, effects),
        Ok(Choice { action: PlayerAction::Place(square), eval, .. }) => {
            let value = eval.map(|eval| for_black(eval.discs() as f32, turn));
            contest.values.extend(value.map(|value| (placed, value)));
            if contest.position().play(square.into()).is_err() {
                let player = format::player(&contest.players[turn]);
                return take_over(state, format!("{player} tried to play {square}, which is illegal."));
            }
            command(state, Seat::Player(turn), Command::Play(square.into()), effects);
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
    let now = state.now;
    let is_shown = matches!(state.screen, Screen::Game);
    let Some(contest) = state.contest.as_mut() else { return };
    contest.flipping = contest.flipping.take().filter(|flipping| !flipping.is_over(now));
    contest.pass = contest.pass.filter(|pass| pass.until > now);
    let mut events = contest.command(Seat::Host, Command::Tick, now).unwrap_or_default();
    // Without clocks there is nothing to pause, but a restored game starts paused.
    let needs_nothing = contest.table.terms().time == TimeControl::Unlimited && !contest.table.is_paused();
    if contest.is_over() || needs_nothing {
        return happened(state, events, effects);
    }
    let should_run = is_shown && !contest.on_hold;
    let command = match (contest.table.is_paused(), should_run) {
        (true, true) => Some(Command::Resume),
        (false, false) => Some(Command::Pause),
        _ => None,
    };
    if let Some(command) = command {
        events.extend(contest.command(Seat::Host, command, now).unwrap_or_default());
    }
    if should_run && now.since(contest.noted) >= NOTED_EVERY {
        contest.noted = now;
        effects.push(Effect::Heartbeat(now));
    }
    happened(state, events, effects);
}

pub(crate) fn think(state: &mut State, effects: &mut Vec<Effect>) {
    warning::think(state, effects);
    let is_shown = matches!(state.screen, Screen::Game);
    let (id, now) = (state.new_id(), state.now);
    let Some(contest) = state.contest.as_mut() else { return };
    let is_machine = contest.players[contest.turn()] != PlayerName::Human;
    let is_wanted = is_shown && is_machine && !contest.is_over() && !contest.table.is_paused();
    // With a clock, ask at once; without one, let the player see the last move first.
    let is_clocked = contest.table.running_clock().is_some();
    let may_wait = !is_clocked && contest.pass.is_some() || contest.flipping.is_some();
    match contest.asked {
        None if is_wanted && !may_wait => {
            contest.asked = Some(id);
            let clocks = clocks(contest, now);
            // Without the moves that could be redone.
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

fn clocks(contest: &Contest, now: table::Time) -> Option<ClockState> {
    let increment = contest.table.terms().time.increment();
    let left = contest.table.clocks(now)?;
    Some(ClockState { left, increment, margin: Duration::ZERO })
}

pub(crate) fn advice<'c>(contest: &'c Contest, position: &Position) -> Option<&'c Hint> {
    contest.hint.as_ref().filter(|hint| hint.position == *position)
}
