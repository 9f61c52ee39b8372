use std::collections::BTreeSet;

use outflank_rules::{Bitboard, Square};
use proptest::prelude::*;

use crate::arbitrary::square;

type Set = BTreeSet<Square>;

fn set(squares: Bitboard) -> Set {
    Square::ALL.into_iter().filter(|&square| squares.contains(square)).collect()
}

fn bitboards() -> impl Strategy<Value = Bitboard> {
    // Few squares, half of them, and most of them.
    let few = || proptest::collection::vec(square(), 0..4).prop_map(Bitboard::from_iter);
    prop_oneof![few(), any::<u64>().prop_map(Bitboard::from_bits), few().prop_map(|squares| !squares)]
}

proptest! {
    #[test]
    fn one_set_agrees_with_btreeset(board in bitboards(), square in square()) {
        let squares = set(board);
        prop_assert_eq!(squares.iter().fold(0, |bits, square| bits | 1 << square.index()), board.bits());
        prop_assert_eq!(Bitboard::from_iter(squares.clone()), board);
        prop_assert_eq!(board.is_empty(), squares.is_empty());
        prop_assert_eq!(board.len() as usize, squares.len());
        prop_assert_eq!(board.first(), squares.first().copied());
        prop_assert_eq!(set(!board), &set(Bitboard::FULL) - &squares);
        prop_assert_eq!(set(Bitboard::from(square)), Set::from([square]));
        prop_assert_eq!(set(board.with(square)), &squares | &Set::from([square]));
        prop_assert_eq!(set(board.without(square)), &squares - &Set::from([square]));
    }

    #[test]
    fn two_sets_agree_with_btreeset(one in bitboards(), other in bitboards()) {
        let (left, right) = (set(one), set(other));
        prop_assert_eq!(set(one & other), &left & &right);
        prop_assert_eq!(set(one | other), &left | &right);
        prop_assert_eq!(set(one ^ other), &left ^ &right);
        prop_assert_eq!(set(one - other), &left - &right);
        prop_assert_eq!(one.is_disjoint(other), left.is_disjoint(&right));
        let mut changed = [one; 3];
        changed[0] &= other;
        changed[1] |= other;
        changed[2] ^= other;
        prop_assert_eq!(changed, [one & other, one | other, one ^ other]);
    }

    #[test]
    fn the_squares_come_in_order_and_are_counted(board in bitboards()) {
        let mut squares = board.into_iter();
        for (left, square) in (1..=board.len() as usize).rev().zip(set(board)) {
            prop_assert_eq!(squares.size_hint(), (left, Some(left)));
            prop_assert_eq!(squares.next(), Some(square));
        }
        prop_assert_eq!(squares.size_hint(), (0, Some(0)));
        prop_assert_eq!([squares.next(), squares.next()], [None, None]);
    }

    #[test]
    fn neighbours_are_one_step_away(board in bitboards()) {
        let touch = |one: Square, other: Square| {
            one != other && one.column().abs_diff(other.column()) <= 1 && one.row().abs_diff(other.row()) <= 1
        };
        let expected: Bitboard =
            Square::ALL.into_iter().filter(|&square| board.into_iter().any(|other| touch(square, other))).collect();
        prop_assert_eq!(board.neighbours(), expected);
    }

    #[test]
    fn a_set_is_drawn_row_by_row_and_listed(board in bitboards()) {
        let drawn: Vec<Vec<bool>> =
            board.to_string().lines().map(|line| line.split(' ').map(|square| square == "X").collect()).collect();
        let expected: Vec<Vec<bool>> =
            Square::ALL.chunks(8).map(|row| row.iter().map(|&square| board.contains(square)).collect()).collect();
        prop_assert_eq!(drawn, expected);
        let names: Vec<String> = set(board).iter().map(Square::to_string).collect();
        prop_assert_eq!(format!("{board:?}"), format!("{{{}}}", names.join(", ")));
    }
}
