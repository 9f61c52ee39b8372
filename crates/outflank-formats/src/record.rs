//! The one record of a game in which all formats meet.

use std::time::Duration;

use outflank_rules::{ByColor, Color, Game, Ply, Position, Rules};

use crate::Points;

/// A game that was played, and what was written beside it. Its moves are legal: what a file says becomes a record only
/// through [`UncheckedRecord::check`](crate::UncheckedRecord::check).
///
/// Forced passes are plies of their own, whether or not the source wrote them.
///
/// ```
/// use outflank_formats::{Record, plain};
///
/// let record = plain::parse("f5d6c3")?.check()?;
/// assert_eq!(record.plies().count(), 3);
/// assert_eq!(plain::write(&record), "f5d6c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game, with nothing to redo in it.
    game: Game,
    /// One for each ply.
    notes: Vec<Note>,
    /// Who, where, when, and how it ended.
    pub details: Details,
}

impl Record {
    /// The record of a game about which nothing else is known.
    pub fn of(game: &Game) -> Record {
        let mut played = Game::new(*game.start());
        for square in game.placements() {
            played.play(square).expect("a game's own moves are legal");
        }
        let notes = vec![Note::default(); played.plies().len()];
        Record { game: played, notes, details: Details::default() }
    }

    /// A game and the notes on its plies, of which there are as many.
    pub(crate) fn with_notes(game: Game, notes: Vec<Note>, details: Details) -> Record {
        debug_assert_eq!(game.plies().len(), notes.len());
        Record { game, notes, details }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Where it began.
    pub fn start(&self) -> &Position {
        self.game.start()
    }

    /// What it was played by.
    pub fn rules(&self) -> Rules {
        self.game.start().rules()
    }

    /// Whether it began where games by its rules begin.
    pub fn starts_as_usual(&self) -> bool {
        *self.start() == Position::initial(self.rules())
    }

    /// The plies with what was noted beside them, passes included.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = (&Ply, &Note)> + Clone {
        self.game.plies().iter().zip(&self.notes)
    }

    /// What is noted beside a ply, counted from 0 with the passes; to be changed.
    pub fn note_mut(&mut self, ply: usize) -> Option<&mut Note> {
        self.notes.get_mut(ply)
    }

    /// By how much Black won, komi included: what the board says if the game was played out, else what the record says.
    ///
    /// The empty squares go to the winner, as databases count.
    pub fn margin(&self) -> Option<Points> {
        match self.game.outcome() {
            Some(outcome) => {
                Some(Points::from_discs(outcome.margin(Color::Black)) - self.details.komi.unwrap_or_default())
            }
            None => self.details.result.map(|result| result.margin),
        }
    }

    /// The result to write down: [`Record::margin`], and how the record says that it came about.
    pub fn result(&self) -> Option<GameResult> {
        let termination = match self.details.result {
            Some(result) => result.termination,
            None => Termination::Board,
        };
        self.margin().map(|margin| GameResult { margin, termination })
    }
}

/// What a record says about a game beside its moves. A text that is empty was not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Who played.
    pub players: ByColor<Player>,
    /// The tournament.
    pub event: String,
    /// The round of the tournament.
    pub round: String,
    /// The town, the server or the program where it was played.
    pub place: String,
    /// The date, as it was written: the formats have many ways.
    pub date: String,
    /// The name of the opening.
    pub opening: String,
    /// The time that each player had.
    pub clocks: ByColor<Option<Clock>>,
    /// What Black must win by: the result is the difference in discs less this.
    pub komi: Option<Points>,
    /// The result, as it was written. [`Record::margin`] trusts the board more.
    pub result: Option<GameResult>,
    /// A comment on the whole game.
    pub comment: String,
    /// Everything else, by the names that the source used, in its order.
    pub others: Vec<Tag>,
}

impl Details {
    /// The value of another tag, by its name.
    pub fn other(&self, name: &str) -> Option<&str> {
        self.others.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }
}

/// A player. A text that is empty was not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rating, as it was written.
    pub rating: String,
}

/// A tag for which [`Details`] has no field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name in the source.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// The time a player has for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock {
    /// What the clock shows at the start.
    pub main: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// What a player gets once, when the clock has run out; some servers then still count the game.
    pub extension: Duration,
}

/// The result of a game, as recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// By how much Black won, komi included.
    pub margin: Points,
    /// How it came about.
    pub termination: Termination,
}

/// How a result came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Termination {
    /// The game was played out, or nothing else was said.
    #[default]
    Board,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// The players agreed on a score.
    Agreement,
}

/// What is noted beside a ply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// What the player thought the position worth, in discs for the player.
    pub eval: Option<Points>,
    /// How long the move took.
    pub time: Option<Duration>,
    /// A comment.
    pub comment: String,
}
