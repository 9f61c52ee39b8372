//! The current task of a drill, and its result.

use outflank_rules::{Color, Game, IllegalMove, Position, Square};
use outflank_study::drill::{self, Day, Lesson, LineMove, OpeningLine, Progress};
use outflank_study::openings::{self, Language};
use outflank_study::puzzles::Puzzle;

use crate::commands::drill::{Course, DrillResult, Openings, Recalled, words};
use crate::tui::widgets::pointer::Pointer;

#[derive(Clone, Debug)]
pub(crate) struct Drill {
    pub(crate) progress: Progress,
    pub(crate) today: Day,
    pub(crate) course: Course,
    pub(crate) task: Task,
    pub(crate) pointer: Pointer,
}

#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// The progress is read first.
    Loading,
    Puzzle(PuzzleTask),
    Lesson(Box<LineTask>),
    List(Box<OpeningList>),
    Nothing,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PuzzleTask {
    pub(crate) puzzle: &'static Puzzle,
    pub(crate) answered: Option<TaskResult>,
}

#[derive(Clone, Debug)]
pub(crate) struct LineTask {
    pub(crate) lesson: Lesson,
    pub(crate) ended: Option<TaskResult>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskResult {
    Right(Square),
    Wrong(Square),
    Shown,
}

#[derive(Clone, Debug)]
pub(crate) struct OpeningList {
    pub(crate) filter: String,
    pub(crate) lines: Vec<OpeningLine>,
    pub(crate) all: usize,
    pub(crate) selected: usize,
    pub(crate) learner: Color,
}

impl Drill {
    pub(crate) fn new(course: Course) -> Drill {
        Drill {
            progress: Progress::default(),
            today: Day::default(),
            course,
            task: Task::Loading,
            pointer: Pointer::default(),
        }
    }

    /// The progress may include that of other running programs.
    pub(crate) fn recall(&mut self, recalled: Recalled, entropy: u64) {
        (self.progress, self.today) = (recalled.progress, recalled.today);
        if let Task::Loading = self.task {
            self.begin(entropy);
        }
    }

    /// Without a named opening, the list of openings is shown.
    pub(crate) fn begin(&mut self, entropy: u64) {
        self.pointer = Pointer::default();
        self.task = match &self.course {
            Course::Openings(openings) if openings.by_name => {
                Task::of(openings.first(&self.progress, self.today, entropy))
            }
            Course::Openings(openings) => {
                Task::List(Box::new(OpeningList::new(openings.learner.unwrap_or(Color::Black))))
            }
            Course::Puzzles(_) => self.next_task(entropy),
        };
    }

    pub(crate) fn next(&mut self, entropy: u64) {
        self.pointer = Pointer::default();
        self.task = self.next_task(entropy);
    }

    fn next_task(&self, entropy: u64) -> Task {
        match &self.course {
            Course::Puzzles(wanted) => match self.progress.next(*wanted, self.today, entropy) {
                Some(puzzle) => Task::Puzzle(PuzzleTask { puzzle, answered: None }),
                None => Task::Nothing,
            },
            Course::Openings(openings) => Task::of(openings.next(&self.progress, self.today, entropy)),
        }
    }

    /// Starts the selected line. The others in the list follow it.
    pub(crate) fn choose(&mut self) -> bool {
        let Task::List(list) = &self.task else { return false };
        let Some(line) = list.lines.get(list.selected) else { return false };
        let lesson = Lesson::new(line.clone(), list.learner);
        let lines = list.lines.clone();
        self.course = Course::Openings(Openings { lines, learner: Some(list.learner), by_name: true });
        self.pointer = Pointer::default();
        self.task = Task::of(Some(lesson));
        true
    }

    pub(crate) fn repeat(&mut self) {
        if let Task::Lesson(learning) = &self.task {
            let again = Lesson::new(learning.lesson.line().clone(), learning.lesson.learner());
            self.pointer = Pointer::default();
            self.task = Task::of(Some(again));
        }
    }

