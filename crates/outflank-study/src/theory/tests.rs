use outflank_rules::{Board, Square, Symmetry};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;

const EMBEDDED: &[u8] = include_bytes!("../../data/theory.bin");

fn stream() -> &'static [u8] {
    let lines = EMBEDDED.split_inclusive(|&byte| byte == b'\n').take(2);
    &EMBEDDED[lines.map(<[u8]>::len).sum::<usize>() + 4..]
}

/// A table is written and read again unless it was refused.
fn assert_round_trip(stream: &[u8]) {
    if let Ok(table) = Table::read_stream(stream) {
        assert_eq!(Table::unpack(&table.pack("a test")), Ok(("a test".to_owned(), table)));
    }
}

#[test]
fn the_embedded_file_is_written_again_byte_for_byte() {
    let (origin, table) = Table::unpack(EMBEDDED).unwrap();
    assert!(table.pack(&origin) == EMBEDDED);
}

#[test]
fn positions_that_no_move_of_theory_leads_to_are_kept() {
    let played = Played { games: 30, since_2000: 10 };
    let later = |moves: &[Square]| moves.iter().fold(Board::START, |board, &square| board.play_unchecked(square));
    let mut table = Table::default();
    let lines: [&[Square]; 3] =
        [&[], &[Square::F5, Square::D6, Square::C3], &[Square::F5, Square::F6, Square::E6, Square::F4]];
    for line in lines {
        let board = later(line).canonical();
        let rare = Played { games: 7, since_2000: 7 };
        let moves = board.moves().into_iter().map(|square| board.canonical_move(square).1);
        let moves: std::collections::BTreeSet<_> = moves.collect();
        let moves = moves.into_iter().zip(0..);
        table.insert(board, moves.map(|(square, number)| (square, if number % 2 == 0 { played } else { rare })));
    }
    assert_eq!(table.len(), 3);
    let (_, read) = Table::unpack(&table.pack("")).unwrap();
    assert_eq!(read, table);
    let turned = Symmetry::Quarter.board(later(lines[1]));
    let found = turned.moves().into_iter().find_map(|square| read.find(turned, square));
    assert_eq!(found.map(|(played, _)| played), Some(played));
}

#[test]
fn positions_without_theory_are_left_out() {
    let mut table = Table::default();
    table.insert(Board::START.canonical(), [(Square::D3, Played { games: MIN_GAMES - 1, since_2000: 0 })]);
    assert!(table.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damaged_positions_are_refused_or_consistent(changes in vec((any::<Index>(), any::<u8>()), 1..4), end in any::<Index>()) {
        let mut damaged = stream().to_vec();
        for (index, byte) in changes {
            *index.get_mut(&mut damaged) = byte;
        }
        assert_round_trip(&damaged);
assert_round_trip(&stream()[..end.index(stream().len())]);
    }

    #[test]
    fn random_positions_are_refused_or_consistent(bytes in vec(any::<u8>(), 0..200)) {
        assert_round_trip(&bytes);
        assert_round_trip(&[&stream()[..16], &bytes].concat());
    }
}
