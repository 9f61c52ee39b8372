//! The loop that takes connections in, and what becomes of each.

use std::io::{self, ErrorKind};
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
use super::door::Door;
use crate::config::Limits;
use crate::http::Peer;
use crate::wire::{Problem, Trouble};

/// How long nothing is accepted after the system said that it cannot: it is out of files, most likely.
const BREATH: Duration = Duration::from_millis(100);

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
    door: Door,
    phase: watch::Receiver<Phase>,
}

impl Acceptor {
    pub(super) fn new(app: Router, limits: &Limits, door: Door, phase: watch::Receiver<Phase>) -> Acceptor {
        let mut protocol = http1::Builder::new();
        protocol
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head_time)
            .max_header_size(limits.head_bytes)
            .max_headers(limits.headers);
        Acceptor { app, protocol, stall_time: limits.stall_time, door, phase }
    }

    /// Takes connections in until the server closes.
    pub(super) async fn accept(self, listener: TcpListener) {
        let mut closing = pin!(self.reached(Phase::Closing));
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => self.take_in(stream, peer.ip()),
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
        let Some(pass) = self.door.admit(peer) else {
            tracing::debug!(%peer, "one connection too many");
            return;
        };
        // An answer is one write, and a move is not to wait for another.
        if stream.set_nodelay(true).and_then(|()| self.bound_what_waits(&stream)).is_err() {
            return;
        }
        let connection = Connection::new(stream, self.stall_time, pass);
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
                    false => Ok(Problem::new(Trouble::BadRequest, "expected one Host").into_response()),
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

/// Whether it is clear which server a request is meant for. A proxy may have looked at another of two names than we do.
fn names_one_host(request: &Request) -> bool {
    let hosts = request.headers().get_all(HOST).iter().count();
    hosts == 1 || (hosts == 0 && request.version() < Version::HTTP_11)
}

/// Whether a connection broke before it was accepted: nothing is wrong here.
fn is_of_the_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionAborted
            | ErrorKind::ConnectionRefused
            | ErrorKind::ConnectionReset
            | ErrorKind::Interrupted
    )
}
