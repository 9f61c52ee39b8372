//! The mistakes of one side in a game under study, to be done better.

use outflank_engine::Analysis;
use outflank_rules::{Color, Position, Square};
use outflank_study::report::{Grade, Judged, Report};
use outflank_study::teach::{self, Warning};

/// The serious mistakes of a side, one after another. Those to come are the ones that the report knows by then.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Retry {
    pub(crate) by: Color,
    tasks: Vec<Task>,
    current: usize,
    pub(crate) answer: Answer,
}

/// A mistake, and whether something better was found in its place.
#[derive(Clone, Debug, PartialEq)]
struct Task {
    judged: Judged,
    is_found: bool,
}

/// How far the player has come with a mistake.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// A move is to be found.
    Awaited,
    /// The engine looks at this move.
    LookedAt(Square),
    /// The move is no better than a mistake.
    Wrong(Warning),
    /// The move is good enough, and costs so many discs.
    Right { square: Square, loss: f32 },
    /// The player wanted to see what was better.
    Shown,
}

impl Retry {
    /// The mistakes of a side, if it has made any that are known.
    pub(crate) fn of(report: &Report, by: Color) -> Option<Retry> {
        let own = mistakes(report, by);
        let tasks: Vec<Task> = own.map(|judged| Task { judged: judged.clone(), is_found: false }).collect();
        (!tasks.is_empty()).then_some(Retry { by, tasks, current: 0, answer: Answer::Awaited })
    }

    /// The mistake that is tried again.
    pub(crate) fn judged(&self) -> &Judged {
        &self.tasks[self.current].judged
    }

    /// How many placements came before it.
    pub(crate) fn at(&self) -> usize {
        self.judged().number - 1
    }

    /// Its number among the mistakes, counted from 1.
    pub(crate) fn number(&self) -> usize {
        self.current + 1
    }

    /// How many mistakes there are.
    pub(crate) fn len(&self) -> usize {
        self.tasks.len()
    }

    /// In place of how many of them a good move was found.
    pub(crate) fn found(&self) -> usize {
        self.tasks.iter().filter(|task| task.is_found).count()
    }

    /// Whether a good move is still to be found, so that none may be shown.
    pub(crate) fn is_open(&self) -> bool {
        !matches!(self.answer, Answer::Right { .. } | Answer::Shown)
    }

    /// Goes on to the next mistake that is known by now; whether there is one.
    pub(crate) fn go_on(&mut self, report: &Report) -> bool {
        let expected = self.tasks.split_off(self.current + 1);
        let is_found =
            |judged: &Judged| expected.iter().any(|task| task.is_found && task.judged.number == judged.number);
        let number = self.judged().number;
        let known = mistakes(report, self.by).filter(|judged| judged.number > number);
        self.tasks.extend(known.map(|judged| Task { judged: judged.clone(), is_found: is_found(judged) }));
        self.go(self.current.checked_add(1))
    }

    /// Goes back to the mistake before; whether there is one.
    pub(crate) fn go_back(&mut self) -> bool {
        self.go(self.current.checked_sub(1))
    }

    fn go(&mut self, to: Option<usize>) -> bool {
        let Some(to) = to.filter(|&to| to < self.tasks.len()) else { return false };
        (self.current, self.answer) = (to, Answer::Awaited);
        true
    }

    /// Tries a move that is legal.
    pub(crate) fn attempt(&mut self, square: Square) {
        self.answer = Answer::LookedAt(square);
    }

    /// Shows what was better.
    pub(crate) fn show(&mut self) {
        self.answer = Answer::Shown;
    }

    /// Judges the move that is looked at, as soon as enough is known about the position before it. The report knows the move of the
    /// game and the best one, and what it says of them holds.
    pub(crate) fn settle(&mut self, before: &Position, analysis: Option<&Analysis>, is_done: bool) {
        let Answer::LookedAt(square) = self.answer else { return };
        let Judged { judgement, reasons, .. } = self.judged();
        let analysis = analysis.filter(|analysis| is_done || is_enough(before, analysis));
        self.answer = match analysis.and_then(|analysis| teach::loss(analysis, square)) {
            _ if square == judgement.played => Answer::Wrong(Warning {
                played: square,
                loss: judgement.loss(),
                is_exact: judgement.is_exact,
                reasons: reasons.clone(),
                best: judgement.best,
            }),
            _ if square == judgement.best => Answer::Right { square, loss: 0.0 },
            Some(loss) => {
                let warning = analysis.and_then(|analysis| Warning::about(before, square, analysis));
                match warning.filter(|_| Grade::of_loss(loss).is_serious()) {
                    Some(warning) => Answer::Wrong(warning),
                    None => Answer::Right { square, loss },
                }
            }
            None => return,
        };
        if let Answer::Right { .. } = self.answer {
            self.tasks[self.current].is_found = true;
        }
    }
}

fn mistakes(report: &Report, by: Color) -> impl Iterator<Item = &Judged> {
    report.mistakes().filter(move |judged| judged.judgement.by == by)
}

/// Whether a search has looked at all moves far enough to judge one of them: to the end where it is near.
fn is_enough(before: &Position, analysis: &Analysis) -> bool {
    const DEPTH: u8 = 12;
    const SOLVED_FROM: u32 = 16;
    analysis.exact || before.empty().len() > SOLVED_FROM && analysis.depth >= DEPTH
}
