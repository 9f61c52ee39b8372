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

/// The pause after a failed accept: the system is probably out of file descriptors.
const RETRY_AFTER: Duration = Duration::from_millis(100);

/// Pending response bytes of a connection, besides the system's send buffer. Above this, no further pipelined request is answered.
const MAX_PENDING_BYTES: usize = 16 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    Open,
    /// Accepts no connections, and finishes pending requests.
    Closing,
    /// Drops all connections.
    Closed,
}

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

    pub(super) async fn accept(self, listener: TcpListener) {
        let mut closing = pin!(self.reached(Phase::Closing));
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => self.admit(stream, peer.ip().to_canonical()),
                    Err(error) if is_client_error(&error) => {}
                    Err(error) => {
                        tracing::warn!("cannot accept a connection: {error}");
                        tokio::time::sleep(RETRY_AFTER).await;
                    }
                },
                () = &mut closing => break,
            }
        }
    }

    fn admit(&self, stream: TcpStream, peer: IpAddr) {
        let Some(permit) = self.connections.admit(peer) else {
            tracing::debug!(%peer, "too many connections");
            return;
        };
        // A response is one write, and a move must not wait for another.
        if stream.set_nodelay(true).and_then(|()| self.set_send_timeout(&stream)).is_err() {
            return;
        }
        let connection = Connection::new(stream, self.stall_time, permit);
        tokio::spawn(self.clone().serve(connection, peer));
    }

    /// The system closes a connection if the client doesn't read its send buffer in time. This happens long before writes block.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn set_send_timeout(&self, stream: &TcpStream) -> io::Result<()> {
        socket2::SockRef::from(stream).set_tcp_user_timeout(Some(self.stall_time))
    }

    /// Elsewhere a connection is closed when a write blocks.
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    fn set_send_timeout(&self, _stream: &TcpStream) -> io::Result<()> {
        Ok(())
    }

    async fn serve(self, connection: Connection<TcpStream>, peer: IpAddr) {
        let app = self.app.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(peer));
            let app = app.clone();
            async move {
                match has_one_host(&request) {
                    true => app.oneshot(request).await,
                    false => {
                        Ok(Problem::new(ErrorKind::BadRequest, "expected exactly one Host header").into_response())
                    }
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

    async fn reached(&self, phase: Phase) {
        _ = self.phase.clone().wait_for(|&now| now >= phase).await;
    }
}

fn protocol(limits: &Limits) -> http1::Builder {
    let mut protocol = http1::Builder::new();
    protocol
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_header_size(limits.head_bytes)
        .max_headers(limits.headers)
        // A request head has to fit too.
        .max_buf_size(MAX_PENDING_BYTES.max(limits.head_bytes));
    protocol
}

/// Of two Host headers, a proxy may have used the other one.
fn has_one_host(request: &Request) -> bool {
    let hosts = request.headers().get_all(HOST).iter().count();
    hosts == 1 || (hosts == 0 && request.version() < Version::HTTP_11)
}

fn is_client_error(error: &io::Error) -> bool {
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

    /// A client that reads nothing gets what fits, and the rest when it reads.
    #[tokio::test(start_paused = true)]
    async fn no_request_is_answered_while_too_much_is_pending() {
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
            // Paused time advances only when all tasks are idle.
            tokio::time::sleep(Duration::from_secs(1)).await;
            let unread = answered.load(Ordering::Relaxed);
            let mut answers = Vec::new();
            there.read_to_end(&mut answers).await.unwrap();
            (unread, answers.len())
        };
        let (served, (unread, bytes)) = tokio::join!(serving, client);
        served.unwrap();
        assert!(unread > 1 && unread * ANSWER < MAX_PENDING_BYTES + ASKED * 64 + 2 * ANSWER, "{unread}");
        assert_eq!(answered.into_inner(), ASKED);
        assert!(bytes > ASKED * ANSWER);
    }
}
