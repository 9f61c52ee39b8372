use std::time::Duration;

use jiff::Span;
use jiff::civil::Date;
use outflank_rules::Game;
use outflank_study::drill::{Day, PuzzleFilter};
use outflank_study::openings::Language;
use outflank_study::puzzles::{self, Puzzle, PuzzleId};
use outflank_table::Time;

use super::{progress, written};
use crate::study;
use crate::wire::{
    AnswerRequest, AnswerVerdict, ErrorKind, NextPuzzle, NextRequest, Problem, ScoredMove, ShownPuzzle, TodaysPuzzle,
};

pub(crate) fn next(request: NextRequest, entropy: u64) -> Result<NextPuzzle, Problem> {
    let wanted = checked(request.wanted())?;
    let progress = progress(request.progress)?;
    Ok(NextPuzzle {
        puzzle: progress.next(wanted, request.day, entropy).map(shown),
        standing: progress.standing(wanted, request.day).into(),
    })
}

pub(crate) fn answer(request: AnswerRequest) -> Result<AnswerVerdict, Problem> {
    let wanted = checked(request.wanted())?;
    let puzzle = find(request.puzzle)?;
    let loss = request.square.map(|square| {
        let illegal = || Problem::new(ErrorKind::Illegal, format_args!("{square} is not a legal move in this puzzle"));
        puzzle.loss(square).ok_or_else(illegal)
    });
    let loss = loss.transpose()?;
    let mut progress = progress(request.progress)?;
    let best = puzzle.best().square;
    let right = loss == Some(0);
    progress.answer(puzzle.id, right, request.day);
    Ok(AnswerVerdict {
        right,
        best,
        loss,
        moves: puzzle.moves.iter().map(ScoredMove::from).collect(),
        themes: &puzzle.themes,
        standing: progress.standing(wanted, request.day).into(),
        progress,
    })
}

pub(crate) fn puzzle(id: PuzzleId) -> Result<ShownPuzzle, Problem> {
    find(id).map(shown)
}

pub(crate) fn today(now: Time) -> (TodaysPuzzle, Duration) {
    const DAY: u64 = 24 * 60 * 60 * 1_000;
    let day = now.as_millis() / DAY;
    let date = Date::constant(1970, 1, 1).checked_add(Span::new().try_days(day as i64).unwrap_or_default());
    let puzzle = puzzles::of_day(Day(u32::try_from(day).unwrap_or(u32::MAX)));
    let date = date.map(|date| date.to_string()).unwrap_or_default();
    (TodaysPuzzle { date, puzzle: shown(puzzle) }, Duration::from_millis(DAY - now.as_millis() % DAY))
}

pub(crate) fn no_such_puzzle() -> Problem {
    Problem::new(ErrorKind::NotFound, "no such puzzle")
}

pub(super) fn find(id: PuzzleId) -> Result<&'static Puzzle, Problem> {
    puzzles::find(id).ok_or_else(no_such_puzzle)
}

fn checked(wanted: PuzzleFilter) -> Result<PuzzleFilter, Problem> {
    match wanted.difficulty {
        Some(difficulty) if !Puzzle::DIFFICULTIES.contains(&difficulty) => {
            let (least, most) = (Puzzle::DIFFICULTIES.start(), Puzzle::DIFFICULTIES.end());
            Err(Problem::new(ErrorKind::BadRequest, format_args!("expected a difficulty of {least} to {most}")))
        }
        _ => Ok(wanted),
    }
}

fn shown(puzzle: &Puzzle) -> ShownPuzzle {
    ShownPuzzle {
        id: puzzle.id,
        kind: puzzle.kind.into(),
        difficulty: puzzle.difficulty,
        task: puzzle.task() + ".",
        source: puzzle.source,
        opening: puzzle.opening(Language::English).map(|opening| opening.name),
        moves: written(puzzle.history.iter().copied()),
        position: study::told(&Game::new(puzzle.position)),
    }
}
