use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use outflank_engine::Score;
use outflank_rules::{Bitboard, Board};
use tempfile::TempDir;

use super::*;
use crate::records::{FileKind, Recipe, ScoredMove, games, header_lines, positions};

fn board(empties: u32, seed: u64) -> Board {
    let discs = u64::MAX.checked_shl(empties).unwrap_or(0);
    let player = discs & seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Board::new(Bitboard::from_bits(player), Bitboard::from_bits(discs & !player)).expect("disjoint")
}

fn header() -> Vec<u8> {
    header_lines(FileKind::Positions, &Recipe::new("test")).unwrap()
}

fn write_positions(folder: &TempDir, name: &str, count: u64) -> PathBuf {
    let path = folder.path().join(name);
    let mut bytes = header();
    for number in 1..=count {
        let board = board((number % 64) as u32, number);
        positions::write(&mut bytes, ScoredPosition { board, score: Score::from_units(number as i32 % 2000) }).unwrap();
    }
    fs::write(&path, bytes).unwrap();
    path
}

fn reader(threads: usize) -> SampleReader {
    SampleReader::new(60, NonZeroUsize::new(threads).unwrap())
}

fn read(path: &Path, threads: usize) -> Samples {
    let mut reader = reader(threads);
    reader.read_positions(path).unwrap();
    reader.into_samples()
}

fn all(samples: &Samples, purpose: Use) -> Vec<Vec<ScoredPosition>> {
    let blocks = |group: &MoveGroup| match purpose {
        Use::Training => group.training.clone(),
        Use::HoldOut => group.held_out.clone(),
    };
    samples.by_moves.iter().map(|group| blocks(group).iter().flat_map(Block::iter).collect()).collect()
}

#[test]
fn one_position_in_twenty_is_held_out() {
    let folder = TempDir::new().unwrap();
    let mut reader = reader(2);
    reader.read_positions(&write_positions(&folder, "some", 990)).unwrap();
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
fn positions_are_grouped_by_number_of_moves() {
    let folder = TempDir::new().unwrap();
    for (group, moves) in read(&write_positions(&folder, "some", 1000), 1).by_moves.iter().zip(0..) {
        for sample in group.training.iter().chain(&group.held_out).flat_map(Block::iter) {
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
    let (one, four) = (read(&path, 1), read(&path, 4));
    assert_eq!(one.len() as u64, count);
    for purpose in [Use::Training, Use::HoldOut] {
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
fn positions_of_games_are_limited_by_empty_squares() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let mut bytes = FileKind::Games.line(1).into_bytes();
    let squares = [outflank_rules::Square::F5, outflank_rules::Square::D6];
    games::write(&mut bytes, &squares.map(|square| ScoredMove { square, score: Some(2) })).unwrap();
    fs::write(&path, bytes).unwrap();
    for (empties, expected) in [(60, 2), (59, 1), (58, 0)] {
        let mut reader = SampleReader::new(empties, NonZeroUsize::MIN);
        reader.read_games(&path).unwrap();
        assert_eq!((reader.games(), reader.into_samples().len()), (1, expected));
    }
}

#[test]
fn errors_name_the_folder() {
    let error = reader(1).read_wthor("no/such/folder".as_ref()).unwrap_err();
    assert!(format!("{error:#}").starts_with("no/such/folder: "));
}
