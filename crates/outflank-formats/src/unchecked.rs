use std::error::Error;
use std::fmt;

use outflank_rules::{Color, Game, IllegalMove, Move, Position, Rules};

use crate::Place;
use crate::record::{Details, Note, Record};

/// A parsed game: a valid start, and moves that may be illegal.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncheckedRecord {
    pub at: Place,
    pub start: Position,
    pub moves: Vec<WrittenMove>,
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

impl WrittenMove {
    pub(crate) fn new(mv: Move, at: impl Into<Place>) -> WrittenMove {
        WrittenMove { mv, at: at.into(), by: None, note: Note::default() }
    }
}

impl UncheckedRecord {
    pub(crate) fn standard(at: impl Into<Place>, moves: Vec<WrittenMove>, details: Details) -> UncheckedRecord {
        UncheckedRecord { at: at.into(), start: Position::initial(Rules::Standard), moves, details }
    }

    /// Plays the moves from the start, and adds the forced passes that were not written.
    pub fn check(&self) -> Result<Record, IllegalRecord> {
        let (game, notes) = replay(self.start, &self.moves)?;
        Ok(Record::with_notes(game, notes, self.details.clone()))
    }
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
