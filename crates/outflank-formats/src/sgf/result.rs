//! Results: who won by how much, or how.

use outflank_rules::Color;

use crate::Points;
use crate::record::{How, Verdict};

/// What a player wins by whose opponent gave up.
const WHOLE_BOARD: Points = Points::from_discs(64);

/// Whether a text says that there is no result.
pub(super) fn is_unknown(text: &str) -> bool {
    ["", "?", "void"].iter().any(|unknown| unknown.eq_ignore_ascii_case(text))
}

/// Reads `B+10`, `W+R`, `0` or `Draw`, in any case.
pub(super) fn parse(text: &str) -> Option<Verdict> {
    let text = text.to_ascii_lowercase();
    if matches!(text.as_str(), "0" | "draw") {
        return Some(Verdict { margin: Points::default(), how: How::Board });
    }
    let (winner, by) = match text.split_once('+')? {
        ("b", by) => (Color::Black, by),
        ("w", by) => (Color::White, by),
        _ => return None,
    };
    let (margin, how) = match by {
        "r" | "resign" => (WHOLE_BOARD, How::Resignation),
        "t" | "time" => (WHOLE_BOARD, How::Time),
        "f" | "forfeit" => (WHOLE_BOARD, How::Board),
        discs if discs.starts_with(|first: char| first.is_ascii_digit()) => (discs.parse().ok()?, How::Board),
        _ => return None,
    };
    let margin = match winner {
        Color::Black => margin,
        Color::White => -margin,
    };
    Some(Verdict { margin, how })
}

/// The nearest that the format has a word for.
pub(super) fn write(Verdict { margin, how }: Verdict) -> String {
    let (winner, by) = match margin.thousandths() {
        0 => return "0".to_owned(),
        1.. => ("B", margin),
        ..0 => ("W", -margin),
    };
    match how {
        How::Resignation => format!("{winner}+R"),
        How::Time => format!("{winner}+T"),
        How::Board | How::Agreement if by.thousandths() % 1_000 == 0 => {
            format!("{winner}+{}", by.thousandths() / 1_000)
        }
        How::Board | How::Agreement => format!("{winner}+{by}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_written() {
        for (text, margin, how, written) in [
            ("B+10", "10", How::Board, "B+10"),
            ("w+2.5", "-2.5", How::Board, "W+2.50"),
            ("0", "0", How::Board, "0"),
            ("Draw", "0", How::Board, "0"),
            ("B+R", "64", How::Resignation, "B+R"),
            ("W+Resign", "-64", How::Resignation, "W+R"),
            ("W+Time", "-64", How::Time, "W+T"),
            ("B+F", "64", How::Board, "B+64"),
        ] {
            let verdict = Verdict { margin: margin.parse().unwrap(), how };
            assert_eq!(parse(text), Some(verdict), "{text}");
            assert_eq!(write(verdict), written);
        }
        for text in ["B+", "B+-3", "X+3", "10", "Black wins"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert!(["", "?", "Void"].into_iter().all(is_unknown));
    }
}
