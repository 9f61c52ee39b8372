//! Guests that keep connections and hardly use them: some never read, some send a byte a second.
//!
//! The same games are played without them and beside them. When they are gone is asked of the server, which knows what it has closed: a client that
//! does not read would not learn of it.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep, timeout};

use super::child::Servers;
use super::client::{Host, address};
use super::players::{Pace, Players};
use super::report::Slow;
use super::{ServerArguments, WARM_UP};

const AT_ONCE: usize = 64;
/// Connections per address; a server closes those beyond a limit.
const FROM_ONE_ADDRESS: usize = 100;
const PATIENCE: Duration = Duration::from_secs(240);
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// What the system of a guest that does not read takes for it: as little as one can ask for.
const RECEIVE_BUFFER: u32 = 2048;

#[derive(Clone, Copy, Debug)]
enum Guest {
    /// Watches a busy game over a WebSocket, and never reads.
    UnreadSocket,
    /// Watches a busy game as a stream of events, and never reads.
    UnreadStream,
    /// Asks for a game again and again, and reads no answer.
    UnreadAnswers,
    /// Sends the head of a request, a byte a second.
    SlowHead,
    /// Sends the body of a request, a byte a second.
    SlowBody,
    /// Sends a message over a WebSocket, a byte a second.
    SlowMessage,
}

const NEVER_READ: [Guest; 3] = [Guest::UnreadSocket, Guest::UnreadStream, Guest::UnreadAnswers];
const A_BYTE_A_SECOND: [Guest; 3] = [Guest::SlowHead, Guest::SlowBody, Guest::SlowMessage];

/// Games alone, then beside guests of both kinds.
pub(super) async fn measure(arguments: &ServerArguments, servers: &Servers, guests: u16) -> Result<Slow> {
    let host = servers.host();
    let (pace, seconds) = (Pace::Rate(arguments.rate), Duration::from_secs(arguments.seconds));
    let mut players = Players::sit_down(vec![host], arguments.games, arguments.seed).await?;
    println!("{} games at once", arguments.games);
    let alone = players.play(servers, pace, WARM_UP, seconds).await?;
    println!("alone:        {alone}");

    let open_before = connections(host).await?;
    let memory_before_kb = servers.memory();
    let come = Instant::now();
    let _guests = come_in(host, &players.ids(), guests).await?;
    let open = connections(host).await?;
    println!("guests:       {} came within {:.1} s", open.saturating_sub(open_before), come.elapsed().as_secs_f64());
    ensure!(open > open_before, "no guest was let in");
    // From here on they are looked at, also while games are played.
    let gone = tokio::spawn(async move { until_gone(host, open_before, come).await });
    let beside = players.play(servers, pace, Duration::ZERO, seconds).await?;
    println!("beside them:  {beside}");
    let memory_beside_kb = servers.memory();
    // Players that do not read would be closed as well.
    let _players = players.listen();
    let last_closed = gone.await??;
    sleep(LOOK_EVERY).await;
    let memory_after_kb = servers.memory();
    Ok(Slow {
        guests: open - open_before,
        alone,
        beside,
        memory_before_kb,
        memory_beside_kb,
        memory_after_kb,
        last_closed_seconds: last_closed.as_secs_f64(),
    })
}

/// Lets the guests in, half of each kind; they stay as long as they can, until what is returned is dropped.
async fn come_in(host: Host, games: &[String], guests: u16) -> Result<JoinSet<()>> {
    let kinds = NEVER_READ.into_iter().cycle().zip(A_BYTE_A_SECOND.into_iter().cycle());
    let all = kinds.take(guests.into()).flat_map(|(one, other)| [one, other]).zip(games.iter().cycle()).enumerate();
    let connect = all.map(|(number, (guest, game))| async move {
        let stream = connect(host.address(), (number / FROM_ONE_ADDRESS) as u16, guest).await?;
        Ok::<_, anyhow::Error>((guest, game.clone(), stream))
    });
    let mut staying = JoinSet::new();
    let came = stream::iter(connect).buffer_unordered(AT_ONCE).try_for_each(|(guest, game, stream)| {
        staying.spawn(guest.stay(stream, game));
        std::future::ready(Ok(()))
    });
    timeout(PATIENCE, came).await.context("not all guests come in")??;
    Ok(staying)
}

async fn connect(server: SocketAddr, number: u16, guest: Guest) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if matches!(guest, Guest::UnreadSocket | Guest::UnreadStream | Guest::UnreadAnswers) {
        socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    }
    socket.bind(SocketAddr::new(address(30, number).into(), 0))?;
    Ok(socket.connect(server).await?)
}

impl Guest {
    /// Does what it does until the server closes, which is what is expected.
    async fn stay(self, mut stream: TcpStream, game: String) {
        if stream.write_all(&self.opening(&game)).await.is_err() {
            return;
        }
        let Some(byte) = self.dripped() else {
            // The connection is kept, and nothing is read.
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
        /// The beginning of a text of 1,000 bytes, masked with zeros.
        const FRAME: [u8; 8] = [0x81, 0xfe, 0x03, 0xe8, 0, 0, 0, 0];
        let get = |path: &str, more: &str| format!("GET /api/game/{game}{path} HTTP/1.1\r\nHost: slow\r\n{more}\r\n");
        let text = match self {
            Guest::UnreadSocket | Guest::SlowMessage => get("/socket", UPGRADE),
            Guest::UnreadStream => get("/stream", "Accept: text/event-stream\r\n"),
            Guest::UnreadAnswers => get("", "").repeat(100),
            Guest::SlowHead => String::new(),
            Guest::SlowBody => {
                let head = "POST /api/games HTTP/1.1\r\nHost: slow\r\nContent-Type: application/json\r\n";
                format!("{head}Content-Length: 1000\r\n\r\n")
            }
        };
        let frame: &[u8] = if matches!(self, Guest::SlowMessage) { &FRAME } else { &[] };
        [text.as_bytes(), frame].concat()
    }

    fn dripped(self) -> Option<u8> {
        match self {
            Guest::UnreadSocket | Guest::UnreadStream | Guest::UnreadAnswers => None,
            Guest::SlowHead => Some(b'G'),
            Guest::SlowBody | Guest::SlowMessage => Some(b' '),
        }
    }
}

async fn until_gone(host: Host, open_before: u64, come: Instant) -> Result<Duration> {
    loop {
        sleep(LOOK_EVERY).await;
        if connections(host).await? <= open_before {
            return Ok(come.elapsed());
        }
        ensure!(come.elapsed() < PATIENCE, "some guests are never closed");
    }
}

async fn connections(host: Host) -> Result<u64> {
    let mut stream = TcpStream::connect(host.address()).await?;
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answer)).await.context("the server does not answer")??;
    let line = answer.lines().find_map(|line| line.strip_prefix("outflank_connections "));
    line.and_then(|count| count.trim().parse().ok()).context("the server does not say how many connections it has")
}
