//! Warnings before bad moves, in lines of text.

use crate::support::{Run, outflank};

/// Black wins everything with d1, after which White has to pass, but not with c2.
const BOARD: &str = "board -XO-----XO------X----------------------------------------------- X";
/// Here c7 loses about twenty discs.
const GAME: &str = "f5d6c3d3";

fn play(arguments: &[&str], lines: &[&str]) -> Run {
    play_from(BOARD, arguments, lines)
}

fn play_from(record: &str, arguments: &[&str], lines: &[&str]) -> Run {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    outflank(&[&["play", "--level", "1", "--seed", "1", "--from", record], arguments].concat(), input.as_bytes())
}

/// Prompts and messages, without the boards.
fn conversation(run: &Run) -> Vec<&str> {
    let is_board = |line: &&str| line.starts_with(|first: char| first.is_ascii_digit()) || line.starts_with("  abc");
    run.out.lines().filter(|line| !is_board(line) && !line.is_empty()).collect()
}

#[test]
fn a_bad_move_gets_a_warning_and_is_played_when_typed_again() {
    let run = play(&["--warn"], &["c2", "c2", "quit"]);
    let [warning, ..] = conversation(&run)[1..] else { panic!("{}", run.out) };
    assert_eq!(conversation(&run)[0], "Player 'X' move: c2");
    assert!(warning.starts_with("c2 leaves the corner a1 to the opponent"), "{warning}");
    assert!(warning.ends_with(" discs. Type it again to play it, or another move."), "{warning}");
    assert!(!warning.contains("d1"), "the better move is not named: {warning}");
    assert_eq!(conversation(&run)[2], "Player 'X' move: c2");
    // The board is not shown again before the move.
    assert!(run.out.contains(&format!("Player 'X' move: c2\n{warning}\n\nPlayer 'X' move: c2\n1 ")), "{}", run.out);
}

#[test]
fn a_good_move_after_a_warning_is_played_at_once() {
    let run = play(&["--warn"], &["c2", "d1", "quit"]);
    let after = ["Player 'X' move: d1", "Player 'O' has no valid move, play passes to 'X'", "Player 'X' move: quit"];
    assert_eq!(conversation(&run)[2..], after);
    // Commands in between don't matter, and an invalid move stays invalid.
    let run = play(&["--warn"], &["c2", "moves", "c2"]);
    assert!(run.out.contains("Player 'X' move: moves\n"), "{}", run.out);
    assert_eq!(run.out.matches("Type it again").count(), 1);
    let run = play(&["--warn"], &["a1"]);
    assert!(run.out.contains("Invalid move. Please try again.\n"), "{}", run.out);
}

#[test]
fn a_tolerated_move_gets_no_warning() {
    for arguments in [&["--warn", "40"][..], &[], &["--warn", "--no-warn"]] {
        let run = play_from(GAME, arguments, &["c7"]);
        assert!(!run.out.contains("Type it again"), "{arguments:?}: {}", run.out);
        assert!(run.out.contains("Player 'X' move: c7\n1 "), "{arguments:?}: {}", run.out);
    }
    assert!(play_from(GAME, &["--warn"], &["c7"]).out.contains("Type it again"));
}

#[test]
fn without_a_warning_the_output_is_unchanged() {
    let lines = ["moves", "c7", "hint", "undo", "quit"];
    assert_eq!(play_from(GAME, &["--warn", "40"], &lines).out, play_from(GAME, &[], &lines).out);
}

#[test]
fn warnings_are_reproducible() {
    let lines = ["c2", "c2", "quit"];
    assert_eq!(play(&["--warn"], &lines).out, play(&["--warn"], &lines).out);
}

#[test]
fn the_option_is_repeated_in_the_command_to_continue() {
    let run = play(&["--warn", "6"], &["quit"]);
    assert!(run.err.contains("--white engine:1 --warn 6 "), "{}", run.err);
}

#[test]
fn warnings_need_a_person_against_an_engine() {
    for players in [&[][..], &["--black", "human", "--white", "human"], &["--black", "engine:1", "--white", "engine:1"]]
    {
        let run = outflank(&[&["play", "--warn"], players].concat(), b"");
        assert_eq!(run.code, 2, "{players:?}");
        assert!(run.err.contains("--warn needs an engine as the opponent"), "{}", run.err);
    }
    for discs in ["0", "65", "some"] {
        let run = outflank(&["play", "--level", "1", "--warn", discs], b"");
        assert_eq!(run.code, 2, "{discs}");
        assert!(run.err.contains("expected a number of discs from 1 to 64"), "{}", run.err);
    }
}

#[test]
fn warnings_work_in_every_variant() {
    for rules in ["standard", "orthogonal", "thirty", "shellos"] {
        let arguments = ["play", "--rules", rules, "--level", "1", "--seed", "1", "--warn", "1"];
        let run = outflank(&arguments, b"d3\nd3\nquit\n");
        assert!(run.out.contains("Player 'X' move: d3\n1 "), "{rules}: {}", run.out);
        assert_eq!(run.code, 0, "{rules}: {}", run.err);
    }
}
