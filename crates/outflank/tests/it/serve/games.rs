use std::fs;
use std::path::Path;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::server::{Server, fresh_postgres};
use crate::support::{Run, outflank};

struct Played {
    game: String,
    secret: String,
}

fn play(server: &Server) -> Played {
    let created = server.ask("POST", "/api/games", None, Some(&json!({"black": "me", "white": "me"}))).json(201);
    let [game, secret] = [&created["id"], &created["tokens"]["black"]].map(|text| text.as_str().unwrap().to_owned());
    let state = server.get(&format!("/api/game/{game}"), &secret)["state"].clone();
    let command = json!({"id": "c-1", "seen": state["number"], "command": "play", "square": "f5"});
    server.ask("POST", &format!("/api/game/{game}/command"), Some(&secret), Some(&command)).json(200);
    Played { game, secret }
}

fn games(database: &str, words: &[&str]) -> Run {
    outflank(&[&["games", "--database", database], words].concat(), b"")
}

fn done(database: &str, words: &[&str]) -> String {
    let run = games(database, words);
    assert_eq!(run.code, 0, "{words:?}: {}", run.err);
    run.out
}

fn listed(database: &str, words: &[&str]) -> Vec<(String, String)> {
    let out = done(database, &[&["list", "--json"], words].concat());
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        (row["id"].as_str().unwrap().to_owned(), row["status"].as_str().unwrap().to_owned())
    };
    let mut rows: Vec<_> = out.lines().map(row).collect();
    rows.sort_unstable();
    rows
}

/// The same orders on a server with SQLite, on one with PostgreSQL, and on a file without a server.
fn manage(database: &str, server: Option<&Server>, [ended, deleted, kept]: [&Played; 3], home: &Path) {
    let running = |played: &Played| (played.game.clone(), "running".to_owned());
    let mut all = [ended, deleted, kept].map(running);
    all.sort_unstable();
    assert_eq!(listed(database, &[]), all);
    assert_eq!(listed(database, &["--status", "over", "--status", "waiting"]), []);
    assert_eq!(listed(database, &["--older", "1h"]), []);
    assert_eq!(listed(database, &["--engine"]), []);
    let text = done(database, &["list"]);
    assert!(text.contains(&format!("{}  running", kept.game)) && text.ends_with("3 games\n"), "{text}");

    let shown: Value = serde_json::from_str(&done(database, &["show", &kept.game, "--json"])).unwrap();
    assert_eq!((&shown["moves"], &shown["placements"], &shown["chat_lines"]), (&json!("f5"), &json!(1), &json!(0)));
    assert!(done(database, &["show", &kept.game]).contains("Moves        f5\n"));

    let file = home.join("games.ggf");
    fs::remove_file(&file).ok();
    done(database, &["export", &kept.game, &ended.game, file.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(&file).unwrap().matches("TY[8]").count(), 2);
    assert_eq!(done(database, &["export", &kept.game, "-", "--to", "lines"]), "f5\n");

    assert_eq!(done(database, &["end", &ended.game]), format!("Ended {}\n", ended.game));
    let again = games(database, &["end", &ended.game]);
    assert_eq!((again.code, again.err.contains("the game was cancelled already")), (1, true), "{}", again.err);
    let unasked = games(database, &["delete", &deleted.game]);
    assert_eq!((unasked.code, unasked.err.contains("pass --yes")), (2, true), "{}", unasked.err);
    assert_eq!(done(database, &["delete", "--yes", &deleted.game]), format!("Deleted {}\n", deleted.game));
    let gone = games(database, &["delete", "--yes", &deleted.game]);
    assert_eq!((gone.code, gone.err.contains("no such game")), (1, true), "{}", gone.err);

    let mut expected = [(ended.game.clone(), "cancelled".to_owned()), running(kept)];
    expected.sort_unstable();
    assert_eq!(listed(database, &[]), expected);
    if let Some(server) = server {
        let status = |played: &Played| {
            server.get(&format!("/api/game/{}", played.game), &played.secret)["state"]["status"].clone()
        };
        assert_eq!((status(ended), status(kept)), (json!("cancelled"), json!("running")));
        server.ask("GET", &format!("/api/game/{}", deleted.game), Some(&deleted.secret), None).json(404);
    }
}

#[test]
fn games_of_a_running_server_are_managed_through_it() {
    let home = tempfile::tempdir().unwrap();
    let database = home.path().join("server.db");
    let server = Server::start_in(home.path(), &["--log", "warn"]);
    let socket = home.path().join("server.db.sock");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(socket.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    let played = [(); 3].map(|()| play(&server));
    manage(database.to_str().unwrap(), Some(&server), played.each_ref(), home.path());
    server.signal(Signal::TERM);
    assert!(server.ended().0.success());
    assert!(!socket.exists(), "a server that stopped leaves no socket");
}

#[test]
fn games_are_managed_without_a_server() {
    let home = tempfile::tempdir().unwrap();
    let database = home.path().join("server.db");
    let server = Server::start_in(home.path(), &["--log", "warn"]);
    let played = [(); 3].map(|()| play(&server));
    // A killed server leaves its socket, which is ignored.
    drop(server);
    manage(database.to_str().unwrap(), None, played.each_ref(), home.path());
    let missing = games(home.path().join("missing.db").to_str().unwrap(), &["list"]);
    assert_eq!((missing.code, missing.out.as_str()), (1, ""));
    assert!(!home.path().join("missing.db").exists());
}

#[test]
fn games_on_postgres_are_managed_directly() {
    let Some(database) = fresh_postgres() else { return };
    let home = tempfile::tempdir().unwrap();
    let server = Server::start_in(home.path(), &["--log", "warn", "--database", &database]);
    let played = [(); 3].map(|()| play(&server));
    manage(&database, Some(&server), played.each_ref(), home.path());
}
