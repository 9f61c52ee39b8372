//! Plain records: games by all rules and from any start come back, and errors are found where they are.

mod games;
mod positions;

use outflank_formats::board_string::ParseBoardError;
use outflank_formats::plain::{self, MAX_BYTES, ParsePlainError};
use outflank_formats::transcript::ParseTranscriptError;
use outflank_formats::{Location, Record, Sheet, Transcript, board_string};
use outflank_rules::{ByColor, Color, Move, ParseRulesError, Position, Rules, Setup, SetupError, Square, discs};
use proptest::prelude::*;

const START: &str = "---------------------------OX------XO--------------------------- X";

/// A board after three moves, White to move.
const LATER: &str = "------------------X--------XX------XXX-----O-------------------- O";

fn at(line: usize, column: usize) -> Location {
    Location { line, column }
}

fn parse(text: &str) -> Sheet {
    plain::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// The rules and the board as they are written, the supply, and the moves.
fn summary(text: &str) -> (Rules, String, Option<ByColor<u8>>, String) {
    let Sheet { start, moves, .. } = parse(text);
    (start.rules(), board_string::write(&start), start.supply(), Transcript { moves }.to_string())
}

#[test]
fn every_part_may_be_missing() {
    let standard = |board: &str, moves: &str| (Rules::Standard, board.to_owned(), None, moves.to_owned());
    assert_eq!(summary(""), standard(START, ""));
    assert_eq!(summary("% nothing\n\n"), standard(START, ""));
    assert_eq!(summary("f5d6c3"), standard(START, "f5d6c3"));
    assert_eq!(summary("1. f5 d6\n2. c3\n"), standard(START, "f5d6c3"));
    assert_eq!(summary("b4 b5 b6"), standard(START, "b4b5b6"));
    assert_eq!(summary("-- f5"), standard(START, "paf5"));
    assert_eq!(summary("rules standard"), standard(START, ""));
    assert_eq!(summary(LATER), standard(LATER, ""));
    assert_eq!(summary(&format!("{LATER}\nd3")), standard(LATER, "d3"));
    assert_eq!(summary(&format!("{LATER}; D3:+4; B2:-6;\nd3")), standard(LATER, "d3"));
    assert_eq!(summary(&format!("board {LATER};\n d3")), standard(LATER, "d3"));

    let full = Some(ByColor { black: 30, white: 30 });
    assert_eq!(summary("Rules Thirty % discs\r\nd3"), (Rules::Thirty, START.to_owned(), full, "d3".to_owned()));
    let supply = Some(ByColor { black: 3, white: 0 });
    let all = format!("\u{feff}% a game\nsupply 3 0\n\nBOARD\t{LATER} % later\n% more\nrules orthogonal\nd3 % !\nc4");
    assert_eq!(summary(&all), (Rules::Orthogonal, LATER.to_owned(), supply, "d3c4".to_owned()));
}

#[test]
fn a_board_may_be_drawn_as_rows() {
    let expected = discs! {
        . . . . . . . .
        . . . . . . . .
        . . X . . . . .
        . . . X X . . .
        . . . X X X . .
        . . . O . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let rows = "--------\n- - - - - - - -\n--X-----\n---XX--- % the middle\n---XXX--\n  ---O----\n--------\n--------";
    for text in [
        format!("{rows} O\nd3"),
        format!("{rows}\nO\n\nd3"),
        format!("{rows}\nO; D3:+2;\nd3"),
        format!("board\n{rows}\nO\nd3"),
        format!("board {rows}\nO\nd3"),
    ] {
        let record = parse(&text);
        assert_eq!(record.start.setup(), Setup::new(expected, Color::White), "{text}");
        assert_eq!(record.moves[0].mv, Move::Place(Square::D3));
    }
}

#[test]
fn only_the_lines_that_are_needed_are_written() {
    let written = |text: &str| plain::write(&parse(text).check().unwrap());
    assert_eq!(written(""), "");
    assert_eq!(written(&format!("rules standard\nboard {START}\n1. F5 D6")), "f5d6");
    assert_eq!(written(LATER), format!("board {LATER}"));
    assert_eq!(written("rules thirty\nsupply 30 30\nd3"), "rules thirty\nd3");
    assert_eq!(
        written(&format!("supply 3 1\n{LATER}\nrules orthogonal\nD3")),
        format!("rules orthogonal\nboard {LATER}\nsupply 3 1\nd3")
    );
}

#[test]
fn errors_are_located_in_the_whole_text() {
    use ParsePlainError::*;

    let too_few = |at, cells| Board(ParseBoardError::TooFewCells { at, cells });
    let not_a_move = |at, found: &str| Transcript(ParseTranscriptError::NotAMove { at, found: found.to_owned() });
    let too_many = SetupError::TooManyDiscs { color: Color::White, given: 31, owned: 30 };
    let empty = "-".repeat(64);
    let error = ParseRulesError;
    for (text, error) in [
        (" ".repeat(MAX_BYTES + 1), TooLong { bytes: MAX_BYTES + 1 }),
        ("% x\nrules  chess".to_owned(), Rules { at: at(2, 8), error }),
        ("rules".to_owned(), Rules { at: at(1, 6), error }),
        ("rules thirty f5".to_owned(), Rules { at: at(1, 7), error }),
        ("supply 12".to_owned(), Supply { at: at(1, 8) }),
        ("supply 12 many".to_owned(), Supply { at: at(1, 8) }),
        ("supply 1 2 3".to_owned(), Supply { at: at(1, 8) }),
        ("supply 256 0".to_owned(), Supply { at: at(1, 8) }),
        ("rules thirty\nrules thirty".to_owned(), Repeated { at: at(2, 1), keyword: "rules" }),
        (format!("{START}\n\n{LATER}"), Repeated { at: at(3, 1), keyword: "board" }),
        ("board".to_owned(), too_few(at(1, 6), 0)),
        ("board\nf5d6".to_owned(), too_few(at(1, 6), 0)),
        (format!("rules thirty\nboard {}\nf5d6", &START[1..]), too_few(at(2, 71), 63)),
        (format!("{}\nf5d6", &START[1..]), too_few(at(1, 65), 63)),
        (format!("{}\nf5d6", &START[..64]), Board(ParseBoardError::NoSide { at: at(1, 65) })),
        (format!("% x\n {}", START.replace("XO", "X0")), Board(ParseBoardError::Mixed { at: at(2, 38), found: '0' })),
        (
            "supply 3 3\nf5".to_owned(),
            Setup { at: at(1, 1), error: SetupError::UnlimitedSupply(outflank_rules::Rules::Standard) },
        ),
        ("rules thirty\n supply 30 31".to_owned(), Setup { at: at(2, 2), error: too_many }),
        (format!("rules shellos\n{empty} X"), Setup { at: at(2, 1), error: SetupError::NoDiscToTouch }),
        (format!("{LATER}\nd3 i4"), not_a_move(at(2, 4), "i4")),
        ("f5\nboard x".to_owned(), not_a_move(at(2, 1), "board")),
        ("rulez thirty".to_owned(), not_a_move(at(1, 1), "rulez")),
    ] {
        assert_eq!(plain::parse(&text), Err(error), "{text:?}");
    }
}

#[test]
fn errors_are_sentences() {
    let text = |record: &str| plain::parse(record).unwrap_err().to_string();
    assert_eq!(
        text("rules chess"),
        "line 1, column 7: expected the name of rules: standard, orthogonal, thirty or shellos"
    );
    assert_eq!(text("supply"), "line 1, column 7: expected how many discs Black and White have left, such as 12 11");
    assert_eq!(text("rules thirty\nrules thirty"), "line 2, column 1: expected moves, found the rules a second time");
    assert_eq!(
        text("rules thirty\nsupply 40 1"),
        "line 2, column 1: black cannot have 40 discs left: each player owns 30"
    );
}

#[test]
fn an_illegal_move_is_located_in_the_whole_text() {
    let error = parse(&format!("% later\n{LATER}\n\n  d3 d3")).check().unwrap_err();
    assert_eq!((error.at, error.number), (at(4, 6).into(), 2));
}

proptest! {
    #[test]
    fn the_record_of_a_game_comes_back(game in games::game()) {
        let record = Record::of(&game);
        prop_assert_eq!(plain::parse(&plain::write(&record))?.check()?, record);
    }
}

#[test]
fn the_reader_may_know_the_rules_unless_the_record_names_them() {
    for rules in Rules::ALL {
        assert_eq!(plain::parse_as("", rules).unwrap().start, Position::initial(rules));
        let named = plain::parse_as("rules shellos", rules).unwrap();
        assert_eq!(named.start, Position::initial(Rules::Shellos));
    }
    assert_eq!(parse("").start, Position::initial(Rules::Standard));
}
