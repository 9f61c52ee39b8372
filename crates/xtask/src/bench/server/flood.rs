//! Floods of requests beside games: pictures of positions that are not in the cache, and anything from all addresses of a /48.
//!
//! The flood comes through a proxy that the server trusts, which names a different client each time. Players connect directly.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;
use hyper::StatusCode;
use outflank_rules::SplitMix64;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::child::Servers;
use super::client::Host;
use super::players::{Pace, Players};
use super::report::{FloodReport, Flooded, Responses};
use super::{ServerArguments, WARM_UP};

pub(super) const PROXY: &str = "127.99.0.1";
const CONNECTIONS: u32 = 64;

#[derive(Clone, Copy, Debug)]
enum Flood {
    Pictures,
    Site,
}

pub(super) async fn measure(arguments: &ServerArguments, servers: &Servers, rate: u32) -> Result<FloodReport> {
    let host = servers.host();
    let (pace, seconds) = (Pace::Rate(arguments.rate), Duration::from_secs(arguments.seconds));
    let mut players = Players::connect(vec![host], arguments.games, arguments.seed).await?;
    println!("{} simultaneous games", arguments.games);
    let alone = players.play(servers, pace, WARM_UP, seconds).await?;
    println!("alone:        {alone}");
    let mut beside = async |flood: Flood| {
        let counts = Arc::new(Counts::default());
        let flooding = flood.start(host, players.ids(), rate, &counts);
        let load = players.play(servers, pace, WARM_UP, seconds).await?;
        drop(flooding);
        let flooded = Flooded { responses: counts.read(), beside: load };
        println!("{:<13} {flooded}", format!("{flood:?}:"));
        Ok::<_, anyhow::Error>(flooded)
    };
    let pictures = beside(Flood::Pictures).await?;
    let site = beside(Flood::Site).await?;
    Ok(FloodReport { alone, pictures, site })
}

impl Flood {
    fn start(self, host: Host, games: Vec<String>, rate: u32, counts: &Arc<Counts>) -> JoinSet<()> {
        let games: Arc<[String]> = games.into();
        let pause = Duration::from_secs(1) * CONNECTIONS / rate;
        let flood = |number| {
            let (games, counts) = (Arc::clone(&games), Arc::clone(counts));
            async move {
                let mut random = SplitMix64::new(number);
                let mut ticks = interval(pause);
                ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
                loop {
                    // The server closes connections of clients over their limit.
                    let Ok(mut requests) = host.requests(PROXY.parse().expect("an address")).await else {
                        ticks.tick().await;
                        continue;
                    };
                    loop {
                        ticks.tick().await;
                        let (path, client) = self.request(&games, random.next());
                        match requests.get(&path, client).await {
                            Ok(status) => counts.add(status),
                            Err(_) => break,
                        }
                    }
                }
            }
        };
        (0..u64::from(CONNECTIONS)).map(flood).collect()
    }

    fn request(self, games: &[String], random: u64) -> (String, IpAddr) {
        let game = &games[random as usize % games.len()];
        let number = (random >> 40) as u16;
        match self {
            Flood::Pictures => {
                let [high, low] = number.to_be_bytes();
                (format!("/game/{game}.png"), Ipv4Addr::new(198, 18, high, low).into())
            }
            Flood::Site => {
                let client = Ipv6Addr::new(0x2001, 0xdb8, 1, number, 0, 0, 0, 1).into();
                let path = match random % 3 {
                    0 => "/api/games?list=running&count=50".to_owned(),
                    1 => format!("/api/game/{game}"),
                    _ => format!("/game/{game}.json"),
                };
                (path, client)
            }
        }
    }
}

#[derive(Debug, Default)]
struct Counts {
    served: AtomicUsize,
    too_many: AtomicUsize,
    unavailable: AtomicUsize,
    other: AtomicUsize,
}

impl Counts {
    fn add(&self, status: StatusCode) {
        let count = match status {
            StatusCode::OK => &self.served,
            StatusCode::TOO_MANY_REQUESTS => &self.too_many,
            StatusCode::SERVICE_UNAVAILABLE => &self.unavailable,
            _ => &self.other,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    fn read(&self) -> Responses {
        let Counts { served, too_many, unavailable, other } = self;
        let [served, too_many, unavailable, other] =
            [served, too_many, unavailable, other].map(|count| count.load(Ordering::Relaxed));
        Responses { served, too_many, unavailable, other }
    }
}
