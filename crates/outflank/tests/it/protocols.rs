//! `outflank engine`, driven through pipes as other programs drive it.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::support::outflank;
use outflank_formats::gtp::{Request, Response, ResponseReader, Vertex};
use outflank_formats::nboard::{Depth, EngineMessage};
use outflank_rules::{Color, Game, Move, Position, Rules};

/// A program that is spoken to line by line.
struct Program {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Program {
    fn start(command: &mut Command) -> Program {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let input = child.stdin.take().expect("it has an input");
        let output = BufReader::new(child.stdout.take().expect("it has an output")).lines();
        Program { child, input, output }
    }

    fn outflank(arguments: &str) -> Program {
        Program::start(Command::new(env!("CARGO_BIN_EXE_outflank")).args(arguments.split_whitespace()))
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    fn next_line(&mut self) -> String {
        self.output.next().expect("it goes on").expect("it writes text")
    }

    /// Asks something by GTP.
    fn ask(&mut self, request: Request) -> String {
        self.send(&request.to_string());
        let mut reader = ResponseReader::expecting(None);
        loop {
            if let Some(answer) = reader.read(&self.next_line()).expect("the answer is short") {
                return answer.into_result().unwrap_or_else(|why| panic!("{request}: {why}"));
            }
        }
    }

    /// Reads messages of NBoard up to one of a kind, which is the last.
    fn messages_until(&mut self, is_last: impl Fn(&EngineMessage) -> bool) -> Vec<EngineMessage> {
        let mut messages = Vec::new();
        loop {
            messages.push(self.next_line().parse().expect("the line is short"));
            if messages.last().is_some_and(&is_last) {
                return messages;
            }
        }
    }

    /// Waits for its end, and returns what it still said.
    fn rest(mut self) -> String {
        drop(self.input);
        let rest: Vec<_> = self.output.map_while(Result::ok).collect();
        assert!(self.child.wait().expect("it was started").success());
        rest.join("\n")
    }
}

fn answers(text: &str) -> Vec<Response> {
    let mut reader = ResponseReader::expecting(None);
    text.lines().filter_map(|line| reader.read(line).expect("the answers are short")).collect()
}

/// Where the protocol and not the program says what is answered, we answer as gtp-rhino did.
#[test]
fn a_recorded_gtp_session_is_answered_alike() {
    let input = include_str!("../data/protocols/gtp_session1.in");
    let recorded = answers(include_str!("../data/protocols/gtp_session1_gtp-rhino.out"));
    let run = outflank(&["engine", "gtp", "--depth", "2"], input.as_bytes());
    let ours = answers(&run.out);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(ours.iter().map(ToString::to_string).collect::<String>(), run.out);
    assert_eq!((ours.len(), recorded.len()), (23, 23));
    for (command, (ours, theirs)) in input.lines().zip(ours.iter().zip(&recorded)) {
        match command {
            "name" => assert_eq!(ours.result(), Ok("Outflank")),
            "version" | "list_commands" => assert!(ours.result().is_ok_and(|text| !text.is_empty())),
            // They know no pass at all; for us it is a move, and not a legal one.
            "play white pass" => assert_eq!(ours, &Response::failure(None, "illegal move")),
            // The choice is free.
            "7 genmove black" => {
                assert_eq!(ours.id(), Some(7));
                assert!(["C4", "E6", "G7", "D6", "F4", "G5", "D3"].contains(&ours.result().expect("there is a move")));
            }
            _ => assert_eq!(ours, theirs, "{command}"),
        }
    }
}

/// Each line is sent when there is something to see, as by somebody at a board.
#[test]
fn a_recorded_nboard_session_is_answered() {
    use EngineMessage::{Move, NodeStats, Pong, Search, Status};

    let mut engine = Program::outflank("engine nboard");
    for line in include_str!("../data/protocols/nboard_session_gui_to_engine.txt").lines() {
        engine.send(line);
        match line {
            "nboard 2" => assert_eq!(engine.next_line(), "set myname Outflank10"),
            "set depth 6" => assert_eq!(engine.next_line(), "set myname Outflank6"),
            "ping 1" => assert_eq!(engine.next_line(), "pong 1"),
            "go" => {
                let mut said = engine.messages_until(|message| matches!(message, Move(_)));
                assert_eq!(said.remove(0), Status("Thinking".to_owned()));
                let depths: Vec<_> = said.iter().filter_map(depth).collect();
                assert_eq!(depths, (1..=6).map(Depth::Plies).collect::<Vec<_>>());
                let others = said.iter().filter(|message| !matches!(message, Search(_) | NodeStats { .. }));
                assert_eq!(others.count(), 1, "{said:?}");
            }
            "hint 2" => {
                assert_eq!(engine.next_line(), "status Analyzing");
                let said = engine.messages_until(|message| depth(message) == Some(Depth::Plies(8)));
                // Two moves for each depth; the second of the last one is still to come.
                assert_eq!(said.iter().filter_map(depth).count(), 15);
            }
            "ping 2" => {
                let said = engine.messages_until(|message| *message == Pong(2));
                assert_eq!(said[said.len() - 2], Status(String::new()));
            }
            _ => {}
        }
    }
    assert_eq!(engine.rest(), "");
}

/// How far a message about a move has looked.
fn depth(message: &EngineMessage) -> Option<Depth> {
    match message {
        EngineMessage::Search(line) => Some(line.depth.clone()),
        _ => None,
    }
}

/// The whole session at once: nobody waits for an answer, and still every question has one.
#[test]
fn an_nboard_session_may_come_in_one_piece() {
    let run = outflank(&["engine", "nboard"], include_bytes!("../data/protocols/nboard_session_gui_to_engine.txt"));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let answers: Vec<_> = run
        .out
        .lines()
        .filter_map(|line| line.split(['/', ' ']).next().filter(|&word| word == "===" || word == "pong"))
        .collect();
    assert_eq!(answers, ["pong", "===", "pong", "==="], "{}", run.out);
    let after_last_pong = run.out.split("pong 2\n").nth(1).expect("there is a second pong");
    assert!(after_last_pong.starts_with("status Thinking\n"), "{after_last_pong}");
}

/// A hint has no end of its own: without the ping it would go on for years.
#[test]
fn a_ping_ends_a_hint_and_nothing_follows() {
    let mut engine = Program::outflank("engine nboard");
    for number in 1..=20 {
        engine.send("hint 3");
        engine.messages_until(|message| matches!(message, EngineMessage::Search(_)));
        engine.send(&format!("ping {number}"));
        engine.messages_until(|message| *message == EngineMessage::Pong(number));
        // If anything of the old position followed, it would come before this.
        engine.send("learn");
        assert_eq!(engine.next_line(), "learned");
    }
    engine.send("hint 1");
    engine.send("quit");
    assert!(engine.rest().contains("search "));
}

#[test]
fn a_game_is_loaded_from_a_file() {
    let file = tempfile::NamedTempFile::with_suffix(".sgf").expect("there is room for a file");
    std::fs::write(file.path(), "(;GM[2]FF[4]SZ[8];B[f5];W[d6];B[c3])").expect("it can be written");
    let path = file.path().to_str().expect("the path is plain");
    let input = format!("loadsgf {path}\nundo\nplay b c3\nloadsgf {path} 2\nplay w d6\n9 loadsgf no/such/file\n");
    let run = outflank(&["engine", "gtp"], input.as_bytes());
    assert_eq!(run.out, "=\n\n".repeat(5) + "?9 cannot load file\n\n");
}

#[test]
fn a_script_that_ends_is_answered_to_its_end() {
    let run = outflank(&["engine", "gtp", "--depth", "3"], b"1 genmove black\n2 genmove white\n3 genmove b");
    let answers = answers(&run.out);
    assert_eq!(answers.iter().map(Response::id).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
    assert!(answers.iter().all(|answer| answer.result().is_ok()), "{}", run.out);
    assert_eq!(run.code, 0);
}

#[test]
fn variants_are_played_to_the_end() {
    for rules in Rules::ALL {
        let script: String = (0..120).map(|ply| format!("genmove {}\n", ["b", "w"][ply % 2])).collect();
        let run = outflank(
            &["engine", "gtp", "--depth", "1", "--rules", rules.name()],
            (script + "final_score\n").as_bytes(),
        );
        let moves = answers(&run.out);
        let mut game = Game::new(Position::initial(rules));
        // A side that must pass says so; after that the two ask in turn again.
        for answer in &moves[..120] {
            if let Ok(Vertex(Move::Place(square))) = answer.result().map(|text| text.parse().expect("it is a vertex")) {
                game.play(square).expect("it is legal");
            }
        }
        let outcome = game.outcome().unwrap_or_else(|| panic!("{rules}: {}", run.out));
        let score = moves[120].result().expect("the game is over");
        let margin = match score.split_once('+') {
            Some(("B", discs)) => discs.parse().expect("it is a number"),
            Some((_, discs)) => -discs.parse::<i8>().expect("it is a number"),
            None => 0,
        };
        assert_eq!(margin, outcome.margin(Color::Black), "{rules}: {score}");
    }
}

/// Two engines that were not made for each other play a whole game, and agree on how it ended.
#[test]
fn a_game_against_gtp_rhino() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Debian has a folder for games that is not always on the path.
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let Some(rhino) = folders.map(|folder| folder.join("gtp-rhino")).find(|program| program.is_file()) else {
        println!("skipped: gtp-rhino is not installed (Debian's package grhino has it)");
        return;
    };
    for ours in Color::ALL {
        let mut players = [Program::outflank("engine gtp --depth 2"), Program::start(&mut Command::new(&rhino))];
        if ours == Color::White {
            players.reverse();
        }
        for player in &mut players {
            player.ask(Request::ClearBoard);
        }
        let mut game = Game::new(Position::initial(Rules::Standard));
        while game.outcome().is_none() {
            let color = game.position().turn();
            let [mover, other] = match color {
                Color::Black => [0, 1],
                Color::White => [1, 0],
            };
            let mv = players[mover].ask(Request::GenMove(color)).parse::<Vertex>().expect("it is a vertex").0;
            game.play(mv.square().expect("there is something to play")).expect("it is legal");
            players[other].ask(Request::Play { color, mv });
        }
        let [black, white] = players.each_mut().map(|player| player.ask(Request::FinalScore));
        let margin = game.outcome().expect("the game is over").margin(Color::Black);
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
fn what_the_program_cannot_speak_is_wrong_usage() {
    for arguments in [&["engine"][..], &["engine", "uci"], &["engine", "gtp", "--level", "11"]] {
        assert_eq!(outflank(arguments, b"").code, 2, "{arguments:?}");
    }
    assert_eq!(outflank(&["engine", "nboard"], b"").code, 0);
}
