//! Checked games and what is written beside their moves.

use std::time::Duration;

use outflank_rules::{ByColor, Color, Game, Move, Ply, Position, Rules, Square};

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
    // Each after the move that it follows.
    variations: Vec<VariationMove>,
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
        Record { game: played, notes, variations: Vec::new(), details: Details::default() }
    }

    pub(crate) fn with_notes(game: Game, notes: Vec<Note>, details: Details) -> Record {
        debug_assert_eq!(game.plies().len(), notes.len());
        Record { game, notes, variations: Vec::new(), details }
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

    /// The moves outside the game, each after the one that it follows. Moves with the same predecessor are alternatives.
    pub fn variations(&self) -> &[VariationMove] {
        &self.variations
    }

    /// Adds a move outside the game and the pass that it forces. Returns its place in [`Record::variations`], or `None` if it
    /// is not legal there.
    pub fn add_variation(&mut self, follows: Follows, square: Square) -> Option<usize> {
        let before = *self.position_after(follows)?;
        let after = before.play(square.into()).ok()?;
        let passed = after.play(Move::Pass).ok();
        let ply = Ply { before, mv: square.into() };
        let (forces_pass, position) = (passed.is_some(), passed.unwrap_or(after));
        self.variations.push(VariationMove { follows, square, ply, position, forces_pass, note: Note::default() });
        Some(self.variations.len() - 1)
    }

    /// The note on a move of [`Record::variations`].
    pub fn variation_note_mut(&mut self, index: usize) -> Option<&mut Note> {
        self.variations.get_mut(index).map(|variation| &mut variation.note)
    }

    pub(crate) fn turn_after(&self, follows: Follows) -> Option<Color> {
        self.position_after(follows).map(Position::turn)
    }

    fn position_after(&self, follows: Follows) -> Option<&Position> {
        match follows {
            Follows::Variation(index) => self.variations.get(index).map(|variation| &variation.position),
            Follows::Game(moves) => {
                let mut next = self.game.plies().iter().filter(|ply| ply.mv != Move::Pass).skip(moves);
                match next.next() {
                    Some(ply) => Some(&ply.before),
                    None => (moves == self.game.placements().count()).then(|| self.game.position()),
                }
            }
        }
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

/// What a move of a variation follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Follows {
    /// The start and this many moves of the game, without passes.
    Game(usize),
    /// The move at this place in [`Record::variations`].
    Variation(usize),
}

/// A legal move outside the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariationMove {
    /// The move before it.
    pub follows: Follows,
    /// The move.
    pub square: Square,
    /// What is written beside it.
    pub note: Note,
    pub(crate) ply: Ply,
    pub(crate) forces_pass: bool,
    // After the forced pass.
    position: Position,
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
