use std::fs;

use outflank_formats::Transcript;
use outflank_formats::board_string::{self, Dialect, MAX_BYTES};
use outflank_rules::{Color, Position, Rules, Setup};
use proptest::prelude::*;

use crate::samples::assert_located;

const START: &str = "---------------------------OX------XO---------------------------";

#[test]
fn every_dialect_is_read() {
    for (black, white, empty, side) in
        [('X', 'O', '-', "X"), ('x', 'o', '.', "x"), ('*', 'O', '-', "*"), ('b', 'w', '.', "b"), ('B', 'W', '-', "B")]
    {
        let cells: String = START
            .chars()
            .map(|cell| match cell {
                'X' => black,
                'O' => white,
                _ => empty,
            })
            .collect();
        assert_eq!(board_string::parse(&format!("{cells} {side}")), Ok(Setup::START));
        assert_eq!(board_string::parse(&format!("{cells}{side}")), Ok(Setup::START));
        let spaced: String = cells.chars().flat_map(|cell| [cell, ' ']).collect();
        assert_eq!(board_string::parse(&format!("{spaced}{side}\n")), Ok(Setup::START));
    }
    let white = Setup { turn: Color::White, ..Setup::START };
    for side in ["O", "o", "W", "w"] {
        assert_eq!(board_string::parse(&format!("\t{START}\n{side} % to move")), Ok(white));
    }
}

const CONSOLE: &str =
    "1 --------\n2 --------\n3 --------\n4 ---OX---\n5 ---XO---\n6 --------\n7 --------\n8 --------\n  abcdefgh\n";

#[test]
fn drawn_boards_are_read() {
    let drawn: Vec<&str> = include_str!("../data/drawn_boards.txt").split("=====\n").collect();
    let &[edax, edax_game, rhino, framed, grid, bare] = &drawn[..] else { panic!("six boards") };
    let with_prompt = format!("{CONSOLE}\nPlayer 'X' move: ");
    let after_a_pass = format!("{CONSOLE}\nPlayer 'O' has no valid move, play passes to 'X'\n\nPlayer 'X' move: \n");
    let on_the_right: String =
        CONSOLE.lines().take(8).map(|row| format!("{} {}\n", &row[2..], &row[..1])).collect::<String>() + "X";
    for text in [edax, edax_game, rhino, framed, grid, bare, &with_prompt, &after_a_pass, &on_the_right] {
        assert_eq!(board_string::parse(text), Ok(Setup::START), "{text}");
    }
    let white = Setup { turn: Color::White, ..Setup::START };
    for text in [
        edax.replace("* to move", "O to move"),
        rhino.replace("Black", "White"),
        grid.replace("Black to move", "○ to move"),
        format!("{CONSOLE}\nPlayer 'O' move: "),
        format!("{CONSOLE}o"),
        format!("White's turn.\n{}", CONSOLE.replace('X', "B").replace('O', "W")),
        format!("{START}\nwhite to move"),
    ] {
        assert_eq!(board_string::parse(&text), Ok(white), "{text}");
    }
}

#[test]
fn digits_are_never_letters() {
    let digits = START.replace('O', "1").replace('X', "0").replace('-', ".");
    assert_eq!(board_string::parse(&format!("{digits} 0")), Ok(Setup::START));
    assert_eq!(board_string::parse(&format!("{digits}0")), Ok(Setup::START));
    let white = Setup { turn: Color::White, ..Setup::START };
    assert_eq!(board_string::parse(&format!("{digits}\n1")), Ok(white));
    assert_eq!(board_string::parse(&format!("{digits}\nWhite to move")), Ok(white));
    let drawn: String = digits.as_bytes().chunks(8).map(|row| str::from_utf8(row).unwrap().to_owned() + "\n").collect();
    assert_eq!(board_string::parse(&format!("{drawn}0")), Ok(Setup::START));

    let mixed = format!("{} 1", digits.replace('1', "O"));
    let expected = "only letters or only digits for the discs and the side to move";
    assert_located(board_string::parse, (&mixed, expected, "'0'", 1, 29));
}

