use rustix::process::Signal;
use serde_json::json;

use crate::bot::guest::Guest;
use crate::bot::program::Bot;
use crate::support::server::{Server, wait_for};

#[test]
fn a_stopping_bot_withdraws_its_challenge_and_finishes_its_game() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--log", "off"]);
    let guest = Guest::at(server.address, 1);
    let bot = Bot::start(home.path(), server.address, &["--player", "engine:1", "--name", "Robot", "--games", "2"]);
    let playing = wait_for(|| guest.accept_from("Robot"));
    // It has room for a second game, so it posts a challenge.
    let offer = wait_for(|| {
        guest.ask("GET", "/api/games?list=open", None).json(200)["games"][0]["id"].as_str().map(str::to_owned)
    });
    bot.signal(Signal::TERM);
    bot.wait_for_line("Stopping after 1 game in progress");
    wait_for(|| (guest.game(&offer)["state"]["status"] == "cancelled").then_some(()));
    let late = guest.challenge(&json!({"white": "anyone"}));
    guest.play(&playing, || {});
    let (code, output) = bot.ended();
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains("Withdrew the challenge") && output.contains("Played 1 game:"), "{output}");
    assert_eq!(guest.game(&late)["state"]["status"], "waiting");
    assert_eq!(guest.game(&playing)["state"]["result"]["how"], "played_out");
}

#[test]
fn a_second_signal_quits_at_once() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--log", "off"]);
    let guest = Guest::at(server.address, 1);
    let bot = Bot::start(home.path(), server.address, &["--player", "engine:1", "--name", "Robot", "--no-accept"]);
    let id = wait_for(|| guest.accept_from("Robot"));
    bot.wait_for_line("Playing");
    bot.signal(Signal::INT);
    bot.wait_for_line("Press Ctrl-C again");
    bot.signal(Signal::INT);
    let (code, output) = bot.ended();
    assert_eq!(code, Some(130), "{output}");
    assert!(output.contains("Run the same command to resume"), "{output}");
    assert_eq!(guest.game(&id)["state"]["status"], "running");
}
