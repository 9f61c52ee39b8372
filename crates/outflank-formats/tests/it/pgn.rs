use std::time::Duration;

use outflank_formats::pgn::{self, MAX_GAME_BYTES};
use outflank_formats::record::{Clock, Details, Note, Player, Tag, Termination};
use outflank_formats::{Record, UncheckedRecord, WriteError, board_string};
use outflank_rules::{ByColor, Color, Rules};
use proptest::prelude::*;

use crate::samples::*;

const SAMPLE: &str = include_str!("../data/kurnik_1.pgn");

const ANNOTATED: &str = r#"% made by hand
[Event "Club \"Ø\" \\ open"]
[Site "-"]
[Date "????.??.??"]
[Black "Ada"]
[Result "*"]
[WhiteElo "1500"]
[TimeControl "420+5"]
[Opening "Tiger"]
[Komi "-1.5"]
[Annotator "Ben"]
[Termination "time forfeit"]
[Margin "+12.500"]

{ A game } ; to remember
1. f5 $1 {[%eval 0.5] first [%emt 0:01:02.25]} (1. d3 {other} (1. c4 c3) c5) 1... d6!? {a
b [%clk 0:10:00]} 2.c3 {} D3 ; end
2 c4? *
"#;

fn unchecked(text: &str) -> UncheckedRecord {
    let mut games: Vec<_> = pgn::parse(text).collect();
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn read(text: &str) -> Record {
    unchecked(text).check().unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_published_game_comes_back_to_the_byte() {
    let record = read(SAMPLE);
    let expected = Details {
        players: ByColor { black: player("t7m4o1k9a", "1159"), white: player("ntwo", "1246") },
        place: "kurnik".to_owned(),
        date: "2014.10.19".to_owned(),
        clocks: ByColor::both(clock(420, 0, 0)),
        result: game_result("10", Termination::Board),
        others: vec![tag("Time", "07:31:22")],
        ..Details::default()
    };
    assert_eq!(record.details, expected);
    assert_eq!(record.game().outcome().unwrap().margin(Color::Black), 10);
    assert_eq!(pgn::write(&record).unwrap() + "\n", SAMPLE);
}

#[test]
fn an_annotated_game_is_read_and_written() {
    let record = read(ANNOTATED);
    let Details { players, event, place, date, opening, clocks, komi, result, comment, others, .. } = &record.details;
    assert_eq!(event, "Club \"Ø\" \\ open");
    assert_eq!((place.as_str(), date.as_str(), opening.as_str()), ("", "", "Tiger"));
    assert_eq!((players.black.name.as_str(), players.white.rating.as_str()), ("Ada", "1500"));
    assert_eq!(clocks.white.unwrap().increment, Duration::from_secs(5));
    assert_eq!((*komi, *result), (Some(points("-1.5")), game_result("12.5", Termination::Time)));
    assert_eq!(comment, "A game to remember");
    assert_eq!(*others, [tag("Annotator", "Ben")]);

    let notes: Vec<&Note> = record.plies().map(|(_, note)| note).collect();
    assert_eq!(notes.len(), 5);
    let (eval, time) = (Some(points("0.5")), Some(Duration::from_millis(62_250)));
    assert_eq!(*notes[0], Note { eval, time, comment: "first".to_owned() });
    assert_eq!(notes[1].comment, "a b [%clk 0:10:00]");
    assert_eq!(notes[3].comment, "end");

    let text = pgn::write(&record).unwrap();
    assert_eq!(
        text,
        r#"[Event "Club \"Ø\" \\ open"]
[Site "?"]
[Date "????.??.??"]
[Round "-"]
[Black "Ada"]
[White "?"]
[Result "1-0"]
[Annotator "Ben"]
[TimeControl "420+5"]
[WhiteElo "1500"]
[Opening "Tiger"]
[Komi "-1.50"]
[Termination "time forfeit"]
[Margin "+12.50"]

{A game to remember} 1. f5 {[%eval +0.50] [%emt 0:01:02.25] first} ( 1. d3
{other} c5 ) ( 1. c4 c3 ) d6 {a b [%clk 0:10:00]} 2. c3 d3 {end} 3. c4 1-0"#
    );
    let again = read(&text);
    assert_eq!((again.game(), &again.details), (record.game(), &record.details));
    assert_eq!(pgn::write(&again).unwrap(), text);
}

#[test]
fn results_give_empty_squares_to_the_winner() {
    let result = |text: &str| read(&format!("[Result \"{text}\"]\n\n1. f5 *")).details;
    for (text, margin) in
        [("37-27", "10"), ("20-10", "44"), ("0-13", "-64"), ("32-32", "0"), ("10-10", "0"), ("1/2-1/2", "0")]
    {
        assert_eq!(result(text).result, game_result(margin, Termination::Board), "{text}");
    }
    // A winner without a score.
    for text in ["1-0", "0-1", "40-40", "0-0", "won"] {
        let details = result(text);
        assert_eq!(details.result, None, "{text}");
        assert_eq!(details.others, [tag("Result", text)]);
        let record = read(&format!("[Result \"{text}\"]\n\n1. f5 *"));
        assert!(pgn::write(&record).unwrap().contains(&format!("[Result \"{text}\"]")));
    }
    for text in ["*", "?", "-", ""] {
        assert_eq!(result(text), Details::default(), "{text}");
    }
    // The result after the moves counts if the tag is unknown.
    for (text, margin) in [
        ("1. f5 40-24", "16"),
        ("[Result \"*\"]\n1. f5 40-24", "16"),
        ("[Result \"1-0\"]\n1. f5 40-24", "16"),
        ("[Result \"33-31\"]\n1. f5 40-24", "2"),
        ("[Komi \"2.5\"]\n[Result \"33-31\"]\n1. f5 *", "-0.5"),
    ] {
        assert_eq!(read(text).details.result, game_result(margin, Termination::Board), "{text}");
    }
}

#[test]
fn results_that_discs_cannot_express_have_a_margin() {
    let mut record = played("f5");
    for (margin, komi, tags) in [
        ("+12", None, &["[Result \"38-26\"]"][..]),
        ("-0.5", Some("2.5"), &["[Result \"33-31\"]", "[Komi \"2.50\"]"]),
        ("-0.5", None, &["[Result \"0-1\"]", "[Margin \"-0.50\"]"]),
        ("+3", None, &["[Result \"1-0\"]", "[Margin \"+3.00\"]"]),
        ("+66", None, &["[Result \"1-0\"]", "[Margin \"+66.00\"]"]),
        ("0", Some("1"), &["[Result \"1/2-1/2\"]", "[Komi \"1.00\"]"]),
    ] {
        record.details.komi = komi.map(points);
        record.details.result = game_result(margin, Termination::Board);
        let text = pgn::write(&record).unwrap();
        assert!(tags.iter().all(|tag| text.contains(tag)), "{text}");
        assert_eq!(text.matches('[').count(), 7 + tags.len() - 1, "{text}");
        assert_eq!(read(&text), record);
    }
}

#[test]
fn other_starts_are_written_as_fen() {
    let board = "------------------X--------XX------XXX-----O-------------------- O";
    let record = played(&format!("{board}\nd3"));
    let text = pgn::write(&record).unwrap();
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"8/8/3P4/3ppp2/3pp3/2p5/8/8 w - - 0 1\"]\n\n1... d3 *"), "{text}");
    assert_eq!(read(&text), record);
    assert_eq!(board_string::write(&unchecked(&text).start), board);

    assert_eq!(pgn::write(&played("rules thirty")), Err(WriteError::Rules { format: "PGN", rules: Rules::Thirty }));
}

