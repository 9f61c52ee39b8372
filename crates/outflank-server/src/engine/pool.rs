//! The threads, and how work comes to them.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use outflank_engine::{Engine, Options};
use outflank_players::Random;

use super::cancel::Cancellation;
use super::queue::{Caller, Client, Queue, Takes, Ticket};

/// How many questions one caller may have at a time, waiting or being searched.
pub(super) const MAX_PER_CALLER: usize = 4;

/// How many questions of study may wait.
pub(super) const MAX_QUEUED: usize = 64;

/// What a thread does for somebody. Dropped without an answer, it says by that to whoever waits that the server is stopping.
pub(super) trait Job: Send {
    /// Does the work, or a part of it after which others may have a turn.
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress;

    /// The work panicked, and will not be asked for again.
    fn failed(&mut self);

    /// So many other questions have to be answered before this one is looked at.
    fn waits(&self, others: usize);
}

/// How far a job has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// There is more to do, when it is its turn again.
    Again,
    /// It is done.
    Done,
}

/// What a thread works with.
pub(super) struct Worker {
    /// For study, and for seats that play as well as they can.
    pub(super) engine: Engine,
    /// For seats that do not look far. It forgets everything between moves, so that nobody's analysis makes them stronger.
    pub(super) shallow: Engine,
    /// For choices among moves.
    pub(super) random: Random,
}

impl Worker {
    fn new(table_mebibytes: usize) -> Worker {
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).expect("the system has random numbers");
        Worker {
            engine: Engine::new(Options { threads: 1, table_mebibytes }),
            shallow: Engine::new(Options { threads: 1, table_mebibytes: 1 }),
            random: Random::new(u64::from_ne_bytes(seed)),
        }
    }
}

/// Whether a pool plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seats {
    /// One thread is kept for seats.
    KeepAThread,
    /// There are none.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "only workers have none"))]
    None,
}

/// How much there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    /// How many searches run.
    pub(crate) running: usize,
    /// How many wait for a thread.
    pub(crate) waiting: usize,
}

/// The threads that search. Dropping the last handle on them ends them.
pub(super) struct Pool {
    shared: Arc<Shared>,
}

/// What the threads and those who ask share.
struct Shared {
    state: Mutex<State>,
    /// Told when there may be something to do.
    work: Condvar,
}

struct State {
    queue: Queue<QueuedJob>,
    /// What is being searched.
    running: Vec<Running>,
    /// How many threads that study have nothing to do, or come for something just now.
    free: usize,
    next_ticket: u64,
    is_stopped: bool,
}

/// A job with what is known about it.
struct QueuedJob {
    client: Client,
    ticket: Ticket,
    cancel: Arc<Cancellation>,
    job: Box<dyn Job>,
}

struct Running {
    client: Client,
    ticket: Ticket,
    cancel: Arc<Cancellation>,
}

