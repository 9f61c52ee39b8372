use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::Direction;

/// Standard Othello or one of its variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Othello by the rules of the World Othello Federation.
    #[default]
    Standard,
    /// Discs flip along rows and columns only, and each player has 30 discs.
    Orthogonal,
    /// Othello with 30 discs for each player.
    Thirty,
    /// A disc may be placed next to any disc; outflanked discs are flipped.
    Shellos,
}

/// What makes an empty square playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// The disc must outflank a disc of the opponent.
    Outflanks,
    /// The disc must touch another.
    Touches,
}

impl Rules {
    /// All four sets of rules.
    pub const ALL: [Rules; 4] = [Rules::Standard, Rules::Orthogonal, Rules::Thirty, Rules::Shellos];

    /// Whether these are the standard rules.
    pub const fn is_standard(self) -> bool {
        matches!(self, Rules::Standard)
    }

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Standard => "standard",
            Rules::Orthogonal => "orthogonal",
            Rules::Thirty => "thirty",
            Rules::Shellos => "shellos",
        }
    }

    /// What makes an empty square playable.
    pub const fn placement(self) -> Placement {
        match self {
            Rules::Standard | Rules::Orthogonal | Rules::Thirty => Placement::Outflanks,
            Rules::Shellos => Placement::Touches,
        }
    }

    /// The directions in which outflanked discs are flipped.
    pub const fn flips_along(self) -> &'static [Direction] {
        match self {
            Rules::Standard | Rules::Thirty | Rules::Shellos => &Direction::ALL,
            Rules::Orthogonal => &Direction::ORTHOGONAL,
        }
    }

    /// The discs of each player besides those on the board at the start; `None` if unlimited.
    pub const fn supply(self) -> Option<u8> {
        match self {
            Rules::Standard | Rules::Shellos => None,
            Rules::Orthogonal | Rules::Thirty => Some(30),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is not the name of any [`Rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRulesError;

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected rules: standard, orthogonal, thirty or shellos")
    }
}

impl Error for ParseRulesError {}

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// Parses a name in any case.
    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        Rules::ALL.into_iter().find(|rules| rules.name().eq_ignore_ascii_case(text)).ok_or(ParseRulesError)
    }
}
