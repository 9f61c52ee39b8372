use std::fmt;
use std::time::Duration;

use outflank_rules::Move;

use super::{Seconds, parse_seconds};
use crate::{Points, notation};

/// A move, perhaps with its evaluation and time.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub mv: Move,
    /// In discs for the player.
    pub eval: Option<Points>,
    pub time: Option<Duration>,
}

impl Played {
    /// A move without evaluation or time.
    pub fn bare(mv: Move) -> Played {
        Played { mv, eval: None, time: None }
    }

    /// Parses `F5`, `F5/1.5`, `F5//2.3` or `F5/1.5/2.3`, or the same with spaces. Ignores what is not a number.
    pub(super) fn read(text: &str) -> Option<Played> {
        let (mv, eval, time) = match text.contains('/') {
            true => {
                let mut parts = text.split('/').map(str::trim);
                (parts.next(), parts.next(), parts.next())
            }
            false => {
                let mut words = text.split_whitespace();
                (words.next(), words.next(), words.next())
            }
        };
        Some(Played {
            mv: notation::parse_move(mv?).ok()?,
            eval: eval.filter(|eval| !eval.is_empty()).and_then(|eval| eval.parse().ok()),
            time: time.and_then(parse_seconds),
        })
    }
}

impl fmt::Display for Played {
    /// `F5/1.50/2.30`, without unknown parts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Played { mv, eval, time } = self;
        Letters(*mv).fmt(f)?;
        match (eval, time) {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(f, "/{eval}"),
            (None, Some(time)) => write!(f, "//{}", Seconds(*time)),
            (Some(eval), Some(time)) => write!(f, "/{eval}/{}", Seconds(*time)),
        }
    }
}

/// Displays `F5`, or `PA` for a pass.
pub(super) struct Letters(pub(super) Move);

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Move::Place(square) => f.write_str(&square.to_string().to_ascii_uppercase()),
            Move::Pass => f.write_str("PA"),
        }
    }
}
