use outflank_study::teach::Tolerance;
use outflank_table::Table;
use proptest::prelude::*;

use super::*;
use crate::tui::keymap::TABLE;

#[derive(Clone, Debug)]
enum RandomEvent {
    Key(Press),
    Mouse(MouseAction, u16, u16),
    Resize(u16, u16),
    Paste(&'static str),
    Wait(u64),
    Answer(usize),
    Progress,
    Explored(bool),
    Library(usize),
    Recalled(bool),
}

fn event() -> impl Strategy<Value = RandomEvent> {
    use KeyCode::{Backspace, Down, Enter, Esc, Left, Right, Up};
    use MouseAction::{Click, Drag, Move, Release, ScrollDown, ScrollUp};
    let squares = "abcdefgh12345678";
    let all_keys: Vec<Press> = TABLE.iter().flat_map(|entry| entry.keys).copied().collect();
    let frequent = [Enter, Enter, Esc, Up, Down, Left, Right, Backspace];
    let actions = [Click, Click, MouseAction::Press, Drag, Release, Move, ScrollUp, ScrollDown];
    prop_oneof![
        4 => prop::sample::select(squares.chars().collect::<Vec<_>>()).prop_map(|key| RandomEvent::Key(Press::char(key))),
        6 => prop::sample::select(all_keys).prop_map(RandomEvent::Key),
        4 => prop::sample::select(frequent.to_vec()).prop_map(|code| RandomEvent::Key(Press::key(code))),
        6 => (prop::sample::select(actions.to_vec()), 0..130_u16, 0..45_u16)
            .prop_map(|(action, column, row)| RandomEvent::Mouse(action, column, row)),
        1 => (0..200_u16, 0..70_u16).prop_map(|(columns, rows)| RandomEvent::Resize(columns, rows)),
        1 => prop::sample::select(vec!["f5d6c3", "", "rules shellos\nf5", "(;GM[Othello]B[f5];)", "x", "d3c3b3b2f5a3a1c1"])
            .prop_map(RandomEvent::Paste),
        2 => (0..100_000_u64).prop_map(RandomEvent::Wait),
        8 => any::<usize>().prop_map(RandomEvent::Answer),
        2 => Just(RandomEvent::Progress),
        2 => prop::bool::weighted(0.9).prop_map(RandomEvent::Recalled),
        2 => prop::bool::weighted(0.9).prop_map(RandomEvent::Explored),
        3 => (0..10_usize).prop_map(RandomEvent::Library),
    ]
}

fn take(app: &mut TestApp, event: &RandomEvent) {
    match *event {
        RandomEvent::Key(press) => app.press(press),
        RandomEvent::Mouse(action, column, row) => app.mouse(action, column, row),
        RandomEvent::Resize(columns, rows) => app.resize(columns, rows),
        RandomEvent::Paste(text) => app.send(Event::Paste(text.to_owned())),
        RandomEvent::Wait(millis) => app.advance(millis),
        RandomEvent::Answer(any) => {
            let Some(contest) = app.state.contest.as_ref().filter(|contest| contest.asked.is_some()) else { return };
            let squares = contest.position().legal_moves();
            let square = squares.into_iter().nth(any % squares.len() as usize).unwrap();
            app.answer(square);
        }
        RandomEvent::Explored(is_found) => {
            let Some(position) = app.state.review.as_ref().map(|review| *review.position()) else { return };
            match is_found {
                true => app.send(crate::tui::screens::explorer::tests::explored(&position)),
                false => app.send(Event::Explored(position, Err(anyhow::anyhow!("gone")))),
            }
        }
        RandomEvent::Library(kind) => app.send(Event::Library(crate::tui::screens::library::tests::any_news(kind))),
        RandomEvent::Recalled(true) => app.send(crate::tui::screens::drill::tests::recalled(Default::default())),
        RandomEvent::Recalled(false) => app.send(Event::DrillProgress(Err(anyhow::anyhow!("no room")))),
        RandomEvent::Progress => {
            let hint = app.state.contest.as_ref().and_then(|contest| contest.hint.as_ref());
            let searches = app.state.review.as_ref().map(|review| [review.searching, review.sweeping]);
            let review = searches.into_iter().flatten().flatten().map(|search| (search.id, search.position));
            let held = app.state.contest.as_ref().and_then(|contest| contest.held.as_ref());
            let game = [hint.map(|hint| (hint.id, hint.position)), held.map(|held| (held.id, held.position))];
            let all: Vec<_> = game.into_iter().flatten().chain(review).collect();
            let solving = crate::tui::screens::drill::tests::unsolved(app);
            for (id, position) in all.into_iter().chain(solving) {
                let scores = position.legal_moves().into_iter().map(|square| (square, square as i8 - 30));
                app.send(Event::Searched(id, Analysis { exact: solving.is_some(), ..analysis_with(scores) }));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_events_break_the_board(
        events in prop::collection::vec(event(), 0..150),
        is_ascii: bool,
        warns: bool,
        starts_with_lesson in prop::bool::weighted(0.3),
    ) {
        let mut app = TestApp::new();
        app.state.settings.animation = true;
        app.state.pace = Pace::default();
        app.state.is_new = starts_with_lesson;
        if starts_with_lesson {
            app.act(Action::Learn);
        } else {
            let players = ByColor { black: PlayerName::Human, white: super::engine(1) };
            game::welcome(&mut app.state, players, &mut Vec::new());
        }
        app.state.settings.collection = vec!["games.ggf".into()];
        app.state.settings.teach = warns.then(Tolerance::default);
        if is_ascii {
            app = app.in_ascii();
        }
        let mut journal = Vec::new();
        for event in &events {
            app.effects.clear();
            take(&mut app, event);
            for effect in &app.effects {
                match effect {
                    Effect::Begin { events: begun, .. } => journal.clone_from(begun),
                    Effect::Keep(more) => journal.extend_from_slice(more),
                    _ => {}
                }
            }
            app.draw();
            if let Some(wake) = app.state.wake() {
                prop_assert!(wake > app.state.now, "a moment that has passed would be waited for again and again");
            }
        }
        // The game after a game that was left is not recorded at once.
        let left = app.state.left.as_ref().map(|left| &*left.contest);
        if let Some(contest) = left.or(app.state.contest.as_ref()).filter(|contest| !contest.is_welcome()) {
            prop_assert_eq!(&Table::replay(&journal).unwrap(), &contest.table, "what is kept is what was played");
        }
    }
}
