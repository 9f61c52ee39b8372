//! Those who ask are served a few at a time.
//!
//! What is asked at once by thousands of connections would otherwise be worked on at once, and a player's move would have its turn behind all of
//! it. Moves come by sockets or with a body, and do not stand in line.

use std::num::NonZero;
use std::pin::pin;
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time;

/// One is served at once for so many processors: the others are left to moves.
const PROCESSORS_FOR_A_PLACE: usize = 2;

/// How long somebody keeps a place. Who is not done by then waits for something else than a processor, such as a database.
const TIME_IN_PLACE: Duration = Duration::from_millis(5);

/// The line in which those wait who ask for something that is worked out at once.
pub(super) struct ReadLimit {
    places: Semaphore,
}

impl ReadLimit {
    pub(super) fn new() -> ReadLimit {
        ReadLimit::of(available_parallelism().map_or(1, NonZero::get).div_ceil(PROCESSORS_FOR_A_PLACE))
    }

    fn of(places: usize) -> ReadLimit {
        ReadLimit { places: Semaphore::new(places) }
    }

    /// The answer to somebody, when it is their turn.
    pub(super) async fn serve<T>(&self, answer: impl Future<Output = T>) -> T {
        // It fails only if nobody is to be served any more, which is never said.
        let place = self.places.acquire().await.ok();
        let mut answer = pin!(answer);
        match time::timeout(TIME_IN_PLACE, &mut answer).await {
            Ok(answer) => answer,
            Err(_) => {
                drop(place);
                answer.await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::sync::Notify;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn they_are_served_in_their_order_and_no_more_at_once_than_there_are_places() {
        let line = ReadLimit::of(2);
        let [first, second] = [Notify::new(), Notify::new()];
        let mut served = [&first, &second].map(|done| Box::pin(line.serve(done.notified())));
        assert!(served.iter_mut().all(|served| served.as_mut().now_or_never().is_none()));
        let [mut third, mut fourth] = [(); 2].map(|()| Box::pin(line.serve(async {})));
        assert!(third.as_mut().now_or_never().is_none());
        assert!(fourth.as_mut().now_or_never().is_none());
        second.notify_one();
        assert!(served[1].as_mut().now_or_never().is_some());
        assert!(fourth.as_mut().now_or_never().is_none(), "it came later");
        assert!(third.now_or_never().is_some());
        assert!(fourth.now_or_never().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_for_something_else_keeps_nobody_waiting() {
        let line = ReadLimit::of(1);
        let done = Notify::new();
        let slow = line.serve(done.notified());
        let others = async {
            let begun = time::Instant::now();
            for _ in 0..1000 {
                line.serve(async {}).await;
            }
            done.notify_one();
            begun.elapsed()
        };
        let ((), took) = tokio::join!(slow, others);
        assert!(took <= TIME_IN_PLACE + Duration::from_millis(2), "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn who_goes_away_leaves_the_place_to_the_next() {
        let line = ReadLimit::of(1);
        let mut first = Box::pin(line.serve(std::future::pending::<()>()));
        let mut second = Box::pin(line.serve(async {}));
        let mut third = Box::pin(line.serve(async {}));
        assert!(first.as_mut().now_or_never().is_none());
        assert!(second.as_mut().now_or_never().is_none());
        assert!(third.as_mut().now_or_never().is_none());
        drop((first, second));
        assert!(third.now_or_never().is_some());
    }
}
