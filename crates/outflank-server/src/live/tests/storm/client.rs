use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use outflank_rules::Color;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};

use super::ledger::{Acknowledged, Given, Ledger};
use super::network::{Arrival, Connection, Copies, Network};
use super::view::{ServerMessage, State, View};
use super::weather::Dice;
use crate::live::Hall;
use crate::store::Number;
use crate::wire::{Ack, ErrorKind, JoinRequest, Problem};
use crate::{ChatLine, GameId, SecretHash};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Storm,
    /// Nothing fails. All clients reconnect, and start nothing new.
    Calm,
    Over,
}

const TRIES: u32 = 6;

/// Longer than any simulated time.
const NEVER: Duration = Duration::from_secs(1_000_000);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Like the page: an acknowledgement contains no state.
    Page,
    /// Like a program over HTTP: an acknowledgement contains the state, and any server will do.
    Program,
}

pub(super) struct Client {
    network: Arc<Network>,
    ledger: Ledger,
    dice: Dice,
    who: Option<SecretHash>,
    manner: Manner,
    pub(super) game: GameId,
    pub(super) color: Option<Color>,
    place: usize,
    inbox: mpsc::UnboundedReceiver<Arrival>,
    outgoing: mpsc::UnboundedSender<Arrival>,
    connection: Option<Connection>,
    connections: u32,
    breaks_at: Instant,
    acts_at: Instant,
    pub(super) view: Option<View>,
    pub(super) heard: BTreeMap<Number, String>,
    pub(super) outbox: Vec<Sent>,
    ids: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Sent {
    id: String,
    seen: Number,
    order: Value,
    moves: String,
    tries: u32,
}

pub(super) struct Answered {
    given: Given,
    order: Value,
    answer: Option<Result<Ack, Problem>>,
}

impl Client {
    pub(super) fn new(
        network: Arc<Network>,
        ledger: Ledger,
        mut dice: Dice,
        game: GameId,
        who: Option<SecretHash>,
        color: Option<Color>,
    ) -> Client {
        let (outgoing, inbox) = mpsc::unbounded_channel();
        let manner = dice.pick(&[Manner::Page, Manner::Program]);
        let now = Instant::now();
        Client {
            network,
            ledger,
            dice,
            who,
            manner,
            game,
            color,
            place: 0,
            inbox,
            outgoing,
            connection: None,
            connections: 0,
            breaks_at: now,
            acts_at: now,
            view: None,
            heard: BTreeMap::new(),
            outbox: Vec::new(),
            ids: 0,
        }
    }

    pub(super) async fn run(mut self, mut phase: watch::Receiver<Phase>) -> Client {
        self.sit_down().await;
        loop {
            if self.connection.is_none() {
                self.connect().await;
            }
            if self.follow_to_rematch() {
                continue;
            }
            let acts = self.color.is_some() && *phase.borrow() == Phase::Storm;
            tokio::select! {
                biased;
                arrival = self.inbox.recv() => self.receive(arrival.expect("the client has a sender of its own")),
                _ = phase.changed() => {
                    if *phase.borrow_and_update() == Phase::Over {
                        return self;
                    }
                    self.lose_connection();
                }
                () = sleep_until(self.breaks_at) => self.lose_connection(),
                () = sleep_until(self.acts_at), if acts => self.act(),
            }
        }
    }

    async fn sit_down(&mut self) {
        let (Some(who), Some(Color::White)) = (self.who, self.color) else { return };
        let game = self.game;
        let join = move |hall: Hall| async move { hall.join(game, who, JoinRequest::default()).await };
        loop {
            let place = self.any_place();
            match self.network.ask(place, &mut self.dice, Copies::Any, join).await {
                Some(Ok(full)) => return assert_eq!(full.you, [Color::White]),
                Some(Err(Problem { error: ErrorKind::NotNow, .. })) => {
                    self.color = None;
                    return;
                }
                Some(Err(problem)) => assert_eq!(problem.error, ErrorKind::Unavailable, "{problem:?}"),
                None => {}
            }
            sleep(self.dice.millis(100..1_000)).await;
        }
    }

