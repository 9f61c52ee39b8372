use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;

use outflank_formats::record::Details;
use outflank_formats::wthor::{Directory, GameRecord, IllegalGame, Names};
use outflank_formats::{IllegalRecord, Points, Record, UncheckedRecord};
use outflank_rules::{ByColor, Position, Rules};
use thiserror::Error;

use super::game::{Entry, Moves};
use super::stored::NameTable;
use super::{file, orders, outline};
use crate::board_with_turn::BoardWithTurn;

#[derive(Debug, Default)]
pub struct Collection {
    pub(super) sources: NameTable,
    pub(super) players: NameTable,
    pub(super) events: NameTable,
    pub(super) left_out: NameTable,
    pub(super) starts: Vec<BoardWithTurn>,
    pub(super) games: Vec<Entry>,
    places: Places,
}

#[derive(Debug, Default)]
struct Places {
    players: HashMap<String, u32>,
    events: HashMap<String, u32>,
    starts: HashMap<BoardWithTurn, u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source(u32);

impl Collection {
    pub fn len(&self) -> usize {
        self.games.len()
    }

    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    pub fn add_source(&mut self, name: &str) -> Source {
        Source(self.sources.push(name))
    }

    /// Records what was left out and why, for [`Index::left_out`](super::Index::left_out).
    pub fn leave_out(&mut self, what: &str) {
        self.left_out.push(what);
    }

    /// Same as adding its checked record, but faster: legal games are replayed on the fast board, and only others are checked in
    /// full.
    pub fn add_unchecked(&mut self, unchecked: &UncheckedRecord, source: Source, number: u32) -> Result<(), CannotAdd> {
        let Some(end) = outline::quick_end(unchecked) else {
            let record = unchecked.check().map_err(CannotAdd::Illegal)?;
            return self.add_record(&record, source, number).map_err(CannotAdd::NotStandard);
        };
        let margin = outline::margin(unchecked, end);
        let moves = unchecked.moves.iter().filter_map(|written| written.mv.square()).collect();
        self.add(&unchecked.start, moves, margin, &unchecked.details, source, number).map_err(CannotAdd::NotStandard)
    }

    pub fn add_record(&mut self, record: &Record, source: Source, number: u32) -> Result<(), NotStandard> {
        let moves = record.game().placements().collect();
        self.add(record.start(), moves, record.margin(), &record.details, source, number)
    }

    /// Adds a WTHOR game. The score is the stated one, which is also known where the moves are incomplete.
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

    /// Writes the index. It can only be opened with the same key.
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

/// Falls back to the number if there is no name file. `???` is unknown.
fn name_in<'a>(names: Option<&'a Names>, number: u16, what: &str) -> Cow<'a, str> {
    match names.and_then(|names| names.get(number)) {
        Some("???") => Cow::Borrowed(""),
        Some(name) => Cow::Borrowed(name),
        None => Cow::Owned(format!("{what} {number}")),
    }
}

fn check(game: &GameRecord) -> Result<(), IllegalGame> {
    match BoardWithTurn::after(game.moves()) {
        Some(_) => Ok(()),
        None => game.replay().map(|_| ()),
    }
}

fn whole_discs(margin: Points) -> i8 {
    margin.discs().clamp(-64.0, 64.0).round() as i8
}

/// The year of a date in any notation: four digits, or seconds since 1970. 0 if there is none.
fn year_of(details: &Details) -> u16 {
    let mut numbers = details.date.split(|character: char| !character.is_ascii_digit());
    let year = numbers.clone().filter(|digits| digits.len() == 4).find_map(|digits| digits.parse().ok());
    let mut seconds = || numbers.find(|digits| matches!(digits.len(), 9 | 10))?.parse().ok();
    year.or_else(|| seconds().map(year_at)).unwrap_or_default()
}

/// Ignores leap days: off by hours at most.
fn year_at(seconds: u64) -> u16 {
    const YEAR: u64 = 31_556_952;
    (1970 + seconds / YEAR) as u16
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CannotAdd {
    #[error("{0}")]
    Illegal(IllegalRecord),
    #[error("{0}")]
    NotStandard(NotStandard),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a standard game, found rules {rules}")]
pub struct NotStandard {
    pub rules: Rules,
}
