//! Other programs are started before the game begins, so that a missing or broken one is found while there is nothing to lose.

use outflank_players::{ClockConfig, Machine, PlayerError, PlayerName};
use outflank_render::sanitize;
use outflank_rules::{ByColor, Color};
use ratatui::Frame;
use ratatui::text::Line;

use crate::tui::app::{Effect, Id, State};
use crate::tui::format;
use crate::tui::keymap::{Action, Offer, offer};
use crate::tui::screens::game;
use crate::tui::screens::game::contest::Start;
use crate::tui::screens::overlay::{Overlay, window};
use crate::tui::widgets::{Brush, wrapped, write};

#[derive(Clone, Debug)]
pub(crate) struct Starting {
    id: Id,
    plan: Plan,
    waiting: Vec<(Color, String)>,
    failure: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) enum Plan {
    Begin { start: Box<Start>, players: Box<ByColor<PlayerName>> },
    Restore,
}

const WAITING: &[Offer] = &[offer(Action::Back, "cancel").here("cancel"), offer(Action::Quit, "").here("quit at once")];
const FAILED: &[Offer] = &[offer(Action::Do, "close").here("close"), offer(Action::Back, "").here("close")];
const RESTORE_FAILED: &[Offer] =
    &[offer(Action::Do, "play yourself").here("play that side yourself"), offer(Action::Back, "close").here("close")];

impl Starting {
    pub(crate) fn offers(&self) -> &'static [Offer] {
        match (&self.failure, &self.plan) {
            (None, _) => WAITING,
            (Some(_), Plan::Begin { .. }) => FAILED,
            (Some(_), Plan::Restore) => RESTORE_FAILED,
        }
    }
}

pub(crate) fn has_program(players: &ByColor<PlayerName>) -> bool {
    Color::ALL.into_iter().any(|color| is_program(&players[color]))
}

pub(crate) fn is_program(player: &PlayerName) -> bool {
    matches!(player, PlayerName::Machine(Machine::Gtp(_) | Machine::NBoard(_)))
}

pub(crate) fn ask(
    state: &mut State,
    plan: Plan,
    players: &ByColor<PlayerName>,
    time: Option<ClockConfig>,
    effects: &mut Vec<Effect>,
) {
    let id = state.new_id();
    let programs = Color::ALL.into_iter().filter(|&color| is_program(&players[color]));
    let waiting = programs.map(|color| (color, format::player(&players[color]))).collect();
    state.overlay = Some(Overlay::Starting(Starting { id, plan, waiting, failure: None }));
    effects.push(Effect::StartPrograms { id, players: players.clone(), time });
}

pub(crate) fn started(
    state: &mut State,
    id: Id,
    color: Color,
    result: Result<(), PlayerError>,
    effects: &mut Vec<Effect>,
) {
    let Some(Overlay::Starting(starting)) = state.overlay.as_mut().filter(|overlay| is_of(overlay, id)) else { return };
    match result {
        Err(error) => {
            starting.failure.get_or_insert(sanitize::line(&format!("{error}.")));
            effects.push(Effect::DropPrograms);
        }
        Ok(()) => {
            starting.waiting.retain(|(waiting, _)| *waiting != color);
            if starting.waiting.is_empty()
                && starting.failure.is_none()
                && let Some(Overlay::Starting(Starting { plan, .. })) = state.overlay.take()
            {
                go_on(state, plan, effects);
            }
        }
    }
}

fn is_of(overlay: &Overlay, id: Id) -> bool {
    matches!(overlay, Overlay::Starting(starting) if starting.id == id)
}

fn go_on(state: &mut State, plan: Plan, effects: &mut Vec<Effect>) {
    match plan {
        Plan::Begin { start, players } => game::begin_now(state, &start, *players, effects),
        Plan::Restore => effects.push(Effect::RestoreGame),
    }
}

