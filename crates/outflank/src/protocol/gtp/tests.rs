use std::time::Duration;

use outflank_engine::{Book, GameClock, Level};
use outflank_formats::gtp::ResponseReader;
use outflank_formats::notation::parse_move;
use outflank_players::{BookUse, Random};
use outflank_rules::Square;

use super::*;
use crate::protocol::stage::{Stage, strength};

fn stage() -> Stage<Gtp> {
    Stage::new(Gtp::new(Rules::Standard, strength(BookUse::Never)), 1)
}

fn answers(said: &str) -> Vec<Response> {
    let mut reader = ResponseReader::expecting(None);
    let answers: Vec<_> = said.lines().filter_map(|line| reader.read(line).unwrap()).collect();
    assert_eq!(answers.iter().map(ToString::to_string).collect::<String>(), said);
    answers
}

fn ask(stage: &mut Stage<Gtp>, lines: &[&str]) -> Vec<String> {
    lines.iter().for_each(|line| stage.line(line));
    stage.finish_all();
    let text = |answer: Response| answer.into_result().unwrap_or_else(|failure| format!("? {failure}"));
    answers(&stage.said()).into_iter().map(text).collect()
}

#[test]
fn a_forced_pass_can_be_sent_or_left_out() {
    let to_the_pass = ["d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1"];
    let prepared = || {
        let mut stage = stage();
        for (mv, color) in to_the_pass.iter().zip(["b", "w"].into_iter().cycle()) {
            assert_eq!(ask(&mut stage, &[&format!("play {color} {mv}")]), [""]);
        }
        stage
    };
    assert_eq!(ask(&mut prepared(), &["genmove black", "reg_genmove b", "play white e3"]), ["pass", "pass", ""]);
    assert_eq!(ask(&mut prepared(), &["play black pass", "play white e3"]), ["", ""]);
    assert_eq!(ask(&mut prepared(), &["play white e3"]), [""]);
    assert_eq!(ask(&mut prepared(), &["play white pass"]), ["? illegal move"]);
    assert_eq!(ask(&mut prepared(), &["play black e3"]), ["? illegal move"]);
    assert_eq!(ask(&mut prepared(), &["gogui-rules_side_to_move"]), ["white"]);
    assert_eq!(ask(&mut prepared(), &["undo", "gogui-rules_side_to_move", "play white c1"]), ["", "white", ""]);
}

#[test]
fn after_the_end_both_sides_pass() {
    let mut stage = stage();
    for (mv, color) in ["d3", "e3", "f3", "c3", "b3", "f4", "f5", "d6", "d7"].iter().zip(["b", "w"].into_iter().cycle())
    {
        assert_eq!(ask(&mut stage, &[&format!("play {color} {mv}")]), [""]);
    }
    let lines = ["genmove b", "genmove w", "play w pass", "play b pass", "final_score", "gogui-rules_legal_moves"];
    assert_eq!(ask(&mut stage, &lines), ["pass", "pass", "", "", "B+64", ""]);
    assert_eq!(ask(&mut stage, &["gogui-rules_final_result"]), ["Black wins by 64"]);
    assert!(ask(&mut stage, &["showboard"])[0].starts_with("Game over: B+64\n"));
    assert_eq!(ask(&mut stage, &["play b a1", "play w a1", "undo", "final_score"])[2..], ["", "? cannot score"]);
}

#[test]
fn wrong_colours_and_passes_by_choice_are_refused() {
    let lines = ["play white f5", "genmove white", "reg_genmove w", "play black pass", "play white pass", "undo"];
    let refusals = ["illegal move", "wrong color", "wrong color", "illegal move", "illegal move", "cannot undo"];
    assert_eq!(ask(&mut stage(), &lines), refusals.map(|refusal| format!("? {refusal}")));
}

#[test]
fn gogui_draws_the_last_row_first() {
    let mut stage = stage();
    let lines =
        ["gogui-rules_game_id", "gogui-rules_board_size", "gogui-rules_legal_moves", "gogui-rules_final_result"];
    assert_eq!(ask(&mut stage, &lines), ["Othello", "8", "D3 C4 F5 E6", "The game is not over"]);
    let board = &ask(&mut stage, &["play black d3", "gogui-rules_board"])[1];
    let rows: Vec<_> = board.lines().collect();
    assert_eq!((rows[5], rows[4], rows[3]), (". . . X . . . .", ". . . X X . . .", ". . . X O . . ."));
    assert_eq!(rows[..3].concat(), ". . . . . . . .".repeat(3));
}

#[test]
fn other_rules_are_played_on_request() {
    let mut stage = stage();
    let lines = ["outflank-set_rules shellos", "play black a1", "play black c3", "gogui-rules_game_id", "clear_board"];
    assert_eq!(ask(&mut stage, &lines), ["", "? illegal move", "", "Othello-shellos", ""]);
    assert_eq!(ask(&mut stage, &["set_game Go", "set_game othello", "play b c3"])[..2], ["? unsupported game", ""]);
    assert_eq!(stage.machine.game.position().rules(), Rules::Standard);
}

