use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use outflank_study::review::Analyst;

use super::cancel::Cancellation;
use super::queue::{Caller, JobClass, JobFilter, JobId, Queue, Turn};
use crate::limits::SITE_SHARE;

pub(crate) const MAX_PER_CALLER: usize = 4;

pub(crate) const MAX_QUEUED: usize = 64;

pub(super) trait Job: Send {
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress;

    fn failed(&mut self);

    fn queued(&self, _ahead: usize) {}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Unfinished,
    Done,
}

#[derive(Default)]
pub(super) struct Worker {
    /// Its engines serve seats and study, too.
    pub(super) analyst: Analyst,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeatThread {
    Reserved,
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "only workers have none"))]
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) running: usize,
    pub(crate) waiting: usize,
}

pub(super) struct Pool {
    shared: Arc<Shared>,
    /// Threads that accept any job.
    open_threads: usize,
}

struct Shared {
    state: Mutex<State>,
    work: Condvar,
}

struct State {
    queue: Queue<QueuedJob>,
    running: Vec<Running>,
    idle: usize,
    /// Those of them that accept any job.
    free: usize,
    next_id: u64,
    is_stopped: bool,
}

struct QueuedJob {
    class: JobClass,
    id: JobId,
    cancel: Arc<Cancellation>,
    job: Box<dyn Job>,
}

struct Running {
    class: JobClass,
    id: JobId,
    cancel: Arc<Cancellation>,
    makes_way: bool,
}

