use std::sync::Arc;
use std::time::Duration;

use outflank_table::Time;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::disk::Disk;
use super::store_link::{Games, StoreLink};
use super::weather::{Dice, Weather};
use crate::live::Hall;
use crate::live::tests::scripted::Scripted;
use crate::{Clock, Limits, ServerId};

const STOP_TIME: Duration = Duration::from_secs(120);

#[derive(Clone)]
pub(super) struct Running {
    pub(super) hall: Hall,
    life: Life,
}

impl Running {
    pub(super) async fn ended(&self) {
        // There are no permits: this returns when the semaphore is closed.
        drop(self.life.0.acquire().await);
    }
}

/// Whether a server is alive. Unlike a [`watch`], a semaphore wakes waiters in order, which keeps storms reproducible.
#[derive(Clone)]
pub(super) struct Life(Arc<Semaphore>);

impl Life {
    fn begin() -> Life {
        Life(Arc::new(Semaphore::new(0)))
    }

    fn end(&self) {
        self.0.close();
    }

    pub(super) fn is_over(&self) -> bool {
        self.0.is_closed()
    }
}

pub(super) struct Place {
    disk: Arc<Disk>,
    weather: Weather,
    number: u8,
    running: watch::Sender<Option<Running>>,
    games: Games,
}

impl Place {
    pub(super) fn new(disk: Arc<Disk>, weather: Weather, number: u8, games: Games) -> Arc<Place> {
        Arc::new(Place { disk, weather, number, running: watch::Sender::new(None), games })
    }

    pub(super) fn server(&self) -> Option<Running> {
        self.running.borrow().clone()
    }

    pub(super) async fn up(&self) -> Running {
        let mut running = self.running.subscribe();
        let running = running.wait_for(Option::is_some).await.expect("the place stays");
        running.clone().expect("it was waited for")
    }

    pub(super) async fn run(self: Arc<Place>, mut dice: Dice) {
        let mut count = 0_u8;
        loop {
            self.start(&mut dice, &mut count).await;
            let lives = self.weather.server_runs.map(|millis| dice.millis(millis / 2..millis * 2));
            let Some(lives) = lives else { return };
            sleep(lives).await;
            if self.weather.is_calm() {
                return;
            }
            let gently = dice.chance(400);
            let last = self.running.send_replace(None).expect("it was started");
            if gently {
                timeout(STOP_TIME, last.hall.close()).await.expect("the server stops");
            }
            last.life.end();
            sleep(dice.millis(0..12_000)).await;
        }
    }

    async fn start(&self, dice: &mut Dice, count: &mut u8) {
        loop {
            *count += 1;
            let life = Life::begin();
            let (weather, games) = (self.weather.clone(), self.games.clone());
            let store = StoreLink::new(self.disk.open(), weather, life.clone(), games, dice.below(u64::MAX));
            let engine = Arc::new(Scripted::answering(0));
            let node = ServerId([self.number, *count, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
            let clock = Clock::starting_at(Time::from_millis(1_000_000));
            match Hall::open_with(Arc::new(store), clock, engine, &Limits::default(), node).await {
                Ok(hall) => {
                    self.running.send_replace(Some(Running { hall, life }));
                    return;
                }
                Err(_) => sleep(Duration::from_millis(500)).await,
            }
        }
    }
}
