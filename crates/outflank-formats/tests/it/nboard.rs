use std::time::Duration;

use outflank_formats::Points;
use outflank_formats::nboard::{Depth, EngineMessage, Eval, GuiMessage, HintLine, MAX_LINE, TimedMove};
use outflank_rules::{Move, Square};
use proptest::prelude::*;

use crate::gtp::mv;
use crate::samples::points;

fn gui(line: &str) -> GuiMessage {
    line.parse().expect("the line is short")
}

fn engine(line: &str) -> EngineMessage {
    line.parse().expect("the line is short")
}

#[test]
fn a_recorded_gui_session_is_parsed() {
    let session = include_str!("../data/protocols/nboard_session_gui_to_engine.txt");
    let messages: Vec<_> = session.lines().map(gui).collect();
    assert!(matches!(
        &messages[..],
        [
            GuiMessage::NBoard(2),
            GuiMessage::SetDepth(6),
            GuiMessage::SetGame(ggf),
            GuiMessage::Ping(1),
            GuiMessage::Go,
            GuiMessage::Hint(2),
            GuiMessage::Move(TimedMove { mv: Move::Place(Square::D6), eval: None, time: None }),
            GuiMessage::Ping(2),
            GuiMessage::Go,
            GuiMessage::Quit,
        ] if ggf.starts_with("(;GM[Othello]") && ggf.ends_with(";)")
    ));
    let written: String = messages.iter().map(|message| format!("{message}\n")).collect();
    assert_eq!(written, session);
}

#[test]
fn a_recorded_engine_session_is_parsed() {
    let session = include_str!("../data/protocols/nboard_session_engine_to_gui_ntest.txt");
    let messages: Vec<_> = session.lines().map(engine).collect();
    let count = |kind: fn(&EngineMessage) -> bool| messages.iter().filter(|&message| kind(message)).count();
    assert_eq!(count(|message| matches!(message, EngineMessage::Search(_))), 30);
    assert_eq!(count(|message| matches!(message, EngineMessage::Status(_))), 6);
    // Three log lines and an empty one.
    assert_eq!(count(|message| matches!(message, EngineMessage::Other(_))), 4);
    assert_eq!(messages[0], EngineMessage::MyName("Ntest6".to_owned()));
    assert_eq!(messages[1], EngineMessage::Pong(1));
    assert_eq!(
        messages[3],
        EngineMessage::Search(HintLine {
            pv: vec![Move::Place(Square::G3)],
            eval: Eval::One(points("-1.65")),
            games: 0,
            depth: Depth::Plies(1),
            text: String::new(),
        })
    );
    let answers: Vec<_> = messages.iter().filter(|message| matches!(message, EngineMessage::Move(_))).collect();
    assert_eq!(answers.iter().map(ToString::to_string).collect::<Vec<_>>(), ["=== D6/-1.16/0.00", "=== C6/1.15/0.00"]);
}

#[test]
fn moves_of_both_protocol_versions_are_read() {
    let played = |eval: Option<&str>, time: Option<u64>| {
        let (eval, time) = (eval.map(points), time.map(Duration::from_millis));
        GuiMessage::Move(TimedMove { mv: Move::Place(Square::F5), eval, time })
    };
    for (line, message) in [
        ("move F5", played(None, None)),
        ("move f5//1.2", played(None, Some(1_200))),
        ("move F5/-0.5", played(Some("-0.5"), None)),
        ("move F5/1.50/12", played(Some("1.5"), Some(12_000))),
        ("move F5/what/ever", played(None, None)),
        ("F5", played(None, None)),
        ("F5/2/3\r\n", played(Some("2"), Some(3_000))),
        ("move PA", GuiMessage::Move(TimedMove::bare(Move::Pass))),
        ("pa", GuiMessage::Move(TimedMove::bare(Move::Pass))),
    ] {
        assert_eq!(gui(line), message, "{line}");
    }
    assert_eq!(engine("=== PA"), EngineMessage::Move(TimedMove::bare(Move::Pass)));
    assert_eq!(gui("hint"), GuiMessage::Hint(1));
}

#[test]
fn messages_without_arguments_are_ignored() {
    for line in ["", "hint x", "ping", "ping -1", "set depth", "set depth x", "set", "set sail", "move", "move I9"] {
        assert_eq!(gui(line), GuiMessage::Unknown(line.to_owned()));
    }
    for line in ["", "===", "=== I9", "pong", "search", "search F5", "search F5 x 0 4", "search 1.0 0 4", "set name x"]
    {
        assert_eq!(engine(line), EngineMessage::Other(line.to_owned()));
    }
}

#[test]
fn search_lines_have_many_forms() {
    let line = |text: &str| match engine(text) {
        EngineMessage::Search(line) | EngineMessage::Book(line) => line,
        other => panic!("{text} is read as {other:?}"),
    };
    assert_eq!(line("search F5d6C3 +1.00 0 12"), line("search F5-D6-C3   1.00 0   12"));
    assert_eq!(line("search F5PAd6 0 0 4").pv[1], Move::Pass);
    assert_eq!(line("search F5?! 0 0 4").pv, [Move::Place(Square::F5)]);
    for (text, depth) in [
        ("12", Depth::Plies(12)),
        ("100%", Depth::Solved),
        ("100%W", Depth::WinnerKnown),
        ("24@73%", Depth::Likely { plies: 24, percent: 73 }),
        ("26+4", Depth::Other("26+4".to_owned())),
    ] {
        assert_eq!(line(&format!("search F5 -2.00 0 {text}")).depth, depth);
    }
    let book = line("book F5 -1.00,+1.00 1234 100% from the cup");
    assert_eq!(book.eval, Eval::ByDraw { to_black: points("-1"), to_white: points("1") });
    assert_eq!((book.games, book.text.as_str()), (1_234, "from the cup"));
}

