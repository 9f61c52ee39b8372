//! The mistakes in the game under study, of one side or both, to be corrected.

use outflank_engine::Analysis;
use outflank_rules::{Color, Position, Square};
use outflank_study::report::{Grade, Judged, Report};
use outflank_study::teach::{self, Warning};

/// The tasks ahead are updated from the report, which may still change.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Retry {
    pub(crate) side: Option<Color>,
    tasks: Vec<Task>,
    current: usize,
    pub(crate) stage: RetryStage,
}

#[derive(Clone, Debug, PartialEq)]
struct Task {
    judged: Judged,
    is_found: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RetryStage {
    Open,
    Checking(Square),
    Wrong(Warning),
    Right { square: Square, loss: f32 },
    Shown,
}

impl Retry {
    pub(crate) fn of(report: &Report, side: Option<Color>) -> Option<Retry> {
        let tasks: Vec<Task> =
            mistakes(report, side).map(|judged| Task { judged: judged.clone(), is_found: false }).collect();
        (!tasks.is_empty()).then_some(Retry { side, tasks, current: 0, stage: RetryStage::Open })
    }

    pub(crate) fn judged(&self) -> &Judged {
        &self.tasks[self.current].judged
    }

    pub(crate) fn at(&self) -> usize {
        self.judged().number - 1
    }

    pub(crate) fn number(&self) -> usize {
        self.current + 1
    }

    pub(crate) fn len(&self) -> usize {
        self.tasks.len()
    }

    pub(crate) fn found(&self) -> usize {
        self.tasks.iter().filter(|task| task.is_found).count()
    }

    /// While it is open, nothing on screen may reveal the move.
    pub(crate) fn is_open(&self) -> bool {
        !matches!(self.stage, RetryStage::Right { .. } | RetryStage::Shown)
    }

    pub(crate) fn go_on(&mut self, report: &Report) -> bool {
        let expected = self.tasks.split_off(self.current + 1);
        let is_found =
            |judged: &Judged| expected.iter().any(|task| task.is_found && task.judged.number == judged.number);
        let number = self.judged().number;
        let known = mistakes(report, self.side).filter(|judged| judged.number > number);
        self.tasks.extend(known.map(|judged| Task { judged: judged.clone(), is_found: is_found(judged) }));
        self.go(self.current.checked_add(1))
    }

    pub(crate) fn go_back(&mut self) -> bool {
        self.go(self.current.checked_sub(1))
    }

    fn go(&mut self, to: Option<usize>) -> bool {
        let Some(to) = to.filter(|&to| to < self.tasks.len()) else { return false };
        (self.current, self.stage) = (to, RetryStage::Open);
        true
    }

    /// Judges the attempted move once the analysis suffices. For the played and the best move, the report's verdict
    /// holds.
    pub(crate) fn settle(&mut self, before: &Position, analysis: Option<&Analysis>, is_done: bool) {
        let RetryStage::Checking(square) = self.stage else { return };
        let Judged { judgement, reasons, .. } = self.judged();
        let analysis = analysis.filter(|analysis| is_done || is_enough(before, analysis));
        self.stage = match analysis.and_then(|analysis| teach::loss(analysis, square)) {
            _ if square == judgement.played => RetryStage::Wrong(Warning {
                played: square,
                loss: judgement.loss(),
                is_exact: judgement.is_exact,
                reasons: reasons.clone(),
                best: judgement.best,
            }),
            _ if square == judgement.best => RetryStage::Right { square, loss: 0.0 },
            Some(loss) => {
                let warning = analysis.and_then(|analysis| Warning::about(before, square, analysis));
                match warning.filter(|_| Grade::of_loss(loss).is_serious()) {
                    Some(warning) => RetryStage::Wrong(warning),
                    None => RetryStage::Right { square, loss },
                }
            }
            None => return,
        };
        if let RetryStage::Right { .. } = self.stage {
            self.tasks[self.current].is_found = true;
        }
    }
}

fn mistakes(report: &Report, side: Option<Color>) -> impl Iterator<Item = &Judged> {
    report.mistakes().filter(move |judged| side.is_none_or(|side| judged.judgement.by == side))
}

fn is_enough(before: &Position, analysis: &Analysis) -> bool {
    const DEPTH: u8 = 12;
    const SOLVED_FROM: u32 = 16;
    analysis.exact || before.empty().len() > SOLVED_FROM && analysis.depth >= DEPTH
}
