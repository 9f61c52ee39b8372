use std::sync::mpsc::Receiver;

use outflank_players::{Choice, PlayerError};
use outflank_rules::Rules;

use super::*;

fn playing(white: &str) -> (Engines, Receiver<Message>) {
    let (messages, received) = mpsc::channel();
    let options = EngineOptions {
        threads: 1,
        bounds: Bounds::NONE,
        book: BookUse::default(),
        level: Level::new(1).unwrap(),
        patience: Duration::from_secs(30),
    };
    let mut engines = Engines::new(messages, options, 1);
    let players = ByColor { black: PlayerName::Human, white: white.parse().unwrap() };
    engines.seat(&players, None);
    (engines, received)
}

fn after(moves: &str) -> Box<Game> {
    let transcript: outflank_formats::Transcript = moves.parse().unwrap();
    Box::new(transcript.replay(Position::initial(Rules::Standard)).unwrap())
}

fn answer(received: &Receiver<Message>, id: Id) -> Result<Choice, PlayerError> {
    loop {
        match received.recv_timeout(Duration::from_secs(60)).expect("the program answers") {
            Message::Event(Event::Chosen(answered, choice)) if answered == id => return choice,
            _ => {}
        }
    }
}

#[track_caller]
fn fails_with(white: &str, expected: &str) {
    let (mut engines, received) = playing(white);
    engines.ask(Id(1), Color::White, after("f5"), None);
    engines.stop(Id(1));
    for id in [2, 3] {
        engines.ask(Id(id), Color::White, after("d3"), None);
        let error = answer(&received, Id(id)).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}, not {expected}");
    }
}

#[test]
fn a_program_that_does_not_exist_fails_every_request() {
    fails_with("gtp:no-such-program", "no-such-program could not be started");
}

#[test]
#[cfg(unix)]
fn a_program_that_dies_at_the_start_fails_every_request() {
    fails_with("gtp:sh -c 'echo no weights >&2; exit 3'", "last lines on standard error: no weights");
    fails_with("nboard:sh -c 'exit 3'", "exit status: 3");
}

#[test]
#[cfg(unix)]
fn a_program_that_dies_during_the_game_fails_every_request() {
    let script = "while read id command rest; do \
                  case $command in genmove) exit 4;; list_commands) printf \"=$id play\\n\\n\";; \
                  *) printf \"=$id\\n\\n\";; esac; done";
    fails_with(&format!("gtp:sh -c '{script}'"), "exit status: 4");
}
