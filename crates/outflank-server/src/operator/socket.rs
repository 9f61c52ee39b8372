//! The socket beside an SQLite database, `DATABASE.sock`. Each connection is one line, `end GAME` or `delete GAME`, and one line in reply:
//! `done`, or `error` and why. Only the user of the server can connect.

use std::fs::Permissions;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use socket2::{Domain, SockAddr, Socket, Type};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::{OperatorError, Order};
use crate::GameId;
use crate::live::Hall;
use crate::wire::Problem;

const MAX_LINE: u64 = 1_024;

/// For the whole exchange.
const ANSWER: Duration = Duration::from_secs(15);

const BACKLOG: i32 = 16;

/// After a failure to accept: too many open files, for example.
const PAUSE: Duration = Duration::from_millis(100);

fn path_of(database: &Path) -> io::Result<PathBuf> {
    let mut name = database.canonicalize()?.into_os_string();
    name.push(".sock");
    Ok(name.into())
}

/// Dropping it closes the socket and removes its file.
#[derive(Debug)]
pub(crate) struct OperatorSocket {
    path: PathBuf,
    task: JoinHandle<()>,
}

impl OperatorSocket {
    /// The caller has locked the database, so a file from an earlier server can be replaced.
    pub(crate) fn open(database: &Path, hall: Hall) -> io::Result<OperatorSocket> {
        let path = path_of(database)?;
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
        socket.bind(&SockAddr::unix(&path)?)?;
        // Before anyone can connect.
        std::fs::set_permissions(&path, Permissions::from_mode(0o600))?;
        socket.listen(BACKLOG)?;
        socket.set_nonblocking(true)?;
        let listener =
            UnixListener::from_std(std::os::unix::net::UnixListener::from(std::os::fd::OwnedFd::from(socket)))?;
        Ok(OperatorSocket { path, task: tokio::spawn(serve(listener, hall)) })
    }
}

impl Drop for OperatorSocket {
    fn drop(&mut self) {
        self.task.abort();
        let _ = std::fs::remove_file(&self.path);
    }
}

async fn serve(listener: UnixListener, hall: Hall) {
    loop {
        match listener.accept().await {
            // One after the other: there is one operator.
            Ok((stream, _)) => drop(timeout(ANSWER, answer(stream, &hall)).await),
            Err(error) => {
                tracing::warn!(%error, "cannot accept an operator's connection");
                sleep(PAUSE).await;
            }
        }
    }
}

async fn answer(mut stream: UnixStream, hall: &Hall) -> io::Result<()> {
    let line = read_line(&mut stream).await?;
    let answer = match parse(&line) {
        Some((order, game)) => {
            let done = match order {
                Order::End => hall.end(game).await,
                Order::Delete => hall.remove(game).await,
            };
            tracing::info!(%game, order = order.name(), done = done.is_ok(), "an operator's order");
            done.map_err(|Problem { message, .. }| message)
        }
        None => Err("expected end GAME or delete GAME".to_owned()),
    };
    let line = match answer {
        Ok(()) => "done\n".to_owned(),
        Err(why) => format!("error {why}\n"),
    };
    stream.write_all(line.as_bytes()).await
}

/// None if no server listens.
pub(super) async fn send(database: &Path, order: Order, game: GameId) -> Option<Result<(), OperatorError>> {
    let path = path_of(database).ok()?;
    let failed = |error| OperatorError::Socket { path: path.clone(), error };
    let mut stream = match UnixStream::connect(&path).await {
        Ok(stream) => stream,
        // The file of a server that was killed refuses connections.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => return None,
        Err(error) => return Some(Err(failed(error))),
    };
    let exchange = async {
        stream.write_all(format!("{} {game}\n", order.name()).as_bytes()).await?;
        read_line(&mut stream).await
    };
    let line = match timeout(ANSWER, exchange).await {
        Ok(line) => line,
        Err(_) => Err(ErrorKind::TimedOut.into()),
    };
    Some(match line.as_deref().map(|line| line.split_once(' ').unwrap_or((line, ""))) {
        Ok(("done", _)) => Ok(()),
        Ok(("error", why)) => Err(OperatorError::Refused(why.to_owned())),
        Ok(_) => Err(failed(ErrorKind::UnexpectedEof.into())),
        Err(error) => Err(failed(io::Error::new(error.kind(), error.to_string()))),
    })
}

async fn read_line(stream: &mut UnixStream) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(stream.take(MAX_LINE)).read_line(&mut line).await?;
    Ok(line.trim_end().to_owned())
}

fn parse(line: &str) -> Option<(Order, GameId)> {
    let (order, game) = line.split_once(' ')?;
    let order = [Order::End, Order::Delete].into_iter().find(|each| each.name() == order)?;
    Some((order, game.parse().ok()?))
}

impl Order {
    fn name(self) -> &'static str {
        match self {
            Order::End => "end",
            Order::Delete => "delete",
        }
    }
}
