//! A whole game in plain text: its rules, its start, its moves.
//!
//! ```text
//! % Each of these lines may be missing.
//! rules thirty
//! board ---------------------------OX------XO--------------------------- X
//! supply 30 30
//! d3c3c4e3
//! ```
//!
//! - `rules` names the rules; without it they are the standard ones, unless the reader knows better.
//! - `board` is a [board string](crate::board_string), in one line or drawn as rows; without it the game begins at the
//!   usual start. The word itself may be missing. Scores after a `;`, as in [OBF](crate::obf), are ignored.
//! - `supply` says how many discs Black and White have left, where the rules limit them; without it, all of them.
//! - Everything after these lines is a [`transcript`].
//! - `%` begins a comment that ends with the line.

use std::error::Error;
use std::fmt;

use outflank_rules::{ByColor, Game, ParseRulesError, Position, Rules, Setup, SetupError};

use crate::board_string::{self, BoardString, ParseBoardError, is_cell};
use crate::cursor::Cursor;
use crate::record::Details;
use crate::transcript::{self, ParseTranscriptError};
use crate::{Location, Record, Sheet, Transcript, variant};

/// The longest record that is read, in bytes.
pub const MAX_BYTES: usize = 64 * 1024;

/// Reads a record that is by the standard rules unless it names others.
///
/// ```
/// use outflank_formats::plain;
/// use outflank_rules::Rules;
///
/// let sheet = plain::parse("rules shellos\na1")?;
/// assert_eq!(sheet.start.rules(), Rules::Shellos);
/// assert_eq!(
///     sheet.check().unwrap_err().to_string(),
///     "line 2, column 1: move 1, a1, is not legal: a1 touches no disc"
/// );
///
/// let record = plain::parse("F5 D6 C3")?.check()?;
/// assert_eq!(plain::write(&record), "f5d6c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> Result<Sheet, ParsePlainError> {
    parse_as(text, Rules::default())
}

/// Reads a record that is by these rules unless it names others.
pub fn parse_as(text: &str, rules: Rules) -> Result<Sheet, ParsePlainError> {
    if text.len() > MAX_BYTES {
        return Err(ParsePlainError::TooLong { bytes: text.len() });
    }
    let mut cursor = Cursor::new(text);
    let start = Heading::read(&mut cursor)?.position(rules)?;
    let Transcript { moves } = Transcript::read(cursor).map_err(ParsePlainError::Transcript)?;
    Ok(Sheet { at: Location::START.into(), start, moves, details: Details::default() })
}

/// Writes the lines that a record needs: a game from the usual start by the standard rules is its transcript alone.
/// Names, clocks, comments and the result have no place in this format.
pub fn write(record: &Record) -> String {
    write_game(record.game())
}

/// Writes the lines that a game needs.
pub fn write_game(game: &Game) -> String {
    let (rules, setup) = (game.start().rules(), game.start().setup());
    let usual = Position::initial(rules).setup();
    let mut lines = Vec::new();
    if rules != Rules::default() {
        lines.push(format!("rules {rules}"));
    }
    if (setup.discs, setup.turn) != (usual.discs, usual.turn) {
        lines.push(format!("board {}", BoardString(setup)));
    }
    if let Some(supply) = variant::supply(game.start()) {
        lines.push(format!("supply {supply}"));
    }
    lines.extend(Some(transcript::write(game)).filter(|moves| !moves.is_empty()));
    lines.join("\n")
}

/// The lines before the moves, each with its place.
#[derive(Default)]
struct Heading {
    rules: Option<(Location, Rules)>,
    board: Option<(Location, Setup)>,
    supply: Option<(Location, ByColor<u8>)>,
}

impl Heading {
    /// Reads lines up to the first that is none of these.
    fn read(cursor: &mut Cursor<'_>) -> Result<Heading, ParsePlainError> {
        let mut heading = Heading::default();
        loop {
            cursor.skip_blank();
            let at = cursor.at();
            let mut ahead = *cursor;
            let mut word = ahead.take_while(char::is_alphabetic).rest().to_ascii_lowercase();
            if looks_like_a_board(cursor) {
                ahead = *cursor;
                word = "board".to_owned();
            }
            match word.as_str() {
                "rules" => once(&mut heading.rules, "rules", at, take_rules(&mut ahead)?)?,
                "board" => once(&mut heading.board, "board", at, take_board(&mut ahead)?)?,
                "supply" => once(&mut heading.supply, "supply", at, take_supply(&mut ahead)?)?,
                _ => return Ok(heading),
            }
            *cursor = ahead;
        }
    }