impl Pool {
    pub(super) fn start(threads: usize, seat_thread: SeatThread) -> Pool {
        let reserves_one = threads > 1 && seat_thread == SeatThread::Reserved;
        let free = threads.saturating_sub(usize::from(reserves_one)).max(1);
        let idle = threads.max(1);
        let state = State { queue: Queue::new(), running: Vec::new(), idle, free, next_id: 0, is_stopped: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), work: Condvar::new() });
        for number in 0..threads.max(1) {
            let filter = if number == 0 && reserves_one { JobFilter::SeatsOnly } else { JobFilter::Any };
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("searcher-{number}"));
            thread.spawn(move || shared.work(filter)).expect("the system can start threads");
        }
        Pool { shared, open_threads: free }
    }

    pub(super) fn submit(&self, class: JobClass, job: Box<dyn Job>) -> Result<JobGuard, Refused> {
        let mut state = self.shared.state();
        if state.is_stopped {
            return Err(Refused::Stopped);
        }
        if let JobClass::Study(caller) = class {
            state.check_limits(caller)?;
        }
        let id = JobId(state.next_id);
        state.next_id += 1;
        let cancel = Arc::new(Cancellation::default());
        let queued = QueuedJob { class, id, cancel: Arc::clone(&cancel), job };
        match class {
            JobClass::Seat(..) => state.interrupt_long_search(),
            JobClass::Study(_) => state.interrupt_report(),
            JobClass::Report => {}
        }
        state.queue.push(class, id, queued);
        state.report_places();
        self.shared.work.notify_all();
        Ok(JobGuard { shared: Arc::clone(&self.shared), id, cancel })
    }

    pub(super) fn load(&self) -> Load {
        let state = self.shared.state();
        Load { running: state.running.len(), waiting: state.queue.len() }
    }

    pub(super) fn has_room_for_report(&self) -> bool {
        let state = self.shared.state();
        let is_seat = |running: &&Running| matches!(running.class, JobClass::Seat(..));
        let others =
            state.running.iter().filter(|running| !is_seat(running)).count() + state.queue.studies_and_reports();
        self.open_threads > others
    }

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
    fn work(&self, filter: JobFilter) {
        let mut worker = Worker::default();
        while let Some(mut queued) = self.next(filter) {
            let worked = catch_unwind(AssertUnwindSafe(|| queued.job.work(&mut worker, &queued.cancel)));
            let progress = worked.unwrap_or_else(|_| {
                // The panic hook has printed the panic. The engine's state is unknown.
                tracing::error!(class = ?queued.class, "a search panicked");
                worker = Worker::default();
                queued.job.failed();
                Progress::Done
            });
            self.finish(queued, progress, filter);
        }
    }

    fn next(&self, filter: JobFilter) -> Option<QueuedJob> {
        let mut state = self.state();
        loop {
            if state.is_stopped {
                return None;
            }
            if let Some(queued) = state.queue.pop(filter) {
                let QueuedJob { class, id, ref cancel, .. } = queued;
                state.running.push(Running { class, id, cancel: Arc::clone(cancel), makes_way: false });
                state.idle -= 1;
                state.free -= usize::from(filter == JobFilter::Any);
                state.report_places();
                return Some(queued);
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish(&self, mut queued: QueuedJob, progress: Progress, filter: JobFilter) {
        let mut state = self.state();
        state.idle += 1;
        state.free += usize::from(filter == JobFilter::Any);
        state.running.retain(|running| running.id != queued.id);
        if progress == Progress::Unfinished && !state.is_stopped && !queued.cancel.is_cancelled() {
            queued.class = queued.class.continued();
            state.queue.push(queued.class, queued.id, queued);
            state.report_places();
            self.work.notify_all();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Jobs run without the lock, so it is never poisoned in the middle of a change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn check_limits(&self, caller: Caller) -> Result<(), Refused> {
        let running = self.running.iter().filter_map(|running| match running.class {
            // Cancelled searches end within milliseconds.
            JobClass::Study(caller) if !running.cancel.is_cancelled() => Some(caller),
            _ => None,
        });
        let active: Vec<Caller> = self.queue.callers().chain(running).collect();
        let own = active.iter().filter(|&&other| other == caller).count();
        let of_site = active.iter().filter(|other| other.site().is_some() && other.site() == caller.site()).count();
        if own >= MAX_PER_CALLER || of_site >= MAX_PER_CALLER * SITE_SHARE as usize {
            return Err(Refused::TooManyOfYours);
        }
        if self.queue.studies() >= MAX_QUEUED {
            return Err(Refused::TooMany);
        }
        Ok(())
    }

    /// If no thread is idle, a long search makes way for a new turn and continues later.
    fn interrupt_long_search(&mut self) {
        if self.idle > self.queue.new_turns() {
            return;
        }
        let is_long =
            |running: &&mut Running| !running.makes_way && matches!(running.class, JobClass::Seat(_, Turn::Rest));
        if let Some(long) = self.running.iter_mut().find(is_long) {
            long.makes_way = true;
            long.cancel.interrupt();
        }
    }

    /// If no thread is free, a report makes way for study and later repeats the interrupted search. Seats don't
    /// interrupt reports: many games would starve them.
    fn interrupt_report(&self) {
        let is_report = |running: &&Running| running.class == JobClass::Report;
        if self.free <= self.queue.len()
            && let Some(report) = self.running.iter().find(is_report)
        {
            report.cancel.interrupt();
        }
    }

    fn report_places(&self) {
        for (before, queued) in self.queue.places() {
            // If no thread is free, one running job has to finish first, too.
            match (before + 1).saturating_sub(self.free) {
                0 => {}
                others => queued.job.queued(others),
            }
        }
    }
}

/// Dropping it cancels the job, whether queued or running.
pub(super) struct JobGuard {
    shared: Arc<Shared>,
    id: JobId,
    cancel: Arc<Cancellation>,
}

impl Drop for JobGuard {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        // The lock is held, so the job cannot be queued again in between.
        self.cancel.cancel();
        if state.queue.remove(self.id).is_some() {
            state.report_places();
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    TooManyOfYours,
    TooMany,
    Stopped,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::TooManyOfYours => write!(f, "at most {MAX_PER_CALLER} engine requests at a time"),
            Refused::TooMany => f.write_str("the engine queue is full; try again later"),
            Refused::Stopped => f.write_str("the server is stopping"),
        }
    }
}

impl std::error::Error for Refused {}
