use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::servers::{Place, Running};
use super::weather::{Dice, Weather};
use crate::live::{Hall, Subscription};
use crate::wire::Problem;

const CLIENT_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a server keeps a connection that the client has lost, in milliseconds.
const LINGERS: std::ops::Range<u64> = 500..20_000;

pub(super) struct Network {
    pub(super) places: Vec<Arc<Place>>,
    pub(super) weather: Weather,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copies {
    /// Safe to repeat.
    Any,
    One,
}

impl Network {
    pub(super) async fn ask<T, A>(
        self: &Arc<Network>,
        place: usize,
        dice: &mut Dice,
        copies: Copies,
        question: impl Fn(Hall) -> A + Clone + Send + Sync + 'static,
    ) -> Option<Result<T, Problem>>
    where
        T: Send + 'static,
        A: Future<Output = Result<T, Problem>> + Send,
    {
        if copies == Copies::Any && !self.weather.is_calm() && dice.chance(self.weather.repeated) {
            // The copy takes its own way, perhaps a longer one, and its answer is dropped.
            let (network, question, late) = (self.clone(), question.clone(), self.delay(dice) * 2);
            tokio::spawn(async move {
                sleep(late).await;
                drop(network.carry(place, &question).await);
            });
        }
        let way = [self.way(dice), self.way(dice)];
        if self.travel(way[0]).await
            && let Some(answer) = self.carry(place, &question).await
            && self.travel(way[1]).await
        {
            return Some(answer);
        }
        sleep(CLIENT_TIMEOUT).await;
        None
    }

    async fn carry<A: Future>(&self, place: usize, question: &impl Fn(Hall) -> A) -> Option<A::Output> {
        let server = self.places[place].server()?;
        let answer = question(server.hall.clone());
        tokio::select! {
            biased;
            () = server.ended() => None,
            answer = answer => Some(answer),
        }
    }

    pub(super) fn connect(
        self: &Arc<Network>,
        server: Running,
        mut subscription: Subscription,
        mut dice: Dice,
        number: u32,
        inbox: mpsc::UnboundedSender<Arrival>,
    ) -> Connection {
        let network = self.clone();
        let pump = tokio::spawn(async move {
            loop {
                let message = tokio::select! {
                    biased;
                    () = server.ended() => None,
                    message = subscription.messages.recv() => message,
                };
                let Some(message) = message else { break };
                for _ in 0..1 + u8::from(!network.weather.is_calm() && dice.chance(network.weather.repeated)) {
                    let Some(late) = network.way(&mut dice) else { continue };
                    let arrival = Arrival::Message { number, text: message.text.clone() };
                    if late.is_zero() {
                        drop(inbox.send(arrival));
                    } else {
                        let inbox = inbox.clone();
                        tokio::spawn(async move {
                            sleep(late).await;
                            drop(inbox.send(arrival));
                        });
                    }
                }
            }
            drop(inbox.send(Arrival::Closed { number }));
        });
        Connection { network: self.clone(), number, pump: pump.abort_handle() }
    }

    fn way(&self, dice: &mut Dice) -> Option<Duration> {
        let (late, lost) = (self.delay(dice), dice.chance(self.weather.lost));
        if self.weather.is_calm() { Some(Duration::ZERO) } else { Some(late).filter(|_| !lost) }
    }

    fn delay(&self, dice: &mut Dice) -> Duration {
        let slowest = if dice.chance(200) { self.weather.slowest } else { self.weather.slowest / 10 };
        Duration::from_millis(dice.below(slowest + 1))
    }

    async fn travel(&self, way: Option<Duration>) -> bool {
        if let Some(late) = way.filter(|late| !late.is_zero()) {
            sleep(late).await;
        }
        way.is_some()
    }
}

pub(super) enum Arrival {
    Message { number: u32, text: Utf8Bytes },
    Closed { number: u32 },
    Answered(Box<super::client::Answered>),
}

pub(super) struct Connection {
    network: Arc<Network>,
    pub(super) number: u32,
    pump: tokio::task::AbortHandle,
}

impl Connection {
    pub(super) fn lose(self, dice: &mut Dice) {
        let lingers = dice.millis(LINGERS);
        if dice.chance(500) || self.network.weather.is_calm() {
            self.pump.abort();
        } else {
            tokio::spawn(async move {
                sleep(lingers).await;
                self.pump.abort();
            });
        }
    }
}
