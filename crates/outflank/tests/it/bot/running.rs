//! Games of a bot, and a bot that is restarted.

use rustix::process::Signal;
use serde_json::json;

use crate::bot::guest::Guest;
use crate::bot::program::Bot;
use crate::support::outflank;
use crate::support::server::{Server, wait_for};

#[test]
fn a_restarted_bot_resumes_its_game() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--log", "off"]);
    let guest = Guest::at(server.address, 1);
    let arguments = ["--player", "engine:1", "--name", "Robot", "--count", "1"];
    let bot = Bot::start(home.path(), server.address, &arguments);
    let id = wait_for(|| guest.accept_from("Robot"));
    bot.wait_for_line("Playing ");
    bot.signal(Signal::KILL);
    drop(bot);

    let bot = Bot::start(home.path(), server.address, &arguments);
    guest.play(&id, || {});
    let (code, said) = bot.ended();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&id) && said.contains("Played 1 game:"), "{said}");
    assert_eq!(guest.game(&id)["state"]["result"]["how"], "played_out");
}

#[test]
fn offers_are_answered() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--log", "off"]);
    let guest = Guest::at(server.address, 2);
    let bot = Bot::start(home.path(), server.address, &["--player", "engine:1", "--count", "2", "--no-post"]);
    let id = guest.challenge(&json!({"black": "me", "white": "anyone", "takebacks": "asked", "name": "Ann"}));
    let command = |name: &str| {
        wait_for(|| {
            let seen = guest.game(&id)["state"]["number"].clone();
            let command = json!({"id": name, "seen": seen, "command": name});
            let answer = guest.ask("POST", &format!("/api/game/{id}/command"), Some(&command));
            (answer.status == 200).then_some(())
        });
    };
    let has_happened = |what: &str| {
        wait_for(|| {
            let events = crate::support::server::first_line(server.address, &format!("/api/game/{id}/stream?after=0"));
            let happened = events["events"].as_array()?.iter().any(|event| event["event"] == what);
            happened.then_some(())
        });
    };
    bot.wait_for_line("against Ann, no clock");
    command("offer_draw");
    has_happened("draw_declined");
    guest.play(&id, || {});
    command("offer_rematch");
    has_happened("rematch_agreed");
    let next = wait_for(|| guest.game(&id)["state"]["rematch"].as_str().map(str::to_owned));
    guest.play(&next, || {});
    let (code, said) = bot.ended();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&next) && said.contains("Played 2 games:"), "{said}");
}

#[test]
fn challenges_that_the_player_cannot_play_are_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--log", "off"]);
    let guest = Guest::at(server.address, 3);
    let player = format!("gtp:'{}' engine gtp --level 1", env!("CARGO_BIN_EXE_outflank"));
    let bot = Bot::start(home.path(), server.address, &["--player", &player, "--no-post", "--count", "1"]);
    bot.wait_for_line("is ready");
    // The last one is the only one that this bot may accept, and the newest.
    let ids = [
        json!({"rules": "shellos", "white": "anyone"}),
        json!({"start": "xot", "white": "anyone"}),
        json!({"clock": {"main": 5000}, "white": "anyone"}),
        json!({"black": "anyone", "white": "me"}),
    ]
    .map(|proposal| guest.challenge(&proposal));
    guest.play(&ids[3], || {});
    let (code, said) = bot.ended();
    assert_eq!(code, Some(0), "{said}");
    for id in &ids[..3] {
        assert_eq!(guest.game(id)["state"]["status"], "waiting", "{said}");
    }
}

#[test]
fn a_player_that_crashes_is_restarted_once_and_then_resigns() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--log", "off"]);
    let guest = Guest::at(server.address, 4);
    let script = home.path().join("mortal");
    let genmove = r#"case "$line" in *genmove*) exit 3 ;; *quit*) exit 0 ;; *) printf '=%s\n\n' "${line%% *}" ;; esac"#;
    std::fs::write(&script, format!("while read -r line; do {genmove}; done")).unwrap();
    let player = format!("gtp:sh '{}'", script.display());
    let arguments = ["--player", &player, "--name", "Mortal", "--no-post", "--count", "1"];
    let bot = Bot::start(home.path(), server.address, &arguments);
    let id = guest.challenge(&json!({"black": "anyone", "white": "me"}));
    guest.play(&id, || {});
    assert_eq!(guest.game(&id)["state"]["result"]["how"], "resigned");
    let (code, said) = bot.ended();
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(said.matches("Restarting it").count(), 1, "{said}");
    assert!(said.contains(&format!("Resigning {id}")) && said.contains("1 lost"), "{said}");
}

#[test]
fn a_second_bot_with_the_same_secret_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--log", "off"]);
    let secret = home.path().join("secret");
    let arguments = ["--no-post", "--secret-file", secret.to_str().unwrap()];
    let bot = Bot::start(home.path(), server.address, &arguments);
    bot.wait_for_line("is ready");
    let (code, said) = Bot::start(home.path(), server.address, &arguments).ended();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("another bot is using this secret"), "{said}");
    let secret = std::fs::read_to_string(&secret).unwrap();
    assert!(!bot.lines().join(" ").contains(secret.trim()) && secret.trim().len() == 22);
}

#[test]
fn a_program_that_cannot_play_is_an_error_at_once() {
    for (player, said) in [("gtp:/nonexistent/engine", "could not be started"), ("nboard:false", "exited")] {
        let run = outflank(&["bot", "http://127.0.0.1:1", "--player", player], b"");
        assert_eq!(run.code, 1, "{}", run.err);
        assert!(run.err.contains(said), "{}", run.err);
    }
}
