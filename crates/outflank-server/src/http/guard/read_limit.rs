use std::num::NonZero;
use std::pin::pin;
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time;

/// One read per this many processors; the others are left to moves.
const PROCESSORS_PER_READ: usize = 2;

/// A request that takes longer waits for something other than a processor, such as the database, and gives up its place.
const MAX_HOLD: Duration = Duration::from_millis(5);

pub(super) struct ReadLimit {
    places: Semaphore,
}

impl ReadLimit {
    pub(super) fn new() -> ReadLimit {
        ReadLimit::of(available_parallelism().map_or(1, NonZero::get).div_ceil(PROCESSORS_PER_READ))
    }

    fn of(places: usize) -> ReadLimit {
        ReadLimit { places: Semaphore::new(places) }
    }

    pub(super) async fn serve<T>(&self, answer: impl Future<Output = T>) -> T {
        // The semaphore is never closed.
        let place = self.places.acquire().await.ok();
        let mut answer = pin!(answer);
        match time::timeout(MAX_HOLD, &mut answer).await {
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
    async fn requests_are_served_in_order_and_limited() {
        let limit = ReadLimit::of(2);
        let [first, second] = [Notify::new(), Notify::new()];
        let mut served = [&first, &second].map(|done| Box::pin(limit.serve(done.notified())));
        assert!(served.iter_mut().all(|served| served.as_mut().now_or_never().is_none()));
        let [mut third, mut fourth] = [(); 2].map(|()| Box::pin(limit.serve(async {})));
        assert!(third.as_mut().now_or_never().is_none());
        assert!(fourth.as_mut().now_or_never().is_none());
        second.notify_one();
        assert!(served[1].as_mut().now_or_never().is_some());
        assert!(fourth.as_mut().now_or_never().is_none(), "it came later");
        assert!(third.now_or_never().is_some());
        assert!(fourth.now_or_never().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_request_gives_up_its_place() {
        let limit = ReadLimit::of(1);
        let done = Notify::new();
        let slow = limit.serve(done.notified());
        let others = async {
            let begun = time::Instant::now();
            for _ in 0..1000 {
                limit.serve(async {}).await;
            }
            done.notify_one();
            begun.elapsed()
        };
        let ((), took) = tokio::join!(slow, others);
        assert!(took <= MAX_HOLD + Duration::from_millis(2), "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_cancelled_request_frees_its_place() {
        let limit = ReadLimit::of(1);
        let mut first = Box::pin(limit.serve(std::future::pending::<()>()));
        let mut second = Box::pin(limit.serve(async {}));
        let mut third = Box::pin(limit.serve(async {}));
        assert!(first.as_mut().now_or_never().is_none());
        assert!(second.as_mut().now_or_never().is_none());
        assert!(third.as_mut().now_or_never().is_none());
        drop((first, second));
        assert!(third.now_or_never().is_some());
    }
}
