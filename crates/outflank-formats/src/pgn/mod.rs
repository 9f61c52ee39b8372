//! PGN as PlayOK (formerly kurnik) writes games of reversi: tags, then moves such as
//! `1. f5 {[%eval +0.50] [%emt 0:00:02.1] the usual} d6 2. c3 d3 ... 29. a6 -- 30. a8 37-27`.
//!
//! | tag | meaning |
//! | --- | --- |
//! | `Event` `Site` `Date` `Round` `Opening` | the details of these names |
//! | `Black` `White` `BlackElo` `WhiteElo` | players and ratings |
//! | `Result` | discs, Black's first |
//! | `Margin` | Black's margin including komi, if `Result` cannot express it |
//! | `Termination` | `resignation`, `time forfeit` or `agreement` |
//! | `Komi` | subtracted from Black's margin |
//! | `TimeControl`, or `BlackTimeControl` and `WhiteTimeControl` | seconds for the game, and after a `+` per move |
//! | `FEN`, and `SetUp "1"` | another start, in [FEN](crate::fen) |
//!
//! `?`, `-` and `????.??.??` are unknown. Other tags, and values in another form, are kept under their names. The first of
//! repeated tags counts.
//!
//! - **Result.** Empty squares go to the winner, also in an unfinished game. `1/2-1/2` is a draw. `1-0` and `0-1` name
//!   the winner; without a `Margin` they are kept as a tag. The result after the moves counts if the tag is unknown.
//! - **Moves.** `--` is a pass, and may be left out. Numbers, `$1`, `!` and `?` are skipped.
//! - **Variations** in parentheses come after the move that they replace. From a move that cannot be read or played on, the rest
//!   of a variation is dropped. What follows the last move of a game cannot be written.
//! - **Comments.** `{...}`, and `;` to the end of the line, belong to the move before them, or to the game. `[%eval +2.50]`
//!   is an evaluation in discs for the player, `[%emt 0:00:05.2]` the time of the move.
//!
//! Only games by the standard rules are written.

mod comment;
mod header;
mod moves;
mod result;
mod write;

use outflank_rules::{Position, Rules};

use self::header::Header;
use self::moves::MoveText;
pub use self::write::write;
use crate::cursor::Cursor;
use crate::fen;
use crate::{Location, ReadError, UncheckedRecord};

/// The maximum size of a game in bytes. Without comments a game takes about 500.
pub const MAX_GAME_BYTES: usize = 256 * 1024;

/// Parses the games of a text. After a game that cannot be read, continues at the next tags.
pub fn parse(text: &str) -> impl Iterator<Item = Result<UncheckedRecord, ReadError>> + '_ {
    let mut games = Games { cursor: Cursor::new(text) };
    std::iter::from_fn(move || games.take_game())
}

struct Games<'t> {
    cursor: Cursor<'t>,
}

impl Games<'_> {
    fn take_game(&mut self) -> Option<Result<UncheckedRecord, ReadError>> {
        loop {
            skip_blank(&mut self.cursor);
            if self.cursor.rest().is_empty() {
                return None;
            }
            let start = self.cursor;
            let header = match Header::take(&mut self.cursor) {
                Ok(header) => header,
                Err(error) => {
                    self.skip_tags();
                    self.skip_moves(Ends::AtTags);
                    return Some(Err(error.into()));
                }
            };
            let moves = match MoveText::take(&mut self.cursor, &start) {
                Ok(moves) => moves,
                Err(error) => {
                    self.skip_moves(if header.has_tags() { Ends::AtTags } else { Ends::AtBlankLine });
                    return Some(Err(error.into()));
                }
            };
            // A comment between games, or a single result.
            if !header.has_tags() && moves.moves.is_empty() {
                continue;
            }
            return Some(unchecked(start.at(), header, moves));
        }
    }

    fn skip_tags(&mut self) {
        self.cursor.take_line();
        loop {
            let mut ahead = self.cursor;
            ahead.take_while(char::is_whitespace);
            if !ahead.rest().starts_with('[') {
                return;
            }
            ahead.take_line();
            self.cursor = ahead;
        }
    }

    fn skip_moves(&mut self, ends: Ends) {
        // The rest of a line is not a blank line.
        if self.cursor.at().column > 1 {
            self.cursor.take_line();
        }
        while !self.cursor.rest().is_empty() && !begins_with_tag(&self.cursor) {
            let line = self.cursor.take_line();
            if ends == Ends::AtBlankLine && line.rest().trim().is_empty() {
                return;
            }
        }
    }
}

/// Where a game that cannot be read ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    AtTags,
    AtBlankLine,
}

fn unchecked(at: Location, header: Header<'_>, text: MoveText<'_>) -> Result<UncheckedRecord, ReadError> {
    let start = match header.fen {
        None => Position::initial(Rules::Standard),
        Some(written) => {
            let at = written.at();
            ReadError::checked_start(Rules::Standard, fen::read(written)?, at, at)?
        }
    };
    let MoveText { moves, variations, comment, result } = text;
    let mut details = header.details(result);
    details.comment = comment;
    Ok(UncheckedRecord { at: at.into(), start, moves, variations, details })
}

/// Skips white space and lines that begin with `%`.
fn skip_blank(cursor: &mut Cursor<'_>) {
    loop {
        cursor.take_while(char::is_whitespace);
        if !(cursor.at().column == 1 && cursor.rest().starts_with('%')) {
            return;
        }
        cursor.take_line();
    }
}

/// Whether a line begins with `[Event "`, which is unlikely inside a comment.
fn begins_with_tag(cursor: &Cursor<'_>) -> bool {
    let name = cursor.rest().strip_prefix('[').filter(|_| cursor.at().column == 1);
    let behind = name.map(|text| text.trim_start_matches(is_name));
    behind.is_some_and(|text| text.trim_start_matches(' ').starts_with('"'))
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}
