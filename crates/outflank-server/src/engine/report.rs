//! Makes a report whose result does not depend on earlier searches: the engine's table is cleared before each.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use outflank_rules::Game;
use outflank_study::report::Report;
use outflank_study::review::{Plan, Review, Search};
use tokio::sync::mpsc;

use super::cancel::Cancellation;
use super::pool::{Job, JobGuard, Progress, Worker};
use crate::jobs::{Canonical, Finding, Key, SearchRequest};

const TURN: Duration = Duration::from_secs(1);

/// Searches up to this depth use the small table, which is quick to clear. Results depend on the table size, so this
/// limit must be the same on every machine.
const SMALL_TABLE_PLIES: u8 = 8;

pub(crate) struct ReportTask {
    pub(crate) game: Game,
    pub(crate) plan: Plan,
    pub(crate) known: Vec<Finding>,
}

#[derive(Debug)]
pub(crate) enum ReportEvent {
    Found(Finding),
    Percent(u8),
    Done(Box<Report>),
    Failed,
}

pub(crate) struct ReportStream {
    events: mpsc::UnboundedReceiver<ReportEvent>,
    _guard: JobGuard,
}

impl ReportStream {
    pub(super) fn new(events: mpsc::UnboundedReceiver<ReportEvent>, guard: JobGuard) -> ReportStream {
        ReportStream { events, _guard: guard }
    }

    /// Returns `None` once the pool has stopped. The number of events is bounded by the searches in a game.
    pub(crate) async fn next(&mut self) -> Option<ReportEvent> {
        self.events.recv().await
    }

    pub(crate) fn try_next(&mut self) -> Option<ReportEvent> {
        self.events.try_recv().ok()
    }
}

pub(super) struct ReportJob {
    game: Game,
    review: Review,
    plan: Plan,
    /// Includes the time of searches whose results were stored.
    spent: Duration,
    known: HashMap<(Key, u8), Finding>,
    pending: Option<Search>,
    events: mpsc::UnboundedSender<ReportEvent>,
}

impl ReportJob {
    pub(super) fn new(task: ReportTask, events: mpsc::UnboundedSender<ReportEvent>) -> ReportJob {
        let ReportTask { game, plan, known } = task;
        let known = known.into_iter().map(|finding| ((finding.key.clone(), finding.plies), finding)).collect();
        ReportJob { review: Review::of(&game), game, plan, spent: Duration::ZERO, known, pending: None, events }
    }

    /// Returns `None` if the search was stopped.
    fn search(&mut self, request: &SearchRequest, worker: &Worker, cancel: &Cancellation) -> Option<SearchResult> {
        let known = self.known.get(&(request.canonical().key(), request.plies()));
        if let Some(known) = known.filter(|known| request.is_answered_by(known)) {
            return Some(SearchResult::Found(known.clone()));
        }
        let engine = if request.plies() <= SMALL_TABLE_PLIES { &worker.shallow } else { &worker.engine };
        engine.forget();
        let analysis = cancel.search(engine, *request.canonical().position(), request.limits(), |_| {});
        if cancel.was_interrupted() || cancel.is_cancelled() {
            return None;
        }
        Some(match request.finding(&analysis) {
            Some(finding) => {
                self.known.insert((finding.key.clone(), finding.plies), finding.clone());
                self.send(ReportEvent::Found(finding.clone()));
                SearchResult::Found(finding)
            }
            None => SearchResult::NoMove,
        })
    }

    fn send(&self, event: ReportEvent) {
        let _ = self.events.send(event);
    }
}

enum SearchResult {
    Found(Finding),
    NoMove,
}

impl Job for ReportJob {
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress {
        let began = Instant::now();
        while let Some(search) = self.pending.take().or_else(|| self.plan.next(&self.review, self.spent)) {
            let request = SearchRequest::new(Canonical::of(&search.position), &search.limits);
            match self.search(&request, worker, cancel) {
                Some(SearchResult::Found(finding)) => {
                    self.spent += finding.time;
                    self.review.learn(&search, &request.analysis(&finding));
                }
                Some(SearchResult::NoMove) => {}
                None => {
                    self.pending = Some(search);
                    return Progress::Unfinished;
                }
            }
            if began.elapsed() >= TURN {
                self.send(ReportEvent::Percent(self.plan.percent_done(&self.review)));
                return Progress::Unfinished;
            }
        }
        self.send(ReportEvent::Done(Box::new(Report::of(&self.game, &self.review))));
        Progress::Done
    }

    fn failed(&mut self) {
        self.send(ReportEvent::Failed);
    }
}
