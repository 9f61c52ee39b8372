//! The evaluation as a whole: features that follow games, weights that survive their file, scores that make sense.

use outflank_rules::{Bitboard, Board, Square, Symmetry, bitboard};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::*;

fn score(board: Board) -> i32 {
    Evaluation::embedded().score(&Features::of(board), board.empty().len())
}

/// Random discs, also such as no game leads to.
fn board() -> impl Strategy<Value = Board> {
    any::<[u64; 2]>().prop_map(|[player, opponent]| {
        Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent & !player)).expect("disjoint")
    })
}

/// The boards of a random game, the first one and those after each placement or pass.
fn game(choices: &[Index]) -> Vec<(Board, Features)> {
    let mut board = Board::START;
    let mut features = Features::of(board);
    let mut game = vec![(board, features)];
    for choice in choices {
        let moves: Vec<Square> = board.moves().into_iter().collect();
        if moves.is_empty() {
            (board, features) = (board.pass(), features.passed());
        } else {
            let square = *choice.get(&moves);
            features = features.played(square, board.flips(square));
            board = board.play_unchecked(square);
        }
        game.push((board, features));
    }
    game
}

proptest! {
    #[test]
    fn features_that_follow_a_game_are_those_of_its_boards(choices in prop::collection::vec(any::<Index>(), 70)) {
        for (board, features) in game(&choices) {
            prop_assert_eq!(features, Features::of(board));
        }
    }

    #[test]
    fn a_pass_is_seen_from_the_other_side(board in board()) {
        prop_assert_eq!(Features::of(board).passed(), Features::of(board.pass()));
        prop_assert_eq!(Features::of(board).passed().passed(), Features::of(board));
    }

    #[test]
    fn turning_the_board_changes_no_score(board in board()) {
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(score(symmetry.board(board)), score(board));
        }
    }

    #[test]
    fn no_board_is_beyond_a_won_game(board in board()) {
        prop_assert!(score(board).abs() < 64 * Score::STEPS);
    }

    #[test]
    fn damaged_files_are_errors(at in any::<Index>(), change in 1..=255_u8, end in any::<Index>()) {
        let file = weights().pack("outflank-train");
        let cut = &file[..end.index(file.len())];
        prop_assert!(Weights::unpack(cut, CLASSES).is_err());
        let mut changed = file.clone();
        changed[at.index(file.len())] ^= change;
        // The command may say anything.
        if let Ok(unpacked) = Weights::unpack(&changed, CLASSES) {
            prop_assert_eq!(unpacked, weights());
        }
    }
}

/// How many weights a phase has in the tests of the file.
const CLASSES: usize = 100;

/// Weights of all sizes.
fn weights() -> Weights {
    let weight = |seed: usize, index: usize| ((seed * index) >> 7) as i16;
    Weights {
        bases: std::array::from_fn(|empties| weight(77_777, empties)),
        phases: std::array::from_fn(|phase| (0..CLASSES).map(|class| weight(phase * 12_345, class)).collect()),
    }
}

#[test]
fn what_was_packed_is_unpacked() {
    let file = weights().pack("outflank-train\nfit");
    assert!(file.starts_with(b"outflank evaluation 1\noutflank-train fit\n"));
    assert_eq!(Weights::unpack(&file, CLASSES), Ok(weights()));
    for classes in [CLASSES - 1, CLASSES + 1] {
        let expected = 2 * (65 + PHASES * classes);
        assert_eq!(Weights::unpack(&file, classes), Err(UnpackError::Length { expected }));
    }
}

#[test]
fn errors_say_what_was_expected() {
    let message = |file: &[u8]| Weights::unpack(file, 1).unwrap_err().to_string();
    assert_eq!(message(b"GIF89a"), "line 1: expected \"outflank evaluation 1\"");
    assert_eq!(message(b"outflank evaluation 1\nmake"), "line 2: expected a command of at most 1024 bytes");
    assert_eq!(message(b"outflank evaluation 1\nmake\nit so"), "line 3: the compressed weights are damaged");
}

#[test]
fn phases_are_in_order_and_all_used() {
    let phases: Vec<_> = (0..=64).rev().map(phase).collect();
    assert!(phases.is_sorted());
    assert!((0..PHASES).all(|phase| phases.contains(&phase)));
    assert_eq!(phases.last(), Some(&(PHASES - 1)));
}

#[test]
fn the_start_is_about_even() {
    assert!(score(Board::START).abs() < 4 * Score::STEPS);
}

#[test]
fn about_to_win_everything_is_better_than_the_start() {
    // The corner is the last empty square, and a disc there flips what is left of the opponent.
    let opponent = bitboard! {
        . X X X X X X .
        X X . . . . . .
        X . X . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let board = Board::new((!opponent).without(Square::A1), opponent).expect("disjoint");
    assert_eq!(board.try_play(Square::A1).expect("legal").final_margin(), -64);
    assert!(score(board) > 40 * Score::STEPS);
    assert!(score(board) > score(Board::START));
}

#[test]
fn corners_are_good_and_the_squares_beside_them_are_not() {
    let corners = bitboard! {
        X . . . . . . X
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X . . . . . . X
    };
    let beside = bitboard! {
        . . . . . . . .
        . X . . . . X .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . X . . . . X .
        . . . . . . . .
    };
    let (corners, beside) = (mean_gain(corners), mean_gain(beside));
    assert!(corners > Score::STEPS, "a corner gains {corners} steps");
    assert!(beside < -Score::STEPS, "an X square gains {beside} steps");
}

/// By how many steps a move to one of these squares is better than the other moves in the same position, over the
/// positions of some random games.
fn mean_gain(squares: Bitboard) -> i32 {
    let mut runner = TestRunner::deterministic();
    let choices = prop::collection::vec(any::<Index>(), 45);
    let (mut gains, mut count) = (0, 0);
    for _ in 0..200 {
        let choices = choices.new_tree(&mut runner).expect("nothing is rejected").current();
        for (board, _) in game(&choices) {
            let mean = |moves: Bitboard| {
                let sum: i32 = moves.into_iter().map(|square| -score(board.play_unchecked(square))).sum();
                Some(sum / i32::try_from(moves.len()).ok().filter(|&len| len > 0)?)
            };
            let moves = board.moves();
            if let (Some(those), Some(others)) = (mean(moves & squares), mean(moves - squares)) {
                gains += those - others;
                count += 1;
            }
        }
    }
    gains / count
}
