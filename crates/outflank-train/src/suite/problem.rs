use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use outflank_formats::obf;
use outflank_rules::{Bitboard, Board, Position, Rules, Square};

use crate::files::PathContext;

pub(crate) struct Suite {
    pub(crate) name: String,
    pub(crate) problems: Vec<SolvedPosition>,
}

#[derive(Debug)]
pub(crate) struct SolvedPosition {
    pub(crate) board: Board,
    scores: Vec<(Square, i8)>,
}

impl Suite {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Suite> {
        let problems = parse(&fs::read_to_string(path).at(path)?).at(path)?;
        ensure!(!problems.is_empty(), "{}: expected a position with scored moves, found none", path.display());
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Suite { name, problems })
    }
}

/// Skips positions without scores and forced passes.
fn parse(text: &str) -> anyhow::Result<Vec<SolvedPosition>> {
    let mut problems = Vec::new();
    for (problem, number) in obf::parse(text).zip(1..) {
        let obf::Problem { setup, scores } = problem?;
        let position = Position::new(Rules::Standard, setup).with_context(|| format!("position {number}"))?;
        let board = position.board().context("the rules are standard")?;
        let scores: Vec<_> = scores.iter().filter_map(|&(mv, score)| Some((mv.square()?, score))).collect();
        if scores.is_empty() {
            continue;
        }
        let scored: Bitboard = scores.iter().map(|&(square, _)| square).collect();
        ensure!(scored == board.moves(), "position {number}: expected a score for each legal move, and for no other");
        problems.push(SolvedPosition { board, scores });
    }
    Ok(problems)
}

impl SolvedPosition {
    pub(crate) fn best(&self) -> i8 {
        self.scores.iter().map(|&(_, score)| score).max().expect("a problem has a move")
    }

    pub(crate) fn score(&self, square: Square) -> i8 {
        let scored = self.scores.iter().find(|&&(scored, _)| scored == square);
        scored.expect("every legal move has a score").1
    }

    pub(crate) fn moves(&self) -> impl Iterator<Item = (Square, i8)> {
        self.scores.iter().copied()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) const FFO_20: &str =
        "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; F6:-4; H6:-10;";

    pub(in super::super) fn problem(line: &str) -> SolvedPosition {
        parse(line).unwrap().pop().unwrap()
    }

    #[test]
    fn moves_have_scores() {
        let problem = problem(FFO_20);
        assert_eq!(problem.best(), 6);
        assert_eq!(problem.score(Square::F6), -4);
        assert_eq!(problem.moves().count(), 4);
    }

    #[test]
    fn a_position_without_scores_is_skipped() {
        let (board, _) = FFO_20.split_once(';').unwrap();
        assert!(parse(board).unwrap().is_empty());
    }

    #[test]
    fn scores_that_do_not_fit_the_moves_are_refused() {
        let message = |line: &str| format!("{:#}", parse(line).unwrap_err());
        let expected = "position 1: expected a score for each legal move, and for no other";
        assert_eq!(message(&FFO_20.replace(" G6:-2;", "")), expected);
        assert_eq!(message(&FFO_20.replace("G6:-2", "A1:-2")), expected);
        assert!(message("nonsense").ends_with("(line 1, column 1)"));
    }
}
