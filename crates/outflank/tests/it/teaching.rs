//! Teaching in plain lines, through a pipe.

use crate::support::{Run, outflank};

/// Black can take everything: with d1, after which White has to pass, but not with c2.
const BOARD: &str = "board -XO-----XO------X----------------------------------------------- X";
/// A game in which c7 costs Black about twenty discs.
const GAME: &str = "f5d6c3d3";

/// Plays Black against the engine from the board, with these arguments and these lines typed.
fn play(arguments: &[&str], lines: &[&str]) -> Run {
    play_from(BOARD, arguments, lines)
}

fn play_from(record: &str, arguments: &[&str], lines: &[&str]) -> Run {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    outflank(&[&["play", "--level", "1", "--seed", "1", "--from", record], arguments].concat(), input.as_bytes())
}

/// What was asked and answered, without the boards.
fn conversation(run: &Run) -> Vec<&str> {
    let is_board = |line: &&str| line.starts_with(|first: char| first.is_ascii_digit()) || line.starts_with("  abc");
    run.out.lines().filter(|line| !is_board(line) && !line.is_empty()).collect()
}

#[test]
fn a_bad_move_is_spoken_about_and_made_when_it_is_typed_again() {
    let run = play(&["--warn"], &["c2", "c2", "quit"]);
    let [word, ..] = conversation(&run)[1..] else { panic!("{}", run.out) };
    assert_eq!(conversation(&run)[0], "Player 'X' move: c2");
    assert!(word.starts_with("c2 leaves the corner a1 to the opponent"), "{word}");
    assert!(word.ends_with(" discs. Type it again to play it, or another move."), "{word}");
    assert!(!word.contains("d1"), "what is better is not told: {word}");
    assert_eq!(conversation(&run)[2], "Player 'X' move: c2");
    // The board is not shown again before the move is made.
    assert!(run.out.contains(&format!("Player 'X' move: c2\n{word}\n\nPlayer 'X' move: c2\n1 ")), "{}", run.out);
}

#[test]
fn another_move_is_looked_at_anew_and_a_good_one_is_made_at_once() {
    let run = play(&["--warn"], &["c2", "d1", "quit"]);
    let after = ["Player 'X' move: d1", "Player 'O' has no valid move, play passes to 'X'", "Player 'X' move: quit"];
    assert_eq!(conversation(&run)[2..], after);
    // Commands in between change nothing about it, and what is no move is still invalid.
    let run = play(&["--warn"], &["c2", "moves", "c2"]);
    assert!(run.out.contains("Player 'X' move: moves\n"), "{}", run.out);
    assert_eq!(run.out.matches("Type it again").count(), 1);
    let run = play(&["--warn"], &["a1"]);
    assert!(run.out.contains("Invalid move. Please try again.\n"), "{}", run.out);
}

#[test]
fn a_move_that_costs_no_more_than_is_tolerated_is_made_without_a_word() {
    for arguments in [&["--warn", "40"][..], &[], &["--warn", "--no-warn"]] {
        let run = play_from(GAME, arguments, &["c7"]);
        assert!(!run.out.contains("Type it again"), "{arguments:?}: {}", run.out);
        assert!(run.out.contains("Player 'X' move: c7\n1 "), "{arguments:?}: {}", run.out);
    }
    assert!(play_from(GAME, &["--warn"], &["c7"]).out.contains("Type it again"));
}

#[test]
fn without_a_word_a_session_is_the_same_to_the_byte() {
    let lines = ["moves", "c7", "hint", "undo", "quit"];
    assert_eq!(play_from(GAME, &["--warn", "40"], &lines).out, play_from(GAME, &[], &lines).out);
}

#[test]
fn a_taught_session_is_the_same_again() {
    let lines = ["c2", "c2", "quit"];
    assert_eq!(play(&["--warn"], &lines).out, play(&["--warn"], &lines).out);
}

#[test]
fn teaching_goes_on_with_the_game() {
    let run = play(&["--warn", "6"], &["quit"]);
    assert!(run.err.contains("--white engine:1 --warn 6 "), "{}", run.err);
}

#[test]
fn people_and_machines_among_themselves_are_not_taught() {
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
fn every_rules_value_is_taught() {
    for rules in ["standard", "orthogonal", "thirty", "shellos"] {
        let arguments = ["play", "--rules", rules, "--level", "1", "--seed", "1", "--warn", "1"];
        let run = outflank(&arguments, b"d3\nd3\nquit\n");
        assert!(run.out.contains("Player 'X' move: d3\n1 "), "{rules}: {}", run.out);
        assert_eq!(run.code, 0, "{rules}: {}", run.err);
    }
}
