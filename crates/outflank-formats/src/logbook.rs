//! The logbook of the Internet Othello Server (`logbook.gam`): games one to a line, `+d3-c3+c4-e3: -04 10`.
//!
//! `+` is before a move of Black's and `-` before one of White's; passes are not written, the signs show them. After
//! the colon stands by how many discs Black won. What the number behind it means is not known; it is kept as the tag
//! [`NUMBER`] and written back. Both may be missing in what is read.

use std::error::Error;
use std::fmt;

use outflank_rules::{Color, Position, Rules};

use crate::cursor::{self, Cursor};
use crate::notation::{ParseMoveError, parse_move};
use crate::record::{Details, How, Tag, Verdict};
use crate::{CannotWrite, Location, Points, Record, Sheet, WrittenMove};

/// The longest line that is read, in bytes. A game takes about 190.
pub const MAX_LINE_BYTES: usize = 4 * 1024;

/// The name of the tag for the number at the end of a line.
pub const NUMBER: &str = "LogbookNumber";

/// Reads the games of a text line by line. Blank lines and comments from `%` to the end of a line are skipped, and a
/// line that cannot be read does not stop the others.
///
/// ```
/// use outflank_formats::logbook;
///
/// let sheet = logbook::parse("+d3-c3+c4-e3: -04 10").next().unwrap()?;
/// assert_eq!(sheet.moves.len(), 4);
/// assert_eq!(sheet.details.other(logbook::NUMBER), Some("10"));
/// assert_eq!(logbook::write(&sheet.check()?)?, "+d3-c3+c4-e3: -04 10");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> impl Iterator<Item = Result<Sheet, ParseLogbookError>> + '_ {
    cursor::lines(text).map(read)
}

/// Writes a game as one line.
pub fn write(record: &Record) -> Result<String, CannotWrite> {
    const FORMAT: &str = "the logbook format";
    CannotWrite::unless_usual(FORMAT, record)?;
    let score = CannotWrite::unless_discs(FORMAT, record)?;
    let mut text = String::new();
    for (ply, _) in record.plies() {
        if let Some(square) = ply.mv.square() {
            text.push(sign(ply.before.turn()));
            text += &square.to_string();
        }
    }
    text += &format!(": {score:+03}");
    if let Some(number) = record.details.other(NUMBER).filter(|number| is_number(number)) {
        text.push(' ');
        text += number;
    }
    Ok(text)
}

fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    (1..=18).contains(&digits.len()) && digits.chars().all(|character| character.is_ascii_digit())
}

/// Reads one line, which is not blank.
fn read(mut line: Cursor<'_>) -> Result<Sheet, ParseLogbookError> {
    if line.rest().len() > MAX_LINE_BYTES {
        return Err(ParseLogbookError::LineTooLong { at: line.at(), bytes: line.rest().len() });
    }
    let mut line = line.take_while(|character| character != '%');
    let at = line.at().into();
    let mut moves = Vec::new();
    loop {
        line.take_while(char::is_whitespace);
        match line.rest().chars().next() {
            None => break,
            Some(':') => {
                line.advance();
                break;
            }
            Some(_) => moves.push(take_move(&mut line)?),
        }
    }
    let mut details = Details::default();
    let score = take_word(&mut line);
    if !score.rest().is_empty() {
        let found = || ParseLogbookError::NotAScore { at: score.at(), found: score.word() };
        let discs = score.rest().parse().ok().filter(|discs| (-64..=64).contains(discs)).ok_or_else(found)?;
        details.result = Some(Verdict { margin: Points::from_discs(discs), how: How::Board });
    }
    let number = take_word(&mut line);
    if !number.rest().is_empty() {
        if !is_number(number.rest()) {
            return Err(ParseLogbookError::NotANumber { at: number.at(), found: number.word() });
        }
        details.others.push(Tag { name: NUMBER.to_owned(), value: number.rest().to_owned() });
    }
    match take_word(&mut line) {
        more if more.rest().is_empty() => Ok(Sheet { at, start: Position::initial(Rules::Standard), moves, details }),
        more => Err(ParseLogbookError::NotTheEnd { at: more.at(), found: more.word() }),
    }
}

/// Reads `+d3` or `-c3`.
fn take_move(line: &mut Cursor<'_>) -> Result<WrittenMove, ParseLogbookError> {
    let at = line.at();
    let found = line.word();
    let by = match line.advance() {
        Some('+') => Color::Black,
        Some('-') => Color::White,
        _ => return Err(ParseLogbookError::NoSign { at, found }),
    };
    let mv = line.rest().get(..2).and_then(|name| parse_move(name).ok());
    let mv = mv.ok_or_else(|| ParseLogbookError::NotAMove { at: line.at(), found: line.word() })?;
    line.advance();
    line.advance();
    Ok(WrittenMove { by: Some(by), ..WrittenMove::new(mv, at) })
}

fn take_word<'t>(line: &mut Cursor<'t>) -> Cursor<'t> {
    line.take_while(char::is_whitespace);
    line.take_while(|character| !character.is_whitespace())
}

/// Why a line is not a game of a logbook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseLogbookError {
    /// The line has more than [`MAX_LINE_BYTES`] bytes.
    LineTooLong {
        /// Where it begins.
        at: Location,
        /// How many bytes it has.
        bytes: usize,
    },
    /// A move does not say whose it is.
    NoSign {
        /// Where the sign was expected.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// Something stands where a move should.
    NotAMove {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// The colon is not followed by a result.
    NotAScore {
        /// Where it was expected.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// The result is not followed by a number.
    NotANumber {
        /// Where it was expected.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// Something follows the number.
    NotTheEnd {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
}

impl fmt::Display for ParseLogbookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseLogbookError::LineTooLong { at, bytes } => {
                write!(f, "{at}: expected a line of at most {MAX_LINE_BYTES} bytes, found {bytes}")
            }
            ParseLogbookError::NoSign { at, found } => {
                write!(
                    f,
                    "{at}: expected + and a move of Black's, - and a move of White's, or a colon; found {found:?}"
                )
            }
            ParseLogbookError::NotAMove { at, found } => write!(f, "{at}: {ParseMoveError}; found {found:?}"),
            ParseLogbookError::NotAScore { at, found } => {
                write!(f, "{at}: expected Black's result from -64 to +64 after the colon, found {found:?}")
            }
            ParseLogbookError::NotANumber { at, found } => {
                write!(f, "{at}: expected a number after Black's result, found {found:?}")
            }
            ParseLogbookError::NotTheEnd { at, found } => {
                write!(f, "{at}: expected nothing more after the number, found {found:?}")
            }
        }
    }
}

impl Error for ParseLogbookError {}
