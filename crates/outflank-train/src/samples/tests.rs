//! What is read, and what is held out.

use std::fs;
use std::num::NonZeroUsize;

use outflank_engine::Score;
use outflank_rules::{Bitboard, Board};
use tempfile::TempDir;

use super::*;
use crate::header::{self, Contents, Provenance};
use crate::positions::{self, Labelled};

/// A board with so many empty squares; `seed` tells two of them apart.
fn board(empties: u32, seed: u64) -> Board {
    let discs = u64::MAX.checked_shl(empties).unwrap_or(0);
    let player = discs & seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Board::new(Bitboard::from_bits(player), Bitboard::from_bits(discs & !player)).expect("disjoint")
}

/// The lines that begin a file of positions.
fn header() -> Vec<u8> {
    header::lines(Contents::Positions, &Provenance::new("test")).unwrap()
}

/// A file of positions whose scores are their numbers, counted from 1.
fn write_positions(folder: &TempDir, name: &str, count: u64) -> std::path::PathBuf {
    let path = folder.path().join(name);
    let mut bytes = header();
    for number in 1..=count {
        let board = board((number % 64) as u32, number);
        positions::write(&mut bytes, Labelled { board, score: Score::from_units(number as i32 % 2000) }).unwrap();
    }
    fs::write(&path, bytes).unwrap();
    path
}

fn reader(threads: usize) -> Reader {
    Reader::new(60, NonZeroUsize::new(threads).unwrap())
}

/// All positions for a purpose, in their order.
fn all(samples: &Samples, purpose: Use) -> Vec<Vec<Sample>> {
    let blocks = |group: &Group| match purpose {
        Use::Learn => group.learnt.clone(),
        Use::HoldOut => group.held_out.clone(),
    };
    samples.by_moves.iter().map(|group| blocks(group).iter().flat_map(Block::iter).collect()).collect()
}

#[test]
fn one_position_in_twenty_is_held_out() {
    let folder = TempDir::new().unwrap();
    let mut reader = reader(2);
    reader.read_positions(&write_positions(&folder, "some", 990)).unwrap();
    // The count goes on from file to file.
    reader.read_positions(&write_positions(&folder, "more", 110)).unwrap();
    let samples = reader.into_samples();
    assert_eq!(samples.len(), 1100);
    let mut held_out: Vec<i32> =
        all(&samples, Use::HoldOut).concat().iter().map(|sample| sample.score.units()).collect();
    held_out.sort();
    let mut expected: Vec<i32> = (1..=990).filter(|number| number % 20 == 0).collect();
    expected.extend((1..=110).filter(|number| (990 + number) % 20 == 0));
    expected.sort();
    assert_eq!(held_out, expected);
}

#[test]
fn positions_lie_with_their_number_of_moves() {
    let folder = TempDir::new().unwrap();
    let mut reader = reader(1);
    reader.read_positions(&write_positions(&folder, "some", 1000)).unwrap();
    for (group, moves) in reader.into_samples().by_moves.iter().zip(0..) {
        for sample in group.learnt.iter().chain(&group.held_out).flat_map(Block::iter) {
            let empties = sample.board.empty().len();
            assert_eq!(60_u32.saturating_sub(empties).min(59), moves);
        }
    }
}

#[test]
fn a_file_of_many_pieces_is_read_the_same_by_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let count = (1 << 21) + 12_345;
    let path = write_positions(&folder, "many", count);
    let read = |threads| {
        let mut reader = reader(threads);
        reader.read_positions(&path).unwrap();
        reader.into_samples()
    };
    let (one, four) = (read(1), read(4));
    assert_eq!(one.len() as u64, count);
    for purpose in [Use::Learn, Use::HoldOut] {
        assert!(all(&one, purpose) == all(&four, purpose));
    }
}

#[test]
fn errors_name_the_file_and_the_position() {
    let folder = TempDir::new().unwrap();
    let path = write_positions(&folder, "damaged", 40);
    let whole = fs::read(&path).unwrap();
    let message = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = format!("{:#}", reader(2).read_positions(&path).unwrap_err());
        error.strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned()
    };
    assert_eq!(message(&whole[..whole.len() - 1]), "position 40: the file ends inside it");
    assert!(message(b"outflank").starts_with("line 1: expected \"outflank positions "));
    let mut damaged = whole.clone();
    damaged[header().len() + 18 * 29..][..16].fill(0xff);
    assert_eq!(message(&damaged), "position 30: a square has two discs");
    let missing = reader(2).read_positions(&folder.path().join("missing")).unwrap_err();
    assert!(missing.to_string().ends_with("missing"), "{missing}");
}

#[test]
fn games_can_be_cut_off_at_a_number_of_empty_squares() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let mut bytes = Vec::new();
    crate::games::write_header(&mut bytes).unwrap();
    let squares = [outflank_rules::Square::F5, outflank_rules::Square::D6];
    crate::games::write_game(&mut bytes, &squares.map(|square| crate::games::Turn { square, score: Some(2) })).unwrap();
    fs::write(&path, bytes).unwrap();
    for (empties, expected) in [(60, 2), (59, 1), (58, 0)] {
        let mut reader = Reader::new(empties, NonZeroUsize::MIN);
        reader.read_games(&path).unwrap();
        assert_eq!((reader.games(), reader.into_samples().len()), (1, expected));
    }
}

#[test]
fn errors_name_the_folder() {
    let error = reader(1).read_wthor("no/such/folder".as_ref()).unwrap_err();
    assert!(format!("{error:#}").starts_with("no/such/folder: "));
}
