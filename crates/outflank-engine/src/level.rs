//! Levels for people, from a first game to full strength.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_rules::{Move, Position};

use crate::{Analysis, Goal, Limits, Score};

/// How strong the engine plays.
///
/// A weak level looks only a few plies ahead, and of the moves that it finds it may take any that costs no more than its
/// budget, much as a person overlooks a better move but not an obvious one. Up to level 2 it likes to flip many discs,
/// as beginners do. Nothing else is random.
///
/// | level | plies ahead | solves from | may lose a move |
/// | --- | --- | --- | --- |
/// | 1 | 1 | 2 empty squares | 12 discs, greedy |
/// | 2 | 1 | 4 | 8 discs, greedy |
/// | 3 | 2 | 6 | 6 discs |
/// | 4 | 3 | 8 | 4 discs |
/// | 5 | 4 | 10 | 2 discs |
/// | 6 | 6 | 12 | 1 disc |
/// | 7 | 8 | 16 | nothing |
/// | 8 | 10 | 18 | nothing |
/// | 9 | 14 | 20 | nothing |
/// | 10 | 22 | 24 | nothing |
///
/// No level takes more than ten seconds over a move. Those that may lose nothing open by the [book](crate::Book).
///
/// ```
/// use outflank_engine::{Engine, Level};
/// use outflank_rules::{Position, Rules};
///
/// let level: Level = "3".parse()?;
/// let position = Position::initial(Rules::STANDARD);
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
    /// How many plies it looks ahead.
    depth: u8,
    /// From how many empty squares on it looks to the end.
    solves_from: u8,
    /// How many discs a move may cost.
    budget: i8,
    /// Whether it takes the move that flips most, of those within the budget.
    greedy: bool,
}

const STRENGTHS: [Strength; 10] = [
    Strength {
        name: "First evening",
        description: "Flips as many discs as it can and overlooks the rest.",
        depth: 1,
        solves_from: 2,
        budget: 12,
        greedy: true,
    },
    Strength {
        name: "Beginner",
        description: "Has learned to take corners, and often gives them away.",
        depth: 1,
        solves_from: 4,
        budget: 8,
        greedy: true,
    },
    Strength {
        name: "Casual player",
        description: "Has played for a few weeks and thinks about the next move.",
        depth: 2,
        solves_from: 6,
        budget: 6,
        greedy: false,
    },
    Strength {
        name: "Keen player",
        description: "Avoids the squares next to the corners and looks a little ahead.",
        depth: 3,
        solves_from: 8,
        budget: 4,
        greedy: false,
    },
    Strength {
        name: "Regular player",
        description: "Plays for mobility, and still misses things.",
        depth: 4,
        solves_from: 10,
        budget: 2,
        greedy: false,
    },
    Strength {
        name: "Club player",
        description: "Makes few mistakes and counts the endgame.",
        depth: 6,
        solves_from: 12,
        budget: 1,
        greedy: false,
    },
    Strength {
        name: "Strong club player",
        description: "Looks 8 moves ahead and plays the last 16 perfectly.",
        depth: 8,
        solves_from: 16,
        budget: 0,
        greedy: false,
    },
    Strength {
        name: "Tournament player",
        description: "Looks 10 moves ahead and plays the last 18 perfectly.",
        depth: 10,
        solves_from: 18,
        budget: 0,
        greedy: false,
    },
    Strength {
        name: "Master",
        description: "Looks 14 moves ahead and plays the last 20 perfectly.",
        depth: 14,
        solves_from: 20,
        budget: 0,
        greedy: false,
    },
    Strength {
        name: "Full strength",
        description: "Looks as far ahead as ten seconds a move allow.",
        depth: 22,
        solves_from: 24,
        budget: 0,
        greedy: false,
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

    /// How many plies it looks ahead.
    pub fn depth(self) -> u8 {
        self.strength().depth
    }

    /// From how many empty squares on it looks to the end.
    pub fn solves_from(self) -> u8 {
        self.strength().solves_from
    }

    /// How to search a position at this level.
    pub fn limits(self, position: &Position) -> Limits {
        let Strength { depth, solves_from, budget, .. } = *self.strength();
        let empties = position.empty().len() as u8;
        Limits {
            depth: Some(if empties <= solves_from { empties } else { depth.min(empties) }),
            time: Some(Level::PATIENCE),
            lines: if budget > 0 { position.choices().squares().len().max(1) as usize } else { 1 },
            goal: Goal::Score,
            ..Limits::default()
        }
    }

    /// The move to play after such a search: `None` if the game is over. `entropy` is any number that is not always the
    /// same; of the moves within the budget it picks one.
    pub fn pick(self, position: &Position, analysis: &Analysis, entropy: u64) -> Option<Move> {
        let Strength { budget, greedy, .. } = *self.strength();
        let best = analysis.lines.first()?;
        let least = best.score.steps() - Score::from_discs(budget).steps();
        let mut moves: Vec<Move> = analysis
            .lines
            .iter()
            .filter(|line| line.score.steps() >= least)
            .filter_map(|line| line.pv.first().copied())
            .collect();
        if greedy {
            let flips = |mv: &Move| mv.square().map_or(0, |square| position.flips(square).len());
            let most = moves.iter().map(flips).max()?;
            moves.retain(|mv| flips(mv) == most);
        }
        let choice = entropy.checked_rem(moves.len() as u64)?;
        moves.get(choice as usize).copied()
    }

    /// Whether a player at this level takes its first moves from the book. The others are to make their own mistakes.
    pub fn opens_by_book(self) -> bool {
        self.strength().budget == 0
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
