use std::collections::HashSet;

use outflank_rules::{Bitboard, Board, Square, Symmetry};
use proptest::prelude::*;

/// The boards one placement later, modulo symmetry. A player who cannot play passes.
fn one_placement_later(boards: &[Board]) -> Vec<Board> {
    let played = boards.iter().flat_map(|&board| {
        let board = if has_to_pass(board) { board.pass() } else { board };
        board.moves().into_iter().map(move |square| board.play_unchecked(square).canonical())
    });
    distinct(played)
}

fn distinct(boards: impl Iterator<Item = Board>) -> Vec<Board> {
    let mut boards: Vec<Board> = boards.collect();
    boards.sort_unstable();
    boards.dedup();
    boards
}

fn has_to_pass(board: Board) -> bool {
    board.moves().is_empty() && !board.is_over()
}

/// Counted by an independent program. The last count is in H. Takizawa, "Othello is solved" (arXiv 2310.19387).
#[test]
fn positions_modulo_symmetry() {
    let mut boards = vec![Board::START];
    let (mut positions, mut must_pass, mut finished) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 1..=10 {
        boards = one_placement_later(&boards);
        let count = |what: fn(Board) -> bool| boards.iter().filter(|&&board| what(board)).count();
        positions.push(boards.len());
        must_pass.push(count(has_to_pass));
        finished.push(count(Board::is_over));
    }
    assert_eq!(positions, [1, 3, 14, 60, 322, 1_773, 10_649, 67_245, 434_029, 2_958_586]);
    assert_eq!(must_pass[..8], [0, 0, 0, 0, 0, 0, 0, 6]);
    assert_eq!(must_pass[9], 91);
    assert_eq!(finished, [0, 0, 0, 0, 0, 0, 0, 0, 36, 28]);

    let with_a_move = boards.into_iter().filter(|board| !board.is_over()).map(|board| match has_to_pass(board) {
        true => board.pass().canonical(),
        false => board,
    });
    assert_eq!(distinct(with_a_move).len(), 2_958_551);
}

#[test]
fn the_start_has_four_symmetries() {
    let keeping: Vec<Symmetry> =
        Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(Board::START) == Board::START).collect();
    assert_eq!(keeping, [Symmetry::Identity, Symmetry::Half, Symmetry::Transpose, Symmetry::AntiTranspose]);
}

#[test]
fn each_symmetry_does_what_its_name_says() {
    use Square::*;
    // Where a1 and b1 go determines the rest.
    let expected = [
        (Symmetry::Identity, A1, B1),
        (Symmetry::Quarter, H1, H2),
        (Symmetry::Half, H8, G8),
        (Symmetry::ThreeQuarters, A8, A7),
        (Symmetry::MirrorColumns, H1, G1),
        (Symmetry::MirrorRows, A8, B8),
        (Symmetry::Transpose, A1, A2),
        (Symmetry::AntiTranspose, H8, H7),
    ];
    assert_eq!(Symmetry::ALL.map(|symmetry| (symmetry, symmetry.square(A1), symmetry.square(B1))), expected);
}

#[test]
fn the_symmetries_are_a_group() {
    let table = |go: &dyn Fn(Square) -> Square| Square::ALL.map(go);
    let tables: HashSet<[Square; 64]> = Symmetry::ALL.iter().map(|s| table(&|square| s.square(square))).collect();
    assert_eq!(tables.len(), 8);
    for first in Symmetry::ALL {
        for second in Symmetry::ALL {
            let both = table(&|square| second.square(first.square(square)));
            assert!(tables.contains(&both), "{first:?} and then {second:?}");
        }
        let there_and_back = table(&|square| first.inverse().square(first.square(square)));
        assert_eq!(there_and_back, Square::ALL, "{first:?}");
    }
}

fn often_symmetric() -> impl Strategy<Value = Board> {
    (crate::arbitrary::board(), prop::sample::select(&Symmetry::ALL[..])).prop_map(|(board, symmetry)| {
        let [player, opponent] = [board.player(), board.opponent()].map(|set| set | symmetry.bitboard(set));
        Board::new(player, opponent & !player).expect("no disc is on another")
    })
}

proptest! {
    #[test]
    fn symmetric_boards_have_one_canonical_board(board in crate::arbitrary::board()) {
        let symmetric = Symmetry::ALL.map(|symmetry| symmetry.board(board));
        prop_assert!(symmetric.contains(&board.canonical()));
        for turned in symmetric {
            prop_assert_eq!(turned.canonical(), board.canonical());
        }
    }

    #[test]
    fn moves_are_the_same_exactly_if_a_symmetry_maps_one_to_the_other(board in often_symmetric()) {
        for one in board.moves() {
            let (canonical, square) = board.canonical_move(one);
            prop_assert_eq!(canonical, board.canonical());
            prop_assert_eq!(canonical.canonical_move(square), (canonical, square));
            for symmetry in Symmetry::ALL {
                prop_assert_eq!(symmetry.board(board).canonical_move(symmetry.square(one)), (canonical, square));
            }
            for other in board.moves() {
                let maps = |symmetry: Symmetry| symmetry.board(board) == board && symmetry.square(one) == other;
                let is_symmetric = Symmetry::ALL.into_iter().any(maps);
                prop_assert_eq!(board.canonical_move(other) == (canonical, square), is_symmetric);
            }
        }
    }

    #[test]
    fn a_set_goes_where_its_squares_go(bits in any::<u64>()) {
        let set = Bitboard::from_bits(bits);
        for symmetry in Symmetry::ALL {
            let by_square = set.into_iter().map(|square| symmetry.square(square)).collect();
            prop_assert_eq!(symmetry.bitboard(set), by_square);
            prop_assert_eq!(symmetry.inverse().bitboard(symmetry.bitboard(set)), set);
        }
    }
}
