//! PGN as PlayOK (once kurnik) writes games of reversi: tags, then the moves.
//!
//! ```text
//! [Event "?"]
//! [Site "kurnik"]
//! [Date "2014.10.19"]
//! [Round "-"]
//! [Black "t7m4o1k9a"]
//! [White "ntwo"]
//! [Result "37-27"]
//! [TimeControl "420+5"]
//! [BlackElo "1159"]
//!
//! 1. f5 {[%eval +0.50] [%emt 0:00:02.1] the usual} d6 2. c3 d3 ... 29. a6 -- 30. a8 37-27
//! ```
//!
//! | tag | meaning |
//! | --- | --- |
//! | `Event` `Site` `Date` `Round` `Opening` | the details of these names |
//! | `Black` `White` `BlackElo` `WhiteElo` | the players and their ratings |
//! | `Result` | the discs, Black's first; see below |
//! | `Margin` | by how much Black won, komi included, where `Result` cannot say it |
//! | `Termination` | how: `resignation`, `time forfeit` or `agreement` |
//! | `Komi` | what Black must win by |
//! | `TimeControl` | seconds for the game, and after a `+` for each move |
//! | `BlackTimeControl` `WhiteTimeControl` | the same for one player, where they differ |
//! | `FEN`, and `SetUp "1"` | another start than the usual one, by [FEN](crate::fen) |
//!
//! `?`, `-` and `????.??.??` say nothing. Every other tag is kept by its name, and so is one of these whose value has
//! another form. Where one of these is repeated, the first counts.
//!
//! - **Result.** `37-27` are discs. If they are fewer than 64, the empty squares go to the winner, also where the game
//!   was broken off: nothing else is said about who has them. The board knows better where the moves reach the end
//!   ([`Record::margin`](crate::Record::margin)). `1/2-1/2` is a draw. `1-0` and `0-1` name a winner, Black and White
//!   in this order, but not by how much; without a `Margin` they stay a tag among the others. `*` says nothing. The
//!   result behind the moves counts where the tag says nothing.
//! - **Moves.** `--` is a pass; others need not write it. Numbers, `$` with a number, `!` and `?` are skipped, and so
//!   are variations in parentheses, however deep.
//! - **Comments.** `{...}` and `;` to the end of the line belong to the move before them, or before the first move to
//!   the game. Line ends in a comment are spaces. `[%eval +2.50]` in a comment is what the player thought the position
//!   worth, in discs for the player who moved, as in GGF; `[%emt 0:00:05.2]` is the time for the move. Other commands
//!   stay in the comment.
//! - A line that begins with `%` is skipped.
//!
//! Only games by the standard rules are written: no reader of PGN would expect others.

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

/// The longest game that is read, in bytes. Without comments it has about 500.
pub const MAX_GAME_BYTES: usize = 256 * 1024;

/// Reads the games of a text one after another. A game that cannot be read does not stop the others: reading goes on at
/// the tags that follow it.
///
/// ```
/// use outflank_formats::pgn;
///
/// let text = "[Black \"Ada\"]\n[White \"Ben\"]\n[Result \"37-27\"]\n\n1. f5 d6 2. c3 37-27\n\n1. f5 f5 *";
/// let mut games = pgn::parse(text);
/// let record = games.next().unwrap()?.check()?;
/// assert_eq!(record.details.players.white.name, "Ben");
/// assert_eq!(record.margin(), Some("+10".parse()?));
/// assert!(games.next().unwrap()?.check().is_err());
/// assert!(games.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> impl Iterator<Item = Result<UncheckedRecord, ReadError>> + '_ {
    let mut games = Games { cursor: Cursor::new(text) };
    std::iter::from_fn(move || games.take_game())
}

/// The games that are still to be read.
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
            // A comment between two games, or a result that stands alone.
            if !header.has_tags() && moves.moves.is_empty() {
                continue;
            }
            return Some(unchecked(start.at(), header, moves));
        }
    }

    /// Skips the rest of a line, and the tags that follow it.
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

    /// Skips moves that cannot be read.
    fn skip_moves(&mut self, ends: Ends) {
        // The rest of a line is no blank line.
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

/// Where a game ends that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// Where the tags of the next begin.
    AtTags,
    /// In a text without tags, at the next blank line.
    AtBlankLine,
}

fn unchecked(at: Location, header: Header<'_>, text: MoveText<'_>) -> Result<UncheckedRecord, ReadError> {
    let start = match header.fen {
        None => Position::initial(Rules::Standard),
        Some(written) => {
            let at = written.at();
            ReadError::unless_valid(Rules::Standard, fen::read(written)?, at, at)?
        }
    };
    let MoveText { moves, comment, result } = text;
    let mut details = header.details(result);
    details.comment = comment;
    Ok(UncheckedRecord { at: at.into(), start, moves, details })
}

/// Skips white space, and lines that begin with `%`.
fn skip_blank(cursor: &mut Cursor<'_>) {
    loop {
        cursor.take_while(char::is_whitespace);
        if !(cursor.at().column == 1 && cursor.rest().starts_with('%')) {
            return;
        }
        cursor.take_line();
    }
}

/// Whether a tag begins here, at the start of a line: `[Event "`. Inside a comment this can hardly be meant.
fn begins_with_tag(cursor: &Cursor<'_>) -> bool {
    let name = cursor.rest().strip_prefix('[').filter(|_| cursor.at().column == 1);
    let behind = name.map(|text| text.trim_start_matches(is_name));
    behind.is_some_and(|text| text.trim_start_matches(' ').starts_with('"'))
}

/// Whether a character can stand in the name of a tag.
fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}
