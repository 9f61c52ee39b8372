use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_players::Action;
use outflank_render::sanitize;
use outflank_server::GameId;
use serde_json::json;
use tokio::sync::oneshot::error::RecvError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep, sleep_until, timeout};

use super::Bot;
use super::client::Failure;
use super::feed::{self, Backoff, Feed};
use super::lobby::{Note, Verdict};
use super::player::{NoMove, SeatedPlayer};
use super::report;
use super::table::{Duty, Order, Policy, Table};
use super::wire::{Ack, FullGame, GameMessage, State};
use crate::random::any_number;
use crate::stderr;

const LONGEST_DELAY: Duration = Duration::from_secs(3);

const REMATCH_TIME: Duration = Duration::from_secs(60);

const WITHDRAWAL_TIME: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instruction {
    Play,
    Withdraw,
    Stop,
}

pub(super) fn spawn(
    bot: &Arc<Bot>,
    id: GameId,
    full: Option<FullGame>,
    notes: mpsc::UnboundedSender<Note>,
) -> watch::Sender<Instruction> {
    let (sender, instruction) = watch::channel(Instruction::Play);
    let mut seat = Seat {
        bot: Arc::clone(bot),
        id,
        feed: Feed::new(Arc::clone(&bot.link), format!("/api/game/{id}/stream"), LONGEST_DELAY),
        instruction,
        notes,
        table: None,
        player: None,
        thought: Thought::None,
        has_begun: false,
        backoff: Backoff::up_to(LONGEST_DELAY),
    };
    tokio::spawn(async move {
        let played = match full.map_or(Ok(()), |full| seat.load(full)) {
            Ok(()) => seat.play().await,
            Err(why) => Err(why),
        };
        if let Err(why) = played {
            stderr::print(format_args!("Left the game {}: {}", seat.id, sanitize::line(&why)));
            seat.notify(Note::Over(seat.id, Verdict::GivenUp));
        }
        let rematch = seat.rematch().await;
        seat.notify(Note::Left(seat.id, rematch));
    });
    sender
}

struct Seat {
    bot: Arc<Bot>,
    id: GameId,
    feed: Feed,
    instruction: watch::Receiver<Instruction>,
    notes: mpsc::UnboundedSender<Note>,
    table: Option<Table>,
    player: Option<SeatedPlayer>,
    thought: Thought,
    has_begun: bool,
    backoff: Backoff,
}

enum Thought {
    None,
    Running { moves: String, reply: oneshot::Receiver<Result<Action, NoMove>> },
    Made { moves: String, order: Order },
}

type GivenUp = String;

impl Seat {
    async fn play(&mut self) -> Result<(), GivenUp> {
        loop {
            let mut claim_at = None;
            match self.table.as_ref().map_or(Duty::Wait, |table| table.duty(self.policy())) {
                Duty::Wait => {}
                Duty::ClaimAt(moment) => claim_at = Some(moment),
                Duty::Think => {
                    if let Some(order) = self.think() {
                        self.send(order).await?;
                        continue;
                    }
                }
                Duty::Send(Order::Cancel) => {
                    match timeout(WITHDRAWAL_TIME, self.send(Order::Cancel)).await {
                        Ok(sent) => sent?,
                        Err(_) if self.is_stopping() => return self.cannot_withdraw(),
                        Err(_) => {}
                    }
                    continue;
                }
                Duty::Send(order) => {
                    self.send(order).await?;
                    continue;
                }
                Duty::Join => {
                    self.join().await?;
                    continue;
                }
                Duty::Leave => {
                    let verdict = self.settle();
                    self.notify(Note::Over(self.id, verdict));
                    return Ok(());
                }
            }
            // Before the first message nothing can be withdrawn, and the server may never send one.
            let is_blind = self.table.is_none() && self.is_stopping();
            let has_thought = matches!(self.thought, Thought::Running { .. });
            tokio::select! {
                message = self.feed.next() => self.take(message.map_err(|refusal| refusal.message)?)?,
                reply = reply(&mut self.thought), if has_thought => self.decide(reply)?,
                () = changed(&mut self.instruction) => {}
                () = at(claim_at), if claim_at.is_some() => self.send(Order::Claim).await?,
                () = sleep(WITHDRAWAL_TIME), if is_blind => return self.cannot_withdraw(),
            }
        }
    }

    async fn rematch(&mut self) -> Option<GameId> {
        let until = Instant::now() + REMATCH_TIME;
        loop {
            let table = self.table.as_ref().filter(|table| table.state.result.is_some())?;
            if let Some(next) = table.state.rematch {
                return Some(next);
            }
            let is_wanted = self.bot.rematches && !self.is_stopping();
            if table.rematch_is_offered() {
                let agreed = is_wanted && self.may_rematch().await;
                let order = if agreed { Order::AcceptRematch } else { Order::DeclineRematch };
                self.send(order).await.ok()?;
                if !agreed {
                    return None;
                }
            } else if !is_wanted {
                return None;
            } else {
                tokio::select! {
                    message = self.feed.next() => self.take(message.ok()?).ok()?,
                    () = changed(&mut self.instruction) => {}
                    () = at(Some(until)) => return None,
                }
            }
        }
    }

    async fn may_rematch(&self) -> bool {
        let (reply, receiver) = oneshot::channel();
        self.notify(Note::MayRematch(self.id, reply));
        receiver.await.unwrap_or(false)
    }

    fn cannot_withdraw(&self) -> Result<(), GivenUp> {
        stderr::print(format_args!("Could not withdraw the challenge {}: no response from the server.", self.id));
        self.notify(Note::Over(self.id, Verdict::Withdrawn));
        Ok(())
    }

