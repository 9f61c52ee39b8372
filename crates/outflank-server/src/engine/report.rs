//! The engine looks at all positions of a game, so that what it finds does not depend on what it searched before.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use outflank_rules::Game;
use outflank_study::report::Report;
use outflank_study::review::{Plan, Review, Search};
use tokio::sync::mpsc;

use super::cancel::Cancellation;
use super::pool::{Job, JobGuard, Progress, Worker};
use crate::jobs::{Canonical, Finding, Key, SearchRequest};

/// For so long a report keeps its thread before others have a turn.
const TURN: Duration = Duration::from_secs(1);

/// Up to so many plies a position is searched with the small table, which is emptied in no time. What a search finds depends on the size
/// of its table, so that this is the same everywhere.
const SMALL_TABLE_PLIES: u8 = 8;

/// What is to be searched for a report.
pub(crate) struct Assignment {
    /// The game.
    pub(crate) game: Game,
    /// What is to be searched.
    pub(crate) plan: Plan,
    /// What is known about its positions.
    pub(crate) known: Vec<Finding>,
}

/// What becomes known while a report is made.
#[derive(Debug)]
pub(crate) enum News {
    /// A search has found this.
    Found(Finding),
    /// So many hundredths of the work are done.
    Percent(u8),
    /// This is the report.
    Done(Box<Report>),
    /// The engine failed.
    Failed,
}

/// A report in the making. Dropping it stops it.
pub(crate) struct Made {
    news: mpsc::UnboundedReceiver<News>,
    _guard: JobGuard,
}

impl Made {
    pub(super) fn new(news: mpsc::UnboundedReceiver<News>, guard: JobGuard) -> Made {
        Made { news, _guard: guard }
    }

    /// What becomes known next; nothing if the engine have stopped. There is as much of it as there are searches in a game, so that it need not be
    /// bounded.
    pub(crate) async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }

    /// What has become known already.
    pub(crate) fn already(&mut self) -> Option<News> {
        self.news.try_recv().ok()
    }
}

/// A report in the making, as the threads see it.
pub(super) struct ReportJob {
    game: Game,
    review: Review,
    plan: Plan,
    /// What searches took, whoever made them.
    spent: Duration,
    known: HashMap<(Key, u8), Finding>,
    /// A search that was interrupted.
    pending: Option<Search>,
    tell: mpsc::UnboundedSender<News>,
}

impl ReportJob {
    pub(super) fn new(assignment: Assignment, tell: mpsc::UnboundedSender<News>) -> ReportJob {
        let Assignment { game, plan, known } = assignment;
        let known = known.into_iter().map(|finding| ((finding.key.clone(), finding.plies), finding)).collect();
        ReportJob { review: Review::of(&game), game, plan, spent: Duration::ZERO, known, pending: None, tell }
    }

    /// What is known about a question, or what a search finds now. Nothing if the search was stopped.
    fn ask(&mut self, question: &SearchRequest, worker: &Worker, cancel: &Cancellation) -> Option<Asked> {
        let known = self.known.get(&(question.canonical().key(), question.plies()));
        if let Some(known) = known.filter(|known| question.is_answered_by(known)) {
            return Some(Asked::Found(known.clone()));
        }
        let engine = if question.plies() <= SMALL_TABLE_PLIES { &worker.shallow } else { &worker.engine };
        engine.forget();
        let analysis = cancel.search(engine, *question.canonical().position(), question.limits(), |_| {});
        if cancel.was_interrupted() || cancel.is_cancelled() {
            return None;
        }
        Some(match question.finding(&analysis) {
            Some(finding) => {
                self.known.insert((finding.key.clone(), finding.plies), finding.clone());
                self.say(News::Found(finding.clone()));
                Asked::Found(finding)
            }
            None => Asked::Nothing,
        })
    }

    /// Who has stopped waiting need not be told.
    fn say(&self, news: News) {
        let _ = self.tell.send(news);
    }
}

/// What came of a question.
enum Asked {
    Found(Finding),
    /// There is nothing to play.
    Nothing,
}

impl Job for ReportJob {
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress {
        let began = Instant::now();
        while let Some(search) = self.pending.take().or_else(|| self.plan.next(&self.review, self.spent)) {
            let question = SearchRequest::new(Canonical::of(&search.position), &search.limits);
            match self.ask(&question, worker, cancel) {
                Some(Asked::Found(finding)) => {
                    self.spent += finding.time;
                    self.review.learn(&search, &question.told(&finding));
                }
                Some(Asked::Nothing) => {}
                None => {
                    self.pending = Some(search);
                    return Progress::Again;
                }
            }
            if began.elapsed() >= TURN {
                self.say(News::Percent(self.plan.percent_done(&self.review)));
                return Progress::Again;
            }
        }
        self.say(News::Done(Box::new(Report::of(&self.game, &self.review))));
        Progress::Done
    }

    fn failed(&mut self) {
        self.say(News::Failed);
    }

    fn waits(&self, _others: usize) {}
}
