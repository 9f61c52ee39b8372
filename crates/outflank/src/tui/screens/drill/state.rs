use outflank_formats::Record;
use outflank_rules::{Color, Game, IllegalMove, Position, Square};
use outflank_study::drill::{self, Day, Lesson, LineMove, OpeningLine, Progress};
use outflank_study::openings::{self, Language};
use outflank_study::puzzles::Puzzle;

use crate::commands::drill::{Course, Diary, DrillResult, Openings, Recalled, words};
use crate::tui::app::Origin;
use crate::tui::screens::drill::play_out::PlayingOut;
use crate::tui::widgets::Pointer;
use crate::tui::widgets::scroll::Extent;

#[derive(Clone, Debug)]
pub(crate) struct Drill {
    pub(crate) progress: Progress,
    pub(crate) diary: Diary,
    pub(crate) today: Day,
    pub(crate) course: Course,
    pub(crate) task: Task,
    pub(crate) result: Option<TaskResult>,
    pub(crate) playing_out: Option<PlayingOut>,
    pub(crate) pointer: Pointer,
    pub(crate) back: Origin,
}

#[derive(Clone, Debug)]
pub(crate) enum Task {
    Loading,
    Puzzle(&'static Puzzle),
    Lesson(Box<Lesson>),
    List(Box<OpeningList>),
    Nothing,
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
    pub(crate) is_searching: bool,
    pub(crate) lines: Vec<OpeningLine>,
    pub(crate) all: usize,
    pub(crate) selected: usize,
    pub(crate) learner: Color,
}

impl Drill {
    pub(crate) fn new(course: Course) -> Drill {
        Drill {
            progress: Progress::default(),
            diary: Diary::default(),
            today: Day::default(),
            course,
            task: Task::Loading,
            result: None,
            playing_out: None,
            pointer: Pointer::default(),
            back: Origin::Menu,
        }
    }

    /// The progress may include that of other running programs.
    pub(crate) fn recall(&mut self, recalled: Recalled, entropy: u64) {
        (self.progress, self.diary, self.today) = (recalled.progress, recalled.diary, recalled.today);
        if let Task::Loading = self.task {
            self.begin(entropy);
        }
    }

    /// Without a named opening, the list of openings is shown.
    pub(crate) fn begin(&mut self, entropy: u64) {
        let task = match &self.course {
            Course::Openings(openings) if openings.by_name => {
                Task::of(openings.first(&self.progress, self.today, entropy))
            }
            Course::Openings(openings) => {
                Task::List(Box::new(OpeningList::new(openings.learner.unwrap_or(Color::Black))))
            }
            Course::Puzzles(_) => self.next_task(entropy),
        };
        self.start(task);
    }

    pub(crate) fn next(&mut self, entropy: u64) {
        self.start(self.next_task(entropy));
    }

    fn start(&mut self, task: Task) {
        (self.task, self.result, self.playing_out, self.pointer) = (task, None, None, Pointer::default());
    }

    fn next_task(&self, entropy: u64) -> Task {
        match &self.course {
            Course::Puzzles(wanted) => match self.progress.next(*wanted, self.today, entropy) {
                Some(puzzle) => Task::Puzzle(puzzle),
                None => Task::Nothing,
            },
            Course::Openings(openings) => Task::of(openings.next(&self.progress, self.today, entropy)),
        }
    }

    pub(crate) fn choose(&mut self) -> bool {
        let Task::List(list) = &self.task else { return false };
        let Some(line) = list.lines.get(list.selected) else { return false };
        let lesson = Lesson::new(line.clone(), list.learner);
        let lines = list.lines.clone();
        self.course = Course::Openings(Openings { lines, learner: Some(list.learner), by_name: true });
        self.start(Task::of(Some(lesson)));
        true
    }

    pub(crate) fn repeat(&mut self) {
        if let Task::Lesson(lesson) = &self.task {
            let again = Lesson::new(lesson.line().clone(), lesson.learner());
            self.start(Task::of(Some(again)));
        }
    }

    /// Returns the answer to save, if the move completes the task.
    pub(crate) fn play(&mut self, square: Square) -> Result<Option<DrillResult>, IllegalMove> {
        let result = match &mut self.task {
            _ if self.result.is_some() => return Ok(None),
            Task::Puzzle(puzzle) => {
                puzzle.position.play(square.into())?;
                match words::is_right(puzzle, square) {
                    true => TaskResult::Right(square),
                    false => TaskResult::Wrong(square),
                }
            }
            Task::Lesson(lesson) => match lesson.play(square)? {
                LineMove::Right { .. } => {
                    self.pointer.shown = false;
                    return Ok(None);
                }
                LineMove::Done => TaskResult::Right(square),
                LineMove::Left { .. } => TaskResult::Wrong(square),
            },
            Task::Loading | Task::List(_) | Task::Nothing => return Ok(None),
        };
        Ok(self.end(result))
    }

