//! A server on which games are played while its disk fails.

use std::cell::Cell;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::{Value, json};

use super::arena::{Arena, unavailable};
use super::faults::Fault;
use super::kept::{Kept, copy, kept, told};
use crate::support::server::{Answer, Log, Server, wait_for};

/// How many moves are made at each table before something goes wrong.
const MOVES: usize = 8;

/// How often each table is refused until somebody looks.
const REFUSALS: usize = 3;

/// When to ask again.
const AGAIN: Duration = Duration::from_millis(100);

/// How many lines of the log one trouble is worth.
const LINES: usize = 12;

/// Something that goes wrong for a while.
pub(super) struct Trouble {
    fault: Box<dyn Fault>,
    reach: Reach,
    lasts: Duration,
}

/// What a fault lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Nothing can be written.
    Everything,
    /// What is small may still find its place.
    Something,
    /// Nothing is acknowledged, but what was written may be found after a crash.
    Unnoticed,
}

impl Trouble {
    pub(super) fn new(fault: Box<dyn Fault>, reach: Reach) -> Trouble {
        Trouble { fault, reach, lasts: Duration::ZERO }
    }

    /// The same, for at least so long.
    pub(super) fn lasting(self, lasts: Duration) -> Trouble {
        Trouble { lasts, ..self }
    }
}

/// Where a server keeps its games.
pub(super) enum Disk {
    /// In this folder, as it is seen from here.
    Folder(PathBuf),
    /// In this database.
    Postgres(String),
}

/// A server, and games on it.
pub(super) struct Site {
    server: Server,
    disk: Disk,
    log: Log,
    arena: Arena,
    /// A game in which only something is said, and who says it.
    talk: (String, String),
    /// How many lines were kept.
    said: Cell<u64>,
}

impl Site {
    pub(super) fn open(mut server: Server, disk: Disk) -> Site {
        let log = server.read_log();
        let arena = Arena::new(server.address);
        let created = server.ask("POST", "/api/games", None, Some(&json!({"white": "me", "public": true}))).json(201);
        let talk = (text(&created["id"]), text(&created["tokens"]["black"]));
        arena.ledger.open(&talk.0);
        Site { server, disk, log, arena, talk, said: Cell::new(0) }
    }

