//! The file format of puzzles.
//!
//! The first line is [`VERSION`]; other lines that start with `#` are comments. Every other line is a puzzle in tab-separated
//! cells: id, kind, difficulty, board with the side to move, moves with scores from best to worst (`g2+6 b7+0 h1-14`), the source
//! game, the moves of that game up to the position (`f5d6c3`), and themes (`corner parity`). The last two may be missing.

use outflank_formats::{ParseError, Transcript, board_string};
use outflank_rules::{Bitboard, Position, Rules, SetupError, Square};
use thiserror::Error;

use super::{ParsePuzzleError, Puzzle, PuzzleId, Scored};
use crate::board_with_turn::BoardWithTurn;
use crate::report::ParseThemeError;

pub const VERSION: &str = "# outflank puzzles 1";

/// Checks that exactly the legal moves are listed and that the game leads to the position, not that the scores are right.
pub fn read(text: &'static str) -> Result<Vec<Puzzle>, ReadPuzzlesError> {
    if text.lines().next() != Some(VERSION) {
        return Err(ReadPuzzlesError { line: 1, why: BadLine::Version });
    }
    let lines = text.lines().zip(1..).filter(|(text, _)| !text.starts_with('#'));
    lines.map(|(text, line)| puzzle(text).map_err(|why| ReadPuzzlesError { line, why })).collect()
}

fn puzzle(line: &'static str) -> Result<Puzzle, BadLine> {
    let cells: Vec<&str> = line.split('\t').collect();
    let (&[id, kind, difficulty, board, moves, source], history, themes) = match cells.split_first_chunk() {
        Some((first, [])) => (first, "", ""),
        Some((first, [history])) => (first, *history, ""),
        Some((first, [history, themes])) => (first, *history, *themes),
        _ => return Err(BadLine::Cells { found: cells.len() }),
    };
    let id = id.parse().map_err(BadLine::Word)?;
    let kind = kind.parse().map_err(BadLine::Word)?;
    let difficulty =
        difficulty.parse().ok().filter(|number| Puzzle::DIFFICULTIES.contains(number)).ok_or(BadLine::Difficulty)?;
    let setup = board_string::parse(board).map_err(BadLine::Board)?;
    let position = Position::new(Rules::Standard, setup).map_err(BadLine::Position)?;
    if PuzzleId::of(&position) != Some(id) {
        return Err(BadLine::OtherName);
    }
    let moves = moves.split(' ').map(|text| scored(text).ok_or(BadLine::Move)).collect::<Result<Vec<_>, _>>()?;
    let squares: Bitboard = moves.iter().map(|scored| scored.square).collect();
    if squares != position.legal_moves() || squares.len() as usize != moves.len() {
        return Err(BadLine::OtherMoves);
    }
    if squares.is_empty() || !moves.is_sorted_by(|one, next| one.score >= next.score) {
        return Err(BadLine::Order);
    }
    if source.is_empty() {
        return Err(BadLine::Source);
    }
    let history = leading_to(&position, history)?;
    let themes = themes.split_whitespace().map(str::parse).collect::<Result<_, _>>().map_err(BadLine::Theme)?;
    Ok(Puzzle { id, kind, difficulty, position, moves, source, history, themes })
}

fn leading_to(position: &Position, history: &str) -> Result<Vec<Square>, BadLine> {
    let history: Transcript = history.parse().map_err(BadLine::History)?;
    let history: Vec<Square> = history.moves.iter().filter_map(|written| written.mv.square()).collect();
    let leads_there = || BoardWithTurn::after(&history) == BoardWithTurn::of(position);
    if history.is_empty() || leads_there() { Ok(history) } else { Err(BadLine::OtherGame) }
}

fn scored(text: &str) -> Option<Scored> {
    let (square, score) = text.split_at_checked(2)?;
    let has_sign = score.starts_with(['+', '-']);
    let score = score.parse().ok().filter(|score| has_sign && (-64..=64).contains(score))?;
    Some(Scored { square: square.parse().ok()?, score })
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {why}")]
pub struct ReadPuzzlesError {
    pub line: usize,
    pub why: BadLine,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadLine {
    #[error("expected \"{VERSION}\"")]
    Version,
    #[error("expected 6 to 8 tab-separated cells, found {found}")]
    Cells { found: usize },
    #[error("{0}")]
    Word(ParsePuzzleError),
    #[error("expected a difficulty from 1 to 5")]
    Difficulty,
    #[error("the board: {0}")]
    Board(ParseError),
    #[error("the board: {0}")]
    Position(SetupError),
    #[error("the id does not match the position")]
    OtherName,
    #[error("expected moves with scores from -64 to +64, such as g2+6")]
    Move,
    #[error("expected each legal move exactly once")]
    OtherMoves,
    #[error("expected moves from the best to the worst")]
    Order,
    #[error("expected a source game, found nothing")]
    Source,
    #[error("the game: {0}")]
    History(ParseError),
    #[error("the game does not lead to the position")]
    OtherGame,
    #[error("{0}")]
    Theme(ParseThemeError),
}