    fn policy(&self) -> Policy {
        Policy { takebacks: self.bot.takebacks, withdraw: *self.instruction.borrow() != Instruction::Play }
    }

    fn is_stopping(&self) -> bool {
        *self.instruction.borrow() == Instruction::Stop
    }

    fn notify(&self, note: Note) {
        let _ = self.notes.send(note);
    }

    fn take(&mut self, message: GameMessage) -> Result<(), GivenUp> {
        match message {
            GameMessage::Full(full) => self.load(*full),
            GameMessage::State(state) => self.update(*state),
            GameMessage::Other => Ok(()),
        }
    }

    fn load(&mut self, full: FullGame) -> Result<(), GivenUp> {
        self.table = Some(Table::new(full, Instant::now())?);
        self.begin();
        Ok(())
    }

    fn update(&mut self, state: State) -> Result<(), GivenUp> {
        match &mut self.table {
            Some(table) => table.update(state, Instant::now())?,
            None => return Err("the server sends a state before the game".to_owned()),
        }
        self.begin();
        Ok(())
    }

    fn begin(&mut self) {
        let Some(table) = self.table.as_ref().filter(|table| table.is_running()) else { return };
        if !self.has_begun {
            self.has_begun = true;
            report::playing(&self.bot, self.id, table);
            self.notify(Note::Began(self.id));
        }
    }

    fn settle(&self) -> Verdict {
        let Some(table) = &self.table else { return Verdict::Withdrawn };
        match &table.state.result {
            Some(result) => {
                report::result(self.id, table, result);
                Verdict::of(result.winner.map(|winner| winner == table.color))
            }
            None => {
                report::say(format_args!("Withdrew the challenge {}", self.id));
                Verdict::Withdrawn
            }
        }
    }

    /// The move to send, if the player has found it; otherwise makes sure that it is searching.
    fn think(&mut self) -> Option<Order> {
        let table = self.table.as_ref()?;
        match &self.thought {
            Thought::Made { moves, order } if *moves == table.state.moves => return Some(*order),
            Thought::Running { moves, .. } if *moves == table.state.moves => return None,
            _ => {}
        }
        let player = self
            .player
            .get_or_insert_with(|| SeatedPlayer::start(self.bot.roster.clone(), table.time(), self.id.to_string()));
        let reply = player.ask(table.game.clone(), table.clocks());
        self.thought = Thought::Running { moves: table.state.moves.clone(), reply };
        None
    }

    fn decide(&mut self, reply: Result<Result<Action, NoMove>, RecvError>) -> Result<(), GivenUp> {
        let Thought::Running { moves, .. } = std::mem::replace(&mut self.thought, Thought::None) else { return Ok(()) };
        let order = match reply {
            Ok(Ok(Action::Place(square))) => Order::Play(square),
            Ok(Ok(Action::Resign)) => Order::Resign,
            Ok(Err(NoMove::Unsuited(why))) => return Err(why),
            Ok(Err(NoMove::Failed(why))) => self.resign(&why),
            Err(_) => self.resign("the engine crashed"),
        };
        self.thought = Thought::Made { moves, order };
        Ok(())
    }

    fn resign(&self, why: &str) -> Order {
        stderr::print(format_args!("Resigning {}: {}", self.id, sanitize::line(why)));
        Order::Resign
    }

    async fn join(&mut self) -> Result<(), GivenUp> {
        let path = format!("/api/game/{}/join", self.id);
        let name = json!({"name": self.bot.name});
        loop {
            match self.bot.link.client.post::<FullGame>(&path, &name).await {
                Ok(full) => return self.load(full),
                Err(Failure::Refused(refusal)) => return Err(refusal.message),
                Err(failure) => self.wait_after(&failure).await,
            }
        }
    }

    /// Sends a command until it is acknowledged or refused. If it was based on an older state, the caller decides again.
    async fn send(&mut self, order: Order) -> Result<(), GivenUp> {
        let Some(table) = &self.table else { return Ok(()) };
        let path = format!("/api/game/{}/command", self.id);
        let seen = table.state.number;
        // The same id for every attempt, so that the server executes it once.
        let command = order.json(&format!("{:016x}", any_number()), seen);
        loop {
            match self.bot.link.client.post::<Ack>(&path, &command).await {
                Ok(ack) => {
                    self.backoff.reset();
                    return self.update(ack.state);
                }
                Err(Failure::Refused(refusal)) => match (refusal.status, refusal.state) {
                    (409, Some(state)) => {
                        if state.number <= seen {
                            sleep(self.backoff.delay()).await;
                        }
                        return self.update(*state);
                    }
                    // The server lost events, or refuses without a state: start over from the whole game.
                    (400 | 409, _) => {
                        sleep(self.backoff.delay()).await;
                        self.feed.reopen();
                        let message = self.feed.next().await.map_err(|refusal| refusal.message)?;
                        return self.take(message);
                    }
                    (_, _) => return Err(refusal.message),
                },
                Err(failure) => self.wait_after(&failure).await,
            }
        }
    }

    async fn wait_after(&mut self, failure: &Failure) {
        self.bot.link.lost(failure);
        sleep(feed::delay(failure, &mut self.backoff)).await;
    }
}

async fn reply(thought: &mut Thought) -> Result<Result<Action, NoMove>, RecvError> {
    match thought {
        Thought::Running { reply, .. } => reply.await,
        Thought::None | Thought::Made { .. } => std::future::pending().await,
    }
}

async fn changed(instruction: &mut watch::Receiver<Instruction>) {
    if instruction.changed().await.is_err() {
        std::future::pending().await
    }
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment.into()).await,
        None => std::future::pending().await,
    }
}
