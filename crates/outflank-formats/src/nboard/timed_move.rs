use std::fmt;
use std::time::Duration;

use outflank_rules::Move;

use super::{PASS, parse_seconds, write_seconds};
use crate::{Points, notation};

/// A move, perhaps with its evaluation and time.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedMove {
    pub mv: Move,
    /// In discs for the player.
    pub eval: Option<Points>,
    pub time: Option<Duration>,
}

impl TimedMove {
    /// A move without evaluation or time.
    pub fn bare(mv: Move) -> TimedMove {
        TimedMove { mv, eval: None, time: None }
    }

    /// Parses `F5`, `F5/1.5`, `F5//2.3` or `F5/1.5/2.3`, or the same with spaces. Ignores what is not a number.
    pub(super) fn read(text: &str) -> Option<TimedMove> {
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
        Some(TimedMove {
            mv: notation::parse_move(mv?).ok()?,
            eval: eval.filter(|eval| !eval.is_empty()).and_then(|eval| eval.parse().ok()),
            time: time.and_then(parse_seconds),
        })
    }
}

impl fmt::Display for TimedMove {
    /// `F5/1.50/2.30`, without unknown parts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TimedMove { mv, eval, time } = self;
        f.write_str(&notation::upper_case(*mv, PASS))?;
        let eval = eval.map(|eval| eval.to_string()).unwrap_or_default();
        match time {
            Some(time) => write!(f, "/{eval}/{}", write_seconds(*time)),
            None if eval.is_empty() => Ok(()),
            None => write!(f, "/{eval}"),
        }
    }
}
