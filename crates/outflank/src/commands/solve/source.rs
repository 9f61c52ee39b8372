use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use outflank_formats::format::{DetectError, Format, Source};
use outflank_formats::{ParseError, UncheckedRecord, obf};
use outflank_rules::{Position, Rules};

use crate::storage::records::{Opened, neither_file_nor_record};

#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) position: Position,
    pub(super) expected: Option<i8>,
}

pub(super) fn problems(source: &str) -> anyhow::Result<Vec<anyhow::Result<Problem>>> {
    let (opened, name) = match source {
        "-" => (Opened::standard_input().context("standard input")?, Some("standard input")),
        // Any kind of file: pipes can be read, and a directory gets its own error.
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
        // A single error is the error of the whole source.
        Ok([only]) => Ok(vec![Ok(only?)]),
        Err(problems) => Ok(problems),
    }
}

/// A side that has to pass stays to move.
fn as_it_stands(unchecked: &UncheckedRecord) -> anyhow::Result<Problem> {
    Ok(Problem { position: unchecked.start, expected: None })
}

fn at_the_end(unchecked: &UncheckedRecord) -> anyhow::Result<Problem> {
    let record = unchecked.check()?;
    let rules = record.rules();
    if !rules.is_standard() {
        bail!("expected a standard Othello position, found {rules}");
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
    fn a_bad_line_does_not_affect_the_others() {
        let text = format!("{FFO_1}; G8:+18\nnonsense\n{FFO_1}; G8:18 H1");
        let problems = problems_in(&Source::new(text.as_bytes())).unwrap();
        let errors: Vec<_> = problems.iter().map(|problem| problem.as_ref().err().map(ToString::to_string)).collect();
        assert_eq!(errors[0], None);
        assert!(errors[1].as_ref().unwrap().starts_with("expected a black disc"), "{errors:?}");
        assert!(errors[2].as_ref().unwrap().starts_with("expected a colon"), "{errors:?}");
    }

    #[test]
    fn anything_else_is_an_error() {
        for (text, start) in [
            ("", "expected a position, found nothing"),
            ("% nothing\n\n", "expected a position, found nothing"),
            ("f5d6d3", "move 3, d3, is not legal"),
            ("nonsense", "expected a move"),
            ("rules shellos\nc3", "expected a standard Othello position, found shellos"),
            (&FFO_1[..64], "expected the side to move"),
        ] {
            let error = problems_in(&Source::new(text.as_bytes())).unwrap_err().to_string();
            assert!(error.starts_with(start), "{text}: {error}");
        }
    }
}
