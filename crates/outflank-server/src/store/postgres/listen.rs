//! Each commit announces its games and event numbers by NOTIFY. A lost connection may lose some: the listener reports [`Change::Missed`].

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::broadcast;
use tokio::task::JoinHandle;
use tokio::time;

use super::CHANNEL;
use super::timeout::{CONNECT, in_time};
use crate::store::follow::MAX_HINTS;
use crate::store::{Change, Changes, GameVersion};

/// How long to wait for a notification before the connection is checked.
const SILENCE: Duration = Duration::from_secs(5);

const PAUSE: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub(super) struct Listener {
    hints: broadcast::Sender<Change>,
    task: JoinHandle<()>,
}

impl Listener {
    pub(super) async fn start(options: PgConnectOptions) -> Result<Listener, sqlx::Error> {
        let hints = broadcast::Sender::new(MAX_HINTS);
        let first = connect(&options).await?;
        Ok(Listener { task: tokio::spawn(listen(options, first, hints.clone())), hints })
    }

    pub(super) fn changes(&self) -> Changes {
        Changes::of(&self.hints)
    }

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
    // Reconnecting is up to `listen`, which reports what was missed.
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

async fn listen(options: PgConnectOptions, first: PgListener, hints: broadcast::Sender<Change>) {
    let mut listener = first;
    loop {
        while forward(&mut listener, &hints).await {}
        drop(listener);
        tracing::warn!("lost the connection that listens for other servers");
        listener = loop {
            match in_time(connect(&options)).await {
                Ok(listener) => break listener,
                Err(error) => tracing::debug!(%error, "cannot listen for other servers yet"),
            }
            time::sleep(PAUSE).await;
        };
        tracing::info!("listening for other servers again");
        send(&hints, Change::Missed);
    }
}

async fn forward(listener: &mut PgListener, hints: &broadcast::Sender<Change>) -> bool {
    match time::timeout(SILENCE, listener.try_recv()).await {
        Ok(Ok(Some(notification))) => {
            for word in notification.payload().split(' ') {
                // Unknown messages may mean anything.
                send(hints, parse(word).map_or(Change::Missed, Change::Game));
            }
            true
        }
        Ok(Ok(None) | Err(_)) => false,
        Err(_) => in_time(sqlx::query("SELECT 1").execute(listener)).await.is_ok(),
    }
}

/// `GAME:NUMBER` for events, `GAME+NUMBER` for chat.
fn parse(word: &str) -> Option<GameVersion> {
    let (name, number) = word.split_once([':', '+'])?;
    let (game, number) = (name.parse().ok()?, number.parse().ok()?);
    Some(match word.contains(':') {
        true => GameVersion { game, last: number, said: 0 },
        false => GameVersion { game, last: 0, said: number },
    })
}

fn send(hints: &broadcast::Sender<Change>, change: Change) {
    let _ = hints.send(change);
}
