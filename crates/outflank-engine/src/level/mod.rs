mod weak;

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_rules::{Move, Position, Status};

use self::weak::Habits;
use crate::{Analysis, Goal, Limits};

/// A playing strength from 1 to 10.
///
/// Levels 1 to 6 play like learners. Level 1 flips many discs and knows nothing else. From level 2 on they know about
/// corners and look ahead, but overlook moves, quiet ones most often. Each level looks farther and overlooks less than
/// the one before. Levels 7 to 10 play the best move they find:
///
/// | level | plies ahead | solves from |
/// | --- | --- | --- |
/// | 7 | 8 | 16 empty squares |
/// | 8 | 10 | 18 |
/// | 9 | 14 | 20 |
/// | 10 | 22 | 24 |
///
/// No level takes more than ten seconds per move. A limit on the visited positions, worth about five seconds on one core, ends
/// almost every search before, so that one thread finds the same moves again. Levels 7 to 10 use the opening [book](crate::Book).
///
/// ```
/// use outflank_engine::{Engine, Level};
/// use outflank_rules::{Position, Rules};
///
/// let level: Level = "3".parse()?;
/// let position = Position::initial(Rules::Standard);
/// let analysis = Engine::default().analyze(position, level.limits(&position));
/// let mv = level.pick(&position, &analysis, 2024).expect("there are moves at the start");
/// assert!(position.play(mv).is_ok());
/// # Ok::<(), outflank_engine::ParseLevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

struct Strength {
    name: &'static str,
    description: &'static str,
    depth: u8,
    solves_from: u8,
    /// Handicaps; without them it plays the best move found.
    habits: Option<Habits>,
}

const STRENGTHS: [Strength; 10] = [
    Strength {
        name: "First evening",
        description: "Likes to flip many discs and does not know yet that corners matter.",
        depth: 1,
        solves_from: 2,
        habits: Some(Habits { insight: 0.0, greed: 1.0, corner: 0.0, blindness: 0.35, error: 3.0, ..LEARNER }),
    },
    Strength {
        name: "Beginner",
        description: "Takes every corner it can get, and often gives one away.",
        depth: 1,
        solves_from: 4,
        habits: Some(Habits { greed: 0.5, corner: 6.0, danger: 2.0, blindness: 0.93, ..LEARNER }),
    },
    Strength {
        name: "Casual player",
        description: "Has played for a few weeks: sees simple threats, overlooks most quiet moves.",
        depth: 2,
        solves_from: 6,
        habits: Some(Habits { depth: 2, greed: 0.4, corner: 7.0, danger: 1.0, blindness: 0.83, ..LEARNER }),
    },
    Strength {
        name: "Keen player",
        description: "Plans a few moves ahead and overlooks many quiet moves.",
        depth: 3,
        solves_from: 8,
        habits: Some(Habits { depth: 4, greed: 0.2, blindness: 0.71, ..LEARNER }),
    },
    Strength {
        name: "Regular player",
        description: "Plays for mobility and rarely gives away a corner, but overlooks quiet moves.",
        depth: 4,
        solves_from: 10,
        habits: Some(Habits { depth: 6, blindness: 0.53, ..LEARNER }),
    },
    Strength {
        name: "Club player",
        description: "Plays well from start to finish and overlooks a good move now and then.",
        depth: 6,
        solves_from: 12,
        habits: Some(Habits { depth: 8, blindness: 0.24, ..LEARNER }),
    },
    Strength::best("Strong club player", "Looks 8 moves ahead and plays the last 16 perfectly.", 8, 16),
    Strength::best("Tournament player", "Looks 10 moves ahead and plays the last 18 perfectly.", 10, 18),
    Strength::best("Master", "Looks 14 moves ahead and plays the last 20 perfectly.", 14, 20),
    Strength::best("Full strength", "Looks as far ahead as ten seconds a move allow.", 22, 24),
];

const LEARNER: Habits =
    Habits { depth: 1, insight: 1.0, greed: 0.0, corner: 8.0, danger: 0.0, blindness: 0.0, error: 0.0 };

