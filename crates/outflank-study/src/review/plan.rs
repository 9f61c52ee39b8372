use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_engine::Level;
use outflank_rules::{Position, Rules};
use thiserror::Error;

/// How much work goes into each position of a review.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Effort {
    Quick,
    #[default]
    Standard,
    Deep,
    /// As deep as a playing level.
    Level(Level),
}

impl Effort {
    pub const NAMED: [Effort; 3] = [Effort::Quick, Effort::Standard, Effort::Deep];

    pub fn name(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Standard => "standard",
            Effort::Deep => "deep",
            Effort::Level(_) => "level",
        }
    }

    /// How many plies ahead unsolved positions are searched, or one more.
    pub fn plies(self) -> u8 {
        self.depths().plies
    }

    /// The effort that takes about this long for a game on two cores.
    pub fn for_time(time: Duration) -> Effort {
        match time.as_secs_f64() {
            ..5.0 => Effort::Quick,
            ..30.0 => Effort::Standard,
            _ => Effort::Deep,
        }
    }

    fn depths(self) -> Depths {
        match self {
            Effort::Quick => Depths { plies: 12, solves_from: 18 },
            Effort::Standard => Depths { plies: 18, solves_from: 23 },
            Effort::Deep => Depths { plies: 22, solves_from: 26 },
            Effort::Level(level) => Depths { plies: level.depth(), solves_from: level.solves_from() },
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Level(level) => write!(f, "level {}", level.number()),
            named => f.pad(named.name()),
        }
    }
}

impl FromStr for Effort {
    type Err = ParseEffortError;

    fn from_str(text: &str) -> Result<Effort, ParseEffortError> {
        let level = || text.strip_prefix("level ")?.parse().ok().map(Effort::Level);
        Effort::NAMED.into_iter().find(|effort| effort.to_string() == text).or_else(level).ok_or(ParseEffortError)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected quick, standard, deep or a level from 1 to 10")]
pub struct ParseEffortError;

#[derive(Clone, Copy, Debug)]
struct Depths {
    plies: u8,
    solves_from: u8,
}

/// The depth of each search of a review.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plan {
    effort: Effort,
    exact: Option<u8>,
    never_solves: bool,
}

/// Other rules have more moves and a slower search.
const MAX_VARIANT_DEPTHS: Depths = Depths { plies: 6, solves_from: 10 };

impl Plan {
    /// Also solves positions with at most this many empty squares.
    #[must_use]
    pub fn solving(self, empties: u8) -> Plan {
        Plan { exact: Some(empties), ..self }
    }

    /// Solves nothing, to measure the errors of estimates on solved positions.
    #[must_use]
    pub fn estimating(self) -> Plan {
        Plan { never_solves: true, ..self }
    }

    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// How deep a position is searched: the number of empty squares if it is to be solved.
    ///
    /// Other searches look to boards with an even number of empty squares. Values of odd and even depths differ by a disc or two
    /// in the opening, so that comparing them would make every second move look bad.
    pub fn plies(&self, position: &Position) -> u8 {
        let empties = position.empty().len() as u8;
        let Depths { plies, solves_from } = match (position.rules(), self.effort.depths()) {
            (Rules::Standard, depths) => depths,
            (_, Depths { plies, solves_from }) => Depths {
                plies: plies.min(MAX_VARIANT_DEPTHS.plies),
                solves_from: solves_from.min(MAX_VARIANT_DEPTHS.solves_from),
            },
        };
        let plies = plies + (empties.abs_diff(plies) % 2);
        if self.never_solves {
            return plies.min(empties.saturating_sub(2));
        }
        match empties <= solves_from.max(self.exact.unwrap_or(0)) || plies >= empties {
            true => empties,
            false => plies,
        }
    }
}

impl From<Effort> for Plan {
    fn from(effort: Effort) -> Plan {
        Plan { effort, ..Plan::default() }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact {
            Some(empties) => write!(f, "{}, exact from {empties} empty squares", self.effort),
            None => self.effort.fmt(f),
        }
    }
}
