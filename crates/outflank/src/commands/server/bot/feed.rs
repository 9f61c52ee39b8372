use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_players::Random;
use outflank_server::PublicUrl;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, sleep_until};

use super::client::{Client, Failure, Lines, Refusal};
use crate::random::any_number;
use crate::stderr;

const LONGEST_WAIT: Duration = Duration::from_secs(60);

const FIRST_DELAY: Duration = Duration::from_millis(200);

/// The connection state, shared by all streams so that an outage is reported once.
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

    pub(super) fn lost(&self, why: &Failure) {
        // A rate limit is not an outage.
        let is_outage = !matches!(why, Failure::Busy { after: Some(_), .. });
        if is_outage && !self.is_down.swap(true, Ordering::Relaxed) {
            stderr::print(format_args!("Lost the connection to {}: {why}. Reconnecting.", self.server()));
        }
    }

    pub(super) fn is_up(&self) {
        if self.is_down.swap(false, Ordering::Relaxed) {
            stderr::print(format_args!("Reconnected to {}.", self.server()));
        }
    }
}

/// A stream of JSON lines. Its first line has the whole state, so that reconnecting misses nothing.
#[derive(Debug)]
pub(super) struct Feed {
    link: Arc<Link>,
    path: String,
    lines: Option<Lines>,
    backoff: Backoff,
    retry_at: Instant,
}

impl Feed {
    pub(super) fn new(link: Arc<Link>, path: String, longest: Duration) -> Feed {
        Feed { link, path, lines: None, backoff: Backoff::up_to(longest), retry_at: Instant::now() }
    }

    /// Waits out everything but a refusal. Cancel-safe.
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

    pub(super) fn with(mut self, lines: Lines) -> Feed {
        self.lines = Some(lines);
        self
    }

    pub(super) fn reopen(&mut self) {
        self.lines = None;
    }
}

pub(super) fn delay(failure: &Failure, backoff: &mut Backoff) -> Duration {
    let own = backoff.delay();
    match failure {
        Failure::Busy { after: Some(after), .. } => own.max(*after).min(LONGEST_WAIT),
        _ => own,
    }
}

/// Delays that double up to a limit. Each is shortened at random, so that many clients of a restarted server don't return together.
#[derive(Debug)]
pub(super) struct Backoff {
    longest: Duration,
    next: Duration,
    random: Random,
}

impl Backoff {
    pub(super) fn up_to(longest: Duration) -> Backoff {
        Backoff { longest, next: FIRST_DELAY, random: Random::new(any_number()) }
    }

    /// Half to all of the current step.
    pub(super) fn delay(&mut self) -> Duration {
        let step = self.next;
        self.next = (step * 2).min(self.longest);
        let share = (self.random.next() % 1000) as u32;
        step / 2 + step * share / 2000
    }

    pub(super) fn reset(&mut self) {
        self.next = FIRST_DELAY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_the_limit_and_start_over() {
        let mut backoff = Backoff::up_to(Duration::from_secs(3));
        for step in [200, 400, 800, 1600, 3000, 3000].map(Duration::from_millis) {
            let delay = backoff.delay();
            assert!(step / 2 <= delay && delay <= step, "{delay:?} of {step:?}");
        }
        backoff.reset();
        assert!(backoff.delay() <= FIRST_DELAY);
    }
}
