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

pub(crate) fn write(GameResult { margin, termination }: GameResult) -> String {
    let termination = match termination {
        Termination::Board => "",
        Termination::Resignation => ":r",
        Termination::Time => ":t",
        Termination::Agreement => ":s",
    };
    format!("{margin:+}{termination}")
}
