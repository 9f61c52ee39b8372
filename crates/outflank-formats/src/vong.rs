//! VONG: one game per line in fixed columns.
//!
//! | columns | content | example |
//! | --- | --- | --- |
//! | 1 | a dash | `-` |
//! | 2 to 10 | Black's name | `WZebra   ` |
//! | 11 to 13 | Black's margin, empty squares to the winner | `-12` |
//! | 14 | a space | |
//! | 15 to 23 | White's name | `d16      ` |
//! | 24 to 83 | the moves without passes, one character each | `EK:FM=53L4>TR7` |
//!
//! A move is the square's index from a1 = 0 to h8 = 63, plus 32. So a1 is a space, which is easily lost at the end of a
//! line. One space at the end is that move. Otherwise a1 is added if it is legal, ends the game and leads to the stated
//! result.
//!
//! Names are written in printable ASCII, other characters as `?`, and cut to nine characters.

use outflank_rules::{Board, Color, Move, Square};

use crate::cursor::Cursor;
use crate::record::{Details, GameResult, Player, Termination};
use crate::{ParseError, Points, Record, UncheckedRecord, WriteError, WrittenMove};

/// The maximum size of a line in bytes. Most have 83.
pub const MAX_LINE_BYTES: usize = 512;

const NAME_COLUMNS: usize = 9;

const MOVE_COLUMNS: usize = 60;

/// Parses each line, without blank lines. A line that cannot be read does not affect the others.
pub fn parse(text: &str) -> impl Iterator<Item = Result<UncheckedRecord, ParseError>> + '_ {
    let mut cursor = Cursor::new(text);
    let lines = std::iter::from_fn(move || (!cursor.rest().is_empty()).then(|| cursor.take_line()));
    lines.filter(|line| !line.rest().trim().is_empty()).map(read)
}

/// Writes a game as one line.
pub fn write(record: &Record) -> Result<String, WriteError> {
    const FORMAT: &str = "VONG";
    WriteError::check_usual(FORMAT, record)?;
    let score = WriteError::margin_in_discs(FORMAT, record)?;
    let moves: String = record.game().placements().map(|square| char::from(b' ' + square.index())).collect();
    let name = |color: Color| column(&record.details.players[color].name);
    Ok(format!("-{:<NAME_COLUMNS$}{score:+03} {:<NAME_COLUMNS$}{moves}", name(Color::Black), name(Color::White)))
}

fn column(name: &str) -> String {
    let printable = |character: char| if matches!(character, ' '..='~') { character } else { '?' };
    name.trim().chars().take(NAME_COLUMNS).map(printable).collect()
}

fn read(line: Cursor<'_>) -> Result<UncheckedRecord, ParseError> {
    line.check_size("a line", MAX_LINE_BYTES)?;
    let mut rest = line;
    let mut line = rest.take_while(|character| character != '\r');
    let at = line.at();
    if !line.eat("-") {
        return Err(line.expected("the dash that begins a game in VONG"));
    }
    let mut details = Details::default();
    details.players.black = take_name(&mut line);
    let score = take(&mut line, 3);
    let margin = read_score(score.rest())
        .ok_or_else(|| score.expected("Black's result in columns 11 to 13, a sign and two digits such as -04"))?;
    details.result = Some(GameResult { margin: Points::from_discs(margin), termination: Termination::Board });
    if !line.eat(" ") && !line.rest().is_empty() {
        return Err(line.expected("a space after Black's result"));
    }
    details.players.white = take_name(&mut line);
    let moves = read_moves(line, margin)?;
    Ok(UncheckedRecord::standard(at, moves, details))
}

fn take<'t>(line: &mut Cursor<'t>, count: usize) -> Cursor<'t> {
    let mut left = count;
    line.take_while(|_| {
        let within = left > 0;
        left = left.saturating_sub(1);
        within
    })
}

fn take_name(line: &mut Cursor<'_>) -> Player {
    Player { name: take(line, NAME_COLUMNS).rest().trim().to_owned(), rating: String::new() }
}

fn read_score(text: &str) -> Option<i8> {
    let is_score = text.len() == 3
        && text.starts_with(['+', '-'])
        && text.chars().skip(1).all(|character| character.is_ascii_digit());
    text.parse().ok().filter(|score| is_score && (-64..=64).contains(score))
}

fn read_moves(mut line: Cursor<'_>, margin: i8) -> Result<Vec<WrittenMove>, ParseError> {
    let written = line.rest().trim_end_matches(' ');
    let length = written.chars().count();
    let blanks = line.rest().len() - written.len();
    if length > MOVE_COLUMNS {
        take(&mut line, MOVE_COLUMNS);
        return Err(line.expected(format!("at most {MOVE_COLUMNS} moves")));
    }
    let mut squares = Vec::with_capacity(MOVE_COLUMNS);
    let mut moves = Vec::with_capacity(MOVE_COLUMNS);
    for _ in 0..length {
        let at = line.at();
        let found = line.advance().unwrap_or_default();
        let index = u8::try_from(found).ok().and_then(|code| code.checked_sub(b' '));
        let square = index.and_then(Square::from_index).ok_or_else(|| {
            ParseError::new(at, "a move, a character from space (a1) to underscore (h8)", format!("{found:?}"))
        })?;
        squares.push(square);
        moves.push(WrittenMove::new(Move::Place(square), at));
    }
    // A space in the last column is a move, even if more spaces follow.
    let is_written = blanks == 1 || (blanks > 0 && length == MOVE_COLUMNS - 1);
    if length < MOVE_COLUMNS && (is_written || lost_a1(&squares, margin)) {
        moves.push(WrittenMove::new(Move::Place(Square::A1), line.at()));
    }
    Ok(moves)
}

/// Whether a final a1 completes the game with this margin.
fn lost_a1(squares: &[Square], margin: i8) -> bool {
    let is_final = |(board, turn): (Board, Color)| {
        let for_black = match turn {
            Color::Black => board.final_margin(),
            Color::White => -board.final_margin(),
        };
        board.is_over() && for_black == margin
    };
    let mut played = squares.iter().chain(&[Square::A1]);
    let end = played.try_fold((Board::START, Color::Black), |(board, turn), &square| {
        // Forced passes are not written.
        let (board, turn) = if board.moves().is_empty() { (board.pass(), !turn) } else { (board, turn) };
        board.try_play(square).map(|after| (after, !turn))
    });
    end.is_some_and(is_final)
}