impl Pool {
    /// Starts at least one thread. If there are more and a thread is to be kept for seats, the first does nothing else: however long others
    /// study, no player waits for them.
    pub(super) fn start(threads: usize, table_mebibytes: usize, seats: Seats) -> Pool {
        let keeps_one = threads > 1 && seats == Seats::KeepAThread;
        let free = threads.saturating_sub(usize::from(keeps_one)).max(1);
        let state = State { queue: Queue::new(), running: Vec::new(), free, next_ticket: 0, is_stopped: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), work: Condvar::new() });
        for number in 0..threads.max(1) {
            let takes = if number == 0 && keeps_one { Takes::Seats } else { Takes::Anything };
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("searcher-{number}"));
            thread
                .spawn(move || shared.work(takes, table_mebibytes))
                .expect("the system has a thread for each searcher");
        }
        Pool { shared }
    }

    /// Puts a job into the queue.
    pub(super) fn ask(&self, client: Client, job: Box<dyn Job>) -> Result<JobGuard, Refused> {
        let mut state = self.shared.state();
        if state.is_stopped {
            return Err(Refused::Stopped);
        }
        if let Client::Study(caller) = client {
            state.has_room_for(caller)?;
        }
        let ticket = Ticket(state.next_ticket);
        state.next_ticket += 1;
        let cancel = Arc::new(Cancellation::default());
        let queued = QueuedJob { client, ticket, cancel: Arc::clone(&cancel), job };
        if let Client::Study(_) = client {
            state.interrupt_a_report();
        }
        state.queue.put(client, ticket, queued);
        state.report_places();
        self.shared.work.notify_all();
        Ok(JobGuard { shared: Arc::clone(&self.shared), ticket, cancel })
    }

    /// How much there is to do.
    pub(super) fn load(&self) -> Load {
        let state = self.shared.state();
        Load { running: state.running.len(), waiting: state.queue.waiting() }
    }

    /// Whether a thread has nothing to do and nothing waits for it.
    pub(super) fn is_idle(&self) -> bool {
        let state = self.shared.state();
        state.free > state.queue.waiting()
    }

    /// Ends everything. Those who wait for an answer learn that there will be none.
    pub(super) fn stop(&self) {
        let mut state = self.shared.state();
        state.is_stopped = true;
        state.queue = Queue::new();
        for running in &state.running {
            running.cancel.cancel();
        }
        self.shared.work.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    /// What a thread does with its life.
    fn work(&self, takes: Takes, table_mebibytes: usize) {
        let mut worker = Worker::new(table_mebibytes);
        while let Some(mut queued) = self.next(takes) {
            let worked = catch_unwind(AssertUnwindSafe(|| queued.job.work(&mut worker, &queued.cancel)));
            let progress = worked.unwrap_or_else(|_| {
                // The panic has been printed by its hook. Its engine may have been left in the middle of something.
                tracing::error!(client = ?queued.client, "a search panicked");
                worker = Worker::new(table_mebibytes);
                queued.job.failed();
                Progress::Done
            });
            self.finish(queued, progress, takes);
        }
    }

    /// Waits for something to do; nothing if it is time to go.
    fn next(&self, takes: Takes) -> Option<QueuedJob> {
        let mut state = self.state();
        loop {
            if state.is_stopped {
                return None;
            }
            if let Some(queued) = state.queue.take(takes) {
                let QueuedJob { client, ticket, ref cancel, .. } = queued;
                state.running.push(Running { client, ticket, cancel: Arc::clone(cancel) });
                state.free -= usize::from(takes == Takes::Anything);
                state.report_places();
                return Some(queued);
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes in what a thread has done.
    fn finish(&self, queued: QueuedJob, progress: Progress, takes: Takes) {
        let mut state = self.state();
        state.free += usize::from(takes == Takes::Anything);
        state.running.retain(|running| running.ticket != queued.ticket);
        if progress == Progress::Again && !state.is_stopped && !queued.cancel.is_cancelled() {
            state.queue.put(queued.client, queued.ticket, queued);
            state.report_places();
            self.work.notify_all();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No thread panics while it has the lock: jobs work without it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn has_room_for(&self, caller: Caller) -> Result<(), Refused> {
        // What was left is over within milliseconds.
        let is_theirs = |running: &&Running| running.client == Client::Study(caller) && !running.cancel.is_cancelled();
        let theirs = self.queue.queued_by(caller) + self.running.iter().filter(is_theirs).count();
        if theirs >= MAX_PER_CALLER {
            return Err(Refused::TooManyOfYours);
        }
        if self.queue.questions() >= MAX_QUEUED {
            return Err(Refused::TooMany);
        }
        Ok(())
    }

    /// If nobody is free, a report stops for somebody who studies. What it was searching it will search again. Seats have a thread of their own, and
    /// there may be so many of them that no report would ever be made.
    fn interrupt_a_report(&self) {
        let is_report = |running: &&Running| running.client == Client::Report;
        if self.free <= self.queue.waiting()
            && let Some(report) = self.running.iter().find(is_report)
        {
            report.cancel.interrupt();
        }
    }

    fn report_places(&self) {
        for (before, queued) in self.queue.places() {
            // Where no thread is free, one of those that are searched has to be answered as well.
            match (before + 1).saturating_sub(self.free) {
                0 => {}
                others => queued.job.waits(others),
            }
        }
    }
}

/// Somebody waits for an answer. Dropping it leaves: what waits is taken out, and what is searched is stopped.
pub(super) struct JobGuard {
    shared: Arc<Shared>,
    ticket: Ticket,
    cancel: Arc<Cancellation>,
}

impl Drop for JobGuard {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        // The lock is held, so that a job cannot be put back between the two.
        self.cancel.cancel();
        let removed = state.queue.remove(self.ticket);
        if removed.is_some() {
            state.report_places();
        }
    }
}

/// Why nothing is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The caller has too many questions already.
    TooManyOfYours,
    /// Too many questions wait.
    TooMany,
    /// The server is stopping.
    Stopped,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::TooManyOfYours => write!(f, "at most {MAX_PER_CALLER} questions to the engine at a time"),
            Refused::TooMany => f.write_str("too many questions wait for the engine; try again later"),
            Refused::Stopped => f.write_str("the server is stopping"),
        }
    }
}

impl std::error::Error for Refused {}
