use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;

use outflank_rules::Color;
use outflank_study::drill::{self, Day, Progress, PuzzleFilter};
use outflank_study::openings::Language;
use outflank_study::puzzles::{Kind, Puzzle};

use super::words;

pub(super) fn print(progress: &Progress, today: Day) -> anyhow::Result<ExitCode> {
    io::stdout().write_all(text(progress, today).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn text(progress: &Progress, today: Day) -> String {
    let [streak, puzzles] = words::standing(&progress.standing(PuzzleFilter::default(), today));
    let mut text = format!("{streak}\nPuzzles: {puzzles}\n");
    for kind in Kind::ALL {
        for difficulty in Puzzle::DIFFICULTIES {
            let wanted = PuzzleFilter { kind: Some(kind), difficulty: Some(difficulty) };
            let standing = progress.standing(wanted, today);
            if standing.puzzles > 0 {
                let [_, puzzles] = words::standing(&standing);
                let _ = writeln!(text, "  {} {difficulty}: {puzzles}", kind.name());
            }
        }
    }
    let lines = drill::lines(Language::English);
    let lessons = |learner| words::lesson_standing(&progress.lesson_standing(&lines, learner, today));
    let _ = writeln!(text, "Openings: {}", lessons(None));
    for color in Color::ALL {
        let _ = writeln!(text, "  as {}: {}", color.title(), lessons(Some(color)));
    }
    text
}