    /// Connects and resends unanswered commands. Fails silently; the caller retries.
    async fn connect(&mut self) {
        self.place = self.any_place();
        let Some(server) = self.network.places[self.place].server() else {
            return sleep(self.dice.millis(200..1_000)).await;
        };
        let (game, who, after) = (self.game, self.who, self.view.as_ref().map(|view| view.state.number));
        let subscribe = move |hall: Hall| async move { hall.subscribe(game, who, after).await };
        let answer = self.network.ask(self.place, &mut self.dice, Copies::One, subscribe).await;
        if let Some(Err(problem)) = &answer {
            assert_eq!(problem.error, ErrorKind::Unavailable, "{problem:?}");
        }
        let Some(Ok(subscription)) = answer else {
            return sleep(self.dice.millis(200..1_000)).await;
        };
        self.connections += 1;
        let first: Vec<_> = subscription.first.iter().map(|message| message.text.clone()).collect();
        let (network, inbox) = (&self.network, self.outgoing.clone());
        let connection = network.connect(server, subscription, self.dice.split(), self.connections, inbox);
        self.connection = Some(connection);
        let lasts = self.network.weather.connected.filter(|_| !self.network.weather.is_calm());
        let lasts = lasts.map_or(NEVER, |millis| self.dice.millis(millis / 4..millis * 2));
        self.breaks_at = Instant::now() + lasts;
        first.iter().for_each(|text| self.hear(text));
        self.outbox.clone().into_iter().for_each(|sent| self.send(sent));
    }

    fn lose_connection(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.lose(&mut self.dice);
        }
        self.breaks_at = Instant::now() + NEVER;
    }

    fn receive(&mut self, arrival: Arrival) {
        let current = self.connection.as_ref().map(|connection| connection.number);
        match arrival {
            // Messages of an old connection are ignored.
            Arrival::Message { number, text } if Some(number) == current => self.hear(&text),
            Arrival::Closed { number } if Some(number) == current => self.lose_connection(),
            Arrival::Message { .. } | Arrival::Closed { .. } => {}
            Arrival::Answered(answered) => self.answered(*answered),
        }
    }

    fn hear(&mut self, text: &str) {
        match serde_json::from_str(text).expect("messages are valid") {
            ServerMessage::Full { plies, state } => self.view = Some(View::of(&plies, state)),
            ServerMessage::State(state) => self.learn(state),
            ServerMessage::Chat { number, text } => {
                let before = self.heard.insert(number, text.clone());
                assert!(before.is_none_or(|before| before == text), "a chat line is always the same");
            }
            ServerMessage::Watchers {} => {}
        }
    }

    fn learn(&mut self, state: State) {
        state.events.iter().for_each(|event| self.ledger.received(self.game, event));
        let Some(view) = &mut self.view else { return };
        if view.evolve(state).is_err() {
            if self.dice.chance(500) {
                self.view = None;
            }
            self.lose_connection();
        }
    }

    fn act(&mut self) {
        let thinks = self.network.weather.thinks;
        self.acts_at = Instant::now() + self.dice.millis(thinks / 10..thinks);
        // A person usually waits for the answer.
        if !self.outbox.is_empty() && !self.dice.chance(100) {
            return;
        }
        let (Some(view), Some(color)) = (&self.view, self.color) else { return };
        if self.dice.chance(40) {
            return self.say();
        }
        if let Some(order) = choose(&mut self.dice, &view.state, color) {
            let (seen, moves) = (view.state.number, view.state.moves.clone());
            self.give(order, seen, moves, 0);
        }
    }

    fn say(&mut self) {
        self.ids += 1;
        let text = format!("{:?} says line {}", self.color, self.ids);
        self.ledger.pages().said.insert((self.game, text.clone()), false);
        let (game, who, line) = (self.game, self.who, ChatLine::try_from(text.clone()).expect("a short line"));
        let say = move |hall: Hall| {
            let line = line.clone();
            async move { hall.say(game, who, line).await }
        };
        let (network, ledger, place) = (self.network.clone(), self.ledger.clone(), self.place);
        let mut dice = self.dice.split();
        tokio::spawn(async move {
            if let Some(Ok(_)) = network.ask(place, &mut dice, Copies::One, say).await {
                ledger.pages().said.insert((game, text), true);
            }
        });
    }

    fn give(&mut self, order: Value, seen: Number, moves: String, tries: u32) {
        self.ids += 1;
        let sent = Sent { id: format!("c-{}", self.ids), seen, order, moves, tries };
        self.outbox.push(sent.clone());
        if self.connection.is_some() {
            self.send(sent);
        }
    }

    fn send(&mut self, sent: Sent) {
        let Some(by) = self.color else { return };
        let mut request = sent.order.clone();
        (request["id"], request["seen"]) = (json!(sent.id), json!(sent.seen));
        let (game, who) = (self.game, self.who);
        let command = move |hall: Hall| {
            let request = serde_json::from_value(request.clone()).expect("a command");
            async move { hall.command(game, who, request).await }
        };
        let place = if self.manner == Manner::Page { self.place } else { self.any_place() };
        let (network, outgoing, mut dice) = (self.network.clone(), self.outgoing.clone(), self.dice.split());
        let (given, order) = (Given { game, by, id: sent.id }, sent.order);
        tokio::spawn(async move {
            let answer = network.ask(place, &mut dice, Copies::Any, command).await;
            drop(outgoing.send(Arrival::Answered(Box::new(Answered { given, order, answer }))));
        });
    }

