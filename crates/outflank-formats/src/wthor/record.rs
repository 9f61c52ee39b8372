use outflank_rules::{ByColor, Move, Position, Rules};

use super::games::{GameRecord, MOVES_OFFSET};
use super::header::{GAME_SIZE, record_offset};
use super::names::{Names, UNKNOWN};
use crate::record::{Details, GameResult, Player, Tag, Termination};
use crate::{Place, Points, UncheckedRecord, WrittenMove};

/// The names files that belong to games.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Directory<'a> {
    pub players: Option<&'a Names>,
    pub tournaments: Option<&'a Names>,
}

/// Tags for values without a field in [`Details`].
pub(super) mod tag {
    // Black's discs with perfect play.
    pub(in super::super) const THEORETICAL: &str = "THEORETICAL";
    // The number of empty squares, if not the usual one.
    pub(in super::super) const THEORETICAL_DEPTH: &str = "THEORETICALDEPTH";
    // Numbers of players and tournaments without a name.
    pub(in super::super) const BLACK: &str = "WTHORBLACK";
    pub(in super::super) const WHITE: &str = "WTHORWHITE";
    pub(in super::super) const TOURNAMENT: &str = "WTHORTOURNAMENT";
}

/// The number of empty squares for which the database has theoretical scores.
pub(super) const USUAL_DEPTH: u8 = 24;

impl GameRecord {
    pub(super) fn unchecked(&self, index: usize, year: u16, depth: u8, names: Directory<'_>) -> UncheckedRecord {
        let mut others = vec![tagged(tag::THEORETICAL, self.theoretical)];
        if depth != USUAL_DEPTH {
            others.push(tagged(tag::THEORETICAL_DEPTH, depth));
        }
        let mut name = |names: Option<&Names>, number, tag| match names.and_then(|names| names.get(number)) {
            Some(UNKNOWN) => String::new(),
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => {
                others.push(tagged(tag, number));
                String::new()
            }
        };
        let players = ByColor {
            black: name(names.players, self.black, tag::BLACK),
            white: name(names.players, self.white, tag::WHITE),
        };
        let event = name(names.tournaments, self.tournament, tag::TOURNAMENT);

        let at = record_offset(GAME_SIZE, index);
        let place = |byte| Place::Game { number: index + 1, byte };
        let written = |(&square, byte)| WrittenMove::new(Move::Place(square), place(byte));
        let margin = Points::from_discs(2 * (self.score.min(64) as i8 - 32));
        UncheckedRecord {
            at: place(at),
            start: Position::initial(Rules::Standard),
            moves: self.moves().iter().zip(at + MOVES_OFFSET..).map(written).collect(),
            variations: Vec::new(),
            details: Details {
                players: players.map(|name| Player { name, rating: String::new() }),
                event,
                date: Some(year).filter(|&year| year > 0).map(|year| year.to_string()).unwrap_or_default(),
                result: Some(GameResult { margin, termination: Termination::Board }),
                others,
                ..Details::default()
            },
        }
    }
}

fn tagged(name: &str, value: impl ToString) -> Tag {
    Tag { name: name.to_owned(), value: value.to_string() }
}