#[test]
fn passes_are_written_and_may_be_omitted() {
    let text = "1. d3 c3 2. b3 b2 3. f5 a3 4. a1 c1 5. -- {nothing to play} e3 *";
    let record = read(text);
    assert_eq!(record.plies().len(), 10);
    assert_eq!(record.plies().nth(8).unwrap().1.comment, "nothing to play");
    assert!(pgn::write(&record).unwrap().ends_with(text));
    assert_eq!(read("1. D3 C3 3. B3 B2 5. F5 A3 7. A1 C1 9. E3").game(), record.game());
}

#[test]
fn clocks_may_differ() {
    let blitz =
        Clock { main: Duration::from_secs(60), increment: Duration::from_millis(500), extension: Duration::ZERO };
    let mut record = played("f5");
    record.details.clocks = ByColor { black: Some(blitz), white: None };
    let text = pgn::write(&record).unwrap();
    assert!(text.contains("[BlackTimeControl \"60+0.5\"]\n\n"), "{text}");
    assert_eq!(read(&text), record);

    let details = read("[WhiteTimeControl \"5\"]\n[TimeControl \"60\"]\n1. f5 *").details;
    assert_eq!(details.clocks, ByColor { black: clock(60, 0, 0), white: clock(5, 0, 0) });
    let details = read("[TimeControl \"40/9000:300\"]\n1. f5 *").details;
    assert_eq!((details.clocks.black, details.others), (None, vec![tag("TimeControl", "40/9000:300")]));
}

