//! No player is charged for time in which the server could not have accepted a move.
//!
//! Games of three seconds, by seed: the store stalls, fails and has its clock set, and servers are killed. Each move must be charged what the
//! player really used. `OUTFLANK_CLOCKS` sets the number of games, `OUTFLANK_CLOCK=seed` repeats one.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use outflank_players::Random;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use serde_json::json;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::faulty_store::{Fault, FaultyStore};
use super::scripted::Scripted;
use super::stage::{client, play};
use crate::live::Hall;
use crate::store::MemoryStore;
use crate::wire::{JoinRequest, Problem, State};
use crate::{Clock, GameId, Limits, SecretHash, ServerId};

const GAMES: u64 = 100;

const MAIN: Duration = Duration::from_secs(3);

/// The most by which the charged time may be wrong after an outage.
const MAX_ERROR: Duration = Duration::from_millis(300);

const RESEND_EVERY: Duration = Duration::from_millis(20);

/// Between two faults, so that each can be judged by itself.
const QUIET: std::ops::Range<u64> = 1_000..3_000;

const BEGIN: Time = Time::from_millis(1_700_000_000_000);

#[test]
fn no_player_is_charged_for_an_outage() {
    let number = |name| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let seeds = match number("OUTFLANK_CLOCK") {
        Some(seed) => seed..seed + 1,
        None => 0..number("OUTFLANK_CLOCKS").unwrap_or(GAMES),
    };
    let mut seen = Seen::default();
    for seed in seeds.clone() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        seen.add(runtime.block_on(async {
            let longest = Duration::from_secs(3_600);
            timeout(longest, Game::begin(seed).await.run()).await.unwrap_or_else(|_| panic!("game {seed} is stuck"))
        }));
    }
    println!("{seen:?} in {} games", seeds.end - seeds.start);
    if seeds.end - seeds.start >= GAMES {
        assert!(seen.moves > 1_000 && seen.faults > 300 && seen.flags > 10, "too little happened: {seen:?}");
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    moves: u64,
    faults: u64,
    flags: u64,
    overcharged: Duration,
    undercharged: Duration,
}

impl Seen {
    fn add(&mut self, other: Seen) {
        self.moves += other.moves;
        self.faults += other.faults;
        self.flags += other.flags;
        self.overcharged = self.overcharged.max(other.overcharged);
        self.undercharged = self.undercharged.max(other.undercharged);
    }
}

struct Game {
    seed: u64,
    dice: Random,
    world: Arc<World>,
    id: GameId,
    players: ByColor<SecretHash>,
    increment: Duration,
    seen: Seen,
}

struct World {
    disk: Arc<MemoryStore>,
    store_clock: Clock,
    server: Mutex<Option<(Hall, Arc<FaultyStore>)>>,
    /// From when to when the server could not have accepted a move. The last one may still go on.
    outages: Mutex<Vec<(Instant, Option<Instant>)>>,
    steps: Mutex<Vec<Instant>>,
}

impl World {
    async fn start_server(&self) {
        let store = Arc::new(FaultyStore::new(self.disk.clone()));
        let engine = Arc::new(Scripted::answering(0));
        let hall = Hall::open_with(store.clone(), Clock::start(), engine, &Limits::default(), ServerId::random())
            .await
            .unwrap();
        *self.server.lock().unwrap() = Some((hall, store));
    }

    fn hall(&self) -> Option<Hall> {
        self.server.lock().unwrap().as_ref().map(|(hall, _)| hall.clone())
    }

    fn set(&self, fault: Fault) {
        if let Some((_, store)) = &*self.server.lock().unwrap() {
            store.set(fault);
        }
    }

    fn outage_begins(&self) {
        self.outages.lock().unwrap().push((Instant::now(), None));
    }

    fn outage_ends(&self) {
        self.outages.lock().unwrap().last_mut().unwrap().1 = Some(Instant::now());
    }

    async fn break_things(self: Arc<World>, mut dice: Random) {
        loop {
            sleep(millis(&mut dice, QUIET)).await;
            match dice.next() % 5 {
                0 => {
                    let step = i64::try_from(dice.next() % 7_200_000).unwrap() - 3_600_000;
                    self.steps.lock().unwrap().push(Instant::now());
                    self.store_clock.step(step);
                }
                1 => {
                    self.outage_begins();
                    self.set(Fault::Dead);
                    *self.server.lock().unwrap() = None;
                    sleep(millis(&mut dice, 0..8_000)).await;
                    self.start_server().await;
                    self.outage_ends();
                }
                kind => {
                    self.outage_begins();
                    self.set(if kind == 2 { Fault::Unreachable } else { Fault::Stalled });
                    sleep(millis(&mut dice, 200..8_000)).await;
                    self.outage_ends();
                    self.set(Fault::None);
                }
            }
        }
    }

    /// How much of this time the server could have accepted a move, and how many faults there were.
    fn usable(&self, from: Instant, to: Instant) -> (Duration, u32) {
        let mut usable = to - from;
        // A fault just before is only found afterwards.
        let early = from - MAX_ERROR;
        let mut faults = self.steps.lock().unwrap().iter().filter(|&&step| (early..=to).contains(&step)).count();
        for &(begun, ended) in &*self.outages.lock().unwrap() {
            let ended = ended.unwrap_or(to).min(to);
            usable -= ended.saturating_duration_since(begun.max(from));
            faults += usize::from(begun <= to && ended >= early);
        }
        (usable, u32::try_from(faults).unwrap())
    }
}