    fn answered(&mut self, answered: Answered) {
        let Answered { given, order, answer } = answered;
        if let Some(Ok(ack)) = &answer {
            assert_eq!(ack.id.as_str(), given.id);
            assert!(ack.number <= ack.state.number);
            self.ledger.acknowledged(given.clone(), Acknowledged { order, number: ack.number });
        }
        let mut pending = self.outbox.iter().filter(|_| given.game == self.game);
        let Some(sent) = pending.find(|sent| sent.id == given.id).cloned() else { return };
        match answer {
            None if self.dice.chance(500) => self.lose_connection(),
            None if self.connection.is_some() => self.send(sent),
            None => {}
            Some(Ok(ack)) => {
                self.outbox.retain(|sent| sent.id != given.id);
                if self.manner == Manner::Program {
                    self.learn(as_received(&ack.state));
                }
            }
            Some(Err(problem)) => self.refused(given, problem),
        }
    }

    fn refused(&mut self, given: Given, problem: Problem) {
        use ErrorKind::{Illegal, NotNow, NotYourTurn, Stale, Unavailable};
        let error = problem.error;
        assert!(matches!(error, Illegal | NotNow | NotYourTurn | Stale | Unavailable), "{given:?}: {problem:?}");
        if let Some(state) = &problem.state {
            self.learn(as_received(state));
        }
        let calm = self.network.weather.is_calm();
        let index = self.outbox.iter().position(|sent| sent.id == given.id).expect("it was found before");
        let sent = &mut self.outbox[index];
        sent.tries += 1;
        if error == Unavailable {
            if sent.tries < TRIES || calm {
                return self.lose_connection();
            }
            // Its outcome is unknown.
            self.outbox.remove(index);
            return;
        }
        let Sent { order, moves, tries, .. } = self.outbox.remove(index);
        // The network may repeat a claim that came too early, and the copy may be in time.
        if order["command"] != "claim" {
            self.ledger.pages().refused.push(given);
        }
        let Some(View { state, .. }) = &self.view else { return };
        // If the board is the same, a person would try again.
        if error == Stale && state.moves == moves && tries < TRIES {
            let seen = state.number;
            self.give(order, seen, moves, tries);
        }
    }

    fn follow_to_rematch(&mut self) -> bool {
        let Some(next) = self.view.as_ref().and_then(|view| view.state.rematch) else { return false };
        self.lose_connection();
        self.game = next;
        self.color = self.color.map(|color| !color);
        self.view = None;
        self.heard.clear();
        self.outbox.clear();
        true
    }

    fn any_place(&mut self) -> usize {
        let places: Vec<usize> = (0..self.network.places.len()).collect();
        self.dice.pick(&places)
    }
}

pub(super) fn as_received(state: &crate::wire::State) -> State {
    let sent = serde_json::to_value(state).expect("a state can be written");
    serde_json::from_value(sent).expect("a state can be read")
}

fn choose(dice: &mut Dice, state: &State, me: Color) -> Option<Value> {
    let word = |word: &str| Some(json!({ "command": word }));
    match state.status.as_str() {
        "waiting" if dice.chance(20) => word("cancel"),
        "running" => {
            if state.offers.draw == Some(!me) && dice.chance(600) {
                return word(dice.pick(&["accept_draw", "decline_draw", "decline_draw"]));
            }
            if state.offers.takeback == Some(!me) && dice.chance(600) {
                return word(dice.pick(&["accept_takeback", "accept_takeback", "decline_takeback"]));
            }
            if state.gone[!me].as_ref().is_some_and(|gone| gone.claim_in < 50_000) && dice.chance(200) {
                return word("claim");
            }
            match dice.below(100) {
                0 => word("resign"),
                1..4 => word("offer_draw"),
                4..10 => word("take_back"),
                10..12 => word(dice.pick(&["accept_draw", "accept_takeback", "offer_rematch", "cancel"])),
                12..14 => Some(json!({"command": "play", "square": dice.pick(&["a1", "d4", "h8"])})),
                _ if state.turn == me && !state.legal.is_empty() => {
                    Some(json!({"command": "play", "square": dice.pick(&state.legal)["square"]}))
                }
                _ => None,
            }
        }
        "over" => match state.offers.rematch {
            Some(by) if by != me => word(dice.pick(&["accept_rematch", "accept_rematch", "decline_rematch"])),
            None if dice.chance(300) => word("offer_rematch"),
            _ => None,
        },
        _ => None,
    }
}
