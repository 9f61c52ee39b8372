//! Openings by heart: a named line is played until somebody leaves it.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use outflank_rules::{Board, Color, Game, IllegalMove, Position, Rules, Square, Symmetry};
use serde::{Deserialize, Serialize};

use crate::board_with_turn::BoardWithTurn;
use crate::openings::{self, Language};

/// A named opening as a line of moves from the usual start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its name.
    pub name: &'static str,
    /// Its moves.
    pub moves: Vec<Square>,
}

/// The openings that have a name in a language, in the order of their names.
pub fn lines(language: Language) -> Vec<Line> {
    openings::lines(language).map(|(name, moves)| Line { name, moves }).collect()
}

/// The openings that are meant by a text, as [`openings::search`] finds them, in the order of their names. Of lines that begin in the same
/// way and of which one goes on where the other ends, only the longer one is there: who plays it plays both.
///
/// ```
/// use outflank_study::drill;
/// use outflank_study::openings::Language;
///
/// let [tiger] = &drill::lines_named("tigre", Language::English)[..] else { panic!("there is one Tiger") };
/// assert_eq!((tiger.name, tiger.to_string()), ("Tiger", "f5d6c3d3c4".to_owned()));
/// ```
pub fn lines_named(text: &str, language: Language) -> Vec<Line> {
    let mut lines: Vec<Line> =
        openings::lines_meant_by(text, language).map(|(name, moves)| Line { name, moves }).collect();
    let all: Vec<Vec<Square>> = lines.iter().map(|line| line.moves.clone()).collect();
    let goes_on =
        |line: &Line| all.iter().any(|moves| moves.len() > line.moves.len() && moves.starts_with(&line.moves));
    lines.retain(|line| !goes_on(line));
    lines
}

/// The moves, run together.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_moves(&self.moves, f)
    }
}

/// By what a lesson is remembered: a colour and the moves of a line, as in `black:f5d6c3d3c4`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct LessonId {
    moves: Vec<Square>,
    learner: Color,
}

/// A line that somebody plays from memory, with one colour.
#[derive(Clone, Debug)]
pub struct Lesson {
    line: Line,
    learner: Color,
    /// The moves of the line as the learner has turned them.
    way: Vec<Square>,
    game: Game,
}

/// What became of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is the line's, and the line goes on. The other side has answered.
    Right {
        /// The answer; none if the learner is to move again, because the other side had to pass.
        answer: Option<Square>,
    },
    /// It is the line's, and the line has come to its end, perhaps with the answer of the other side.
    Done,
    /// It leaves the line. It was not played.
    Left {
        /// What the line has in its place.
        expected: Square,
    },
}

/// What else a move is known as.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elsewhere {
    /// The name of the position that it leads to.
    pub name: Option<&'static str>,
    /// The names of the openings that go on from there, the nearest first.
    pub leads_to: Vec<&'static str>,
}

impl Lesson {
    /// A lesson from the start. If the learner is White, Black has made its first move. A line is used as far as its moves are legal.
    pub fn new(mut line: Line, learner: Color) -> Lesson {
        let start = Game::new(Position::initial(Rules::Standard));
        let mut game = start.clone();
        let legal = line.moves.iter().take_while(|&&square| game.play(square).is_ok()).count();
        line.moves.truncate(legal);
        let mut lesson = Lesson { way: line.moves.clone(), line, learner, game: start };
        lesson.answer();
        lesson
    }

    /// By what it is remembered.
    pub fn id(&self) -> LessonId {
        LessonId::new(&self.line, self.learner)
    }

    /// The line, as it is written.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The moves of the line as the learner has turned it: the first ones are those on the board.
    pub fn way(&self) -> &[Square] {
        &self.way
    }

    /// Who learns.
    pub fn learner(&self) -> Color {
        self.learner
    }

    /// What was played so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the line has next; nothing at its end.
    pub fn expected(&self) -> Option<Square> {
        self.way.get(self.game.placements().count()).copied()
    }

    /// Whether the line has been played to its end.
    pub fn is_done(&self) -> bool {
        self.expected().is_none()
    }

    /// Plays a move of the learner.
    ///
    /// A move that is the line's but for a turn of the board is the line's, where the position looks the same from both sides: so any of
    /// the four first moves will do. The line is turned with it.
    pub fn play(&mut self, square: Square) -> Result<Step, IllegalMove> {
        let position = *self.game.position();
        position.play(square.into())?;
        let Some(expected) = self.expected() else { return Ok(Step::Done) };
        let is_same = |turn: &Symmetry| turn.square(expected) == square && turn.position(&position) == position;
        let Some(turn) = Symmetry::ALL.into_iter().find(is_same) else { return Ok(Step::Left { expected }) };
        let played = self.game.placements().count();
        self.way[played..].iter_mut().for_each(|square| *square = turn.square(*square));
        self.game.play(square)?;
        let answer = self.answer();
        Ok(if self.is_done() { Step::Done } else { Step::Right { answer } })
    }

    /// What a move is known as, if not as the line's. A name is given in another language where there is none in this one.
    pub fn elsewhere(&self, square: Square, language: Language) -> Elsewhere {
        let Some(stand) = BoardWithTurn::of(self.game.position()).and_then(|stand| stand.play(square)) else {
            return Elsewhere::default();
        };
        let placed = self.game.placements().count() + 1;
        Elsewhere { name: openings::name_of(stand.board, language), leads_to: through(stand.board, placed, language) }
    }

    /// The names of the openings that go on from here, the nearest first.
    pub fn goes_on_as(&self, language: Language) -> Vec<&'static str> {
        let stand = BoardWithTurn::of(self.game.position());
        stand.map_or_else(Vec::new, |stand| through(stand.board, self.game.placements().count(), language))
    }

    /// Plays for the other side, until it is the learner's turn or the line ends.
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
    pub(super) fn new(line: &Line, learner: Color) -> LessonId {
        LessonId { moves: line.moves.clone(), learner }
    }
}

impl fmt::Display for LessonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.learner)?;
        write_moves(&self.moves, f)
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
        // There is one way to write each, and no line is longer than a game.
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

/// A text that names no lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseLessonIdError;

impl fmt::Display for ParseLessonIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a lesson: black or white, a colon, and the moves of a line run together")
    }
}

impl Error for ParseLessonIdError {}

/// The openings whose lines come through a board after so many placements and go on from there.
fn through(board: Board, placed: usize, language: Language) -> Vec<&'static str> {
    let board = board.canonical();
    let comes_through = |moves: &[Square]| {
        let stand = moves.iter().take(placed).try_fold(BoardWithTurn::START, |stand, &square| stand.play(square));
        stand.is_some_and(|stand| stand.board.canonical() == board)
    };
    let mut lines: Vec<_> =
        openings::lines(language).filter(|(_, moves)| moves.len() > placed && comes_through(moves)).collect();
    lines.sort_by_key(|(_, moves)| moves.len());
    lines.into_iter().map(|(name, _)| name).collect()
}

fn write_moves(moves: &[Square], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    moves.iter().try_for_each(|square| write!(f, "{square}"))
}
