//! A stream that is opened again whenever it breaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_server::PublicUrl;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, sleep_until};

use super::backoff::Backoff;
use super::client::{Client, Failure, Lines, Refusal};
use crate::stderr;

/// The longest time that a server may ask the bot to wait.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Whether the server can be reached. All streams share it, so that an outage is reported once.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) client: Client,
    is_down: AtomicBool,
}

impl Link {
    pub(super) fn new(client: Client) -> Link {
        Link { client, is_down: AtomicBool::new(false) }
    }

    pub(super) fn server(&self) -> &PublicUrl {
        self.client.server()
    }

    /// Something failed that a later attempt may not.
    pub(super) fn lost(&self, why: &Failure) {
        // A rate limit is no outage.
        let is_outage = !matches!(why, Failure::Busy { after: Some(_), .. });
        if is_outage && !self.is_down.swap(true, Ordering::Relaxed) {
            stderr::print(format_args!("Lost the connection to {}: {why}. Reconnecting.", self.server()));
        }
    }

    /// Something succeeded.
    pub(super) fn is_up(&self) {
        if self.is_down.swap(false, Ordering::Relaxed) {
            stderr::print(format_args!("Reconnected to {}.", self.server()));
        }
    }
}

/// A stream of JSON lines from an address of the server. Its first line describes everything, so that nothing is missed in between.
#[derive(Debug)]
pub(super) struct Feed {
    link: Arc<Link>,
    path: String,
    lines: Option<Lines>,
    backoff: Backoff,
    /// When to connect again.
    retry_at: Instant,
}

impl Feed {
    /// A stream whose attempts to reconnect are at most this far apart.
    pub(super) fn new(link: Arc<Link>, path: String, longest: Duration) -> Feed {
        Feed { link, path, lines: None, backoff: Backoff::up_to(longest), retry_at: Instant::now() }
    }

    /// The next line. It waits out everything but a refusal. A call that is cancelled loses nothing.
    pub(super) async fn next<T: DeserializeOwned>(&mut self) -> Result<T, Refusal> {
        loop {
            let result = match &mut self.lines {
                Some(lines) => lines.next().await,
                None => {
                    sleep_until(self.retry_at).await;
                    match self.link.client.stream(&self.path).await {
                        Ok(lines) => {
                            self.lines = Some(lines);
                            continue;
                        }
                        Err(failure) => Err(failure),
                    }
                }
            };
            match result {
                Ok(line) => {
                    self.backoff.reset();
                    self.link.is_up();
                    return Ok(line);
                }
                Err(Failure::Refused(refusal)) => return Err(refusal),
                Err(failure) => {
                    self.lines = None;
                    self.retry_at = Instant::now() + delay(&failure, &mut self.backoff);
                    self.link.lost(&failure);
                }
            }
        }
    }

    /// Goes on with a stream that is open already.
    pub(super) fn with(mut self, lines: Lines) -> Feed {
        self.lines = Some(lines);
        self
    }

    /// Opens the stream anew, for its first line.
    pub(super) fn reopen(&mut self) {
        self.lines = None;
    }
}

/// How long to wait after a failure.
pub(super) fn delay(failure: &Failure, backoff: &mut Backoff) -> Duration {
    let own = backoff.delay();
    match failure {
        Failure::Busy { after: Some(after), .. } => own.max(*after).min(LONGEST_WAIT),
        _ => own,
    }
}
