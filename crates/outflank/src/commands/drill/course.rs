use anyhow::bail;
use outflank_rules::Color;
use outflank_study::drill::{self, Day, Lesson, OpeningLine, Progress, PuzzleFilter};
use outflank_study::openings::Language;

use crate::cli::{DrillArguments, DrillSubject};
use crate::player::wrong_usage;

#[derive(Clone, Debug)]
pub(crate) enum Course {
    Puzzles(PuzzleFilter),
    Openings(Openings),
}

#[derive(Clone, Debug)]
pub(crate) struct Openings {
    pub(crate) lines: Vec<OpeningLine>,
    pub(crate) learner: Option<Color>,
    /// Lines selected by name are played even if none is due.
    pub(crate) by_name: bool,
}

impl Course {
    pub(crate) fn new(arguments: &DrillArguments) -> anyhow::Result<Course> {
        let &DrillArguments { kind, difficulty, about: theme, .. } = arguments;
        let about_puzzles = kind.is_some() || difficulty.is_some() || theme.is_some();
        let about_openings = arguments.opening.is_some() || arguments.learner.is_some();
        let subject = arguments.subject.unwrap_or(match about_openings {
            true => DrillSubject::Openings,
            false => DrillSubject::Puzzles,
        });
        match subject {
            DrillSubject::Puzzles if about_openings => {
                Err(wrong_usage("--opening and --as are for openings, not puzzles").into())
            }
            DrillSubject::Openings if about_puzzles => {
                Err(wrong_usage("--kind, --difficulty and --about are for puzzles, not openings").into())
            }
            DrillSubject::Puzzles => Ok(Course::Puzzles(PuzzleFilter { kind, difficulty, theme })),
            DrillSubject::Openings => {
                Openings::named(arguments.opening.as_deref(), arguments.learner).map(Course::Openings)
            }
        }
    }
}

impl Openings {
    pub(crate) fn all() -> Openings {
        Openings { lines: drill::lines(Language::English), learner: None, by_name: false }
    }

    fn named(name: Option<&str>, learner: Option<Color>) -> anyhow::Result<Openings> {
        let Some(name) = name else { return Ok(Openings { learner, ..Openings::all() }) };
        let lines = drill::lines_named(name, Language::English);
        if lines.is_empty() {
            bail!("--opening: no opening matches '{name}'");
        }
        Ok(Openings { lines, learner, by_name: true })
    }

    pub(crate) fn first(&self, progress: &Progress, today: Day, entropy: u64) -> Option<Lesson> {
        let any = || {
            let place = entropy.checked_rem(self.lines.len() as u64)?;
            let line = self.lines.get(place as usize).filter(|_| self.by_name)?;
            let either = if entropy >> 63 == 0 { Color::Black } else { Color::White };
            Some(Lesson::new(line.clone(), self.learner.unwrap_or(either)))
        };
        self.next(progress, today, entropy).or_else(any)
    }

    pub(crate) fn next(&self, progress: &Progress, today: Day, entropy: u64) -> Option<Lesson> {
        progress.next_lesson(&self.lines, self.learner, today, entropy)
    }
}
