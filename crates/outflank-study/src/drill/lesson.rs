use std::fmt;
use std::str::FromStr;

use outflank_rules::{Board, Color, Game, IllegalMove, Position, Rules, Square, Symmetry};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board_with_turn::BoardWithTurn;
use crate::openings::{self, Language, OpeningLine};

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct LessonId {
    moves: Vec<Square>,
    learner: Color,
}

#[derive(Clone, Debug)]
pub struct Lesson {
    line: OpeningLine,
    learner: Color,
    way: Vec<Square>,
    game: Game,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineMove {
    Right { answer: Option<Square> },
    Done,
    Left { expected: Square },
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elsewhere {
    pub name: Option<&'static str>,
    pub leads_to: Vec<&'static str>,
}

impl Lesson {
    /// Starts a lesson. If the learner is White, Black's first move is played. Illegal moves end the line.
    pub fn new(mut line: OpeningLine, learner: Color) -> Lesson {
        let start = Game::new(Position::initial(Rules::Standard));
        let mut game = start.clone();
        let legal = line.moves.iter().take_while(|&&square| game.play(square).is_ok()).count();
        line.moves.truncate(legal);
        let mut lesson = Lesson { way: line.moves.clone(), line, learner, game: start };
        lesson.answer();
        lesson
    }

    pub fn id(&self) -> LessonId {
        LessonId::new(&self.line, self.learner)
    }

    pub fn line(&self) -> &OpeningLine {
        &self.line
    }

    /// The line in the learner's orientation; it starts with the moves on the board.
    pub fn way(&self) -> &[Square] {
        &self.way
    }

    pub fn learner(&self) -> Color {
        self.learner
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn expected(&self) -> Option<Square> {
        self.way.get(self.game.placements().count()).copied()
    }

    pub fn is_done(&self) -> bool {
        self.expected().is_none()
    }

    /// Where the position is symmetric, a symmetric move is also right, and turns the rest of the line: any of the four first moves
    /// will do.
    pub fn play(&mut self, square: Square) -> Result<LineMove, IllegalMove> {
        let position = *self.game.position();
        position.play(square.into())?;
        let Some(expected) = self.expected() else { return Ok(LineMove::Done) };
        let is_same = |turn: &Symmetry| turn.square(expected) == square && turn.position(&position) == position;
        let Some(turn) = Symmetry::ALL.into_iter().find(is_same) else { return Ok(LineMove::Left { expected }) };
        let played = self.game.placements().count();
        self.way[played..].iter_mut().for_each(|square| *square = turn.square(*square));
        self.game.play(square)?;
        let answer = self.answer();
        Ok(if self.is_done() { LineMove::Done } else { LineMove::Right { answer } })
    }

    /// Where a move leads instead of the line. Names fall back to another language.
    pub fn elsewhere(&self, square: Square, language: Language) -> Elsewhere {
        let Some(state) = BoardWithTurn::of(self.game.position()).and_then(|state| state.play(square)) else {
            return Elsewhere::default();
        };
        let placed = self.game.placements().count() + 1;
        Elsewhere { name: openings::name_of(state.board, language), leads_to: through(state.board, placed, language) }
    }

    pub fn goes_on_as(&self, language: Language) -> Vec<&'static str> {
        let state = BoardWithTurn::of(self.game.position());
        state.map_or_else(Vec::new, |state| through(state.board, self.game.placements().count(), language))
    }

    fn answer(&mut self) -> Option<Square> {
        let mut last = None;
        while let Some(square) = self.expected().filter(|_| self.game.position().turn() != self.learner) {
            self.game.play(square).expect("the moves of the line were tried");
            last = Some(square);
        }
        last
    }
}

impl LessonId {
    pub(super) fn new(line: &OpeningLine, learner: Color) -> LessonId {
        LessonId { moves: line.moves.clone(), learner }
    }
}

impl fmt::Display for LessonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.learner)?;
        self.moves.iter().try_for_each(|square| write!(f, "{square}"))
    }
}

impl FromStr for LessonId {
    type Err = ParseLessonIdError;

    fn from_str(text: &str) -> Result<LessonId, ParseLessonIdError> {
        let (color, moves) = text.split_once(':').ok_or(ParseLessonIdError)?;
        let learner = Color::ALL.into_iter().find(|one| one.to_string() == color).ok_or(ParseLessonIdError)?;
        let (pairs, left_over) = moves.as_bytes().as_chunks::<2>();
        let square = |pair: &[u8; 2]| str::from_utf8(pair).ok()?.parse().ok();
        let moves: Option<Vec<Square>> = pairs.iter().map(square).collect();
        let id = LessonId { moves: moves.ok_or(ParseLessonIdError)?, learner };
        // The notation is canonical, and no line is longer than a game.
        let is_written_so = left_over.is_empty() && id.moves.len() <= 60 && id.to_string() == text;
        if is_written_so { Ok(id) } else { Err(ParseLessonIdError) }
    }
}

impl From<LessonId> for String {
    fn from(id: LessonId) -> String {
        id.to_string()
    }
}

impl TryFrom<String> for LessonId {
    type Error = ParseLessonIdError;

    fn try_from(text: String) -> Result<LessonId, ParseLessonIdError> {
        text.parse()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a lesson such as black:f5d6c3d3c4")]
pub struct ParseLessonIdError;

fn through(board: Board, placed: usize, language: Language) -> Vec<&'static str> {
    let board = board.canonical();
    let comes_through = |line: &OpeningLine| {
        let state = BoardWithTurn::after(&line.moves[..placed.min(line.moves.len())]);
        line.moves.len() > placed && state.is_some_and(|state| state.board.canonical() == board)
    };
    let mut lines = openings::lines(language);
    lines.retain(comes_through);
    lines.sort_by_key(|line| line.moves.len());
    lines.into_iter().map(|line| line.name).collect()
}
