use std::process::{Command, Stdio};

use crate::support::{Dialogue, command, outflank, rhino};
use outflank_formats::gtp::{Request, Response, ResponseReader, Vertex};
use outflank_formats::nboard::{Depth, EngineMessage};
use outflank_rules::{Color, Game, Move, Position, Rules};

fn engine(arguments: &[&str]) -> Dialogue {
    Dialogue::start(command(&["engine"]).args(arguments).stderr(Stdio::null()))
}

fn ask(engine: &mut Dialogue, request: Request) -> String {
    engine.send(&request.to_string());
    let mut reader = ResponseReader::expecting(None);
    loop {
        if let Some(answer) = reader.read(&engine.next_line()).unwrap() {
            return answer.into_result().unwrap_or_else(|why| panic!("{request}: {why}"));
        }
    }
}

fn messages_until(engine: &mut Dialogue, is_last: impl Fn(&EngineMessage) -> bool) -> Vec<EngineMessage> {
    let mut messages = Vec::new();
    loop {
        messages.push(engine.next_line().parse().unwrap());
        if messages.last().is_some_and(&is_last) {
            return messages;
        }
    }
}

fn answers(text: &str) -> Vec<Response> {
    let mut reader = ResponseReader::expecting(None);
    text.lines().filter_map(|line| reader.read(line).unwrap()).collect()
}

/// Where the protocol leaves no choice, we respond like gtp-rhino.
#[test]
fn a_recorded_gtp_session_gets_the_same_responses() {
    let input = include_str!("../data/protocols/gtp_session1.in");
    let recorded = answers(include_str!("../data/protocols/gtp_session1_gtp-rhino.out"));
    let run = outflank(&["engine", "gtp", "--depth", "2"], input.as_bytes());
    let ours = answers(&run.out);
    assert_eq!(ours.iter().map(ToString::to_string).collect::<String>(), run.ok());
    assert_eq!((ours.len(), recorded.len()), (23, 23));
    for (command, (ours, theirs)) in input.lines().zip(ours.iter().zip(&recorded)) {
        match command {
            "name" => assert_eq!(ours.result(), Ok("Outflank")),
            "version" | "list_commands" => assert!(ours.result().is_ok_and(|text| !text.is_empty())),
            "play white pass" => assert_eq!(ours, &Response::failure(None, "illegal move")),
            "7 genmove black" => {
                assert_eq!(ours.id(), Some(7));
                assert!(["C4", "E6", "G7", "D6", "F4", "G5", "D3"].contains(&ours.result().unwrap()));
            }
            _ => assert_eq!(ours, theirs, "{command}"),
        }
    }
}

#[test]
fn a_recorded_nboard_session_is_answered() {
    use EngineMessage::{Move, NodeStats, Pong, Search, Status};

    let mut engine = engine(&["nboard"]);
    for line in include_str!("../data/protocols/nboard_session_gui_to_engine.txt").lines() {
        engine.send(line);
        match line {
            "nboard 2" => assert_eq!(engine.next_line(), "set myname Outflank10"),
            "set depth 6" => assert_eq!(engine.next_line(), "set myname Outflank6"),
            "ping 1" => assert_eq!(engine.next_line(), "pong 1"),
            "go" => {
                let mut messages = messages_until(&mut engine, |message| matches!(message, Move(_)));
                assert_eq!(messages.remove(0), Status("Thinking".to_owned()));
                let depths: Vec<_> = messages.iter().filter_map(depth).collect();
                assert_eq!(depths, (1..=6).map(Depth::Plies).collect::<Vec<_>>());
                let others = messages.iter().filter(|message| !matches!(message, Search(_) | NodeStats { .. }));
                assert_eq!(others.count(), 1, "{messages:?}");
            }
            "hint 2" => {
                assert_eq!(engine.next_line(), "status Analyzing");
                let messages = messages_until(&mut engine, |message| depth(message) == Some(Depth::Plies(8)));
                assert_eq!(messages.iter().filter_map(depth).count(), 15);
            }
            "ping 2" => {
                let messages = messages_until(&mut engine, |message| *message == Pong(2));
                assert_eq!(messages[messages.len() - 2], Status(String::new()));
            }
            _ => {}
        }
    }
    assert_eq!(engine.rest(), "");
}

fn depth(message: &EngineMessage) -> Option<Depth> {
    match message {
        EngineMessage::Search(line) => Some(line.depth.clone()),
        _ => None,
    }
}

#[test]
fn an_nboard_session_can_be_sent_at_once() {
    let run = outflank(&["engine", "nboard"], include_bytes!("../data/protocols/nboard_session_gui_to_engine.txt"));
    let out = run.ok();
    let words = out.lines().filter_map(|line| line.split(['/', ' ']).next());
    let answers: Vec<_> = words.filter(|word| ["===", "pong"].contains(word)).collect();
    assert_eq!(answers, ["pong", "===", "pong", "==="], "{out}");
    let after_last_pong = out.split("pong 2\n").nth(1).unwrap();
    assert!(after_last_pong.starts_with("status Thinking\n"), "{after_last_pong}");
}

