use outflank_formats::transcript::{self, MAX_BYTES};
use outflank_formats::{IllegalReason, IllegalRecord, Location, Transcript, board_string};
use outflank_rules::{Color, Game, IllegalMove, Move, Position, Rules, Square};
use proptest::prelude::*;

use crate::samples::{assert_located, at};

/// Ends 55-9, without a pass.
const CONSOLE_GAME: &str = "e6d6c3d3c4f5f4f3c6c5e3f7f6d7g2d2g4c7b7g6g7b5b6g3e2f2f1a6b4a3\
                            b3c2h4e7h6h5b1b2c8g8g5h2e8f8h7h3a1a2a4a5h1g1e1d1h8a8c1d8b8a7";

/// Perfect play from "Othello is solved" (Takizawa, 2023): a draw.
const PERFECT_GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1\
                            f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";

const BLACK_PASSES: &str = "d3c3b3b2f5a3a1c1";

fn parse(text: &str) -> Transcript {
    text.parse().expect("the transcript can be read")
}

fn replay(text: &str) -> Result<Game, IllegalRecord> {
    parse(text).replay(Position::initial(Rules::Standard))
}

fn moves(text: &str) -> Vec<String> {
    parse(text).moves.iter().map(|written| written.mv.to_string()).collect()
}

#[test]
fn published_games_end_as_published() {
    for (text, black, white) in [(CONSOLE_GAME, 55, 9), (PERFECT_GAME, 32, 32)] {
        let game = replay(text).unwrap();
        let discs = game.outcome().unwrap().discs;
        assert_eq!((discs.black, discs.white), (black, white));
        assert_eq!(transcript::write(&game), text);
    }
}

#[test]
fn every_notation_is_read() {
    for text in [
        "f5d6c3d3c4",
        "F5d6C3d3C4",
        "5f6d3c3d4c",
        "f56dc33d4c",
        "f5 d6 c3 d3 c4",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "1)f5d62)c3d33)c4",
        "1: f5 1... d6 2: c3 d3\n3: c4\n",
        "f5-d6-c3-d3-c4",
        "f5, d6; c3,\r\n d3\t;; c4;",
        "\u{feff}% a game\nf5d6 % 1. e6\n%\n12.3c d3c4%",
    ] {
        assert_eq!(moves(text), ["f5", "d6", "c3", "d3", "c4"], "{text:?}");
    }
    assert!(moves("").is_empty());
    assert!(moves(" \n% nothing\n 1. - 2.").is_empty());
}

#[test]
fn every_spelling_of_a_pass_is_read() {
    for pass in ["pass", "PASS", "Pass", "pa", "PA", "ps", "PS", "--", "@@", "@@@@"] {
        for text in [format!("c1{pass}a2"), format!("c1 {pass} a2"), format!("1c,{pass},2a")] {
            assert_eq!(moves(&text), ["c1", "pass", "a2"], "{text:?}");
        }
    }
    assert_eq!(moves("c1---a2"), ["c1", "pass", "a2"]);
    assert_eq!(moves("c1 - - a2"), ["c1", "a2"]);
    assert_eq!(moves("paa1passa2psa3"), ["pass", "a1", "pass", "a2", "pass", "a3"]);
}

#[test]
fn what_is_not_a_move_is_located() {
    for (text, line, column, word) in [
        ("hello", 1, 1, "hello"),
        ("f5d6i3", 1, 5, "i3"),
        ("f5 d9", 1, 4, "d9"),
        ("f5 \u{7}", 1, 4, "\u{7}"),
        ("f5\n\n  d6 c0 c3", 3, 6, "c0"),
        ("f5d", 1, 3, "d"),
        ("f5 3", 1, 4, "3"),
        ("f5 d66 c3", 1, 6, "6"),
        ("f5 12 d6", 1, 4, "12"),
        ("f5. d6", 1, 3, "."),
        ("% é\né5", 2, 1, "é5"),
        ("f5é d6 ❄", 1, 3, "é"),
        ("passe", 1, 5, "e"),
        ("@d3", 1, 1, "@d3"),
        ("f5 d6 55-9", 1, 7, "55-9"),
        ("f5abcdefghijklmnopqrstuvwxyz", 1, 3, "abcdefghijklmnop"),
    ] {
        let found = format!("{word:?}");
        assert_located(str::parse::<Transcript>, (text, "a move such as d3 or pass", &found, line, column));
    }
}

#[test]
fn a_text_above_the_limit_is_refused() {
    assert!(" ".repeat(MAX_BYTES).parse::<Transcript>().is_ok());
    let long = " ".repeat(MAX_BYTES + 1);
    assert_located(str::parse::<Transcript>, (&long, "a transcript of at most 65536 bytes", "65537", 1, 1));
}

#[test]
fn a_forced_pass_may_be_written_once_or_not_at_all() {
    let game = replay(BLACK_PASSES).unwrap();
    assert_eq!(game.plies().last().unwrap().mv, Move::Pass);
    assert_eq!(replay(&format!("{BLACK_PASSES}--")).unwrap(), game);

    let next = game.position().legal_moves().first().unwrap();
    let implied = replay(&format!("{BLACK_PASSES}{next}")).unwrap();
    assert_eq!(replay(&format!("{BLACK_PASSES} PA {next}")).unwrap(), implied);

    let twice = replay(&format!("{BLACK_PASSES} PA PA")).unwrap_err();
    assert_eq!((twice.at, twice.number, twice.mv), (at(1, 21), 9, Move::Pass));
    assert!(matches!(twice.why, IllegalReason::Move(IllegalMove::MustPlace { color: Color::White, .. })));
}

