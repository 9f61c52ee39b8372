//! Announces a turn, or the last seconds of a clock, to a person who may be looking elsewhere.

use std::time::Duration;

use outflank_rules::Color;
use outflank_table::Time;

use crate::storage::settings::Alert;
use crate::tui::app::{Effect, State};

const LONG_WAIT: Duration = Duration::from_secs(4);

pub(super) fn waiting_since(state: &State) -> Option<Time> {
    let contest = state.contest.as_ref()?;
    contest.asked.map(|_| contest.asked_at)
}

pub(super) fn after_answer(state: &State, since: Time) -> Option<Effect> {
    let contest = state.contest.as_ref()?;
    let text = match contest.is_human_turn() {
        true => "Your turn",
        false if contest.is_over() => "The game is over",
        false => return None,
    };
    let is_long = state.now.since(since) >= LONG_WAIT;
    is_long.then(|| alert(state, text)).flatten()
}

pub(super) fn own_clock(state: &State) -> Option<(Color, Duration)> {
    let contest = state.played()?;
    let running = contest.table.running_clock().filter(|&color| contest.is_human(color))?;
    Some((running, contest.table.clocks(state.now)?[running]))
}

pub(super) fn low_clock(state: &State, before: Option<(Color, Duration)>) -> Option<Effect> {
    const LOW: Duration = Duration::from_secs(10);
    let ((color, before), (running, left)) = (before?, own_clock(state)?);
    let falls = color == running && before > LOW && left <= LOW;
    falls.then(|| alert(state, "Ten seconds left")).flatten()
}

fn alert(state: &State, text: &'static str) -> Option<Effect> {
    match state.settings.alert {
        Alert::Auto if state.has_focus => None,
        Alert::Off => None,
        Alert::Auto | Alert::Bell => Some(Effect::Alert { notification: None }),
        Alert::Both => Some(Effect::Alert { notification: Some(text) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::app::Event;
    use crate::tui::tests::*;

    fn answered_after(alert: Alert, millis: u64, focus: &[bool]) -> Option<Effect> {
        let mut app = TestApp::game("human", "engine:1", "").typed("f5\n");
        app.state.settings.alert = alert;
        focus.iter().for_each(|&has_focus| app.send(Event::Focus(has_focus)));
        app.now = app.now.after(Duration::from_millis(millis));
        app.answer(Square::D6);
        app.effects.into_iter().find(|effect| matches!(effect, Effect::Alert { .. }))
    }

    #[test]
    fn a_turn_after_a_long_wait_is_announced_as_set() {
        let bell = Some(Effect::Alert { notification: None });
        assert_eq!(answered_after(Alert::Bell, 5_000, &[]), bell);
        assert_eq!(answered_after(Alert::Bell, 500, &[]), None, "too soon to look away");
        assert_eq!(answered_after(Alert::Both, 5_000, &[]), Some(Effect::Alert { notification: Some("Your turn") }));
        assert_eq!(answered_after(Alert::Off, 5_000, &[false]), None);
    }

    #[test]
    fn by_default_the_bell_rings_only_without_focus() {
        let bell = Some(Effect::Alert { notification: None });
        assert_eq!(answered_after(Alert::Auto, 5_000, &[]), None, "the terminal may not report its focus");
        assert_eq!(answered_after(Alert::Auto, 5_000, &[false]), bell);
        assert_eq!(answered_after(Alert::Auto, 5_000, &[false, true]), None);
    }

    #[test]
    fn only_answers_are_announced() {
        let mut app = TestApp::game("human", "engine:1", "").typed("f5\n");
        app.state.settings.alert = Alert::Bell;
        app.advance(10_000);
        app.type_in("u");
        assert!(
            !app.effects.iter().any(|effect| matches!(effect, Effect::Alert { .. })),
            "undo is a key of the player"
        );
        let mut app = TestApp::game("engine:1", "engine:2", "");
        app.state.settings.alert = Alert::Bell;
        app.advance(10_000);
        app.answer(Square::F5);
        assert!(!app.effects.iter().any(|effect| matches!(effect, Effect::Alert { .. })), "it is a machine's turn");
    }

    #[test]
    fn the_last_ten_seconds_are_announced_once() {
        let time = TimeControl::SuddenDeath { main: Duration::from_secs(30) };
        let mut app = TestApp::timed_game("human", "engine:1", "", time);
        app.state.settings.alert = Alert::Both;
        let alerts = |app: &TestApp| app.effects.iter().filter(|effect| matches!(effect, Effect::Alert { .. })).count();
        app.advance(19_000);
        assert_eq!(alerts(&app), 0);
        app.advance(2_000);
        assert!(app.effects.contains(&Effect::Alert { notification: Some("Ten seconds left") }), "{:?}", app.effects);
        app.advance(2_000);
        assert_eq!(alerts(&app), 0);
    }
}
