use std::time::Duration;

use outflank_formats::record::{Details, Termination};
use outflank_formats::sgf::{self, MAX_GAME_BYTES};
use outflank_formats::{ReadError, Record, Transcript, UncheckedRecord, board_string, ggf};
use outflank_rules::{ByColor, Color, Position, Rules, Setup};

use crate::samples::*;

/// Edax puts the first move into the root and a `;` after each move.
pub(crate) const EDAX: &str = "(;FF[4]GM[2]AP[edax:4.6]PC[Edax]DT[2025-01-01]PB[Black]PW[White]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[Void]\
                    B[f5];W[d6];B[c3];W[d3];B[c4];W[f4];)";

fn parse(text: &str) -> Result<UncheckedRecord, ReadError> {
    let mut games = sgf::parse(text);
    let game = games.next().expect("a game");
    assert_eq!(games.next(), None, "{text:?}");
    game
}

fn unchecked(text: &str) -> UncheckedRecord {
    parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn read(text: &str) -> Record {
    unchecked(text).check().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn details(properties: &str) -> Details {
    unchecked(&format!("(;GM[2]{properties})")).details
}

fn moves(text: &str) -> String {
    Transcript { moves: unchecked(text).moves }.to_string()
}

fn write(record: &Record) -> String {
    sgf::write(record).expect("SGF has a place for every record")
}

#[test]
fn a_game_as_edax_writes_it_is_read() {
    let record = read(EDAX);
    assert_eq!(record, read(&EDAX.replace("PL[B]", "PL[B]\n").replace(";", ";\r\n")));
    assert!(record.starts_as_usual());
    assert_eq!(moves(EDAX), "f5d6c3d3c4f4");
    assert_eq!(
        record.details,
        Details {
            players: ByColor { black: player("Black", ""), white: player("White", "") },
            place: "Edax".to_owned(),
            date: "2025-01-01".to_owned(),
            ..Details::default()
        }
    );
}

#[test]
fn a_game_is_written_with_its_start_and_a_node_for_each_ply() {
    let text = format!(
        "(;FF[4]GM[2]CA[UTF-8]AP[Outflank:{}]SZ[8]PC[Paris]DT[2024-05-01]EV[Cup]RO[2]PB[a\\]b]PW[c\\\\d]BR[1720]WR[1600]\
         TM[300]KM[-3.133]RE[W+R]ON[Tiger]ZZ[1][2]AB[e4][d5]AW[d4][e5]PL[B]C[A good\ngame];B[f5]V[1.20]MT[3.50]C[first];\
         W[d6]V[-0.50])",
        env!("CARGO_PKG_VERSION")
    );
    let record = read(&text);
    assert_eq!(write(&record), text);
    assert_eq!(record.details.players.black.name, "a]b");
    assert_eq!(record.details.players.white.name, "c\\d");
    assert_eq!(record.details.comment, "A good\ngame");
    let evals: Vec<_> = record.plies().map(|(_, note)| note.eval).collect();
    assert_eq!(evals, [Some(points("1.2")), Some(points("0.5"))]);
}

#[test]
fn the_first_variation_is_the_game_and_others_need_not_be_legal() {
    assert_eq!(moves("(;GM[2];B[f5](;W[d6](;B[c3])(;B[c4];W[c3]))(;W[f6];B[e6]))"), "f5d6c3");
    assert_eq!(moves("( ; GM [2]\n;B[f5]\n( ;W[d6] ) ( ;W[zz]x ) )"), "f5d6");
    assert_eq!(moves("(;GM[2](;B[f5]C[\\](;](;W[d6])))"), "f5d6");
    assert_eq!(moves("(;GaMe[2];Black[f5])"), "f5");
    let deep = format!("(;GM[2]{};B[f5]{})", "(;".repeat(50_000), ")".repeat(50_000));
    assert_eq!(moves(&deep), "f5");
}

#[test]
fn passes_are_read_in_all_spellings() {
    // After c1 White has no move.
    let start = "(;GM[2]AB[a1][h1]AW[b1][g1][h2]PL[B];B[c1]";
    let implied = read(&format!("{start};B[f1])"));
    for pass in ["PA", "pass", "", " "] {
        let text = format!("{start};W[{pass}];B[f1])");
        assert_eq!(moves(&text), "c1paf1");
        assert_eq!(read(&text), implied);
    }
    assert!(write(&implied).contains(";B[c1];W[PA];B[f1]"));
}

#[test]
fn start_positions_are_read() {
    let start = |properties: &str| unchecked(&format!("(;GM[2]{properties})")).start;
    assert_eq!(start(""), Position::initial(Rules::Standard));
    assert_eq!(start("PL[White]").setup(), Setup { turn: Color::White, ..Setup::START });
    let board = |properties: &str| board_string::write(&start(properties));
    assert_eq!(board("AB[a1:c2]AE[b2]AW[h8]PL[w]"), format!("XXX-----X-X{}O O", "-".repeat(52)));
    assert_eq!(board("AB[C2:a1][h1]"), format!("XXX----XXXX{} X", "-".repeat(53)));
    assert_eq!(board("AE[a1:h8]"), format!("{} X", "-".repeat(64)));
    // Without `PL`, the player of the first move.
    assert_eq!(board("AB[b1]AW[a1];W[c1]"), format!("OX{} O", "-".repeat(62)));
    assert_eq!(start(";W[f5]").turn(), Color::Black);
    // Some programs end with the side to move.
    assert_eq!(start("PL[B];B[f5];PL[W]").turn(), Color::Black);
    assert_eq!(board(";AB[b1];AW[a1]PL[W];W[c1]"), format!("OX{} O", "-".repeat(62)));
}

#[test]
fn variants_have_their_own_names() {
    let record = read("(;GM[Outflank-orthogonal]SUPPLY[12 9];B[f5])");
    assert_eq!(record.rules(), Rules::Orthogonal);
    assert_eq!(record.start().supply(), Some(ByColor { black: 12, white: 9 }));
    assert!(write(&record).contains("GM[Outflank-orthogonal]"));
    assert!(write(&record).contains("SUPPLY[12 9]"));
}

#[test]
fn results_that_re_cannot_express_are_written_in_full() {
    let result = |properties: &str| details(properties).result;
    assert_eq!(result("RE[W+Time]"), game_result("-64", Termination::Time));
    assert_eq!(result("RE[ Draw ]"), game_result("0", Termination::Board));
    assert_eq!(result("RE[B+R]RESULT[+40.00:r]"), game_result("40", Termination::Resignation));
    for unknown in ["", "?", "Void"] {
        let details = details(&format!("RE[{unknown}]"));
        assert_eq!((details.result, details.others), (None, vec![]));
    }
    assert_eq!(details("RE[B+]").other("RE"), Some("B+"));
    assert!(write(&read("(;GM[2]RE[B+])")).contains("RE[B+]"));

    let written = |text: &str| {
        let text = write(&ggf::parse_game(&format!("(;GM[Othello]RE[{text}];)")).unwrap().check().unwrap());
        text[text.find("RE[").unwrap()..text.find("AB[").unwrap()].to_owned()
    };
    assert_eq!(written("-2"), "RE[W+2]");
    assert_eq!(written("+2.5"), "RE[B+2.50]");
    assert_eq!(written("64:r"), "RE[B+R]");
    assert_eq!(written("-40:r"), "RE[W+R]RESULT[-40.00:r]");
    assert_eq!(written("+6:s"), "RE[B+6]RESULT[+6.00:s]");
}

#[test]
fn clocks_that_tm_cannot_express_are_written_in_full() {
    assert_eq!(details("TM[300]").clocks, ByColor::both(clock(300, 0, 0)));
    assert_eq!(
        details("WCLOCK[05:00/10]TM[300]").clocks,
        ByColor { black: clock(300, 0, 0), white: clock(300, 10, 0) }
    );
    assert_eq!(details("TM[]BCLOCK[]"), Details::default());
    assert_eq!(details("TM[none]").other("TM"), Some("none"));
    assert!(write(&read("(;GM[2]TM[none])")).contains("TM[none]"));

    let written = |clocks| {
        let mut record = read("(;GM[2])");
        record.details.clocks = clocks;
        let text = write(&record);
        text[text.find("SZ[8]").unwrap() + 5..text.find("AB[").unwrap()].to_owned()
    };
    assert_eq!(written(ByColor::both(clock(300, 0, 0))), "TM[300]");
    assert_eq!(written(ByColor { black: clock(300, 0, 0), white: clock(300, 5, 0) }), "TM[300]WCLOCK[05:00/00:05]");
    assert_eq!(written(ByColor { black: clock(300, 0, 0), white: None }), "BCLOCK[05:00]");
    assert_eq!(written(ByColor { black: clock(300, 0, 0), white: clock(60, 0, 0) }), "BCLOCK[05:00]WCLOCK[01:00]");
}

#[test]
fn comments_belong_to_the_game_or_to_a_move() {
    let comments = |text: &str| {
        let UncheckedRecord { moves, details, .. } = unchecked(text);
        let on_moves = moves.into_iter().map(|written| written.note.comment);
        [details.comment].into_iter().chain(on_moves).collect::<Vec<_>>()
    };
    assert_eq!(
        comments("(;GM[2]C[game]GC[more];C[one]B[f5];W[d6]C[two];C[again])"),
        ["game\nmore", "one", "two\nagain"]
    );
    // In Edax's layout the root has the first move.
    assert_eq!(comments("(;GM[2]C[game]B[f5]C[one];W[d6])"), ["game", "one", ""]);
    assert_eq!(comments("(;GM[2]C[\\]a\\\\\r\nb\\\nc\td])"), ["]a\\\nbc d"]);
}

#[test]
fn notes_belong_to_the_move_of_their_node() {
    let notes = |text: &str| -> Vec<_> {
        unchecked(text).moves.into_iter().map(|written| (written.note.eval, written.note.time)).collect()
    };
    let seconds = |seconds| Some(Duration::from_secs(seconds));
    assert_eq!(
        notes("(;GM[2]V[9];V[2]B[f5];W[d6]V[2]MT[7];V[5]MT[8])"),
        [(Some(points("2")), None), (Some(points("-2")), seconds(7))]
    );
    assert_eq!(notes("(;GM[2];B[f5]V[good]MT[-1])"), [(None, None)]);
}

#[test]
fn other_properties_of_the_root_are_kept() {
    let text = "(;GM[2]ZZ[1][ 2\n3]US[me]OT[x];B[f5]BL[20]ZZ[4])";
    let others = [tag("ZZ", "1"), tag("ZZ", "2\n3"), tag("US", "me"), tag("OT", "x")];
    assert_eq!(unchecked(text).details.others, others);
    assert!(write(&read(text)).contains("ZZ[1][2\n3]US[me]OT[x]AB"));

    let mut record = read("(;GM[2])");
    let plain = write(&record);
    for name in ["GM", "AB", "B", "W", "V", "C", "RE", "FF", "Event", "X1", ""] {
        record.details.others.push(tag(name, "0"));
    }
    assert_eq!(write(&record), plain);
}

#[test]
fn bad_games_do_not_affect_the_others() {
    let text = "\u{feff} (;GM[2]PB[1])(;GM[2]PB[2])\nhello (;GM[2]PB[3](;x))(;GM[1]PB[4])\n()(;GM[2]PB[5]) (;GM[2]";
    let expected = [
        "1",
        "2",
        "expected a game, which begins with (;, found \"hello\" (line 2, column 1)",
        "expected a property such as PB[name], a node or the end of the game, found \"x))\" (line 2, column 21)",
        "expected GM[2], a game of Othello, found \"1\" (line 2, column 29)",
        "expected ; and a node, found \")\" (line 3, column 2)",
        "5",
        "expected ) at the end of this game, found none (line 3, column 17)",
    ];
    assert_eq!(names_or_errors(sgf::parse(text)), expected);
    assert_eq!(sgf::parse(" \n").count(), 0);
}

#[test]
fn errors_are_located() {
    const OTHELLO: &str = "GM[2], a game of Othello";
    const SUPPLY: &str = "the number of discs Black and White have left, such as 12 11";
    const SQUARES: &str = "a square such as d3, or a rectangle such as a1:c3";
    let long = format!(" (;GM[2]C[{}])", "x".repeat(MAX_GAME_BYTES));
    for case in [
        ("x", "a game, which begins with (;", "\"x\"", 1, 1),
        ("(;GM[2]", ") at the end of this game", "none", 1, 1),
        ("(;GM[2]PB[x\\])", "] at the end of this value", "none", 1, 10),
        (&long, "a game of at most 262144 bytes", "262155", 1, 2),
        ("(GM[2])", "; and a node", "\"GM[2])\"", 1, 2),
        ("(;GM[2]PB)", "a property such as PB[name], a node or the end of the game", "\"PB)\"", 1, 8),
        ("(;GM[2]PB[x];PB[y])", "PB once in a game", "a second one", 1, 14),
        ("(;GM[2]PB[x] [y])", "one value of PB", "a second one", 1, 15),
        ("\n(;B[f5])", OTHELLO, "no GM, which means Go", 2, 1),
        ("(;GM[Othello])", OTHELLO, "\"Othello\"", 1, 6),
        ("(;GM[2]SZ[10])", "a board of size 8", "\"10\"", 1, 11),
        ("(;GM[2]AB[e4][zz])", SQUARES, "\"zz\"", 1, 15),
        ("(;GM[2]AB[e4:])", SQUARES, "\"e4:\"", 1, 11),
        ("(;GM[2];B[f5];AW[a1])", "no change of the board after the first move", "\"AW\"", 1, 15),
        ("(;GM[2]PL[3])", "the side to move, B or W", "\"3\"", 1, 11),
        ("(;GM[Outflank-thirty]SUPPLY[x])", SUPPLY, "\"x\"", 1, 29),
        ("(;GM[2]KM[x])", "a number of discs, such as +2 or -3.5", "\"x\"", 1, 11),
        ("(;GM[2];B[ i9])", "a move such as d3 or pass", "\"i9\"", 1, 12),
    ] {
        assert_located(parse, case);
    }
    assert_rejected(parse, ("(;GM[2]AB[a1]AW[a1])", "a1 has a black and a white disc (line 1, column 8)"));
    let error = "move 2, d6, is recorded for black, but it is white's turn (line 1, column 17)";
    assert_rejected(|text| unchecked(text).check(), ("(;GM[2];B[f5];B[d6])", error));
}
