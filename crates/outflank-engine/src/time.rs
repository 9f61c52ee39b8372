use std::time::Duration;

use crate::Limits;

/// Never spent, to absorb network and scheduling delays.
const RESERVE: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeBudget {
    pub(crate) time: Duration,
    /// Unspent time stays on the clock for later moves.
    pub(crate) carries_over: bool,
}

/// Time limit for this move: the fixed limit or a share of the clock, whichever is shorter.
pub(crate) fn budget(limits: &Limits, empties: u32) -> Option<TimeBudget> {
    let share = limits.clock.map(|clock| {
        let usable = clock.left.saturating_sub(RESERVE);
        // The last 12 empties are solved instantly, so only the moves before them share the clock.
        let moves_left = (empties.saturating_sub(12) / 2).max(1) + 2;
        (usable / moves_left + clock.increment * 3 / 4).min(usable)
    });
    let time = match (limits.time, share) {
        (Some(time), Some(share)) => time.min(share),
        (time, share) => time.or(share)?,
    };
    Some(TimeBudget { time, carries_over: share.is_some() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameClock;

    fn share(left: u64, increment: u64, empties: u32) -> Duration {
        let clock = GameClock { left: Duration::from_millis(left), increment: Duration::from_millis(increment) };
        budget(&Limits { clock: Some(clock), ..Limits::default() }, empties).unwrap().time
    }

    #[test]
    fn a_clock_lasts_the_whole_game() {
        let mut left = 60_000;
        for empties in (0..60).rev().step_by(2) {
            let spent = share(left, 0, empties).as_millis() as u64;
            assert!(spent < left, "{empties} empty squares");
            left -= spent;
        }
        assert!(left >= RESERVE.as_millis() as u64);
    }

    #[test]
    fn an_increment_never_exceeds_the_clock() {
        assert!(share(60_000, 5_000, 40) > share(60_000, 0, 40));
        assert_eq!(share(1_050, 60_000, 40), Duration::from_secs(1));
        assert_eq!(share(20, 0, 40), Duration::ZERO);
    }

    #[test]
    fn no_limit_without_a_clock_or_time() {
        assert_eq!(budget(&Limits::default(), 40), None);
    }
}
