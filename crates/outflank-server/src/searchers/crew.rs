//! The threads, and how work comes to them.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use outflank_engine::{Engine, Options};
use outflank_players::Random;

use super::brake::Brake;
use super::queue::{Asker, Caller, Queue, Takes, Ticket};

/// How many questions one caller may have at a time, waiting or being searched.
pub(super) const MOST_OF_A_CALLER: usize = 4;

/// How many questions of study may wait.
pub(super) const MOST_QUESTIONS: usize = 64;

/// What a thread does for somebody. Dropped without an answer, it says by that to whoever waits that the server is stopping.
pub(super) trait Job: Send {
    /// Does the work, or a part of it after which others may have a turn.
    fn work(&mut self, bench: &mut Bench, brake: &Brake) -> Progress;

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
pub(super) struct Bench {
    /// For study, and for seats that play as well as they can.
    pub(super) engine: Engine,
    /// For seats that do not look far. It forgets everything between moves, so that nobody's analysis makes them stronger.
    pub(super) shallow: Engine,
    /// For choices among moves.
    pub(super) random: Random,
}

impl Bench {
    fn new(table_mebibytes: usize) -> Bench {
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).expect("the system has random numbers");
        Bench {
            engine: Engine::new(Options { threads: 1, table_mebibytes }),
            shallow: Engine::new(Options { threads: 1, table_mebibytes: 1 }),
            random: Random::new(u64::from_ne_bytes(seed)),
        }
    }
}

/// Whether a crew plays.
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
pub(super) struct Crew {
    shared: Arc<Shared>,
}

/// What the threads and those who ask share.
struct Shared {
    state: Mutex<State>,
    /// Told when there may be something to do.
    work: Condvar,
}

struct State {
    queue: Queue<Order>,
    /// What is being searched.
    running: Vec<Running>,
    /// How many threads that study have nothing to do, or come for something just now.
    free: usize,
    next_ticket: u64,
    is_stopped: bool,
}

/// A job with what is known about it.
struct Order {
    asker: Asker,
    ticket: Ticket,
    brake: Arc<Brake>,
    job: Box<dyn Job>,
}

struct Running {
    asker: Asker,
    ticket: Ticket,
    brake: Arc<Brake>,
}

impl Crew {
    /// Starts at least one thread. If there are more and a thread is to be kept for seats, the first does nothing else: however long others
    /// study, no player waits for them.
    pub(super) fn start(threads: usize, table_mebibytes: usize, seats: Seats) -> Crew {
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
        Crew { shared }
    }

    /// Puts a job into the queue.
    pub(super) fn ask(&self, asker: Asker, job: Box<dyn Job>) -> Result<Stay, Refused> {
        let mut state = self.shared.state();
        if state.is_stopped {
            return Err(Refused::Stopped);
        }
        if let Asker::Study(caller) = asker {
            state.has_room_for(caller)?;
        }
        let ticket = Ticket(state.next_ticket);
        state.next_ticket += 1;
        let brake = Arc::new(Brake::default());
        let order = Order { asker, ticket, brake: Arc::clone(&brake), job };
        if let Asker::Study(_) = asker {
            state.make_way();
        }
        state.queue.put(asker, ticket, order);
        state.tell_places();
        self.shared.work.notify_all();
        Ok(Stay { shared: Arc::clone(&self.shared), ticket, brake })
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
            running.brake.pull();
        }
        self.shared.work.notify_all();
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    /// What a thread does with its life.
    fn work(&self, takes: Takes, table_mebibytes: usize) {
        let mut bench = Bench::new(table_mebibytes);
        while let Some(mut order) = self.next(takes) {
            let worked = catch_unwind(AssertUnwindSafe(|| order.job.work(&mut bench, &order.brake)));
            let progress = worked.unwrap_or_else(|_| {
                // The panic has been printed by its hook. Its engine may have been left in the middle of something.
                tracing::error!(asker = ?order.asker, "a search panicked");
                bench = Bench::new(table_mebibytes);
                order.job.failed();
                Progress::Done
            });
            self.put_down(order, progress, takes);
        }
    }

    /// Waits for something to do; nothing if it is time to go.
    fn next(&self, takes: Takes) -> Option<Order> {
        let mut state = self.state();
        loop {
            if state.is_stopped {
                return None;
            }
            if let Some(order) = state.queue.take(takes) {
                let Order { asker, ticket, ref brake, .. } = order;
                state.running.push(Running { asker, ticket, brake: Arc::clone(brake) });
                state.free -= usize::from(takes == Takes::Anything);
                state.tell_places();
                return Some(order);
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes in what a thread has done.
    fn put_down(&self, order: Order, progress: Progress, takes: Takes) {
        let mut state = self.state();
        state.free += usize::from(takes == Takes::Anything);
        state.running.retain(|running| running.ticket != order.ticket);
        if progress == Progress::Again && !state.is_stopped && !order.brake.is_pulled() {
            state.queue.put(order.asker, order.ticket, order);
            state.tell_places();
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
        let is_theirs = |running: &&Running| running.asker == Asker::Study(caller) && !running.brake.is_pulled();
        let theirs = self.queue.questions_of(caller) + self.running.iter().filter(is_theirs).count();
        if theirs >= MOST_OF_A_CALLER {
            return Err(Refused::TooManyOfYours);
        }
        if self.queue.questions() >= MOST_QUESTIONS {
            return Err(Refused::TooMany);
        }
        Ok(())
    }

    /// If nobody is free, a report stops for somebody who studies. What it was searching it will search again. Seats have a thread of their own, and
    /// there may be so many of them that no report would ever be made.
    fn make_way(&self) {
        let is_report = |running: &&Running| running.asker == Asker::Report;
        if self.free <= self.queue.waiting()
            && let Some(report) = self.running.iter().find(is_report)
        {
            report.brake.interrupt();
        }
    }

    fn tell_places(&self) {
        for (before, order) in self.queue.places() {
            // Where no thread is free, one of those that are searched has to be answered as well.
            match (before + 1).saturating_sub(self.free) {
                0 => {}
                others => order.job.waits(others),
            }
        }
    }
}

/// Somebody waits for an answer. Dropping it leaves: what waits is taken out, and what is searched is stopped.
pub(super) struct Stay {
    shared: Arc<Shared>,
    ticket: Ticket,
    brake: Arc<Brake>,
}

impl Drop for Stay {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        // The lock is held, so that a job cannot be put back between the two.
        self.brake.pull();
        let removed = state.queue.remove(self.ticket);
        if removed.is_some() {
            state.tell_places();
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
            Refused::TooManyOfYours => write!(f, "at most {MOST_OF_A_CALLER} questions to the engine at a time"),
            Refused::TooMany => f.write_str("too many questions wait for the engine; try again later"),
            Refused::Stopped => f.write_str("the server is stopping"),
        }
    }
}

impl std::error::Error for Refused {}
