//! A fair pool of search threads for seats, study and reports.
//!
//! Callers get a future or a stream. Dropping it removes the job from the queue or stops the search.

mod cancel;
mod pool;
mod progress;
mod queue;
mod review;
mod seat;
mod study;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use outflank_engine::{Analysis, Level};
use outflank_players::{BookUse, Bounds, EngineSeat, Random};
use outflank_rules::Square;
use outflank_study::review::Search;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

pub(crate) use self::pool::{Load, Refused};
#[cfg(test)]
pub(crate) use self::pool::{MAX_PER_CALLER, MAX_QUEUED};
use self::pool::{Pool, SeatThread};
use self::progress::ProgressSender;
pub(crate) use self::progress::{Broken, ProgressStream, Stage};
pub(crate) use self::queue::Caller;
use self::queue::JobClass;
use self::review::ReviewJob;
pub(crate) use self::review::{ReviewEvent, ReviewStream};
pub(crate) use self::seat::EngineTurn;
use self::seat::{Found, SeatJob};
use self::study::AnalysisJob;
pub(crate) use self::study::AnalysisRequest;

#[derive(Clone)]
pub(crate) struct EnginePool {
    pool: Arc<Pool>,
    book: BookUse,
}

impl EnginePool {
    /// Starts at least two threads. One is reserved for seats, so that players never wait for an analysis.
    pub(crate) fn start(threads: usize, book: BookUse) -> EnginePool {
        book.prepare(Level::ALL[Level::ALL.len() - 1]);
        EnginePool { pool: Arc::new(Pool::start(threads.max(2), SeatThread::Reserved)), book }
    }

    /// Starts at least one thread, none of them reserved for seats.
    #[cfg(feature = "postgres")]
    pub(crate) fn for_reports(threads: usize) -> EnginePool {
        EnginePool { pool: Arc::new(Pool::start(threads, SeatThread::None)), book: BookUse::Never }
    }

    /// Chooses the engine's move in a running game. Each game requests one move at a time, which bounds the queue.
    pub(crate) async fn choose(&self, turn: EngineTurn) -> Result<Square, EngineStopped> {
        let random = Random::new(getrandom::u64().expect("the system has random numbers"));
        let mut seat = EngineSeat::new(turn.level, Bounds::NONE, self.book, random);
        if let Some(mv) = seat.book_move(&turn.game) {
            return Ok(mv.square);
        }
        let (sender, mut found) = watch::channel(Found::default());
        let job = SeatJob::new(seat, &turn, sender);
        let (class, deadline) = (JobClass::Seat(turn.owner, job.turn()), Instant::now() + job.time());
        let _guard = self.pool.submit(class, Box::new(job)).map_err(|_| EngineStopped)?;
        // If many others search, too, time is up before the search is over. Then the best move so far is played.
        let is_over = timeout_at(deadline, found.wait_for(|found| found.is_final)).await.is_ok();
        let found = found.wait_for(|found| found.is_final || !is_over && found.square.is_some()).await;
        found.ok().and_then(|found| found.square).ok_or(EngineStopped)
    }

    pub(crate) fn analyze(
        &self,
        caller: Caller,
        request: AnalysisRequest,
    ) -> Result<ProgressStream<Analysis>, Refused> {
        let (progress, stages) = ProgressSender::new();
        let guard = self.pool.submit(JobClass::Study(caller), Box::new(AnalysisJob { request, progress }))?;
        Ok(ProgressStream::new(stages, guard))
    }

    pub(crate) fn review(&self, caller: Caller, searches: Vec<Search>) -> Result<ReviewStream, Refused> {
        self.search_all(JobClass::Study(caller), searches)
    }

    /// Makes the searches at the lowest priority.
    pub(crate) fn report(&self, searches: Vec<Search>) -> Result<ReviewStream, Refused> {
        self.search_all(JobClass::Report, searches)
    }

    fn search_all(&self, class: JobClass, searches: Vec<Search>) -> Result<ReviewStream, Refused> {
        let (job, outlet) = ReviewJob::new(searches);
        let guard = self.pool.submit(class, Box::new(job))?;
        Ok(ReviewStream::new(outlet, guard))
    }

    pub(crate) fn has_room_for_report(&self) -> bool {
        self.pool.has_room_for_report()
    }

    pub(crate) fn load(&self) -> Load {
        self.pool.load()
    }

    pub(crate) fn stop(&self) {
        self.pool.stop();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineStopped;
