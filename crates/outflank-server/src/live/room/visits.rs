use outflank_rules::ByColor;
use outflank_table::{Command, Seat, Time};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::commit::CommitError;
use super::{Room, TRIES};
use crate::live::Answer;
use crate::live::decide::{self, Decision, Joining};
use crate::live::message::{Message, Subscription};
use crate::live::new_game::{self, Seating};
use crate::live::{errors, view};
use crate::store::{Batch, GameVersion, Holder, LoggedLine, Number, Seat as HeldSeat, Seats};
use crate::wire::{Ack, CommandRequest, FullGame, JoinRequest, Problem};
use crate::{ChatLine, Secret, SecretHash};

/// Dropped without an answer if the room closes; the sender tries again.
pub(in crate::live) type Reply<T> = oneshot::Sender<Answer<T>>;

#[derive(Clone, Copy, Debug)]
pub(in crate::live) struct Visitor {
    pub(in crate::live) secret: Option<SecretHash>,
    pub(in crate::live) seats: Seats,
}

pub(in crate::live) enum Request {
    Wake,
    Follow(GameVersion),
    Full { visitor: Visitor, reply: Reply<FullGame> },
    Join { visitor: Visitor, request: JoinRequest, reply: Reply<FullGame> },
    Command { visitor: Visitor, request: CommandRequest, reply: Reply<Ack> },
    Subscribe { visitor: Visitor, after: Option<Number>, reply: Reply<Subscription> },
    Say { visitor: Visitor, text: ChatLine, reply: Reply<LoggedLine> },
    Invite { visitor: Visitor, seat: HeldSeat, reply: Reply<Secret> },
}

impl Request {
    pub(super) fn refuse(self, problem: Problem) {
        match self {
            Request::Wake | Request::Follow(_) => {}
            Request::Full { reply, .. } | Request::Join { reply, .. } => drop(reply.send(Err(problem))),
            Request::Command { reply, .. } => drop(reply.send(Err(problem))),
            Request::Subscribe { reply, .. } => drop(reply.send(Err(problem))),
            Request::Say { reply, .. } => drop(reply.send(Err(problem))),
            Request::Invite { reply, .. } => drop(reply.send(Err(problem))),
        }
    }
}

impl Room {
    pub(super) async fn answer(&mut self, request: Request) {
        // The receiver may be gone.
        match request {
            Request::Wake => self.woken().await,
            Request::Follow(version) => self.follow(version).await,
            Request::Full { visitor, reply } => drop(reply.send(self.full(&visitor).await)),
            Request::Join { visitor, request, reply } => drop(reply.send(self.join(&visitor, &request).await)),
            Request::Command { visitor, request, reply } => drop(reply.send(self.command(&visitor, &request).await)),
            Request::Subscribe { visitor, after, reply } => drop(reply.send(self.subscribe(&visitor, after).await)),
            Request::Say { visitor, text, reply } => drop(reply.send(self.say(&visitor, text).await)),
            Request::Invite { visitor, seat, reply } => drop(reply.send(self.invite(&visitor, seat).await)),
        }
    }

    async fn full(&mut self, visitor: &Visitor) -> Answer<FullGame> {
        self.check_in(visitor).await?;
        let now = self.settle_for_reader(0).await?;
        Ok(view::full(&self.journal, visitor.seats, now))
    }

    async fn command(&mut self, visitor: &Visitor, request: &CommandRequest) -> Answer<Ack> {
        self.check_in(visitor).await?;
        for _ in 0..TRIES {
            let now = self.settle_for_command(request.seen).await?;
            match decide::command(&self.journal, visitor.seats, request, now)? {
                Decision::Repeated(number) => return Ok(self.ack(request, number, now)),
                Decision::Execute { events, tag } => match self.commit(events, Some(&tag), now).await {
                    Ok(()) => return Ok(self.ack(request, self.journal.last(), now)),
                    Err(CommitError::Conflict) => {}
                    Err(CommitError::Store(problem)) => return Err(problem),
                },
            }
        }
        Err(errors::busy())
    }

