//! Games between scripted players.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use outflank_rules::{ByColor, Color, SplitMix64, Square};
use serde_json::json;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::child::Servers;
use super::client::{Host, Visitor, address};
use super::report::{Load, Times};
use super::seat::{Answer, Seat, Stand, Status};

const AT_ONCE: usize = 32;
/// For everything but moves, all games together.
const PATIENCE: Duration = Duration::from_secs(300);
/// A player sends a ping before one move in this many: what its answer takes is what everything takes but the disk.
const MOVES_FOR_A_PING: usize = 20;
const MOST_REFUSALS: usize = 20;
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug)]
pub(super) enum Pace {
    /// Moves a second, in all games together.
    Rate(u32),
    FlatOut,
}

pub(super) struct Players {
    /// With several servers, the players of a game are on different ones.
    hosts: Vec<Host>,
    seed: u64,
    games: Vec<Match>,
}

impl Players {
    pub(super) async fn sit_down(hosts: Vec<Host>, games: u16, seed: u64) -> Result<Players> {
        let mut players = Players { hosts, seed, games: Vec::new() };
        players.grow(games).await?;
        Ok(players)
    }

    pub(super) async fn grow(&mut self, games: u16) -> Result<()> {
        let Players { hosts, seed, .. } = &*self;
        let sit_down = |number: u16| {
            let host = |player: u16| hosts[usize::from(number.wrapping_add(player)) % hosts.len()];
            let hosts = ByColor { black: host(0), white: host(1) };
            Match::begin(hosts, number, Random(SplitMix64::new(seed ^ (u64::from(number) << 32))))
        };
        let more = stream::iter(self.games.len() as u16..games).map(sit_down).buffer_unordered(AT_ONCE).try_collect();
        let more: Vec<Match> = timeout(PATIENCE, more).await.context("the games do not begin")??;
        self.games.extend(more);
        Ok(())
    }

    pub(super) fn ids(&self) -> Vec<String> {
        self.games.iter().map(|game| game.id.clone()).collect()
    }

    /// Plays for some seconds and reports those after the warm-up.
    pub(super) async fn play(
        &mut self,
        servers: &Servers,
        pace: Pace,
        warm_up: Duration,
        seconds: Duration,
    ) -> Result<Load> {
        let begun = Instant::now();
        let (from, until) = (begun + warm_up, begun + warm_up + seconds);
        let interval = match pace {
            Pace::Rate(rate) => Some(Duration::from_secs_f64(self.games.len() as f64 / f64::from(rate))),
            Pace::FlatOut => None,
        };
        let playing: Vec<JoinHandle<Result<(Match, Played)>>> = self
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
            let (game, played) = timeout(PATIENCE, game).await.context("a game does not end")???;
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

    /// Keeps the players connected and silent until the guard is dropped.
    pub(super) fn listen(self) -> JoinSet<()> {
        let seats = self.games.into_iter().flat_map(|game| [game.seats.black, game.seats.white]);
        seats.map(Seat::listen).collect()
    }
}

#[derive(Debug, Default)]
struct Played {
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
    /// Games follow each other; this is the current one.
    number: u16,
    random: Random,
    id: String,
    seats: ByColor<Seat>,
    /// The number of the last event that matters, and who is to move then.
    seen: u32,
    turn: Color,
}

impl Match {
    async fn begin(hosts: ByColor<Host>, number: u16, random: Random) -> Result<Match> {
        let from = address(10, number);
        let mut requests = hosts.black.requests(from).await?;
        let proposal = json!({ "black": "friend", "white": "friend", "public": true });
        let created = requests.post("/api/games", None, &proposal).await?;
        let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
        let id = text(&created["id"]).context("the game's name")?;
        let mut seats = Vec::new();
        for color in Color::ALL {
            let secret = text(&created["tokens"][color.to_string()]).context("a token")?;
            requests.post(&format!("/api/game/{id}/join"), Some(&secret), &json!({})).await?;
            let visitor = Visitor { from, secret: Some(secret) };
            seats.push(Seat::new(hosts[color].socket(&format!("/api/game/{id}/socket"), &visitor).await?));
        }
        let [black, white] = <[Seat; 2]>::try_from(seats).map_err(|_| anyhow::anyhow!("two seats"))?;
        Ok(Match { hosts, number, random, id, seats: ByColor { black, white }, seen: 0, turn: Color::Black })
    }

    async fn play(&mut self, interval: Option<Duration>, until: Instant) -> Result<Played> {
        let mut played = Played::default();
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
            if self.random.below(MOVES_FOR_A_PING) == 0 {
                let at = Instant::now();
                self.seats[self.turn].ping().await?;
                played.pings.push(Sent { at, took: at.elapsed() });
            }
            let at = Instant::now();
            match self.seats[self.turn].place(square, self.seen).await? {
                Answer::Acknowledged { number } => {
                    played.moves.push(Sent { at, took: at.elapsed() });
                    (self.seen, self.turn, refusals) = (number, !self.turn, 0);
                }
                Answer::Refused { why } => {
                    (played.refused, refusals) = (played.refused + 1, refusals + 1);
                    ensure!(refusals < MOST_REFUSALS, "a move is refused again and again: {why}");
                    sleep(PAUSE).await;
                }
                Answer::Alive => bail!("a move was answered as if it were a ping"),
            }
        }
        Ok(played)
    }

    async fn next(&self, refused: &mut usize) -> Result<Match> {
        let mut refusals = 0;
        loop {
            match Match::begin(self.hosts, self.number, self.random.clone()).await {
                Err(_) if refusals < MOST_REFUSALS => {
                    (*refused, refusals) = (*refused + 1, refusals + 1);
                    sleep(PAUSE).await;
                }
                begun => return begun,
            }
        }
    }

    /// The next move once the player to move knows of the turn; `None` if the game is over.
    async fn choose(&mut self) -> Result<Option<Square>> {
        loop {
            let Stand { number, status, turn, legal } = self.seats[self.turn].stand(self.seen).await?;
            self.seen = *number;
            match status {
                Status::Running if *turn == self.turn => {
                    ensure!(!legal.is_empty(), "a running game without a legal move");
                    let index = self.random.below(legal.len());
                    return Ok(Some(legal[index].square));
                }
                // The opponent had to pass.
                Status::Running => self.turn = *turn,
                Status::Over => return Ok(None),
                Status::Other => bail!("the game {} does not run", self.id),
            }
        }
    }
}

#[derive(Clone, Debug)]
struct Random(SplitMix64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0.next()
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        self.next() as f64 / u64::MAX as f64
    }
}
