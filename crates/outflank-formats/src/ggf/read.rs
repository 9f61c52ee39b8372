//! Reading: first the properties of a game, then what they say.

use outflank_rules::{ByColor, Color, Position, Rules, Setup, SetupError};

use super::{MAX_GAME_BYTES, ParseGgfError, clock, result};
use crate::board_string;
use crate::cursor::Cursor;
use crate::notation::parse_move;
use crate::record::{Clock, Details, Note, Tag};
use crate::{Location, Points, Sheet, WrittenMove, seconds, variant};

/// The properties that have a meaning here and of which a game has one.
const ONCE: [&str; 18] =
    ["GM", "PC", "DT", "EV", "RO", "ON", "PB", "PW", "RB", "RW", "TI", "TB", "TW", "TY", "KM", "RE", "BO", "SUPPLY"];

/// Whether a property has a meaning here. All others are kept as they are.
pub(super) fn is_known(name: &str) -> bool {
    ONCE.contains(&name) || matches!(name, "B" | "W" | "C")
}

/// Reads one game, with the number of games that may stand before it. When that fails, the cursor is left where the next
/// game may begin.
pub(super) fn take_sheet(cursor: &mut Cursor<'_>) -> Result<Sheet, ParseGgfError> {
    let start = *cursor;
    cursor.take_while(|character| character.is_ascii_digit());
    cursor.take_while(char::is_whitespace);
    if !cursor.rest().starts_with("(;") {
        skip_to_a_game(cursor);
        return Err(ParseGgfError::NotAGame { at: start.at(), found: start.word() });
    }
    let at = cursor.at();
    let properties = take_properties(cursor).inspect_err(|_| skip_to_a_game(cursor))?;
    let mut game = Reading::default();
    properties.into_iter().try_for_each(|property| game.take(property))?;
    game.sheet(at)
}

fn skip_to_a_game(cursor: &mut Cursor<'_>) {
    while !cursor.rest().is_empty() && !cursor.rest().starts_with("(;") {
        cursor.advance();
    }
}

/// A name and its value, without the white space around it.
struct Property<'t> {
    name: Cursor<'t>,
    value: Cursor<'t>,
}

impl Property<'_> {
    fn text(&self) -> String {
        self.value.rest().to_owned()
    }
}

/// Reads from `(;` to `;)`. When that fails, everything that was looked at has been read: to look at it again and again
/// would take forever where many games have no end.
fn take_properties<'t>(cursor: &mut Cursor<'t>) -> Result<Vec<Property<'t>>, ParseGgfError> {
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
            return Err(ParseGgfError::NotAProperty { at: before.at(), found: before.word() });
        }
        let value = cursor.take_while(|character| character != ']');
        if !cursor.eat("]") {
            return Err(ParseGgfError::OpenValue { at: value.at() });
        }
        if start.up_to(cursor).rest().len() > MAX_GAME_BYTES {
            return Err(ParseGgfError::TooLong { at: start.at() });
        }
        properties.push(Property { name, value: value.trimmed() });
    }
}

/// What the properties up to some point have said.
#[derive(Default)]
struct Reading<'t> {
    seen: Vec<&'t str>,
    rules: Option<Rules>,
    board: Option<(Location, Setup)>,
    supply: Option<(Location, ByColor<u8>)>,
    common_clock: Option<Clock>,
    moves: Vec<WrittenMove>,
    details: Details,
}

impl<'t> Reading<'t> {
    fn take(&mut self, property: Property<'t>) -> Result<(), ParseGgfError> {
        let (name, value) = (property.name.rest(), property.value);
        if ONCE.contains(&name) {
            if self.seen.contains(&name) {
                return Err(ParseGgfError::Repeated { at: property.name.at(), name: name.to_owned() });
            }
            self.seen.push(name);
        }
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
            },
            "KM" if value.rest().is_empty() => {}
            "KM" => details.komi = Some(read_points(value, |at, found| ParseGgfError::Komi { at, found })?),
            "RE" if result::is_unknown(value.rest()) => {}
            "RE" => self.details.result = self.read_or_keep(&property, result::parse),
            "BO" => self.board = Some((at, read_board(value)?)),
            "SUPPLY" => {
                let supply = variant::parse_supply(value.rest()).ok_or(ParseGgfError::Supply { at })?;
                self.supply = Some((at, supply));
            }
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

