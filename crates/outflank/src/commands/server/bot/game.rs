//! One game of the bot, from the challenge to the rematch.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_players::Action;
use outflank_server::GameId;
use serde_json::json;
use tokio::sync::oneshot::error::RecvError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep, sleep_until, timeout};

use super::Bot;
use super::backoff::Backoff;
use super::client::Failure;
use super::feed::{self, Feed};
use super::lobby::{Note, Verdict};
use super::player::{NoMove, SeatedPlayer};
use super::report;
use super::table::{Duty, Order, Table, Wishes};
use super::wire::{Ack, FullGame, GameMessage, State};
use crate::random::any_number;

/// The most time between attempts to reach the server: the bot's clock may be running.
const LONGEST_DELAY: Duration = Duration::from_secs(3);

/// How long the bot is ready for a rematch after a game.
const REMATCH_TIME: Duration = Duration::from_secs(60);

/// How long a bot that stops tries to withdraw a challenge from a server that does not answer.
const WITHDRAWAL_TIME: Duration = Duration::from_secs(10);

/// What the lobby wants of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Wait for an opponent, and play.
    Play,
    /// Withdraw the challenge if nobody has accepted it.
    Withdraw,
    /// The same, but don't wait long for a server that does not answer; and take no rematch.
    Stop,
}

/// Plays a game in a task of its own, which tells the lobby how it goes. `full` is the game, if it is known already.
pub(super) fn spawn(
    bot: &Arc<Bot>,
    id: GameId,
    full: Option<FullGame>,
    notes: mpsc::UnboundedSender<Note>,
) -> watch::Sender<Wish> {
    let (wish, wishes) = watch::channel(Wish::Play);
    let mut seat = Seat {
        bot: Arc::clone(bot),
        id,
        feed: Feed::new(Arc::clone(&bot.link), format!("/api/game/{id}/stream"), LONGEST_DELAY),
        wish: wishes,
        notes,
        table: None,
        player: None,
        thought: Thought::None,
        has_begun: false,
        backoff: Backoff::up_to(LONGEST_DELAY),
    };
    tokio::spawn(async move {
        let played = match full.map_or(Ok(()), |full| seat.know(full)) {
            Ok(()) => seat.play().await,
            Err(why) => Err(why),
        };
        if let Err(why) = played {
            report::given_up(seat.id, &why);
            seat.tell(Note::Over(seat.id, Verdict::GivenUp));
        }
        let rematch = seat.rematch().await;
        seat.tell(Note::Left(seat.id, rematch));
    });
    wish
}

/// The bot's seat in a game.
struct Seat {
    bot: Arc<Bot>,
    id: GameId,
    feed: Feed,
    wish: watch::Receiver<Wish>,
    notes: mpsc::UnboundedSender<Note>,
    /// What is known of the game; nothing before the first message.
    table: Option<Table>,
    player: Option<SeatedPlayer>,
    thought: Thought,
    /// Whether the lobby knows that the game has begun.
    has_begun: bool,
    /// For commands.
    backoff: Backoff,
}

/// The search for a move. A position is identified by the moves that led to it.
enum Thought {
    None,
    Running { moves: String, answer: oneshot::Receiver<Result<Action, NoMove>> },
    Made { moves: String, order: Order },
}

/// Why the bot leaves a game that is not over.
type GivenUp = String;