/// Without the ping, a hint would never end.
#[test]
fn a_ping_ends_a_hint_and_nothing_follows() {
    let mut engine = engine(&["nboard"]);
    for number in 1..=20 {
        engine.send("hint 3");
        messages_until(&mut engine, |message| matches!(message, EngineMessage::Search(_)));
        engine.send(&format!("ping {number}"));
        messages_until(&mut engine, |message| *message == EngineMessage::Pong(number));
        // Output about the old position would come before this.
        engine.send("learn");
        assert_eq!(engine.next_line(), "learned");
    }
    engine.send("hint 1");
    engine.send("quit");
    assert!(engine.rest().contains("search "));
}

#[test]
fn a_game_is_loaded_from_a_file() {
    let file = tempfile::NamedTempFile::with_suffix(".sgf").unwrap();
    std::fs::write(file.path(), "(;GM[2]FF[4]SZ[8];B[f5];W[d6];B[c3])").unwrap();
    let path = file.path().to_str().unwrap();
    let input = format!("loadsgf {path}\nundo\nplay b c3\nloadsgf {path} 2\nplay w d6\n9 loadsgf no/such/file\n");
    let run = outflank(&["engine", "gtp"], input.as_bytes());
    assert_eq!(run.out, "=\n\n".repeat(5) + "?9 cannot load file\n\n");
}

#[test]
fn a_script_is_answered_to_its_end() {
    let run = outflank(&["engine", "gtp", "--depth", "3"], b"1 genmove black\n2 genmove white\n3 genmove b");
    let answers = answers(&run.out);
    assert_eq!(answers.iter().map(Response::id).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
    assert!(answers.iter().all(|answer| answer.result().is_ok()), "{}", run.out);
    assert_eq!(run.code, 0);
}

#[test]
fn every_variant_is_played_to_the_end() {
    for rules in Rules::ALL {
        let script: String = (0..120).map(|ply| format!("genmove {}\n", ["b", "w"][ply % 2])).collect();
        let run = outflank(
            &["engine", "gtp", "--depth", "1", "--rules", rules.name()],
            (script + "final_score\n").as_bytes(),
        );
        let moves = answers(&run.out);
        let mut game = Game::new(Position::initial(rules));
        // A side that must pass responds with a pass.
        for answer in &moves[..120] {
            if let Ok(Vertex(Move::Place(square))) = answer.result().map(|text| text.parse().unwrap()) {
                game.play(square).unwrap();
            }
        }
        let outcome = game.outcome().unwrap_or_else(|| panic!("{rules}: {}", run.out));
        let score = moves[120].result().unwrap();
        let margin = match score.split_once('+') {
            Some(("B", discs)) => discs.parse().unwrap(),
            Some((_, discs)) => -discs.parse::<i8>().unwrap(),
            None => 0,
        };
        assert_eq!(margin, outcome.margin(Color::Black), "{rules}: {score}");
    }
}

/// Both engines agree on the result.
#[test]
fn a_game_against_gtp_rhino() {
    let Some(rhino) = rhino() else { return };
    for ours in Color::ALL {
        let rhino = Dialogue::start(Command::new(&rhino).stderr(Stdio::null()));
        let mut players = [engine(&["gtp", "--depth", "2"]), rhino];
        if ours == Color::White {
            players.reverse();
        }
        for player in &mut players {
            ask(player, Request::ClearBoard);
        }
        let mut game = Game::new(Position::initial(Rules::Standard));
        while game.outcome().is_none() {
            let color = game.position().turn();
            let [mover, other] = match color {
                Color::Black => [0, 1],
                Color::White => [1, 0],
            };
            let mv = ask(&mut players[mover], Request::GenMove(color)).parse::<Vertex>().unwrap().0;
            game.play(mv.square().unwrap()).unwrap();
            ask(&mut players[other], Request::Play { color, mv });
        }
        let [black, white] = players.each_mut().map(|player| ask(player, Request::FinalScore));
        let margin = game.outcome().unwrap().margin(Color::Black);
        let score = match margin {
            0 => "0".to_owned(),
            1.. => format!("B+{margin}"),
            _ => format!("W+{}", -margin),
        };
        assert_eq!((black.as_str(), white.as_str()), (score.as_str(), score.as_str()));
        for mut player in players {
            player.send("quit");
            assert_eq!(player.rest().trim_end(), "=");
        }
    }
}

#[test]
fn an_input_without_a_line_is_no_error() {
    assert_eq!(outflank(&["engine", "nboard"], b"").code, 0);
}
