use outflank_formats::ggf::{self, MAX_GAME_BYTES};
use outflank_formats::record::{Details, Termination};
use outflank_formats::{Record, UncheckedRecord, board_string};
use outflank_rules::{ByColor, Move, Position, Rules};

use crate::samples::*;

pub(crate) const SAMPLES: &str = include_str!("../data/ggf_samples.ggf");
const EXPECTED: &str = include_str!("../data/ggf_samples.expected.tsv");

const START: &str = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

fn unchecked(text: &str) -> UncheckedRecord {
    ggf::parse_game(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn read(text: &str) -> Record {
    unchecked(text).check().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn details(properties: &str) -> Details {
    unchecked(&format!("(;GM[Othello]{properties};)")).details
}

fn write(record: &Record) -> String {
    ggf::write(record).expect("GGF has a place for every record")
}

#[test]
fn real_records_reach_the_published_positions() {
    let games: Vec<_> = ggf::parse(SAMPLES).collect();
    let rows: Vec<Vec<&str>> = EXPECTED.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!((games.len(), rows.len()), (18, 18));
    for (game, row) in games.iter().zip(rows) {
        let &[index, black, white, kind, result, size, moves, blacks, whites, over, turn, cells, _] = row.as_slice()
        else {
            panic!("{row:?}");
        };
        if size != "8" {
            let error = game.as_ref().unwrap_err();
            assert!(error.to_string().starts_with(&format!("expected a board of size 8, found \"{size}\"")), "{error}");
            continue;
        }
        let record = game.as_ref().unwrap().check().unwrap_or_else(|error| panic!("game {index}: {error}"));
        let details = &record.details;
        assert_eq!([&details.players.black.name, &details.players.white.name], [black, white]);
        assert_eq!(details.other("TY").unwrap_or("8"), kind);

        let written: String = record.plies().map(|(ply, _)| move_text(ply.mv)).collect();
        assert_eq!(written, moves, "game {index}");
        let end = record.game().position();
        let counts = end.counts();
        assert_eq!((counts.black.to_string(), counts.white.to_string()), (blacks.to_owned(), whites.to_owned()));
        let [board, side] =
            board_string::write(end).split(' ').map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(board, cells);
        assert_eq!(record.game().outcome().is_some(), over == "1");
        assert_eq!(if over == "1" { "-" } else { &side }, turn);
        match result {
            "?" => assert_eq!(record.margin(), None),
            // The server wrote the komi with three decimals and the result with two.
            result => assert!((record.margin().unwrap().discs() - points(result).discs()).abs() < 0.01, "game {index}"),
        }
    }
}

fn move_text(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string(),
        Move::Pass => "pa".to_owned(),
    }
}

#[test]
fn real_records_survive_a_round_trip() {
    for game in ggf::parse(SAMPLES).flatten() {
        let mut record = game.check().unwrap();
        let written = write(&record);
        let again = read(&written);
        assert_eq!(write(&again), written);
        record.details.result = record.result();
        assert_eq!(again, record);
    }
}

#[test]
fn a_game_is_written_on_one_line_in_the_usual_order() {
    let text = format!(
        "(;GM[Othello]PC[GGS/os]DT[2003.12.15]EV[Cup]RO[2]PB[a]PW[b]RB[1720]RW[1600.5]TI[05:00/00:10/02:00]TY[s8r18]\
         KB[F5/2.00]KM[-3.133]RE[-40.00:r]ON[Tiger]{START}C[a good game]B[F5/1.20/3.50]C[first]W[D6//0.01]B[C3/-43.63];)"
    );
    assert_eq!(write(&read(&text)), text);
}

#[test]
fn the_board_overrides_the_recorded_result() {
    let played_out = SAMPLES.lines().find(|line| line.contains("RE[+2.000]")).unwrap();
    let spoilt = read(&played_out.replace("RE[+2.000]", "RE[-2.000]"));
    assert_eq!(spoilt.details.result.unwrap().margin, points("-2"));
    assert_eq!(spoilt.margin(), Some(points("+2")));
    assert!(write(&spoilt).contains("RE[+2.00]"));

    let unfinished = read("(;GM[Othello]RE[-40:r]B[f5];)");
    assert_eq!(unfinished.margin(), Some(points("-40")));
    assert!(write(&unfinished).contains("RE[-40.00:r]"));
}

#[test]
fn results_have_a_termination() {
    let result = |text: &str| details(&format!("RE[{text}]")).result;
    assert_eq!(result("+2.000"), game_result("2", Termination::Board));
    assert_eq!(result(" -40.00:r "), game_result("-40", Termination::Resignation));
    assert_eq!(result("12:t"), game_result("12", Termination::Time));
    assert_eq!(result("0:s"), game_result("0", Termination::Agreement));
    assert_eq!(result("?"), None);
    assert_eq!(result(""), None);
    assert_eq!(details("RE[?]").others, []);
    // As Edax writes it before the end of a game.
    assert_eq!(result("-127.000"), None);
    // As written here, with a komi of 63 against a wipe-out.
    assert_eq!(result("-127.00"), game_result("-127", Termination::Board));

    assert_eq!(details("RE[adjourned]").other("RE"), Some("adjourned"));
    assert!(write(&read("(;GM[Othello]RE[adjourned];)")).contains("RE[adjourned]"));
}

#[test]
fn clocks_are_for_both_or_for_each() {
    assert_eq!(details("TI[05:00//02:00]").clocks, ByColor::both(clock(300, 0, 120)));
    assert_eq!(details("TI[0]").clocks, ByColor::both(clock(0, 0, 0)));
    assert_eq!(details("TI[]").clocks, ByColor::both(None));
    assert_eq!(
        details("TB[1:00:00]TI[15:00/10]").clocks,
        ByColor { black: clock(3_600, 0, 0), white: clock(900, 10, 0) }
    );
    assert_eq!(details("TW[90]").clocks, ByColor { black: None, white: clock(90, 0, 0) });

    let odd = "(;GM[Othello]TI[15:00,L25]TB[10:00];)";
    assert_eq!(unchecked(odd).details.clocks, ByColor { black: clock(600, 0, 0), white: None });
    assert_eq!(unchecked(odd).details.other("TI"), Some("15:00,L25"));
    assert!(write(&read(odd)).contains("TI[15:00,L25]TB[10:00]"));
}

#[test]
fn other_properties_are_kept_and_the_type_is_written_once() {
    let text = "(;GM[Othello]ZZ[1]TY[8kr20]KB[B3/2.00/27.23]ZZ[]x1[y];)";
    let kept = [tag("ZZ", "1"), tag("TY", "8kr20"), tag("KB", "B3/2.00/27.23"), tag("ZZ", ""), tag("x1", "y")];
    assert_eq!(unchecked(text).details.others, kept);
    let written = write(&read(text));
    assert!(written.contains("TY[8kr20]ZZ[1]KB[B3/2.00/27.23]ZZ[]RE"), "{written}");

    assert_eq!(details("TY[8]").others, []);
    assert_eq!(write(&read("(;GM[Othello]TY[8];)")).matches("TY[8]").count(), 1);
}

#[test]
fn other_tags_with_known_names_are_not_written() {
    let mut record = read("(;GM[Othello];)");
    for (name, value) in
        [("TY", "10"), ("B", "a1"), ("GM", "Go"), ("BO", "8"), ("TI", "05:00"), ("RE", "+2"), ("Event", "x"), ("", "y")]
    {
        record.details.others.push(tag(name, value));
    }
    assert_eq!(write(&record), format!("(;GM[Othello]TY[8]RE[?]{START};)"));
}

#[test]
fn characters_that_ggf_cannot_hold_are_replaced() {
    let mut record = read("(;GM[Othello];)");
    record.details.players.black.name = " a]b[\\\n".to_owned();
    record.details.players.white.name = " \t".to_owned();
    assert_eq!(write(&record), format!("(;GM[Othello]PB[a)b[\\]TY[8]RE[?]{START};)"));
}

#[test]
fn passes_may_be_written_or_not() {
    let spelt = SAMPLES.lines().nth(5).unwrap();
    let game = read(spelt);
    let with = |pass: &str| read(&spelt.replacen("B[pass]", pass, 1));
    assert!(write(&game).contains("B[PA]"));
    assert_eq!(with(""), game);
    assert_eq!(with("B[PA]"), game);
    assert_eq!(with("B[Pass/1.5]").game(), game.game());
    assert!(write(&with("B[Pass/1.5]")).contains("B[PA/1.50]"));
}

#[test]
fn the_check_rejects_a_move_of_the_wrong_side() {
    let error = unchecked("(;GM[Othello]B[f5]B[d6];)").check().unwrap_err();
    assert_eq!(error.to_string(), "move 2, d6, is recorded for black, but it is white's turn (line 1, column 21)");
}

#[test]
fn comments_belong_to_the_game_or_to_the_move_before() {
    let record = read("(;GM[othello]C[on the game]C[\nmore ]B[f5]C[on f5]W[f6];)");
    assert_eq!(record.details.comment, "on the game\nmore");
    let comments: Vec<_> = record.plies().map(|(_, note)| note.comment.as_str()).collect();
    assert_eq!(comments, ["on f5", ""]);
    assert!(write(&record).contains("C[on the game more]B[F5]C[on f5]W[F6]"));
}

#[test]
fn variants_have_their_own_names() {
    let record = read("(;GM[outflank-Thirty]SUPPLY[12 9]B[f5];)");
    assert_eq!(record.rules(), Rules::Thirty);
    assert_eq!(record.start().supply(), Some(ByColor { black: 12, white: 9 }));
    assert!(write(&record).starts_with("(;GM[Outflank-thirty]"));
    assert!(write(&record).contains("SUPPLY[12 9]"));
    let full = read("(;GM[Outflank-orthogonal]SUPPLY[30 30];)");
    assert_eq!(*full.start(), Position::initial(Rules::Orthogonal));
    assert!(!write(&full).contains("SUPPLY"));
}

#[test]
fn bad_games_do_not_affect_the_others() {
    let text = "\u{feff}2 (;GM[Othello]PB[1];)(;GM[Othello]PB[2];)\n\nhello (;GM[Othello]PB[3];) 1\n(;GM[Go]PB[4];)\
                (;GM[Othello]PB(;GM[Othello]PB[5];)(;GM[Othello](;GM[Othello]PB[6]\n;) 12";
    let expected = [
        "1",
        "2",
        "expected a game, which begins with (;, found \"hello\" (line 3, column 1)",
        "3",
        "expected the game Othello, found \"Go\" (line 4, column 6)",
        "expected a property such as PB[name], or ;) at the end of the game, found \"PB(;GM[Othello]P\" (line 4, column 29)",
        "5",
        "expected a property such as PB[name], or ;) at the end of the game, found \"(;GM[Othello]PB[\" (line 4, column 64)",
        "6",
        "expected a game, which begins with (;, found \"12\" (line 5, column 4)",
    ];
    assert_eq!(names_or_errors(ggf::parse(text)), expected);
    assert_eq!(ggf::parse(" \n").count(), 0);
}

#[test]
fn a_match_without_a_size_has_the_size_of_its_board() {
    let record = read(&format!("(;GM[Othello]TY[0]{START}B[F5];)"));
    assert_eq!(record.game().position().rules(), Rules::Standard);
    assert_eq!((record.plies().count(), record.details.other("TY")), (1, None));
    assert!(write(&record).contains("TY[8]"));
    for text in ["(;GM[Othello]TY[0];)", &format!("(;GM[Othello]TY[s0]{START};)")] {
        let error = ggf::parse_game(text).unwrap_err().to_string();
        assert!(error.starts_with("expected a board of size 8, found \"0\""), "{error}");
    }
}

#[test]
fn errors_are_located() {
    const GAME: &str = "a game, which begins with (;";
    const PROPERTY: &str = "a property such as PB[name], or ;) at the end of the game";
    const SIZE: &str = "a board of size 8";
    const DISCS: &str = "a number of discs, such as +2 or -3.5";
    const MOVE: &str = "a move such as d3 or pass";
    const SECONDS: &str = "the seconds of a move, such as 3.5";
    let long = format!(" (;GM[Othello]C[{}];)", "x".repeat(MAX_GAME_BYTES));
    for case in [
        ("", GAME, "nothing", 1, 1),
        ("3", GAME, "\"3\"", 1, 1),
        ("(;GM[Othello];) x", "the end of the text after the game", "\"x\"", 1, 17),
        ("(;", PROPERTY, "nothing", 1, 3),
        ("(;GM[Othello])", PROPERTY, "\")\"", 1, 14),
        ("(;GM[Othello]PB;)", PROPERTY, "\"PB;)\"", 1, 14),
        ("(;GM[Othello]\nPB[x;)", "] at the end of this value", "none", 2, 4),
        (&long, "a game of at most 262144 bytes", "262160", 1, 2),
        ("(;GM[Othello]PB[x]PB[x];)", "PB once in a game", "a second one", 1, 19),
        ("(;PB[x];)", "the name of the game, GM[Othello]", "none", 1, 1),
        ("(;GM[ Amazons];)", "the game Othello", "\"Amazons\"", 1, 7),
        ("(;GM[Othello]TY[s8ar16];)", "a game that is won by the most discs", "\"s8ar16\"", 1, 17),
        ("(;GM[Othello]TY[s10];)", SIZE, "\"10\"", 1, 18),
        ("(;GM[Othello]BO[6 x];)", SIZE, "\"6\"", 1, 17),
        ("(;GM[Othello]BO[-- *];)", SIZE, "\"--\"", 1, 17),
        ("(;GM[Othello]SUPPLY[1];)", "the number of discs Black and White have left, such as 12 11", "\"1\"", 1, 21),
        ("(;GM[Othello]KM[x];)", DISCS, "\"x\"", 1, 17),
        ("(;GM[Othello]B[];)", MOVE, "nothing", 1, 16),
        ("(;GM[Othello]B[F9];)", MOVE, "\"F9\"", 1, 16),
        ("(;GM[Othello]B[F5/best/1];)", DISCS, "\"best\"", 1, 19),
        ("(;GM[Othello]B[F5/1/ soon];)", SECONDS, "\"soon\"", 1, 22),
        ("(;GM[Othello]B[F5/1/2/3];)", SECONDS, "\"2/3\"", 1, 21),
    ] {
        assert_located(ggf::parse_game, case);
    }
    for case in [
        ("(;GM[Othello]BO[8 x- *];)", "expected 64 squares, found 2 (line 1, column 22)"),
        ("(;GM[Othello]SUPPLY[1 2];)", "the standard rules do not limit the supply of discs (line 1, column 21)"),
        (
            "(;GM[Outflank-thirty]SUPPLY[1 31];)",
            "white cannot have 31 discs left: each player owns 30 (line 1, column 29)",
        ),
    ] {
        assert_rejected(ggf::parse_game, case);
    }
}
