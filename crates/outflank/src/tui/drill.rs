//! A training on the board: what is asked, and what was answered.

use outflank_rules::{Color, Game, IllegalMove, Position, Square};
use outflank_study::drill::{self, Day, Lesson, LineMove, OpeningLine, Progress};
use outflank_study::openings::{self, Language};
use outflank_study::puzzles::Puzzle;

use super::pointer::Pointer;
use crate::commands::drill::{Course, DrillResult, Openings, Recalled, words};

/// A training.
#[derive(Clone, Debug)]
pub(crate) struct Drill {
    /// What is remembered. Before it is known there is no task.
    pub(crate) progress: Progress,
    pub(crate) today: Day,
    pub(crate) course: Course,
    pub(crate) task: Task,
    pub(crate) pointer: Pointer,
}

/// What is to be done now.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// What is remembered has to be read first.
    Recalling,
    Puzzle(Puzzling),
    Lesson(Box<Learning>),
    /// An opening is to be chosen.
    Choose(Box<Choice>),
    /// There is nothing left for today.
    Nothing,
}

/// A puzzle, and what became of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Puzzling {
    pub(crate) puzzle: &'static Puzzle,
    pub(crate) answered: Option<Answered>,
}

/// A lesson, and what became of it.
#[derive(Clone, Debug)]
pub(crate) struct Learning {
    pub(crate) lesson: Lesson,
    pub(crate) ended: Option<Answered>,
}

/// How a puzzle or a lesson ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answered {
    /// With the move that was to be found; in a lesson, the last of them.
    Right(Square),
    /// With another move.
    Wrong(Square),
    /// The learner asked for the answer.
    Told,
}

/// A list of openings to choose from.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// The words that are wanted in a name.
    pub(crate) filter: String,
    /// The lines that have them.
    pub(crate) lines: Vec<OpeningLine>,
    /// How many there are in all.
    pub(crate) all: usize,
    pub(crate) selected: usize,
    pub(crate) learner: Color,
}

impl Drill {
    /// A training whose progress is not read yet.
    pub(crate) fn new(course: Course) -> Drill {
        Drill {
            progress: Progress::default(),
            today: Day::default(),
            course,
            task: Task::Recalling,
            pointer: Pointer::default(),
        }
    }

    /// Takes in what is remembered, also by other programs.
    pub(crate) fn recall(&mut self, recalled: Recalled, entropy: u64) {
        (self.progress, self.today) = (recalled.progress, recalled.today);
        if let Task::Recalling = self.task {
            self.begin(entropy);
        }
    }

    /// The first task of the course. Who has not named an opening is shown a list of them.
    pub(crate) fn begin(&mut self, entropy: u64) {
        self.pointer = Pointer::default();
        self.task = match &self.course {
            Course::Openings(openings) if openings.by_name => {
                Task::of(openings.first(&self.progress, self.today, entropy))
            }
            Course::Openings(openings) => Task::Choose(Box::new(Choice::new(openings.learner.unwrap_or(Color::Black)))),
            Course::Puzzles(_) => self.next_task(entropy),
        };
    }

    /// Goes on to the next task of the course.
    pub(crate) fn next(&mut self, entropy: u64) {
        self.pointer = Pointer::default();
        self.task = self.next_task(entropy);
    }

    fn next_task(&self, entropy: u64) -> Task {
        match &self.course {
            Course::Puzzles(wanted) => match self.progress.next(*wanted, self.today, entropy) {
                Some(puzzle) => Task::Puzzle(Puzzling { puzzle, answered: None }),
                None => Task::Nothing,
            },
            Course::Openings(openings) => Task::of(openings.next(&self.progress, self.today, entropy)),
        }
    }

    /// Begins with the line that is chosen in the list. Those that are listed with it come after it.
    pub(crate) fn choose(&mut self) -> bool {
        let Task::Choose(choice) = &self.task else { return false };
        let Some(line) = choice.lines.get(choice.selected) else { return false };
        let lesson = Lesson::new(line.clone(), choice.learner);
        let lines = choice.lines.clone();
        self.course = Course::Openings(Openings { lines, learner: Some(choice.learner), by_name: true });
        self.pointer = Pointer::default();
        self.task = Task::of(Some(lesson));
        true
    }

    /// Takes the same lesson once more.
    pub(crate) fn repeat(&mut self) {
        if let Task::Lesson(learning) = &self.task {
            let again = Lesson::new(learning.lesson.line().clone(), learning.lesson.learner());
            self.pointer = Pointer::default();
            self.task = Task::of(Some(again));
        }
    }

