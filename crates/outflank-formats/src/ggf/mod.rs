//! Generic Game Format: the records of GGS, NBoard and Edax.
//!
//! A game is `(;`, properties such as `PB[name]`, and `;)`. An archive may put the number of games before a line,
//! `2 (;...;)(;...;)`. Values have no escapes and cannot contain `]`.
//!
//! | property | meaning |
//! | --- | --- |
//! | `GM` | `Othello`, or `Outflank-shellos`, `Outflank-orthogonal`, `Outflank-thirty` |
//! | `PC` `DT` `EV` `RO` `ON` | place, date, event, round, opening |
//! | `PB` `PW` `RB` `RW` | players and ratings |
//! | `TI`, or `TB` and `TW` | clocks: `main/increment/extension`, each `mm:ss`, `hh:mm:ss`, seconds or empty |
//! | `TY` | match type; `8` is the default, and `0` is read as `8` if there is a board |
//! | `KM` | komi |
//! | `RE` | Black's margin, `+2.00`, with `:r` resigned, `:t` out of time, `:s` agreed; `?` and Edax's -127.000 are unknown |
//! | `BO` | board size, squares, side to move; without it, the usual start |
//! | `SUPPLY` | discs that Black and White have left, if the rules limit them |
//! | `B` `W` | a move, its evaluation in discs for the player, its seconds: `F5/1.20/3.5` |
//! | `C` | comment on the last move, or on the game before the first move |
//!
//! Reading: unknown properties, and clocks and results in another form, are kept as
//! [other tags](crate::record::Details::others). Only `B`, `W` and `C` may be repeated.
//!
//! Writing: one line per game, with every pass. `]` becomes `)`, control characters become spaces. Other tags are written
//! if their names are upper-case letters.

pub(crate) mod clock;
mod read;
pub(crate) mod result;
mod write;

pub use write::write;

use crate::cursor::{self, Cursor};
use crate::{ReadError, UncheckedRecord};

/// The maximum size of a game in bytes. With evaluations and times a game takes about 1,500.
pub const MAX_GAME_BYTES: usize = 256 * 1024;

/// Parses the games of a text. A game that cannot be read does not affect the others.
///
/// ```
/// use outflank_formats::ggf;
///
/// let mut games = ggf::parse("2 (;GM[Othello]PB[a]B[F5/1.20/3.5]W[d6];)(;GM[Othello]TY[10];)\n");
/// assert_eq!(games.next().unwrap()?.check()?.details.players.black.name, "a");
/// assert!(games.next().unwrap().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> impl Iterator<Item = Result<UncheckedRecord, ReadError>> + '_ {
    cursor::repeat(text, read::take_record)
}

/// Parses a text with exactly one game.
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
