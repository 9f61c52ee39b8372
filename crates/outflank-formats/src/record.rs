//! Checked games and what is written beside their moves.

use std::time::Duration;

use outflank_rules::{ByColor, Color, Game, Ply, Position, Rules};

use crate::Points;

/// A game with legal moves, and what is written beside them. Forced passes are plies.
///
/// Parsers return an [`UncheckedRecord`](crate::UncheckedRecord).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    // Without plies to redo.
    game: Game,
    // One per ply.
    notes: Vec<Note>,
    /// Players, event, result and so on.
    pub details: Details,
}

impl Record {
    /// A record without details or notes.
    pub fn of(game: &Game) -> Record {
        let mut played = Game::new(*game.start());
        for square in game.placements() {
            played.play(square).expect("a game's own moves are legal");
        }
        let notes = vec![Note::default(); played.plies().len()];
        Record { game: played, notes, details: Details::default() }
    }

    pub(crate) fn with_notes(game: Game, notes: Vec<Note>, details: Details) -> Record {
        debug_assert_eq!(game.plies().len(), notes.len());
        Record { game, notes, details }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        self.game.start()
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.game.start().rules()
    }

    /// Whether the game begins in the initial position of its rules.
    pub fn starts_as_usual(&self) -> bool {
        *self.start() == Position::initial(self.rules())
    }

    /// The plies with their notes, passes included.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = (&Ply, &Note)> + Clone {
        self.game.plies().iter().zip(&self.notes)
    }

    /// The note on a ply, counted from 0, passes included.
    pub fn note_mut(&mut self, ply: usize) -> Option<&mut Note> {
        self.notes.get_mut(ply)
    }

    /// Black's margin including komi: from the board if the game is over, else as recorded. Empty squares go to the winner.
    pub fn margin(&self) -> Option<Points> {
        match self.game.outcome() {
            Some(outcome) => {
                Some(Points::from_discs(outcome.margin(Color::Black)) - self.details.komi.unwrap_or_default())
            }
            None => self.details.result.map(|result| result.margin),
        }
    }

    /// [`Record::margin`] with the recorded termination.
    pub fn result(&self) -> Option<GameResult> {
        let termination = match self.details.result {
            Some(result) => result.termination,
            None => Termination::Board,
        };
        self.margin().map(|margin| GameResult { margin, termination })
    }
}

/// What a record says besides the moves. Empty strings are unknown.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    pub players: ByColor<Player>,
    pub event: String,
    pub round: String,
    /// A town, a server or a program.
    pub place: String,
    /// As written: formats differ.
    pub date: String,
    pub opening: String,
    pub clocks: ByColor<Option<Clock>>,
    /// Subtracted from Black's margin.
    pub komi: Option<Points>,
    /// The result as written; [`Record::margin`] prefers the board.
    pub result: Option<GameResult>,
    pub comment: String,
    /// Other tags, by their names in the source.
    pub others: Vec<Tag>,
}

impl Details {
    /// The value of another tag.
    pub fn other(&self, name: &str) -> Option<&str> {
        self.others.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }
}

/// A player. Empty strings are unknown.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    pub name: String,
    pub rating: String,
}

/// A tag for which [`Details`] has no field.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    pub name: String,
    pub value: String,
}

/// A player's time for a game.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock {
    pub main: Duration,
    pub increment: Duration,
    /// Added once when the time has run out; some servers then still count the game.
    pub extension: Duration,
}

/// A recorded result.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// Black's margin including komi.
    pub margin: Points,
    pub termination: Termination,
}

/// How a game ended.
#[allow(missing_docs, reason = "the variants name their meaning")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Termination {
    /// The game was played out, or the source does not say.
    #[default]
    Board,
    Resignation,
    Time,
    /// The players agreed on a score.
    Agreement,
}

/// What is written beside a ply.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The player's evaluation, in discs for the player.
    pub eval: Option<Points>,
    pub time: Option<Duration>,
    pub comment: String,
}
