use outflank_engine::Book;
use outflank_players::{BookUse, Random};
use outflank_rules::{Color, Square};

use super::*;
use crate::protocol::stage::{Stage, strength};

fn stage() -> Stage<NBoard> {
    Stage::new(NBoard::new(Rules::Standard, strength(BookUse::Never)), 1)
}

fn messages(said: &str) -> Vec<EngineMessage> {
    said.lines().map(|line| line.parse().unwrap()).collect()
}

fn said(stage: &mut Stage<NBoard>) -> Vec<String> {
    stage.said().lines().filter(|line| !line.starts_with("nodestats")).map(str::to_owned).collect()
}

fn ggf(rest: &str) -> String {
    let moves = ["d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1"].into_iter().zip(["B", "W"].into_iter().cycle());
    let moves: String = moves.map(|(mv, color)| format!("{color}[{mv}]")).collect();
    format!(
        "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O----------\
         ----------------- *]{moves}{rest};)"
    )
}

#[test]
fn a_hint_runs_until_the_next_message() {
    let mut stage = stage();
    stage.line("hint 2");
    assert_eq!(stage.search.as_ref().unwrap().limits, Limits { lines: 2, ..Limits::default() });
    stage.progress();
    let lines = said(&mut stage);
    assert_eq!((lines.len(), lines[0].as_str()), (3, "status Analyzing"));
    assert!(lines[1..].iter().all(|line| line.starts_with("search ") && line.ends_with(" +1.00 0 1")));
    stage.line("be quick");
    assert!(!stage.search.as_ref().unwrap().is_stopped);
    stage.line("ping 3");
    assert!(stage.search.as_ref().unwrap().is_stopped);
    stage.progress();
    assert_eq!(said(&mut stage), Vec::<String>::new());
    stage.finish();
    assert_eq!(said(&mut stage), ["status", "pong 3"]);
}

#[test]
fn a_hint_that_is_ended_at_once_still_sends_something() {
    let mut stage = stage();
    stage.line("hint 1");
    stage.line("move F5");
    stage.finish_all();
    let lines = said(&mut stage);
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("search ") && lines[2] == "status");
    assert_eq!(stage.machine.game.placements().count(), 1);
}

#[test]
fn a_go_is_answered_once_and_not_played() {
    let mut stage = stage();
    stage.line("go");
    stage.progress();
    stage.line("set depth 4");
    assert!(!stage.search.as_ref().unwrap().is_stopped);
    stage.line("ping 9");
    assert!(stage.search.as_ref().unwrap().is_stopped);
    stage.finish_all();
    let lines = said(&mut stage);
    assert_eq!(lines[0], "status Thinking");
    assert!(lines[1].starts_with("search ") && lines[2].starts_with("=== ") && lines[2].ends_with("/1.00/0.10"));
    assert_eq!(lines[3..], ["set myname Outflank4", "pong 9"]);
    assert_eq!(stage.machine.game.plies().len(), 0);
}

#[test]
fn a_depth_applies_to_the_midgame() {
    let mut stage = stage();
    for line in ["nboard 2", "set depth 6", "go"] {
        stage.line(line);
    }
    assert_eq!(said(&mut stage), ["set myname Outflank10", "set myname Outflank6", "status Thinking"]);
    assert_eq!(stage.search.as_ref().unwrap().limits.depth, Some(6));
}

#[test]
fn a_forced_pass_can_be_sent_by_either_side() {
    // The game does not include Black's pass, so Black has to send it.
    let mut stage = stage();
    stage.line(&format!("set game {}", ggf("")));
    assert_eq!(stage.machine.position().turn(), Color::Black);
    stage.line("go");
    stage.line("move PA");
    assert_eq!((said(&mut stage), stage.machine.position().turn()), (vec!["=== PA".to_owned()], Color::White));
    stage.line("move PA");
    assert!(said(&mut stage)[0].starts_with("status Illegal move pass: White may not pass"));

    stage.line(&format!("set game {}", ggf("B[pa]")));
    assert_eq!(stage.machine.position().turn(), Color::White);
    stage.line(&format!("set game {}", ggf("W[e3]")));
    assert_eq!((stage.machine.game.placements().count(), said(&mut stage).len()), (9, 0));
    // White's move without the pass before it.
    stage.line(&format!("set game {}", ggf("")));
    stage.line("E3");
    assert_eq!((stage.machine.game.placements().count(), said(&mut stage).len()), (9, 0));
}