pub(crate) fn perform(state: &mut State, starting: Starting, action: Action, effects: &mut Vec<Effect>) {
    match (action, &starting.failure, &starting.plan) {
        (Action::Quit, ..) => effects.push(Effect::Quit),
        (Action::Do, Some(_), Plan::Restore) => go_on(state, starting.plan, effects),
        _ => effects.push(Effect::DropPrograms),
    }
}

pub(crate) fn draw(starting: &Starting, frame: &mut Frame<'_>, brush: &Brush) {
    const WIDTH: u16 = 64;
    let columns = usize::from(frame.area().width.min(WIDTH)).saturating_sub(6);
    let waiting: Vec<&str> = starting.waiting.iter().map(|(_, name)| name.as_str()).collect();
    let text = match &starting.failure {
        Some(failure) => failure.clone(),
        None => format!("Starting {}{}", waiting.join(" and "), brush.pick(" …", " ...")),
    };
    let lines = wrapped(&text, columns);
    let inside = window(frame, WIDTH, lines.len() as u16 + 2, "", brush);
    for (row, line) in (1..).zip(lines) {
        write(frame, inside, row, Line::styled(format!("  {line}"), brush.strong()));
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::tui::app::{Event, SavedGame, Screen};
    use crate::tui::tests::*;

    fn missing() -> PlayerError {
        PlayerError::CannotStart { name: "nonsense".to_owned(), why: io::ErrorKind::NotFound.into() }
    }

    fn asked_id(app: &TestApp) -> Id {
        let id = app.effects.iter().find_map(|effect| match effect {
            Effect::StartPrograms { id, .. } => Some(*id),
            _ => None,
        });
        id.expect("programs are started")
    }

    fn form_with(opponent: &str) -> TestApp {
        let mut app = TestApp::new();
        app.state.settings.opponent = opponent.parse().unwrap();
        app.typed("N\n")
    }

    #[test]
    fn the_game_begins_when_the_program_has_answered() {
        let mut app = form_with("gtp:rhino");
        assert!(app.state.contest.is_none(), "nothing has begun");
        let id = asked_id(&app);
        app.send(Event::Started(id, Color::White, Ok(())));
        assert!(matches!(app.state.screen, Screen::Game) && app.state.overlay.is_none());
        assert_eq!(app.effects.iter().filter(|effect| matches!(effect, Effect::Begin { .. })).count(), 1);
    }

    #[test]
    fn a_missing_program_is_named_before_anything_begins() {
        let mut app = form_with("gtp:nonsense");
        let id = asked_id(&app);
        app.send(Event::Started(id, Color::White, Err(missing())));
        let Some(Overlay::Starting(starting)) = &app.state.overlay else { panic!("{:?}", app.state.overlay) };
        let failure = starting.failure.as_deref().unwrap();
        assert!(failure.starts_with("nonsense could not be started: no such program"), "{failure}");
        app.type_in("<Esc>");
        assert!(matches!(app.state.screen, Screen::Form(_)) && app.state.contest.is_none());
    }

    #[test]
    fn esc_leaves_a_program_that_does_not_answer() {
        let mut app = form_with("gtp:nonsense");
        let id = asked_id(&app);
        app.type_in("xN");
        assert!(matches!(app.state.overlay, Some(Overlay::Starting(_))));
        app.type_in("<Esc>");
        assert!(app.effects.contains(&Effect::DropPrograms));
        app.send(Event::Started(id, Color::White, Ok(())));
        assert!(matches!(app.state.screen, Screen::Form(_)), "a late answer changes nothing");
    }

    #[test]
    fn a_saved_game_can_go_on_without_its_program() {
        let mut app = TestApp::new();
        let players = ByColor { black: PlayerName::Human, white: "gtp:nonsense".parse().unwrap() };
        app.state.saved_game = Some(SavedGame { players, placed: 4, day: "2026-11-15".to_owned() });
        app.type_in("Y");
        let id = asked_id(&app);
        assert!(!app.effects.contains(&Effect::RestoreGame));
        app.send(Event::Started(id, Color::White, Err(missing())));
        app.type_in("\n");
        assert!(app.effects.contains(&Effect::RestoreGame));
    }
}
