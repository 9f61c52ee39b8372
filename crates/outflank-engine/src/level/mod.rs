//! Levels for people, from a first evening to full strength.

mod weak;

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_rules::{Move, Position, Status};

use self::weak::Habits;
use crate::{Analysis, Goal, Limits};

/// How strong the engine plays.
///
/// Levels 1 to 6 play like people who are still learning. Level 1 flips many discs and knows nothing else. From level 2 on
/// they know about corners and look ahead, farther from level to level, but they overlook moves, and quiet ones most
/// often; fewer from level to level. Levels 7 to 10 play the best move that they find:
///
/// | level | plies ahead | solves from |
/// | --- | --- | --- |
/// | 7 | 8 | 16 empty squares |
/// | 8 | 10 | 18 |
/// | 9 | 14 | 20 |
/// | 10 | 22 | 24 |
///
/// No level takes more than ten seconds over a move. Levels 7 to 10 open by the [book](crate::Book).
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
    /// The player it resembles.
    name: &'static str,
    /// What to expect of it, in one sentence.
    description: &'static str,
    /// How many plies a report at this level looks ahead.
    depth: u8,
    /// The number of empty squares from which a report at this level looks to the end.
    solves_from: u8,
    /// How it plays if it does not play the best move it finds.
    habits: Option<Habits>,
}

const STRENGTHS: [Strength; 10] = [
    Strength {
        name: "First evening",
        description: "Likes to flip many discs and does not know yet that corners matter.",
        depth: 1,
        solves_from: 2,
        habits: Some(Habits {
            depth: 1,
            insight: 0.0,
            greed: 1.0,
            corner: 0.0,
            danger: 0.0,
            blindness: 0.35,
            error: 3.0,
        }),
    },
    Strength {
        name: "Beginner",
        description: "Takes every corner it can get, and often gives one away.",
        depth: 1,
        solves_from: 4,
        habits: Some(Habits {
            depth: 1,
            insight: 1.0,
            greed: 0.5,
            corner: 6.0,
            danger: 2.0,
            blindness: 0.93,
            error: 0.0,
        }),
    },
    Strength {
        name: "Casual player",
        description: "Has played for a few weeks: sees simple threats, overlooks most quiet moves.",
        depth: 2,
        solves_from: 6,
        habits: Some(Habits {
            depth: 2,
            insight: 1.0,
            greed: 0.4,
            corner: 7.0,
            danger: 1.0,
            blindness: 0.83,
            error: 0.0,
        }),
    },
    Strength {
        name: "Keen player",
        description: "Plans a few moves ahead and overlooks many quiet moves.",
        depth: 3,
        solves_from: 8,
        habits: Some(Habits {
            depth: 4,
            insight: 1.0,
            greed: 0.2,
            corner: 8.0,
            danger: 0.0,
            blindness: 0.71,
            error: 0.0,
        }),
    },
    Strength {
        name: "Regular player",
        description: "Plays for mobility and rarely gives away a corner, but overlooks quiet moves.",
        depth: 4,
        solves_from: 10,
        habits: Some(Habits {
            depth: 6,
            insight: 1.0,
            greed: 0.0,
            corner: 8.0,
            danger: 0.0,
            blindness: 0.53,
            error: 0.0,
        }),
    },
    Strength {
        name: "Club player",
        description: "Plays well from start to finish and overlooks a good move now and then.",
        depth: 6,
        solves_from: 12,
        habits: Some(Habits {
            depth: 8,
            insight: 1.0,
            greed: 0.0,
            corner: 8.0,
            danger: 0.0,
            blindness: 0.24,
            error: 0.0,
        }),
    },
    Strength {
        name: "Strong club player",
        description: "Looks 8 moves ahead and plays the last 16 perfectly.",
        depth: 8,
        solves_from: 16,
        habits: None,
    },
    Strength {
        name: "Tournament player",
        description: "Looks 10 moves ahead and plays the last 18 perfectly.",
        depth: 10,
        solves_from: 18,
        habits: None,
    },
    Strength {
        name: "Master",
        description: "Looks 14 moves ahead and plays the last 20 perfectly.",
        depth: 14,
        solves_from: 20,
        habits: None,
    },
    Strength {
        name: "Full strength",
        description: "Looks as far ahead as ten seconds a move allow.",
        depth: 22,
        solves_from: 24,
        habits: None,
    },
];

impl Level {
    /// How long any level thinks about a move at most.
    pub const PATIENCE: Duration = Duration::from_secs(10);

    /// All levels, the weakest first.
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

    /// The level with this number, from 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        match number {
            1..=10 => Some(Level(number)),
            _ => None,
        }
    }

    /// The number of the level, from 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The next stronger level, or `None` at full strength.
    pub fn next(self) -> Option<Level> {
        Level::new(self.0 + 1)
    }

    /// The player it resembles, in one or two words: "Club player".
    pub fn name(self) -> &'static str {
        self.strength().name
    }

    /// What to expect of it, in one sentence.
    pub fn description(self) -> &'static str {
        self.strength().description
    }

    /// How many plies a report at this level looks ahead. Levels 7 to 10 look as far when they play.
    pub fn depth(self) -> u8 {
        self.strength().depth
    }

    /// The number of empty squares from which a report at this level looks to the end, as levels 7 to 10 do when they
    /// play.
    pub fn solves_from(self) -> u8 {
        self.strength().solves_from
    }

    /// How to search a position for a move at this level.
    pub fn limits(self, position: &Position) -> Limits {
        let Strength { depth, solves_from, ref habits, .. } = *self.strength();
        let empties = position.empty().len() as u8;
        let (depth, lines) = match habits {
            // It chooses among all moves. The search of the variants is slower, so it looks less far ahead there.
            Some(habits) => {
                let depth = if position.board().is_some() { habits.depth } else { habits.depth.min(depth) };
                (depth, position.legal_moves().len().max(1) as usize)
            }
            None if empties <= solves_from => (empties, 1),
            None => (depth, 1),
        };
        Limits {
            depth: Some(depth.min(empties)),
            time: Some(Level::PATIENCE),
            lines,
            goal: Goal::Score,
            ..Limits::default()
        }
    }

    /// The move to play after such a search, or `None` if the game is over.
    ///
    /// Levels 7 to 10 play the best line. At the weaker levels `entropy`, any number that is not always the same,
    /// decides what is overlooked; the same number gives the same move.
    pub fn pick(self, position: &Position, analysis: &Analysis, entropy: u64) -> Option<Move> {
        match (&self.strength().habits, position.status()) {
            (Some(habits), Status::Place(squares)) => {
                habits.choose(position, squares, analysis, entropy).map(Move::Place)
            }
            _ => analysis.lines.first()?.pv.first().copied(),
        }
    }

    /// Whether it overlooks and misjudges things. Such a level needs an engine that does not remember deeper searches:
    /// they would make it stronger than it is meant to be.
    pub fn makes_mistakes(self) -> bool {
        self.strength().habits.is_some()
    }

    /// Whether a player at this level takes its first moves from the book. The others are to make their own mistakes.
    pub fn opens_by_book(self) -> bool {
        !self.makes_mistakes()
    }

    fn strength(self) -> &'static Strength {
        &STRENGTHS[usize::from(self.0) - 1]
    }
}

impl Default for Level {
    /// In the middle.
    fn default() -> Level {
        Level(5)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is not the number of a level.
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
