use std::collections::{BTreeMap, HashMap};

use outflank_rules::{Square, Symmetry};

use super::games::MOST_MOVES;
use super::names::UNKNOWN;
use super::record::{USUAL_DEPTH, tag};
use super::{BoardSize, Date, FORMAT, GameRecord, Games, Names, NamesKind};
use crate::record::Details;
use crate::{Record, WriteError};

/// Collects games of any years, and the names of their players and tournaments.
///
/// - The year is the first number of four digits in the date, or 0.
/// - Games are rotated so that the first move is f5.
/// - The score is the board's if the game is over, else the recorded one; half a disc goes to the winner.
/// - The default for the theoretical score is the score.
/// - Names are cut to [fit](NamesKind::fit), and numbered in the order in which they appear. Unknown names are `???`, unless
///   a tag has their number in the original database and that number is still free.
#[derive(Clone, Debug)]
pub struct Collector {
    created: Date,
    players: Register,
    tournaments: Register,
    years: BTreeMap<u16, Vec<GameRecord>>,
}

/// The contents of the files of a database.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// One file per year, in order.
    pub years: Vec<Games>,
    pub players: Names,
    pub tournaments: Names,
}

impl Collector {
    /// An empty collection, for files created on this day.
    pub fn new(created: Date) -> Collector {
        let none = || Names { created, names: Vec::new() };
        Collector::with_names(created, none(), none())
    }

    /// A collection that continues with these names and their numbers.
    pub fn with_names(created: Date, players: Names, tournaments: Names) -> Collector {
        Collector {
            created,
            players: Register::new(players, NamesKind::Players),
            tournaments: Register::new(tournaments, NamesKind::Tournaments),
            years: BTreeMap::new(),
        }
    }

    /// Adds a game by the standard rules from the usual start, with a result.
    pub fn push(&mut self, record: &Record) -> Result<(), WriteError> {
        WriteError::check_usual(FORMAT, record)?;
        let score = score(WriteError::margin_in_discs(FORMAT, record)?);
        let details = &record.details;
        let year = year(&details.date);
        if self.years.get(&year).is_some_and(|games| games.len() >= Games::MOST) {
            return Err(WriteError::Full { format: FORMAT, what: "games" });
        }

        let player = |players: &mut Register, name, tag| players.number(name, kept_number(details, tag));
        let black = player(&mut self.players, &details.players.black.name, tag::BLACK)?;
        let white = player(&mut self.players, &details.players.white.name, tag::WHITE)?;
        let tournament = self.tournaments.number(&details.event, kept_number(details, tag::TOURNAMENT))?;

        let mut squares = [Square::A1; MOST_MOVES];
        let mut length = 0;
        let turn = turn_to_f5(record.game().placements().next());
        for (place, square) in squares.iter_mut().zip(record.game().placements()) {
            *place = turn.square(square);
            length += 1;
        }
        let theoretical = theoretical(details).unwrap_or(score);
        let game = GameRecord { tournament, black, white, score, theoretical, squares, length };
        self.years.entry(year).or_default().push(game);
        Ok(())
    }

    /// The collected files.
    pub fn finish(self) -> Collection {
        let Collector { created, players, tournaments, years } = self;
        let games = |(year, games)| Games { created, year, board_size: BoardSize::Eight, depth: USUAL_DEPTH, games };
        Collection {
            years: years.into_iter().map(games).collect(),
            players: players.finish(created),
            tournaments: tournaments.finish(created),
        }
    }
}

#[derive(Clone, Debug)]
struct Register {
    kind: NamesKind,
    names: Names,
    numbers: HashMap<String, u16>,
    // The number of initial names, whose numbers keep their meaning.
    given: usize,
}

impl Register {
    fn new(names: Names, kind: NamesKind) -> Register {
        let mut numbers = HashMap::new();
        for (name, number) in names.names.iter().zip(0..=u16::MAX) {
            // The first of two equal names counts.
            numbers.entry(kind.fit(name)).or_insert(number);
        }
        Register { kind, given: names.names.len(), names, numbers }
    }

    fn number(&mut self, name: &str, kept: Option<u16>) -> Result<u16, WriteError> {
        match kept {
            Some(number) if name.is_empty() && self.may_mean(number) => {
                let names = &mut self.names.names;
                names.resize_with(names.len().max(usize::from(number) + 1), String::new);
                Ok(number)
            }
            _ if name.is_empty() => self.number_of(UNKNOWN),
            _ => self.number_of(name),
        }
    }

    /// Whether no new name has this number.
    fn may_mean(&self, number: u16) -> bool {
        let index = usize::from(number);
        index < self.given || self.names.names.get(index).is_none_or(String::is_empty)
    }

    fn number_of(&mut self, name: &str) -> Result<u16, WriteError> {
        let name = self.kind.fit(name);
        if let Some(&number) = self.numbers.get(&name) {
            return Ok(number);
        }
        let next = self.names.names.len();
        let number = u16::try_from(next)
            .ok()
            .filter(|_| next < Names::MOST)
            .ok_or(WriteError::Full { format: FORMAT, what: self.kind.plural() })?;
        self.names.names.push(name.clone());
        self.numbers.insert(name, number);
        Ok(number)
    }

    /// A list without new names keeps its date.
    fn finish(self, created: Date) -> Names {
        let changed = self.names.names.len() > self.given;
        Names { created: if changed { created } else { self.names.created }, ..self.names }
    }
}

fn score(margin: i8) -> u8 {
    let above_half = margin.unsigned_abs().div_ceil(2).min(32);
    if margin < 0 { 32 - above_half } else { 32 + above_half }
}

fn theoretical(details: &Details) -> Option<u8> {
    let score = details.other(tag::THEORETICAL)?.parse().ok().filter(|&score| score <= 64)?;
    details.other(tag::THEORETICAL_DEPTH).is_none().then_some(score)
}

fn kept_number(details: &Details, tag: &str) -> Option<u16> {
    details.other(tag)?.parse().ok()
}

fn year(date: &str) -> u16 {
    let numbers = date.split(|character: char| !character.is_ascii_digit());
    numbers.filter(|digits| digits.len() == 4).find_map(|digits| digits.parse().ok()).unwrap_or(0)
}

/// The symmetry that maps the first move of a game to f5.
fn turn_to_f5(first: Option<Square>) -> Symmetry {
    match first {
        Some(Square::C4) => Symmetry::Half,
        Some(Square::E6) => Symmetry::Transpose,
        Some(Square::D3) => Symmetry::AntiTranspose,
        // There are four first moves.
        _ => Symmetry::Identity,
    }
}
