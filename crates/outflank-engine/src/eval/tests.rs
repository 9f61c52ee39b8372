use outflank_rules::{Bitboard, Board, Square, Symmetry, bitboard};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::network::BUCKETS;
use super::packed::{Provenance, Weights};
use super::*;

fn score(board: Board) -> i32 {
    Evaluation::embedded().score(&Features::of(board), board.empty().len())
}

fn board() -> impl Strategy<Value = Board> {
    any::<[u64; 2]>().prop_map(|[player, opponent]| {
        Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent & !player)).expect("disjoint")
    })
}

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
    fn incremental_features_match_those_from_scratch(choices in prop::collection::vec(any::<Index>(), 70)) {
        for (board, features) in game(&choices) {
            prop_assert_eq!(features, Features::of(board));
        }
    }

    #[test]
    fn a_pass_swaps_the_sides(board in board()) {
        prop_assert_eq!(Features::of(board).passed(), Features::of(board.pass()));
        prop_assert_eq!(Features::of(board).passed().passed(), Features::of(board));
    }

    #[test]
    fn scores_are_symmetric(board in board()) {
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(score(symmetry.board(board)), score(board));
        }
    }

    #[test]
    fn scores_are_below_a_won_game(board in board()) {
        prop_assert!(score(board).abs() < 64 * Score::UNITS_PER_DISC);
    }

    #[test]
    fn arbitrary_files_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = Weights::unpack(&bytes, CLASSES);
        let _ = Weights::unpack(&with_checksum(&[b"outflank evaluation 3\n", &bytes[..]].concat()), CLASSES);
    }
}

const CLASSES: usize = 10;

fn weights() -> Weights {
    let number = |seed: usize, index: usize| (seed + 1).wrapping_mul(index * 12_347 + 77_777) >> 7;
    let bucket = |moves: usize| BucketWeights {
        bias: std::array::from_fn(|at| number(moves, at) as i16),
        weights: std::array::from_fn(|input| std::array::from_fn(|neuron| number(moves + input, neuron) as i8)),
        hidden_bias: std::array::from_fn(|neuron| number(moves, 100 + neuron) as i32),
        out: std::array::from_fn(|neuron| number(moves, 200 + neuron) as i16),
        out_bias: -(moves as i32),
    };
    Weights {
        provenance: Provenance { date: "2026-12-31".into(), positions: 12, command: "outflank-train train".into() },
        rows: (0..STAGES * CLASSES).map(|class| std::array::from_fn(|at| number(class, at) as i8)).collect(),
        buckets: (0..BUCKETS).map(bucket).collect(),
    }
}

fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    [bytes, &crc32fast::hash(bytes).to_le_bytes()].concat()
}

#[test]
fn packing_round_trips() {
    let file = weights().pack();
    assert!(file.starts_with(b"outflank evaluation 3\n2026-12-31\n12 positions\noutflank-train train\n"));
    assert_eq!(Weights::unpack(&file, CLASSES), Ok(weights()));
    for classes in [CLASSES - 1, CLASSES + 1] {
        let expected = STAGES * classes * WIDTH + BUCKETS * 1216;
        assert_eq!(Weights::unpack(&file, classes), Err(UnpackError::Length { expected }));
    }
}

#[test]
fn a_command_is_one_line_of_bounded_length() {
    let packed = |command: String| {
        let provenance = Provenance { command, ..weights().provenance };
        let file = Weights { provenance, ..weights() }.pack();
        Weights::unpack(&file, CLASSES).expect("it was just packed").provenance.command
    };
    assert_eq!(packed("outflank-train\ntrain".into()), "outflank-train train");
    assert_eq!(packed("x".repeat(2000)), "x".repeat(1024));
    assert_eq!(packed("x".to_owned() + &"é".repeat(600)), "x".to_owned() + &"é".repeat(511));
}

#[test]
fn any_changed_byte_and_any_missing_end_is_detected() {
    let file = weights().pack();
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 1 + (at % 255) as u8;
        let error = Weights::unpack(&changed, CLASSES).expect_err("a byte was changed");
        assert!(matches!(error, UnpackError::Damaged | UnpackError::NotAnEvaluation), "byte {at}: {error}");
        assert!(Weights::unpack(&file[..at], CLASSES).is_err(), "only {at} bytes");
    }
}

#[test]
fn errors_name_what_was_expected() {
    let message = |file: &[u8]| Weights::unpack(file, 1).unwrap_err().to_string();
    let lines = |lines: &str| message(&with_checksum(format!("outflank evaluation 3\n{lines}").as_bytes()));
    assert_eq!(message(b"GIF89a"), "line 1: expected \"outflank evaluation 3\"");
    let damaged = "damaged or truncated file: wrong checksum";
    assert_eq!(message(b"outflank evaluation 3\n"), damaged);
    assert_eq!(message(b"outflank evaluation 3\n2026-12-31\n"), damaged);
    assert_eq!(lines("today\n"), "line 2: expected a date, YYYY-MM-DD");
    assert_eq!(lines("2026-12-31\nmany\n"), "line 3: expected a number of positions, \"N positions\"");
    assert_eq!(lines("2026-12-31\n2 positions\nmake"), "line 4: expected a command of at most 1024 bytes");
    assert_eq!(lines("2026-12-31\n2 positions\nmake\nit so"), "line 5: expected 73024 bytes of weights when unpacked");
}

#[test]
fn every_number_of_moves_has_its_bucket() {
    let moves: Vec<_> = (0..=64).rev().map(network::bucket).collect();
    assert!(moves.is_sorted());
    assert!((0..BUCKETS).all(|bucket| moves.contains(&bucket)));
    assert_eq!(moves.last(), Some(&(BUCKETS - 1)));
    assert!((0..STAGES).all(|stage| moves.iter().any(|&moves| network::stage(moves) == stage)));
}

#[test]
fn the_start_is_about_even() {
    assert!(score(Board::START).abs() < 4 * Score::UNITS_PER_DISC);
}

#[test]
fn an_imminent_wipeout_beats_the_start() {
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
    assert!(score(board) > 40 * Score::UNITS_PER_DISC);
    assert!(score(board) > score(Board::START));
}

#[test]
fn corners_are_good_and_x_squares_bad() {
    let (corners, beside) = (mean_gain(Bitboard::CORNERS), mean_gain(Bitboard::X_SQUARES));
    assert!(corners > Score::UNITS_PER_DISC, "a corner gains {corners} units");
    assert!(beside < -Score::UNITS_PER_DISC, "an X square gains {beside} units");
}

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
