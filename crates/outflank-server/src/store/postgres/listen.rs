//! Hints of what other servers have committed.
//!
//! A commit is announced by one NOTIFY of its own transaction, with the names of its games and how far they are. A connection that is lost loses what was
//! announced in the meantime: as soon as there is another one, everybody is told that something was missed.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::broadcast;
use tokio::task::JoinHandle;
use tokio::time;

use super::CHANNEL;
use super::patience::{CONNECT, in_time};
use crate::store::follow::MOST_HINTS;
use crate::store::{Change, Changes, GameVersion};

/// After how long without a word it is asked whether the connection is still there.
const SILENCE: Duration = Duration::from_secs(5);

/// How long to wait before connecting again.
const PAUSE: Duration = Duration::from_millis(250);

/// A task that listens, on a connection of its own.
#[derive(Debug)]
pub(super) struct Listener {
    hints: broadcast::Sender<Change>,
    task: JoinHandle<()>,
}

impl Listener {
    /// Returns when everything that is committed from now on will be heard.
    pub(super) async fn start(options: PgConnectOptions) -> Result<Listener, sqlx::Error> {
        let hints = broadcast::Sender::new(MOST_HINTS);
        let first = connect(&options).await?;
        Ok(Listener { task: tokio::spawn(listen(options, first, hints.clone())), hints })
    }

    pub(super) fn changes(&self) -> Changes {
        Changes::of(&self.hints)
    }

    /// Lets go of the connection.
    pub(super) fn close(&self) {
        self.task.abort();
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgListener, sqlx::Error> {
    let pool = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None).acquire_timeout(CONNECT);
    let mut listener = PgListener::connect_with(&pool.connect_lazy_with(options.clone())).await?;
    // To connect again is done here, where it is known what it means.
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

async fn listen(options: PgConnectOptions, first: PgListener, hints: broadcast::Sender<Change>) {
    let mut listener = first;
    loop {
        while hear(&mut listener, &hints).await {}
        drop(listener);
        tracing::warn!("the connection that tells of other servers is lost");
        listener = loop {
            match in_time(connect(&options)).await {
                Ok(listener) => break listener,
                Err(error) => tracing::debug!(%error, "other servers cannot be heard yet"),
            }
            time::sleep(PAUSE).await;
        };
        tracing::info!("other servers are heard again");
        tell(&hints, Change::Missed);
    }
}

/// Waits for one announcement and passes it on. Tells whether the connection is still good.
async fn hear(listener: &mut PgListener, hints: &broadcast::Sender<Change>) -> bool {
    match time::timeout(SILENCE, listener.try_recv()).await {
        Ok(Ok(Some(notification))) => {
            for word in notification.payload().split(' ') {
                // Whatever else is said on this channel, somebody has meant something.
                tell(hints, news(word).map_or(Change::Missed, Change::Game));
            }
            true
        }
        Ok(Ok(None) | Err(_)) => false,
        Err(_) => in_time(sqlx::query("SELECT 1").execute(listener)).await.is_ok(),
    }
}

/// What was announced: the name of a game with `:` and the number of its last event, or `+` and that of its last line of chat.
fn news(word: &str) -> Option<GameVersion> {
    let (name, number) = word.split_once([':', '+'])?;
    let (game, number) = (name.parse().ok()?, number.parse().ok()?);
    Some(match word.contains(':') {
        true => GameVersion { game, last: number, said: 0 },
        false => GameVersion { game, last: 0, said: number },
    })
}

/// There may be nobody to be told.
fn tell(hints: &broadcast::Sender<Change>, change: Change) {
    let _ = hints.send(change);
}