    /// Returns the answer to save, if the move completes the task.
    pub(crate) fn play(&mut self, square: Square) -> Result<Option<DrillResult>, IllegalMove> {
        let answer = match &mut self.task {
            Task::Puzzle(task) if task.answered.is_none() => {
                task.puzzle.position.play(square.into())?;
                Some(task.end(match words::is_right(task.puzzle, square) {
                    true => TaskResult::Right(square),
                    false => TaskResult::Wrong(square),
                }))
            }
            Task::Lesson(learning) if learning.ended.is_none() => match learning.lesson.play(square)? {
                LineMove::Right { .. } => {
                    self.pointer.shown = false;
                    None
                }
                LineMove::Done => Some(learning.end(TaskResult::Right(square))),
                LineMove::Left { .. } => Some(learning.end(TaskResult::Wrong(square))),
            },
            _ => None,
        };
        Ok(self.remember(answer))
    }

    pub(crate) fn show_answer(&mut self) -> Option<DrillResult> {
        let answer = match &mut self.task {
            Task::Puzzle(task) if task.answered.is_none() => task.end(TaskResult::Shown),
            Task::Lesson(learning) if learning.ended.is_none() => learning.end(TaskResult::Shown),
            _ => return None,
        };
        self.remember(Some(answer))
    }

    pub(crate) fn is_open(&self) -> bool {
        match &self.task {
            Task::Puzzle(task) => task.answered.is_none(),
            Task::Lesson(learning) => learning.ended.is_none(),
            Task::Loading | Task::List(_) | Task::Nothing => false,
        }
    }

    pub(crate) fn position(&self) -> Option<&Position> {
        match &self.task {
            Task::Puzzle(task) => Some(&task.puzzle.position),
            Task::Lesson(learning) => Some(learning.lesson.game().position()),
            Task::Loading | Task::List(_) | Task::Nothing => None,
        }
    }

    /// Applies the answer here as well: the screen does not wait for the file.
    fn remember(&mut self, answer: Option<DrillResult>) -> Option<DrillResult> {
        let answer = answer?;
        answer.clone().apply(&mut self.progress, self.today);
        Some(answer)
    }
}

impl Task {
    fn of(lesson: Option<Lesson>) -> Task {
        match lesson {
            Some(lesson) => Task::Lesson(Box::new(LineTask { lesson, ended: None })),
            None => Task::Nothing,
        }
    }
}

impl PuzzleTask {
    fn end(&mut self, answered: TaskResult) -> DrillResult {
        self.answered = Some(answered);
        DrillResult::Puzzle { id: self.puzzle.id, is_right: matches!(answered, TaskResult::Right(_)) }
    }

    pub(crate) fn verdict(&self) -> Option<String> {
        Some(match self.answered? {
            TaskResult::Right(square) | TaskResult::Wrong(square) => words::verdict(self.puzzle, square),
            TaskResult::Shown => words::solution(self.puzzle),
        })
    }
}

impl LineTask {
    fn end(&mut self, ended: TaskResult) -> DrillResult {
        self.ended = Some(ended);
        DrillResult::Lesson { id: self.lesson.id(), is_right: matches!(ended, TaskResult::Right(_)) }
    }

    pub(crate) fn verdict(&self) -> Option<String> {
        let expected = || self.lesson.expected();
        match self.ended? {
            TaskResult::Right(_) => Some(words::done(&self.lesson)),
            TaskResult::Wrong(square) => Some(words::left(&self.lesson, square, expected()?)),
            TaskResult::Shown => Some(words::expected(&self.lesson, expected()?)),
        }
    }

    /// The moves played, or the whole line once the lesson has ended.
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

impl OpeningList {
    pub(crate) fn new(learner: Color) -> OpeningList {
        let lines = drill::lines(Language::English);
        OpeningList { filter: String::new(), all: lines.len(), lines, selected: 0, learner }
    }

    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.filter);
        self.lines = drill::lines(Language::English);
        if !self.filter.trim().is_empty() {
            let names = openings::search(&self.filter, Language::English);
            self.lines.retain(|line| names.contains(&line.name));
        }
        self.selected = 0;
    }

    /// The index of the first visible line, such that the selection is in view.
    pub(crate) fn first(&self, rows: usize) -> usize {
        let last_first = self.lines.len().saturating_sub(rows);
        self.selected.saturating_sub(rows / 2).min(last_first)
    }

    pub(crate) fn step(&mut self, by: isize) {
        let last = self.lines.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }
}
