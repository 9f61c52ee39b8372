use crate::record::{GameResult, Termination};

/// Edax writes this for a game that is not over. With two decimals, as we write results, it is a real one with komi.
const NOT_OVER: &str = "-127.000";

pub(super) fn is_unknown(text: &str) -> bool {
    matches!(text, "" | "?" | NOT_OVER)
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
