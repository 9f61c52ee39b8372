//! Parsed games whose moves have not been checked.

use std::error::Error;
use std::fmt;

use outflank_rules::{Color, Game, IllegalMove, Move, Position};

use crate::Place;
use crate::record::{Details, Note, Record};

/// A parsed game: a valid start, and moves that may be illegal.
///
/// ```
/// use outflank_formats::plain;
///
/// let unchecked = plain::parse("f5 d6 d3")?;
/// assert_eq!(
///     unchecked.check().unwrap_err().to_string(),
///     "move 3, d3, is not legal: on d3 Black would outflank no white disc in any direction (line 1, column 7)"
/// );
/// # Ok::<(), outflank_formats::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncheckedRecord {
    /// Where the game begins in its source.
    pub at: Place,
    /// The position at the start of the game.
    pub start: Position,
    /// The moves, with the passes that were written.
    pub moves: Vec<WrittenMove>,
    /// What was written beside the moves.
    pub details: Details,
}

/// A move and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The move.
    pub mv: Move,
    /// Where it begins.
    pub at: Place,
    /// Who made it, if the source says so.
    pub by: Option<Color>,
    /// What is noted beside it.
    pub note: Note,
}

impl WrittenMove {
    /// A move without a color or a note.
    pub(crate) fn new(mv: Move, at: impl Into<Place>) -> WrittenMove {
        WrittenMove { mv, at: at.into(), by: None, note: Note::default() }
    }
}

impl UncheckedRecord {
    /// Plays the moves from the start, and the forced passes that were left unwritten.
    pub fn check(&self) -> Result<Record, IllegalRecord> {
        let (game, notes) = replay(self.start, &self.moves)?;
        Ok(Record::with_notes(game, notes, self.details.clone()))
    }
}

/// Plays moves from a position, and passes where that is forced. There is a note for each ply.
pub(crate) fn replay(start: Position, moves: &[WrittenMove]) -> Result<(Game, Vec<Note>), IllegalRecord> {
    let mut game = Game::new(start);
    let mut notes = vec![Note::default(); game.plies().len()];
    // The game has passed by itself where that was forced. The source may still say so, once.
    let mut passed_by = game.plies().last().map(|ply| ply.before.turn());
    let mut number = 1;
    for WrittenMove { mv, at, by, note } in moves {
        let illegal = |why| IllegalRecord { at: *at, number, mv: *mv, why };
        let turn = match mv {
            Move::Place(_) => game.position().turn(),
            Move::Pass => passed_by.unwrap_or(game.position().turn()),
        };
        // Once the game is over, report the move itself as illegal.
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
            // The position on the board never has to pass, and says why not.
            (Move::Pass, None) => {
                game.position().play(*mv).map_err(|why| illegal(IllegalReason::Move(why)))?;
            }
        }
    }
    Ok((game, notes))
}

/// The first move of a record that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalRecord {
    /// Where the move is written.
    pub at: Place,
    /// Its number among the placements, counted from 1; for a pass, the number of the placement that should follow.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// What is wrong with it.
    pub why: IllegalReason,
}

/// What is wrong with a move of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalReason {
    /// It is not legal.
    Move(IllegalMove),
    /// It is the other side's turn.
    Turn {
        /// Whose move it is, as it is written.
        written: Color,
    },
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
