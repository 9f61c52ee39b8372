use outflank_engine::Level;
use outflank_players::{Bounds, Machine, PlayerName};
use ratatui::layout::Rect;

use crate::tui::app::{Effect, State};
use crate::tui::keymap::Action;
use crate::tui::screens::game::contest::{Contest, Start};
use crate::tui::screens::game::{self, actions};
use crate::tui::widgets::layout;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Review,
    Rematch,
    Level(Level),
    NewGame,
    Library,
}

impl Next {
    fn action(self) -> Action {
        match self {
            Next::Review => Action::Study,
            Next::Rematch => Action::Rematch,
            Next::Level(_) => Action::NextLevel,
            Next::NewGame => Action::NewGame,
            Next::Library => Action::Open,
        }
    }

    pub(crate) fn title(self) -> String {
        match self {
            Next::Review => "Review game".to_owned(),
            Next::Rematch => "Rematch".to_owned(),
            Next::Level(level) => format!("Next level: {level}"),
            Next::NewGame => "New game".to_owned(),
            Next::Library => "Library".to_owned(),
        }
    }
}

/// Empty before the end.
pub(crate) fn steps(contest: &Contest) -> Vec<Next> {
    if !contest.is_over() {
        return Vec::new();
    }
    let level = contest.next_level().map(Next::Level);
    let first = [Next::Review, Next::Rematch];
    first.into_iter().chain(level).chain([Next::NewGame, Next::Library]).collect()
}

pub(crate) fn rows(state: &State) -> Vec<(usize, Rect)> {
    let steps = state.contest.as_ref().map(steps).unwrap_or_default();
    let panel = layout::board_screen(state.size, state.settings.coordinates).and_then(|places| places.panel);
    let places = panel.and_then(|panel| places(panel, steps.len()));
    places.unwrap_or_default().into_iter().enumerate().collect()
}

/// The lines of the list at the bottom of the panel. `None` if there is no room.
pub(crate) fn places(panel: Rect, steps: usize) -> Option<Vec<Rect>> {
    const ABOVE: u16 = 9;
    let steps = u16::try_from(steps).ok()?;
    let top = panel.height.checked_sub(steps).filter(|&rows| rows >= ABOVE)?;
    Some((0..steps).map(|index| Rect { y: panel.y + top + index, height: 1, ..panel }).collect())
}

pub(crate) fn choose_selected(state: &mut State, effects: &mut Vec<Effect>) {
    let selected = state.contest.as_ref().and_then(|contest| steps(contest).get(contest.next).copied());
    if let Some(next) = selected {
        actions::perform(state, next.action(), effects);
    }
}

pub(crate) fn select(contest: &mut Contest, is_forward: bool) {
    let count = steps(contest).len().max(1);
    contest.next = (contest.next + if is_forward { 1 } else { count - 1 }) % count;
}

pub(crate) fn next_game(state: &mut State, effects: &mut Vec<Effect>) {
    match state.contest.as_ref().and_then(Contest::next_level) {
        Some(_) => next_level(state, effects),
        None => rematch(state, effects),
    }
}

pub(crate) fn rematch(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_ref() else { return };
    let players = contest.players.clone().swapped();
    let start = again(contest);
    game::begin(state, &start, players, effects);
}

pub(crate) fn next_level(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(contest) = state.contest.as_ref() else { return };
    let Some(level) = contest.next_level() else { return };
    let start = again(contest);
    let players = contest.players.clone().map(|player| match player {
        PlayerName::Human => player,
        PlayerName::Machine(_) => PlayerName::Machine(Machine::Engine { level: Some(level), bounds: Bounds::NONE }),
    });
    state.choose(|settings| settings.level = level, effects);
    game::begin(state, &start, players, effects);
}

fn again(contest: &Contest) -> Start {
    let terms = contest.table.terms().rematch();
    Start { position: terms.start, moves: Vec::new(), time: terms.time }
}
