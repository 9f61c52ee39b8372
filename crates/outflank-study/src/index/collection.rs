//! Games on their way into an index.

use std::borrow::Cow;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroUsize;

use outflank_formats::record::Details;
use outflank_formats::wthor::{Directory, GameRecord, IllegalGame, Names};
use outflank_formats::{IllegalRecord, Points, Record, UncheckedRecord, WrittenMove};
use outflank_rules::{ByColor, Color, Move, Position, Rules};

use super::game::{Entry, Moves};
use super::stored::NameTable;
use super::{file, orders};
use crate::board_with_turn::BoardWithTurn;

/// Games that are being gathered for an index.
///
/// ```
/// use std::io::Cursor;
/// use std::num::NonZeroUsize;
///
/// use outflank_formats::plain;
/// use outflank_study::index::{Collection, Filter, Index};
///
/// let mut collection = Collection::default();
/// let source = collection.add_source("my games");
/// collection.add_record(&plain::parse("f5d6c3d3c4")?.check()?, source, 1)?;
/// collection.add_record(&plain::parse("f5f6")?.check()?, source, 2)?;
///
/// let mut bytes = Vec::new();
/// collection.write(&mut bytes, b"a key", NonZeroUsize::MIN)?;
/// let mut index = Index::open(Cursor::new(bytes), b"a key")?;
/// let filter = Filter { opening: Some("tiger".to_owned()), ..Filter::default() };
/// assert_eq!(index.find(&filter)?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Collection {
    pub(super) sources: NameTable,
    pub(super) players: NameTable,
    pub(super) events: NameTable,
    pub(super) left_out: NameTable,
    /// Where games begin.
    pub(super) starts: Vec<BoardWithTurn>,
    pub(super) games: Vec<Entry>,
    places: Places,
}

/// Where each name and each start stands in its table.
#[derive(Debug, Default)]
struct Places {
    players: HashMap<String, u32>,
    events: HashMap<String, u32>,
    starts: HashMap<BoardWithTurn, u32>,
}

/// The file, or whatever else, from which games are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source(u32);

impl Collection {
    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Names where the games come from that are added next.
    pub fn add_source(&mut self, name: &str) -> Source {
        Source(self.sources.push(name))
    }

    /// Notes that something was left out, and why; [`Index::left_out`](super::Index::left_out) tells it each time.
    pub fn leave_out(&mut self, what: &str) {
        self.left_out.push(what);
    }

    /// Adds the game of a unchecked, which has this number in its source.
    ///
    /// This is the same as to check the unchecked and to add its record, and quicker: the fast board replays what is legal, and
    /// only what it does not accept is checked in full.
    pub fn add_unchecked(&mut self, unchecked: &UncheckedRecord, source: Source, number: u32) -> Result<(), CannotAdd> {
        let Some(end) = quick_end(unchecked) else {
            let record = unchecked.check().map_err(CannotAdd::Illegal)?;
            return self.add_record(&record, source, number).map_err(CannotAdd::NotStandard);
        };
        let margin = match end.board.is_over() {
            true => Some(Points::from_discs(end.margin(Color::Black)) - unchecked.details.komi.unwrap_or_default()),
            false => unchecked.details.result.map(|result| result.margin),
        };
        let moves = unchecked.moves.iter().filter_map(|written| written.mv.square()).collect();
        self.add(&unchecked.start, moves, margin, &unchecked.details, source, number).map_err(CannotAdd::NotStandard)
    }

    /// Adds the game of a record, which has this number in its source.
    pub fn add_record(&mut self, record: &Record, source: Source, number: u32) -> Result<(), NotStandard> {
        let moves = record.game().placements().collect();
        self.add(record.start(), moves, record.margin(), &record.details, source, number)
    }

    /// Adds a game of the WTHOR database, played in this year, which has this number in its source.
    ///
    /// The score is the one that the database states, which is also known for games whose moves are not complete.
    pub fn add_wthor(
        &mut self,
        game: &GameRecord,
        year: u16,
        names: Directory<'_>,
        source: Source,
        number: u32,
    ) -> Result<(), IllegalGame> {
        check(game)?;
        let mut player =
            |number| place(&mut self.places.players, &mut self.players, &name_in(names.players, number, "player"));
        let players = ByColor { black: player(game.black), white: player(game.white) };
        let event = name_in(names.tournaments, game.tournament, "tournament");
        let entry = Entry {
            source: source.0,
            number,
            year,
            event: place(&mut self.places.events, &mut self.events, &event),
            players,
            start: self.start(BoardWithTurn::START),
            margin: Some(2 * (game.score.min(64) as i8 - 32)),
            moves: game.moves().iter().copied().collect(),
        };
        self.games.push(entry);
        Ok(())
    }

