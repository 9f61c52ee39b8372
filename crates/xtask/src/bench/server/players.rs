use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use outflank_rules::{ByColor, Color, SplitMix64, Square};
use serde_json::json;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::child::Servers;
use super::client::{Host, Visitor, address, connect_all};
use super::report::{Load, Times};
use super::seat::{GameState, GameStatus, Seat, ServerMessage};

const TIMEOUT: Duration = Duration::from_secs(300);
/// Moves per ping. The latency of a ping is that of a move without the disk.
const MOVES_PER_PING: usize = 20;
const MAX_REFUSALS: usize = 20;
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug)]
pub(super) enum Pace {
    /// Moves per second in all games together.
    Rate(u32),
    FlatOut,
}

pub(super) struct Players {
    /// With several servers, the players of a game use different ones.
    hosts: Vec<Host>,
    seed: u64,
    games: Vec<Match>,
}

impl Players {
    pub(super) async fn connect(hosts: Vec<Host>, games: u16, seed: u64) -> Result<Players> {
        let mut players = Players { hosts, seed, games: Vec::new() };
        players.grow(games).await?;
        Ok(players)
    }

    pub(super) async fn grow(&mut self, games: u16) -> Result<()> {
        let Players { hosts, seed, .. } = &*self;
        let connect = |number: u16| {
            let host = |player: u16| hosts[usize::from(number.wrapping_add(player)) % hosts.len()];
            let hosts = ByColor { black: host(0), white: host(1) };
            Match::start(hosts, number, Random(SplitMix64::new(seed ^ (u64::from(number) << 32))))
        };
        let mut more = Vec::new();
        let matches = (self.games.len() as u16..games).map(connect);
        connect_all(matches, |game| more.push(game)).await.context("the games did not start")?;
        self.games.extend(more);
        Ok(())
    }

    pub(super) fn ids(&self) -> Vec<String> {
        self.games.iter().map(|game| game.id.clone()).collect()
    }

    pub(super) async fn play(
        &mut self,
        servers: &Servers,
        pace: Pace,
        warm_up: Duration,
        seconds: Duration,
    ) -> Result<Load> {
        let from = Instant::now() + warm_up;
        let until = from + seconds;
        let interval = match pace {
            Pace::Rate(rate) => Some(Duration::from_secs_f64(self.games.len() as f64 / f64::from(rate))),
            Pace::FlatOut => None,
        };
        let playing: Vec<JoinHandle<Result<(Match, GameLog)>>> = self
            .games
            .drain(..)
            .map(|mut game| tokio::spawn(async move { game.play(interval, until).await.map(|played| (game, played)) }))
            .collect();
        sleep_until(from).await;
        let used = servers.processor_time();
        sleep_until(until).await;
        let used = servers.processor_time().saturating_sub(used);
        let server_memory_kb = servers.memory();

        let (mut times, mut pings, mut refused, mut games_finished) = (Vec::new(), Vec::new(), 0, 0);
        let counted = |sent: Vec<Sent>| sent.into_iter().filter(|sent| sent.at >= from).map(|sent| sent.took);
        for game in playing {
            let (game, played) = timeout(TIMEOUT, game).await.context("a game did not end")???;
            times.extend(counted(played.moves));
            pings.extend(counted(played.pings));
            refused += played.refused;
            games_finished += played.finished;
            self.games.push(game);
        }
        Ok(Load {
            moves_per_second: times.len() as f64 / seconds.as_secs_f64(),
            ack: Times::of(times),
            pong: Times::of(pings),
            refused,
            games_finished,
            server_cpu_percent: 100.0 * used.as_secs_f64() / seconds.as_secs_f64(),
            server_memory_kb,
        })
    }

    /// Keeps the connections open until the result is dropped.
    pub(super) fn listen(self) -> JoinSet<()> {
        let seats = self.games.into_iter().flat_map(|game| [game.seats.black, game.seats.white]);
        seats.map(Seat::listen).collect()
    }
}

#[derive(Debug, Default)]
struct GameLog {
    moves: Vec<Sent>,
    pings: Vec<Sent>,
    refused: usize,
    finished: usize,
}

