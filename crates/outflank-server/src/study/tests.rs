use outflank_formats::Record;
use outflank_formats::format::{Format, write};
use outflank_rules::{ByColor, Color, Game, Position, Rules, Square};

use super::read::{MAX_GAMES, MAX_REASONS};
use super::*;
use crate::wire::{ErrorKind, PositionRequest, Problem, ReadAnswer};

fn played(rules: Rules, moves: usize) -> Game {
    let mut game = Game::new(Position::initial(rules));
    for _ in 0..moves {
        let Some(square) = game.position().legal_moves().first() else { break };
        game.play(square).expect("it is a choice");
    }
    game
}

fn read_standard(text: &str) -> Result<ReadAnswer, Problem> {
    read(text, Rules::Standard)
}

fn refusal(text: &str) -> String {
    let problem = read_standard(text).expect_err("it is refused");
    assert_eq!(problem.error, ErrorKind::Unusable);
    problem.message
}

#[test]
fn every_format_is_read() {
    for format in Format::ALL {
        let mut record = Record::of(&played(Rules::Standard, 64));
        record.details.players.black.name = "Ann".to_owned();
        record.details.players.white.name = "Bob".to_owned();
        let Ok(text) = write(&record, format) else {
            assert_eq!(format, Format::Wthor);
            continue;
        };
        let answer = read_standard(&text).unwrap_or_else(|problem| panic!("{format}: {problem:?}\n{text}"));
        assert_eq!((answer.games.len(), answer.more, answer.unread.len()), (1, 0, 0), "{format}");
        let plies = match format {
            Format::Board | Format::Fen | Format::Obf => 0,
            _ => record.game().plies().len(),
        };
        assert_eq!(answer.games[0].plies.len(), plies, "{format}");
        if format == Format::Ggf {
            assert_eq!(answer.format, "GGF");
            assert_eq!(answer.games[0].players, ByColor { black: Some("Ann".into()), white: Some("Bob".into()) });
        }
    }
}

#[test]
fn a_read_game_can_be_shown_without_rules() {
    for rules in Rules::ALL {
        let game = played(rules, 64);
        let answer = read(&outflank_formats::plain::write_game(&game), Rules::Standard).unwrap();
        let told = &answer.games[0];
        assert_eq!((told.rules, told.supply), (rules, rules.supply().map(ByColor::both)));
        assert_eq!(told.start.board.len(), 64);
        // Replays without rules: place a disc, turn the flips.
        let mut discs = game.start().discs();
        for ply in &told.plies {
            let Some(square) = ply.square else { continue };
            discs[ply.by] = (discs[ply.by] | ply.flips).with(square);
            discs[!ply.by] = discs[!ply.by] - ply.flips;
        }
        assert_eq!(discs, game.position().discs(), "{rules}");
        let margin = f64::from(game.outcome().unwrap().margin(Color::Black));
        assert_eq!(told.result.map(|result| result.margin), Some(margin));
        assert_eq!(super::record(&told.text).unwrap().game().position(), game.position());
    }
}

#[test]
fn the_opening_and_the_event_are_named() {
    let text = "(;GM[Othello]PC[Oxford]DT[2005.11.04]PB[Ann]PW[Bob]RE[?]TI[5:00]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)";
    let answer = read_standard(text).unwrap();
    assert_eq!(answer.games[0].opening, Some("Tiger"));
    assert!(answer.games[0].title.as_deref().is_some_and(|title| title.contains("Oxford")));
    assert_eq!(answer.games[0].result, None);
}

#[test]
fn unreadable_games_do_not_affect_others() {
    let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let game = |moves: &str| format!("(;GM[Othello]PB[a]PW[b]TY[8]{start}{moves};)\n");
    let text = [game("B[F5]W[D6]"), game("B[A1]"), game("B[D3]")].concat();
    let answer = read_standard(&text).unwrap();
    assert_eq!(answer.games.len(), 2);
    assert_eq!(answer.unread.len(), 1);
    assert!(answer.unread[0].contains("(line 2, column"), "{}", answer.unread[0]);
}

#[test]
fn games_beyond_the_limit_are_counted() {
    let answer = read_standard(&"f5d6\n".repeat(MAX_GAMES + 7)).unwrap();
    assert_eq!((answer.games.len(), answer.more), (MAX_GAMES, 7));
    let answer = read_standard(&format!("{}f5d6\n", "f5f5\n".repeat(100))).unwrap();
    assert_eq!((answer.games.len(), answer.unread.len()), (1, MAX_REASONS));
}

#[test]
fn errors_name_their_place() {
    assert_eq!(
        refusal("f5 d6\nd3"),
        "move 3, d3, is not legal: on d3 Black would outflank no white disc in any direction (line 2, column 1)"
    );
    for text in ["f5 i9", "(;GM[Othello]PB[a]B[F5", "[Event \"x\"]\n\n1. zz", "rules chess\nf5", "--X"] {
        let message = refusal(text);
        assert!(message.contains("(line "), "{text:?}: {message}");
    }
    for text in ["", " \n\t", "% only a comment", "\0\u{1}"] {
        assert!(!refusal(text).is_empty(), "{text:?}");
    }
    assert!(record("").is_err());
    assert!(record("f5f5").is_err());
}

