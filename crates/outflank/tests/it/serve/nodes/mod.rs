//! Three servers on one PostgreSQL, with 200 games that are played all the time: one is killed, the database is
//! restarted, notifications are lost.
//!
//! Each player, and somebody who watches, listens at one of the servers, and goes to the next one when it loses it. What gets no
//! answer is sent again under the same id. The bounds on time are what is promised; the tests print what was measured.

mod arena;
mod client;
mod people;

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use outflank_postgres::{Postgres, execute, fresh_database, given};

use crate::support::server::Server;
use arena::Arena;

/// How many games are played.
const GAMES: usize = 200;

/// How long is played before something happens, and after it.
const PLAY: Duration = Duration::from_secs(10);

/// A database server of its own, and three servers on it.
struct Stage {
    postgres: Postgres,
    database: String,
    nodes: Vec<Option<Server>>,
    addresses: Vec<SocketAddr>,
    _home: tempfile::TempDir,
}

impl Stage {
    /// Only where PostgreSQL is given to the tests of a run. As it is crashed here, it is another one.
    fn set() -> Option<Stage> {
        given()?;
        let postgres = Postgres::start().unwrap();
        let database = fresh_database(&postgres.url()).unwrap();
        let home = tempfile::tempdir().unwrap();
        // Everybody comes from an address of their own, as behind a proxy.
        let arguments = ["--log", "off", "--threads", "1", "--trust-proxy", "127.0.0.1/32", "--database", &database];
        let nodes: Vec<_> = (0..3).map(|_| Server::start(home.path(), &arguments)).collect();
        let addresses = nodes.iter().map(|node| node.address).collect();
        let nodes = nodes.into_iter().map(Some).collect();
        Some(Stage { postgres, database, nodes, addresses, _home: home })
    }

    /// Cuts every connection of the servers to the database. They connect again.
    fn cut(&self) {
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        execute(&self.database, cut).unwrap();
    }
}

/// Games are played while something happens; then everything that was acknowledged is looked for.
fn played(stage: &mut Stage, happens: impl FnOnce(&mut Stage, &Arena)) {
    let arena = Arena::make(&stage.addresses, GAMES);
    thread::scope(|scope| {
        // Also if something is not as it should be.
        let _end = arena.end_with_this();
        arena.let_in(scope);
        thread::sleep(PLAY);
        happens(stage, &arena);
        thread::sleep(PLAY);
    });
    arena.check();
}

#[test]
fn who_was_at_a_server_that_is_killed_is_back_within_five_seconds() {
    let Some(mut stage) = Stage::set() else { return };
    played(&mut stage, |stage, arena| {
        let node = stage.nodes[0].take().unwrap();
        let killed = Instant::now();
        let before = arena.at(0);
        drop(node);
        arena.wait_until("everybody is back", || arena.all_listen_elsewhere(0));
        let back = arena.latest_arrival(killed);
        println!("{before} people were at the server that was killed; the last was back after {back:?}");
        assert!(before > GAMES / 2, "somebody was there");
        assert!(back <= Duration::from_secs(5), "{back:?}");
    });
}

#[test]
fn a_restart_of_the_database_is_over_within_ten_seconds() {
    let Some(mut stage) = Stage::set() else { return };
    played(&mut stage, |stage, arena| {
        let crashed = Instant::now();
        stage.postgres.crash().unwrap();
        stage.postgres.begin().unwrap();
        let restarted = crashed.elapsed();
        arena.wait_until("every server acknowledges moves", || arena.all_acknowledge_since(crashed + restarted));
        let serving = crashed.elapsed();
        println!("the database was back after {restarted:?}, every server acknowledged a move after {serving:?}");
        // How long the database takes is not up to the servers.
        assert!(serving - restarted <= Duration::from_secs(10), "{serving:?}");
    });
}

/// Notifications are swallowed: a function of the same name is found first. Nobody is told of it.
const SWALLOW: &str = "\
    CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS 'SELECT'; \
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$";
/// They are passed on again, on the same connections.
const PASS: &str = "\
    CREATE OR REPLACE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql \
    AS 'SELECT pg_catalog.pg_notify($1, $2)'";

#[test]
fn without_notifications_everybody_is_right_within_two_seconds() {
    let Some(mut stage) = Stage::set() else { return };
    played(&mut stage, |stage, arena| {
        let (slowest, told) = arena.take_told();
        println!("with notifications {told} changes were told, the slowest after {slowest:?}");
        execute(&stage.database, SWALLOW).unwrap();
        // Settings hold for new connections.
        stage.cut();
        thread::sleep(Duration::from_secs(5));
        arena.take_told();
        thread::sleep(Duration::from_secs(30));
        let (slowest, told) = arena.take_told();
        execute(&stage.database, PASS).unwrap();
        let returned = Instant::now();
        let acknowledged = arena.acknowledged_numbers();
        arena.wait_until("everybody knows what was acknowledged", || arena.all_know(&acknowledged));
        let right = returned.elapsed();
        println!("without notifications {told} changes were told, the slowest after {slowest:?}");
        println!("everybody was right {right:?} after their return");
        assert!(right <= Duration::from_secs(2), "{right:?}");
    });
}
