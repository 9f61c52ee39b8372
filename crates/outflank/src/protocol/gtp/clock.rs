use std::time::Duration;

use outflank_engine::GameClock;
use outflank_players::Allowance;
use outflank_rules::{ByColor, Color};

const RESERVE: Duration = Duration::from_millis(50);

/// In the main time the engine shares what is left among the coming moves, with byo-yomi as an increment. In byo-yomi each move gets an equal
/// part of the period. Between two `time_left`, the engine's own searches are subtracted.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    start: Option<Clock>,
    sides: ByColor<Option<Clock>>,
}

#[derive(Clone, Copy, Debug)]
struct Clock {
    phase: Phase,
    byo_yomi: Option<Period>,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    Main(Duration),
    ByoYomi(Period),
}

#[derive(Clone, Copy, Debug)]
struct Period {
    time: Duration,
    moves: u32,
}

impl Period {
    fn new(time: u32, moves: u32) -> Option<Period> {
        (moves > 0).then(|| Period { time: seconds(time), moves })
    }

    fn for_each_move(self) -> Duration {
        self.time / self.moves
    }
}

impl Clocks {
    pub(super) fn set(&mut self, main: u32, byo_time: u32, byo_stones: u32) {
        let byo_yomi = Period::new(byo_time, byo_stones).filter(|period| !period.time.is_zero());
        let is_unlimited = byo_time > 0 && byo_stones == 0;
        let phase = match byo_yomi {
            Some(period) if main == 0 => Phase::ByoYomi(period),
            _ => Phase::Main(seconds(main)),
        };
        self.start = (!is_unlimited).then_some(Clock { phase, byo_yomi });
        self.restart();
    }

    pub(super) fn restart(&mut self) {
        self.sides = ByColor::both(self.start);
    }

    pub(super) fn set_left(&mut self, color: Color, left: u32, stones: u32) {
        let period = Period::new(left, stones);
        let byo_yomi = self.start.and_then(|clock| clock.byo_yomi).or(period);
        let phase = period.map_or(Phase::Main(seconds(left)), Phase::ByoYomi);
        self.sides[color] = Some(Clock { phase, byo_yomi });
    }

    pub(super) fn allowance(&self, color: Color) -> Option<Allowance> {
        let Clock { phase, byo_yomi } = self.sides[color]?;
        Some(match phase {
            Phase::Main(left) => {
                Allowance::Share(GameClock { left, increment: byo_yomi.map(Period::for_each_move).unwrap_or_default() })
            }
            Phase::ByoYomi(period) => Allowance::Move(period.for_each_move().saturating_sub(RESERVE)),
        })
    }

    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        let Some(Clock { phase, byo_yomi }) = &mut self.sides[color] else { return };
        *phase = match (*phase, *byo_yomi) {
            (Phase::Main(left), Some(period)) if left <= time => Phase::ByoYomi(period),
            (Phase::Main(left), _) => Phase::Main(left.saturating_sub(time)),
            (Phase::ByoYomi(Period { moves: 1, .. }), Some(period)) => Phase::ByoYomi(period),
            (Phase::ByoYomi(Period { time: left, moves }), _) => {
                Phase::ByoYomi(Period { time: left.saturating_sub(time), moves: (moves - 1).max(1) })
            }
        };
    }
}

fn seconds(seconds: u32) -> Duration {
    Duration::from_secs(u64::from(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(left: u64, increment: u64) -> Option<Allowance> {
        let [left, increment] = [left, increment].map(Duration::from_secs);
        Some(Allowance::Share(GameClock { left, increment }))
    }

    fn one_move(time: u64) -> Option<Allowance> {
        Some(Allowance::Move(Duration::from_secs(time) - RESERVE))
    }

    #[test]
    fn without_time_settings_there_is_no_limit() {
        let mut clocks = Clocks::default();
        clocks.spend(Color::Black, Duration::from_secs(5));
        assert_eq!(clocks.allowance(Color::Black), None);
        // The protocol's way to write "no limit".
        clocks.set(300, 30, 0);
        assert_eq!(clocks.allowance(Color::Black), None);
    }

    #[test]
    fn main_time_is_shared_and_spent() {
        let mut clocks = Clocks::default();
        clocks.set(300, 0, 0);
        clocks.spend(Color::Black, Duration::from_secs(20));
        assert_eq!(clocks.allowance(Color::Black), share(280, 0));
        assert_eq!(clocks.allowance(Color::White), share(300, 0));
        clocks.spend(Color::Black, Duration::from_secs(400));
        assert_eq!(clocks.allowance(Color::Black), share(0, 0));
        clocks.restart();
        assert_eq!(clocks.allowance(Color::Black), share(300, 0));
    }

    #[test]
    fn byo_yomi_follows_and_begins_again() {
        let mut clocks = Clocks::default();
        clocks.set(60, 30, 3);
        assert_eq!(clocks.allowance(Color::White), share(60, 10));
        clocks.spend(Color::White, Duration::from_secs(61));
        assert_eq!(clocks.allowance(Color::White), one_move(10));
        clocks.spend(Color::White, Duration::from_secs(20));
        assert_eq!(clocks.allowance(Color::White), one_move(5));
        clocks.spend(Color::White, Duration::from_secs(1));
        assert_eq!(clocks.allowance(Color::White), one_move(9));
        clocks.spend(Color::White, Duration::from_secs(1));
        assert_eq!(clocks.allowance(Color::White), one_move(10));
    }

    #[test]
    fn the_client_can_set_the_time_left() {
        let mut clocks = Clocks::default();
        clocks.set_left(Color::Black, 12, 0);
        assert_eq!(clocks.allowance(Color::Black), share(12, 0));
        clocks.set_left(Color::Black, 12, 4);
        assert_eq!(clocks.allowance(Color::Black), one_move(3));
        clocks.set(0, 10, 1);
        assert_eq!(clocks.allowance(Color::Black), one_move(10));
    }
}
