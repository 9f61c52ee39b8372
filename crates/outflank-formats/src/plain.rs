//! A whole game in plain text. Every line may be missing:
//!
//! ```text
//! rules thirty
//! board ---------------------------OX------XO--------------------------- X
//! supply 30 30
//! d3c3c4e3
//! ```
//!
//! - `rules`: the default is standard, or what the caller chooses.
//! - `board`: a [board string](crate::board_string), in one line or in rows, with or without the word `board`. Scores after
//!   `;` are ignored, as in [OBF](crate::obf).
//! - `supply`: the discs that Black and White have left, if the rules limit them.
//! - The rest is a [`transcript`]. `%` begins a comment.

use outflank_rules::{ByColor, Game, Position, Rules, Setup};

use crate::board_string::{self, BoardString, is_cell};
use crate::cursor::Cursor;
use crate::record::Details;
use crate::{Location, ParseError, ReadError, Record, Transcript, UncheckedRecord, transcript, variant};

/// The maximum size in bytes.
pub const MAX_BYTES: usize = 64 * 1024;

/// Parses a record by the standard rules, unless it names others.
///
/// ```
/// use outflank_formats::plain;
///
/// let record = plain::parse("F5 D6 C3")?.check()?;
/// assert_eq!(plain::write(&record), "f5d6c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> Result<UncheckedRecord, ReadError> {
    parse_as(text, Rules::default())
}

/// Parses a record by these rules, unless it names others.
pub fn parse_as(text: &str, rules: Rules) -> Result<UncheckedRecord, ReadError> {
    ParseError::check_size(Location::START, "a record", text.len(), MAX_BYTES)?;
    let mut cursor = Cursor::new(text);
    let start = Heading::read(&mut cursor)?.position(rules)?;
    let Transcript { moves } = Transcript::read(cursor)?;
    Ok(UncheckedRecord {
        at: Location::START.into(),
        start,
        moves,
        variations: Vec::new(),
        details: Details::default(),
    })
}

/// Writes the lines that a record needs, without names, clocks, comments or the result.
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

#[derive(Default)]
struct Heading {
    rules: Option<(Location, Rules)>,
    board: Option<(Location, Setup)>,
    supply: Option<(Location, ByColor<u8>)>,
}

impl Heading {
    fn read(cursor: &mut Cursor<'_>) -> Result<Heading, ParseError> {
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

    fn position(self, unless_named: Rules) -> Result<Position, ReadError> {
        let rules = self.rules.map_or(unless_named, |(_, rules)| rules);
        let (board_at, board) = self.board.unwrap_or((Location::START, Setup::START));
        let (supply_at, supply) = self.supply.map_or((board_at, None), |(at, supply)| (at, Some(supply)));
        ReadError::checked_start(rules, Setup { supply, ..board }, board_at, supply_at)
    }
}

fn once<T>(place: &mut Option<(Location, T)>, keyword: &str, at: Location, value: T) -> Result<(), ParseError> {
    match place {
        Some(_) => Err(ParseError::new(at, "moves", format!("a second {keyword} line"))),
        None => {
            *place = Some((at, value));
            Ok(())
        }
    }
}

/// Whether the first eight characters could all be cells. A transcript has a digit before that.
fn looks_like_a_board(cursor: &Cursor<'_>) -> bool {
    let line = cursor.rest().lines().next().unwrap_or_default();
    let characters = line.chars().filter(|character| !character.is_whitespace());
    characters.take(8).filter(|&character| is_cell(character)).count() == 8
}

fn take_rules(cursor: &mut Cursor<'_>) -> Result<Rules, ParseError> {
    let name = take_value(cursor);
    name.rest().parse().map_err(|_| name.expected("rules: standard, orthogonal, thirty or shellos"))
}

fn take_supply(cursor: &mut Cursor<'_>) -> Result<ByColor<u8>, ParseError> {
    variant::read_supply(take_value(cursor))
}

fn take_value<'t>(cursor: &mut Cursor<'t>) -> Cursor<'t> {
    cursor.take_line().take_while(|character| character != '%').trimmed()
}

/// Reads the rest of this line, then following lines that consist of cells, until there are 64.
fn take_board(cursor: &mut Cursor<'_>) -> Result<Setup, ParseError> {
    let start = *cursor;
    let mut cells = 0;
    loop {
        cells += take_row(cursor).chars().filter(|&character| is_cell(character)).count();
        let board = start.up_to(cursor);
        let scores_follow = cursor.rest().starts_with(';');
        cursor.take_line();
        let mut ahead = *cursor;
        if scores_follow || cells > 64 || !is_row(take_row(&mut ahead)) {
            return board_string::read(board);
        }
    }
}

fn take_row<'t>(cursor: &mut Cursor<'t>) -> &'t str {
    cursor.take_while(|character| !matches!(character, ';' | '%' | '\n')).rest()
}

fn is_row(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|character| is_cell(character) || character.is_whitespace())
}