    /// Games are played while one thing after the other goes wrong. In the end, with the program gone, everything that was
    /// acknowledged is looked for. `why` is what the log has to say.
    pub(super) fn endure(mut self, troubles: Vec<Trouble>, why: &str) {
        let count = troubles.len();
        thread::scope(|scope| {
            // Also if something is not as it should be.
            let _end = self.arena.ends_with_this();
            self.arena.let_in(scope);
            for Trouble { mut fault, reach, lasts } in troubles {
                self.arena.wait_for_moves(MOVES);
                self.say_something();
                let short = self.short_game();
                fault.begin();
                match reach {
                    // The server may find room again by itself.
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

    /// A game of which the time is soon over.
    fn short_game(&self) -> String {
        let proposal = json!({"white": "me", "public": true, "clock": {"main": 2_000}});
        let created = until(|| {
            let answer = self.server.ask("POST", "/api/games", None, Some(&proposal));
            (answer.status != 429).then(|| answer.json(201))
        });
        let id = text(&created["id"]);
        self.arena.ledger.open(&id);
        id
    }

    /// While something is wrong nothing new is accepted, and everything can be read.
    fn look(&self, short: &str, reach: Reach) {
        let server = &self.server;
        let mut games = self.arena.playing();
        games.extend([short.to_owned(), self.talk.0.clone()]);
        let before = told(server.address, &games);
        if reach != Reach::Something {
            let mine = json!({"white": "anyone", "public": true});
            unavailable(server.ask("POST", "/api/games", None, Some(&mine)));
            unavailable(server.ask("POST", "/api/reports", None, Some(&json!({"record": RECORD, "level": 1}))));
            unavailable(self.say());
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
            assert!(health.body.starts_with("nothing can be written: "), "{}", health.body);
        }
        assert!(failed_commits(server) > 0);

        let on_disk = match &self.disk {
            Disk::Folder(folder) => {
                let copied = tempfile::tempdir().unwrap();
                // Nothing is written by who is stopped.
                server.signal(Signal::STOP);
                copy(folder, copied.path());
                server.signal(Signal::CONT);
                kept(copied.path(), &games)
            }
            // Another process cannot look at it without writing.
            Disk::Postgres(_) => before.clone(),
        };
        let after = told(server.address, &games);
        if reach != Reach::Something {
            assert_eq!(before, after, "nothing happens that cannot be kept");
        }
        assert_parts(&before, &on_disk);
        if reach != Reach::Unnoticed {
            assert_parts(&on_disk, &after);
        }
    }

    /// Everything goes on by itself.
    fn go_on(&self, short: &str) {
        self.arena.wait_for_moves(1);
        until(|| (self.server.ask("GET", "/healthz", None, None).status == 200).then_some(()));
        self.say_something();
        // Nobody had to come for this.
        until(|| {
            let result = self.server.ask("GET", &format!("/api/game/{short}"), None, None).json(200);
            (result["state"]["result"]["how"] == "time_out").then_some(())
        });
    }

    /// Says something, of which nothing is missing and nothing is twice.
    fn say_something(&self) {
        self.said.set(self.said.get() + 1);
        let line = until(|| {
            let answer = self.say();
            (answer.status == 200).then(|| answer.json(200))
        });
        assert_eq!(line["number"], self.said.get());
        let chat = self.server.get(&format!("/api/game/{}/chat", self.talk.0), &self.talk.1);
        assert_eq!(chat["lines"].as_array().unwrap().len() as u64, self.said.get());
    }

    fn say(&self) -> Answer {
        let (game, secret) = &self.talk;
        let line = json!({"text": format!("line {}", self.said.get())});
        self.server.ask("POST", &format!("/api/game/{game}/chat"), Some(secret), Some(&line))
    }

    /// A report is still made.
    fn report(&self) {
        let order = json!({"record": RECORD, "level": 1});
        let answer = self.server.ask("POST", "/api/reports", None, Some(&order)).json(202);
        let path = format!("/api/reports/{}", answer["reports"][0].as_str().unwrap());
        until(|| (self.server.ask("GET", &path, None, None).json(200)["status"] == "done").then_some(()));
    }

    /// What failed is said, with its place; that it works again as well; and neither for everybody who had to wait.
    fn check_log(&self, why: &str, troubles: usize) {
        let place = match &self.disk {
            Disk::Folder(_) => "server.db",
            Disk::Postgres(_) => "PostgreSQL",
        };
        let lines = self.log.lines();
        let said = |words: &[&str]| lines.iter().filter(|line| words.iter().all(|word| line.contains(word))).count();
        assert!(said(&["ERROR", "nothing can be written", place, why]) > 0, "{lines:#?}");
        assert!(said(&["INFO", "it can be written again", place]) >= troubles, "{lines:#?}");
        assert_eq!(said(&["panicked"]), 0, "{lines:#?}");
        let complaints = said(&["ERROR"]) + said(&["WARN"]);
        let (moves, refusals) = (self.arena.ledger.count(), self.arena.refusals());
        println!("{moves} moves, {refusals} refusals, {} failed commits", failed_commits(&self.server));
        println!("{complaints} complaints in a log of {} lines", lines.len());
        assert!(complaints <= LINES * troubles, "{lines:#?}");
    }

    fn kill_and_compare(self) {
        let Site { server, disk, arena, .. } = self;
        let games = arena.ledger.games();
        let before = told(server.address, &games);
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
        // It is killed, and another one finds what it left.
        drop(server);
        let server = Server::start(home.path(), &arguments);
        assert_parts(&before, &told(server.address, &games));
        arena.ledger.check(server.address);
    }
}

/// A game for reports.
const RECORD: &str = "f5d6c3d3c4f4f6";

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Asks until something is so, but not as often as a server forbids.
fn until<T>(mut what: impl FnMut() -> Option<T>) -> T {
    wait_for(|| {
        let answer = what();
        if answer.is_none() {
            thread::sleep(AGAIN);
        }
        answer
    })
}

/// How many commits have failed, as the server counts them.
fn failed_commits(server: &Server) -> u64 {
    let metrics = server.ask("GET", "/metrics", None, None).body;
    let count = metrics.lines().find_map(|line| line.strip_prefix("outflank_commits_failed_total "));
    count.and_then(|count| count.parse().ok()).unwrap()
}

/// Nothing of these games is missing there, and nothing is different.
fn assert_parts(games: &[Kept], others: &[Kept]) {
    for (game, other) in games.iter().zip(others) {
        assert!(game.is_part_of(other), "{game:?}\n{other:?}");
    }
}
