//! `outflank worker`: others finish what one began, whatever ends it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use outflank_postgres::Postgres;
use outflank_rules::{Game, Position, Rules};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::support::outflank;
use crate::support::server::{Server, fresh_postgres, wait_for};

/// A worker. It ends with the test.
struct Worker {
    child: Child,
}

impl Worker {
    fn start(database: &str, lease: &str) -> Worker {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(["worker", "--threads", "1", "--lease", lease, "--log", "warn"])
            .env("OUTFLANK_DATABASE", database)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "Working with 1 thread\n");
        Worker { child }
    }

    fn terminate(mut self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

impl Drop for Worker {
    /// Kills it, so that it can finish nothing.
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// A server that leaves reports to workers, with a report on a whole game that takes a while.
struct Site {
    server: Server,
    report: String,
    _home: tempfile::TempDir,
}

impl Site {
    fn start(database: &str) -> Site {
        let home = tempfile::tempdir().unwrap();
        let server = Server::start(home.path(), &["--no-jobs", "--log", "warn", "--database", database]);
        let body = json!({"record": whole_game(), "level": 8});
        let answer = server.ask("POST", "/api/reports", None, Some(&body)).json(202);
        let report = format!("/api/reports/{}", answer["reports"][0].as_str().unwrap());
        Site { server, report, _home: home }
    }

    fn state(&self) -> Value {
        self.server.ask("GET", &self.report, None, None).json(200)
    }

    /// Waits until somebody makes it.
    fn begun(&self) {
        wait_for(|| {
            let state = self.state();
            assert_ne!(state["status"], "done", "it is done too soon to be disturbed");
            (state["status"] == "running").then_some(())
        });
    }

    fn done(&self) -> Value {
        wait_for(|| {
            let mut state = self.state();
            assert_ne!(state["status"], "given_up", "{state}");
            (state["status"] == "done").then(|| state["report"].take())
        })
    }
}

/// A game in which both play some legal move.
fn whole_game() -> String {
    let mut game = Game::new(Position::initial(Rules::Standard));
    let (mut moves, mut number) = (String::new(), 20_u64);
    loop {
        let squares: Vec<_> = game.position().legal_moves().into_iter().collect();
        if squares.is_empty() {
            return moves;
        }
        number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let square = squares[(number >> 33) as usize % squares.len()];
        game.play(square).unwrap();
        moves += &square.to_string();
    }
}

#[test]
fn a_report_is_the_same_however_its_workers_end() {
    let (Some(disturbed), Some(quiet)) = (fresh_postgres(), fresh_postgres()) else { return };
    let site = Site::start(&disturbed);
    assert_eq!(site.state(), json!({"status": "waiting", "before": 0}));

    // Who is told to stop gives back at once what others would get in an hour.
    let worker = Worker::start(&disturbed, "3600");
    site.begun();
    worker.terminate();
    assert_eq!(site.state(), json!({"status": "waiting", "before": 0}));

    // Who is killed says nothing, and loses it when the lease is over.
    let worker = Worker::start(&disturbed, "1");
    site.begun();
    drop(worker);
    assert_eq!(site.state()["status"], "running");
    let _worker = Worker::start(&disturbed, "30");
    let report = site.done();
    assert!(report["moves"].as_array().unwrap().len() > 50);

    let site = Site::start(&quiet);
    let _worker = Worker::start(&quiet, "30");
    assert_eq!(site.done(), report);
}

#[test]
fn a_worker_survives_the_database() {
    if outflank_postgres::given().is_none() {
        return;
    }
    let mut postgres = Postgres::start().unwrap();
    let database = outflank_postgres::fresh_database(&postgres.url()).unwrap();
    let site = Site::start(&database);
    let _worker = Worker::start(&database, "30");
    site.begun();
    postgres.crash().unwrap();
    postgres.begin().unwrap();
    let report = wait_for(|| {
        let answer = site.server.ask("GET", &site.report, None, None);
        // The server says so while its database is not there.
        assert!([200, 503].contains(&answer.status), "{}", answer.body);
        let mut state = if answer.status == 200 { answer.json(200) } else { return None };
        (state["status"] == "done").then(|| state["report"].take())
    });
    assert!(report["moves"].as_array().unwrap().len() > 50);
}

#[test]
fn a_worker_says_which_database_it_needs() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("games.db");
    for (arguments, why) in [
        (vec!["worker"], "OUTFLANK_DATABASE"),
        (vec!["worker", "--database", file.to_str().unwrap()], "PostgreSQL"),
        (vec!["worker", "--database", "postgres://ann:secret@127.0.0.1:1/games"], "127.0.0.1"),
    ] {
        let run = outflank(&arguments, b"");
        assert_eq!(run.code, 1);
        assert!(run.err.contains(why) && !run.err.contains("secret"), "{}", run.err);
    }
}
