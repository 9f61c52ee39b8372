//! The engine, for seats and for study, on a fixed number of threads.
//!
//! - `crew`: the threads, and how work comes to them. `queue`: who is served next. `brake`: ending a search from outside.
//! - `seat`: the engine plays. `analysis`: it looks at a position. `review`: it looks at a whole game. `report`: the same, so that it
//!   does not matter who does it, when there is nothing else to do.
//! - `answer`: what a student is told meanwhile.
//!
//! Whoever asks gets a future or a stream. Dropping it is all that is needed to leave: what waits is taken out of the queue, and
//! what is searched is stopped.

mod analysis;
mod answer;
mod brake;
mod crew;
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

use self::analysis::Inquiry;
pub(crate) use self::analysis::Question;
use self::answer::Teller;
pub(crate) use self::answer::{Answer, Broken, Stage};
use self::crew::{Crew, Seats};
pub(crate) use self::crew::{Load, Refused};
use self::queue::Asker;
pub(crate) use self::queue::Caller;
use self::report::Making;
pub(crate) use self::report::{Assignment, Made, News};
use self::review::Reading;
pub(crate) use self::seat::EngineTurn;

/// How many mebibytes each thread takes for the positions that it knows.
const TABLE_MEBIBYTES: usize = 32;

/// A fixed number of threads that search. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Searchers {
    crew: Arc<Crew>,
    book: BookUse,
}

impl Searchers {
    /// Starts so many threads, at least two: one is kept for seats, so that nobody's long analysis makes a player wait. With a single core the
    /// system shares it among them.
    pub(crate) fn start(threads: usize, book: BookUse) -> Searchers {
        book.prepare(Level::ALL[Level::ALL.len() - 1]);
        Searchers { crew: Arc::new(Crew::start(threads.max(2), TABLE_MEBIBYTES, Seats::KeepAThread)), book }
    }

    /// Starts so many threads, at least one, of which none is kept for seats: nobody plays where they are.
    #[cfg(feature = "postgres")]
    pub(crate) fn for_reports(threads: usize) -> Searchers {
        Searchers { crew: Arc::new(Crew::start(threads, TABLE_MEBIBYTES, Seats::None)), book: BookUse::Never }
    }

    /// The engine's move in a game that is not over. It waits for a free thread; seats go before study. Dropping the future
    /// stops the search.
    ///
    /// A game asks for one move at a time, so that the number of games is the most that waits.
    pub(crate) async fn choose(&self, turn: EngineTurn) -> Result<Square, SearchersStopped> {
        let (answer, square) = oneshot::channel();
        let turn = seat::Turn::new(turn, self.book, answer);
        let _stay = self.crew.ask(Asker::Seat, Box::new(turn)).map_err(|_| SearchersStopped)?;
        square.await.map_err(|_| SearchersStopped)
    }

    /// What the engine finds out about a position, deeper and deeper.
    pub(crate) fn analyze(&self, caller: Caller, question: Question) -> Result<Answer<Analysis>, Refused> {
        let (teller, stages) = Teller::new();
        let stay = self.crew.ask(Asker::Study(caller), Box::new(Inquiry { question, teller }))?;
        Ok(Answer::new(stages, stay))
    }

    /// What a game has to teach, more and more of it. The time is that of searching; waiting is not counted.
    pub(crate) fn review(&self, caller: Caller, game: &Game, time: Duration) -> Result<Answer<Arc<Report>>, Refused> {
        let (teller, stages) = Teller::new();
        let stay = self.crew.ask(Asker::Study(caller), Box::new(Reading::new(game, time, teller)))?;
        Ok(Answer::new(stages, stay))
    }

    /// Makes a report while nobody else wants anything. Dropping the answer stops it.
    pub(crate) fn report(&self, assignment: Assignment) -> Result<Made, Refused> {
        let (tell, news) = mpsc::unbounded_channel();
        let stay = self.crew.ask(Asker::Report, Box::new(Making::new(assignment, tell)))?;
        Ok(Made::new(news, stay))
    }

    /// Whether a thread has nothing to do.
    pub(crate) fn is_idle(&self) -> bool {
        self.crew.is_idle()
    }

    /// How much there is to do.
    pub(crate) fn load(&self) -> Load {
        self.crew.load()
    }

    /// Ends all searches and takes no more. Who waits for an answer learns of it.
    pub(crate) fn stop(&self) {
        self.crew.stop();
    }
}

/// The server is stopping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchersStopped;
