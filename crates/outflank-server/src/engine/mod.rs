//! A fair pool of search threads for seats, study and reports.
//!
//! Callers get a future or a stream. Dropping it removes the job from the queue or stops the search.

mod analysis;
mod cancel;
mod pool;
mod progress;
mod queue;
mod report;
mod review;
mod seat;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::{Analysis, Level};
use outflank_players::BookUse;
use outflank_rules::{Game, Square};
use outflank_study::report::Report;
use tokio::sync::{mpsc, oneshot};

use self::analysis::AnalysisJob;
pub(crate) use self::analysis::AnalysisRequest;
pub(crate) use self::pool::{Load, Refused};
use self::pool::{Pool, Seats};
use self::progress::ProgressSender;
pub(crate) use self::progress::{Broken, ProgressStream, Stage};
pub(crate) use self::queue::Caller;
use self::queue::Client;
use self::report::ReportJob;
pub(crate) use self::report::{Assignment, Made, News};
use self::review::ReviewJob;
pub(crate) use self::seat::EngineTurn;

/// How many mebibytes each thread takes for the positions that it knows.
const TABLE_MEBIBYTES: usize = 32;

/// A fixed number of threads that search. Cheap to clone.
#[derive(Clone)]
pub(crate) struct EnginePool {
    pool: Arc<Pool>,
    book: BookUse,
}

impl EnginePool {
    /// Starts so many threads, at least two: one is kept for seats, so that nobody's long analysis makes a player wait. With a single core the
    /// system shares it among them.
    pub(crate) fn start(threads: usize, book: BookUse) -> EnginePool {
        book.prepare(Level::ALL[Level::ALL.len() - 1]);
        EnginePool { pool: Arc::new(Pool::start(threads.max(2), TABLE_MEBIBYTES, Seats::KeepAThread)), book }
    }

    /// Starts so many threads, at least one, of which none is kept for seats: nobody plays where they are.
    #[cfg(feature = "postgres")]
    pub(crate) fn for_reports(threads: usize) -> EnginePool {
        EnginePool { pool: Arc::new(Pool::start(threads, TABLE_MEBIBYTES, Seats::None)), book: BookUse::Never }
    }

    /// The engine's move in a game that is not over. It waits for a free thread; seats go before study. Dropping the future
    /// stops the search.
    ///
    /// A game asks for one move at a time, so that the number of games is the most that waits.
    pub(crate) async fn choose(&self, turn: EngineTurn) -> Result<Square, EngineStopped> {
        let (answer, square) = oneshot::channel();
        let turn = seat::SeatJob::new(turn, self.book, answer);
        let _guard = self.pool.ask(Client::Seat, Box::new(turn)).map_err(|_| EngineStopped)?;
        square.await.map_err(|_| EngineStopped)
    }

    /// What the engine finds out about a position, deeper and deeper.
    pub(crate) fn analyze(
        &self,
        caller: Caller,
        question: AnalysisRequest,
    ) -> Result<ProgressStream<Analysis>, Refused> {
        let (progress, stages) = ProgressSender::new();
        let guard = self.pool.ask(Client::Study(caller), Box::new(AnalysisJob { question, progress }))?;
        Ok(ProgressStream::new(stages, guard))
    }

    /// What a game has to teach, more and more of it. The time is that of searching; waiting is not counted.
    pub(crate) fn review(
        &self,
        caller: Caller,
        game: &Game,
        time: Duration,
    ) -> Result<ProgressStream<Arc<Report>>, Refused> {
        let (progress, stages) = ProgressSender::new();
        let guard = self.pool.ask(Client::Study(caller), Box::new(ReviewJob::new(game, time, progress)))?;
        Ok(ProgressStream::new(stages, guard))
    }

    /// Makes a report while nobody else wants anything. Dropping the answer stops it.
    pub(crate) fn report(&self, assignment: Assignment) -> Result<Made, Refused> {
        let (tell, news) = mpsc::unbounded_channel();
        let guard = self.pool.ask(Client::Report, Box::new(ReportJob::new(assignment, tell)))?;
        Ok(Made::new(news, guard))
    }

    /// Whether a thread has nothing to do.
    pub(crate) fn is_idle(&self) -> bool {
        self.pool.is_idle()
    }

    /// How much there is to do.
    pub(crate) fn load(&self) -> Load {
        self.pool.load()
    }

    /// Ends all searches and takes no more. Who waits for an answer learns of it.
    pub(crate) fn stop(&self) {
        self.pool.stop();
    }
}

/// The server is stopping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineStopped;
