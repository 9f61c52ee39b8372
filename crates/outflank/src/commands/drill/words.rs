use std::fmt::Write;

use outflank_render::number::grouped;
use outflank_rules::{Color, Square};
use outflank_study::drill::{self, Day, Lesson, LessonStanding, OpeningLine, Progress, PuzzleFilter, Standing};
use outflank_study::openings::Language;
use outflank_study::puzzles::{Kind, Puzzle, Scored};

pub(crate) fn sort(puzzle: &Puzzle) -> String {
    let kind = match puzzle.kind {
        Kind::Endgame => "Endgame",
        Kind::Opening => "Opening",
    };
    format!("{kind}, difficulty {} of {}", puzzle.difficulty, Puzzle::DIFFICULTIES.end())
}

pub(crate) fn opening(puzzle: &Puzzle) -> Option<String> {
    puzzle.opening(Language::English).map(|opening| format!("Opening: {}", opening.name))
}

pub(crate) fn verdict(puzzle: &Puzzle, square: Square) -> String {
    let worth = |scored: &Scored| match puzzle.kind {
        Kind::Opening => format!("{} is worth {}", scored.square, value(scored.score)),
        Kind::Endgame => scored.result(),
    };
    let best = worth(&puzzle.best());
    match puzzle.moves.iter().find(|scored| scored.square == square) {
        Some(_) if is_right(puzzle, square) => format!("Right: {}.", worth(&Scored { square, ..puzzle.best() })),
        Some(scored) => {
            let loss = puzzle.loss(square).unwrap_or_default();
            format!("Wrong: {}, which costs {}. {}.", worth(scored), counted(loss.into(), "disc"), best)
        }
        None => format!("{best}."),
    }
}

pub(crate) fn solution(puzzle: &Puzzle) -> String {
    let best = verdict(puzzle, puzzle.best().square);
    format!("Answer: {}", best.trim_start_matches("Right: "))
}

/// Moves as good as the best count too.
pub(crate) fn is_right(puzzle: &Puzzle, square: Square) -> bool {
    puzzle.loss(square) == Some(0)
}

pub(crate) fn value(score: i8) -> String {
    if score == 0 { "0".to_owned() } else { format!("{score:+}") }
}

pub(crate) fn popularity(line: &OpeningLine) -> Option<String> {
    drill::popularity(line).map(|games| format!("played in {}", counted(games, "tournament game")))
}

pub(crate) fn counted(count: u32, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(count as usize))
}

pub(crate) fn lesson(lesson: &Lesson) -> String {
    let line = lesson.line();
    let popularity = popularity(line).map(|popularity| format!(", {popularity}")).unwrap_or_default();
    format!("{}, as {}: a line of {} moves{popularity}", line.name, lesson.learner().title(), line.moves.len())
}

pub(crate) fn left(lesson: &Lesson, square: Square, expected: Square) -> String {
    let elsewhere = lesson.elsewhere(square, Language::English);
    let line = lesson.line().name;
    let known = match (elsewhere.name, &elsewhere.leads_to[..]) {
        (Some(name), _) => format!(" {square} is known as {name}."),
        (None, []) => format!(" {square} leads to no opening with a name."),
        (None, names) => format!(" {square} leads to {}.", list(names)),
    };
    format!("{square} leaves the line: {line} has {expected} here.{known}")
}

pub(crate) fn expected(lesson: &Lesson, expected: Square) -> String {
    format!("Answer: {} has {expected} here.", lesson.line().name)
}

pub(crate) fn done(lesson: &Lesson) -> String {
    let names = lesson.goes_on_as(Language::English);
    let further = if names.is_empty() { String::new() } else { format!(" It goes on to {}.", list(&names)) };
    format!("Right to the end of {}.{further}", lesson.line().name)
}

pub(crate) fn standing(standing: &Standing) -> [String; 2] {
    let Standing { puzzles, solved, learning, due, streak, longest, level } = *standing;
    [
        format!("Streak {streak}, longest {longest}; level {level} of 5"),
        format!("{solved} of {puzzles} solved, {learning} to learn, {due} due today"),
    ]
}

pub(crate) fn lesson_standing(standing: &LessonStanding) -> String {
    let LessonStanding { lessons, solved, learning, due } = *standing;
    format!("{solved} of {lessons} known, {learning} to learn, {due} due today")
}

pub(crate) fn stats(progress: &Progress, today: Day) -> String {
    let [streak, puzzles] = standing(&progress.standing(PuzzleFilter::default(), today));
    let mut text = format!("{streak}\nPuzzles: {puzzles}\n");
    for kind in Kind::ALL {
        for difficulty in Puzzle::DIFFICULTIES {
            let wanted = PuzzleFilter { kind: Some(kind), difficulty: Some(difficulty), theme: None };
            let found = progress.standing(wanted, today);
            if found.puzzles > 0 {
                let [_, puzzles] = standing(&found);
                let _ = writeln!(text, "  {} {difficulty}: {puzzles}", kind.name());
            }
        }
    }
    let lines = drill::lines(Language::English);
    let lessons = |learner| lesson_standing(&progress.lesson_standing(&lines, learner, today));
    let _ = writeln!(text, "Openings: {}", lessons(None));
    for color in Color::ALL {
        let _ = writeln!(text, "  as {}: {}", color.title(), lessons(Some(color)));
    }
    text
}

pub(crate) fn known(standing: &LessonStanding) -> &'static str {
    match standing {
        LessonStanding { due: 1.., .. } => "due",
        LessonStanding { learning: 1.., .. } => "later",
        LessonStanding { solved: 1.., .. } => "known",
        _ => "",
    }
}

fn list(names: &[&str]) -> String {
    const SHOWN: usize = 3;
    let shown = names.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
