//! Results: the margin for Black, and how it came about.

use std::fmt;

use crate::Points;
use crate::record::{How, Verdict};

/// What Edax writes for a game that is not over.
const NOT_OVER: Verdict = Verdict { margin: Points::from_discs(-127), how: How::Board };

/// Whether a text says that there is no result.
pub(super) fn is_unknown(text: &str) -> bool {
    matches!(text, "" | "?") || parse(text) == Some(NOT_OVER)
}

/// Reads `-40.00:r`.
pub(crate) fn parse(text: &str) -> Option<Verdict> {
    let (margin, how) = text.split_once(':').unwrap_or((text, ""));
    let how = match how {
        "" => How::Board,
        "r" => How::Resignation,
        "t" => How::Time,
        "s" => How::Agreement,
        _ => return None,
    };
    Some(Verdict { margin: margin.parse().ok()?, how })
}

/// A result that is written with two decimals or three.
pub(crate) struct Written(pub(crate) Verdict);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { margin, how } = self.0;
        let how = match how {
            How::Board => "",
            How::Resignation => ":r",
            How::Time => ":t",
            How::Agreement => ":s",
        };
        write!(f, "{margin:+}{how}")
    }
}