#[test]
fn a_bad_game_does_not_stop_the_others() {
    const TAG: &str = "a tag such as [Event \"Paris Open\"]";
    const MOVE: &str = "a move such as d3 or pass";
    let good = "[Event \"x\"]\n\n1. f5 d6 *\n\n";
    for (bad, expected, found, line, column) in [
        ("[Event x]\n[Site \"y\"]\n\n1. f5 *\n", TAG, "\"[Event\"", 4, 1),
        ("[Event \"x]\n\n1. f5 *\n", TAG, "\"[Event\"", 4, 1),
        ("[Event \"x\"]\n1. f5 x6\nc3 *\n", MOVE, "\"x6\"", 5, 7),
        ("[Event \"x\"]\n1. f5 {d6\nc3 *\n\n", "} at the end of this comment", "none", 5, 7),
        ("[Event \"x\"]\n1. f5 ((d6) c3 *\n\n", ") at the end of this variation", "none", 5, 7),
        ("[Event \"x\"]\n1. f5 ) d6\n\n", MOVE, "\")\"", 5, 7),
        ("[Event \"x\"]\n[FEN \"8/8 b\"]\n1. f5 *\n", "8 rows with a slash between them", "2", 5, 10),
    ] {
        let error = format!("expected {expected}, found {found} (line {line}, column {column})");
        let text = format!("{}{bad}{good}", good.trim_start_matches("[Event \"x\"]\n\n").replace("\n\n", "\n\n\n"));
        let games: Vec<_> = pgn::parse(&text).collect();
        assert_eq!(games.len(), 3, "{text}");
        assert!(games[0].is_ok() && games[2].is_ok(), "{text}");
        assert_eq!(games[1].as_ref().unwrap_err().to_string(), error, "{text}");
    }
}

