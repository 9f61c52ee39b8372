//! Those who look on.

use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{ByColor, Color};
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

use super::Visitor;
use crate::SecretHash;
use crate::live::message::{Message, Messages};
use crate::store::{Holder, Seats};

/// How many can watch one game by one server.
const MOST_WATCHERS: usize = 10_000;

/// How many can look on from one player's seat: a few windows of each who holds it. Watchers do not take this away.
const MOST_FOR_A_SEAT: usize = 64;

/// How many messages wait for a reader before it is too slow.
const QUEUE: usize = 32;

/// How often it is told how many watch.
const COUNT_EVERY: Duration = Duration::from_secs(1);

/// Everybody who looks on at a game by this server. Those who do so by another one are neither counted nor told of.
pub(super) struct Audience {
    listeners: Vec<Listener>,
    /// Somebody has gone.
    leaving: Arc<Notify>,
    /// How many of them hold each player's seat.
    players: ByColor<usize>,
    /// How many hold none.
    watchers: usize,
    /// The last count that was told.
    told: usize,
    /// Before this another count is not told.
    quiet_until: Instant,
}

struct Listener {
    secret: Option<SecretHash>,
    seats: Seats,
    messages: mpsc::Sender<Message>,
}

/// There are too many already.
pub(super) struct Full;

impl Audience {
    pub(super) fn new() -> Audience {
        Audience {
            listeners: Vec::new(),
            leaving: Arc::new(Notify::new()),
            players: ByColor::both(0),
            watchers: 0,
            told: 0,
            quiet_until: Instant::now(),
        }
    }

    /// One more looks on.
    pub(super) fn admit(&mut self, visitor: Visitor) -> Result<Messages, Full> {
        let Visitor { secret, seats } = visitor;
        let watches = seats.colors().next().is_none();
        let is_full = match watches {
            true => self.watchers >= MOST_WATCHERS,
            false => seats.colors().any(|color| self.players[color] >= MOST_FOR_A_SEAT),
        };
        if is_full {
            return Err(Full);
        }
        let (messages, receiver) = mpsc::channel(QUEUE);
        self.listeners.push(Listener { secret, seats, messages });
        seats.colors().for_each(|color| self.players[color] += 1);
        self.watchers += usize::from(watches);
        Ok(Messages::new(receiver, self.leaving.clone()))
    }

    /// Somebody has sat down. Who has looked on before under the same secret does so as a player from now on.
    pub(super) fn seat(&mut self, secret: &SecretHash, seats: Seats) {
        let own = self.listeners.iter_mut().filter(|listener| listener.secret.as_ref() == Some(secret));
        own.for_each(|listener| listener.seats = seats);
        self.count();
    }

    /// Somebody has sat down at another server: who looks on here under the secret of a holder does so as a player.
    pub(super) fn seat_holders(&mut self, holders: &[Holder]) {
        for listener in &mut self.listeners {
            let held = holders.iter().filter(|holder| listener.secret == Some(holder.secret));
            listener.seats = held.fold(listener.seats, |seats, holder| seats.with(holder.seat));
        }
        self.count();
    }

    /// Sends to everybody. Who does not read is let go.
    pub(super) fn tell(&mut self, message: &Message) {
        self.tell_those(message, |_| true);
    }

    /// Sends to the players.
    pub(super) fn tell_players(&mut self, message: &Message) {
        self.tell_those(message, |seats| seats.colors().next().is_some());
    }

    /// Forgets who has gone.
    pub(super) fn sweep(&mut self) {
        self.listeners.retain(|listener| !listener.messages.is_closed());
        self.count();
    }

    /// What says that somebody has gone.
    pub(super) fn leaving(&self) -> Arc<Notify> {
        self.leaving.clone()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.listeners.is_empty()
    }

    /// Whether somebody on this seat looks on.
    pub(super) fn has(&self, color: Color) -> bool {
        self.players[color] > 0
    }

    /// Whether a player looks on.
    pub(super) fn has_players(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.has(color))
    }

    /// How many watch.
    pub(super) fn watchers(&self) -> usize {
        self.watchers
    }

    /// When it has to be told how many watch.
    pub(super) fn count_due(&self) -> Option<Instant> {
        let changed = self.watchers != self.told && !self.listeners.is_empty();
        changed.then_some(self.quiet_until)
    }

    /// Tells how many watch.
    pub(super) fn tell_count(&mut self, now: Instant) {
        self.told = self.watchers;
        self.quiet_until = now + COUNT_EVERY;
        self.tell(&Message::watchers(self.watchers));
    }

    fn tell_those(&mut self, message: &Message, is_meant: impl Fn(&Seats) -> bool) {
        let before = self.listeners.len();
        self.listeners.retain(|listener| {
            // A queue that is full or closed has nobody at its end who keeps up.
            !is_meant(&listener.seats) || listener.messages.try_send(message.clone()).is_ok()
        });
        if self.listeners.len() < before {
            self.count();
        }
    }

    fn count(&mut self) {
        self.players = ByColor::from_fn(|color| self.listeners.iter().filter(|one| one.seats.players[color]).count());
        self.watchers = self.listeners.iter().filter(|one| one.seats.colors().next().is_none()).count();
        if self.listeners.is_empty() {
            // Who comes next has been told nothing.
            self.told = 0;
        }
    }
}
