#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use outflank_formats::judge::{Judge, JudgeError};
use proptest::prelude::*;

const SAMPLE: (&[u8], &[u8]) = (include_bytes!("../data/judge/sample.in"), include_bytes!("../data/judge/sample.out"));
const RANDOM_GAMES: (&[u8], &[u8]) =
    (include_bytes!("../data/judge/t1_random_games.in"), include_bytes!("../data/judge/t1_random_games.out"));
const SINGLE_GAME: (&[u8], &[u8]) =
    (include_bytes!("../data/judge/t6_single_game.in"), include_bytes!("../data/judge/t6_single_game.out"));

fn judge_pieces<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> (String, Result<(), JudgeError>) {
    let mut judge = Judge::new();
    let mut output = Vec::new();
    let mut fed = pieces.into_iter().try_for_each(|piece| judge.feed(piece, &mut output));
    if fed.is_ok() {
        fed = judge.finish(&mut output);
    }
    (String::from_utf8(output).unwrap(), fed)
}

fn judge(input: &str) -> (String, Result<(), JudgeError>) {
    judge_pieces([input.as_bytes()])
}

#[test]
fn recorded_pairs_are_reproduced_to_the_byte() {
    for (input, expected) in [SAMPLE, RANDOM_GAMES, SINGLE_GAME] {
        let (output, result) = judge_pieces([input]);
        assert_eq!(result, Ok(()));
        assert!(output.as_bytes() == expected, "the answers differ:\n{output}");
    }
}

#[test]
fn the_output_does_not_depend_on_the_pieces_of_input() {
    for (input, expected) in [SAMPLE, RANDOM_GAMES, SINGLE_GAME] {
        for size in [1, 2, 3, 7, 64] {
            let (output, result) = judge_pieces(input.chunks(size));
            assert_eq!(result, Ok(()));
            assert!(output.as_bytes() == expected, "pieces of {size} bytes");
        }
    }
}

#[test]
fn line_ends_and_trailing_blanks_do_not_matter() {
    let (input, expected) = SAMPLE;
    let input = str::from_utf8(input).unwrap();
    let expected = str::from_utf8(expected).unwrap();
    let without_last = input.trim_end().to_owned();
    for input in [input.replace('\n', "\r\n"), input.replace('\n', " \t \n"), without_last, format!("{input}\n\r\n \n")]
    {
        assert_eq!(judge(&input), (expected.to_owned(), Ok(())));
    }
}

/// Black has no move, White has one at row 3, column 5.
const BLACK_IS_STUCK: &str = "WWWWB---\nWWWB----\nWWB-----\nWB------\n--------\n--------\n--------\n--------\n";

#[test]
fn listing_keeps_the_turn_and_a_move_passes_silently() {
    let (output, result) = judge(&format!("1\n{BLACK_IS_STUCK}B\nL\nL\nM25\nL\nQ\n"));
    assert_eq!(result, Ok(()));
    let lines: Vec<_> = output.lines().take(4).collect();
    assert_eq!(lines, ["No legal move.", "No legal move.", "Black -  3 White - 12", "(3,5)"]);
}

#[test]
fn empty_and_full_boards_are_read() {
    let empty = "--------\n".repeat(8);
    let full = "WWWWWWWW\n".repeat(8);
    let (output, result) = judge(&format!("2\n{empty}W\nL\nQ\n{full}B\nL\nQ\n"));
    assert_eq!(result, Ok(()));
    assert_eq!(output, format!("No legal move.\n{empty}\nNo legal move.\n{full}"));
    assert_eq!(judge("0\n"), (String::new(), Ok(())));
}

fn two_games(second_board: &str, second_player: &str, second_commands: &str) -> String {
    format!("2\n{BLACK_IS_STUCK}B\nQ\n{second_board}{second_player}{second_commands}")
}