impl Game {
    async fn begin(seed: u64) -> Game {
        let mut dice = Random::new(Random::new(seed).next());
        let store_clock = Clock::starting_at(BEGIN);
        let disk = Arc::new(MemoryStore::new().going_by(store_clock.clone()));
        let world =
            World { disk, store_clock, server: Mutex::default(), outages: Mutex::default(), steps: Mutex::default() };
        world.start_server().await;
        let increment = Duration::from_secs(2 * (seed % 2));
        let players = ByColor { black: client(), white: client() };
        let clock = json!({"main": MAIN.as_millis() as u64, "increment": increment.as_millis() as u64});
        let clock = if increment.is_zero() { json!({"main": MAIN.as_millis() as u64}) } else { clock };
        let proposal = json!({"black": "me", "white": "anyone", "clock": clock});
        let hall = world.hall().unwrap();
        let id = hall.create(serde_json::from_value(proposal).unwrap(), Some(players.black), None).await.unwrap().id;
        hall.join(id, players.white, JoinRequest::default()).await.unwrap();
        let world = Arc::new(world);
        Game { seed, dice: Random::new(dice.next()), world, id, players, increment, seen: Seen::default() }
    }

    async fn run(mut self) -> Seen {
        let faults = tokio::spawn(self.world.clone().break_things(Random::new(self.dice.next())));
        let mut state = self.state().await;
        while state.status == "running" && !state.legal.is_empty() {
            state = self.make_move(state).await;
        }
        faults.abort();
        let (outages, steps) = (self.world.outages.lock().unwrap().len(), self.world.steps.lock().unwrap().len());
        self.seen.faults = (outages + steps) as u64;
        self.seen
    }

    async fn make_move(&mut self, before: State) -> State {
        let (mover, begun) = (before.turn, Instant::now());
        let had = left(&before, mover);
        // A player with an increment can think longer.
        let longest = if self.increment.is_zero() { 600 } else { 3_500 };
        sleep(millis(&mut self.dice, 20..longest)).await;
        let moved = Instant::now();
        let after = self.send(&before).await;
        let (usable, faults) = self.world.usable(begun, moved);
        let (_, faults) = (faults, self.world.usable(begun, Instant::now()).1);
        let tolerance = if faults == 0 { Duration::from_millis(2) } else { MAX_ERROR * faults };
        let about = format!(
            "game {}, {mover:?} had {had:?} and thought {:?}, {usable:?} of it usable",
            self.seed,
            moved - begun
        );
        self.seen.moves += 1;
        if after.status == "over" && after.moves == before.moves {
            self.seen.flags += 1;
            // Without faults, all of the time would have been charged.
            assert!(moved - begun + tolerance >= had, "lost on time without reason: {about}");
            return after;
        }
        let charged = (had + self.increment).saturating_sub(left(&after, mover));
        assert!(charged <= usable + tolerance, "charged {charged:?}: {about}");
        assert!(charged + tolerance >= usable, "charged only {charged:?}: {about}");
        if faults > 0 {
            self.seen.overcharged = self.seen.overcharged.max(charged.saturating_sub(usable) / faults);
            self.seen.undercharged = self.seen.undercharged.max(usable.saturating_sub(charged) / faults);
        }
        after
    }

    async fn send(&mut self, before: &State) -> State {
        let square = before.legal[usize::try_from(self.dice.next()).unwrap() % before.legal.len()].square;
        let command = play(GameId::random().as_str(), before.number, square);
        let player = self.players[before.turn];
        loop {
            if let Some(hall) = self.world.hall() {
                let request = serde_json::from_value(command.clone()).unwrap();
                match self.unless_killed(hall.command(self.id, Some(player), request)).await {
                    Some(Ok(ack)) => return ack.state,
                    Some(Err(Problem { state: Some(state), .. })) => return *state,
                    Some(Err(_)) | None => {}
                }
            }
            sleep(RESEND_EVERY).await;
        }
    }

    async fn state(&self) -> State {
        self.world.hall().unwrap().full(self.id, Some(self.players.black)).await.unwrap().state
    }

    async fn unless_killed<T>(&self, answer: impl Future<Output = T>) -> Option<T> {
        let node = self.world.server.lock().unwrap().as_ref().map(|(_, store)| Arc::downgrade(store))?;
        let killed = async {
            loop {
                sleep_until(Instant::now() + RESEND_EVERY).await;
                let now = self.world.server.lock().unwrap().as_ref().map(|(_, store)| Arc::downgrade(store));
                if now.is_none_or(|now| !now.ptr_eq(&node)) {
                    return;
                }
            }
        };
        tokio::select! {
            biased;
            answer = answer => Some(answer),
            () = killed => None,
        }
    }
}

fn left(state: &State, color: Color) -> Duration {
    let clocks = state.clocks.expect("the game has a clock");
    Duration::from_millis(match color {
        Color::Black => clocks.black,
        Color::White => clocks.white,
    })
}

fn millis(dice: &mut Random, range: std::ops::Range<u64>) -> Duration {
    Duration::from_millis(range.start + dice.next() % (range.end - range.start))
}
