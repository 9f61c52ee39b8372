use std::time::{Duration, Instant};

use outflank_study::review::{Finding, Search};
use tokio::sync::{mpsc, watch};

use super::cancel::Cancellation;
use super::pool::{Job, JobGuard, Progress, Worker};

/// A review yields its thread to other jobs after this time, between searches.
const TURN: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(crate) enum ReviewEvent {
    Waiting(usize),
    Found(Finding),
    Done,
    Failed,
}

pub(crate) struct ReviewStream {
    /// Bounded by the positions of a game.
    events: mpsc::UnboundedReceiver<ReviewEvent>,
    places: watch::Receiver<usize>,
    _guard: JobGuard,
}

impl ReviewStream {
    pub(super) fn new(outlet: Outlet, guard: JobGuard) -> ReviewStream {
        let Outlet { events, places } = outlet;
        ReviewStream { events, places, _guard: guard }
    }

    pub(crate) async fn next(&mut self) -> Option<ReviewEvent> {
        tokio::select! {
            biased;
            event = self.events.recv() => event,
            Ok(()) = self.places.changed() => Some(ReviewEvent::Waiting(*self.places.borrow_and_update())),
        }
    }

    pub(crate) fn try_next(&mut self) -> Option<ReviewEvent> {
        self.events.try_recv().ok()
    }
}

pub(super) struct ReviewJob {
    searches: Vec<Search>,
    events: mpsc::UnboundedSender<ReviewEvent>,
    places: watch::Sender<usize>,
}

pub(super) struct Outlet {
    events: mpsc::UnboundedReceiver<ReviewEvent>,
    places: watch::Receiver<usize>,
}

impl ReviewJob {
    pub(super) fn new(mut searches: Vec<Search>) -> (ReviewJob, Outlet) {
        searches.reverse();
        let (sender, events) = mpsc::unbounded_channel();
        let (place_sender, places) = watch::channel(0);
        (ReviewJob { searches, events: sender, places: place_sender }, Outlet { events, places })
    }

    fn send(&self, event: ReviewEvent) {
        let _ = self.events.send(event);
    }
}

impl Job for ReviewJob {
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress {
        let began = Instant::now();
        while let Some(search) = self.searches.last() {
            let engine = worker.analyst.prepare(search);
            let analysis = cancel.search(engine, *search.position(), search.limits(), |_| {});
            if cancel.was_interrupted() || cancel.is_cancelled() {
                return Progress::Unfinished;
            }
            match search.finding(&analysis) {
                Some(finding) => self.send(ReviewEvent::Found(finding)),
                None => {
                    self.send(ReviewEvent::Failed);
                    return Progress::Done;
                }
            }
            self.searches.pop();
            if began.elapsed() >= TURN {
                return Progress::Unfinished;
            }
        }
        self.send(ReviewEvent::Done);
        Progress::Done
    }

    fn failed(&mut self) {
        self.send(ReviewEvent::Failed);
    }

    fn queued(&self, ahead: usize) {
        self.places.send_if_modified(|place| std::mem::replace(place, ahead) != ahead);
    }
}
