//! Storms: two players, some watchers and a clock, with faults everywhere between them and the database, by seed.
//!
//! Requests, responses and messages are lost, delayed, repeated and reordered; connections break; the store fails before or after writing,
//! or writes late; servers are killed, stopped and replaced. After the storm, when everyone has reconnected, all clients and servers agree
//! with the database: every acknowledged command is in it once, and no rejected command is.
//!
//! A storm follows from its seed, except for the order in which a stopping server goes through its rooms: some storms can go two ways. A
//! failing storm prints its seed; `OUTFLANK_STORM=seed` repeats it.

mod client;
mod disk;
mod ledger;
mod network;
mod servers;
mod store_link;
mod verdict;
mod view;
mod weather;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use outflank_rules::Color;
use outflank_table::Time;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use self::client::{Client, Phase};
use self::disk::Disk;
use self::ledger::Ledger;
use self::network::Network;
use self::servers::Place;
use self::store_link::Games;
use self::weather::{Dice, Weather};
use crate::{Clock, SecretHash};

/// `OUTFLANK_STORMS` sets another number, for `cargo xtask soak`.
const STORMS: u64 = 2_500;

/// One storm in this many uses an SQLite file.
const ON_A_FILE: u64 = 50;

const BEGIN: Time = Time::from_millis(1_700_000_000_000);

const LONGEST: Duration = Duration::from_secs(3_600);

#[test]
fn after_every_storm_all_clients_agree_with_the_database() {
    if let Ok(seed) = std::env::var("OUTFLANK_STORM") {
        print!("{}", run_storm(seed.parse().expect("a seed is a number")));
        return;
    }
    let storms = std::env::var("OUTFLANK_STORMS").map_or(STORMS, |storms| storms.parse().expect("a number"));
    let (next, failed) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while failed.load(Ordering::Relaxed) == u64::MAX {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= storms {
                        break;
                    }
                    if catch_unwind(AssertUnwindSafe(|| run_storm(seed))).is_err() {
                        failed.fetch_min(seed, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner();
    assert_eq!(failed, u64::MAX, "OUTFLANK_STORM={failed} repeats this storm");
}

#[test]
fn a_storm_follows_from_its_seed() {
    for seed in (0..40).chain([ON_A_FILE * 3]) {
        assert_eq!(run_storm(seed), run_storm(seed), "seed {seed}");
    }
}

fn run_storm(seed: u64) -> String {
    notice_panics();
    PANICKED.set(false);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime");
    let received = runtime.block_on(async { timeout(LONGEST, storm(seed)).await.expect("the stream continues") });
    drop(runtime);
    assert!(!PANICKED.get(), "a task of a server has panicked");
    received
}

thread_local! {
    /// A panicking task would otherwise go unnoticed: the hall reopens its room.
    static PANICKED: Cell<bool> = const { Cell::new(false) };
}

fn notice_panics() {
    static NOTICED: Once = Once::new();
    NOTICED.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICKED.set(true);
            before(panic);
        }));
    });
}

async fn storm(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let clock = Clock::starting_at(BEGIN);
    let on_a_file = seed.is_multiple_of(ON_A_FILE);
    let disk = Arc::new(if on_a_file { Disk::file(&clock) } else { Disk::memory(&clock) });
    let weather = Weather::of(&mut dice, on_a_file);
    let games = Games::default();
    let places: Vec<_> = (1..=u8::try_from(weather.servers).expect("few servers"))
        .map(|number| Place::new(disk.clone(), weather.clone(), number, games.clone()))
        .collect();
    let servers: Vec<_> = places.iter().map(|place| tokio::spawn(place.clone().run(dice.split()))).collect();
    let network = Arc::new(Network { places: places.clone(), weather: weather.clone() });

    let [black, white] = [SecretHash([1; 32]), SecretHash([2; 32])];
    let proposal = weather::proposal(&mut dice);
    let game = loop {
        let proposal = serde_json::from_value(proposal.clone()).expect("a proposal");
        match places[0].up().await.hall.create(proposal, Some(black), None).await {
            Ok(created) => break created.id,
            Err(problem) => assert_eq!(problem.error, crate::wire::ErrorKind::Unavailable, "{problem:?}"),
        }
        sleep(Duration::from_millis(500)).await;
    };

    let ledger = Ledger::default();
    let (phase, _) = watch::channel(Phase::Storm);
    let players = [(Some(black), Some(Color::Black)), (Some(white), Some(Color::White))];
    let watchers = (0..weather.watchers).map(|_| (None, None));
    let clients: Vec<_> = players
        .into_iter()
        .chain(watchers)
        .map(|(who, color)| {
            let client = Client::new(network.clone(), ledger.clone(), dice.split(), game, who, color);
            tokio::spawn(client.run(phase.subscribe()))
        })
        .collect();
    sleep(weather.lasts).await;

    weather.calm_down();
    for place in &places {
        place.up().await;
    }
    phase.send_replace(Phase::Calm);
    come_to_rest(&disk, game).await;
    phase.send_replace(Phase::Over);
    let mut ended = Vec::new();
    for client in clients {
        ended.push(client.await.expect("clients understand every message"));
    }
    let received = verdict::judge(&disk, &network, &ended, &ledger, game, &clock).await;
    for server in servers {
        server.await.expect("a server runs");
    }
    received
}

async fn come_to_rest(disk: &Disk, first: crate::GameId) {
    sleep(Duration::from_secs(30)).await;
    loop {
        let before = verdict::size(disk, first).await;
        sleep(Duration::from_millis(200)).await;
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        if verdict::size(disk, first).await == before {
            return;
        }
    }
}
