use outflank_rules::Color;

use super::comment::{read_seconds, write_seconds};
use super::result::ResultText;
use super::{MAX_GAME_BYTES, is_name, skip_blank};
use crate::cursor::Cursor;
use crate::record::{Clock, Details, GameResult, Tag, Termination};
use crate::{ParseError, Points};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Event,
    Site,
    Date,
    Round,
    Black,
    White,
    Result,
    TimeControl,
    BlackTimeControl,
    WhiteTimeControl,
    BlackElo,
    WhiteElo,
    Opening,
    Komi,
    Termination,
    Margin,
    SetUp,
    Fen,
}

type Named = (Field, &'static str);

impl Field {
    // In the order of writing, which is that of the variants.
    const ALL: &'static [Named] = &[
        (Field::Event, "Event"),
        (Field::Site, "Site"),
        (Field::Date, "Date"),
        (Field::Round, "Round"),
        (Field::Black, "Black"),
        (Field::White, "White"),
        (Field::Result, "Result"),
        (Field::TimeControl, "TimeControl"),
        (Field::BlackTimeControl, "BlackTimeControl"),
        (Field::WhiteTimeControl, "WhiteTimeControl"),
        (Field::BlackElo, "BlackElo"),
        (Field::WhiteElo, "WhiteElo"),
        (Field::Opening, "Opening"),
        (Field::Komi, "Komi"),
        (Field::Termination, "Termination"),
        (Field::Margin, "Margin"),
        (Field::SetUp, "SetUp"),
        (Field::Fen, "FEN"),
    ];

    pub(super) fn roster_and_others() -> (&'static [Named], &'static [Named]) {
        Field::ALL.split_at(7)
    }

    pub(super) fn named(name: &str) -> Option<Field> {
        Field::ALL.iter().find(|(_, known)| *known == name).map(|&(field, _)| field)
    }

    pub(super) fn name(self) -> &'static str {
        Field::ALL[self as usize].1
    }
}

pub(super) fn is_known(value: &str) -> bool {
    !matches!(value, "" | "?" | "-" | "????.??.??")
}

#[derive(Default)]
pub(super) struct Header<'t> {
    details: Details,
    // The first tag of a name counts.
    seen: Vec<Field>,
    // The value, and its place among the other tags.
    result: Option<(usize, String)>,
    margin: Option<Points>,
    termination: Option<Termination>,
    pub(super) fen: Option<Cursor<'t>>,
    tags: usize,
}

