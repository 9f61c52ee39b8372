//! Worked examples from the descriptions of the variants.

use outflank_rules::{Bitboard, ByColor, Color, Move, Position, Rules, Setup, Square};

/// A line of `data/variants.tsv`.
struct Example {
    name: &'static str,
    before: Position,
    square: Square,
    legal: bool,
    after: ByColor<Bitboard>,
    flipped: Bitboard,
}

fn examples() -> Vec<Example> {
    include_str!("../data/variants.tsv").lines().filter(|line| !line.starts_with('#')).map(example).collect()
}

fn example(line: &'static str) -> Example {
    let [name, rules, side, written, row_column, legality, before, after, flipped, _note] =
        line.split('\t').collect::<Vec<_>>()[..]
    else {
        panic!("ten columns expected: {line}");
    };
    // These examples put the letter of the row first.
    let square = match name.starts_with("004-") {
        true => square_by_row_letter,
        false => square_by_column_letter,
    };
    let turn = match side {
        "B" => Color::Black,
        "W" => Color::White,
        _ => panic!("{name}: no side is called {side}"),
    };
    let played = square_at(row_column);
    assert_eq!(square(written), played, "{name}: the two names of the square are not the same");
    Example {
        name,
        before: Position::new(rules.parse::<Rules>().expect(name), Setup::new(discs(before), turn)).expect(name),
        square: played,
        legal: match legality {
            "legal" => true,
            "illegal" => false,
            _ => panic!("{name}: {legality} is neither legal nor illegal"),
        },
        after: discs(after),
        flipped: flipped.split_whitespace().map(square).collect(),
    }
}

/// `4,7`: row and column, counted from 1.
fn square_at(row_column: &str) -> Square {
    let (row, column) = row_column.split_once(',').expect("a row and a column");
    let from_one = |text: &str| text.parse::<u8>().expect("a number") - 1;
    Square::at(from_one(column), from_one(row)).expect("a square of the board")
}

fn square_by_column_letter(name: &str) -> Square {
    name.parse().expect(name)
}

/// `D7`: row 4, column 7.
fn square_by_row_letter(name: &str) -> Square {
    let swapped: Square = name.parse().expect(name);
    Square::at(swapped.row(), swapped.column()).expect("a square of the board")
}

fn discs(cells: &str) -> ByColor<Bitboard> {
    assert_eq!(cells.len(), 64);
    let of = |disc| {
        let squares = Square::ALL.into_iter().zip(cells.chars());
        squares.filter(|&(_, cell)| cell == disc).map(|(square, _)| square).collect()
    };
    ByColor { black: of('B'), white: of('W') }
}

#[test]
fn every_example_is_played_as_described() {
    let examples = examples();
    assert_eq!(examples.len(), 23);
    for Example { name, before, square, legal, after, flipped } in examples {
        assert_eq!(before.legal_moves().contains(square), legal, "{name}");
        match before.play(Move::Place(square)) {
            Ok(played) => {
                assert!(legal, "{name} is not refused");
                assert_eq!(played.discs(), after, "{name}");
                assert_eq!(before.flips(square), flipped, "{name}");
            }
            Err(refusal) => {
                assert!(!legal, "{name} is refused: {refusal}");
                assert_eq!(before.discs(), after, "{name}");
            }
        }
    }
}
