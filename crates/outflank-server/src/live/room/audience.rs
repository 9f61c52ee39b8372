use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{ByColor, Color};
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

use super::Visitor;
use crate::SecretHash;
use crate::live::message::{Message, Messages};
use crate::store::{Holder, Seats};

const MAX_WATCHERS: usize = 10_000;

/// Counted apart from watchers, who cannot take these places.
const MAX_FOR_A_SEAT: usize = 64;

/// Pending messages of one subscriber before it is dropped as too slow.
const QUEUE: usize = 32;

const COUNT_EVERY: Duration = Duration::from_secs(1);

pub(super) struct Audience {
    listeners: Vec<Listener>,
    leaving: Arc<Notify>,
    players: ByColor<usize>,
    watchers: usize,
    sent_count: usize,
    quiet_until: Instant,
}

struct Listener {
    secret: Option<SecretHash>,
    seats: Seats,
    messages: mpsc::Sender<Message>,
}

impl Audience {
    pub(super) fn new() -> Audience {
        Audience {
            listeners: Vec::new(),
            leaving: Arc::new(Notify::new()),
            players: ByColor::both(0),
            watchers: 0,
            sent_count: 0,
            quiet_until: Instant::now(),
        }
    }

    pub(super) fn admit(&mut self, visitor: Visitor) -> Option<Messages> {
        let Visitor { secret, seats } = visitor;
        let watches = seats.colors().next().is_none();
        let is_full = match watches {
            true => self.watchers >= MAX_WATCHERS,
            false => seats.colors().any(|color| self.players[color] >= MAX_FOR_A_SEAT),
        };
        if is_full {
            return None;
        }
        let (messages, receiver) = mpsc::channel(QUEUE);
        self.listeners.push(Listener { secret, seats, messages });
        seats.colors().for_each(|color| self.players[color] += 1);
        self.watchers += usize::from(watches);
        Some(Messages { receiver, leaving: self.leaving.clone() })
    }

    pub(super) fn seat(&mut self, secret: &SecretHash, seats: Seats) {
        let own = self.listeners.iter_mut().filter(|listener| listener.secret.as_ref() == Some(secret));
        own.for_each(|listener| listener.seats = seats);
        self.count();
    }

    pub(super) fn seat_holders(&mut self, holders: &[Holder]) {
        for listener in &mut self.listeners {
            let held = holders.iter().filter(|holder| listener.secret == Some(holder.secret));
            listener.seats = held.fold(listener.seats, |seats, holder| seats.with(holder.seat));
        }
        self.count();
    }

    pub(super) fn send(&mut self, message: &Message) {
        self.send_to(message, |_| true);
    }

    pub(super) fn send_to_players(&mut self, message: &Message) {
        self.send_to(message, |seats| seats.colors().next().is_some());
    }

    pub(super) fn sweep(&mut self) {
        self.listeners.retain(|listener| !listener.messages.is_closed());
        self.count();
    }

    pub(super) fn leaving(&self) -> Arc<Notify> {
        self.leaving.clone()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.listeners.is_empty()
    }

    pub(super) fn has(&self, color: Color) -> bool {
        self.players[color] > 0
    }

    pub(super) fn has_players(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.has(color))
    }

    pub(super) fn watchers(&self) -> usize {
        self.watchers
    }

    pub(super) fn count_due(&self) -> Option<Instant> {
        let changed = self.watchers != self.sent_count && !self.listeners.is_empty();
        changed.then_some(self.quiet_until)
    }

    pub(super) fn send_count(&mut self, now: Instant) {
        self.sent_count = self.watchers;
        self.quiet_until = now + COUNT_EVERY;
        self.send(&Message::watchers(self.watchers));
    }

    fn send_to(&mut self, message: &Message, is_meant: impl Fn(&Seats) -> bool) {
        let before = self.listeners.len();
        self.listeners
            .retain(|listener| !is_meant(&listener.seats) || listener.messages.try_send(message.clone()).is_ok());
        if self.listeners.len() < before {
            self.count();
        }
    }

    fn count(&mut self) {
        self.players = ByColor::from_fn(|color| self.listeners.iter().filter(|one| one.seats.players[color]).count());
        self.watchers = self.listeners.iter().filter(|one| one.seats.colors().next().is_none()).count();
        if self.listeners.is_empty() {
            // The next subscriber has not received a count.
            self.sent_count = 0;
        }
    }
}
