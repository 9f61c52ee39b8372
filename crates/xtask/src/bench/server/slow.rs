//! Clients that never read, or send a byte per second. The server's metrics show when they are closed: the clients would not notice.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep, timeout};

use super::child::Servers;
use super::client::{Host, PER_ADDRESS, address, connect_all};
use super::players::{Pace, Players};
use super::report::SlowReport;
use super::{ServerArguments, WARM_UP};

pub(super) const METRICS_TOKEN: &str = "only-for-the-bench";

const TIMEOUT: Duration = Duration::from_secs(240);
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The minimum, so that unread data stays in the server.
const RECEIVE_BUFFER: u32 = 2048;

#[derive(Clone, Copy, Debug)]
enum SlowClient {
    UnreadSocket,
    UnreadStream,
    UnreadAnswers,
    SlowHead,
    SlowBody,
    SlowMessage,
}

const NEVER_READ: [SlowClient; 3] = [SlowClient::UnreadSocket, SlowClient::UnreadStream, SlowClient::UnreadAnswers];
const BYTE_PER_SECOND: [SlowClient; 3] = [SlowClient::SlowHead, SlowClient::SlowBody, SlowClient::SlowMessage];

pub(super) async fn measure(arguments: &ServerArguments, servers: &Servers, clients: u16) -> Result<SlowReport> {
    let host = servers.host();
    let (pace, seconds) = (Pace::Rate(arguments.rate), Duration::from_secs(arguments.seconds));
    let mut players = Players::connect(vec![host], arguments.games, arguments.seed).await?;
    println!("{} simultaneous games", arguments.games);
    let alone = players.play(servers, pace, WARM_UP, seconds).await?;
    println!("alone:        {alone}");

    let open_before = connections(host).await?;
    let memory_before_kb = servers.memory();
    let connecting = Instant::now();
    let _clients = open_all(host, &players.ids(), clients).await?;
    let open = connections(host).await?;
    println!(
        "slow clients: {} connected within {:.1} s",
        open.saturating_sub(open_before),
        connecting.elapsed().as_secs_f64()
    );
    ensure!(open > open_before, "no slow client could connect");
    let closed = tokio::spawn(async move { until_closed(host, open_before, connecting).await });
    let beside = players.play(servers, pace, Duration::ZERO, seconds).await?;
    println!("with them:    {beside}");
    let memory_beside_kb = servers.memory();
    // The server would close players that do not read.
    let _players = players.listen();
    let last_closed = closed.await??;
    sleep(POLL_INTERVAL).await;
    let memory_after_kb = servers.memory();
    Ok(SlowReport {
        guests: open - open_before,
        alone,
        beside,
        memory_before_kb,
        memory_beside_kb,
        memory_after_kb,
        last_closed_seconds: last_closed.as_secs_f64(),
    })
}

/// Connects the clients, half of each kind, until the result is dropped.
async fn open_all(host: Host, games: &[String], clients: u16) -> Result<JoinSet<()>> {
    let kinds = NEVER_READ.into_iter().cycle().zip(BYTE_PER_SECOND.into_iter().cycle());
    let all = kinds.take(clients.into()).flat_map(|(one, other)| [one, other]).zip(games.iter().cycle()).enumerate();
    let clients = all.map(async |(number, (client, game))| {
        let receive_buffer = client.dripped().is_none().then_some(RECEIVE_BUFFER);
        let stream = host.connect(address(30, (number / PER_ADDRESS) as u16), receive_buffer).await?;
        Ok::<_, anyhow::Error>((client, game.clone(), stream))
    });
    let mut staying = JoinSet::new();
    let stay = |(client, game, stream): (SlowClient, String, TcpStream)| _ = staying.spawn(client.stay(stream, game));
    connect_all(clients, stay).await.context("not all slow clients could connect")?;
    Ok(staying)
}

impl SlowClient {
    /// Runs until the server closes the connection, as expected.
    async fn stay(self, mut stream: TcpStream, game: String) {
        if stream.write_all(&self.opening(&game)).await.is_err() {
            return;
        }
        let Some(byte) = self.dripped() else {
            return std::future::pending().await;
        };
        let (mut from, mut to) = stream.split();
        let read = async {
            let mut unread = [0; 512];
            while matches!(from.read(&mut unread).await, Ok(1..)) {}
        };
        let drip = async {
            let mut seconds = interval(Duration::from_secs(1));
            while to.write_all(&[byte]).await.is_ok() {
                seconds.tick().await;
            }
        };
        tokio::select! {
            () = read => {}
            () = drip => {}
        }
    }

    fn opening(self, game: &str) -> Vec<u8> {
        const UPGRADE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
        /// The start of a text frame of 1,000 bytes, masked with zeros.
        const FRAME: [u8; 8] = [0x81, 0xfe, 0x03, 0xe8, 0, 0, 0, 0];
        let get = |path: &str, more: &str| format!("GET /api/game/{game}{path} HTTP/1.1\r\nHost: slow\r\n{more}\r\n");
        let text = match self {
            SlowClient::UnreadSocket | SlowClient::SlowMessage => get("/socket", UPGRADE),
            SlowClient::UnreadStream => get("/stream", "Accept: text/event-stream\r\n"),
            SlowClient::UnreadAnswers => get("", "").repeat(100),
            SlowClient::SlowHead => String::new(),
            SlowClient::SlowBody => {
                let head = "POST /api/games HTTP/1.1\r\nHost: slow\r\nContent-Type: application/json\r\n";
                format!("{head}Content-Length: 1000\r\n\r\n")
            }
        };
        let frame: &[u8] = if matches!(self, SlowClient::SlowMessage) { &FRAME } else { &[] };
        [text.as_bytes(), frame].concat()
    }

    fn dripped(self) -> Option<u8> {
        match self {
            SlowClient::UnreadSocket | SlowClient::UnreadStream | SlowClient::UnreadAnswers => None,
            SlowClient::SlowHead => Some(b'G'),
            SlowClient::SlowBody | SlowClient::SlowMessage => Some(b' '),
        }
    }
}

async fn until_closed(host: Host, open_before: u64, connecting: Instant) -> Result<Duration> {
    loop {
        sleep(POLL_INTERVAL).await;
        if connections(host).await? <= open_before {
            return Ok(connecting.elapsed());
        }
        ensure!(connecting.elapsed() < TIMEOUT, "some slow clients are never closed");
    }
}

async fn connections(host: Host) -> Result<u64> {
    let mut stream = TcpStream::connect(host.address).await?;
    let token = format!("Authorization: Bearer {METRICS_TOKEN}\r\n");
    let request = format!("GET /metrics HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n{token}\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    timeout(TIMEOUT, stream.read_to_string(&mut answer)).await.context("the server did not answer")??;
    let line = answer.lines().find_map(|line| line.strip_prefix("outflank_connections "));
    line.and_then(|count| count.trim().parse().ok()).context("no outflank_connections in the metrics")
}