    fn position(self, unless_named: Rules) -> Result<Position, ParsePlainError> {
        let rules = self.rules.map_or(unless_named, |(_, rules)| rules);
        let (board_at, board) = self.board.unwrap_or((Location::START, Setup::START));
        let (supply_at, supply) = self.supply.map_or((board_at, None), |(at, supply)| (at, Some(supply)));
        Position::new(rules, Setup { supply, ..board }).map_err(|error| ParsePlainError::Setup {
            at: match error {
                SetupError::UnlimitedSupply(_) | SetupError::TooManyDiscs { .. } => supply_at,
                SetupError::TwoDiscs(_) | SetupError::NoDiscToTouch => board_at,
            },
            error,
        })
    }
}

/// Keeps the value of a line, unless there was such a line before.
fn once<T>(
    place: &mut Option<(Location, T)>,
    keyword: &'static str,
    at: Location,
    value: T,
) -> Result<(), ParsePlainError> {
    match place {
        Some(_) => Err(ParsePlainError::Repeated { at, keyword }),
        None => {
            *place = Some((at, value));
            Ok(())
        }
    }
}

/// A line whose first eight characters could all be cells. A transcript has digits and other letters sooner than that.
fn looks_like_a_board(cursor: &Cursor<'_>) -> bool {
    let line = cursor.rest().lines().next().unwrap_or_default();
    let characters = line.chars().filter(|character| !character.is_whitespace());
    characters.take(8).filter(|&character| is_cell(character)).count() == 8
}

fn take_rules(cursor: &mut Cursor<'_>) -> Result<Rules, ParsePlainError> {
    let (at, name) = take_value(cursor);
    name.parse().map_err(|error| ParsePlainError::Rules { at, error })
}

fn take_supply(cursor: &mut Cursor<'_>) -> Result<ByColor<u8>, ParsePlainError> {
    let (at, numbers) = take_value(cursor);
    variant::parse_supply(numbers).ok_or(ParsePlainError::Supply { at })
}

/// The rest of a line without its comment, and where it begins.
fn take_value<'t>(cursor: &mut Cursor<'t>) -> (Location, &'t str) {
    let mut line = cursor.take_line();
    line.take_while(char::is_whitespace);
    (line.at(), line.take_while(|character| character != '%').rest().trim_end())
}

/// Reads a board from the rest of this line, and from the lines after it for as long as cells are missing there and
/// these lines are nothing but cells.
fn take_board(cursor: &mut Cursor<'_>) -> Result<Setup, ParsePlainError> {
    let start = *cursor;
    let mut cells = 0;
    loop {
        cells += take_row(cursor).chars().filter(|&character| is_cell(character)).count();
        let board = start.up_to(cursor);
        let scores_follow = cursor.rest().starts_with(';');
        cursor.take_line();
        let mut ahead = *cursor;
        if scores_follow || cells > 64 || !is_row(take_row(&mut ahead)) {
            return board_string::read(board).map_err(ParsePlainError::Board);
        }
    }
}

/// The rest of the line up to what cannot belong to a board: scores or a comment.
fn take_row<'t>(cursor: &mut Cursor<'t>) -> &'t str {
    cursor.take_while(|character| !matches!(character, ';' | '%' | '\n')).rest()
}

fn is_row(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|character| is_cell(character) || character.is_whitespace())
}

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePlainError {
    /// The text has more than [`MAX_BYTES`] bytes.
    TooLong {
        /// How many it has.
        bytes: usize,
    },
    /// A `rules` line does not name rules.
    Rules {
        /// Where the name was expected.
        at: Location,
        /// Which names there are.
        error: ParseRulesError,
    },
    /// A `supply` line does not have two numbers.
    Supply {
        /// Where they were expected.
        at: Location,
    },
    /// A second line of a kind.
    Repeated {
        /// Where it begins.
        at: Location,
        /// The word for lines of this kind.
        keyword: &'static str,
    },
    /// The board cannot be read.
    Board(ParseBoardError),
    /// The board, the supply and the rules do not fit together.
    Setup {
        /// The line that is at odds with the others.
        at: Location,
        /// In which way.
        error: SetupError,
    },
    /// The moves cannot be read.
    Transcript(ParseTranscriptError),
}

impl fmt::Display for ParsePlainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePlainError::TooLong { bytes } => {
                write!(f, "expected a record of at most {MAX_BYTES} bytes, found {bytes}")
            }
            ParsePlainError::Rules { at, error } => write!(f, "{at}: {error}"),
            ParsePlainError::Supply { at } => {
                write!(f, "{at}: expected how many discs Black and White have left, such as 12 11")
            }
            ParsePlainError::Repeated { at, keyword } => {
                write!(f, "{at}: expected moves, found the {keyword} a second time")
            }
            ParsePlainError::Board(error) => error.fmt(f),
            ParsePlainError::Setup { at, error } => write!(f, "{at}: {error}"),
            ParsePlainError::Transcript(error) => error.fmt(f),
        }
    }
}

impl Error for ParsePlainError {}