impl<'t> Header<'t> {
    pub(super) fn take(cursor: &mut Cursor<'t>) -> Result<Header<'t>, ParseError> {
        let start = *cursor;
        let mut header = Header::default();
        while cursor.rest().starts_with('[') {
            let (name, value) = take_tag(cursor)?;
            header.set(name.rest(), value);
            skip_blank(cursor);
            start.up_to(cursor).check_size("a game", MAX_GAME_BYTES)?;
        }
        Ok(header)
    }

    pub(super) fn has_tags(&self) -> bool {
        self.tags > 0
    }

    pub(super) fn details(self, behind: Option<&str>) -> Details {
        let Header { mut details, result, margin, termination, .. } = self;
        let komi = details.komi.unwrap_or_default();
        let last = details.others.len();
        let written = [result, behind.map(|text| (last, text.to_owned()))];
        let counted = written.iter().flatten().find_map(|(_, text)| ResultText::read(text)?.margin(komi));
        details.result =
            margin.or(counted).map(|margin| GameResult { margin, termination: termination.unwrap_or_default() });
        if details.result.is_none() {
            let mut written = written.into_iter().flatten();
            if let Some((place, value)) = written.find(|(_, text)| is_known(text) && text != "*") {
                details.others.insert(place, Tag { name: Field::Result.name().to_owned(), value });
            }
            if let Some(termination) = termination {
                let value = termination_name(termination).to_owned();
                details.others.push(Tag { name: Field::Termination.name().to_owned(), value });
            }
        }
        details
    }

    fn set(&mut self, name: &str, written: Cursor<'t>) {
        self.tags += 1;
        let value = unescape(written.rest());
        let field = Field::named(name);
        if field.is_some_and(|field| self.seen.contains(&field)) {
            return;
        }
        self.seen.extend(field);
        if !field.is_some_and(|field| self.set_field(field, &value, written)) {
            self.details.others.push(Tag { name: name.to_owned(), value });
        }
    }

    /// Returns whether the value has the form that the field needs.
    fn set_field(&mut self, field: Field, value: &str, written: Cursor<'t>) -> bool {
        let details = &mut self.details;
        let text = match field {
            Field::Event => &mut details.event,
            Field::Site => &mut details.place,
            Field::Date => &mut details.date,
            Field::Round => &mut details.round,
            Field::Black => &mut details.players.black.name,
            Field::White => &mut details.players.white.name,
            Field::BlackElo => &mut details.players.black.rating,
            Field::WhiteElo => &mut details.players.white.rating,
            Field::Opening => &mut details.opening,
            Field::Result => {
                self.result = Some((details.others.len(), value.to_owned()));
                return true;
            }
            Field::Komi => return fill(&mut details.komi, value.parse().ok()),
            Field::Margin => return fill(&mut self.margin, value.parse().ok()),
            Field::Termination => {
                let termination = ENDINGS.into_iter().find(|&termination| termination_name(termination) == value);
                return fill(&mut self.termination, termination);
            }
            Field::SetUp => return true,
            Field::Fen => return fill(&mut self.fen, Some(written)),
            Field::TimeControl | Field::BlackTimeControl | Field::WhiteTimeControl => {
                return self.set_clock(field, value);
            }
        };
        *text = Some(value).filter(|value| is_known(value)).unwrap_or_default().to_owned();
        true
    }

    fn set_clock(&mut self, field: Field, value: &str) -> bool {
        let clock = read_clock(value);
        for color in Color::ALL {
            let own = match color {
                Color::Black => Field::BlackTimeControl,
                Color::White => Field::WhiteTimeControl,
            };
            // A player's own clock overrides the common one, in either order.
            let is_meant = field == own || (field == Field::TimeControl && self.details.clocks[color].is_none());
            if is_meant && clock.is_some() {
                self.details.clocks[color] = clock;
            }
        }
        clock.is_some() || !is_known(value)
    }
}

fn fill<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    *place = value;
    place.is_some()
}

const ENDINGS: [Termination; 3] = [Termination::Resignation, Termination::Time, Termination::Agreement];

pub(super) fn termination_name(termination: Termination) -> &'static str {
    match termination {
        Termination::Board => "normal",
        Termination::Resignation => "resignation",
        Termination::Time => "time forfeit",
        Termination::Agreement => "agreement",
    }
}

fn read_clock(text: &str) -> Option<Clock> {
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    Some(Clock { main: read_seconds(main)?, increment: read_seconds(increment)?, ..Clock::default() })
}

/// Writes `420` or `420+5`. PGN has no extension time.
pub(super) fn write_clock(clock: Clock) -> String {
    match clock.increment {
        increment if increment.is_zero() => write_seconds(clock.main),
        increment => format!("{}+{}", write_seconds(clock.main), write_seconds(increment)),
    }
}

fn take_tag<'t>(cursor: &mut Cursor<'t>) -> Result<(Cursor<'t>, Cursor<'t>), ParseError> {
    let start = *cursor;
    let not_a_tag = || start.expected("a tag such as [Event \"Paris Open\"]");
    let is_space = |character: char| character == ' ' || character == '\t';
    cursor.advance();
    cursor.take_while(is_space);
    let name = cursor.take_while(is_name);
    cursor.take_while(is_space);
    if name.rest().is_empty() || cursor.advance() != Some('"') {
        return Err(not_a_tag());
    }
    let mut is_escaped = false;
    let value = cursor.take_while(|character| {
        let goes_on = character != '\n' && (is_escaped || character != '"');
        is_escaped = character == '\\' && !is_escaped;
        goes_on
    });
    let is_closed = cursor.advance() == Some('"');
    cursor.take_while(is_space);
    match is_closed && cursor.rest().starts_with(']') {
        true => {
            cursor.advance();
            Ok((name, value))
        }
        false => Err(not_a_tag()),
    }
}

/// A backslash escapes a quotation mark or a backslash.
fn unescape(written: &str) -> String {
    let mut value = String::with_capacity(written.len());
    let mut characters = written.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(&escaped @ ('"' | '\\'))) => {
                value.push(escaped);
                characters.next();
            }
            _ => value.push(character),
        }
    }
    value
}
