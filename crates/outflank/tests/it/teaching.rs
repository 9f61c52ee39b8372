use crate::support::{self, Run};

/// Black wins everything with d1, after which White has to pass, but not with c2.
const BOARD: &str = "board -XO-----XO------X----------------------------------------------- X";
const GAME: &str = "f5d6c3d3";

fn play(arguments: &[&str], lines: &[&str]) -> Run {
    play_from(BOARD, arguments, lines)
}

fn play_from(record: &str, arguments: &[&str], lines: &[&str]) -> Run {
    support::play(&[&["--level", "1", "--seed", "1", "--from", record], arguments].concat(), lines)
}

fn conversation(run: &Run) -> Vec<&str> {
    let is_board = |line: &&str| line.starts_with(|first: char| first.is_ascii_digit()) || line.starts_with("  abc");
    run.out.lines().filter(|line| !is_board(line) && !line.is_empty()).collect()
}

#[test]
fn a_bad_move_gets_a_warning_and_is_played_when_typed_again() {
    let run = play(&["--warn"], &["c2", "c2", "quit"]);
    let [warning, ..] = conversation(&run)[1..] else { panic!("{}", run.out) };
    assert_eq!(conversation(&run)[0], "Player 'X' move: c2");
    assert!(warning.starts_with("c2 misses a wipe-out"), "{warning}");
    assert!(warning.ends_with(" discs. Type it again to play it, or another move."), "{warning}");
    assert!(!warning.contains("d1"), "the better move is not named: {warning}");
    assert_eq!(conversation(&run)[2], "Player 'X' move: c2");
    // The board is not shown again before the move.
    run.prints(&format!("Player 'X' move: c2\n{warning}\n\nPlayer 'X' move: c2\n1 "));
}

#[test]
fn a_good_move_after_a_warning_is_played_at_once() {
    let run = play(&["--warn"], &["c2", "d1", "quit"]);
    let after = ["Player 'X' move: d1", "Player 'O' has no valid move, play passes to 'X'", "Player 'X' move: quit"];
    assert_eq!(conversation(&run)[2..], after);
    // Commands in between don't matter, and an invalid move stays invalid.
    let run = play(&["--warn"], &["c2", "moves", "c2"]);
    run.prints("Player 'X' move: moves\n");
    assert_eq!(run.out.matches("Type it again").count(), 1);
    play(&["--warn"], &["a1"]).prints("Invalid move. Please try again.\n");
}

#[test]
fn a_tolerated_move_gets_no_warning() {
    for arguments in [&["--warn", "40"][..], &[], &["--warn", "--no-warn"]] {
        let run = play_from(GAME, arguments, &["c7"]);
        assert!(!run.out.contains("Type it again"), "{arguments:?}: {}", run.out);
        run.prints("Player 'X' move: c7\n1 ");
    }
    play_from(GAME, &["--warn"], &["c7"]).prints("Type it again");
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
    play(&["--warn", "6"], &["quit"]).complains("--white engine:1 --warn 6 ");
}

#[test]
fn warnings_work_in_every_variant() {
    for rules in ["standard", "orthogonal", "thirty", "shellos"] {
        let arguments = ["--rules", rules, "--level", "1", "--seed", "1", "--warn", "1"];
        let run = support::play(&arguments, &["d3", "d3", "quit"]);
        run.prints("Player 'X' move: d3\n1 ");
        assert_eq!(run.code, 0, "{run:?}");
    }
}
