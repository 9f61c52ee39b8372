use outflank_engine::Score;
use outflank_rules::{Bitboard, Board, Square};
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;

fn recipe() -> Recipe {
    Recipe::new("test")
}

fn game() -> impl Strategy<Value = Vec<ScoredMove>> {
    prop::collection::vec((any::<Index>(), prop::option::of(-64..=64_i8)), 0..=60).prop_map(|choices| {
        let mut board = Board::START;
        let mut moves = Vec::new();
        for (choice, score) in choices {
            if board.moves().is_empty() {
                board = board.pass();
            }
            let squares: Vec<Square> = board.moves().into_iter().collect();
            if squares.is_empty() {
                break;
            }
            let square = *choice.get(&squares);
            moves.push(ScoredMove { square, score });
            board = board.play_unchecked(square);
        }
        moves
    })
}

fn position() -> impl Strategy<Value = ScoredPosition> {
    (any::<u64>(), any::<u64>(), -2048..=2048).prop_map(|(player, opponent, units)| {
        let board = Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent & !player));
        ScoredPosition { board: board.expect("disjoint"), score: Score::from_units(units) }
    })
}

fn read<T: FileRecord>(file: &[u8]) -> anyhow::Result<Vec<T>> {
    RecordReader::new(file)?.collect()
}

/// Reads a file of both versions, and the intact part of one that was cut off.
fn check<T: FileRecord>(records: &[Vec<u8>], cut: Index) -> Result<Vec<T>, TestCaseError> {
    let mut file = header_lines(T::KIND, &recipe()).unwrap();
    let mut ends = vec![file.len()];
    for record in records {
        file.extend(record);
        ends.push(file.len());
    }
    let version_1 = [T::KIND.line(1).as_bytes(), &file[ends[0]..]].concat();
    prop_assert_eq!(read::<T>(&version_1).unwrap().len(), records.len());

    let cut = ends[0] + cut.index(file.len() - ends[0] + 1);
    let whole = ends.iter().rposition(|&end| end <= cut).unwrap();
    let expected = Intact { recipe: Some(recipe()), records: whole as u64, bytes: ends[whole] as u64 };
    prop_assert_eq!(Intact::read::<T>(&file[..cut]).unwrap(), expected);
    Ok(read(&file).unwrap())
}

fn read_anything<T: FileRecord>(bytes: &[u8]) {
    let _ = read::<T>(bytes);
    let _ = read::<T>(&[T::KIND.line(1).as_bytes(), bytes].concat());
    let _ = Intact::read::<T>(&[&header_lines(T::KIND, &recipe()).unwrap()[..], bytes].concat()[..]);
}

proptest! {
    #[test]
    fn games_round_trip(games in prop::collection::vec(game(), 0..5), cut in any::<Index>()) {
        let bytes = |moves: &Vec<ScoredMove>| {
            let mut bytes = Vec::new();
            games::write(&mut bytes, moves).unwrap();
            bytes
        };
        let read = check::<ScoredGame>(&games.iter().map(bytes).collect::<Vec<_>>(), cut)?;
        prop_assert_eq!(read.into_iter().map(|game| game.moves).collect::<Vec<_>>(), games);
    }

    #[test]
    fn positions_round_trip(positions in prop::collection::vec(position(), 0..5), cut in any::<Index>()) {
        let bytes = |&position: &ScoredPosition| {
            let mut bytes = Vec::new();
            positions::write(&mut bytes, position).unwrap();
            bytes
        };
        let read = check::<ScoredPosition>(&positions.iter().map(bytes).collect::<Vec<_>>(), cut)?;
        prop_assert_eq!(read, positions);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_anything::<ScoredGame>(&bytes);
        read_anything::<ScoredPosition>(&bytes);
    }
}

fn message<T: FileRecord>(records: &[u8]) -> String {
    format!("{:#}", read::<T>(&[T::KIND.line(1).as_bytes(), records].concat()).err().unwrap())
}

#[test]
fn errors_say_what_is_wrong() {
    for (game, expected) in [
        (&[2, 37][..], "game 1: the file ends inside it"),
        (&[0, 61], "game 2: it has more than 60 placements"),
        (&[1, 64, 0], "game 1: a byte is not a square"),
        (&[1, 37, 65], "game 1: a score is not between -64 and 64"),
        (&[1, 0, 0], "game 1: a move is not legal"),
    ] {
        assert_eq!(message::<ScoredGame>(game), expected);
    }
    let [mut beyond, whole] = [[0; 18]; 2];
    beyond[16..].copy_from_slice(&2049_i16.to_le_bytes());
    for (position, expected) in [
        (&[0; 17][..], "position 1: the file ends inside it"),
        (&[1; 18], "position 1: a square has two discs"),
        (&[whole, beyond].concat(), "position 2: a score is not between -64 and 64 discs"),
    ] {
        assert_eq!(message::<ScoredPosition>(position), expected);
    }
    let error = read::<ScoredPosition>(b"outflank games 1").err().unwrap();
    assert_eq!(error.to_string(), "line 1: expected \"outflank positions 1\" or \"outflank positions 2\"");
}
