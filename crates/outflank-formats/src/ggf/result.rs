use std::fmt;

use crate::Points;
use crate::record::{GameResult, Termination};

/// Edax writes this for a game that is not over.
const NOT_OVER: GameResult = GameResult { margin: Points::from_discs(-127), termination: Termination::Board };

pub(super) fn is_unknown(text: &str) -> bool {
    matches!(text, "" | "?") || parse(text) == Some(NOT_OVER)
}

pub(crate) fn parse(text: &str) -> Option<GameResult> {
    let (margin, termination) = text.split_once(':').unwrap_or((text, ""));
    let termination = match termination {
        "" => Termination::Board,
        "r" => Termination::Resignation,
        "t" => Termination::Time,
        "s" => Termination::Agreement,
        _ => return None,
    };
    Some(GameResult { margin: margin.parse().ok()?, termination })
}

pub(crate) struct Written(pub(crate) GameResult);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameResult { margin, termination } = self.0;
        let termination = match termination {
            Termination::Board => "",
            Termination::Resignation => ":r",
            Termination::Time => ":t",
            Termination::Agreement => ":s",
        };
        write!(f, "{margin:+}{termination}")
    }
}
