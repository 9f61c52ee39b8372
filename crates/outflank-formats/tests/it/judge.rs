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
fn recorded_pairs_are_reproduced_to_the_byte_whatever_the_pieces_of_input() {
    for (input, expected) in [SAMPLE, RANDOM_GAMES, SINGLE_GAME] {
        for size in [1, 2, 3, 7, 64, input.len()] {
            let (output, result) = judge_pieces(input.chunks(size));
            assert_eq!(result, Ok(()));
            assert!(output.as_bytes() == expected, "pieces of {size} bytes:\n{output}");
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

fn rejected(input: &str, error: &str) -> String {
    let (output, result) = judge(input);
    assert_eq!(result.map_err(|error| error.to_string()), Err(error.to_owned()), "{input}");
    assert_eq!(judge_pieces(input.as_bytes().chunks(3)).0, output, "{input}");
    output
}

#[test]
fn errors_are_located_and_earlier_commands_are_executed() {
    const START: &str = "--------\n--------\n--------\n---WB---\n---BW---\n--------\n--------\n--------\n";
    const NUMBER: &str = "expected the number of games, from 0 to 18446744073709551615";
    const ROW: &str = "expected a row of the board: eight of the characters '-', 'B' and 'W'";
    const PLAYER: &str = "expected the player to move: 'B' or 'W'";
    const COMMAND: &str = "expected a command: 'L', 'Q', or 'M' with a row and a column from 1 to 8, such as 'M35'";
    for (input, place, error) in [
        ("", "line 1, column 1: the input ends too early", NUMBER),
        ("\n", "line 1, column 1", NUMBER),
        ("two\n", "line 1, column 1", NUMBER),
        ("2x\n", "line 1, column 2", NUMBER),
        ("-1\n", "line 1, column 1", NUMBER),
        ("99999999999999999999\n", "line 1, column 20", NUMBER),
        (&format!("{}\n", " ".repeat(2000)), "line 1, column 1025", "expected a line of at most 1024 characters"),
    ] {
        assert_eq!(rejected(input, &format!("{place}: {error}")), "");
    }

    // In the second game of two: its board, its player and commands.
    const A1: &str = "on a1 White would outflank no black disc in any direction";
    const H8: &str = "on h8 White would outflank no black disc in any direction";
    let played = format!("{BLACK_IS_STUCK}\nBlack -  4 White -  1\n");
    let listed = format!("{played}(3,3) (3,5) (5,3)\n");
    let ended = format!("{BLACK_IS_STUCK}\n{START}");
    let empty = "--------\n".repeat(8);
    for (board, rest, place, error, output) in [
        ("-------\n", "", "line 12, column 8", ROW, BLACK_IS_STUCK),
        ("---------\n", "", "line 12, column 9", ROW, BLACK_IS_STUCK),
        ("---b----\n", "", "line 12, column 4", ROW, BLACK_IS_STUCK),
        (" -------\n", "", "line 12, column 1", ROW, BLACK_IS_STUCK),
        ("\n", "", "line 12, column 1", ROW, BLACK_IS_STUCK),
        ("--------\n--------\n", "", "line 14, column 1: the input ends too early", ROW, BLACK_IS_STUCK),
        (START, "b\n", "line 20, column 1", PLAYER, BLACK_IS_STUCK),
        (START, "BW\n", "line 20, column 2", PLAYER, BLACK_IS_STUCK),
        (START, "", "line 20, column 1: the input ends too early", PLAYER, BLACK_IS_STUCK),
        (START, "B\nX\n", "line 21, column 1", COMMAND, BLACK_IS_STUCK),
        (START, "B\n\n", "line 21, column 1", COMMAND, BLACK_IS_STUCK),
        (START, "B\nLL\n", "line 21, column 2", COMMAND, BLACK_IS_STUCK),
        (START, "B\nM\n", "line 21, column 2", COMMAND, BLACK_IS_STUCK),
        (START, "B\nM9\n", "line 21, column 2", COMMAND, BLACK_IS_STUCK),
        (START, "B\nM30\n", "line 21, column 3", COMMAND, BLACK_IS_STUCK),
        (START, "B\nM345\n", "line 21, column 4", COMMAND, BLACK_IS_STUCK),
        (START, "B\nM34\nL\n", "line 23, column 1: the input ends too early", COMMAND, &listed),
        (START, "B\nM34\nM11\n", "line 22, column 2: expected a legal move", A1, &played),
        (START, "B\nM44\n", "line 21, column 2: expected a legal move", "d4 already has a white disc", BLACK_IS_STUCK),
        (&empty, "B\nM11\n", "line 21, column 2: expected a legal move", "the game is over", BLACK_IS_STUCK),
        (BLACK_IS_STUCK, "B\nM88\n", "line 21, column 2: expected a legal move", H8, BLACK_IS_STUCK),
        (START, "B\nQ\nL\n", "line 22, column 1: expected nothing more", "the last game has ended", &ended),
    ] {
        let input = format!("2\n{BLACK_IS_STUCK}B\nQ\n{board}{rest}");
        assert_eq!(rejected(&input, &format!("{place}: {error}")), output, "{input}");
    }
}

#[test]
fn an_endless_line_is_refused_early() {
    let mut judge = Judge::new();
    let piece = [b'7'; 100];
    let refused = (0..20).find_map(|_| judge.feed(&piece, &mut Vec::new()).err()).unwrap();
    assert_eq!(refused.to_string(), "line 1, column 1025: expected a line of at most 1024 characters");
}

proptest! {
    #[test]
    fn damaged_input_is_independent_of_its_pieces(index in 0..SINGLE_GAME.0.len(), byte: u8, size in 1_usize..20) {
        let mut input = SINGLE_GAME.0.to_vec();
        input[index] = byte;
        prop_assert_eq!(judge_pieces([&input[..]]), judge_pieces(input.chunks(size)));
    }
}