impl Seat {
    /// Plays until the game is over or withdrawn.
    async fn play(&mut self) -> Result<(), GivenUp> {
        loop {
            let mut claim_at = None;
            match self.table.as_ref().map_or(Duty::Wait, |table| table.duty(self.wishes())) {
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
                    self.tell(Note::Over(self.id, verdict));
                    return Ok(());
                }
            }
            // Before the first message there is nothing to withdraw by, and the server may never send one.
            let is_blind = self.table.is_none() && self.is_stopping();
            let has_thought = matches!(self.thought, Thought::Running { .. });
            tokio::select! {
                message = self.feed.next() => self.take(message.map_err(|refusal| refusal.message)?)?,
                answer = answer(&mut self.thought), if has_thought => self.decide(answer)?,
                () = changed(&mut self.wish) => {}
                () = at(claim_at), if claim_at.is_some() => self.send(Order::Claim).await?,
                () = sleep(WITHDRAWAL_TIME), if is_blind => return self.cannot_withdraw(),
            }
        }
    }

    /// Stays for a while after the game, in case the opponent wants another one. Returns it if there is one.
    async fn rematch(&mut self) -> Option<GameId> {
        let until = Instant::now() + REMATCH_TIME;
        loop {
            let table = self.table.as_ref().filter(|table| table.result().is_some())?;
            if let Some(next) = table.rematch() {
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
                    () = changed(&mut self.wish) => {}
                    () = at(Some(until)) => return None,
                }
            }
        }
    }

    /// Asks the lobby whether there is room for another game.
    async fn may_rematch(&self) -> bool {
        let (answer, answered) = oneshot::channel();
        self.tell(Note::MayRematch(self.id, answer));
        answered.await.unwrap_or(false)
    }

    /// Leaves a challenge on a server that does not answer.
    fn cannot_withdraw(&self) -> Result<(), GivenUp> {
        report::not_withdrawn(self.id);
        self.tell(Note::Over(self.id, Verdict::Withdrawn));
        Ok(())
    }

    fn wishes(&self) -> Wishes {
        Wishes { takebacks: self.bot.takebacks, withdraw: *self.wish.borrow() != Wish::Play }
    }

    fn is_stopping(&self) -> bool {
        *self.wish.borrow() == Wish::Stop
    }

    fn tell(&self, note: Note) {
        // The lobby is gone when the program ends, and wants to know nothing more.
        let _ = self.notes.send(note);
    }

    fn take(&mut self, message: GameMessage) -> Result<(), GivenUp> {
        match message {
            GameMessage::Full(full) => self.know(*full),
            GameMessage::State(state) => self.update(*state),
            GameMessage::Other => Ok(()),
        }
    }

    /// Takes in a whole game.
    fn know(&mut self, full: FullGame) -> Result<(), GivenUp> {
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

    /// Tells that the game has begun, once.
    fn begin(&mut self) {
        let Some(table) = self.table.as_ref().filter(|table| table.is_running()) else { return };
        if !self.has_begun {
            self.has_begun = true;
            report::playing(&self.bot, self.id, table);
            self.tell(Note::Began(self.id));
        }
    }

    /// Reports how it ended.
    fn settle(&self) -> Verdict {
        let Some(table) = &self.table else { return Verdict::Withdrawn };
        match table.result() {
            Some(result) => {
                report::result(self.id, table, result);
                Verdict::of(result.winner.map(|winner| winner == table.color))
            }
            None => {
                report::withdrawn(self.id);
                Verdict::Withdrawn
            }
        }
    }

    /// The move to send, if the player has found it; else makes sure that it looks for one.
    fn think(&mut self) -> Option<Order> {
        let table = self.table.as_ref()?;
        match &self.thought {
            Thought::Made { moves, order } if moves == table.moves() => return Some(*order),
            Thought::Running { moves, .. } if moves == table.moves() => return None,
            _ => {}
        }
        let player = self
            .player
            .get_or_insert_with(|| SeatedPlayer::start(self.bot.roster.clone(), table.time(), self.id.to_string()));
        let answer = player.ask(table.game().clone(), table.clocks());
        self.thought = Thought::Running { moves: table.moves().to_owned(), answer };
        None
    }

    /// Takes in what the player has found.
    fn decide(&mut self, answer: Result<Result<Action, NoMove>, RecvError>) -> Result<(), GivenUp> {
        let Thought::Running { moves, .. } = std::mem::replace(&mut self.thought, Thought::None) else { return Ok(()) };
        let order = match answer {
            Ok(Ok(Action::Place(square))) => Order::Play(square),
            Ok(Ok(Action::Resign)) => Order::Resign,
            Ok(Err(NoMove::Unsuited(why))) => return Err(why),
            Ok(Err(NoMove::Failed(why))) => {
                report::resigning(self.id, &why);
                Order::Resign
            }
            Err(_) => {
                report::resigning(self.id, "the engine has crashed");
                Order::Resign
            }
        };
        self.thought = Thought::Made { moves, order };
        Ok(())
    }

    /// Sits down on a seat that the bot holds.
    async fn join(&mut self) -> Result<(), GivenUp> {
        let path = format!("/api/game/{}/join", self.id);
        let name = json!({"name": self.bot.name});
        loop {
            match self.bot.link.client.post::<FullGame>(&path, &name).await {
                Ok(full) => return self.know(full),
                Err(Failure::Refused(refusal)) => return Err(refusal.message),
                Err(failure) => self.wait_after(&failure).await,
            }
        }
    }

    /// Sends a command until it is acknowledged or refused. A refusal that comes with the state of the game means that the command was
    /// decided on an older one; the caller decides again.
    async fn send(&mut self, order: Order) -> Result<(), GivenUp> {
        let Some(table) = &self.table else { return Ok(()) };
        let path = format!("/api/game/{}/command", self.id);
        let seen = table.number();
        // The same id for every attempt, so that the server carries it out once.
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
                    // The server knows less than it did, or refuses without a state: start over from the whole game.
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

/// The player's answer, once it is there.
async fn answer(thought: &mut Thought) -> Result<Result<Action, NoMove>, RecvError> {
    match thought {
        Thought::Running { answer, .. } => answer.await,
        Thought::None | Thought::Made { .. } => std::future::pending().await,
    }
}

/// Waits until the lobby changes its mind.
async fn changed(wish: &mut watch::Receiver<Wish>) {
    if wish.changed().await.is_err() {
        std::future::pending().await
    }
}

/// Waits for a moment.
async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment.into()).await,
        None => std::future::pending().await,
    }
}
