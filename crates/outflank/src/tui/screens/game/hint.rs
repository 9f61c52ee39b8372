//! Hints in steps: a nudge in words, the best square, the values of all moves.

use outflank_engine::{Analysis, Goal, Limits};
use outflank_rules::{Move, Position, Square, Symmetry};
use outflank_study::teach::Nudge;

use crate::tui::app::{Effect, Id, State};
use crate::tui::format;
use crate::tui::screens::game::contest::Contest;
use crate::tui::values::{Source, Values};
use crate::tui::widgets::Label;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hint {
    pub(crate) id: Id,
    pub(crate) position: Position,
    pub(crate) analysis: Option<Analysis>,
    pub(crate) done: bool,
    pub(crate) step: Step,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Nudge,
    Square,
    Values,
}

/// Limited by nodes: the same position always gets the same hint.
fn limits(position: &Position) -> Limits {
    const NODES: u64 = 4_000_000;
    Limits {
        nodes: Some(NODES),
        lines: position.legal_moves().len().max(1) as usize,
        depth: None,
        time: None,
        clock: None,
        goal: Goal::Score,
    }
}

const NAMED: usize = 3;

impl Hint {
    pub(crate) fn square(&self) -> Option<Square> {
        self.best().filter(|_| self.step == Step::Square)
    }

    pub(crate) fn labels(&self) -> Vec<Label> {
        let analysis = self.analysis.as_ref().filter(|_| self.step == Step::Values);
        let values = analysis.and_then(|analysis| Values::of(None, Source::search(analysis)));
        values.map_or_else(Vec::new, |values| values.labels())
    }

    fn best(&self) -> Option<Square> {
        self.moves().next().map(|(square, _)| square)
    }

    fn moves(&self) -> impl Iterator<Item = (Square, f32)> {
        let lines = self.analysis.iter().flat_map(|analysis| &analysis.lines);
        lines.filter_map(|line| Some((line.pv.first().copied().and_then(Move::square)?, line.score.discs())))
    }

    /// `None` until the search has a result.
    pub(crate) fn text(&self, seen: Symmetry) -> Option<String> {
        let analysis = self.analysis.as_ref()?;
        match self.step {
            Step::Nudge => Nudge::of(&self.position, analysis).filter(|_| self.done).map(|nudge| nudge.text(seen)),
            Step::Square => self.best().map(|square| match self.position.legal_moves().len() {
                1 => format!("{square} is your only move."),
                _ => format!("Try {square}."),
            }),
            Step::Values => {
                let value = |(square, discs)| format!("{square} {}", format::value(discs, analysis.exact));
                let best: Vec<String> = self.moves().take(NAMED).map(value).collect();
                (!best.is_empty()).then(|| format!("Best: {}.", best.join(", ")))
            }
        }
    }

    pub(crate) fn next(&self) -> Option<&'static str> {
        match self.step {
            Step::Nudge => Some("Press i to mark the best square."),
            Step::Square => Some("Press i for the values of all moves."),
            Step::Values => None,
        }
    }
}

pub(crate) fn ask(state: &mut State, effects: &mut Vec<Effect>) {
    let id = state.new_id();
    let Some(contest) = state.contest.as_mut() else { return };
    if contest.is_over() {
        return state.notify("The game is over. Press x to study it.");
    }
    if !contest.is_human_turn() && !contest.is_between_machines() {
        return state.notify("You can ask for a hint when it is your turn.");
    }
    let position = *contest.position();
    if let Some(hint) = contest.hint.as_mut().filter(|hint| hint.position == position) {
        hint.step = hint.step.next();
        return;
    }
    effects.extend(contest.hint.take().map(|hint| Effect::Stop(hint.id)));
    contest.hint = Some(Hint { id, position, analysis: None, done: false, step: Step::Nudge });
    effects.push(Effect::Search { id, position, limits: limits(&position) });
}

impl Step {
    fn next(self) -> Step {
        match self {
            Step::Nudge => Step::Square,
            Step::Square | Step::Values => Step::Values,
        }
    }
}

pub(crate) fn shown(contest: &Contest) -> Option<&Hint> {
    contest.hint.as_ref().filter(|hint| hint.position == *contest.position())
}
