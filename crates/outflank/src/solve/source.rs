//! Where the positions come from.

use std::fs::{self, File};
use std::io::{self, Read};

use anyhow::{Context, anyhow, bail};
use outflank_formats::obf::{self, ParseObfError};
use outflank_formats::{Location, plain};
use outflank_rules::{Position, Rules};

/// A larger file is not read: ten thousands of positions take less.
const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// A position to solve.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) position: Position,
    /// The best score that the source names, in discs for the side to move.
    pub(super) expected: Option<i8>,
}

/// The positions in a file, on standard input or in the text itself, in their order. A line that is none is an error
/// that names it.
pub(super) fn problems(source: &str) -> anyhow::Result<Vec<anyhow::Result<Problem>>> {
    let (text, name) = match source {
        "-" => (read(io::stdin().lock()).context("standard input")?, "standard input".to_owned()),
        // Of any kind: a pipe is read as well, and a directory fails as such.
        path if fs::symlink_metadata(path).is_ok() => {
            (File::open(path).map_err(Into::into).and_then(read).context(path.to_owned())?, path.to_owned())
        }
        text => (text.to_owned(), format!("'{text}' is no file, nor a position")),
    };
    let problems = problems_in(&text).with_context(|| name.clone())?;
    Ok(problems.into_iter().map(|problem| problem.with_context(|| name.clone())).collect())
}

/// One position to a line, or the one that a record ends with.
fn problems_in(text: &str) -> anyhow::Result<Vec<anyhow::Result<Problem>>> {
    let lines: Vec<_> = obf::parse(text).collect();
    if lines.is_empty() {
        bail!("{}: expected a position, found nothing", Location::START);
    }
    // A record does not look at scores, and passes where it must; a line is taken as it stands.
    if lines.iter().any(Result::is_err) {
        match in_record(text) {
            Ok(problem) => return Ok(vec![Ok(problem)]),
            // Where no line is a position, the text was meant as a record.
            Err(error) if lines.iter().all(Result::is_err) => return Err(error),
            Err(_) => {}
        }
    }
    Ok(lines.into_iter().map(in_line).collect())
}

fn in_record(text: &str) -> anyhow::Result<Problem> {
    let record = plain::parse(text)?.check()?;
    let rules = record.rules();
    if rules != Rules::STANDARD {
        bail!("expected a position of the standard game, found one of {rules}");
    }
    Ok(Problem { position: *record.game().position(), expected: None })
}

fn in_line(line: Result<obf::Problem, ParseObfError>) -> anyhow::Result<Problem> {
    let obf::Problem { setup, scores } = line?;
    let position = Position::new(Rules::STANDARD, setup)?;
    Ok(Problem { position, expected: scores.iter().map(|&(_, score)| score).max() })
}

fn read(input: impl Read) -> anyhow::Result<String> {
    let mut text = String::new();
    input.take(LARGEST_FILE + 1).read_to_string(&mut text)?;
    match text.len() as u64 > LARGEST_FILE {
        true => Err(anyhow!("expected at most {LARGEST_FILE} bytes")),
        false => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

    #[test]
    fn positions_are_read_from_lines_boards_and_records() {
        let expected = |text: &str| -> Vec<_> {
            problems_in(text).unwrap().into_iter().map(|problem| problem.unwrap().expected).collect()
        };
        assert_eq!(expected(FFO_1), [None]);
        assert_eq!(expected(&format!("{FFO_1}; H1:+12; G8:+18;\n% a comment\n\n{FFO_1};\n")), [Some(18), None]);
        let rows: Vec<_> = FFO_1.as_bytes().chunks(8).map(|row| str::from_utf8(row).unwrap()).collect();
        assert_eq!(expected(&rows.join("\n")), [None]);
        assert_eq!(expected("f5d6c3"), [None]);
        assert_eq!(expected(&format!("board {FFO_1}\ng8")), [None]);
        assert_eq!(expected(&format!("{FFO_1}\ng8")), [None]);
    }

    #[test]
    fn a_line_that_cannot_be_read_leaves_the_others() {
        let problems = problems_in(&format!("{FFO_1}; G8:+18\nnonsense\n{FFO_1}; G8:18 H1")).unwrap();
        let errors: Vec<_> = problems.iter().map(|problem| problem.as_ref().err().map(ToString::to_string)).collect();
        assert_eq!(errors[0], None);
        assert!(errors[1].as_ref().unwrap().starts_with("line 2, column 1: expected a black disc"), "{errors:?}");
        assert!(errors[2].as_ref().unwrap().starts_with("line 3, column 71: expected a colon"), "{errors:?}");
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for (text, start) in [
            ("", "line 1, column 1: expected a position"),
            ("% nothing\n\n", "line 1, column 1: expected a position"),
            ("f5d6d3", "line 1, column 5: move 3, d3, is not legal"),
            ("nonsense", "line 1, column 1: expected a move"),
            ("rules shellos\nc3", "expected a position of the standard game, found one of shellos"),
            (&FFO_1[..64], "line 1, column 65: expected the side to move"),
        ] {
            let error = problems_in(text).unwrap_err().to_string();
            assert!(error.starts_with(start), "{text}: {error}");
        }
    }
}
