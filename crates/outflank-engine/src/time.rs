//! How long to think about a move.
//!
//! With a game clock, the moves before the endgame leave a good part of the time to the first position that can probably be solved with
//! half of what is left. After that, the rest of the game costs nothing.

use std::time::Duration;

use crate::{GameClock, Limits};

/// Never spent, to absorb network and scheduling delays.
const RESERVE: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeBudget {
    /// The most that the search may take.
    pub(crate) most: Duration,
    /// What it should take on average, if unspent time stays on the clock for later moves.
    pub(crate) target: Option<Duration>,
}

/// The fixed limit or a share of the clock, whichever is shorter.
pub(crate) fn budget(limits: &Limits, empties: u32) -> Option<TimeBudget> {
    let Some(clock) = limits.clock else {
        return limits.time.map(|most| TimeBudget { most, target: None });
    };
    let longest = limits.time.unwrap_or(Duration::MAX);
    let (target, most) = share(clock, empties);
    Some(TimeBudget { most: most.min(longest), target: Some(target.min(longest)) })
}

/// The target, and the most for a difficult move.
fn share(clock: GameClock, empties: u32) -> (Duration, Duration) {
    let usable = clock.left.saturating_sub(RESERVE);
    let increment = clock.increment * 3 / 4;
    let moves_before = (f64::from(empties) - solvable_empties(usable / 2)) / 2.0;
    let (target, most) = match moves_before {
        ..=0.0 => (usable / 2, usable * 3 / 4),
        moves => {
            let target = usable.mul_f64(SHARE_BEFORE / (moves + 1.0));
            (target, (target * 5 / 2).min(usable / 3))
        }
    };
    ((target + increment).min(usable), (most + increment).min(usable))
}

/// The share of the time left that each move plans for itself and the moves up to that position. As every move plans anew, they use more.
const SHARE_BEFORE: f64 = 0.65;

/// With this many empty squares, one thread has solved most positions after a second. With one more it takes twice as long.
const EMPTIES_A_SECOND: f64 = 24.0;

/// With how many empty squares a position can probably be solved in this time.
fn solvable_empties(time: Duration) -> f64 {
    (EMPTIES_A_SECOND + time.as_secs_f64().log2()).max(12.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget_of(left: u64, increment: u64, empties: u32) -> TimeBudget {
        let clock = GameClock { left: Duration::from_millis(left), increment: Duration::from_millis(increment) };
        budget(&Limits { clock: Some(clock), ..Limits::default() }, empties).unwrap()
    }

    fn target(left: u64, increment: u64, empties: u32) -> Duration {
        budget_of(left, increment, empties).target.unwrap()
    }

    #[test]
    fn a_clock_lasts_the_whole_game_even_if_every_move_is_difficult() {
        for seconds in [1, 60, 3_600] {
            let mut left = seconds * 1_000;
            for empties in (0..60).rev().step_by(2) {
                let spent = budget_of(left, 0, empties).most.as_millis() as u64;
                assert!(spent < left, "{seconds} s, {empties} empty squares");
                left -= spent;
            }
            assert!(left >= RESERVE.as_millis() as u64);
        }
    }

    #[test]
    fn an_eighth_of_the_clock_is_left_for_the_endgame() {
        for seconds in [1, 60, 3_600] {
            let whole = seconds * 1_000;
            let mut left = whole;
            for empties in (24..60).rev().step_by(2) {
                let spent = target(left, 0, empties);
                if spent > Duration::from_millis(2 * left / 5) {
                    break;
                }
                left -= spent.as_millis() as u64;
            }
            assert!((whole / 8..whole / 2).contains(&left), "{left} ms of {seconds} s");
        }
    }

    #[test]
    fn an_increment_never_exceeds_the_clock() {
        assert!(target(60_000, 5_000, 40) > target(60_000, 0, 40));
        assert_eq!(target(1_050, 60_000, 40), Duration::from_secs(1));
        assert_eq!(target(20, 0, 40), Duration::ZERO);
    }

    #[test]
    fn no_limit_without_a_clock_or_time() {
        assert_eq!(budget(&Limits::default(), 40), None);
    }
}