#[test]
fn commands_during_a_search_are_answered_after_it() {
    let mut stage = stage();
    for line in ["7 genmove black", "8 showboard", "9 foo"] {
        stage.line(line);
    }
    assert_eq!(stage.said(), "");
    stage.progress();
    assert_eq!((stage.said(), stage.machine.waiting()), (String::new(), 2));
    stage.finish();
    let answers = answers(&stage.said());
    assert_eq!(answers.iter().map(Response::id).collect::<Vec<_>>(), [Some(7), Some(8), Some(9)]);
    assert!(answers[1].result().unwrap().starts_with("Next move: White\n"));
}

#[test]
fn a_search_is_finished_after_the_end_of_the_input() {
    for lines in [&["genmove black"][..], &["genmove black", "quit"], &["genmove black", "undo", "quit"]] {
        let mut stage = stage();
        lines.iter().for_each(|line| stage.line(line));
        stage.happens(Event::InputEnded);
        let search = stage.search.as_ref().unwrap();
        assert!(!search.is_stopped && search.stops_after.is_none(), "{lines:?}");
        stage.finish();
        assert!(stage.has_left, "{lines:?}");
        assert_eq!(answers(&stage.said()).len(), lines.len());
    }
}

#[test]
fn a_client_can_set_the_clock_and_the_level() {
    let mut stage = stage();
    let limits = |stage: &mut Stage<Gtp>, lines: &[&str]| {
        lines.iter().chain(&["reg_genmove black"]).for_each(|line| stage.line(line));
        let limits = stage.search.as_ref().unwrap().limits;
        stage.finish_all();
        limits
    };
    let unlimited = limits(&mut stage, &[]);
    assert_eq!((unlimited.depth, unlimited.clock), (Some(22), None));
    let timed = limits(&mut stage, &["time_settings 300 0 0"]);
    let clock = |seconds| Some(GameClock { left: Duration::from_secs(seconds), increment: Duration::ZERO });
    assert_eq!((timed.depth, timed.time, timed.clock), (None, Some(Level::MAX_TIME), clock(300)));
    assert_eq!(limits(&mut stage, &["time_left black 20 0"]).clock, clock(20));
    let weak = limits(&mut stage, &["set_level 3"]);
    let level = Level::new(3).expect("there are ten levels").limits(&Position::initial(Rules::Standard));
    assert_eq!((weak.depth, weak.clock), (level.depth, clock(20)));
    stage.said();
    assert_eq!(ask(&mut stage, &["outflank-set_level 11", "set_level 0"]), ["? unacceptable level"; 2]);
}

#[test]
fn a_line_that_is_too_long_is_answered() {
    let long = "x".repeat(MAX_LINE + 1);
    assert_eq!(ask(&mut stage(), &[&long, "name"]), ["? line too long", "Outflank"]);
}

#[test]
fn showboard_draws_the_board() {
    let board = "\
Next move: Black
    a b c d e f g h
  1 . . . . . . . .
  2 . . . . . . . .
  3 . . . . . . . .
  4 . . . O X . . .
  5 . . . X O . . .
  6 . . . . . . . .
  7 . . . . . . . .
  8 . . . . . . . .";
    assert_eq!(ask(&mut stage(), &["showboard"]), [board]);
}

fn any_command(random: &mut Random, game: &Game) -> String {
    let mut below = |bound: usize| random.next() as usize % bound;
    let turn = game.position().turn();
    let color = match below(8) {
        0 => format!("{}", !turn),
        1 => "b".to_owned(),
        2 => "W".to_owned(),
        _ => turn.to_string(),
    };
    let legal: Vec<Square> = game.position().legal_moves().into_iter().collect();
    let vertex = match (below(8), legal.len()) {
        (0, _) => "pass".to_owned(),
        (1, _) => "z9".to_owned(),
        (2, _) | (_, 0) => Square::ALL[below(64)].to_string(),
        (_, moves) => legal[below(moves)].to_string(),
    };
    let command = match below(40) {
        0..=14 => format!("play {color} {vertex}"),
        15..=20 => format!("genmove {color}"),
        21 | 22 => format!("reg_genmove {color}"),
        23..=26 => "undo".to_owned(),
        27 if below(6) == 0 => "clear_board".to_owned(),
        28 => "final_score".to_owned(),
        29 => format!("time_settings {} {} {}", below(100), below(3), below(3)),
        30 => format!("time_left {color} {} {}", below(100), below(3)),
        31 if below(10) == 0 => format!("outflank-set_rules {}", Rules::ALL[below(4)]),
        32 => "loadsgf no-such-file.sgf".to_owned(),
        33 => ["\u{1}\t", "", "# play black d3", "  "][below(4)].to_owned(),
        34 => format!("boardsize {}", 9 + below(3)),
        35 => ["foo", "play", "play black", "komi x", "genmove", "=", "?", "é"][below(8)].to_owned(),
        other => Request::NAMES[if other == 36 { 25 } else { below(5) }].to_owned(),
    };
    match below(3) {
        0 => format!("{} {command}", below(1_000)),
        _ => command,
    }
}

