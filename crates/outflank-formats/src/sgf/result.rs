use outflank_rules::Color;

use crate::Points;
use crate::record::{GameResult, Termination};

const WHOLE_BOARD: Points = Points::from_discs(64);

pub(super) fn is_unknown(text: &str) -> bool {
    ["", "?", "void"].iter().any(|unknown| unknown.eq_ignore_ascii_case(text))
}

pub(super) fn parse(text: &str) -> Option<GameResult> {
    let text = text.to_ascii_lowercase();
    if matches!(text.as_str(), "0" | "draw") {
        return Some(GameResult { margin: Points::default(), termination: Termination::Board });
    }
    let (winner, by) = match text.split_once('+')? {
        ("b", by) => (Color::Black, by),
        ("w", by) => (Color::White, by),
        _ => return None,
    };
    let (margin, termination) = match by {
        "r" | "resign" => (WHOLE_BOARD, Termination::Resignation),
        "t" | "time" => (WHOLE_BOARD, Termination::Time),
        "f" | "forfeit" => (WHOLE_BOARD, Termination::Board),
        discs if discs.starts_with(|first: char| first.is_ascii_digit()) => (discs.parse().ok()?, Termination::Board),
        _ => return None,
    };
    let margin = match winner {
        Color::Black => margin,
        Color::White => -margin,
    };
    Some(GameResult { margin, termination })
}

/// The nearest value that `RE` can express.
pub(super) fn write(GameResult { margin, termination }: GameResult) -> String {
    let (winner, by) = match margin.thousandths() {
        0 => return "0".to_owned(),
        1.. => ("B", margin),
        ..0 => ("W", -margin),
    };
    match termination {
        Termination::Resignation => format!("{winner}+R"),
        Termination::Time => format!("{winner}+T"),
        Termination::Board | Termination::Agreement if by.thousandths() % 1_000 == 0 => {
            format!("{winner}+{}", by.thousandths() / 1_000)
        }
        Termination::Board | Termination::Agreement => format!("{winner}+{by}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_written() {
        for (text, margin, termination, written) in [
            ("B+10", "10", Termination::Board, "B+10"),
            ("w+2.5", "-2.5", Termination::Board, "W+2.50"),
            ("0", "0", Termination::Board, "0"),
            ("Draw", "0", Termination::Board, "0"),
            ("B+R", "64", Termination::Resignation, "B+R"),
            ("W+Resign", "-64", Termination::Resignation, "W+R"),
            ("W+Time", "-64", Termination::Time, "W+T"),
            ("B+F", "64", Termination::Board, "B+64"),
        ] {
            let result = GameResult { margin: margin.parse().unwrap(), termination };
            assert_eq!(parse(text), Some(result), "{text}");
            assert_eq!(write(result), written);
        }
        for text in ["B+", "B+-3", "X+3", "10", "Black wins"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert!(["", "?", "Void"].into_iter().all(is_unknown));
    }
}
