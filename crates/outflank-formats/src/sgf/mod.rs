//! Smart Game Format, FF\[4\], for Othello: the tree of a game, of which the main line is read.
//!
//! A text is a sequence of trees, `(;GM[2]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6])`. Of the variations at a node the first is
//! followed and the others are skipped. Both layouts are read: a first move in a node of its own, and Edax's, where it
//! stands in the root.
//!
//! | property | what it says |
//! | --- | --- |
//! | `GM` | the game: `2`, or `Outflank-shellos`, `Outflank-orthogonal`, `Outflank-thirty`. Without it, a file is about Go |
//! | `SZ` | the size of the board, which must be 8 |
//! | `AB` `AW` `AE` `PL` | before the first move, the discs on the board and the side to move. Without the first three the board is the usual one; without `PL` a given board is for whoever moves first, and the usual one for Black |
//! | `PB` `PW` `BR` `WR` | the players and their ratings |
//! | `PC` `DT` `EV` `RO` `ON` | the place, the date, the event, the round, the opening |
//! | `TM` | the seconds that both players have |
//! | `KM` | the komi |
//! | `RE` | the result: `B+10`, `W+2`, `0` or `Draw`; `B+R` is won by 64 by resignation, `B+T` on time, and `B+F`, a forfeit, without a word on how; `Void` and `?` say nothing |
//! | `B` `W` | a move such as `f5`; `PA`, `pass` or nothing is a pass |
//! | `V` | in the node of a move, what its player thought of it, in discs for Black; what is no number is skipped |
//! | `C` `GC` | a comment on the node's move, on the move before it, or in the root on the game; a comment on the game |
//! | `FF` `CA` `AP` | skipped: they are about the file |
//!
//! What the format has no word for is in properties of our own, which other readers skip: `MT`, the seconds of a node's
//! move; `SUPPLY`, the discs that Black and White have left where the rules limit them; `BCLOCK` and `WCLOCK`, clocks, and
//! `RESULT`, a result, of which `TM` and `RE` cannot say everything, as in [GGF](crate::ggf).
//!
//! Reading: white space around values is dropped. Other properties of the root, and times and results that cannot be
//! understood, are kept among the [other tags](crate::record::Details::others), one for each value. A second one of a
//! property in this table is an error, but for the discs, the moves and what is noted beside them.
//!
//! Writing: a node for each ply, passes included, and the start always in full. Control characters become spaces, and line
//! breaks too, but in comments and other tags. Other tags are written when their names are upper-case letters. The
//! result is that of the board when the game was played out. Whatever was written is read as it was written.

mod read;
mod result;
mod text;
mod tree;
mod write;

pub use write::write;

use crate::cursor::Cursor;
use crate::{ReadError, UncheckedRecord};

/// The longest game that is read, in bytes, with all its variations.
pub const MAX_GAME_BYTES: usize = 256 * 1024;

/// Reads the games of a text one after another. A game that cannot be read does not stop the others, unless it has no end.
///
/// ```
/// use outflank_formats::sgf;
///
/// let mut games = sgf::parse("(;GM[2]PB[a];B[f5](;W[d6];B[c3])(;W[f6])) (;GM[1])");
/// let record = games.next().unwrap()?.check()?;
/// assert_eq!(record.details.players.black.name, "a");
/// assert_eq!(record.plies().count(), 3);
/// assert_eq!(
///     games.next().unwrap().unwrap_err().to_string(),
///     "expected GM[2], a game of Othello, found \"1\" (line 1, column 48)"
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
            _ => Some(tree::take(&mut cursor).map_err(ReadError::from).and_then(read::unchecked)),
        }
    })
}
