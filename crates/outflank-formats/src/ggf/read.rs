use outflank_rules::{ByColor, Color, Rules, Setup};

use super::{MAX_GAME_BYTES, clock, result};
use crate::board_string;
use crate::cursor::Cursor;
use crate::notation::{MOVE, parse_move};
use crate::points::DISCS;
use crate::property::{Seen, append_comment};
use crate::record::{Clock, Details, Note, Tag};
use crate::{Location, ParseError, Points, ReadError, UncheckedRecord, WrittenMove, seconds, variant};

const ONCE: [&str; 18] =
    ["GM", "PC", "DT", "EV", "RO", "ON", "PB", "PW", "RB", "RW", "TI", "TB", "TW", "TY", "KM", "RE", "BO", "SUPPLY"];

pub(super) fn is_known(name: &str) -> bool {
    ONCE.contains(&name) || matches!(name, "B" | "W" | "C")
}

/// Takes one game and the number of games before it. On failure, moves to the next game.
pub(super) fn take_record(cursor: &mut Cursor<'_>) -> Result<UncheckedRecord, ReadError> {
    let start = *cursor;
    cursor.take_while(|character| character.is_ascii_digit());
    cursor.take_while(char::is_whitespace);
    if !cursor.rest().starts_with("(;") {
        skip_to_a_game(cursor);
        return Err(start.expected("a game, which begins with (;").into());
    }
    let at = cursor.at();
    let properties = take_properties(cursor).inspect_err(|_| skip_to_a_game(cursor))?;
    let mut game = GameReader::default();
    properties.into_iter().try_for_each(|property| game.take(property))?;
    game.unchecked(at)
}

fn skip_to_a_game(cursor: &mut Cursor<'_>) {
    while !cursor.rest().is_empty() && !cursor.rest().starts_with("(;") {
        cursor.advance();
    }
}

struct Property<'t> {
    name: Cursor<'t>,
    value: Cursor<'t>,
}

impl Property<'_> {
    fn text(&self) -> String {
        self.value.rest().to_owned()
    }
}

/// Takes `(;` to `;)`. On failure, consumes what it has seen: rescanning it would take quadratic time.
fn take_properties<'t>(cursor: &mut Cursor<'t>) -> Result<Vec<Property<'t>>, ParseError> {
    let start = *cursor;
    let mut properties = Vec::new();
    cursor.eat("(;");
    loop {
        cursor.take_while(char::is_whitespace);
        if cursor.eat(";)") {
            return Ok(properties);
        }
        let before = *cursor;
        let name = cursor.take_while(|character| character.is_ascii_alphanumeric());
        cursor.take_while(char::is_whitespace);
        if name.rest().is_empty() || !cursor.eat("[") {
            return Err(before.expected("a property such as PB[name], or ;) at the end of the game"));
        }
        let value = cursor.take_while(|character| character != ']');
        if !cursor.eat("]") {
            return Err(ParseError::new(value.at(), "] at the end of this value", "none"));
        }
        start.up_to(cursor).check_size("a game", MAX_GAME_BYTES)?;
        properties.push(Property { name, value: value.trimmed() });
    }
}

#[derive(Default)]
struct GameReader {
    seen: Seen,
    rules: Option<Rules>,
    board: Option<(Location, Setup)>,
    /// A match type without a board size, if the game has no board either.
    missing_size: Option<ParseError>,
    supply: Option<(Location, ByColor<u8>)>,
    common_clock: Option<Clock>,
    moves: Vec<WrittenMove>,
    details: Details,
}

impl GameReader {
    fn take(&mut self, property: Property<'_>) -> Result<(), ParseError> {
        let (name, value) = (property.name.rest(), property.value);
        self.seen.insert(&ONCE, name, property.name.at())?;
        let (at, details) = (value.at(), &mut self.details);
        match name {
            "GM" => self.rules = Some(read_game_name(value)?),
            "PC" => details.place = property.text(),
            "DT" => details.date = property.text(),
            "EV" => details.event = property.text(),
            "RO" => details.round = property.text(),
            "ON" => details.opening = property.text(),
            "PB" => details.players.black.name = property.text(),
            "PW" => details.players.white.name = property.text(),
            "RB" => details.players.black.rating = property.text(),
            "RW" => details.players.white.rating = property.text(),
            "TI" => self.common_clock = self.read_or_keep(&property, clock::parse),
            "TB" => self.details.clocks.black = self.read_or_keep(&property, clock::parse),
            "TW" => self.details.clocks.white = self.read_or_keep(&property, clock::parse),
            "TY" => match read_type(value)? {
                MatchType::Plain => {}
                MatchType::Other => self.keep(&property),
                MatchType::NoSize(error) => self.missing_size = Some(error),
            },
            "KM" if value.rest().is_empty() => {}
            "KM" => details.komi = Some(read_points(value)?),
            "RE" if result::is_unknown(value.rest()) => {}
            "RE" => self.details.result = self.read_or_keep(&property, result::parse),
            "BO" => self.board = Some((at, read_board(value)?)),
            "SUPPLY" => self.supply = Some((at, variant::read_supply(value)?)),
            "B" => self.moves.push(read_move(value, Color::Black)?),
            "W" => self.moves.push(read_move(value, Color::White)?),
            "C" => self.comment(value.rest()),
            _ => self.keep(&property),
        }
        Ok(())
    }

