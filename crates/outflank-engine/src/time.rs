//! How much of a game's clock one move deserves.

use std::time::Duration;

use crate::Limits;

/// What is never spent, so that a slow machine or a slow line does not lose on time.
const RESERVE: Duration = Duration::from_millis(50);

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    pub(crate) time: Duration,
    /// Whether what is not spent is there for the next moves.
    pub(crate) is_kept: bool,
}

/// The time for this move, if there is a limit at all: what was asked for, or a share of the clock.
pub(crate) fn for_this_move(limits: &Limits, empties: u32) -> Option<Allowance> {
    let share = limits.clock.map(|clock| {
        let usable = clock.left.saturating_sub(RESERVE);
        // The last dozen empty squares are solved in no time, so the moves before them share the clock.
        let moves_left = (empties.saturating_sub(12) / 2).max(1) + 2;
        (usable / moves_left + clock.increment * 3 / 4).min(usable)
    });
    let time = match (limits.time, share) {
        (Some(time), Some(share)) => time.min(share),
        (time, share) => time.or(share)?,
    };
    Some(Allowance { time, is_kept: share.is_some() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameClock;

    fn share(left: u64, increment: u64, empties: u32) -> Duration {
        let clock = GameClock { left: Duration::from_millis(left), increment: Duration::from_millis(increment) };
        for_this_move(&Limits { clock: Some(clock), ..Limits::default() }, empties).unwrap().time
    }

    #[test]
    fn a_clock_lasts_for_the_whole_game() {
        let mut left = 60_000;
        for empties in (0..60).rev().step_by(2) {
            let spent = share(left, 0, empties).as_millis() as u64;
            assert!(spent < left, "{empties} empty squares");
            left -= spent;
        }
        assert!(left >= RESERVE.as_millis() as u64);
    }

    #[test]
    fn an_increment_is_used_but_never_more_than_there_is() {
        assert!(share(60_000, 5_000, 40) > share(60_000, 0, 40));
        assert_eq!(share(1_050, 60_000, 40), Duration::from_secs(1));
        assert_eq!(share(20, 0, 40), Duration::ZERO);
    }

    #[test]
    fn without_a_limit_there_is_none() {
        assert_eq!(for_this_move(&Limits::default(), 40), None);
    }
}