    /// A value that is not understood is kept as it is. An empty one says nothing.
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
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    /// The game that begins here.
    fn sheet(self, at: Location) -> Result<Sheet, ParseGgfError> {
        let rules = self.rules.ok_or(ParseGgfError::NoGameName { at })?;
        let (board_at, board) = self.board.unwrap_or((at, Setup::START));
        let (supply_at, supply) = self.supply.map_or((at, None), |(at, supply)| (at, Some(supply)));
        let start = Position::new(rules, Setup { supply, ..board }).map_err(|error| ParseGgfError::Setup {
            at: match error {
                SetupError::UnlimitedSupply(_) | SetupError::TooManyDiscs { .. } => supply_at,
                SetupError::TwoDiscs(_) | SetupError::NoDiscToTouch => board_at,
            },
            error,
        })?;
        let mut details = self.details;
        details.clocks = details.clocks.map(|clock| clock.or(self.common_clock));
        Ok(Sheet { at: at.into(), start, moves: self.moves, details })
    }
}

fn read_game_name(value: Cursor<'_>) -> Result<Rules, ParseGgfError> {
    match value.rest() {
        name if name.eq_ignore_ascii_case("Othello") => Ok(Rules::Standard),
        name => variant::rules(name)
            .ok_or_else(|| ParseGgfError::OtherGame { at: value.at(), found: name.chars().take(32).collect() }),
    }
}

/// What kind of match a game belongs to.
enum MatchType {
    /// `8`: single games from the usual start.
    Plain,
    /// `s8r18`: pairs of games, random starts, komi.
    Other,
}

/// Whether a type of match can be written: it is read again.
pub(super) fn is_match_type(text: &str) -> bool {
    read_type(Cursor::new(text)).is_ok()
}

/// Reads `8`, `s8r18` or `8kr20`: pairs of games or not, the size of the board, then letters of which `a` is for anti.
fn read_type(value: Cursor<'_>) -> Result<MatchType, ParseGgfError> {
    let mut rest = value;
    rest.eat("s");
    let size = rest.take_while(|character| character.is_ascii_digit());
    match size.rest().parse() {
        Ok(size_read) if size_read != 8 => Err(ParseGgfError::Size { at: size.at(), size: size_read }),
        Ok(_) if rest.rest().contains('a') => Err(ParseGgfError::Anti { at: value.at(), found: value.word() }),
        _ if matches!(value.rest(), "" | "8") => Ok(MatchType::Plain),
        _ => Ok(MatchType::Other),
    }
}

fn read_points(text: Cursor<'_>, error: fn(Location, String) -> ParseGgfError) -> Result<Points, ParseGgfError> {
    text.rest().parse().map_err(|_| error(text.at(), text.word()))
}

/// Reads `8`, the cells and the side to move.
fn read_board(mut value: Cursor<'_>) -> Result<Setup, ParseGgfError> {
    let size = value.take_while(|character| character.is_ascii_digit());
    match size.rest().parse() {
        Ok(8) => board_string::read(value).map_err(ParseGgfError::Board),
        Ok(other) => Err(ParseGgfError::Size { at: size.at(), size: other }),
        Err(_) => Err(ParseGgfError::NoSize { at: size.at(), found: value.word() }),
    }
}

/// Reads `F5/1.20/3.5`.
fn read_move(mut value: Cursor<'_>, by: Color) -> Result<WrittenMove, ParseGgfError> {
    let at = value.at();
    let name = take_part(&mut value);
    let mv = parse_move(name.rest()).map_err(|_| ParseGgfError::NotAMove { at, found: name.word() })?;
    let eval = match take_part(&mut value) {
        eval if eval.rest().is_empty() => None,
        eval => Some(read_points(eval, |at, found| ParseGgfError::Eval { at, found })?),
    };
    let time = match value.trimmed() {
        time if time.rest().is_empty() => None,
        time => {
            Some(seconds::parse(time.rest()).ok_or_else(|| ParseGgfError::Time { at: time.at(), found: time.word() })?)
        }
    };
    Ok(WrittenMove { mv, at: at.into(), by: Some(by), note: Note { eval, time, comment: String::new() } })
}

/// Reads up to the next stroke and beyond it.
fn take_part<'t>(value: &mut Cursor<'t>) -> Cursor<'t> {
    let part = value.take_while(|character| character != '/');
    value.eat("/");
    part.trimmed()
}
