use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use outflank_rules::{Position, Rules, Setup, SetupError};

use crate::{Location, Place};

/// Malformed input. An illegal move in a well-formed record is an [`IllegalRecord`](crate::IllegalRecord) instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Where the input stops making sense.
    pub at: Place,
    /// A noun phrase.
    pub expected: Cow<'static, str>,
    /// Quoted text, or a noun phrase.
    pub found: Cow<'static, str>,
}

impl ParseError {
    pub(crate) fn new(
        at: impl Into<Place>,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> ParseError {
        ParseError { at: at.into(), expected: expected.into(), found: found.into() }
    }

    pub(crate) fn check_size(at: impl Into<Place>, what: &str, bytes: usize, most: usize) -> Result<(), ParseError> {
        match bytes <= most {
            true => Ok(()),
            false => Err(ParseError::new(at, format!("{what} of at most {most} bytes"), bytes.to_string())),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseError { at, expected, found } = self;
        write!(f, "expected {expected}, found {found} ({at})")
    }
}

impl Error for ParseError {}

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The input does not follow its format.
    Syntax(ParseError),
    /// The rules do not allow the start position.
    #[allow(missing_docs, reason = "the fields name their contents")]
    Setup { at: Place, error: SetupError },
}

impl ReadError {
    /// Checks a start position. The error points to the board or to the supply, whichever is wrong.
    pub(crate) fn checked_start(
        rules: Rules,
        setup: Setup,
        board_at: Location,
        supply_at: Location,
    ) -> Result<Position, ReadError> {
        Position::new(rules, setup).map_err(|error| {
            let at = match error {
                SetupError::UnlimitedSupply(_) | SetupError::TooManyDiscs { .. } => supply_at,
                SetupError::TwoDiscs(_) | SetupError::NoDiscToTouch => board_at,
            };
            ReadError::Setup { at: at.into(), error }
        })
    }
}

impl From<ParseError> for ReadError {
    fn from(error: ParseError) -> ReadError {
        ReadError::Syntax(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Syntax(error) => error.fmt(f),
            ReadError::Setup { at, error } => write!(f, "{error} ({at})"),
        }
    }
}

impl Error for ReadError {}
