//! Work that is done on many threads, and handed over in order.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

/// How many pieces of work may be begun or wait for an earlier one, for each thread. It bounds the memory; when a piece
/// takes as long as so many others, threads wait.
const AHEAD: usize = 64;

/// No machine has use for more threads.
const MOST_THREADS: NonZeroUsize = NonZeroUsize::new(1024).expect("it is not zero");

/// As many threads as asked for, or one for each core.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked
        .or_else(|| thread::available_parallelism().ok())
        .map_or(NonZeroUsize::MIN, |threads| threads.min(MOST_THREADS))
}

/// Does the work with a worker for each thread, and has the results taken in the order of the work. Ends with the work, or
/// with the first error of `take`.
pub(crate) fn for_each<W, R, E, F>(
    threads: NonZeroUsize,
    work: impl Iterator<Item = W> + Send,
    new_worker: impl Fn() -> F + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    R: Send,
    F: FnMut(W) -> R,
{
    let (places, results) = mpsc::sync_channel::<Receiver<R>>(AHEAD.saturating_mul(threads.get()));
    let desk = Mutex::new(Some(Desk { work, places }));
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(|| {
                let mut worker = new_worker();
                while let Some(Piece { work, place }) = draw(&desk) {
                    // After an error the receiver is gone.
                    let _ = place.send(worker(work));
                }
            });
        }
        // A thread that panics leaves its place empty: nothing after it is taken, and the scope passes the panic on.
        // However this ends, `results` is dropped, and the threads draw no more work.
        results.into_iter().map_while(|place| place.recv().ok()).try_for_each(&mut take)
    })
}

/// Where work is drawn. It is closed when there is no more.
struct Desk<I, R> {
    work: I,
    /// Takes, in the order of the work, the places where the results will appear.
    places: SyncSender<Receiver<R>>,
}

/// Something to do, and where to put the result.
struct Piece<W, R> {
    work: W,
    place: SyncSender<R>,
}

fn draw<I: Iterator, R>(desk: &Mutex<Option<Desk<I, R>>>) -> Option<Piece<I::Item, R>> {
    // If drawing has panicked on another thread, nothing more is drawn.
    let mut desk = desk.lock().ok()?;
    let piece = desk.as_mut().and_then(|Desk { work, places }| {
        let work = work.next()?;
        let (place, result) = mpsc::sync_channel(1);
        places.send(result).ok()?;
        Some(Piece { work, place })
    });
    if piece.is_none() {
        *desk = None;
    }
    piece
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::panic::{self, AssertUnwindSafe};

    use proptest::prelude::*;

    use super::*;

    /// Takes longer for some numbers than for others.
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
            for_each(NonZeroUsize::new(threads).unwrap(), numbers.iter().copied(), || square, take).unwrap();
            prop_assert_eq!(taken, numbers.into_iter().map(square).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_error_ends_endless_work() {
        let mut taken = 0;
        let done = for_each(
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
            for_each(NonZeroUsize::new(2).unwrap(), 0.., worker, |()| {
                taken += 1;
                Ok::<_, Infallible>(())
            })
        });
        assert!(panic::catch_unwind(work).is_err());
        assert_eq!(taken, 500);
    }
}
