use std::error::Error;
use std::fmt;

use outflank_rules::{Color, Game, IllegalMove, Move, Position, Rules};

use crate::Place;
use crate::property::append_comment;
use crate::record::{Details, Follows, Note, Record};

/// A parsed game: a valid start, and moves that may be illegal.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncheckedRecord {
    pub at: Place,
    pub start: Position,
    pub moves: Vec<WrittenMove>,
    /// Moves outside the game, each after the one that it follows.
    pub variations: Vec<WrittenVariation>,
    pub details: Details,
}

/// A move and where it was written.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    pub mv: Move,
    pub at: Place,
    /// The player, if the source names one.
    pub by: Option<Color>,
    pub note: Note,
}

/// A written move outside the game.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenVariation {
    /// Counts the moves of the game as written, passes included.
    pub follows: Follows,
    pub written: WrittenMove,
}

impl WrittenMove {
    pub(crate) fn new(mv: Move, at: impl Into<Place>) -> WrittenMove {
        WrittenMove { mv, at: at.into(), by: None, note: Note::default() }
    }
}

impl UncheckedRecord {
    pub(crate) fn standard(at: impl Into<Place>, moves: Vec<WrittenMove>, details: Details) -> UncheckedRecord {
        UncheckedRecord {
            at: at.into(),
            start: Position::initial(Rules::Standard),
            moves,
            variations: Vec::new(),
            details,
        }
    }

    /// Plays the moves from the start, and adds the forced passes that were not written. Drops what follows an illegal move of
    /// a variation.
    pub fn check(&self) -> Result<Record, IllegalRecord> {
        let (game, notes) = replay(self.start, &self.moves)?;
        let mut record = Record::with_notes(game, notes, self.details.clone());
        self.add_variations(&mut record);
        Ok(record)
    }

    fn add_variations(&self, record: &mut Record) {
        let mut places: Vec<Option<Follows>> = Vec::with_capacity(self.variations.len());
        for WrittenVariation { follows, written } in &self.variations {
            let before = match *follows {
                Follows::Game(written) => self
                    .moves
                    .get(..written)
                    .map(|moves| Follows::Game(moves.iter().filter(|written| written.mv != Move::Pass).count())),
                Follows::Variation(index) => places.get(index).copied().flatten(),
            };
            places.push(before.and_then(|before| add_variation(record, before, written)));
        }
    }
}

/// Returns what the next move follows. A written pass was already made with the move before it.
fn add_variation(record: &mut Record, before: Follows, written: &WrittenMove) -> Option<Follows> {
    let WrittenMove { mv, by, note, .. } = written;
    let Move::Place(square) = *mv else {
        if let Follows::Variation(index) = before {
            append_comment(&mut record.variation_note_mut(index)?.comment, &note.comment);
        }
        return Some(before);
    };
    if by.is_some_and(|by| record.turn_after(before) != Some(by)) {
        return None;
    }
    let index = record.add_variation(before, square)?;
    *record.variation_note_mut(index)? = note.clone();
    Some(Follows::Variation(index))
}

/// Plays the moves, adding forced passes. Returns one note per ply.
pub(crate) fn replay(start: Position, moves: &[WrittenMove]) -> Result<(Game, Vec<Note>), IllegalRecord> {
    let mut game = Game::new(start);
    let mut notes = vec![Note::default(); game.plies().len()];
    // The game has already made a forced pass. The source may write it too, once.
    let mut passed_by = game.plies().last().map(|ply| ply.before.turn());
    let mut number = 1;
    for WrittenMove { mv, at, by, note } in moves {
        let illegal = |why| IllegalRecord { at: *at, number, mv: *mv, why };
        let turn = match mv {
            Move::Place(_) => game.position().turn(),
            Move::Pass => passed_by.unwrap_or(game.position().turn()),
        };
        // After the end of the game, report the move itself as illegal.
        if let Some(written) = by.filter(|&by| by != turn && game.outcome().is_none()) {
            return Err(illegal(IllegalReason::Turn { written }));
        }
        match (mv, passed_by.take()) {
            (Move::Place(square), _) => {
                game.play(*square).map_err(|why| illegal(IllegalReason::Move(why)))?;
                number += 1;
                notes.push(note.clone());
                if game.plies().len() > notes.len() {
                    passed_by = Some(!game.position().turn());
                    notes.push(Note::default());
                }
            }
            (Move::Pass, Some(_)) => {
                if let Some(last) = notes.last_mut() {
                    *last = note.clone();
                }
            }
            // A pass that is not forced: `play` says why.
            (Move::Pass, None) => {
                game.position().play(*mv).map_err(|why| illegal(IllegalReason::Move(why)))?;
            }
        }
    }
    Ok((game, notes))
}

/// The first illegal move of a record.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalRecord {
    pub at: Place,
    /// Its number among the placements, counted from 1; a pass has the number of the next placement.
    pub number: usize,
    pub mv: Move,
    pub why: IllegalReason,
}

/// Why a move of a record is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalReason {
    /// The rules do not allow it.
    Move(IllegalMove),
    /// It is not the turn of the player that the source names.
    #[allow(missing_docs, reason = "the field names its contents")]
    Turn { written: Color },
}

impl fmt::Display for IllegalRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalRecord { at, number, mv, why } = self;
        match why {
            IllegalReason::Move(why) => write!(f, "move {number}, {mv}, is not legal: {why} ({at})"),
            IllegalReason::Turn { written } => {
                write!(f, "move {number}, {mv}, is recorded for {written}, but it is {}'s turn ({at})", !*written)
            }
        }
    }
}

impl Error for IllegalRecord {}
