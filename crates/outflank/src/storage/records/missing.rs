use std::ffi::OsStr;
use std::path::{self, Path};

use anyhow::anyhow;

/// A board in FEN is not a path.
const SLASHES_IN_FEN: usize = 7;

/// A mistyped file name should not be reported as a bad record.
pub(crate) fn neither_file_nor_record(argument: &str, refusal: anyhow::Error) -> anyhow::Error {
    match looks_like_a_path(argument) {
        true => anyhow!("no such file: {argument}"),
        false => refusal.context(format!("no such file, and not a game record: {}", beginning(argument))),
    }
}

fn looks_like_a_path(text: &str) -> bool {
    let name = text.rsplit_once('#').map_or(text, |(name, _)| name);
    let has_extension = Path::new(name).extension().and_then(OsStr::to_str).is_some_and(|extension| {
        (2..=5).contains(&extension.len()) && extension.bytes().all(|byte| byte.is_ascii_alphabetic())
    });
    let separators = name.matches(path::is_separator).count();
    // GGF and SGF may contain anything.
    let is_tree = name.starts_with('(');
    !text.contains('\n') && !is_tree && (has_extension || (separators > 0 && separators != SLASHES_IN_FEN))
}

fn beginning(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_not_explained_as_records() {
        for name in ["mygame.ggf", "games.ggf#7", "no/such/file", "my games.sgf", "../mygame", "2024/final.txt"] {
            let error = neither_file_nor_record(name, anyhow!("expected a move"));
            assert_eq!(format!("{error:#}"), format!("no such file: {name}"));
        }
    }

    #[test]
    fn records_with_a_mistake_are_explained() {
        for record in [
            "f5d6d9",
            "1. f5 d6 2. c9",
            "hello",
            "8/8/8/3pP3/3Pp3/8/8/9 b - - 0 1",
            "(;GM[Othello]PC[a/b.ggf]",
            "f5\nd6.ggf",
        ] {
            let error = neither_file_nor_record(record, anyhow!("expected a move"));
            let expected = format!("no such file, and not a game record: {record}: expected a move");
            assert_eq!(format!("{error:#}"), expected);
        }
    }

    #[test]
    fn only_the_beginning_of_a_long_record_is_repeated() {
        let error = neither_file_nor_record(&"é".repeat(200), anyhow!("no"));
        assert_eq!(format!("{error:#}"), format!("no such file, and not a game record: {}...: no", "é".repeat(40)));
    }
}