#[test]
fn errors_are_located_and_earlier_commands_are_executed() {
    let start = "--------\n--------\n--------\n---WB---\n---BW---\n--------\n--------\n--------\n";
    let expected_row = "expected a row of the board: eight of the characters '-', 'B' and 'W'";
    let expected_player = "expected the player to move: 'B' or 'W'";
    let expected_command = "expected a command: 'L', 'Q', or 'M' with a row and a column from 1 to 8, such as 'M35'";
    let expected_number = "expected the number of games, from 0 to 18446744073709551615";
    let first = format!("{BLACK_IS_STUCK}\n");
    let cases = [
        ("".to_owned(), "".to_owned(), format!("line 1, column 1: the input ends too early: {expected_number}")),
        ("\n".to_owned(), "".into(), format!("line 1, column 1: {expected_number}")),
        ("two\n".to_owned(), "".into(), format!("line 1, column 1: {expected_number}")),
        ("2x\n".to_owned(), "".into(), format!("line 1, column 2: {expected_number}")),
        ("-1\n".to_owned(), "".into(), format!("line 1, column 1: {expected_number}")),
        ("99999999999999999999\n".to_owned(), "".into(), format!("line 1, column 20: {expected_number}")),
        (two_games("-------\n", "", ""), BLACK_IS_STUCK.into(), format!("line 12, column 8: {expected_row}")),
        (two_games("---------\n", "", ""), BLACK_IS_STUCK.into(), format!("line 12, column 9: {expected_row}")),
        (two_games("---b----\n", "", ""), BLACK_IS_STUCK.into(), format!("line 12, column 4: {expected_row}")),
        (two_games(" -------\n", "", ""), BLACK_IS_STUCK.into(), format!("line 12, column 1: {expected_row}")),
        (two_games("\n", "", ""), BLACK_IS_STUCK.into(), format!("line 12, column 1: {expected_row}")),
        (two_games("--------\n--------\n", "", ""), BLACK_IS_STUCK.into(), {
            format!("line 14, column 1: the input ends too early: {expected_row}")
        }),
        (two_games(start, "b\n", ""), BLACK_IS_STUCK.into(), format!("line 20, column 1: {expected_player}")),
        (two_games(start, "BW\n", ""), BLACK_IS_STUCK.into(), format!("line 20, column 2: {expected_player}")),
        (two_games(start, "", ""), BLACK_IS_STUCK.into(), {
            format!("line 20, column 1: the input ends too early: {expected_player}")
        }),
        (two_games(start, "B\n", "X\n"), BLACK_IS_STUCK.into(), format!("line 21, column 1: {expected_command}")),
        (two_games(start, "B\n", "\n"), BLACK_IS_STUCK.into(), format!("line 21, column 1: {expected_command}")),
        (two_games(start, "B\n", "LL\n"), BLACK_IS_STUCK.into(), format!("line 21, column 2: {expected_command}")),
        (two_games(start, "B\n", "M\n"), BLACK_IS_STUCK.into(), format!("line 21, column 2: {expected_command}")),
        (two_games(start, "B\n", "M9\n"), BLACK_IS_STUCK.into(), format!("line 21, column 2: {expected_command}")),
        (two_games(start, "B\n", "M30\n"), BLACK_IS_STUCK.into(), format!("line 21, column 3: {expected_command}")),
        (two_games(start, "B\n", "M345\n"), BLACK_IS_STUCK.into(), format!("line 21, column 4: {expected_command}")),
        (two_games(start, "B\n", "M34\nL\n"), format!("{first}Black -  4 White -  1\n(3,3) (3,5) (5,3)\n"), {
            format!("line 23, column 1: the input ends too early: {expected_command}")
        }),
        (two_games(start, "B\n", "M34\nM11\n"), format!("{first}Black -  4 White -  1\n"), {
            "line 22, column 2: expected a legal move: on a1 White would outflank no black disc in any direction".into()
        }),
        (two_games(start, "B\n", "M44\n"), BLACK_IS_STUCK.into(), {
            "line 21, column 2: expected a legal move: d4 already has a white disc".into()
        }),
        (two_games(&"--------\n".repeat(8), "B\n", "M11\n"), BLACK_IS_STUCK.into(), {
            "line 21, column 2: expected a legal move: the game is over".into()
        }),
        (two_games(BLACK_IS_STUCK, "B\n", "M88\n"), BLACK_IS_STUCK.into(), {
            "line 21, column 2: expected a legal move: on h8 White would outflank no black disc in any direction".into()
        }),
        (two_games(start, "B\n", "Q\nL\n"), format!("{first}{start}"), {
            "line 22, column 1: expected nothing more: the last game has ended".into()
        }),
        (format!("{}\n", " ".repeat(2000)), "".into(), {
            "line 1, column 1025: expected a line of at most 1024 characters".into()
        }),
    ];
    for (input, output, error) in cases {
        let (answers, result) = judge(&input);
        assert_eq!(result.map_err(|error| error.to_string()), Err(error), "{input}");
        assert_eq!(answers, output, "{input}");
        let (in_pieces, _) = judge_pieces(input.as_bytes().chunks(3));
        assert_eq!(in_pieces, answers, "{input}");
    }
}

#[test]
fn an_endless_line_is_refused_early() {
    let mut judge = Judge::new();
    let piece = [b'7'; 100];
    let refused = (0..20).find_map(|_| judge.feed(&piece, &mut Vec::new()).err());
    assert_eq!(
        refused.map(|error| error.to_string()).as_deref(),
        Some("line 1, column 1025: expected a line of at most 1024 characters")
    );
}

proptest! {
    #[test]
    fn no_input_panics(input: Vec<u8>, size in 1_usize..50) {
        let _ = judge_pieces(input.chunks(size));
    }

    #[test]
    fn damaged_input_is_independent_of_its_pieces(index in 0..SINGLE_GAME.0.len(), byte: u8, size in 1_usize..20) {
        let mut input = SINGLE_GAME.0.to_vec();
        input[index] = byte;
        prop_assert_eq!(judge_pieces([&input[..]]), judge_pieces(input.chunks(size)));
    }
}
