use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use outflank_rules::{ByColor, Color, Square};
use serde_json::{Value, json};

use super::client::Client;
use super::people::{self, Role};
use crate::serve::ledger::check_game;

const PATIENCE: Duration = Duration::from_secs(60);

const NOWHERE: usize = usize::MAX;

pub(super) struct Arena {
    pub(super) addresses: Vec<SocketAddr>,
    pub(super) games: Vec<Played>,
    over: AtomicBool,
    acknowledged: Vec<Mutex<Instant>>,
    latency: Mutex<Latency>,
}

pub(super) struct Played {
    pub(super) id: String,
    pub(super) secrets: ByColor<String>,
    moves: Mutex<HashMap<u32, Acknowledged>>,
    listeners: HashMap<Role, Listener>,
}

#[derive(Clone, Copy, Debug)]
struct Acknowledged {
    by: Color,
    square: Square,
    at: Instant,
}

struct Listener {
    node: AtomicUsize,
    arrived: Mutex<Instant>,
    number: AtomicU32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Latency {
    slowest: Duration,
    count: usize,
}

impl Arena {
    pub(super) fn make(addresses: &[SocketAddr], games: usize) -> Arena {
        let made = |number: usize| {
            let at = addresses[number % addresses.len()];
            let maker = Client { from: people::address(number, Role::Player(Color::Black)), secret: None };
            let proposal = json!({"black": "me", "white": "friend", "public": true, "clock": {"main": 3_600_000}});
            let (status, created) = maker.ask(at, "POST", "/api/games", Some(&proposal)).unwrap();
            assert_eq!(status, 201, "{created}");
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let secrets = ByColor::from_fn(|color: Color| text(&created["tokens"][color.to_string()]));
            let id = text(&created["id"]);
            let white = Client { secret: Some(secrets.white.clone()), ..maker };
            let (status, joined) = white.ask(at, "POST", &format!("/api/game/{id}/join"), Some(&json!({}))).unwrap();
            assert_eq!(status, 200, "{joined}");
            Played {
                id,
                secrets,
                moves: Mutex::default(),
                listeners: Role::ALL.map(|role| (role, Listener::new())).into(),
            }
        };
        let now = Instant::now();
        Arena {
            addresses: addresses.to_vec(),
            games: (0..games).map(made).collect(),
            over: AtomicBool::new(false),
            acknowledged: addresses.iter().map(|_| Mutex::new(now)).collect(),
            latency: Mutex::default(),
        }
    }

    pub(super) fn let_in<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        for number in 0..self.games.len() {
            for role in Role::ALL {
                let small = thread::Builder::new().stack_size(256 * 1024);
                small.spawn_scoped(scope, move || people::take_part(self, number, role)).unwrap();
            }
        }
        self.wait_until("all clients listen", || self.listeners().all(|(_, listener)| listener.node() != NOWHERE));
    }

    pub(super) fn over_when_dropped(&self) -> OverWhenDropped<'_> {
        OverWhenDropped(self)
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    pub(super) fn acknowledge(&self, node: usize, game: &Played, number: u32, by: Color, square: Square) {
        let at = Instant::now();
        *lock(&self.acknowledged[node]) = at;
        let before = lock(&game.moves).insert(number, Acknowledged { by, square, at });
        assert!(before.is_none(), "two moves of {} have the number {number}", game.id);
    }

    pub(super) fn listens(&self, game: &Played, role: Role, node: Option<usize>) {
        let listener = &game.listeners[&role];
        *lock(&listener.arrived) = Instant::now();
        listener.node.store(node.unwrap_or(NOWHERE), Ordering::Relaxed);
    }

    pub(super) fn received(&self, game: &Played, role: Role, number: u32) {
        game.listeners[&role].number.store(number, Ordering::Relaxed);
        let acknowledged = lock(&game.moves).get(&number).map(|acknowledged| acknowledged.at.elapsed());
        let mut latency = lock(&self.latency);
        latency.count += 1;
        latency.slowest = latency.slowest.max(acknowledged.unwrap_or_default());
    }

    pub(super) fn take_latency(&self) -> (Duration, usize) {
        let latency = std::mem::take(&mut *lock(&self.latency));
        (latency.slowest, latency.count)
    }

    pub(super) fn at(&self, node: usize) -> usize {
        self.listeners().filter(|(_, listener)| listener.node() == node).count()
    }

    pub(super) fn all_listen_elsewhere(&self, than: usize) -> bool {
        self.listeners().all(|(_, listener)| ![than, NOWHERE].contains(&listener.node()))
    }

    pub(super) fn latest_arrival(&self, since: Instant) -> Duration {
        self.listeners().map(|(_, listener)| lock(&listener.arrived).saturating_duration_since(since)).max().unwrap()
    }

    pub(super) fn all_acknowledge_since(&self, then: Instant) -> bool {
        self.acknowledged.iter().all(|at| *lock(at) > then)
    }

    pub(super) fn acknowledged_numbers(&self) -> Vec<u32> {
        self.games.iter().map(|game| lock(&game.moves).keys().copied().max().unwrap_or(0)).collect()
    }

    pub(super) fn all_know(&self, numbers: &[u32]) -> bool {
        self.listeners().all(|(game, listener)| listener.number.load(Ordering::Relaxed) >= numbers[game])
    }

    pub(super) fn wait_until(&self, what: &str, is_so: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < PATIENCE, "timed out: {what}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub(super) fn check(&self) {
        let mut kept = 0;
        for (number, game) in self.games.iter().enumerate() {
            let moves = lock(&game.moves);
            let acknowledged = moves.iter().map(|(&number, move_)| (number.into(), move_.by, move_.square));
            let others = check_game(&self.events(number), acknowledged);
            assert_eq!(others, 0, "unacknowledged moves of {}", game.id);
            kept += moves.len();
        }
        assert!(kept > self.games.len(), "games were played");
        println!("{kept} moves were acknowledged and stored once");
    }

    fn events(&self, number: usize) -> Vec<Value> {
        let reader = Client { from: people::address(number, Role::Watcher), secret: None };
        let begun = Instant::now();
        loop {
            for &at in &self.addresses {
                let Ok(mut lines) = reader.listen(at, &self.games[number].id, 0) else { continue };
                while begun.elapsed() < PATIENCE {
                    match lines.next() {
                        Ok(Some(message)) => return message["events"].as_array().unwrap().clone(),
                        Ok(None) => {}
                        Err(_) => break,
                    }
                }
            }
            assert!(begun.elapsed() < PATIENCE, "no server responds");
        }
    }

    fn listeners(&self) -> impl Iterator<Item = (usize, &Listener)> {
        let games = self.games.iter().enumerate();
        games.flat_map(|(number, game)| game.listeners.values().map(move |listener| (number, listener)))
    }
}

pub(super) struct OverWhenDropped<'a>(&'a Arena);

impl Drop for OverWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
    }
}

impl Listener {
    fn new() -> Listener {
        Listener { node: AtomicUsize::new(NOWHERE), arrived: Mutex::new(Instant::now()), number: AtomicU32::new(0) }
    }

    fn node(&self) -> usize {
        self.node.load(Ordering::Relaxed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap()
}
