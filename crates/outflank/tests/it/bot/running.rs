use rustix::process::Signal;
use serde_json::json;

use crate::bot::program::Club;
use crate::support::outflank;
use crate::support::server::{first_line, wait_for};

#[test]
fn a_restarted_bot_resumes_its_game() {
    let club = Club::open();
    let guest = &club.guest;
    let arguments = ["--player", "engine:1", "--name", "Robot", "--count", "1"];
    let bot = club.bot(&arguments);
    let id = wait_for(|| guest.accept_from("Robot"));
    bot.wait_for_line("Playing ");
    bot.signal(Signal::KILL);
    drop(bot);

    let bot = club.bot(&arguments);
    guest.play(&id, || {});
    let output = bot.ended(0);
    assert!(output.contains(&id) && output.contains("Played 1 game:"), "{output}");
    assert_eq!(guest.game(&id)["state"]["result"]["how"], "played_out");
}

#[test]
fn draws_are_declined_and_rematches_accepted() {
    let club = Club::open();
    let guest = &club.guest;
    let bot = club.bot(&["--player", "engine:1", "--count", "2", "--no-post"]);
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
            let events = first_line(club.server.address, &format!("/api/game/{id}/stream?after=0"));
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
    let output = bot.ended(0);
    assert!(output.contains(&next) && output.contains("Played 2 games:"), "{output}");
}

#[test]
fn unsuitable_challenges_are_not_accepted() {
    let club = Club::open();
    let guest = &club.guest;
    let player = format!("gtp:'{}' engine gtp --level 1", env!("CARGO_BIN_EXE_outflank"));
    let bot = club.bot(&["--player", &player, "--no-post", "--count", "1"]);
    bot.wait_for_line("is ready");
    let ids = [
        json!({"rules": "shellos", "white": "anyone"}),
        json!({"start": "xot", "white": "anyone"}),
        json!({"clock": {"main": 5000}, "white": "anyone"}),
        json!({"black": "anyone", "white": "me"}),
    ]
    .map(|proposal| guest.challenge(&proposal));
    guest.play(&ids[3], || {});
    let output = bot.ended(0);
    for id in &ids[..3] {
        assert_eq!(guest.game(id)["state"]["status"], "waiting", "{output}");
    }
}

#[test]
fn a_player_that_crashes_is_restarted_once_and_then_resigns() {
    let club = Club::open();
    let guest = &club.guest;
    let script = club.path("mortal");
    let genmove = r#"case "$line" in *genmove*) exit 3 ;; *quit*) exit 0 ;; *) printf '=%s\n\n' "${line%% *}" ;; esac"#;
    std::fs::write(&script, format!("while read -r line; do {genmove}; done")).unwrap();
    let player = format!("gtp:sh '{}'", script.display());
    let arguments = ["--player", &player, "--name", "Mortal", "--no-post", "--count", "1"];
    let bot = club.bot(&arguments);
    let id = guest.challenge(&json!({"black": "anyone", "white": "me"}));
    guest.play(&id, || {});
    assert_eq!(guest.game(&id)["state"]["result"]["how"], "resigned");
    let output = bot.ended(0);
    assert_eq!(output.matches("Restarting it").count(), 1, "{output}");
    assert!(output.contains(&format!("Resigning {id}")) && output.contains("1 lost"), "{output}");
}

#[test]
fn a_second_bot_with_the_same_secret_is_refused() {
    let club = Club::open();
    let secret = club.path("secret");
    let arguments = ["--no-post", "--secret-file", secret.to_str().unwrap()];
    let bot = club.bot(&arguments);
    bot.wait_for_line("is ready");
    let output = club.bot(&arguments).ended(1);
    assert!(output.contains("another bot is using this secret"), "{output}");
    let secret = std::fs::read_to_string(&secret).unwrap();
    assert!(!bot.lines().join(" ").contains(secret.trim()) && secret.trim().len() == 22);
}

#[test]
fn an_engine_that_cannot_start_is_an_error() {
    for (player, output) in [("gtp:/nonexistent/engine", "could not be started"), ("nboard:false", "exited")] {
        outflank(&["bot", "http://127.0.0.1:1", "--player", player], b"").refused(1, output);
    }
}

#[test]
fn a_stopping_bot_withdraws_its_challenge_and_finishes_its_game() {
    let club = Club::open();
    let guest = &club.guest;
    let bot = club.bot(&["--player", "engine:1", "--name", "Robot", "--games", "2"]);
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
    let output = bot.ended(0);
    assert!(output.contains("Withdrew the challenge") && output.contains("Played 1 game:"), "{output}");
    assert_eq!(guest.game(&late)["state"]["status"], "waiting");
    assert_eq!(guest.game(&playing)["state"]["result"]["how"], "played_out");
}

#[test]
fn a_second_signal_quits_at_once() {
    let club = Club::open();
    let guest = &club.guest;
    let bot = club.bot(&["--player", "engine:1", "--name", "Robot", "--no-accept"]);
    let id = wait_for(|| guest.accept_from("Robot"));
    bot.wait_for_line("Playing");
    bot.signal(Signal::INT);
    bot.wait_for_line("Press Ctrl-C again");
    bot.signal(Signal::INT);
    let output = bot.ended(130);
    assert!(output.contains("Run the same command to resume"), "{output}");
    assert_eq!(guest.game(&id)["state"]["status"], "running");
}
