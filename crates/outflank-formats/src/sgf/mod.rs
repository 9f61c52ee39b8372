//! Smart Game Format, FF\[4\], for Othello, with variations.
//!
//! A text is a sequence of trees, `(;GM[2]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6])`. The first variation is the
//! game; from the others, a move that cannot be read or played is dropped with all that follows it. Edax puts the first move into
//! the root; both layouts are read.
//!
//! | property | meaning |
//! | --- | --- |
//! | `GM` | `2`, or `Outflank-shellos`, `Outflank-orthogonal`, `Outflank-thirty`; required, as the default is Go |
//! | `SZ` | board size, must be 8 |
//! | `AB` `AW` `AE` `PL` | discs and side to move before the first move. The default board is the usual start with Black to move; without `PL`, a given board has the player of the first move |
//! | `PB` `PW` `BR` `WR` | players and ratings |
//! | `PC` `DT` `EV` `RO` `ON` | place, date, event, round, opening |
//! | `TM` | seconds for each player |
//! | `KM` | komi |
//! | `RE` | `B+10`, `W+2`, `0` or `Draw`; `B+R` (resigned), `B+T` (time) and `B+F` (forfeit) are won by 64; `Void` and `?` are unknown |
//! | `B` `W` | a move such as `f5`; `PA`, `pass` or an empty value is a pass |
//! | `V` | evaluation of the node's move in discs for Black; ignored if not a number |
//! | `C` `GC` | comment on the node's move, the move before it or, in the root, the game; comment on the game |
//! | `FF` `CA` `AP` | ignored |
//!
//! Private properties, which other programs skip: `MT`, the seconds of the node's move; `SUPPLY`, the discs left; `BCLOCK`,
//! `WCLOCK` and `RESULT` as in [GGF](crate::ggf), where `TM` and `RE` cannot express the value.
//!
//! Reading: other properties of the root, and times and results in another form, are kept as
//! [other tags](crate::record::Details::others), one per value. Only discs, moves and their notes may be repeated.
//!
//! Writing: one node per ply, passes included, and always the start position. The game comes before its variations. Control characters become spaces, and line
//! breaks too, except in comments and other tags. Other tags are written if their names are upper-case letters.

mod read;
mod result;
mod text;
mod tree;
mod write;

pub use write::write;

use crate::cursor;
use crate::{ReadError, UncheckedRecord};

/// The maximum size of a game in bytes, with its variations.
pub const MAX_GAME_BYTES: usize = 256 * 1024;

/// Parses the games of a text. A game that cannot be read does not affect the others, unless its end is missing.
pub fn parse(text: &str) -> impl Iterator<Item = Result<UncheckedRecord, ReadError>> + '_ {
    cursor::repeat(text, |cursor| tree::take(cursor).map_err(ReadError::from).and_then(read::unchecked))
}
