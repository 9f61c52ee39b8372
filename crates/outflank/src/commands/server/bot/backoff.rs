use std::time::Duration;

use crate::random::Random;

const FIRST: Duration = Duration::from_millis(200);

/// Delays that double up to a limit. Each is shortened at random, so that many clients of a restarted server don't return together.
#[derive(Debug)]
pub(super) struct Backoff {
    longest: Duration,
    next: Duration,
    random: Random,
}

impl Backoff {
    pub(super) fn up_to(longest: Duration) -> Backoff {
        Backoff { longest, next: FIRST, random: Random::new(None) }
    }

    /// Half to all of the current step.
    pub(super) fn delay(&mut self) -> Duration {
        let step = self.next;
        self.next = (step * 2).min(self.longest);
        let share = (self.random.next() % 1000) as u32;
        step / 2 + step * share / 2000
    }

    pub(super) fn reset(&mut self) {
        self.next = FIRST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_the_limit_and_start_over() {
        let mut backoff = Backoff::up_to(Duration::from_secs(3));
        for step in [200, 400, 800, 1600, 3000, 3000].map(Duration::from_millis) {
            let delay = backoff.delay();
            assert!(step / 2 <= delay && delay <= step, "{delay:?} of {step:?}");
        }
        backoff.reset();
        assert!(backoff.delay() <= FIRST);
    }
}