    fn keep(&mut self, property: &Property<'_>) {
        self.details.others.push(Tag { name: property.name.rest().to_owned(), value: property.text() });
    }

    /// Keeps a value that cannot be parsed as a tag. Ignores an empty one.
    fn read_or_keep<T>(&mut self, property: &Property<'_>, parse: fn(&str) -> Option<T>) -> Option<T> {
        let text = Some(property.value.rest()).filter(|text| !text.is_empty())?;
        let value = parse(text);
        if value.is_none() {
            self.keep(property);
        }
        value
    }

    fn comment(&mut self, text: &str) {
        let comment = match self.moves.last_mut() {
            Some(last) => &mut last.note.comment,
            None => &mut self.details.comment,
        };
        append_comment(comment, text);
    }

    fn unchecked(self, at: Location) -> Result<UncheckedRecord, ReadError> {
        let rules = self.rules.ok_or_else(|| ParseError::new(at, "the name of the game, GM[Othello]", "none"))?;
        if let (Some(error), None) = (self.missing_size, &self.board) {
            return Err(error.into());
        }
        let (board_at, board) = self.board.unwrap_or((at, Setup::START));
        let (supply_at, supply) = self.supply.map_or((at, None), |(at, supply)| (at, Some(supply)));
        let start = ReadError::checked_start(rules, Setup { supply, ..board }, board_at, supply_at)?;
        let mut details = self.details;
        details.clocks = details.clocks.map(|clock| clock.or(self.common_clock));
        Ok(UncheckedRecord { at: at.into(), start, moves: self.moves, variations: Vec::new(), details })
    }
}

fn read_game_name(value: Cursor<'_>) -> Result<Rules, ParseError> {
    match value.rest() {
        name if name.eq_ignore_ascii_case("Othello") => Ok(Rules::Standard),
        name => variant::rules(name).ok_or_else(|| value.expected("the game Othello")),
    }
}

const SIZE: &str = "a board of size 8";

enum MatchType {
    Plain,
    Other,
    /// `0`: the size is that of the board. The error is for games without one.
    NoSize(ParseError),
}

pub(super) fn is_match_type(text: &str) -> bool {
    matches!(read_type(Cursor::new(text)), Ok(MatchType::Plain | MatchType::Other))
}

/// Parses `8`, `s8r18` or `8kr20`: `s` for pairs of games, the board size, then letters; `a` is anti-Othello.
fn read_type(value: Cursor<'_>) -> Result<MatchType, ParseError> {
    let mut rest = value;
    rest.eat("s");
    let size = rest.take_while(|character| character.is_ascii_digit());
    match size.rest().parse::<u32>() {
        Ok(0) if value.rest() == "0" => Ok(MatchType::NoSize(size.expected(SIZE))),
        Ok(number) if number != 8 => Err(size.expected(SIZE)),
        Ok(_) if rest.rest().contains('a') => Err(value.expected("a game that is won by the most discs")),
        _ if matches!(value.rest(), "" | "8") => Ok(MatchType::Plain),
        _ => Ok(MatchType::Other),
    }
}

fn read_points(text: Cursor<'_>) -> Result<Points, ParseError> {
    text.rest().parse().map_err(|_| text.expected(DISCS))
}

fn read_board(mut value: Cursor<'_>) -> Result<Setup, ParseError> {
    let start = value;
    let size = value.take_while(|character| character.is_ascii_digit());
    match size.rest().parse() {
        Ok(8_u32) => board_string::read(value),
        Ok(_) => Err(size.expected(SIZE)),
        Err(_) => Err(start.expected(SIZE)),
    }
}

fn read_move(mut value: Cursor<'_>, by: Color) -> Result<WrittenMove, ParseError> {
    let at = value.at();
    let name = take_part(&mut value);
    let mv = parse_move(name.rest()).map_err(|_| name.expected(MOVE))?;
    let eval = match take_part(&mut value) {
        eval if eval.rest().is_empty() => None,
        eval => Some(read_points(eval)?),
    };
    let time = match value.trimmed() {
        time if time.rest().is_empty() => None,
        time => Some(seconds::parse(time.rest()).ok_or_else(|| time.expected("the seconds of a move, such as 3.5"))?),
    };
    Ok(WrittenMove { mv, at: at.into(), by: Some(by), note: Note { eval, time, comment: String::new() } })
}

fn take_part<'t>(value: &mut Cursor<'t>) -> Cursor<'t> {
    let part = value.take_while(|character| character != '/');
    value.eat("/");
    part.trimmed()
}