#[test]
fn games_follow_each_other_with_and_without_tags() {
    let text = "{ between } 1. f5 d6 *\n1. f5 f6 33-31 [Event \"x\"] 1. f5 f4\n\n\
        [Event \"y\"]\n\n[Event \"z\"]\n; the end\n{ of all }";
    let records: Vec<_> = pgn::parse(text).map(|unchecked| unchecked.unwrap().check().unwrap()).collect();
    let events: Vec<_> = records.iter().map(|record| record.details.event.as_str()).collect();
    assert_eq!(events, ["", "", "x", "y"]);
    assert_eq!(records.iter().map(|record| record.plies().len()).collect::<Vec<_>>(), [2, 2, 2, 0]);
    assert_eq!(pgn::parse("\n % \n%x\n{ nothing }\n").count(), 1);
    assert_eq!(pgn::parse("\n%x\n{ nothing }\n").count(), 0);

    assert_eq!(pgn::parse("* 33-31 {x} 1-0").count(), 0);

    // Without tags, a blank line ends a game that cannot be read.
    let text = "1. f5 x9\nd6 *\n\n1. f5 d6 *";
    assert_eq!(pgn::parse(text).map(|unchecked| unchecked.is_ok()).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn a_game_above_the_limit_is_refused() {
    let long = format!("{{{}}}", "x ".repeat(MAX_GAME_BYTES / 2));
    let text = format!("[Event \"x\"]\n\n{long} 1. f5 *\n\n[Event \"y\"]\n\n1. f5 *");
    let games: Vec<_> = pgn::parse(&text).collect();
    assert_eq!(games.len(), 2);
    let error = games[0].as_ref().unwrap_err().to_string();
    assert!(error.starts_with("expected a game of at most 262144 bytes, found 2621"), "{error}");
    assert!(games[1].is_ok());
}

#[test]
fn lines_of_moves_have_at_most_79_columns() {
    let mut record = read(SAMPLE);
    record.details.comment = "word ".repeat(100);
    record.note_mut(3).unwrap().comment = "[Event \"no tag\"] %no line ".repeat(20);
    let text = pgn::write(&record).unwrap();
    let movetext = text.split("\n\n").nth(1).unwrap();
    assert!(movetext.lines().all(|line| !line.starts_with(['[', '%'])), "{text}");
    assert!(movetext.lines().filter(|line| !line.contains('[')).all(|line| line.len() <= 79), "{text}");
    assert_eq!(read(&text).plies().nth(3).unwrap().1.comment, record.plies().nth(3).unwrap().1.comment.trim());
}

fn value(text: &str) -> String {
    let value: String = text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    if matches!(value.as_str(), "?" | "-" | "????.??.??") { String::new() } else { value }
}

fn comment(text: &str) -> String {
    let words = text.split(|character: char| character.is_whitespace() || character.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ").replace('}', ")")
}

fn held(record: &Record) -> Record {
    let mut held = Record::of(record.game());
    let details = &record.details;
    let other = |name: &str| details.other(name).map(value).unwrap_or_default();
    let or_other = |text: &str, name: &str| Some(value(text)).filter(|text| !text.is_empty()).unwrap_or(other(name));
    let mut others = Vec::new();
    for tag in &details.others {
        let name: String = tag.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        if !name.is_empty() && !["Event", "Result", "FEN"].contains(&name.as_str()) {
            let value: String = tag.value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            others.push(Tag { name, value });
        }
    }
    let result = record.result();
    if result.is_none() && !matches!(other("Result").as_str(), "" | "*") {
        others.insert(0, tag("Result", &other("Result")));
    }
    held.details = Details {
        players: ByColor::from_fn(|color| Player {
            name: value(&details.players[color].name),
            rating: value(&details.players[color].rating),
        }),
        event: or_other(&details.event, "Event"),
        round: value(&details.round),
        place: value(&details.place),
        date: value(&details.date),
        opening: value(&details.opening),
        clocks: details.clocks.map(|clock| clock.map(|clock| Clock { extension: Duration::ZERO, ..clock })),
        komi: details.komi,
        result,
        comment: comment(&details.comment),
        others,
    };
    for (index, (_, note)) in record.plies().enumerate() {
        *held.note_mut(index).expect("there is such a ply") = Note { comment: comment(&note.comment), ..note.clone() };
    }
    held
}

proptest! {
    #[test]
    fn details_survive_a_round_trip(
        record in crate::records::record().prop_filter("standard", |record| record.rules().is_standard()),
    ) {
        let text = pgn::write(&record)?;
        let again = read(&text);
        prop_assert_eq!(&again, &held(&record), "{}", text);
        prop_assert_eq!(pgn::write(&again)?, text);
    }
}
