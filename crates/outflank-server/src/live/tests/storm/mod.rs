//! Storms: two players, some who watch, a clock, and everything between them and the database goes wrong, by seed.
//!
//! Requests, answers and messages are lost, late, repeated and overtaken; connections break; the store fails before or after it
//! has written, or writes later; servers are killed and stopped, and others go on. When the storm is over and everybody has connected once
//! more, all know the same, which is what the database has: every acknowledged command once, and nothing that was refused.
//!
//! - [`weather`]: what goes wrong, and what is played. [`dice`]: chance by seed.
//! - [`disk`]: what stays. [`lead`]: the way to it. [`servers`]: who serves, and for how long.
//! - [`network`]: the way from clients to servers. [`client`], [`view`]: who plays and watches, as the page and as programs do.
//! - [`ledger`]: what they were told. [`verdict`]: whether it is true.
//!
//! A storm follows from its seed, but for the order in which a server that stops tells its rooms, and in which it goes through them: some
//! storms can go two ways. One that fails names its seed, and `OUTFLANK_STORM=seed` lets that one rage again.

mod client;
mod dice;
mod disk;
mod lead;
mod ledger;
mod network;
mod servers;
mod verdict;
mod view;
mod weather;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use outflank_rules::Color;
use outflank_table::Time;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use self::client::{Client, Phase};
use self::dice::Dice;
use self::disk::Disk;
use self::lead::Games;
use self::ledger::Ledger;
use self::network::Network;
use self::servers::Place;
use self::weather::Weather;
use crate::{Clock, SecretHash};

/// `OUTFLANK_STORMS` sets another number, for `cargo xtask soak`.
const STORMS: u64 = 10_000;

/// One in so many is on a file of SQLite.
const ON_A_FILE: u64 = 50;

/// When all storms begin, in milliseconds since 1970.
const BEGIN: Time = Time::from_millis(1_700_000_000_000);

/// Longer than any storm, with the calm after it. One that takes longer has stopped going on.
const LONGEST: Duration = Duration::from_secs(3_600);

#[test]
fn after_every_storm_everybody_knows_what_the_database_has() {
    if let Ok(seed) = std::env::var("OUTFLANK_STORM") {
        print!("{}", rage(seed.parse().expect("a seed is a number")));
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
                    if catch_unwind(AssertUnwindSafe(|| rage(seed))).is_err() {
                        failed.fetch_min(seed, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner();
    assert_eq!(failed, u64::MAX, "OUTFLANK_STORM={failed} lets this storm rage again");
}

#[test]
fn a_storm_follows_from_its_seed() {
    for seed in (0..40).chain([ON_A_FILE * 3]) {
        assert_eq!(rage(seed), rage(seed), "seed {seed}");
    }
}

/// Lets a storm rage, and judges what it leaves. Tells what happened.
fn rage(seed: u64) -> String {
    notice_panics();
    PANICKED.set(false);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime");
    let told = runtime.block_on(async { timeout(LONGEST, storm(seed)).await.expect("it goes on") });
    drop(runtime);
    assert!(!PANICKED.get(), "a task of a server has panicked");
    told
}

thread_local! {
    /// Whether anything has panicked on this thread. A runtime would keep it to itself: a room that panics is opened anew.
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
    let calm = Arc::new(AtomicBool::new(false));
    let games = Games::default();
    let places: Vec<_> = (1..=u8::try_from(weather.servers).expect("few servers"))
        .map(|number| Place::new(disk.clone(), weather.clone(), number, calm.clone(), games.clone()))
        .collect();
    let servers: Vec<_> = places.iter().map(|place| tokio::spawn(place.clone().run(dice.split()))).collect();
    let network = Arc::new(Network { places: places.clone(), weather: weather.clone(), calm: calm.clone() });

    let [black, white] = [SecretHash([1; 32]), SecretHash([2; 32])];
    let proposal = weather::proposal(&mut dice);
    let game = loop {
        let proposal = serde_json::from_value(proposal.clone()).expect("a proposal");
        match places[0].up().await.hall.create(proposal, Some(black)).await {
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

    calm.store(true, Ordering::Relaxed);
    for place in &places {
        place.up().await;
    }
    phase.send_replace(Phase::Calm);
    come_to_rest(&disk, game).await;
    phase.send_replace(Phase::Over);
    let mut ended = Vec::new();
    for client in clients {
        ended.push(client.await.expect("a client meets nothing that it cannot understand"));
    }
    let told = verdict::judge(&disk, &network, &ended, &ledger, game, &clock).await;
    for server in servers {
        server.await.expect("a server runs");
    }
    told
}

/// Waits until nothing has happened for a while, and nothing happens in this moment.
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