    /// Answers with a move. What is to be remembered, if that was the end of a task.
    pub(crate) fn play(&mut self, square: Square) -> Result<Option<DrillResult>, IllegalMove> {
        let answer = match &mut self.task {
            Task::Puzzle(puzzling) if puzzling.answered.is_none() => {
                puzzling.puzzle.position.play(square.into())?;
                Some(puzzling.end(match words::is_right(puzzling.puzzle, square) {
                    true => Answered::Right(square),
                    false => Answered::Wrong(square),
                }))
            }
            Task::Lesson(learning) if learning.ended.is_none() => match learning.lesson.play(square)? {
                LineMove::Right { .. } => {
                    self.pointer.shown = false;
                    None
                }
                LineMove::Done => Some(learning.end(Answered::Right(square))),
                LineMove::Left { .. } => Some(learning.end(Answered::Wrong(square))),
            },
            _ => None,
        };
        Ok(self.remember(answer))
    }

    /// Gives the answer. What is to be remembered.
    pub(crate) fn tell(&mut self) -> Option<DrillResult> {
        let answer = match &mut self.task {
            Task::Puzzle(puzzling) if puzzling.answered.is_none() => puzzling.end(Answered::Told),
            Task::Lesson(learning) if learning.ended.is_none() => learning.end(Answered::Told),
            _ => return None,
        };
        self.remember(Some(answer))
    }

    /// Whether a move is awaited.
    pub(crate) fn is_open(&self) -> bool {
        match &self.task {
            Task::Puzzle(puzzling) => puzzling.answered.is_none(),
            Task::Lesson(learning) => learning.ended.is_none(),
            Task::Recalling | Task::Choose(_) | Task::Nothing => false,
        }
    }

    /// The position of the task.
    pub(crate) fn position(&self) -> Option<&Position> {
        match &self.task {
            Task::Puzzle(puzzling) => Some(&puzzling.puzzle.position),
            Task::Lesson(learning) => Some(learning.lesson.game().position()),
            Task::Recalling | Task::Choose(_) | Task::Nothing => None,
        }
    }

    /// Takes an answer in here as well: what is shown follows from it before the file is written.
    fn remember(&mut self, answer: Option<DrillResult>) -> Option<DrillResult> {
        let answer = answer?;
        answer.clone().apply(&mut self.progress, self.today);
        Some(answer)
    }
}

impl Task {
    fn of(lesson: Option<Lesson>) -> Task {
        match lesson {
            Some(lesson) => Task::Lesson(Box::new(Learning { lesson, ended: None })),
            None => Task::Nothing,
        }
    }
}

impl Puzzling {
    fn end(&mut self, answered: Answered) -> DrillResult {
        self.answered = Some(answered);
        DrillResult::Puzzle { id: self.puzzle.id, is_right: matches!(answered, Answered::Right(_)) }
    }

    /// What is said about the answer.
    pub(crate) fn verdict(&self) -> Option<String> {
        Some(match self.answered? {
            Answered::Right(square) | Answered::Wrong(square) => words::verdict(self.puzzle, square),
            Answered::Told => words::solution(self.puzzle),
        })
    }
}

impl Learning {
    fn end(&mut self, ended: Answered) -> DrillResult {
        self.ended = Some(ended);
        DrillResult::Lesson { id: self.lesson.id(), is_right: matches!(ended, Answered::Right(_)) }
    }

    /// What is said about how it ended.
    pub(crate) fn verdict(&self) -> Option<String> {
        let expected = || self.lesson.expected();
        match self.ended? {
            Answered::Right(_) => Some(words::done(&self.lesson)),
            Answered::Wrong(square) => Some(words::left(&self.lesson, square, expected()?)),
            Answered::Told => Some(words::expected(&self.lesson, expected()?)),
        }
    }

    /// What is shown of the line: what was played, and all of it once the lesson has ended.
    pub(crate) fn shown(&self) -> Game {
        let mut game = self.lesson.game().clone();
        if self.ended.is_some() {
            for &square in self.lesson.way().iter().skip(game.placements().count()) {
                if game.play(square).is_err() {
                    break;
                }
            }
        }
        game
    }
}

impl Choice {
    /// All lines.
    pub(crate) fn new(learner: Color) -> Choice {
        let lines = drill::lines(Language::English);
        Choice { filter: String::new(), all: lines.len(), lines, selected: 0, learner }
    }

    /// Changes the words that are wanted.
    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.filter);
        self.lines = drill::lines(Language::English);
        if !self.filter.trim().is_empty() {
            let names = openings::search(&self.filter, Language::English);
            self.lines.retain(|line| names.contains(&line.name));
        }
        self.selected = 0;
    }

    /// The first line that is shown where there is room for so many, so that the chosen one is in sight.
    pub(crate) fn first(&self, rows: usize) -> usize {
        let last_first = self.lines.len().saturating_sub(rows);
        self.selected.saturating_sub(rows / 2).min(last_first)
    }

    /// Goes up or down in the list, which has two ends.
    pub(crate) fn step(&mut self, by: isize) {
        let last = self.lines.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }
}
