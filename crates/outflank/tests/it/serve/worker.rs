use std::io::{BufRead, BufReader};
use std::process::Stdio;

use outflank_postgres::Postgres;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::console::WHOLE_GAME;
use crate::support::server::{Server, fresh_postgres, wait_for};
use crate::support::{Running, command, outflank};

struct Worker(Running);

impl Worker {
    fn start(database: &str, lease: &str) -> Worker {
        let mut command = command(&["worker", "--threads", "1", "--lease", lease, "--log", "warn"]);
        let mut child = command.env("OUTFLANK_DATABASE", database).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "Working with 1 thread\n");
        Worker(Running(child))
    }

    fn terminate(mut self) {
        kill_process(Pid::from_child(&self.0.0), Signal::TERM).unwrap();
        assert_eq!(self.0.0.wait().unwrap().code(), Some(0));
    }
}

struct Site {
    server: Server,
    report: String,
}

impl Site {
    fn start(database: &str) -> Site {
        let server = Server::start(&["--no-jobs", "--log", "warn", "--database", database]);
        let body = json!({"record": WHOLE_GAME, "level": 8});
        let response = server.ask("POST", "/api/reports", None, Some(&body)).json(202);
        let report = format!("/api/reports/{}", response["reports"][0].as_str().unwrap());
        Site { server, report }
    }

    fn state(&self) -> Value {
        self.server.ask("GET", &self.report, None, None).json(200)
    }

    fn begun(&self) {
        wait_for(|| {
            let state = self.state();
            assert_ne!(state["status"], "done", "done too early");
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

#[test]
fn a_report_is_the_same_however_workers_end() {
    let (Some(disturbed), Some(quiet)) = (fresh_postgres(), fresh_postgres()) else { return };
    let site = Site::start(&disturbed);
    assert_eq!(site.state(), json!({"status": "waiting", "before": 0}));

    let worker = Worker::start(&disturbed, "3600");
    site.begun();
    worker.terminate();
    assert_eq!(site.state(), json!({"status": "waiting", "before": 0}));

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
fn a_worker_survives_a_database_crash() {
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
        let response = site.server.ask("GET", &site.report, None, None);
        assert!([200, 503].contains(&response.status), "{}", response.body);
        let mut state = if response.status == 200 { response.json(200) } else { return None };
        (state["status"] == "done").then(|| state["report"].take())
    });
    assert!(report["moves"].as_array().unwrap().len() > 50);
}

#[test]
fn a_worker_names_the_database_it_needs() {
    for (arguments, why) in [
        (&["worker"][..], "OUTFLANK_DATABASE"),
        (&["worker", "--database", "/nowhere/games.db"], "PostgreSQL"),
        (&["worker", "--database", "postgres://ann:secret@127.0.0.1:1/games"], "127.0.0.1"),
    ] {
        let run = outflank(arguments, b"");
        run.refused(1, why);
        assert!(!run.err.contains("secret"), "{}", run.err);
    }
}
