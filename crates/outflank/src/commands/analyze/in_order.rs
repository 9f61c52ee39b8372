use std::collections::BTreeMap;
use std::iter::Enumerate;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// How many items may be done or in progress ahead of the one that is taken next.
pub(super) const MAX_AHEAD: usize = 64;

/// Works on items on several threads, and passes the results to `take` in the order of the items.
///
/// `start` makes a worker on its thread. The first worker that returns `None`, or an error of `take`, ends the work. No more than
/// [`MAX_AHEAD`] results exist at a time, however long the first of them takes.
pub(super) fn in_order<I, R, W, E>(
    items: I,
    workers: usize,
    start: impl Fn() -> W + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Iterator<Item: Send> + Send,
    R: Send,
    W: FnMut(I::Item) -> Option<R>,
{
    let queue = Queue::new(items);
    thread::scope(|scope| {
        // Work must not go on after an error or a panic.
        let _end = EndOnDrop(&queue);
        let (done, results) = mpsc::channel();
        for _ in 0..workers {
            let (done, queue, start) = (done.clone(), &queue, &start);
            scope.spawn(move || {
                let _end = EndOnDrop(queue);
                let mut work = start();
                while let Some((index, item)) = queue.next() {
                    let Some(result) = work(item) else { break };
                    if done.send((index, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (index, result) in results {
            early.insert(index, result);
            while let Some(result) = early.remove(&next) {
                take(result)?;
                next += 1;
                queue.took_one();
            }
        }
        Ok(())
    })
}

struct Queue<I> {
    state: Mutex<State<I>>,
    changed: Condvar,
}

struct State<I> {
    items: Enumerate<I>,
    open: usize,
    is_over: bool,
}

impl<I: Iterator> Queue<I> {
    fn new(items: I) -> Queue<I> {
        let state = State { items: items.enumerate(), open: 0, is_over: false };
        Queue { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<I>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<(usize, I::Item)> {
        let must_wait = |state: &mut State<I>| state.open >= MAX_AHEAD && !state.is_over;
        let state = self.changed.wait_while(self.lock(), must_wait);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.is_over {
            return None;
        }
        let next = state.items.next()?;
        state.open += 1;
        Some(next)
    }

    fn took_one(&self) {
        self.lock().open -= 1;
        self.changed.notify_all();
    }
}

/// No more items are handed out once a worker or the taker ends. Others finish what they have begun.
struct EndOnDrop<'q, I: Iterator>(&'q Queue<I>);

impl<I: Iterator> Drop for EndOnDrop<'_, I> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    struct Counted {
        number: usize,
        live: Arc<AtomicUsize>,
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            self.live.fetch_sub(1, Ordering::SeqCst);
        }
    }

    #[test]
    fn results_are_taken_in_order_and_never_pile_up() {
        const ITEMS: usize = 2_000;
        let (live, most, started) = (Arc::new(AtomicUsize::new(0)), AtomicUsize::new(0), AtomicUsize::new(0));
        let start = || {
            |number| {
                started.fetch_add(1, Ordering::SeqCst);
                // The first one takes longer than all that may run ahead of it.
                while number == 0 && started.load(Ordering::SeqCst) < MAX_AHEAD {
                    thread::yield_now();
                }
                for _ in 0..if number == 0 { 10_000 } else { 0 } {
                    thread::yield_now();
                }
                most.fetch_max(live.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                Some(Counted { number, live: Arc::clone(&live) })
            }
        };
        let mut taken = Vec::new();
        let done = in_order(0..ITEMS, 4, start, |counted: Counted| {
            taken.push(counted.number);
            Ok::<(), ()>(())
        });
        assert_eq!(done, Ok(()));
        assert!(taken.into_iter().eq(0..ITEMS));
        assert_eq!(live.load(Ordering::SeqCst), 0);
        assert!(most.load(Ordering::SeqCst) <= MAX_AHEAD, "{most:?}");
    }

    #[test]
    fn a_worker_that_gives_up_and_an_error_end_the_work() {
        for workers in 1..=4 {
            let mut taken = 0;
            let done = in_order(
                0..10_000,
                workers,
                || |number| (number < 100).then_some(number),
                |_| {
                    taken += 1;
                    Ok::<(), ()>(())
                },
            );
            assert_eq!(done, Ok(()));
            assert!(taken <= 100, "{taken}");
            let done = in_order(0..10_000, workers, || Some, |number| if number < 10 { Ok(()) } else { Err(number) });
            assert_eq!(done, Err(10));
        }
    }
}