#[test]
fn node_counts_may_have_fractions() {
    let stats = EngineMessage::NodeStats { nodes: 1_200, time: Duration::from_millis(50) };
    assert_eq!(engine("nodestats 1200.0 0.05"), stats);
    assert_eq!(stats.to_string(), "nodestats 1200 0.05");
}

#[test]
fn long_lines_are_refused() {
    let line = "x".repeat(MAX_LINE + 1);
    assert!(line.parse::<GuiMessage>().is_err() && line.parse::<EngineMessage>().is_err());
    assert!(line[1..].parse::<GuiMessage>().is_ok());
}

fn any_points() -> impl Strategy<Value = Points> {
    (-64_000..=64_000).prop_map(|thousandths| Points::from_f64(f64::from(thousandths) / 1_000.0).expect("it is small"))
}

fn any_time() -> impl Strategy<Value = Duration> {
    (0_u64..10_000_000).prop_map(Duration::from_millis)
}

fn any_played() -> impl Strategy<Value = TimedMove> {
    let played = |(mv, eval, time)| TimedMove { mv, eval, time };
    (mv(), prop::option::of(any_points()), prop::option::of(any_time())).prop_map(played)
}

fn any_gui() -> impl Strategy<Value = GuiMessage> {
    prop_oneof![
        any::<u32>().prop_map(GuiMessage::NBoard),
        any::<u32>().prop_map(GuiMessage::SetDepth),
        "\\(;GM\\[Othello\\][A-Za-z0-9 \\[\\]]{0,60};\\)".prop_map(GuiMessage::SetGame),
        any_points().prop_map(GuiMessage::SetContempt),
        any_played().prop_map(GuiMessage::Move),
        any::<u32>().prop_map(GuiMessage::Hint),
        any::<u32>().prop_map(GuiMessage::Ping),
        prop::sample::select(vec![GuiMessage::Go, GuiMessage::Learn, GuiMessage::Analyze, GuiMessage::Quit]),
        "xyz( [a-z]{1,9}){0,3}".prop_map(GuiMessage::Unknown),
    ]
}

fn any_line() -> impl Strategy<Value = HintLine> {
    let eval = prop_oneof![
        any_points().prop_map(Eval::One),
        (any_points(), any_points()).prop_map(|(to_black, to_white)| Eval::ByDraw { to_black, to_white }),
    ];
    let depth = prop_oneof![
        any::<u32>().prop_map(Depth::Plies),
        any::<(u32, u32)>().prop_map(|(plies, percent)| Depth::Likely { plies, percent }),
        Just(Depth::Solved),
        Just(Depth::WinnerKnown),
        "[0-9]{1,3}[a-z]{1,3}".prop_map(Depth::Other),
    ];
    let text = "|[a-z]{1,5}( [a-z0-9.]{1,5}){0,3}";
    (prop::collection::vec(mv(), 1..20), eval, any::<u64>(), depth, text)
        .prop_map(|(pv, eval, games, depth, text)| HintLine { pv, eval, games, depth, text })
}

fn any_engine() -> impl Strategy<Value = EngineMessage> {
    prop_oneof![
        any_played().prop_map(EngineMessage::Move),
        any_line().prop_map(EngineMessage::Search),
        any_line().prop_map(EngineMessage::Book),
        any::<u32>().prop_map(EngineMessage::Pong),
        "|[a-z]{1,5}( [a-z0-9.]{1,5}){0,3}".prop_map(EngineMessage::Status),
        "[A-Za-z0-9]{1,12}".prop_map(EngineMessage::MyName),
        (any::<u64>(), any_time()).prop_map(|(nodes, time)| EngineMessage::NodeStats { nodes, time }),
        (any::<u32>(), any_points()).prop_map(|(plies, eval)| EngineMessage::Analysis { plies, eval }),
        Just(EngineMessage::Learned),
        "xyz( [a-z]{1,9}){0,3}".prop_map(EngineMessage::Other),
    ]
}

fn any_text() -> impl Strategy<Value = String> {
    const WORDS: [&str; 24] = [
        "===", "search", "book", "set", "game", "depth", "myname", "move", "hint", "go", "ping", "pong", "F5", "pa",
        "F5/1/2", "//", "-1.25", "7", "100%", "a,b", "status", "analysis", "é", "\t",
    ];
    prop_oneof![
        any::<String>(),
        prop::collection::vec(prop::sample::select(&WORDS[..]), 0..8).prop_map(|words| words.join(" ")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn gui_messages_survive_a_round_trip(message in any_gui()) {
        prop_assert_eq!(gui(&message.to_string()), message);
    }

    #[test]
    fn engine_messages_survive_a_round_trip(message in any_engine()) {
        prop_assert_eq!(engine(&message.to_string()), message);
    }

    #[test]
    fn nothing_panics(line in any_text()) {
        let message = gui(&line);
        prop_assert_eq!(gui(&message.to_string()), message);
        let message = engine(&line);
        prop_assert_eq!(engine(&message.to_string()), message);
    }
}
