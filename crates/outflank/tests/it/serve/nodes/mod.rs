//! Three servers on one PostgreSQL with 200 running games: a server is killed, the database restarted, notifications are lost.
//!
//! Players and watchers each listen at one server and move on when they lose it. Commands without a response are sent again under the same id.
//! The time bounds are promises; the tests print the measured times.

mod arena;
mod client;
mod people;

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use outflank_postgres::{Postgres, execute, fresh_database, given};

use crate::support::server::Server;
use arena::Arena;

const GAMES: usize = 200;

const PLAY: Duration = Duration::from_secs(10);

struct Stage {
    postgres: Postgres,
    database: String,
    nodes: Vec<Option<Server>>,
    addresses: Vec<SocketAddr>,
}

impl Stage {
    /// Starts its own PostgreSQL, as it will be crashed; `None` where the tests have none.
    fn set() -> Option<Stage> {
        given()?;
        let postgres = Postgres::start().unwrap();
        let database = fresh_database(&postgres.url()).unwrap();
        // Every client has its own address, as behind a proxy.
        let arguments = ["--log", "off", "--threads", "1", "--trust-proxy", "127.0.0.1/32", "--database", &database];
        let nodes: Vec<_> = (0..3).map(|_| Server::start(&arguments)).collect();
        let addresses = nodes.iter().map(|node| node.address).collect();
        let nodes = nodes.into_iter().map(Some).collect();
        Some(Stage { postgres, database, nodes, addresses })
    }

    fn cut(&self) {
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        execute(&self.database, cut).unwrap();
    }
}

fn played(stage: &mut Stage, happens: impl FnOnce(&mut Stage, &Arena)) {
    let arena = Arena::make(&stage.addresses, GAMES);
    thread::scope(|scope| {
        // Also if an assertion fails.
        let _over = arena.over_when_dropped();
        arena.let_in(scope);
        thread::sleep(PLAY);
        happens(stage, &arena);
        thread::sleep(PLAY);
    });
    arena.check();
}

#[test]
fn clients_of_a_killed_server_reconnect_within_five_seconds() {
    let Some(mut stage) = Stage::set() else { return };
    played(&mut stage, |stage, arena| {
        let node = stage.nodes[0].take().unwrap();
        let killed = Instant::now();
        let before = arena.at(0);
        drop(node);
        arena.wait_until("all clients are back", || arena.all_listen_elsewhere(0));
        let back = arena.latest_arrival(killed);
        println!("{before} clients were at the killed server; the last was back after {back:?}");
        assert!(before > GAMES / 2, "the killed server had clients");
        assert!(back <= Duration::from_secs(5), "{back:?}");
    });
}

#[test]
fn servers_recover_from_a_database_restart_within_ten_seconds() {
    let Some(mut stage) = Stage::set() else { return };
    played(&mut stage, |stage, arena| {
        let crashed = Instant::now();
        stage.postgres.crash().unwrap();
        stage.postgres.begin().unwrap();
        let restarted = crashed.elapsed();
        arena.wait_until("every server acknowledges moves", || arena.all_acknowledge_since(crashed + restarted));
        let serving = crashed.elapsed();
        println!("the database was back after {restarted:?}, every server acknowledged a move after {serving:?}");
        // The time of the database itself does not count.
        assert!(serving - restarted <= Duration::from_secs(10), "{serving:?}");
    });
}

/// Shadows `pg_notify`, so that notifications are lost silently.
const SWALLOW: &str = "\
    CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS 'SELECT'; \
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$";
/// Restores them on the same connections.
const PASS: &str = "\
    CREATE OR REPLACE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql \
    AS 'SELECT pg_catalog.pg_notify($1, $2)'";

#[test]
fn without_notifications_clients_catch_up_within_two_seconds() {
    let Some(mut stage) = Stage::set() else { return };
    played(&mut stage, |stage, arena| {
        let (slowest, events) = arena.take_latency();
        println!("with notifications: {events} events, the slowest after {slowest:?}");
        execute(&stage.database, SWALLOW).unwrap();
        stage.cut();
        thread::sleep(Duration::from_secs(5));
        arena.take_latency();
        thread::sleep(Duration::from_secs(30));
        let (slowest, events) = arena.take_latency();
        execute(&stage.database, PASS).unwrap();
        let returned = Instant::now();
        let acknowledged = arena.acknowledged_numbers();
        arena.wait_until("all clients have the acknowledged moves", || arena.all_know(&acknowledged));
        let caught_up = returned.elapsed();
        println!("without notifications: {events} events, the slowest after {slowest:?}");
        println!("all clients had caught up {caught_up:?} after their return");
        assert!(caught_up <= Duration::from_secs(2), "{caught_up:?}");
    });
}
