//! Generic Game Format: the records of the GGS server, of NBoard and of Edax.
//!
//! A game is `(;`, properties such as `PB[name]`, and `;)`. A text is a sequence of games; a line of an archive may begin
//! with the number of its games, `2 (;...;)(;...;)`. Values have no escapes, so that they cannot hold `]`.
//!
//! | property | what it says |
//! | --- | --- |
//! | `GM` | the game: `Othello`, or `Outflank-shellos`, `Outflank-orthogonal`, `Outflank-thirty` |
//! | `PC` `DT` `EV` `RO` `ON` | the place, the date, the event, the round, the opening |
//! | `PB` `PW` `RB` `RW` | the players and their ratings |
//! | `TI`, or `TB` and `TW` | the clocks: `main/increment/extension`, each as `mm:ss`, `hh:mm:ss` or seconds, or empty |
//! | `TY` | the type of match, among the [other tags](crate::record::Details::others) unless it is `8`, which says nothing |
//! | `KM` | the komi |
//! | `RE` | the result for Black, `+2.00`, with `:r` resigned, `:t` out of time, `:s` agreed; unknown is `?`, and Edax's -127 |
//! | `BO` | the size of the board, its squares and the side to move; without it, the usual start |
//! | `SUPPLY` | the discs that Black and White have left, where the rules limit them; without it, all |
//! | `B` `W` | a move, what its player thought of it in discs, and its seconds: `F5/1.20/3.5` |
//! | `C` | a comment: on the game before the first move, else on the last move |
//!
//! Reading: white space around values is dropped. Other properties, and clocks and results that cannot be understood, are
//! kept among the other tags. A second one of a property in this table is an error, but for `B`, `W` and `C`.
//!
//! Writing: one line for a game, with every pass. In a value `]` becomes `)`, and control characters, line breaks among
//! them, become spaces. Other tags are written when their names are upper-case letters. The result is that of the board
//! when the game was played out. Whatever was written is read as it was written.

pub(crate) mod clock;
mod read;
pub(crate) mod result;
mod write;

pub use write::write;

use crate::cursor::Cursor;
use crate::{ReadError, UncheckedRecord};

/// The longest game that is read, in bytes. One with an evaluation and a time for each move takes about 1,500.
pub const MAX_GAME_BYTES: usize = 256 * 1024;

/// Reads the games of a text one after another. A game that cannot be read does not stop the others.
///
/// ```
/// use outflank_formats::ggf;
///
/// let archive = "2 (;GM[Othello]PB[a]B[F5/1.20/3.5]W[d6];)(;GM[Othello]TY[10];)\n";
/// let mut games = ggf::parse(archive);
/// let record = games.next().unwrap()?.check()?;
/// assert_eq!(record.details.players.black.name, "a");
/// assert_eq!(record.plies().count(), 2);
/// assert_eq!(
///     games.next().unwrap().unwrap_err().to_string(),
///     "expected a board of size 8, found \"10\" (line 1, column 58)"
/// );
/// assert!(games.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> impl Iterator<Item = Result<UncheckedRecord, ReadError>> + '_ {
    let mut cursor = Cursor::new(text);
    std::iter::from_fn(move || {
        cursor.take_while(char::is_whitespace);
        match cursor.rest() {
            "" => None,
            _ => Some(read::take_record(&mut cursor)),
        }
    })
}

/// Reads a text that is one game.
///
/// ```
/// use outflank_formats::ggf;
///
/// assert_eq!(ggf::parse_game("(;GM[Othello]B[f5];)")?.moves.len(), 1);
/// assert!(ggf::parse_game("(;GM[Othello];)(;GM[Othello];)").is_err());
/// # Ok::<(), outflank_formats::ReadError>(())
/// ```
pub fn parse_game(text: &str) -> Result<UncheckedRecord, ReadError> {
    let mut cursor = Cursor::new(text);
    cursor.take_while(char::is_whitespace);
    let unchecked = read::take_record(&mut cursor)?;
    cursor.take_while(char::is_whitespace);
    match cursor.rest() {
        "" => Ok(unchecked),
        _ => Err(cursor.expected("the end of the text after the game").into()),
    }
}
