//! What is answered to those who ask.

use outflank_rules::ByColor;
use outflank_table::{Command, Seat, Time};
use tokio::time::Instant;

use super::commit::NotKept;
use super::{Request, Room, TRIES, Visitor};
use crate::live::judge::{self, Joining, Verdict};
use crate::live::message::{Message, Subscription};
use crate::live::new_game::{self, Sitting};
use crate::live::{errors, view};
use crate::store::{Batch, Holder, Number, Seat as HeldSeat, Seats};
use crate::wire::{Ack, CommandRequest, FullGame, JoinRequest, Problem};

impl Room {
    pub(super) async fn answer(&mut self, request: Request) {
        // Who does not wait for the answer any more need not have it.
        match request {
            Request::Look => self.look().await,
            Request::Follow(news) => self.follow(news).await,
            Request::Full { visitor, reply } => drop(reply.send(self.full(&visitor).await)),
            Request::Join { visitor, request, reply } => drop(reply.send(self.join(&visitor, &request).await)),
            Request::Command { visitor, request, reply } => drop(reply.send(self.command(&visitor, &request).await)),
            Request::Subscribe { visitor, after, reply } => drop(reply.send(self.subscribe(&visitor, after).await)),
            Request::Say { visitor, text, reply } => drop(reply.send(self.say(&visitor, text).await)),
        }
    }

    async fn full(&mut self, visitor: &Visitor) -> Result<FullGame, Problem> {
        self.greet(visitor).await?;
        let now = self.settle_to_show(0).await?;
        Ok(view::full(&self.journal, visitor.seats, now))
    }

    async fn command(&mut self, visitor: &Visitor, request: &CommandRequest) -> Result<Ack, Problem> {
        self.greet(visitor).await?;
        for _ in 0..TRIES {
            let now = self.settle_at_least(request.seen).await?;
            self.check_pulse()?;
            match judge::command(&self.journal, visitor.seats, request, now)? {
                Verdict::Repeated(number) => return Ok(self.ack(request, number, now)),
                Verdict::Carry { events, tag } => match self.commit(events, Some(&tag), now).await {
                    Ok(()) => return Ok(self.ack(request, self.journal.last(), now)),
                    Err(NotKept::Overtaken) => {}
                    Err(NotKept::Failed(problem)) => return Err(problem),
                },
            }
        }
        Err(errors::busy())
    }

    async fn join(&mut self, visitor: &Visitor, request: &JoinRequest) -> Result<FullGame, Problem> {
        self.greet(visitor).await?;
        for _ in 0..TRIES {
            let now = self.settle().await?;
            // After the game, not before: whoever has sat down in it is to hold the seat.
            let visitor = &self.asked_again(visitor).await?;
            let (down, given) = match judge::joining(&self.journal, visitor.seats, now)? {
                Joining::Seated => return Ok(view::full(&self.journal, visitor.seats, now)),
                Joining::Held(down) => (down, None),
                Joining::Open(color) => (ByColor::from_fn(|other| other == color), Some(HeldSeat::Player(color))),
            };
            let sitting = Sitting::by_one(down, request.name.as_ref(), visitor.secret.as_ref());
            let batch = self.journal.batch(new_game::sit_down(&self.journal, &sitting, now), None, now);
            let holders = given.zip(visitor.secret).map(|(seat, secret)| Holder { seat, secret });
            // Who comes first holds the seat: only one of two can be the first to make the event.
            match self.keep(Batch { holders: holders.into_iter().collect(), ..batch }).await {
                Ok(()) => {
                    let seats = given.into_iter().fold(visitor.seats, Seats::with);
                    seats.colors().for_each(|color| self.presence.touch(color, Instant::now()));
                    if let Some(secret) = visitor.secret {
                        self.audience.seat(&secret, seats);
                        self.shared.bells.seated(&secret, self.journal.id());
                        self.begin_to_hear();
                    }
                    return Ok(view::full(&self.journal, seats, now));
                }
                Err(NotKept::Overtaken) => {}
                Err(NotKept::Failed(problem)) => return Err(problem),
            }
        }
        Err(errors::busy())
    }

    async fn subscribe(&mut self, visitor: &Visitor, after: Option<Number>) -> Result<Subscription, Problem> {
        self.greet(visitor).await?;
        let now = self.settle_to_show(after.unwrap_or_default()).await?;
        let said = match visitor.seats.colors().next() {
            Some(_) => self.hear_all().await?,
            None => Vec::new(),
        };
        let story = match after {
            Some(after) if after > self.journal.last() => return Err(errors::unknown_number()),
            Some(after) => Message::state(&view::state(&self.journal, after, now)),
            None => Message::full(&view::full(&self.journal, visitor.seats, now)),
        };
        let watchers = Some(self.audience.watchers()).filter(|&count| count > 0).map(Message::watchers);
        let messages = self.audience.admit(*visitor).map_err(|_| errors::busy())?;
        let first = [story].into_iter().chain(said.iter().map(Message::chat)).chain(watchers).collect();
        Ok(Subscription { first, messages, _counted: self.shared.looking_on.clone() })
    }

    /// Somebody who wants to sit down, with the seats held now: the same person may have sat down while this waited, or by another server.
    async fn asked_again(&mut self, visitor: &Visitor) -> Result<Visitor, Problem> {
        let Some(secret) = visitor.secret else { return Ok(*visitor) };
        let seats = self.shared.store.seats(self.journal.id(), &secret).await;
        Ok(Visitor { seats: seats.map_err(|error| errors::by_store(&error))?, ..*visitor })
    }

    /// Notes that somebody came, if they may. A player who was gone is back.
    pub(super) async fn greet(&mut self, visitor: &Visitor) -> Result<(), Problem> {
        if !self.journal.plan().public && !visitor.seats.any() {
            return Err(errors::private());
        }
        let now = Instant::now();
        self.asked = now;
        if visitor.seats.colors().next().is_some() && self.journal.is_open() {
            self.shared.lobby.creator_seen(self.journal.id());
        }
        for color in visitor.seats.colors() {
            self.presence.touch(color, now);
            if self.journal.table().is_some_and(|table| table.gone_since(color).is_some()) {
                // It is noted as soon as the store can.
                drop(self.put(Seat::Player(color), Command::Return).await);
            }
        }
        Ok(())
    }

    fn ack(&self, request: &CommandRequest, number: Number, now: Time) -> Ack {
        Ack { id: request.id.clone(), number, state: view::state(&self.journal, request.seen, now) }
    }
}
