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
    let (code, output) = bot.ended();
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains(&id) && output.contains("Played 1 game:"), "{output}");
    assert_eq!(guest.game(&id)["state"]["result"]["how"], "played_out");
}

#[test]
fn draws_are_declined_and_rematches_accepted() {
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
    let wait_for_event = |name: &str| {
        wait_for(|| {
            let events = crate::support::server::first_line(server.address, &format!("/api/game/{id}/stream?after=0"));
            let happened = events["events"].as_array()?.iter().any(|event| event["event"] == name);
            happened.then_some(())
        });
    };
    bot.wait_for_line("against Ann, no clock");
    command("offer_draw");
    wait_for_event("draw_declined");
    guest.play(&id, || {});
    command("offer_rematch");
    wait_for_event("rematch_agreed");
    let next = wait_for(|| guest.game(&id)["state"]["rematch"].as_str().map(str::to_owned));
    guest.play(&next, || {});
    let (code, output) = bot.ended();
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains(&next) && output.contains("Played 2 games:"), "{output}");
}

#[test]
fn unsuitable_challenges_are_not_accepted() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--log", "off"]);
    let guest = Guest::at(server.address, 3);
    let player = format!("gtp:'{}' engine gtp --level 1", env!("CARGO_BIN_EXE_outflank"));
    let bot = Bot::start(home.path(), server.address, &["--player", &player, "--no-post", "--count", "1"]);
    bot.wait_for_line("is ready");
    // Only the last and newest is acceptable.
    let ids = [
        json!({"rules": "shellos", "white": "anyone"}),
        json!({"start": "xot", "white": "anyone"}),
        json!({"clock": {"main": 5000}, "white": "anyone"}),
        json!({"black": "anyone", "white": "me"}),
    ]
    .map(|proposal| guest.challenge(&proposal));
    guest.play(&ids[3], || {});
    let (code, output) = bot.ended();
    assert_eq!(code, Some(0), "{output}");
    for id in &ids[..3] {
        assert_eq!(guest.game(id)["state"]["status"], "waiting", "{output}");
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
    let (code, output) = bot.ended();
    assert_eq!(code, Some(0), "{output}");
    assert_eq!(output.matches("Restarting it").count(), 1, "{output}");
    assert!(output.contains(&format!("Resigning {id}")) && output.contains("1 lost"), "{output}");
}

#[test]
fn a_second_bot_with_the_same_secret_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--log", "off"]);
    let secret = home.path().join("secret");
    let arguments = ["--no-post", "--secret-file", secret.to_str().unwrap()];
    let bot = Bot::start(home.path(), server.address, &arguments);
    bot.wait_for_line("is ready");
    let (code, output) = Bot::start(home.path(), server.address, &arguments).ended();
    assert_eq!(code, Some(1), "{output}");
    assert!(output.contains("another bot is using this secret"), "{output}");
    let secret = std::fs::read_to_string(&secret).unwrap();
    assert!(!bot.lines().join(" ").contains(secret.trim()) && secret.trim().len() == 22);
}

#[test]
fn an_engine_that_cannot_start_is_an_error() {
    for (player, output) in [("gtp:/nonexistent/engine", "could not be started"), ("nboard:false", "exited")] {
        let run = outflank(&["bot", "http://127.0.0.1:1", "--player", player], b"");
        assert_eq!(run.code, 1, "{}", run.err);
        assert!(run.err.contains(output), "{}", run.err);
    }
}
