use std::cell::Cell;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::{Value, json};

use super::arena::{Arena, unavailable};
use super::faults::Fault;
use super::kept::{Kept, copy, kept, reported};
use crate::support::server::{Log, METRICS_TOKEN, Response, Server, wait_for};

const MOVES: usize = 8;

const REFUSALS: usize = 3;

const RETRY: Duration = Duration::from_millis(100);

const LINES: usize = 12;

pub(super) struct Outage {
    fault: Box<dyn Fault>,
    reach: Reach,
    lasts: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    Everything,
    /// Small writes may still succeed.
    Something,
    /// Nothing is acknowledged, but writes may survive a crash.
    Unnoticed,
}

impl Outage {
    pub(super) fn new(fault: Box<dyn Fault>, reach: Reach) -> Outage {
        Outage { fault, reach, lasts: Duration::ZERO }
    }

    pub(super) fn lasting(self, lasts: Duration) -> Outage {
        Outage { lasts, ..self }
    }
}

pub(super) enum Disk {
    Folder(PathBuf),
    Postgres(String),
}

pub(super) struct Site {
    server: Server,
    disk: Disk,
    log: Log,
    arena: Arena,
    talk: (String, String),
    chat_lines: Cell<u64>,
}

impl Site {
    pub(super) fn open(mut server: Server, disk: Disk) -> Site {
        let log = server.read_log();
        let arena = Arena::new(server.address);
        let created = server.ask("POST", "/api/games", None, Some(&json!({"white": "me", "public": true}))).json(201);
        let talk = (text(&created["id"]), text(&created["tokens"]["black"]));
        arena.ledger.open(&talk.0);
        Site { server, disk, log, arena, talk, chat_lines: Cell::new(0) }
    }

    /// `why` must be in the log.
    pub(super) fn survive(mut self, outages: Vec<Outage>, why: &str) {
        let count = outages.len();
        thread::scope(|scope| {
            // Also if an assertion fails.
            let _over = self.arena.over_when_dropped();
            self.arena.let_in(scope);
            for Outage { mut fault, reach, lasts } in outages {
                self.arena.wait_for_moves(MOVES);
                self.chat();
                let short = self.short_game();
                fault.begin();
                match reach {
                    Reach::Something => self.arena.wait_for_any_refusal(),
                    Reach::Everything | Reach::Unnoticed => self.arena.wait_for_refusals(REFUSALS),
                }
                self.look(&short, reach);
                if !lasts.is_zero() {
                    thread::sleep(lasts);
                    self.look(&short, reach);
                }
                fault.end();
                self.go_on(&short);
            }
        });
        self.report();
        self.check_log(why, count);
        assert!(!self.server.has_ended());
        self.kill_and_compare();
    }

    fn short_game(&self) -> String {
        let proposal = json!({"white": "me", "public": true, "clock": {"main": 2_000}});
        let created = within_budget(|| self.server.ask("POST", "/api/games", None, Some(&proposal))).json(201);
        let id = text(&created["id"]);
        self.arena.ledger.open(&id);
        id
    }

    fn look(&self, short: &str, reach: Reach) {
        let server = &self.server;
        let mut games = self.arena.playing();
        games.extend([short.to_owned(), self.talk.0.clone()]);
        let before = reported(server.address, &games);
        if reach != Reach::Something {
            let mine = json!({"white": "anyone", "public": true});
            unavailable(within_budget(|| server.ask("POST", "/api/games", None, Some(&mine))));
            let order = json!({"record": RECORD, "level": 1});
            unavailable(within_budget(|| server.ask("POST", "/api/reports", None, Some(&order))));
            unavailable(within_budget(|| self.try_chat()));
        }
        let full = server.ask("GET", &format!("/api/game/{short}"), None, None).json(200);
        assert!(["running", "over"].contains(&full["state"]["status"].as_str().unwrap()), "{full}");
        let lists = ["running", "finished", "open"].map(|list| {
            let listed = server.ask("GET", &format!("/api/games?list={list}&count=50"), None, None).json(200);
            listed["games"].as_array().unwrap().len()
        });
        assert!(lists[0] > 0 && lists[2] == 0, "{lists:?}");
        let health = server.ask("GET", "/healthz", None, None);
        if reach != Reach::Something {
            assert_eq!(health.status, 503, "{}", health.body);
            assert!(health.body.starts_with("cannot write to the database: "), "{}", health.body);
        }
        assert!(failed_commits(server) > 0);

        let on_disk = match &self.disk {
            Disk::Folder(folder) => {
                let copied = tempfile::tempdir().unwrap();
                // A stopped server writes nothing.
                server.signal(Signal::STOP);
                copy(folder, copied.path());
                server.signal(Signal::CONT);
                kept(copied.path(), &games)
            }
            // Another process cannot read it without writing.
            Disk::Postgres(_) => before.clone(),
        };
        let after = reported(server.address, &games);
        if reach != Reach::Something {
            assert_eq!(before, after, "nothing is applied that is not stored");
        }
        assert_parts(&before, &on_disk);
        if reach != Reach::Unnoticed {
            assert_parts(&on_disk, &after);
        }
    }

