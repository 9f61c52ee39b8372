use outflank_formats::Transcript;
use outflank_rules::Square;
use outflank_study::drill::{Lesson, LineMove, OpeningLine, lines, lines_named, popularity};
use outflank_study::openings::{self, Language};

use super::{progress, written};
use crate::study::{self, unusable};
use crate::wire::{
    ErrorKind, LessonRequest, LessonStep, NamedLine, NextLesson, OpeningList, OpeningsRequest, Problem, StepKind,
    StepRequest,
};

const LONGEST: usize = 100;

pub(crate) fn openings(request: &OpeningsRequest) -> Result<OpeningList, Problem> {
    let lines = matching(request.text.as_deref())?;
    Ok(OpeningList { openings: lines.iter().map(named).collect() })
}

pub(crate) fn next_lesson(request: LessonRequest, entropy: u64) -> Result<NextLesson, Problem> {
    let matching_lines = matching(request.text.as_deref())?;
    let progress = progress(request.progress)?;
    let lesson = progress.next_lesson(&matching_lines, Some(request.side), request.day, entropy);
    Ok(NextLesson {
        opening: lesson.map(|lesson| named(lesson.line())),
        standing: progress.lesson_standing(&lines(Language::English), Some(request.side), request.day).into(),
    })
}

pub(crate) fn step(request: StepRequest) -> Result<LessonStep, Problem> {
    let line = line(&request.opening).ok_or_else(|| Problem::new(ErrorKind::NotFound, "no such opening"))?;
    let mut lesson = resumed(Lesson::new(line, request.side), request.moves.as_deref().unwrap_or_default())?;
    let done = match (request.square, request.show) {
        (None, false) => Done::default(),
        (Some(_), true) => return Err(Problem::new(ErrorKind::BadRequest, "expected a move or show, not both")),
        _ if lesson.is_done() => return Err(unusable("the opening is complete")),
        (None, true) => Done { step: StepKind::Shown, expected: lesson.expected(), ..Done::default() },
        (Some(square), false) => play(&mut lesson, square)?,
    };
    let mut progress = progress(request.progress)?;
    match done.step {
        StepKind::Left | StepKind::Shown if !request.failed => progress.learn(lesson.id(), false, request.day),
        StepKind::Done if !request.failed => progress.learn(lesson.id(), true, request.day),
        _ => {}
    }
    Ok(LessonStep {
        opening: named(lesson.line()),
        step: if lesson.is_done() { StepKind::Done } else { done.step },
        answer: done.answer,
        expected: done.expected,
        known_as: done.known_as,
        leads_to: done.leads_to,
        moves: written(lesson.game().placements()),
        position: study::told(lesson.game()),
        standing: progress.lesson_standing(&lines(Language::English), Some(request.side), request.day).into(),
        progress,
    })
}

struct Done {
    step: StepKind,
    answer: Option<Square>,
    expected: Option<Square>,
    known_as: Option<&'static str>,
    leads_to: Vec<&'static str>,
}

impl Default for Done {
    fn default() -> Done {
        Done { step: StepKind::Waiting, answer: None, expected: None, known_as: None, leads_to: Vec::new() }
    }
}

fn play(lesson: &mut Lesson, square: Square) -> Result<Done, Problem> {
    let step = lesson.play(square).map_err(|illegal| Problem::new(ErrorKind::Illegal, illegal))?;
    Ok(match step {
        LineMove::Right { answer } => Done { step: StepKind::Right, answer, ..Done::default() },
        LineMove::Done => {
            Done { step: StepKind::Done, leads_to: lesson.goes_on_as(Language::English), ..Done::default() }
        }
        LineMove::Left { expected } => {
            let elsewhere = lesson.elsewhere(square, Language::English);
            Done {
                step: StepKind::Left,
                expected: Some(expected),
                known_as: elsewhere.name,
                leads_to: elsewhere.leads_to,
                ..Done::default()
            }
        }
    })
}

fn matching(text: Option<&str>) -> Result<Vec<OpeningLine>, Problem> {
    let text = text.unwrap_or_default().trim();
    match text.len() {
        0 => Ok(lines(Language::English)),
        1..=LONGEST => Ok(lines_named(text, Language::English)),
        _ => Err(Problem::new(ErrorKind::BadRequest, format_args!("expected a text of at most {LONGEST} bytes"))),
    }
}

/// Prefers the English name. Includes lines that are no longer listed, for old links.
fn line(moves: &str) -> Option<OpeningLine> {
    Language::ALL.into_iter().flat_map(openings::lines).find(|line| line.to_string() == moves)
}

fn resumed(mut lesson: Lesson, moves: &str) -> Result<Lesson, Problem> {
    let moves: Transcript = moves.parse().map_err(unusable)?;
    let squares = moves.moves.iter().filter_map(|written| written.mv.square());
    for (place, square) in squares.enumerate() {
        let on_the_board = lesson.game().placements().nth(place);
        let is_of_the_line = match on_the_board {
            Some(played) => played == square,
            None => !lesson.is_done() && matches!(lesson.play(square), Ok(LineMove::Right { .. } | LineMove::Done)),
        };
        if !is_of_the_line {
            return Err(unusable(format_args!("move {} ({square}) is not in this opening", place + 1)));
        }
    }
    Ok(lesson)
}

fn named(line: &OpeningLine) -> NamedLine {
    NamedLine { moves: line.to_string(), name: line.name, length: line.moves.len(), games: popularity(line) }
}
