use std::path::PathBuf;

use outflank_formats::notation;
use outflank_rules::Move;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    Play(Move),
    Help,
    Hint,
    Moves,
    Flips,
    Opening,
    Undo,
    Redo,
    Save(PathBuf),
    Load(PathBuf),
    Resign,
    Quit,
}

/// One command per line; its description follows two or more spaces.
pub(crate) const HELP: &str = "\
d3 or 3d     put a disc on column d, row 3
moves        list the squares you can play
flips        list them with the discs that each flips
hint         show the engine's best moves with scores and likely continuations
opening      name the opening of this game
undo         take back your last move and the reply to it
redo         play it again
save FILE    write the game to a file; .ggf, .sgf and .pgn get their formats
load FILE    continue the game in a file of any format
resign       resign the game
quit         stop; the game can be continued later
help         show this list
";

impl Request {
    pub(super) fn parse(line: &str) -> Option<Request> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let file = Some(rest.trim()).filter(|name| !name.is_empty()).map(PathBuf::from);
        let request = match (word.to_ascii_lowercase().as_str(), file) {
            ("save", Some(file)) => Request::Save(file),
            ("load", Some(file)) => Request::Load(file),
            ("help" | "?", None) => Request::Help,
            ("hint", None) => Request::Hint,
            ("flips", None) => Request::Flips,
            ("moves", None) => Request::Moves,
            ("opening", None) => Request::Opening,
            ("undo", None) => Request::Undo,
            ("redo", None) => Request::Redo,
            ("resign", None) => Request::Resign,
            ("quit", None) => Request::Quit,
            _ => Request::Play(notation::parse_move(line).ok()?),
        };
        Some(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::Square;

    #[test]
    fn moves_are_read_in_either_order_and_case() {
        for line in ["d3", "3d", "D3", " 3D\t"] {
            assert_eq!(Request::parse(line), Some(Request::Play(Move::Place(Square::D3))), "{line:?}");
        }
    }

    #[test]
    fn commands_ignore_case_and_file_names_keep_it() {
        assert_eq!(Request::parse("UNDO"), Some(Request::Undo));
        assert_eq!(Request::parse("Save My Game.txt"), Some(Request::Save("My Game.txt".into())));
        assert_eq!(Request::parse("load  a"), Some(Request::Load("a".into())));
    }

    #[test]
    fn other_lines_are_rejected() {
        for line in ["", " ", "i3", "d9", "d33", "save", "load ", "undo it", "quit now", "moves d3", "é3", "d3 d4"] {
            assert_eq!(Request::parse(line), None, "{line:?}");
        }
    }
}