#[test]
fn a_digit_after_eight_squares_is_a_disc() {
    for row in ["........1.......", "1........1......", "01......1......."] {
        let digits = row.to_owned() + &".".repeat(48);
        let letters = digits.replace('1', "O").replace('0', "X");
        let setup = board_string::parse(&format!("{letters} X"));
        assert!(setup.is_ok());
        assert_eq!(board_string::parse(&format!("{digits} 0")), setup);
        let spaced: String = digits.chars().flat_map(|cell| [cell, ' ']).collect();
        assert_eq!(board_string::parse(&format!("{spaced}0")), setup);
        let in_rows: String =
            digits.as_bytes().chunks(16).map(|row| str::from_utf8(row).unwrap().to_owned() + "\n").collect();
        assert_eq!(board_string::parse(&format!("{in_rows}0")), setup);
    }
}

fn each_published(folder: &str, table: &str, check: fn(&str, &str, &str)) -> Option<usize> {
    let text = fs::read_to_string(crate::collections::folder(folder)?.join(table)).expect("the table can be read");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    Some(rows.inspect(|row| check(row[0], row[1], row[2])).count())
}

#[test]
fn published_openings_are_the_same_in_every_dialect() {
    let count = each_published("openings", "egaroucid_english_boards.tsv", |board, side, moves| {
        let letters = format!("{board} {side}");
        let setup = board_string::parse(&letters).unwrap();
        let digits = letters.replace('X', "0").replace('O', "1");
        assert_eq!(board_string::parse(&digits), Ok(setup), "{digits}");
        let position = Position::new(Rules::Standard, setup).unwrap();
        assert_eq!(board_string::write_as(&position, Dialect::Egaroucid), digits.replace('-', "."));
        if !moves.is_empty() {
            let game = moves.parse::<Transcript>().unwrap().replay(Position::initial(Rules::Standard)).unwrap();
            assert_eq!(*game.position(), position, "{moves}");
        }
    });
    assert!(count.is_none_or(|count| count == 71), "{count:?}");
}

#[test]
fn positions_of_ntest_are_read() {
    let count = each_published("endgame", "ntest_solver.tsv", |board, side, empty| {
        let setup = board_string::parse(&format!("{board} {side}")).unwrap();
        let position = Position::new(Rules::Standard, setup).unwrap();
        assert_eq!(position.empty().len().to_string(), empty);
        let ntest = board_string::write_as(&position, Dialect::Ntest);
        assert_eq!(ntest[..64], board.replace('X', "b").replace('O', "w").replace('-', "."));
        assert_eq!(board_string::parse(&ntest), Ok(setup));
    });
    assert!(count.is_none_or(|count| count == 545), "{count:?}");
}