#[test]
fn a_bad_game_or_move_changes_nothing() {
    let mut stage = stage();
    for (line, answer) in [
        ("set game what", "status Cannot read the game: "),
        (&format!("set game {}", ggf("B[h8]")), "status Cannot play the game: "),
        ("move A1", "status Illegal move a1: "),
    ] {
        stage.line("move F5");
        let before = stage.machine.game.clone();
        stage.said();
        stage.line(line);
        let lines = said(&mut stage);
        assert!(lines.len() == 1 && lines[0].starts_with(answer), "{lines:?}");
        assert_eq!(stage.machine.game, before);
    }
}

#[test]
fn an_analysis_goes_back_from_the_end_to_the_start() {
    let mut stage = stage();
    stage.line(&format!("set game {}", ggf("B[pa]")));
    stage.line("analyze");
    stage.finish_all();
    let plies: Vec<_> = messages(&stage.said())
        .into_iter()
        .filter_map(|message| match message {
            EngineMessage::Analysis { plies, .. } => Some(plies),
            _ => None,
        })
        .collect();
    assert_eq!(plies, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    stage.line("analyze");
    stage.finish();
    stage.said();
    stage.line("ping 4");
    stage.finish_all();
    assert_eq!(said(&mut stage), ["status", "pong 4"]);
}

#[test]
fn a_finished_game_is_worth_its_result() {
    let mut stage = stage();
    for mv in ["d3", "e3", "f3", "c3", "b3", "f4", "f5", "d6", "d7"] {
        stage.line(&format!("move {mv}"));
    }
    for line in ["go", "hint 3", "learn", "analyze"] {
        stage.line(line);
    }
    let lines = said(&mut stage);
    // White is to move, and has lost everything.
    assert_eq!(lines, ["=== PA", "learned", "status Analyzing", "analysis 9 -64.00"]);
    stage.finish_all();
    assert_eq!(said(&mut stage).len(), 10);
}

#[test]
fn after_the_input_limited_searches_finish_and_hints_stop_soon() {
    for (lines, least) in [(&["hint 1", "quit"][..], 3), (&["go", "quit"], 2), (&["go"], 2), (&["analyze", "quit"], 2)]
    {
        let mut stage = stage();
        lines.iter().for_each(|line| stage.line(line));
        stage.happens(Event::InputEnded);
        let search = stage.search.as_ref().unwrap();
        let grace = lines[0].starts_with("hint").then_some(GRACE);
        assert!(!search.is_stopped && search.stops_after == grace, "{lines:?}");
        stage.finish_all();
        assert!(stage.has_left && said(&mut stage).len() >= least, "{lines:?}");
    }
}

const START: &str = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *];)";

fn any_line(random: &mut Random, game: &Game) -> String {
    let mut below = |bound: usize| random.next() as usize % bound;
    let legal: Vec<Square> = game.position().legal_moves().into_iter().collect();
    let square = match (below(8), legal.len()) {
        (0, _) | (_, 0) => Square::ALL[below(64)],
        (_, moves) => legal[below(moves)],
    };
    match below(32) {
        0..=9 => format!("move {square}/1.5/0.2"),
        10 => square.to_string(),
        11 | 12 => "move PA".to_owned(),
        13..=16 => "go".to_owned(),
        17..=20 => format!("hint {}", below(5)),
        21..=24 => format!("ping {}", below(1_000)),
        25 if below(20) == 0 => format!("set game {}", ggf(["", "B[pa]", "W[e3]", "B[h8]"][below(4)])),
        26 => format!("set depth {}", below(30)),
        27 if below(8) == 0 => "analyze".to_owned(),
        28 => "learn".to_owned(),
        29 => "nboard 2".to_owned(),
        30 => ["set contempt 3", "set game x", "", "é", "hint", "move", "ping x"][below(7)].to_owned(),
        31 if below(20) == 0 => format!("set game {START}"),
        _ => format!("move {square}"),
    }
}