    pub(crate) fn show_answer(&mut self) -> Option<DrillResult> {
        if self.is_open() { self.end(TaskResult::Shown) } else { None }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.result.is_none() && matches!(self.task, Task::Puzzle(_) | Task::Lesson(_))
    }

    /// Whether the next square answers the task or plays it out.
    pub(crate) fn is_choosing(&self) -> bool {
        self.is_open() || self.playing_out.as_ref().is_some_and(PlayingOut::is_choosing)
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.playing_out.as_ref().is_some_and(|playing| !playing.is_over() && !playing.is_choosing())
    }

    pub(crate) fn select(&mut self, index: usize) {
        if let Task::List(list) = &mut self.task {
            list.selected = index;
        }
    }

    pub(crate) fn play_out(&mut self) -> Option<&mut PlayingOut> {
        if let (Task::Puzzle(puzzle), Some(result), None) = (&self.task, self.result, &self.playing_out) {
            self.playing_out = PlayingOut::new(puzzle, result);
            self.pointer = Pointer::default();
        }
        self.playing_out.as_mut()
    }

    pub(crate) fn position(&self) -> Option<&Position> {
        match (&self.task, &self.playing_out) {
            (Task::Puzzle(_), Some(playing)) => Some(playing.play_out.game().position()),
            (Task::Puzzle(puzzle), None) => Some(&puzzle.position),
            (Task::Lesson(lesson), _) => Some(lesson.game().position()),
            (Task::Loading | Task::List(_) | Task::Nothing, _) => None,
        }
    }

    pub(crate) fn game(&self) -> Option<Game> {
        let Task::Puzzle(puzzle) = &self.task else { return None };
        let mut game = puzzle.game();
        for square in self.playing_out.iter().flat_map(|playing| playing.play_out.game().placements()) {
            game.play(square).expect("the moves were legal in the same position");
        }
        Some(game)
    }

    pub(crate) fn record(&self) -> Option<Record> {
        let Task::Puzzle(puzzle) = &self.task else { return None };
        let mut record = Record::of(&self.game()?);
        record.details.event = puzzle.source.to_owned();
        Some(record)
    }

    /// Applies the answer here as well: the screen does not wait for the file.
    fn end(&mut self, result: TaskResult) -> Option<DrillResult> {
        let is_right = matches!(result, TaskResult::Right(_));
        let answer = match &self.task {
            Task::Puzzle(puzzle) => DrillResult::Puzzle { id: puzzle.id, is_right },
            Task::Lesson(lesson) => DrillResult::Lesson { id: lesson.id(), is_right },
            Task::Loading | Task::List(_) | Task::Nothing => return None,
        };
        self.result = Some(result);
        answer.clone().apply(&mut self.progress, self.today);
        Some(answer)
    }

    pub(crate) fn verdict(&self) -> Option<String> {
        match (&self.task, self.result?) {
            (Task::Puzzle(puzzle), TaskResult::Right(square) | TaskResult::Wrong(square)) => {
                Some(words::verdict(puzzle, square))
            }
            (Task::Puzzle(puzzle), TaskResult::Shown) => Some(words::solution(puzzle)),
            (Task::Lesson(lesson), TaskResult::Right(_)) => Some(words::done(lesson)),
            (Task::Lesson(lesson), TaskResult::Wrong(square)) => Some(words::left(lesson, square, lesson.expected()?)),
            (Task::Lesson(lesson), TaskResult::Shown) => Some(words::expected(lesson, lesson.expected()?)),
            (Task::Loading | Task::List(_) | Task::Nothing, _) => None,
        }
    }
}

impl Task {
    fn of(lesson: Option<Lesson>) -> Task {
        match lesson {
            Some(lesson) => Task::Lesson(Box::new(lesson)),
            None => Task::Nothing,
        }
    }
}

impl OpeningList {
    pub(crate) fn new(learner: Color) -> OpeningList {
        let lines = drill::lines(Language::English);
        OpeningList { filter: String::new(), is_searching: false, all: lines.len(), lines, selected: 0, learner }
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

    pub(crate) fn first(&self, rows: usize) -> usize {
        Extent { lines: self.lines.len(), rows }.top_for(self.selected)
    }

    pub(crate) fn step(&mut self, by: isize) {
        let last = self.lines.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }
}