#[test]
fn a_pass_can_be_the_first_move() {
    // White can play c1; Black has no move.
    let setup = board_string::parse(&format!("OX{} X", "-".repeat(62))).unwrap();
    let start = Position::new(Rules::Standard, setup).unwrap();
    let implied = parse("c1").replay(start).unwrap();
    assert_eq!(parse("pass c1").replay(start).unwrap(), implied);
    assert!(parse("pass pass").replay(start).is_err());
    assert_eq!(transcript::write(&implied), "c1");
}

#[test]
fn every_illegal_move_is_explained() {
    let standard = Position::initial(Rules::Standard);
    let (d4, a1) = (Square::D4, Square::A1);
    let outflanks_nothing = |square, color, rules| IllegalMove::OutflanksNothing { square, color, rules };
    let must_place = IllegalMove::MustPlace { color: Color::White, for_instance: Square::F4 };
    for (rules, text, at, number, mv, why) in [
        (Rules::Standard, "f5 d4", at(1, 4), 2, d4.into(), IllegalMove::Occupied { square: d4, by: Color::White }),
        (Rules::Standard, "f5\na1", at(2, 1), 2, a1.into(), outflanks_nothing(a1, Color::White, Rules::Standard)),
        (Rules::Orthogonal, "a1", at(1, 1), 1, a1.into(), outflanks_nothing(a1, Color::Black, Rules::Orthogonal)),
        (Rules::Shellos, "c3a1", at(1, 3), 2, a1.into(), IllegalMove::TouchesNothing { square: a1 }),
        (Rules::Standard, "1. f5 --", at(1, 7), 2, Move::Pass, must_place),
    ] {
        let expected = IllegalRecord { at, number, mv, why: IllegalReason::Move(why) };
        assert_eq!(parse(text).replay(Position::initial(rules)), Err(expected), "{text}");
    }

    for more in ["a1", "--"] {
        let error = parse(&format!("{CONSOLE_GAME}\n{more}")).replay(standard).unwrap_err();
        assert_eq!((error.at, error.number), (at(2, 1), 61));
        assert_eq!(error.why, IllegalReason::Move(IllegalMove::GameOver));
        let message = format!("move 61, {}, is not legal: the game is over (line 2, column 1)", error.mv);
        assert_eq!(error.to_string(), message);
    }
}

const SEPARATORS: [&str; 13] =
    ["", "", "", " ", "\n", "\r\n\t", ", ", ";", " - ", " 12. ", "3)", " 7... ", "% 1. d3 -- é\n"];

const PASSES: [&str; 7] = ["--", "PA", "ps", "pass", "Pass", "@@", "@@@@"];

#[derive(Clone, Debug)]
struct Hand {
    separator: &'static str,
    row_first: bool,
    upper_case: bool,
    pass: Option<&'static str>,
}

fn hand() -> impl Strategy<Value = Hand> {
    let separator = prop::sample::select(&SEPARATORS[..]);
    let pass = prop::option::of(prop::sample::select(&PASSES[..]));
    let hand = |(separator, row_first, upper_case, pass)| Hand { separator, row_first, upper_case, pass };
    (separator, any::<bool>(), any::<bool>(), pass).prop_map(hand)
}

fn written(game: &Game, hands: &[Hand]) -> (String, Vec<(Move, usize)>) {
    let (mut text, mut moves) = (String::new(), Vec::new());
    for (ply, hand) in game.plies().iter().zip(hands.iter().cycle()) {
        let name = match (ply.mv, hand.pass) {
            (Move::Place(square), _) if hand.row_first => square.to_string().chars().rev().collect(),
            (Move::Place(square), _) => square.to_string(),
            (Move::Pass, Some(pass)) => pass.to_owned(),
            (Move::Pass, None) => continue,
        };
        text.push_str(hand.separator);
        moves.push((ply.mv, text.len()));
        text.push_str(&if hand.upper_case { name.to_ascii_uppercase() } else { name });
    }
    (text, moves)
}

proptest! {
    #[test]
    fn a_game_in_any_notation_comes_back(game in crate::games::game(), hands in prop::collection::vec(hand(), 1..80)) {
        let (text, expected) = written(&game, &hands);
        let transcript: Transcript = text.parse()?;
        let found: Vec<_> = transcript.moves.iter().map(|written| (written.mv, written.at)).collect();
        let expected: Vec<_> = expected.into_iter().map(|(mv, offset)| (mv, Location::of(&text, offset).into())).collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(&transcript.replay(*game.start())?, &game);

        let again: Transcript = transcript.to_string().parse()?;
        prop_assert_eq!(again.replay(*game.start())?, game);
    }

    #[test]
    fn a_written_game_comes_back(game in crate::games::game()) {
        let text = transcript::write(&game);
        prop_assert_eq!(text.len(), 2 * game.placements().count());
        let transcript: Transcript = text.parse()?;
        prop_assert_eq!(&transcript, &Transcript::from(&game));
        prop_assert_eq!(transcript.replay(*game.start())?, game);
    }
}
