use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Results per thread that may wait for an earlier one. This bounds the memory.
const QUEUED_PER_THREAD: usize = 64;

const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(1024).expect("it is not zero");

pub(crate) fn count(requested: Option<NonZeroUsize>) -> NonZeroUsize {
    requested
        .or_else(|| thread::available_parallelism().ok())
        .map_or(NonZeroUsize::MIN, |threads| threads.min(MAX_THREADS))
}

pub(crate) fn share<W: Send, T>(
    workers: &mut [W],
    tasks: impl Iterator<Item = T> + Send,
    run: impl Fn(&mut W, T) + Sync,
) {
    let (tasks, run) = (&Mutex::new(tasks), &run);
    // The scope passes a thread's panic on, so what that thread left half done is never used.
    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for worker in workers {
            scope.spawn(move || {
                while let Some(task) = next() {
                    run(worker, task);
                }
            });
        }
    });
}

/// Runs all tasks with one worker per thread and passes the results to `take` in order, until `take` fails.
pub(crate) fn in_order<T, R, E, F>(
    threads: NonZeroUsize,
    tasks: impl Iterator<Item = T> + Send,
    new_worker: impl Fn() -> F + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    R: Send,
    F: FnMut(T) -> R,
{
    let (sender, results) = mpsc::sync_channel::<Receiver<R>>(QUEUED_PER_THREAD.saturating_mul(threads.get()));
    let queue = Mutex::new(Some(TaskQueue { tasks, results: sender }));
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(|| {
                let mut worker = new_worker();
                while let Some((task, result)) = next_task(&queue) {
                    // After an error the receiver is gone.
                    let _ = result.send(worker(task));
                }
            });
        }
        // A thread that panics drops its sender: no later result is taken, and the scope passes the panic on.
        // However this ends, `results` is dropped, and the threads take no more tasks.
        results.into_iter().map_while(|result| result.recv().ok()).try_for_each(&mut take)
    })
}

struct TaskQueue<I, R> {
    tasks: I,
    /// Receives, in the order of the tasks, the channels on which their results arrive.
    results: SyncSender<Receiver<R>>,
}

/// The next task and where to send its result. The queue is dropped after the last one.
fn next_task<I: Iterator, R>(queue: &Mutex<Option<TaskQueue<I, R>>>) -> Option<(I::Item, SyncSender<R>)> {
    // A poisoned lock means that another thread panicked while it took a task.
    let mut queue = queue.lock().ok()?;
    let task = queue.as_mut().and_then(|TaskQueue { tasks, results }| {
        let task = tasks.next()?;
        let (sender, result) = mpsc::sync_channel(1);
        results.send(result).ok()?;
        Some((task, sender))
    });
    if task.is_none() {
        *queue = None;
    }
    task
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::panic::{self, AssertUnwindSafe};

    use proptest::prelude::*;

    use super::*;

    fn square(number: u64) -> u64 {
        (0..(number * 7919) % 5000).for_each(|step| {
            std::hint::black_box(step);
        });
        number * number
    }

    proptest! {
        #[test]
        fn results_come_in_the_order_of_the_work(threads in 1..6_usize, numbers in prop::collection::vec(0..1000_u64, 0..700)) {
            let mut taken = Vec::new();
            let take = |square| {
                taken.push(square);
                Ok::<_, Infallible>(())
            };
            in_order(NonZeroUsize::new(threads).unwrap(), numbers.iter().copied(), || square, take).unwrap();
            prop_assert_eq!(taken, numbers.into_iter().map(square).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_error_ends_endless_work() {
        let mut taken = 0;
        let done = in_order(
            NonZeroUsize::new(3).unwrap(),
            0..,
            || square,
            |_| {
                taken += 1;
                if taken == 1000 { Err(taken) } else { Ok(()) }
            },
        );
        assert_eq!(done, Err(1000));
    }

    #[test]
    fn a_panic_on_a_thread_is_passed_on() {
        let worker = || |number| assert!(number != 500, "on purpose");
        let mut taken = 0;
        let work = AssertUnwindSafe(|| {
            in_order(NonZeroUsize::new(2).unwrap(), 0.., worker, |()| {
                taken += 1;
                Ok::<_, Infallible>(())
            })
        });
        assert!(panic::catch_unwind(work).is_err());
        assert_eq!(taken, 500);
    }
}
