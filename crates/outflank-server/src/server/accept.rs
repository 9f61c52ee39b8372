//! The loop that takes connections in, and what becomes of each.

use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::Version;
use axum::http::header::HOST;
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

use super::connection::Connection;
use crate::config::Limits;
use crate::http::Peer;
use crate::limits::ConnectionLimit;
use crate::wire::{ErrorKind, Problem};

/// How long nothing is accepted after the system said that it cannot: it is out of files, most likely.
const BREATH: Duration = Duration::from_millis(100);

/// How many bytes of answers wait for a client, about, beside those that the system keeps for it. While so many wait, nothing more is answered:
/// who asks a hundred times at once and reads nothing gets as much as fits.
const MOST_WAITING: usize = 16 * 1024;

/// How far a server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// It serves.
    Open,
    /// It takes nobody in, and finishes what was asked.
    Closing,
    /// It waits for nobody.
    Closed,
}

/// What every connection needs. Cheap to clone.
#[derive(Clone)]
pub(super) struct Acceptor {
    app: Router,
    protocol: http1::Builder,
    stall_time: Duration,
    connections: ConnectionLimit,
    phase: watch::Receiver<Phase>,
}

impl Acceptor {
    pub(super) fn new(
        app: Router,
        limits: &Limits,
        connections: ConnectionLimit,
        phase: watch::Receiver<Phase>,
    ) -> Acceptor {
        Acceptor { app, protocol: protocol(limits), stall_time: limits.stall_time, connections, phase }
    }

    /// Takes connections in until the server closes.
    pub(super) async fn accept(self, listener: TcpListener) {
        let mut closing = pin!(self.reached(Phase::Closing));
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => self.take_in(stream, peer.ip().to_canonical()),
                    Err(error) if is_of_the_client(&error) => {}
                    Err(error) => {
                        tracing::warn!("no connection could be accepted: {error}");
                        tokio::time::sleep(BREATH).await;
                    }
                },
                () = &mut closing => break,
            }
        }
    }

    fn take_in(&self, stream: TcpStream, peer: IpAddr) {
        let Some(permit) = self.connections.admit(peer) else {
            tracing::debug!(%peer, "one connection too many");
            return;
        };
        // An answer is one write, and a move is not to wait for another.
        if stream.set_nodelay(true).and_then(|()| self.bound_what_waits(&stream)).is_err() {
            return;
        }
        let connection = Connection::new(stream, self.stall_time, permit);
        tokio::spawn(self.clone().serve(connection, peer));
    }

    /// Lets the system give up a connection of which it keeps something that the client does not take. A client that never reads is closed
    /// by this long before so much waits for it that a write does.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn bound_what_waits(&self, stream: &TcpStream) -> io::Result<()> {
        socket2::SockRef::from(stream).set_tcp_user_timeout(Some(self.stall_time))
    }

    /// Elsewhere it is closed when a write waits.
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    fn bound_what_waits(&self, _stream: &TcpStream) -> io::Result<()> {
        Ok(())
    }

    async fn serve(self, connection: Connection<TcpStream>, peer: IpAddr) {
        let app = self.app.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(peer));
            let app = app.clone();
            async move {
                match names_one_host(&request) {
                    true => app.oneshot(request).await,
                    false => Ok(Problem::new(ErrorKind::BadRequest, "expected one Host").into_response()),
                }
            }
        });
        let serving = self.protocol.serve_connection(TokioIo::new(connection), service).with_upgrades();
        let mut serving = pin!(serving);
        let served = tokio::select! {
            served = &mut serving => served,
            () = self.reached(Phase::Closing) => {
                serving.as_mut().graceful_shutdown();
                tokio::select! {
                    served = &mut serving => served,
                    () = self.reached(Phase::Closed) => return,
                }
            }
        };
        if let Err(error) = served {
            tracing::debug!(%peer, "a connection ended: {error}");
        }
    }

    /// Waits until the server is so far, or gone.
    async fn reached(&self, phase: Phase) {
        _ = self.phase.clone().wait_for(|&now| now >= phase).await;
    }
}

/// How requests are read and answers are written.
fn protocol(limits: &Limits) -> http1::Builder {
    let mut protocol = http1::Builder::new();
    protocol
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_header_size(limits.head_bytes)
        .max_headers(limits.headers)
        // A head has to fit as well.
        .max_buf_size(MOST_WAITING.max(limits.head_bytes));
    protocol
}

/// Whether it is clear which server a request is meant for. A proxy may have looked at another of two names than we do.
fn names_one_host(request: &Request) -> bool {
    let hosts = request.headers().get_all(HOST).iter().count();
    hosts == 1 || (hosts == 0 && request.version() < Version::HTTP_11)
}

/// Whether a connection broke before it was accepted: nothing is wrong here.
fn is_of_the_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Who reads nothing gets what fits, and all the rest when it reads.
    #[tokio::test(start_paused = true)]
    async fn nothing_is_answered_to_whom_much_waits_for_already() {
        const ASKED: usize = 100;
        const ANSWER: usize = 4 * 1024;
        let answered = AtomicUsize::new(0);
        let service = service_fn(async |_: hyper::Request<Incoming>| {
            answered.fetch_add(1, Ordering::Relaxed);
            Ok::<_, Infallible>(hyper::Response::new("x".repeat(ANSWER)))
        });
        let (here, mut there) = tokio::io::duplex(ASKED * 64);
        let serving = protocol(&Limits::default()).serve_connection(TokioIo::new(here), service);
        let client = async {
            there.write_all("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(ASKED - 1).as_bytes()).await.unwrap();
            there.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
            // Time passes only when nobody has anything to do.
            tokio::time::sleep(Duration::from_secs(1)).await;
            let unread = answered.load(Ordering::Relaxed);
            let mut answers = Vec::new();
            there.read_to_end(&mut answers).await.unwrap();
            (unread, answers.len())
        };
        let (served, (unread, bytes)) = tokio::join!(serving, client);
        served.unwrap();
        assert!(unread > 1 && unread * ANSWER < MOST_WAITING + ASKED * 64 + 2 * ANSWER, "{unread}");
        assert_eq!(answered.into_inner(), ASKED);
        assert!(bytes > ASKED * ANSWER);
    }
}