    fn go_on(&self, short: &str) {
        self.arena.wait_for_moves(1);
        until(|| (self.server.ask("GET", "/healthz", None, None).status == 200).then_some(()));
        self.chat();
        until(|| {
            let result = self.server.ask("GET", &format!("/api/game/{short}"), None, None).json(200);
            (result["state"]["result"]["how"] == "time_out").then_some(())
        });
    }

    fn chat(&self) {
        self.chat_lines.set(self.chat_lines.get() + 1);
        let line = until(|| {
            let response = self.try_chat();
            (response.status == 200).then(|| response.json(200))
        });
        assert_eq!(line["number"], self.chat_lines.get());
        let chat = self.server.get(&format!("/api/game/{}/chat", self.talk.0), &self.talk.1);
        assert_eq!(chat["lines"].as_array().unwrap().len() as u64, self.chat_lines.get());
    }

    fn try_chat(&self) -> Response {
        let (game, secret) = &self.talk;
        let line = json!({"text": format!("line {}", self.chat_lines.get())});
        self.server.ask("POST", &format!("/api/game/{game}/chat"), Some(secret), Some(&line))
    }

    fn report(&self) {
        let order = json!({"record": RECORD, "level": 1});
        let response = within_budget(|| self.server.ask("POST", "/api/reports", None, Some(&order))).json(202);
        let path = format!("/api/reports/{}", response["reports"][0].as_str().unwrap());
        until(|| (self.server.ask("GET", &path, None, None).json(200)["status"] == "done").then_some(()));
    }

    fn check_log(&self, why: &str, outages: usize) {
        let place = match &self.disk {
            Disk::Folder(_) => "server.db",
            Disk::Postgres(_) => "PostgreSQL",
        };
        let lines = self.log.lines();
        let count = |words: &[&str]| lines.iter().filter(|line| words.iter().all(|word| line.contains(word))).count();
        assert!(count(&["ERROR", "cannot write to the database", place, why]) > 0, "{lines:#?}");
        assert!(count(&["INFO", "can write to the database again", place]) >= outages, "{lines:#?}");
        assert_eq!(count(&["panicked"]), 0, "{lines:#?}");
        let complaints = count(&["ERROR"]) + count(&["WARN"]);
        let (moves, refusals) = (self.arena.ledger.count(), self.arena.refusals());
        println!("{moves} moves, {refusals} refusals, {} failed commits", failed_commits(&self.server));
        println!("{complaints} complaints in a log of {} lines", lines.len());
        assert!(complaints <= LINES * outages, "{lines:#?}");
    }

    fn kill_and_compare(self) {
        let Site { server, disk, arena, .. } = self;
        let games = arena.ledger.games();
        let before = reported(server.address, &games);
        let home = tempfile::tempdir().unwrap();
        server.signal(Signal::STOP);
        let mut arguments = vec!["--threads", "1", "--log", "warn"];
        match &disk {
            Disk::Folder(folder) => {
                copy(folder, home.path());
                assert_parts(&before, &kept(home.path(), &games));
            }
            Disk::Postgres(database) => arguments.extend(["--database", database]),
        }
        drop(server);
        let server = Server::start_in(home.path(), &arguments);
        assert_parts(&before, &reported(server.address, &games));
        arena.ledger.check(server.address);
    }
}

const RECORD: &str = "f5d6c3d3c4f4f6";

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// All games of a site come from one address.
fn within_budget(ask: impl Fn() -> Response) -> Response {
    until(|| Some(ask()).filter(|response| response.status != 429))
}

fn until<T>(mut what: impl FnMut() -> Option<T>) -> T {
    wait_for(|| {
        let found = what();
        if found.is_none() {
            thread::sleep(RETRY);
        }
        found
    })
}

fn failed_commits(server: &Server) -> u64 {
    let metrics = server.ask("GET", "/metrics", Some(METRICS_TOKEN), None).body;
    let count = metrics.lines().find_map(|line| line.strip_prefix("outflank_commits_failed_total "));
    count.and_then(|count| count.parse().ok()).unwrap()
}

fn assert_parts(games: &[Kept], others: &[Kept]) {
    for (game, other) in games.iter().zip(others) {
        assert!(game.is_part_of(other), "{game:?}\n{other:?}");
    }
}
