//! Where the positions come from.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use outflank_formats::format::{DetectError, Format, Source};
use outflank_formats::{ParseError, UncheckedRecord, obf};
use outflank_rules::{Position, Rules};

use crate::storage::records::{Opened, neither_file_nor_record};

/// A position to solve.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) position: Position,
    /// The best score that the source names, in discs for the side to move.
    pub(super) expected: Option<i8>,
}

/// The positions in a file, on standard input or in the text itself, in their order: those of OBF, a board, or the last
/// of each game. What cannot be read among others is an error that names it.
pub(super) fn problems(source: &str) -> anyhow::Result<Vec<anyhow::Result<Problem>>> {
    let (opened, name) = match source {
        "-" => (Opened::standard_input().context("standard input")?, Some("standard input")),
        // Of any kind: a pipe is read as well, and a directory fails as such.
        path if fs::symlink_metadata(path).is_ok() => {
            (Opened::file(Path::new(path)).context(path.to_owned())?, Some(path))
        }
        text => (Opened::text(text), None),
    };
    let explain = |error: anyhow::Error| match name {
        Some(name) => error.context(name.to_owned()),
        None => neither_file_nor_record(source, error),
    };
    let problems = problems_in(&opened.source()).map_err(explain)?;
    Ok(problems.into_iter().map(|problem| problem.map_err(explain)).collect())
}

fn problems_in(source: &Source<'_>) -> anyhow::Result<Vec<anyhow::Result<Problem>>> {
    let format = match source.detect() {
        Ok(format) => format,
        Err(DetectError::Empty) => bail!("expected a position, found nothing"),
        Err(error) => return Err(error.into()),
    };
    let problems: Vec<_> = match format {
        Format::Obf => obf::parse(source.text()).map(in_line).collect(),
        Format::Board | Format::Fen => source.read(format).map(|unchecked| as_it_stands(&unchecked?)).collect(),
        _ => source.read(format).map(|unchecked| at_the_end(&unchecked?)).collect(),
    };
    match <[_; 1]>::try_from(problems) {
        // With nothing else in it, the whole source is at fault.
        Ok([only]) => Ok(vec![Ok(only?)]),
        Err(problems) => Ok(problems),
    }
}

/// A position where the side to move has to pass is solved as such.
fn as_it_stands(unchecked: &UncheckedRecord) -> anyhow::Result<Problem> {
    Ok(Problem { position: unchecked.start, expected: None })
}

/// The position after the last move of a game, and the pass that it may force.
fn at_the_end(unchecked: &UncheckedRecord) -> anyhow::Result<Problem> {
    let record = unchecked.check()?;
    let rules = record.rules();
    if !rules.is_standard() {
        bail!("expected a position of the standard game, found one of {rules}");
    }
    Ok(Problem { position: *record.game().position(), expected: None })
}

fn in_line(line: Result<obf::Problem, ParseError>) -> anyhow::Result<Problem> {
    let obf::Problem { setup, scores } = line?;
    let position = Position::new(Rules::Standard, setup)?;
    Ok(Problem { position, expected: scores.iter().map(|&(_, score)| score).max() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

    #[test]
    fn positions_are_read_from_lines_boards_and_records() {
        let expected = |text: &str| -> Vec<_> {
            problems_in(&Source::new(text.as_bytes()))
                .unwrap()
                .into_iter()
                .map(|problem| problem.unwrap().expected)
                .collect()
        };
        assert_eq!(expected(FFO_1), [None]);
        assert_eq!(expected(&format!("{FFO_1}; H1:+12; G8:+18;\n% a comment\n\n{FFO_1};\n")), [Some(18), None]);
        let rows: Vec<_> = FFO_1.as_bytes().chunks(8).map(|row| str::from_utf8(row).unwrap()).collect();
        assert_eq!(expected(&rows.join("\n")), [None]);
        assert_eq!(expected("f5d6c3"), [None]);
        assert_eq!(expected("f5d6c3\nf5f6"), [None, None]);
        assert_eq!(expected("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1"), [None]);
        assert_eq!(expected(&format!("board {FFO_1}\ng8")), [None]);
        assert_eq!(expected(&format!("{FFO_1}\ng8")), [None]);
    }

    #[test]
    fn a_line_that_cannot_be_read_leaves_the_others() {
        let text = format!("{FFO_1}; G8:+18\nnonsense\n{FFO_1}; G8:18 H1");
        let problems = problems_in(&Source::new(text.as_bytes())).unwrap();
        let errors: Vec<_> = problems.iter().map(|problem| problem.as_ref().err().map(ToString::to_string)).collect();
        assert_eq!(errors[0], None);
        assert!(errors[1].as_ref().unwrap().starts_with("expected a black disc"), "{errors:?}");
        assert!(errors[2].as_ref().unwrap().starts_with("expected a colon"), "{errors:?}");
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for (text, start) in [
            ("", "expected a position, found nothing"),
            ("% nothing\n\n", "expected a position, found nothing"),
            ("f5d6d3", "move 3, d3, is not legal"),
            ("nonsense", "expected a move"),
            ("rules shellos\nc3", "expected a position of the standard game, found one of shellos"),
            (&FFO_1[..64], "expected the side to move"),
        ] {
            let error = problems_in(&Source::new(text.as_bytes())).unwrap_err().to_string();
            assert!(error.starts_with(start), "{text}: {error}");
        }
    }
}