    async fn join(&mut self, visitor: &Visitor, request: &JoinRequest) -> Answer<FullGame> {
        self.check_in(visitor).await?;
        for _ in 0..TRIES {
            let now = self.settle().await?;
            let visitor = &self.with_current_seats(visitor).await?;
            let (down, given) = match decide::joining(&self.journal, visitor.seats, now)? {
                Joining::Seated => return Ok(view::full(&self.journal, visitor.seats, now)),
                Joining::Held(down) => (down, None),
                Joining::Open(color) => (ByColor::from_fn(|other| other == color), Some(HeldSeat::Player(color))),
            };
            let seating = Seating::for_one(down, request.name.as_ref(), visitor.secret.as_ref());
            let batch = self.journal.batch(new_game::take_seats(&self.journal, &seating, now), None, now);
            let holders = given.zip(visitor.secret).map(|(seat, secret)| Holder { seat, secret });
            // Of two clients who join at once, only one can append this event and gets the seat.
            match self.commit_batch(Batch { holders: holders.into_iter().collect(), ..batch }).await {
                Ok(()) => {
                    let seats = given.into_iter().fold(visitor.seats, Seats::with);
                    seats.colors().for_each(|color| self.presence.touch(color, Instant::now()));
                    if let Some(secret) = visitor.secret {
                        self.audience.seat(&secret, seats);
                        self.shared.changes.seated(&secret, self.journal.id());
                        self.start_chat();
                    }
                    return Ok(view::full(&self.journal, seats, now));
                }
                Err(CommitError::Conflict) => {}
                Err(CommitError::Store(problem)) => return Err(problem),
            }
        }
        Err(errors::busy())
    }

    async fn subscribe(&mut self, visitor: &Visitor, after: Option<Number>) -> Answer<Subscription> {
        self.check_in(visitor).await?;
        let now = self.settle_for_reader(after.unwrap_or_default()).await?;
        let said = match visitor.seats.colors().next() {
            Some(_) => self.load_chat().await?,
            None => Vec::new(),
        };
        let story = match after {
            Some(after) if after <= self.journal.last() => Message::state(&view::state(&self.journal, after, now)),
            // A client that has seen more played on before the store was restored from a backup.
            Some(_) | None => Message::full(&view::full(&self.journal, visitor.seats, now)),
        };
        let watchers = Some(self.audience.watchers()).filter(|&count| count > 0).map(Message::watchers);
        let messages = self.audience.admit(*visitor).ok_or_else(errors::busy)?;
        let first = [story].into_iter().chain(said.iter().map(Message::chat)).chain(watchers).collect();
        Ok(Subscription { first, messages, _counted: self.shared.subscriptions.clone() })
    }

    async fn with_current_seats(&mut self, visitor: &Visitor) -> Answer<Visitor> {
        let Some(secret) = visitor.secret else { return Ok(*visitor) };
        Ok(Visitor { seats: self.shared.store.seats(self.journal.id(), &secret).await?, ..*visitor })
    }

    /// Checks access and notes presence. A player who was gone is back.
    pub(super) async fn check_in(&mut self, visitor: &Visitor) -> Answer<()> {
        if !self.journal.plan().public && !visitor.seats.any() {
            return Err(errors::private());
        }
        let now = Instant::now();
        self.last_active = now;
        self.watched.touch(now);
        // If the store is unavailable, the game resumes later.
        drop(self.follow_watchers(now).await);
        if visitor.seats.colors().next().is_some() && self.journal.is_open() {
            self.shared.lobby.creator_seen(self.journal.id());
        }
        for color in visitor.seats.colors() {
            self.presence.touch(color, now);
            let is_gone = self.journal.table().is_some_and(|table| table.gone_since(color).is_some());
            // If the store is unavailable, the return is noted later.
            if is_gone && (self.deadline().is_none() || self.shared.monitor.is_steady()) {
                drop(self.decide(Seat::Player(color), Command::Return).await);
            }
        }
        Ok(())
    }

    fn ack(&self, request: &CommandRequest, number: Number, now: Time) -> Ack {
        Ack { id: request.id.clone(), number, state: view::state(&self.journal, request.seen, now) }
    }
}
