//! Whatever happens, the board holds.

use outflank_study::teach::Tolerance;
use outflank_table::Table;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::tui::screens::draw;

/// Something that may happen, with machines and searches that answer sometimes.
#[derive(Clone, Debug)]
enum Chance {
    Key(Press),
    Mouse(Deed, u16, u16),
    Resize(u16, u16),
    Paste(&'static str),
    Wait(u64),
    /// The machine plays one of its squares.
    Answer(usize),
    /// A search goes on.
    Progress,
    /// The collection answers what it was last asked.
    Explored(bool),
    /// What is remembered of the training is there, or cannot be read.
    Recalled(bool),
}

fn chance() -> impl Strategy<Value = Chance> {
    let keys = "abcdefghiklmnoprstuvwxyzACF1234567890 ?.-+";
    let codes = [
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Tab,
        KeyCode::Backspace,
        KeyCode::Delete,
    ];
    let deeds = [Deed::Click, Deed::Click, Deed::Move, Deed::ScrollUp, Deed::ScrollDown];
    prop_oneof![
        6 => prop::sample::select(keys.chars().collect::<Vec<_>>()).prop_map(|key| Chance::Key(Press::char(key))),
        6 => prop::sample::select(codes.to_vec()).prop_map(|code| Chance::Key(Press::key(code))),
        6 => (prop::sample::select(deeds.to_vec()), 0..130_u16, 0..45_u16)
            .prop_map(|(deed, column, row)| Chance::Mouse(deed, column, row)),
        1 => (0..200_u16, 0..70_u16).prop_map(|(columns, rows)| Chance::Resize(columns, rows)),
        1 => prop::sample::select(vec!["f5d6c3", "", "rules shellos\nf5", "(;GM[Othello]B[f5];)", "x", "d3c3b3b2f5a3a1c1"])
            .prop_map(Chance::Paste),
        2 => (0..100_000_u64).prop_map(Chance::Wait),
        8 => any::<usize>().prop_map(Chance::Answer),
        2 => Just(Chance::Progress),
        2 => prop::bool::weighted(0.9).prop_map(Chance::Recalled),
        2 => prop::bool::weighted(0.9).prop_map(Chance::Explored),
    ]
}

fn take(desk: &mut Desk, chance: &Chance) {
    match *chance {
        Chance::Key(press) => desk.press(press),
        Chance::Mouse(deed, column, row) => desk.mouse(deed, column, row),
        Chance::Resize(columns, rows) => desk.happen(Event::Resize(Size { columns, rows })),
        Chance::Paste(text) => desk.happen(Event::Paste(text.to_owned())),
        Chance::Wait(millis) => desk.pass_time(millis),
        Chance::Answer(any) => {
            let Some(contest) = desk.state.contest.as_ref().filter(|contest| contest.asked.is_some()) else { return };
            let squares = contest.position().legal_moves();
            let square = squares.into_iter().nth(any % squares.len() as usize).unwrap();
            desk.answer(square);
        }
        Chance::Explored(is_found) => {
            let Some(position) = desk.state.review.as_ref().map(|review| *review.position()) else { return };
            match is_found {
                true => desk.happen(crate::tui::screens::explorer::tests::explored(&position)),
                false => desk.happen(Event::Explored { position, found: Err(anyhow::anyhow!("gone")) }),
            }
        }
        Chance::Recalled(true) => desk.happen(crate::tui::screens::drill::tests::recalled(Default::default())),
        Chance::Recalled(false) => desk.happen(Event::Recalled(Err(anyhow::anyhow!("no room")))),
        Chance::Progress => {
            let hint = desk.state.contest.as_ref().and_then(|contest| contest.hint.as_ref());
            let searches = desk.state.review.as_ref().map(|review| [review.searching, review.sweeping]);
            let review = searches.into_iter().flatten().flatten().map(|search| (search.id, search.position));
            let held = desk.state.contest.as_ref().and_then(|contest| contest.held.as_ref());
            let game = [hint.map(|hint| (hint.id, hint.position)), held.map(|held| (held.id, held.position))];
            let all: Vec<_> = game.into_iter().flatten().chain(review).collect();
            for (id, position) in all {
                let lines = position.legal_moves().len() as usize;
                let line = |square| outflank_engine::Variation {
                    pv: vec![outflank_rules::Move::Place(square)],
                    score: outflank_engine::Score::from_discs((square as i8) - 30),
                    bound: outflank_engine::Bound::Exact,
                };
                let analysis = Analysis {
                    lines: position.legal_moves().into_iter().map(line).take(lines).collect(),
                    depth: 3,
                    selectivity: Default::default(),
                    exact: false,
                    nodes: 100,
                    time: Duration::ZERO,
                };
                desk.happen(Event::Searched { id, analysis });
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_events_break_the_board(
        chances in prop::collection::vec(chance(), 0..150),
        is_ascii: bool,
        is_taught: bool,
        starts_with_lesson in prop::bool::weighted(0.3),
    ) {
        let mut desk = Desk::new();
        desk.state.settings.animation = true;
        desk.state.is_new = starts_with_lesson;
        if starts_with_lesson {
            desk.type_in("l");
        }
        desk.state.settings.collection = vec!["games.ggf".into()];
        desk.state.settings.teach = is_taught.then(Tolerance::default);
        if is_ascii {
            desk.state.look = Look { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
        }
        // What is kept of the game that runs.
        let mut events = Vec::new();
        for chance in &chances {
            desk.effects.clear();
            take(&mut desk, chance);
            for effect in &desk.effects {
                match effect {
                    Effect::Begin { events: begun, .. } => events.clone_from(begun),
                    Effect::Keep(more) => events.extend_from_slice(more),
                    _ => {}
                }
            }
            let Size { columns, rows } = desk.state.size;
            let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
            terminal.draw(|frame| draw(&desk.state, frame)).unwrap();
            if let Some(wake) = desk.state.wake() {
                prop_assert!(wake > desk.state.now, "a moment that has passed would be waited for again and again");
            }
        }
        if let Some(contest) = &desk.state.contest {
            prop_assert_eq!(&Table::replay(&events).unwrap(), &contest.table, "what is kept is what was played");
        }
    }
}
