use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rustix::process::Signal;
use serde_json::json;

use crate::bot::guest::Guest;
use crate::bot::program::Bot;
use crate::support::rhino;
use crate::support::server::{Server, wait_for};

const GUESTS: usize = 4;
const GAMES_EACH: usize = 5;

#[test]
fn the_engine_loses_no_game_to_restarts() {
    play_through_restarts("engine:2");
}

#[test]
fn rhino_loses_no_game_to_restarts() {
    if let Some(rhino) = rhino() {
        play_through_restarts(&format!("gtp:{}", rhino.display()));
    }
}

fn play_through_restarts(player: &str) {
    let home = tempfile::tempdir().unwrap();
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let start = || Server::start_at(&address.to_string(), home.path(), &["--log", "off", "--threads", "1"]);
    let server = start();
    let count = (GUESTS * GAMES_EACH).to_string();
    let arguments = ["--player", player, "--name", "Robot", "--games", "3", "--count", &count];
    let bot = Bot::start(home.path(), address, &arguments);
    let moves = AtomicUsize::new(0);
    let (guests, _server) = thread::scope(|scope| {
        let guests: Vec<_> = (0..GUESTS)
            .map(|number| {
                let (moves, guest) = (&moves, Guest::at(address, number as u64));
                scope.spawn(move || {
                    play_games(&guest, moves);
                    guest
                })
            })
            .collect();
        let reached = |enough| wait_for(|| (moves.load(Ordering::Relaxed) >= enough).then_some(()));
        // A guest makes about thirty moves per game, so both restarts happen in the middle of games.
        reached(100);
        drop(server);
        let server = start();
        reached(300);
        server.signal(Signal::TERM);
        assert_eq!(server.ended().0.code(), Some(0));
        let server = start();
        let guests: Vec<Guest> = guests.into_iter().map(|guest| guest.join().unwrap()).collect();
        (guests, server)
    });

    let output = bot.ended(0);
    assert!(output.contains(&format!("Played {count} games:")), "{output}");
    assert!(output.contains("Lost the connection") && output.contains("Reconnected"), "{output}");
    for guest in &guests {
        let games = guest.games();
        assert_eq!(games.len(), GAMES_EACH, "{output}");
        for game in games {
            assert_eq!(game["status"], "over", "{output}");
            assert_eq!(game["result"]["how"], "played_out", "{game} {output}");
        }
    }
    assert!(!output.contains("Resigning") && !output.contains("Left the game"), "{output}");
}

/// Every other game is the guest's own challenge. Unfinished games are found in the guest's list, even if the server was killed.
fn play_games(guest: &Guest, moves: &AtomicUsize) {
    loop {
        let games = guest.games();
        let unfinished = games.iter().find(|game| game["status"] != "over").and_then(|game| game["id"].as_str());
        match unfinished {
            Some(id) => {
                let id = id.to_owned();
                guest.play(&id, || _ = moves.fetch_add(1, Ordering::Relaxed));
            }
            None if games.len() == GAMES_EACH => return,
            None if games.len().is_multiple_of(2) => {
                let proposal = json!({"black": "anyone", "white": "me", "shuffle": true, "clock": {"main": 60_000}, "name": "Guest"});
                _ = guest.try_ask("POST", "/api/games", Some(&proposal));
            }
            None => _ = wait_for(|| guest.accept_from("Robot").or_else(|| unfinished_in(guest))),
        }
    }
}

fn unfinished_in(guest: &Guest) -> Option<String> {
    let games = guest.games();
    let game = games.iter().find(|game| game["status"] != "over")?;
    Some(game["id"].as_str()?.to_owned())
}
