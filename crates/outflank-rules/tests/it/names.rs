use std::collections::HashSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use outflank_rules::{Color, Convention, Move, Rules, Square};

fn check_names<T: Copy + Debug + Display + FromStr + PartialEq>(all: &[T], name: fn(T) -> &'static str)
where
    T::Err: Display,
{
    let names: HashSet<&str> = all.iter().map(|&one| name(one)).collect();
    assert_eq!(names.len(), all.len(), "{names:?}");
    for &one in all {
        assert_eq!(name(one).parse().ok(), Some(one));
        assert_eq!(one.to_string(), name(one));
    }
    for text in ["", "xyzzy", " "] {
        let error = text.parse::<T>().err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| names.iter().all(|&name| error.contains(name))), "{text:?}");
    }
}

#[test]
fn rules_and_conventions_are_read_by_their_names() {
    check_names(&Rules::ALL, Rules::name);
    check_names(&Convention::ALL, Convention::name);
}

#[test]
fn players_squares_and_moves_are_displayed() {
    assert_eq!(Color::ALL.map(Color::title), ["Black", "White"]);
    assert_eq!(Move::Place(Square::D3).to_string(), "d3");
    assert_eq!(Move::Pass.to_string(), "pass");
    for text in ["i1", "a9", "a0", "dd", "", "d33"] {
        let error = text.parse::<Square>().unwrap_err().to_string();
        assert!(error.contains("from a to h") && error.contains("d3"), "{error}");
    }
}

#[test]
fn a_square_has_a_column_and_a_row_of_the_board() {
    for (index, square) in Square::ALL.into_iter().enumerate() {
        assert_eq!(Square::at(square.column(), square.row()), Some(square));
        assert_eq!(usize::from(square.row() * 8 + square.column()), index);
    }
    for outside in [(8, 0), (0, 8), (8, 8), (255, 0), (0, 255), (255, 255)] {
        assert_eq!(Square::at(outside.0, outside.1), None, "{outside:?}");
    }
}
