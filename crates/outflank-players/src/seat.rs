use std::time::Duration;

use outflank_engine::{Analysis, BookMove, GameClock, Level, Limits};
use outflank_formats::Points;
use outflank_rules::{Game, Move, Position};

use crate::{Action, BookUse, Bounds, Choice, Random};

const FULL_STRENGTH: Level = Level::ALL[Level::ALL.len() - 1];

/// The engine's seat in a game: how far to search, and which move to play. It has no engine: callers search, each in their own way.
///
/// ```
/// use outflank_engine::{Engine, Level};
/// use outflank_players::{BookUse, Bounds, EngineSeat, Random};
/// use outflank_rules::{Game, Position, Rules};
///
/// let mut seat = EngineSeat::new(Level::FIRST, Bounds::NONE, BookUse::ByLevel, Random::new(1));
/// let game = Game::new(Position::initial(Rules::Standard));
/// assert_eq!(seat.book_move(&game), None);
/// let analysis = Engine::default().analyze(*game.position(), seat.limits(game.position(), None));
/// assert!(seat.pick(game.position(), &analysis).is_some());
/// ```
#[derive(Clone, Debug)]
pub struct EngineSeat {
    level: Level,
    bounds: Bounds,
    book: BookUse,
    random: Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// A share of the time that is left.
    Share(GameClock),
    /// This time, as in byo-yomi.
    Move(Duration),
}

impl EngineSeat {
    pub fn new(level: Level, bounds: Bounds, book: BookUse, random: Random) -> EngineSeat {
        EngineSeat { level, bounds, book, random }
    }

    pub fn level(&self) -> Level {
        self.level
    }

    pub fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Starts another game. The same seed repeats it, unless time limits a search.
    pub fn begin(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    pub fn book_move(&mut self, game: &Game) -> Option<BookMove> {
        self.book.choose(self.level, game, || self.random.next())
    }

    /// The limits of a search for a move. They are those of the level, unless there are bounds. A clock shortens the search; at full
    /// strength it replaces the depth, but not the other limits.
    pub fn limits(&self, position: &Position, allowance: Option<Allowance>) -> Limits {
        let limits = self.bounds.in_place_of(self.level.limits(position));
        let Some(allowance) = allowance else { return limits };
        let adapts = self.level == FULL_STRENGTH && self.bounds == Bounds::NONE;
        allowance.shorten(match adapts {
            true => Limits { depth: None, ..limits },
            false => limits,
        })
    }

    /// The move to play after a search, or `None` if the game is over.
    pub fn pick(&mut self, position: &Position, analysis: &Analysis) -> Option<Move> {
        self.level.pick(position, analysis, self.random.next())
    }

    /// The same with its score and the time it took. `None` if there is no square to play.
    pub fn choose(&mut self, position: &Position, analysis: &Analysis) -> Option<Choice> {
        let square = self.pick(position, analysis)?.square()?;
        let line = analysis.lines.iter().find(|line| line.pv.first() == Some(&Move::Place(square)));
        Some(Choice {
            action: Action::Place(square),
            eval: line.and_then(|line| Points::from_f64(line.score.discs().into())),
            time: Some(analysis.time),
        })
    }
}

impl Allowance {
    pub fn shorten(self, limits: Limits) -> Limits {
        match self {
            Allowance::Share(clock) => Limits { clock: Some(clock), ..limits },
            Allowance::Move(time) => Limits { time: Some(limits.time.map_or(time, |limit| limit.min(time))), ..limits },
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Rules;

    use super::*;

    const WEEK: GameClock = GameClock { left: Duration::from_secs(7 * 24 * 60 * 60), increment: Duration::ZERO };

    fn seat(level: Level, bounds: Bounds) -> EngineSeat {
        EngineSeat::new(level, bounds, BookUse::Never, Random::new(1))
    }

    #[test]
    fn no_level_exceeds_its_time_and_nodes_whatever_the_clock() {
        for rules in Rules::ALL {
            let position = Position::initial(rules);
            for level in Level::ALL {
                let alone = seat(level, Bounds::NONE).limits(&position, None);
                for allowance in [Allowance::Share(WEEK), Allowance::Move(WEEK.left)] {
                    let timed = seat(level, Bounds::NONE).limits(&position, Some(allowance));
                    assert_eq!(timed.time, Some(Level::MAX_TIME), "{rules}, level {level}, {allowance:?}");
                    assert_eq!((timed.nodes.is_some(), timed.nodes), (true, alone.nodes), "{rules}, level {level}");
                }
            }
        }
    }

    #[test]
    fn a_short_clock_shortens_every_search() {
        let position = Position::initial(Rules::Standard);
        let second = Duration::from_secs(1);
        for level in Level::ALL {
            let seat = seat(level, Bounds::NONE);
            assert_eq!(seat.limits(&position, Some(Allowance::Move(second))).time, Some(second));
            let clock = GameClock { left: second, increment: Duration::ZERO };
            let timed = seat.limits(&position, Some(Allowance::Share(clock)));
            assert_eq!(timed.clock, Some(clock));
            assert!(timed.move_time(60) < Some(second), "level {level}");
        }
    }

    #[test]
    fn a_clock_replaces_the_depth_at_full_strength_only() {
        let position = Position::initial(Rules::Standard);
        for level in Level::ALL {
            let timed = seat(level, Bounds::NONE).limits(&position, Some(Allowance::Share(WEEK)));
            let depth = level.limits(&position).depth.filter(|_| level != FULL_STRENGTH);
            assert_eq!(timed.depth, depth, "level {level}");
        }
    }

    #[test]
    fn bounds_replace_the_limits_of_a_level() {
        let position = Position::initial(Rules::Standard);
        let minute = Duration::from_secs(60);
        let bounds = Bounds { time: Some(minute), ..Bounds::NONE };
        let limits = seat(FULL_STRENGTH, bounds).limits(&position, Some(Allowance::Share(WEEK)));
        assert_eq!((limits.depth, limits.nodes, limits.time), (None, None, Some(minute)));
    }
}