fn follow(game: &mut Game, command: &Command, answer: &Response) {
    let rules = game.start().rules();
    let passed_by = game.plies().last().filter(|ply| ply.mv == Move::Pass).map(|ply| ply.before.turn());
    let is_over = game.outcome().is_some();
    let result = answer.result().map_err(ToString::to_string);
    match command.request() {
        Ok(Request::Play { color, mv: Move::Place(square) }) => {
            let is_legal = color == game.position().turn() && game.play(square).is_ok();
            assert_eq!(result, if is_legal { Ok("") } else { Err("illegal move".to_owned()) }, "{command}");
        }
        Ok(Request::Play { color, mv: Move::Pass }) => {
            let is_legal = passed_by == Some(color) || is_over;
            assert_eq!(result.is_ok(), is_legal, "{command}");
        }
        Ok(Request::GenMove(color) | Request::RegGenMove(color)) => match result {
            Ok("pass") => assert!(passed_by == Some(color) || is_over, "{command}"),
            Ok(vertex) => {
                assert_eq!(color, game.position().turn());
                assert_eq!(vertex, vertex.to_ascii_uppercase());
                let square = parse_move(vertex).unwrap().square().unwrap();
                let after = game.position().play(Move::Place(square));
                assert!(after.is_ok(), "{command}: {vertex}");
                if command.name == "genmove" {
                    game.play(square).unwrap();
                }
            }
            Err(why) => assert_eq!((why.as_str(), color), ("wrong color", !game.position().turn())),
        },
        Ok(Request::Undo) => assert_eq!(result.is_ok(), game.undo().is_some()),
        Ok(Request::ClearBoard) => *game = Game::new(Position::initial(rules)),
        Ok(Request::SetRules(rules)) => *game = Game::new(Position::initial(rules)),
        Ok(Request::FinalScore) => assert_eq!(result.is_ok(), is_over),
        Ok(Request::LoadSgf { .. } | Request::BoardSize(_)) => assert!(result.is_err()),
        Ok(Request::Unknown(_)) => assert_eq!(result, Err("unknown command".to_owned())),
        Ok(_) => assert!(result.is_ok(), "{command}"),
        Err(_) => assert_eq!(result, Err("syntax error".to_owned())),
    }
}

/// Every command gets one response, in order and with its id, and the board agrees with a game that is played beside it.
#[test]
fn a_hundred_thousand_random_commands() {
    let mut stage = stage();
    let mut random = Random::new(2024);
    let mut game = Game::new(Position::initial(Rules::Standard));
    let (mut commands, mut longest) = (0, 0);
    while commands < 100_000 {
        // Several at once, so that some arrive during a search.
        let batch: Vec<String> = (0..random.next() % 4 + 1).map(|_| any_command(&mut random, &game)).collect();
        for line in &batch {
            stage.line(line);
            if random.next().is_multiple_of(3) {
                stage.progress();
                stage.finish();
            }
        }
        stage.finish_all();
        let asked: Vec<_> = batch.iter().filter_map(|line| Command::read(line).unwrap()).collect();
        let answers = answers(&stage.said());
        assert_eq!(answers.len(), asked.len(), "{batch:?}");
        for (command, answer) in asked.iter().zip(&answers) {
            assert_eq!(answer.id(), command.id, "{command}");
            follow(&mut game, command, answer);
        }
        assert_eq!((stage.machine.game.position(), stage.machine.waiting()), (game.position(), 0), "{batch:?}");
        assert_eq!(stage.machine.game.plies(), game.plies());
        commands += asked.len();
        longest = longest.max(game.plies().len());
    }
    assert!(longest >= 60, "{longest}");
}

#[test]
fn a_strong_engine_opens_by_the_book_without_a_search() {
    let mut stage = Stage::new(Gtp::new(Rules::Standard, strength(BookUse::ByLevel)), 1);
    for color in ["black", "white"] {
        let known = Book::embedded().moves(stage.machine.game.position());
        stage.line(&format!("genmove {color}"));
        assert!(stage.search.is_none());
        let said = answers(&stage.said());
        let mv = parse_move(said[0].result().unwrap()).unwrap();
        assert!(known.iter().any(|known| Move::Place(known.square) == mv && known.has_replies), "{mv}");
        assert_eq!(stage.machine.game.plies().last().unwrap().mv, mv);
    }
    // `reg_genmove` is deterministic, and lower levels don't use the book.
    stage.line("undo");
    for line in ["reg_genmove white", "outflank-set_level 6\ngenmove white"] {
        line.lines().for_each(|line| stage.line(line));
        assert!(stage.search.is_some(), "{line}");
        stage.finish();
    }
}