#[test]
fn a_mebibyte_of_anything_is_handled() {
    const SIZE: usize = 1 << 20;
    let short = [
        "(", ")", "(;", "[", "]", "[x \"", "\\", "\"", "{", "f5", "f5 ", "f5\n", "f5d6\nc4", "1. ", "-", "--", "X",
        "XO-", "X\n", "8/", "%", "%\n", "\n", "\r", " ", "\u{feff}", "é", "🦀", "+d3-c3", "board ", "\0", "a1",
        "d3c3c4", ";", ",", "9", "pass", "pa",
    ];
    let long = [
        "(;GM[Othello]",
        "(;GM[Othello]B[F5];)",
        "(;GM[2]FF[4];B[f5]",
        "[a \"b\"]\n",
        "8/8/8/3pP3/3Pp3/8/8/8 w\n",
        "+d3-c3: -04 10\n",
        "rules standard\n",
        "supply 1 1\n",
        "---------------------------OX------XO--------------------------- X;\n",
        "-d16 +02 WZebra EK:FJ\n",
    ];
    let pieces = [&short[..], &long].concat();
    let texts = pieces.iter().map(|piece| piece.repeat(SIZE / piece.len()));
    let nested = format!("{}{}", "(;".repeat(SIZE / 4), ")".repeat(SIZE / 4));
    let marked = pieces.iter().map(|piece| format!("(;GM[Othello]PB[{}", piece.repeat(SIZE / piece.len())));
    for text in texts.chain([nested]).chain(marked) {
        for rules in [Rules::Standard, Rules::Shellos] {
            let start: String = text.chars().take(20).collect();
            match read(&text, rules) {
                Ok(answer) => {
                    assert!(answer.games.len() <= MAX_GAMES && answer.unread.len() <= MAX_REASONS, "{start}");
                    assert!(answer.unread.iter().all(|why| why.len() < 1000), "{start}");
                }
                Err(problem) => assert!(problem.message.len() < 1000, "{start}: {}", problem.message.len()),
            }
        }
    }
}

#[test]
fn a_position_has_its_legal_moves() {
    let told = position(&PositionRequest::default()).unwrap();
    let squares: Vec<_> = told.legal.iter().map(|legal| legal.square).collect();
    assert_eq!(squares, [Square::D3, Square::C4, Square::F5, Square::E6]);
    assert_eq!((told.turn, told.discs), (Color::Black, ByColor::both(2)));

    let moves = Some("f5 6d C3 d3, c4".to_owned());
    let told = position(&PositionRequest { moves, ..PositionRequest::default() }).unwrap();
    assert_eq!((told.plies.len(), told.opening, told.turn), (5, Some("Tiger"), Color::White));
    assert_eq!(told.record, "f5d6c3d3c4");
}

#[test]
fn the_record_of_a_start_can_be_read_again() {
    for rules in Rules::ALL {
        let told = position(&PositionRequest { rules: Some(rules), ..PositionRequest::default() }).unwrap();
        let start = Position::initial(rules);
        assert_eq!(record(&told.record).unwrap().game().position(), &start, "{rules}: {}", told.record);
        let read = read(&told.record, Rules::Standard).unwrap();
        assert_eq!(record(&read.games[0].text).unwrap().game().position(), &start, "{rules}");
    }
}

#[test]
fn a_position_may_be_over_or_have_to_pass() {
    let board = |row: &str| Some(format!("{row}{}", "-".repeat(56)));
    let request = PositionRequest { board: board("XO------"), turn: Some(Color::White), ..PositionRequest::default() };
    let told = position(&request).unwrap();
    assert_eq!((told.plies.len(), told.turn), (1, Color::Black));
    let told = position(&PositionRequest { moves: Some("c1".into()), ..request }).unwrap();
    assert!(told.legal.is_empty());
    assert_eq!(told.over.map(|over| over.winner), Some(Some(Color::Black)));
    assert_eq!(record(&told.record).unwrap().game().plies().len(), told.plies.len());
}

#[test]
fn invalid_positions_are_rejected() {
    let supply = Some(ByColor { black: 1, white: 2 });
    let refused = [
        PositionRequest { board: Some("X".into()), ..PositionRequest::default() },
        PositionRequest { board: Some("-".repeat(65)), ..PositionRequest::default() },
        PositionRequest { board: Some("X".repeat(1 << 20)), ..PositionRequest::default() },
        PositionRequest { board: Some("-".repeat(64)), rules: Some(Rules::Shellos), ..PositionRequest::default() },
        PositionRequest { supply, ..PositionRequest::default() },
        PositionRequest { moves: Some("a1".into()), ..PositionRequest::default() },
        PositionRequest { moves: Some("f5".repeat(1 << 19)), ..PositionRequest::default() },
    ];
    for request in refused {
        assert_eq!(position(&request).map_err(|problem| problem.error).err(), Some(ErrorKind::Unusable));
    }
    let told = position(&PositionRequest { rules: Some(Rules::Thirty), supply, ..PositionRequest::default() }).unwrap();
    assert_eq!(told.supply, supply);
}