#[derive(Clone, Copy, Debug)]
struct Sent {
    at: Instant,
    took: Duration,
}

struct Match {
    hosts: ByColor<Host>,
    /// Kept by the game that follows when this one is over.
    number: u16,
    random: Random,
    id: String,
    seats: ByColor<Seat>,
    seen: u32,
    turn: Color,
}

impl Match {
    async fn start(hosts: ByColor<Host>, number: u16, random: Random) -> Result<Match> {
        let from = address(10, number);
        let mut requests = hosts.black.requests(from).await?;
        let proposal = json!({ "black": "friend", "white": "friend", "public": true });
        let created = requests.post("/api/games", None, &proposal).await?;
        let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
        let id = text(&created["id"]).context("no id")?;
        let mut seats = Vec::new();
        for color in Color::ALL {
            let secret = text(&created["tokens"][color.to_string()]).context("no token")?;
            requests.post(&format!("/api/game/{id}/join"), Some(&secret), &json!({})).await?;
            let visitor = Visitor { from, secret: Some(secret) };
            seats.push(Seat::new(hosts[color].socket(&format!("/api/game/{id}/socket"), &visitor).await?));
        }
        let [black, white] = <[Seat; 2]>::try_from(seats).map_err(|_| anyhow::anyhow!("expected two seats"))?;
        Ok(Match { hosts, number, random, id, seats: ByColor { black, white }, seen: 0, turn: Color::Black })
    }

    async fn play(&mut self, interval: Option<Duration>, until: Instant) -> Result<GameLog> {
        let mut played = GameLog::default();
        let mut due =
            Instant::now() + interval.map_or(Duration::ZERO, |interval| interval.mul_f64(self.random.share()));
        let mut refusals = 0;
        while Instant::now() < until {
            let Some(square) = self.choose().await? else {
                played.finished += 1;
                *self = self.next(&mut played.refused).await?;
                continue;
            };
            if let Some(interval) = interval {
                if due >= until {
                    sleep_until(until).await;
                    break;
                }
                sleep_until(due).await;
                due += interval;
            }
            if self.random.below(MOVES_PER_PING) == 0 {
                let at = Instant::now();
                self.seats[self.turn].ping().await?;
                played.pings.push(Sent { at, took: at.elapsed() });
            }
            let at = Instant::now();
            match self.seats[self.turn].place(square, self.seen).await? {
                ServerMessage::Ack { number } => {
                    played.moves.push(Sent { at, took: at.elapsed() });
                    (self.seen, self.turn, refusals) = (number, !self.turn, 0);
                }
                ServerMessage::Refused { message, .. } => {
                    (played.refused, refusals) = (played.refused + 1, refusals + 1);
                    ensure!(refusals < MAX_REFUSALS, "moves are refused: {message}");
                    sleep(PAUSE).await;
                }
                other => bail!("unexpected reply to a move: {other:?}"),
            }
        }
        Ok(played)
    }

    async fn next(&self, refused: &mut usize) -> Result<Match> {
        let mut refusals = 0;
        loop {
            match Match::start(self.hosts, self.number, self.random.clone()).await {
                Err(_) if refusals < MAX_REFUSALS => {
                    (*refused, refusals) = (*refused + 1, refusals + 1);
                    sleep(PAUSE).await;
                }
                started => return started,
            }
        }
    }

    async fn choose(&mut self) -> Result<Option<Square>> {
        loop {
            let GameState { number, status, turn, legal } = self.seats[self.turn].state(self.seen).await?;
            self.seen = *number;
            match status {
                GameStatus::Running if *turn == self.turn => {
                    ensure!(!legal.is_empty(), "a running game has no legal move");
                    let index = self.random.below(legal.len());
                    return Ok(Some(legal[index].square));
                }
                GameStatus::Running => self.turn = *turn,
                GameStatus::Over => return Ok(None),
                GameStatus::Other => bail!("game {} is not running", self.id),
            }
        }
    }
}

#[derive(Clone, Debug)]
struct Random(SplitMix64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        (self.0.next() % count as u64) as usize
    }

    fn share(&mut self) -> f64 {
        self.0.next() as f64 / u64::MAX as f64
    }
}
