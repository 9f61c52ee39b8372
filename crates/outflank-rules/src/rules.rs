//! The rules of a game as data.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::Direction;

/// What a game is played by: which squares may be played, along which lines discs flip, and how many discs a
/// player owns. There are four values, and everything that differs between the games follows from their fields.
///
/// ```
/// use outflank_rules::Rules;
///
/// assert_eq!("shellos".parse(), Ok(Rules::SHELLOS));
/// assert_eq!(Rules::ORTHOGONAL.supply(), Some(30));
/// assert_eq!(Rules::default(), Rules::STANDARD);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    name: &'static str,
    placement: Placement,
    flips_along: &'static [Direction],
    supply: Option<u8>,
}

/// What makes an empty square playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// The disc must outflank at least one disc of the opponent.
    Outflanks,
    /// The disc must touch a disc of either colour, and need not outflank any.
    Touches,
}

impl Rules {
    /// Othello as the World Othello Federation plays it.
    pub const STANDARD: Rules =
        Rules { name: "standard", placement: Placement::Outflanks, flips_along: &Direction::ALL, supply: None };

    /// Discs flip along ranks and files only, and each player owns 30 discs.
    pub const ORTHOGONAL: Rules = Rules {
        name: "orthogonal",
        placement: Placement::Outflanks,
        flips_along: &Direction::ORTHOGONAL,
        supply: Some(30),
    };

    /// Othello with 30 discs for each player.
    pub const THIRTY: Rules =
        Rules { name: "thirty", placement: Placement::Outflanks, flips_along: &Direction::ALL, supply: Some(30) };

    /// A disc may be put on any empty square that touches a disc; what it outflanks is flipped.
    pub const SHELLOS: Rules =
        Rules { name: "shellos", placement: Placement::Touches, flips_along: &Direction::ALL, supply: None };

    /// The four values.
    pub const ALL: [Rules; 4] = [Rules::STANDARD, Rules::ORTHOGONAL, Rules::THIRTY, Rules::SHELLOS];

    /// The name of these rules, in lower case.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// What makes an empty square playable.
    pub const fn placement(self) -> Placement {
        self.placement
    }

    /// The directions in which outflanked discs are flipped.
    pub const fn flips_along(self) -> &'static [Direction] {
        self.flips_along
    }

    /// How many discs a player owns at the start besides those on the board; `None` where there are always enough.
    pub const fn supply(self) -> Option<u8> {
        self.supply
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::STANDARD
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// A text that names none of the four [`Rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRulesError;

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the name of rules: standard, orthogonal, thirty or shellos")
    }
}

impl Error for ParseRulesError {}

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// Reads the name in any case.
    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        Rules::ALL.into_iter().find(|rules| rules.name.eq_ignore_ascii_case(text)).ok_or(ParseRulesError)
    }
}