impl Strength {
    const fn best(name: &'static str, description: &'static str, depth: u8, solves_from: u8) -> Strength {
        Strength { name, description, depth, solves_from, habits: None }
    }
}

impl Level {
    /// Maximum time per move at any level.
    pub const MAX_TIME: Duration = Duration::from_secs(10);

    /// All levels, weakest first.
    pub const ALL: [Level; 10] = {
        let mut levels = [Level(1); 10];
        let mut index = 0;
        while index < 10 {
            levels[index] = Level(index as u8 + 1);
            index += 1;
        }
        levels
    };

    /// Where a new player starts.
    pub const FIRST: Level = Level(1);

    /// The level with this number.
    pub const fn new(number: u8) -> Option<Level> {
        match number {
            1..=10 => Some(Level(number)),
            _ => None,
        }
    }

    /// The level's number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The next stronger level.
    pub fn next(self) -> Option<Level> {
        Level::new(self.0 + 1)
    }

    /// A short name, such as "Club player".
    pub fn name(self) -> &'static str {
        self.strength().name
    }

    /// One sentence on what to expect.
    pub fn description(self) -> &'static str {
        self.strength().description
    }

    /// Depth of a report at this level, in plies. Levels 7 to 10 also play at this depth.
    pub fn depth(self) -> u8 {
        self.strength().depth
    }

    /// A report at this level solves positions with at most this many empties, and so do levels 7 to 10 when they play.
    pub fn solves_from(self) -> u8 {
        self.strength().solves_from
    }

    /// Limits for a search that chooses a move at this level.
    pub fn limits(self, position: &Position) -> Limits {
        let Strength { depth, solves_from, ref habits, .. } = *self.strength();
        let empties = position.empty().len() as u8;
        let (depth, lines) = match habits {
            // It chooses among all moves. The variants' search is slower, so it looks less far ahead.
            Some(habits) => {
                let depth = if position.board().is_some() { habits.depth } else { habits.depth.min(depth) };
                (depth, position.legal_moves().len().max(1) as usize)
            }
            None if empties <= solves_from => (empties, 1),
            None => (depth, 1),
        };
        Limits {
            depth: Some(depth.min(empties)),
            nodes: Some(max_nodes(position)),
            time: Some(Level::MAX_TIME),
            lines,
            goal: Goal::Score,
            ..Limits::default()
        }
    }

    /// The move to play after a search with [`Level::limits`], or `None` if the game is over.
    ///
    /// Levels 7 to 10 play the best line. Weaker levels make mistakes, which depend on the random number `entropy` alone.
    pub fn pick(self, position: &Position, analysis: &Analysis, entropy: u64) -> Option<Move> {
        match (&self.strength().habits, position.status()) {
            (Some(habits), Status::Place(squares)) => {
                habits.choose(position, squares, analysis, entropy).map(Move::Place)
            }
            _ => analysis.lines.first()?.pv.first().copied(),
        }
    }

    /// True if the level makes deliberate mistakes. Its engine must not remember deeper searches: it would be too strong.
    pub fn makes_mistakes(self) -> bool {
        self.strength().habits.is_some()
    }

    /// True if the level uses the opening book. Weaker levels make their own mistakes.
    pub fn opens_by_book(self) -> bool {
        !self.makes_mistakes()
    }

    fn strength(self) -> &'static Strength {
        &STRENGTHS[usize::from(self.0) - 1]
    }
}

/// About five seconds of search on one core, in millions of nodes per second: 6 in the midgame, 20 to 35 in the endgame, 2 for other rules.
fn max_nodes(position: &Position) -> u64 {
    match position.board() {
        Some(_) if position.empty().len() <= 24 => 100_000_000,
        Some(_) => 30_000_000,
        None => 10_000_000,
    }
}

impl Default for Level {
    /// Level 5.
    fn default() -> Level {
        Level(5)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not the number of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a level: a number from 1 (a first game) to 10 (full strength)")
    }
}

impl Error for ParseLevelError {}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        text.parse().ok().and_then(Level::new).ok_or(ParseLevelError)
    }
}