    /// Writes the index of these games. It can be opened only with the same key, by which the caller tells one index
    /// from another.
    pub fn write(&self, out: impl Write, key: &[u8], threads: NonZeroUsize) -> io::Result<()> {
        let orders = orders::orders(&self.games, &self.starts, threads);
        file::write(out, key, self, &orders)
    }

    fn add(
        &mut self,
        start: &Position,
        moves: Moves,
        margin: Option<Points>,
        details: &Details,
        source: Source,
        number: u32,
    ) -> Result<(), NotStandard> {
        let start = BoardWithTurn::of(start).ok_or(NotStandard { rules: start.rules() })?;
        // A game on a server is in no tournament as a rule.
        let event = if details.event.is_empty() { &details.place } else { &details.event };
        let entry = Entry {
            source: source.0,
            number,
            year: year_of(details),
            event: place(&mut self.places.events, &mut self.events, event),
            players: ByColor {
                black: place(&mut self.places.players, &mut self.players, &details.players.black.name),
                white: place(&mut self.places.players, &mut self.players, &details.players.white.name),
            },
            start: self.start(start),
            margin: margin.map(whole_discs),
            moves,
        };
        self.games.push(entry);
        Ok(())
    }

    fn start(&mut self, start: BoardWithTurn) -> u32 {
        let starts = &mut self.starts;
        *self.places.starts.entry(start).or_insert_with(|| {
            starts.push(start);
            starts.len() as u32 - 1
        })
    }
}

/// Where a unchecked's game ends, if its moves are plainly legal: what is written as a pass was one, and whoever is said to have
/// moved did.
fn quick_end(unchecked: &UncheckedRecord) -> Option<BoardWithTurn> {
    let mut stand = BoardWithTurn::of(&unchecked.start)?;
    let mut passed = stand.turn != unchecked.start.turn();
    for WrittenMove { mv, by, .. } in &unchecked.moves {
        match mv {
            Move::Place(square) => {
                let mover = stand.turn;
                stand = stand.play(*square).filter(|_| by.is_none_or(|by| by == mover))?;
                passed = stand.turn == mover;
            }
            Move::Pass => {
                // The pass was made already, by the side that is not to move.
                if !passed || by.is_some_and(|by| by == stand.turn) {
                    return None;
                }
                passed = false;
            }
        }
    }
    Some(stand)
}

/// The place of a name in its table, where it is added if it is new.
fn place(places: &mut HashMap<String, u32>, table: &mut NameTable, name: &str) -> u32 {
    match places.get(name) {
        Some(&place) => place,
        None => {
            let place = table.push(name);
            places.insert(name.to_owned(), place);
            place
        }
    }
}

/// The name with a number of the database, or what can be said without it. Somebody who is not known has no name.
fn name_in<'a>(names: Option<&'a Names>, number: u16, what: &str) -> Cow<'a, str> {
    match names.and_then(|names| names.get(number)) {
        Some("???") => Cow::Borrowed(""),
        Some(name) => Cow::Borrowed(name),
        None => Cow::Owned(format!("{what} {number}")),
    }
}

/// Whether the moves of a game are legal.
fn check(game: &GameRecord) -> Result<(), IllegalGame> {
    let played = game.moves().iter().try_fold(BoardWithTurn::START, |stand, &square| stand.play(square));
    match played {
        Some(_) => Ok(()),
        // The slow way says why.
        None => game.replay().map(|_| ()),
    }
}

/// The margin in whole discs: komi may add a fraction.
fn whole_discs(margin: Points) -> i8 {
    margin.discs().clamp(-64.0, 64.0).round() as i8
}

/// The year in a date, however that is written: four digits that stand alone, or seconds since 1970. 0 if there are none.
fn year_of(details: &Details) -> u16 {
    let mut numbers = details.date.split(|character: char| !character.is_ascii_digit());
    let year = numbers.clone().filter(|digits| digits.len() == 4).find_map(|digits| digits.parse().ok());
    let mut seconds = || numbers.find(|digits| matches!(digits.len(), 9 | 10))?.parse().ok();
    year.or_else(|| seconds().map(year_at)).unwrap_or_default()
}

/// The year of a time in seconds since 1970. Years are taken as equally long, which is wrong for some hours at most.
fn year_at(seconds: u64) -> u16 {
    const YEAR: u64 = 31_556_952;
    (1970 + seconds / YEAR) as u16
}

/// Why the game of a unchecked is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotAdd {
    /// A move is not legal.
    Illegal(IllegalRecord),
    /// It is not by the standard rules.
    NotStandard(NotStandard),
}

impl fmt::Display for CannotAdd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotAdd::Illegal(why) => why.fmt(f),
            CannotAdd::NotStandard(why) => why.fmt(f),
        }
    }
}

impl Error for CannotAdd {}

/// A game that was left out because it is not by the standard rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotStandard {
    /// What it was played by.
    pub rules: Rules,
}

impl fmt::Display for NotStandard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a game by the standard rules, found one by {}", self.rules)
    }
}

impl Error for NotStandard {}