#[test]
fn errors_are_located() {
    const END: &str = "the end of the board after 64 squares and the side to move";
    const SIDE: &str = "the side to move, X (black) or O (white), after the 64 squares";
    const CELL: &str = "a black disc (X, B or *), a white disc (O or W) or an empty square (- or .)";
    const ONE_ALPHABET: &str = "only letters or only digits for the discs and the side to move";
    const ROW_2: &str = "row 2 of the board, eight squares with its number";
    let drawn = "--------\n".repeat(7);
    for case in [
        ("", "64 squares", "0", 1, 1),
        ("X", "64 squares", "1", 1, 2),
        (&START[..63], "64 squares", "63", 1, 64),
        // The letter after the gap is the side to move, not a cell.
        (&format!("{} X", &START[..63]), "64 squares", "63", 1, 65),
        (&format!("{drawn}X"), "64 squares", "56", 8, 1),
        (&format!("{START}- X"), END, "'-'", 1, 65),
        (&format!("{START} X O"), END, "'X'", 1, 66),
        (&format!("{START}XO"), END, "'O'", 1, 66),
        (START, SIDE, "nothing", 1, 65),
        (&format!("{drawn}--------\n"), SIDE, "nothing", 9, 1),
        (&format!("{START} -"), SIDE, "'-'", 1, 66),
        (&format!("{START} ?"), SIDE, "'?'", 1, 66),
        (&format!("{START} 1"), SIDE, "'1'", 1, 66),
        (&format!("{START}\nblack"), CELL, "'l'", 2, 2),
        (&START.replace('O', "0"), ONE_ALPHABET, "'X'", 1, 29),
        (&format!("{} O", START.replace('O', "1").replace('X', "0")), ONE_ALPHABET, "'O'", 1, 66),
        (&START.replace('O', "2"), CELL, "'2'", 1, 28),
        (&format!("é{START} X"), CELL, "'é'", 1, 1),
        (&format!("{drawn}--q-----"), CELL, "'q'", 8, 3),
        ("8 --------", "64 squares", "8", 1, 11),
        ("1 --------\n3 --------", ROW_2, "\"3\"", 2, 1),
        ("1 --------\n  --X-----", ROW_2, "\"--X-----\"", 2, 3),
        ("1 --------\n2 -------", ROW_2, "\"2\"", 2, 1),
        ("1 --------\n2 ---------", ROW_2, "\"-\"", 2, 11),
        (CONSOLE, SIDE, "nothing", 10, 1),
        (&CONSOLE.replace("4 ---OX", "4 ---0X"), CELL, "'0'", 4, 6),
        (&format!("{CONSOLE}X to move\nWhite to move"), "black to move, as stated before", "white", 11, 1),
        (&format!("{CONSOLE}X\nWhite to move"), "white to move, as stated before", "black", 10, 1),
        (&" ".repeat(MAX_BYTES + 1), "a board of at most 4096 bytes", "4097", 1, 1),
    ] {
        assert_located(board_string::parse, case);
    }
}

#[test]
fn a_text_of_the_maximum_size_is_read() {
    let text = format!("{START} X");
    let padded = " ".repeat(MAX_BYTES - text.len()) + &text;
    assert_eq!(board_string::parse(&padded), Ok(Setup::START));
}

proptest! {
    #[test]
    fn a_written_board_comes_back(position in crate::arbitrary::position()) {
        let text = board_string::write(&position);
        prop_assert_eq!(text.len(), 66);
        let setup = Setup { supply: position.supply(), ..board_string::parse(&text)? };
        prop_assert_eq!(Position::new(position.rules(), setup)?, position);
    }

    #[test]
    fn every_dialect_comes_back(position in crate::arbitrary::position(), dialect in prop::sample::select(&Dialect::ALL[..])) {
        let text = board_string::write_as(&position, dialect);
        let setup = Setup { supply: None, ..position.setup() };
        prop_assert_eq!(board_string::parse(&text)?, setup);
        prop_assert_eq!(board_string::parse(&text.replace('\n', "\r\n"))?, setup);
        prop_assert_eq!(board_string::parse(&format!("\n{text}\n"))?, setup);
    }

    #[test]
    fn a_missing_or_extra_cell_is_an_error(
        position in crate::arbitrary::position(),
        dialect in prop::sample::select(&Dialect::ALL[..]),
        place in 0..64_usize,
    ) {
        let text = board_string::write_as(&position, dialect);
        // Row numbers and the size are not cells.
        let is_cell = |&(at, character): &(usize, char)| match dialect {
            Dialect::Drawn => at % 11 >= 2 && character != '\n',
            Dialect::Ggf => at >= 2 && character != ' ',
            _ => true,
        };
        let (at, cell) = text.char_indices().filter(is_cell).nth(place).unwrap();
        let mut short = text.clone();
        short.remove(at);
        prop_assert!(board_string::parse(&short).is_err(), "{}", short);
        let mut long = text.clone();
        long.insert(at, cell);
        prop_assert!(board_string::parse(&long).is_err(), "{}", long);
    }
}
