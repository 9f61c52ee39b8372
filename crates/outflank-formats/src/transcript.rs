//! The moves of a game in a line of text.
//!
//! A reader meets many hands: `f5d6c3`, `F5 d6 C3`, `1. f5 d6 2. c3`, `5f,6d,3c`. All of them are read, in any mixture:
//!
//! - Moves are those of [`notation`](crate::notation). They may run together, and pairs are then taken from left to
//!   right: `f53d` is `f5` and `3d`.
//! - White space, commas, semicolons and single dashes separate; two dashes are a pass.
//! - Digits before `.`, `)` or `:` number the moves and are skipped.
//! - `%` begins a comment that ends with the line.
//!
//! Passes need not be written, as they are always forced. A pass that is written must be forced.

use std::fmt;
use std::str::FromStr;

use outflank_rules::{Game, Move, Position};

use crate::cursor::Cursor;
use crate::notation::{MOVE, parse_move};
use crate::unchecked;
use crate::{IllegalRecord, Location, ParseError, WrittenMove};

/// The longest transcript that is read, in bytes. A game takes about 120, a heavily annotated one a few thousand.
pub const MAX_BYTES: usize = 64 * 1024;

/// Moves that could be read, in the order of the text. [`Transcript::replay`] checks that they are legal.
///
/// It is written with moves run together and every pass that was written as `pa`.
///
/// ```
/// use outflank_formats::Transcript;
/// use outflank_rules::{Position, Rules};
///
/// let transcript: Transcript = "1. F5 6d  2. C3 % the tiger".parse()?;
/// assert_eq!(transcript.to_string(), "f5d6c3");
///
/// let game = transcript.replay(Position::initial(Rules::Standard))?;
/// assert_eq!(game.position().counts().black, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The moves, with the passes that were written.
    pub moves: Vec<WrittenMove>,
}

/// The moves of a game as a line: in lower case, run together, without the passes.
///
/// ```
/// use outflank_formats::transcript;
/// use outflank_rules::{Game, Position, Rules, Square};
///
/// let mut game = Game::new(Position::initial(Rules::Standard));
/// game.play(Square::F5)?;
/// game.play(Square::D6)?;
/// assert_eq!(transcript::write(&game), "f5d6");
/// # Ok::<(), outflank_rules::IllegalMove>(())
/// ```
pub fn write(game: &Game) -> String {
    Transcript::from(game).to_string()
}

impl Transcript {
    /// Plays the moves from this position, and the forced passes that were left unwritten.
    ///
    /// ```
    /// use outflank_formats::Transcript;
    /// use outflank_rules::{Position, Rules};
    ///
    /// let transcript: Transcript = "f5 d6 d3".parse()?;
    /// let error = transcript.replay(Position::initial(Rules::Standard)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "move 3, d3, is not legal: on d3 Black would outflank no white disc in any direction (line 1, column 7)"
    /// );
    /// # Ok::<(), outflank_formats::ParseError>(())
    /// ```
    pub fn replay(&self, start: Position) -> Result<Game, IllegalRecord> {
        unchecked::replay(start, &self.moves).map(|(game, _)| game)
    }

    /// Reads everything that is left.
    pub(crate) fn read(mut cursor: Cursor<'_>) -> Result<Transcript, ParseError> {
        let mut moves = Vec::new();
        loop {
            skip_separators(&mut cursor);
            if cursor.rest().is_empty() {
                return Ok(Transcript { moves });
            }
            if skip_number(&mut cursor) {
                continue;
            }
            let at = cursor.at();
            let mv = take_move(&mut cursor).ok_or_else(|| cursor.expected(MOVE))?;
            moves.push(WrittenMove::new(mv, at));
        }
    }
}

impl From<&Game> for Transcript {
    /// The placements of a game, located as [`write()`] writes them.
    fn from(game: &Game) -> Transcript {
        let written =
            |(index, square)| WrittenMove::new(Move::Place(square), Location { line: 1, column: 1 + 2 * index });
        Transcript { moves: game.placements().enumerate().map(written).collect() }
    }
}

impl FromStr for Transcript {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Transcript, ParseError> {
        ParseError::if_longer(Location::START, "a transcript", text.len(), MAX_BYTES)?;
        Transcript::read(Cursor::new(text))
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|written| match written.mv {
            Move::Place(square) => write!(f, "{square}"),
            Move::Pass => f.write_str("pa"),
        })
    }
}

fn skip_separators(cursor: &mut Cursor<'_>) {
    loop {
        cursor.skip_blank();
        let single_dash = cursor.rest().starts_with('-') && !cursor.rest().starts_with("--");
        if !single_dash && !cursor.rest().starts_with([',', ';']) {
            return;
        }
        cursor.advance();
    }
}

/// Skips `1.`, `12)`, `3:` or `4...`. Digits without such a mark begin a move, as in `3d`.
fn skip_number(cursor: &mut Cursor<'_>) -> bool {
    let mut ahead = *cursor;
    let digits = ahead.take_while(|character| character.is_ascii_digit());
    let marks = ahead.take_while(|character| matches!(character, '.' | ')' | ':'));
    let is_number = !digits.rest().is_empty() && !marks.rest().is_empty();
    if is_number {
        *cursor = ahead;
    }
    is_number
}

fn take_move(cursor: &mut Cursor<'_>) -> Option<Move> {
    // The long spellings of a pass begin with the short ones.
    let (mv, length) = [4, 2].into_iter().find_map(|length| {
        let mv = parse_move(cursor.rest().get(..length)?).ok()?;
        Some((mv, length))
    })?;
    for _ in 0..length {
        cursor.advance();
    }
    Some(mv)
}
