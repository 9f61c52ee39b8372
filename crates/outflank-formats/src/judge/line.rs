//! Parsing of lines. An error is the index of the first wrong byte.

use outflank_rules::{Bitboard, ByColor, Color, Square};

#[derive(Clone, Copy, Debug)]
pub(super) enum Command {
    List,
    Play(Square),
    Quit,
}

pub(super) fn number_of_games(line: &[u8]) -> Result<u64, usize> {
    let mut number: u64 = 0;
    for (index, byte) in line.iter().enumerate() {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0')).ok_or(index)?;
        number = number.checked_mul(10).and_then(|tens| tens.checked_add(digit)).ok_or(index)?;
    }
    if line.is_empty() { Err(0) } else { Ok(number) }
}

pub(super) fn row(mut discs: ByColor<Bitboard>, row: u8, line: &[u8]) -> Result<ByColor<Bitboard>, usize> {
    for (index, cell) in line.iter().enumerate() {
        let square = Square::at(index as u8, row).ok_or(index)?;
        match cell {
            b'B' => discs.black = discs.black.with(square),
            b'W' => discs.white = discs.white.with(square),
            b'-' => {}
            _ => return Err(index),
        }
    }
    if line.len() == 8 { Ok(discs) } else { Err(line.len()) }
}

pub(super) fn player(line: &[u8]) -> Result<Color, usize> {
    match line {
        b"B" => Ok(Color::Black),
        b"W" => Ok(Color::White),
        [b'B' | b'W', ..] => Err(1),
        _ => Err(0),
    }
}

pub(super) fn command(line: &[u8]) -> Result<Command, usize> {
    match *line {
        [b'L'] => Ok(Command::List),
        [b'Q'] => Ok(Command::Quit),
        [b'M', row @ b'1'..=b'8', column @ b'1'..=b'8'] => {
            Square::at(column - b'1', row - b'1').map(Command::Play).ok_or(1)
        }
        [b'M', b'1'..=b'8', b'1'..=b'8', ..] => Err(3),
        [b'M', b'1'..=b'8', ..] => Err(2),
        [b'L' | b'Q' | b'M', ..] => Err(1),
        _ => Err(0),
    }
}