/// Every `go` gets one move and every `ping` its `pong`, in order; and between a `pong` and the next `go`, `hint` or `analyze`, nothing is sent
/// about any position.
fn keeps_promises(asked: &[GuiMessage], said: &[EngineMessage]) {
    let mut said = said.iter().peekable();
    let is_thought = |message: &EngineMessage| {
        use EngineMessage::*;
        matches!(message, Search(_) | NodeStats { .. } | Analysis { .. } | Status(_))
    };
    for message in asked {
        if matches!(message, GuiMessage::Go | GuiMessage::Hint(_) | GuiMessage::Analyze) {
            while said.next_if(|&message| is_thought(message)).is_some() {}
        }
        match message {
            GuiMessage::Go => assert!(matches!(said.next(), Some(EngineMessage::Move(_))), "{asked:?}"),
            GuiMessage::Ping(number) => assert_eq!(said.next(), Some(&EngineMessage::Pong(*number)), "{asked:?}"),
            GuiMessage::Learn => assert_eq!(said.next(), Some(&EngineMessage::Learned)),
            GuiMessage::NBoard(_) | GuiMessage::SetDepth(_) => {
                assert!(matches!(said.next(), Some(EngineMessage::MyName(_))));
            }
            GuiMessage::Move(_) | GuiMessage::SetGame(_) => {
                said.next_if(|message| matches!(message, EngineMessage::Status(_)));
            }
            GuiMessage::Hint(_) | GuiMessage::Analyze => {}
            GuiMessage::SetContempt(_) | GuiMessage::Quit | GuiMessage::Unknown(_) => {}
        }
    }
    assert_eq!(said.next(), None, "{asked:?}");
}

fn follow(game: &mut Game, message: &GuiMessage) {
    match message {
        GuiMessage::Move(TimedMove { mv: Move::Place(square), .. }) => drop(game.play(*square)),
        GuiMessage::SetGame(text) => {
            if let Some(record) = ggf::parse_game(text).ok().and_then(|unchecked| unchecked.check().ok()) {
                *game = record.game().clone();
            }
        }
        _ => {}
    }
}

#[test]
fn a_hundred_thousand_random_lines() {
    let mut stage = stage();
    let mut random = Random::new(2024);
    let mut game = Game::new(Position::initial(Rules::Standard));
    let (mut lines, mut longest) = (0, 0);
    while lines < 100_000 {
        let mut asked = Vec::new();
        for _ in 0..random.next() % 5 + 1 {
            let line = any_line(&mut random, &game);
            stage.line(&line);
            asked.push(line.parse().unwrap());
            lines += 1;
            // No search runs while a ping is pending.
            if matches!(asked.last(), Some(GuiMessage::Ping(_))) {
                assert!(stage.search.as_ref().is_none_or(|search| search.is_stopped));
            }
            for _ in 0..random.next() % 3 {
                stage.progress();
            }
            if random.next().is_multiple_of(2) {
                stage.finish();
            }
        }
        stage.finish_all();
        keeps_promises(&asked, &messages(&stage.said()));
        asked.iter().for_each(|message| follow(&mut game, message));
        let machine = &stage.machine;
        assert_eq!((machine.game.plies(), machine.waiting()), (game.plies(), 0), "{asked:?}");
        assert!(!machine.owes_pass || machine.ends_with_pass());
        longest = longest.max(game.plies().len());
    }
    assert!(longest >= 60, "{longest}");
}

#[test]
fn a_go_may_be_answered_from_the_book_and_a_hint_never() {
    let mut stage = Stage::new(NBoard::new(Rules::Standard, strength(BookUse::ByLevel)), 1);
    stage.line("go");
    assert!(stage.search.is_none());
    let best = Book::embedded().moves(stage.machine.game.position())[0].value;
    let lines = said(&mut stage);
    assert_eq!(lines[0], "status From the book");
    assert!(lines[1].starts_with("=== ") && lines[1].ends_with(&format!("/{}/0.00", points(best))), "{lines:?}");
    assert_eq!((lines.len(), stage.machine.game.plies().len()), (2, 0));
    stage.line("hint 1");
    assert!(stage.search.is_some());
}
