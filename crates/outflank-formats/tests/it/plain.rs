use outflank_formats::plain::{self, MAX_BYTES};
use outflank_formats::{Record, Transcript, UncheckedRecord, board_string};
use outflank_rules::{ByColor, Color, Move, Position, Rules, Setup, Square, discs};
use proptest::prelude::*;

use crate::samples::{assert_located, assert_rejected, at, played};

const START: &str = "---------------------------OX------XO--------------------------- X";

/// After three moves, White to move.
const LATER: &str = "------------------X--------XX------XXX-----O-------------------- O";

fn parse(text: &str) -> UncheckedRecord {
    plain::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn summary(text: &str) -> (Rules, String, Option<ByColor<u8>>, String) {
    let UncheckedRecord { start, moves, .. } = parse(text);
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
    let written = |text: &str| plain::write(&played(text));
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
    const RULES: &str = "rules: standard, orthogonal, thirty or shellos";
    const SUPPLY: &str = "the number of discs Black and White have left, such as 12 11";
    const MOVE: &str = "a move such as d3 or pass";
    const SIDE: &str = "the side to move, X (black) or O (white), after the 64 squares";
    const ONE_ALPHABET: &str = "only letters or only digits for the discs and the side to move";
    for case in [
        ("% x\nrules  chess", RULES, "\"chess\"", 2, 8),
        ("rules", RULES, "nothing", 1, 6),
        ("rules thirty f5", RULES, "\"thirty\"", 1, 7),
        ("supply 12", SUPPLY, "\"12\"", 1, 8),
        ("supply 12 many", SUPPLY, "\"12\"", 1, 8),
        ("supply 1 2 3", SUPPLY, "\"1\"", 1, 8),
        ("supply 256 0", SUPPLY, "\"256\"", 1, 8),
        ("rules thirty\nrules thirty", "moves", "a second rules line", 2, 1),
        (&format!("{START}\n\n{LATER}"), "moves", "a second board line", 3, 1),
        ("board", "64 squares", "0", 1, 6),
        ("board\nf5d6", "64 squares", "0", 1, 6),
        (&format!("rules thirty\nboard {}\nf5d6", &START[1..]), "64 squares", "63", 2, 71),
        (&format!("{}\nf5d6", &START[1..]), "64 squares", "63", 1, 65),
        (&format!("{}\nf5d6", &START[..64]), SIDE, "nothing", 1, 65),
        (&format!("% x\n {}", START.replace("XO", "X0")), ONE_ALPHABET, "'0'", 2, 38),
        (&format!("{LATER}\nd3 i4"), MOVE, "\"i4\"", 2, 4),
        ("f5\nboard x", MOVE, "\"board\"", 2, 1),
        ("rulez thirty", MOVE, "\"rulez\"", 1, 1),
        (&" ".repeat(MAX_BYTES + 1), "a record of at most 65536 bytes", "65537", 1, 1),
    ] {
        assert_located(plain::parse, case);
    }
    for case in [
        ("supply 3 3\nf5", "the standard rules do not limit the supply of discs (line 1, column 1)"),
        ("rules thirty\n supply 30 31", "white cannot have 31 discs left: each player owns 30 (line 2, column 2)"),
        (
            &format!("rules shellos\n{} X", "-".repeat(64)),
            "the board is empty, so no disc can be placed (line 2, column 1)",
        ),
    ] {
        assert_rejected(plain::parse, case);
    }
}

#[test]
fn an_illegal_move_is_located_in_the_whole_text() {
    let error = parse(&format!("% later\n{LATER}\n\n  d3 d3")).check().unwrap_err();
    assert_eq!((error.at, error.number), (at(4, 6), 2));
}

proptest! {
    #[test]
    fn the_record_of_a_game_comes_back(game in crate::games::game()) {
        let record = Record::of(&game);
        prop_assert_eq!(plain::parse(&plain::write(&record))?.check()?, record);
    }
}

#[test]
fn the_callers_rules_apply_unless_the_record_names_others() {
    for rules in Rules::ALL {
        assert_eq!(plain::parse_as("", rules).unwrap().start, Position::initial(rules));
        let named = plain::parse_as("rules shellos", rules).unwrap();
        assert_eq!(named.start, Position::initial(Rules::Shellos));
    }
    assert_eq!(parse("").start, Position::initial(Rules::Standard));
}
