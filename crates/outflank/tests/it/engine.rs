use std::collections::HashSet;

use crate::support::{self, Run};
use outflank_formats::plain;
use outflank_rules::{Game, Rules};

fn play(arguments: &str, lines: &[&str]) -> Run {
    support::play(&arguments.split_whitespace().collect::<Vec<_>>(), lines)
}

fn answers(out: &str) -> Vec<&str> {
    out.lines().filter_map(|line| line.split_once(" move: ")).map(|(_, answer)| answer).collect()
}

fn game(out: &str, rules: Rules) -> Game {
    plain::parse_as(&answers(out).join(" "), rules).unwrap().check().unwrap().game().clone()
}

#[test]
fn two_engines_play_a_whole_game_and_repeat_it() {
    for rules in Rules::ALL {
        for level in [1, 3] {
            let arguments = format!("--rules {rules} --black engine:{level} --white engine:{level} --depth 2 --seed 7");
            let run = play(&arguments, &[]);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments}");
            let game = game(&run.out, rules);
            let discs = game.outcome().unwrap_or_else(|| panic!("{arguments}: the game is not over")).discs;
            let (more, fewer) = (discs.black.max(discs.white), discs.black.min(discs.white));
            assert!(run.out.ends_with(&format!(" ( {more} vs {fewer} )\n")), "{arguments}: {}", run.out);
            assert_eq!(play(&arguments, &[]).out, run.out, "{arguments}");
        }
    }
}

#[test]
fn another_seed_gives_another_game() {
    let games: Vec<_> =
        (1..=3).map(|seed| play(&format!("--black engine:2 --white engine:3 --seed {seed}"), &[]).out).collect();
    assert!(games[0] != games[1] && games[1] != games[2] && games[2] != games[0]);
    let unseeded = play("--black engine:1 --white engine:1", &[]);
    assert!(game(&unseeded.out, Rules::Standard).outcome().is_some());
}

#[test]
fn the_book_varies_the_openings() {
    let openings = |book: &str| {
        let opening = |seed| {
            let run = play(&format!("--black engine:7 --white engine:7 --depth 1 --seed {seed} {book}"), &[]);
            let game = game(&run.out, Rules::Standard);
            assert!(game.outcome().is_some());
            game.placements().take(6).map(|square| square.to_string()).collect::<String>()
        };
        let openings: Vec<String> = (1..=8).map(opening).collect();
        assert_eq!(openings[0], opening(1));
        openings.into_iter().collect::<HashSet<_>>()
    };
    assert!(openings("").len() > 2);
    assert_eq!(openings("--no-book").len(), 1);
}

#[test]
fn no_book_is_repeated_in_the_command_to_continue() {
    let run = play("--white engine:7 --depth 2 --no-book", &["d3"]);
    run.complains("--white engine:7 --depth 2 --no-book --from 'd3");
}

#[test]
fn a_move_of_the_engine_is_printed_like_a_typed_one() {
    let run = play("--level 3 --seed 5", &["d3"]);
    assert_eq!((answers(&run.out).len(), run.code), (3, 1), "{}", run.out);
    let game = game(&run.out, Rules::Standard);
    assert_eq!(game.placements().count(), 2);
    let moves = answers(&run.out);
    assert_eq!(play("", &moves[..2]).out, run.out);
    let record = plain::write_game(&game);
    run.complains(&format!("outflank play --white engine:3 --from '{record}'"));
}

#[test]
fn undo_goes_back_to_the_users_last_move() {
    let run = play("--level 2 --seed 5", &["d3", "undo", "redo", "undo", "undo", "quit"]);
    let boards: Vec<_> = run.out.split_inclusive("  abcdefgh\n").collect();
    let [start, _after_d3, after_answer, undone, redone, undone_again, _] = boards[..] else {
        panic!("{}", run.out);
    };
    let board = |shown: &str| shown.rsplit_once("1 ").map(|(_, board)| board.to_owned()).unwrap();
    assert_eq!(board(undone), board(start));
    assert_eq!(board(redone), board(after_answer));
    assert_eq!(board(undone_again), board(start));
    run.prints("Player 'X' move: undo\nThere is nothing to take back.\n\nPlayer 'X' move: quit\n");
    assert_eq!(run.code, 0);
}

#[test]
fn undo_keeps_the_engines_first_move() {
    let run = play("--black engine:1 --seed 5", &["undo"]);
    let first = answers(&run.out)[0];
    assert!(["d3", "c4", "f5", "e6"].contains(&first), "{}", run.out);
    run.ends_with("Player 'O' move: undo\nThere is nothing to take back.\n\nPlayer 'O' move: \n");
    run.complains(&format!("--black engine:1 --from '{first}'"));
}

#[test]
fn an_engine_respects_its_limits() {
    for bounds in ["--time 0.01", "--nodes 1000", "--depth 3"] {
        let run = play(&format!("--black engine:10 --white engine:9 {bounds}"), &[]);
        assert!(game(&run.out, Rules::Standard).outcome().is_some(), "{bounds}: {}", run.out);
    }
}

#[test]
fn a_hint_shows_the_best_moves_with_scores_and_lines() {
    for (rules, lines) in [("standard", 4), ("shellos", 5)] {
        let run = play(&format!("--rules {rules}"), &["hint"]);
        let hint = run.out.split_once("move: hint\n").unwrap().1.split_once("\n\n").unwrap().0;
        let (moves, looked) = hint.rsplit_once('\n').unwrap();
        assert_eq!(moves.lines().count(), lines, "{hint}");
        for line in moves.lines() {
            let words: Vec<_> = line.split_whitespace().collect();
            assert!(words.len() > 4 && words[0] == words[2], "{hint}");
            assert!(words[1].starts_with(['+', '-']) && words[1].parse::<f32>().unwrap().abs() < 10.0, "{hint}");
        }
        let depth = looked.strip_prefix("Looked ").and_then(|rest| rest.strip_suffix(" plies ahead."));
        assert!(depth.unwrap().parse::<u8>().unwrap() > 3, "{hint}");
    }
}

#[test]
fn the_same_session_gets_the_same_hints() {
    for rules in [Rules::Standard, Rules::Shellos] {
        let session = || play(&format!("--rules {rules}"), &["hint", "d3", "hint"]);
        assert_eq!(session().out, session().out, "{rules}");
    }
}

#[test]
fn a_hint_near_the_end_is_exact() {
    let board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
    let run = support::play(&["--from", board], &["hint"]);
    let hint = run.out.split_once("move: hint\n").unwrap().1;
    let scores: Vec<_> = hint.lines().take(4).flat_map(|line| line.split_whitespace().take(2)).collect();
    assert_eq!(scores, ["h5", "+6", "g6", "-2", "f6", "-4", "h6", "-10"], "{hint}");
    assert_eq!(hint.lines().nth(4), Some("Solved: best play ends like this."), "{hint}");
}
