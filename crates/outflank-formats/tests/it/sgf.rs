//! SGF: the main line of any tree is read, and whatever the format can hold comes back.

use std::time::Duration;

use outflank_formats::record::{Clock, Details, GameResult, Tag, Termination};
use outflank_formats::sgf::{self, MAX_GAME_BYTES};
use outflank_formats::{Points, ReadError, Record, Transcript, UncheckedRecord, board_string, ggf};
use outflank_rules::{ByColor, Color, Position, Rules, Setup};
use proptest::prelude::*;

/// As Edax writes a game: the first move is in the root, and a `;` follows each move.
const EDAX: &str = "(;FF[4]GM[2]AP[edax:4.6]PC[Edax]DT[2025-01-01]PB[Black]PW[White]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[Void]\
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

fn points(text: &str) -> Points {
    text.parse().expect("a number of discs")
}

fn verdict(margin: &str, termination: Termination) -> Option<GameResult> {
    Some(GameResult { margin: points(margin), termination })
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
            players: ByColor { black: "Black", white: "White" }
                .map(|name| outflank_formats::record::Player { name: name.to_owned(), rating: String::new() }),
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
fn the_main_line_is_followed_and_variations_are_skipped() {
    assert_eq!(moves("(;GM[2];B[f5](;W[d6](;B[c3])(;B[c4];W[c3]))(;W[f6];B[e6]))"), "f5d6c3");
    assert_eq!(moves("( ; GM [2]\n;B[f5]\n( ;W[d6] ) ( ;W[zz]x ) )"), "f5d6");
    assert_eq!(moves("(;GM[2](;B[f5]C[\\](;](;W[d6])))"), "f5d6");
    assert_eq!(moves("(;GaMe[2];Black[f5])"), "f5");
    let deep = format!("(;GM[2]{};B[f5]{})", "(;".repeat(50_000), ")".repeat(50_000));
    assert_eq!(moves(&deep), "f5");
}

#[test]
fn passes_are_read_in_all_spellings() {
    // After c1 White cannot move.
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
fn the_start_is_what_the_file_says() {
    let start = |properties: &str| unchecked(&format!("(;GM[2]{properties})")).start;
    assert_eq!(start(""), Position::initial(Rules::Standard));
    assert_eq!(start("PL[White]").setup(), Setup { turn: Color::White, ..Setup::START });
    let board = |properties: &str| board_string::write(&start(properties));
    assert_eq!(board("AB[a1:c2]AE[b2]AW[h8]PL[w]"), format!("XXX-----X-X{}O O", "-".repeat(52)));
    assert_eq!(board("AB[C2:a1][h1]"), format!("XXX----XXXX{} X", "-".repeat(53)));
    assert_eq!(board("AE[a1:h8]"), format!("{} X", "-".repeat(64)));
    // Without a word on the side to move it is whoever moves first.
    assert_eq!(board("AB[b1]AW[a1];W[c1]"), format!("OX{} O", "-".repeat(62)));
    assert_eq!(start(";W[f5]").turn(), Color::Black);
    // Some programs end with the side to move.
    assert_eq!(start("PL[B];B[f5];PL[W]").turn(), Color::Black);
    assert_eq!(board(";AB[b1];AW[a1]PL[W];W[c1]"), format!("OX{} O", "-".repeat(62)));
}

#[test]
fn the_variants_have_names_of_their_own() {
    let record = read("(;GM[Outflank-orthogonal]SUPPLY[12 9];B[f5])");
    assert_eq!(record.rules(), Rules::Orthogonal);
    assert_eq!(record.start().supply(), Some(ByColor { black: 12, white: 9 }));
    assert!(write(&record).contains("GM[Outflank-orthogonal]"));
    assert!(write(&record).contains("SUPPLY[12 9]"));
}

#[test]
fn results_are_written_in_the_words_of_the_format_and_in_full_if_need_be() {
    let result = |properties: &str| details(properties).result;
    assert_eq!(result("RE[W+Time]"), verdict("-64", Termination::Time));
    assert_eq!(result("RE[ Draw ]"), verdict("0", Termination::Board));
    assert_eq!(result("RE[B+R]RESULT[+40.00:r]"), verdict("40", Termination::Resignation));
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
fn clocks_are_written_as_main_times_and_in_full_if_need_be() {
    let clock = |main, increment| {
        Some(Clock { main: Duration::from_secs(main), increment: Duration::from_secs(increment), ..Clock::default() })
    };
    assert_eq!(details("TM[300]").clocks, ByColor::both(clock(300, 0)));
    assert_eq!(details("WCLOCK[05:00/10]TM[300]").clocks, ByColor { black: clock(300, 0), white: clock(300, 10) });
    assert_eq!(details("TM[]BCLOCK[]"), Details::default());
    assert_eq!(details("TM[none]").other("TM"), Some("none"));
    assert!(write(&read("(;GM[2]TM[none])")).contains("TM[none]"));

    let written = |clocks| {
        let mut record = read("(;GM[2])");
        record.details.clocks = clocks;
        let text = write(&record);
        text[text.find("SZ[8]").unwrap() + 5..text.find("AB[").unwrap()].to_owned()
    };
    assert_eq!(written(ByColor::both(clock(300, 0))), "TM[300]");
    assert_eq!(written(ByColor { black: clock(300, 0), white: clock(300, 5) }), "TM[300]WCLOCK[05:00/00:05]");
    assert_eq!(written(ByColor { black: clock(300, 0), white: None }), "BCLOCK[05:00]");
    assert_eq!(written(ByColor { black: clock(300, 0), white: clock(60, 0) }), "BCLOCK[05:00]WCLOCK[01:00]");
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
    let tag = |name: &str, value: &str| Tag { name: name.to_owned(), value: value.to_owned() };
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
fn a_text_has_many_games_and_bad_ones_stop_none() {
    let text = "\u{feff} (;GM[2]PB[1])(;GM[2]PB[2])\nhello (;GM[2]PB[3](;x))(;GM[1]PB[4])\n()(;GM[2]PB[5]) (;GM[2]";
    let games: Vec<_> =
        sgf::parse(text).map(|game| game.map(|unchecked| unchecked.details.players.black.name)).collect();
    let names: Vec<_> = games.into_iter().map(|game| game.unwrap_or_else(|error| error.to_string())).collect();
    assert_eq!(
        names,
        [
            "1",
            "2",
            "expected a game, which begins with (;, found \"hello\" (line 2, column 1)",
            "expected a property such as PB[name], a node or the end of the game, found \"x))\" (line 2, column 21)",
            "expected GM[2], a game of Othello, found \"1\" (line 2, column 29)",
            "expected ; and a node, found \")\" (line 3, column 2)",
            "5",
            "expected ) at the end of this game, found none (line 3, column 17)",
        ]
    );
    assert_eq!(sgf::parse(" \n").count(), 0);
}

#[test]
fn errors_have_their_place() {
    let text = str::to_owned;
    for (game, error) in [
        (text("x"), "expected a game, which begins with (;, found \"x\" (line 1, column 1)"),
        (text("(;GM[2]"), "expected ) at the end of this game, found none (line 1, column 1)"),
        (text("(;GM[2]PB[x\\])"), "expected ] at the end of this value, found none (line 1, column 10)"),
        (
            format!(" (;GM[2]C[{}])", "x".repeat(MAX_GAME_BYTES)),
            "expected a game of at most 262144 bytes, found 262155 (line 1, column 2)",
        ),
        (text("(GM[2])"), "expected ; and a node, found \"GM[2])\" (line 1, column 2)"),
        (
            text("(;GM[2]PB)"),
            "expected a property such as PB[name], a node or the end of the game, found \"PB)\" (line 1, column 8)",
        ),
        (text("(;GM[2]PB[x];PB[y])"), "expected PB once in a game, found a second one (line 1, column 14)"),
        (text("(;GM[2]PB[x] [y])"), "expected one value of PB, found a second one (line 1, column 15)"),
        (text("\n(;B[f5])"), "expected GM[2], a game of Othello, found no GM, which means Go (line 2, column 1)"),
        (text("(;GM[Othello])"), "expected GM[2], a game of Othello, found \"Othello\" (line 1, column 6)"),
        (text("(;GM[2]SZ[10])"), "expected a board of size 8, found \"10\" (line 1, column 11)"),
        (
            text("(;GM[2]AB[e4][zz])"),
            "expected a square such as d3, or a rectangle such as a1:c3, found \"zz\" (line 1, column 15)",
        ),
        (
            text("(;GM[2]AB[e4:])"),
            "expected a square such as d3, or a rectangle such as a1:c3, found \"e4:\" (line 1, column 11)",
        ),
        (
            text("(;GM[2];B[f5];AW[a1])"),
            "expected no change of the board after the first move, found \"AW\" (line 1, column 15)",
        ),
        (text("(;GM[2]PL[3])"), "expected the side to move, B or W, found \"3\" (line 1, column 11)"),
        (
            text("(;GM[Outflank-thirty]SUPPLY[x])"),
            "expected the discs that Black and White have left, such as 12 11, found \"x\" (line 1, column 29)",
        ),
        (text("(;GM[2]KM[x])"), "expected a number of discs, such as +2 or -3.5, found \"x\" (line 1, column 11)"),
        (text("(;GM[2];B[ i9])"), "expected a move such as d3 or pass, found \"i9\" (line 1, column 12)"),
    ] {
        assert_eq!(parse(&game).unwrap_err().to_string(), error, "{game:?}");
    }
    let sentence = |game: &str| parse(game).unwrap_err().to_string();
    assert_eq!(sentence("(;GM[2]AB[a1]AW[a1])"), "there is a black and a white disc on a1 (line 1, column 8)");
    assert_eq!(
        unchecked("(;GM[2];B[f5];B[d6])").check().unwrap_err().to_string(),
        "move 2, d6, is recorded for black, but it is white's turn (line 1, column 17)"
    );
}

/// The properties that have a place in [`Details`], and the moves.
const KNOWN: [&str; 31] = [
    "GM", "SZ", "FF", "CA", "AP", "PL", "PB", "PW", "BR", "WR", "PC", "DT", "EV", "RO", "ON", "TM", "BCLOCK", "WCLOCK",
    "KM", "RE", "RESULT", "SUPPLY", "AB", "AW", "AE", "B", "W", "V", "MT", "C", "GC",
];

/// What the format can hold of a text with line breaks.
fn held(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
    text.replace(|character: char| character.is_control() && character != '\n', " ").trim().to_owned()
}

/// What the format can hold of a text of one line.
fn held_line(text: &str) -> String {
    held(text).replace('\n', " ")
}

/// What the format can hold of a record, but for the other tags with names that it knows.
fn expected(record: &Record) -> Record {
    let mut expected = record.clone();
    expected.details.result = record.result();
    let details = &mut expected.details;
    for color in Color::ALL {
        let player = &mut details.players[color];
        player.name = held_line(&player.name);
        player.rating = held_line(&player.rating);
    }
    let Details { event, round, place, date, opening, comment, others, .. } = details;
    for text in [event, round, place, date, opening] {
        *text = held_line(text);
    }
    *comment = held(comment);
    others.retain(|tag| {
        !tag.name.is_empty() && tag.name.bytes().all(|byte| byte.is_ascii_uppercase()) && !KNOWN.contains(&&*tag.name)
    });
    others.iter_mut().for_each(|tag| tag.value = held(&tag.value));
    for ply in 0..record.plies().len() {
        let note = expected.note_mut(ply).expect("a note for each ply");
        note.comment = held(&note.comment);
    }
    expected
}

/// Texts that nearly are games.
fn nearly() -> impl Strategy<Value = String> {
    const WORDS: [&str; 32] = [
        "(;",
        ")",
        ";",
        "GM[2]",
        "GM[",
        "]",
        "[",
        "PB[x]",
        "B[f5]",
        ";W[d6]",
        "B[",
        "f5",
        "\\",
        "V[1.5]",
        "MT[2]",
        "-",
        "TM[",
        "300",
        "RE[B+2]",
        "RE[W+R]",
        "AB[e4][d5]",
        "AW[",
        "d4",
        ":",
        "PL[W]",
        "C[",
        "SUPPLY[1 2]",
        "KM[",
        "ZZ[a][b]",
        "\n",
        "(",
        "é",
    ];
    let words =
        |most| prop::collection::vec(prop::sample::select(&WORDS[..]), 0..most).prop_map(|words| words.concat());
    let spoilt = |(place, character): (prop::sample::Index, Option<char>)| {
        let mut text: Vec<char> = EDAX.chars().collect();
        let place = place.index(text.len());
        text.splice(place..=place, character);
        text.into_iter().collect()
    };
    prop_oneof![
        any::<String>(),
        words(40),
        words(20).prop_map(|words| format!("(;GM[2]{words})")),
        any::<(prop::sample::Index, Option<char>)>().prop_map(spoilt),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn what_the_format_can_hold_comes_back(record in crate::records::record()) {
        let written = write(&record);
        let mut once = parse(&written)?.check()?;
        prop_assert_eq!(write(&once), written);
        once.details.others.retain(|tag| !KNOWN.contains(&&*tag.name));
        prop_assert_eq!(once, expected(&record));
    }

    #[test]
    fn any_text_is_answered_and_what_is_read_is_stable(text in nearly()) {
        for record in sgf::parse(&text).flatten().filter_map(|unchecked| unchecked.check().ok()) {
            let written = write(&record);
            let once = parse(&written)?.check()?;
            prop_assert_eq!(write(&once), &written[..]);
            prop_assert_eq!(parse(&write(&once))?.check()?, once);
        }
    }

    #[test]
    fn nothing_is_lost_from_ggf_to_sgf_and_back(record in crate::records::record()) {
        let record = ggf::parse_game(&ggf::write(&record)?)?.check()?;
        let mut through = parse(&write(&record))?.check()?;
        let mut expected = record;
        for record in [&mut through, &mut expected] {
            record.details.others.clear();
        }
        prop_assert_eq!(through, expected);
    }
}
