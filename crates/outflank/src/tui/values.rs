//! What is shown about the moves of a position: one value for each.

use std::fmt;

use outflank_engine::{Analysis, Score};
use outflank_rules::{Color, Move, Position, Square, Symmetry};
use outflank_study::review::{self, Judgement, Plan};

use crate::tui::format;
use crate::tui::widgets::{Label, LabelKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Depth {
    Plies(u8),
    Exact,
}

impl Depth {
    fn of(position: &Position, plies: u8) -> Depth {
        if u32::from(plies) >= position.empty().len() { Depth::Exact } else { Depth::Plies(plies) }
    }
}

pub(crate) fn certainty(position: &Position, depth: Depth) -> String {
    match depth {
        Depth::Exact => depth.to_string(),
        Depth::Plies(plies) => format!("{depth}, within {:.0} discs", review::error_bound(position, plies)),
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Plies(1) => f.write_str("1 ply"),
            Depth::Plies(plies) => write!(f, "{plies} plies"),
            Depth::Exact => f.write_str("exact"),
        }
    }
}

/// What a report or a search knows about a position. Scores are for the side to move, the best first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Source {
    pub(crate) depth: Depth,
    pub(crate) line: Vec<Move>,
    moves: Vec<(Square, Score)>,
}

impl Source {
    pub(crate) fn search(analysis: &Analysis) -> Option<Source> {
        let moves = analysis.lines.iter().filter_map(|line| Some((line.pv.first()?.square()?, line.score)));
        let depth = if analysis.exact { Depth::Exact } else { Depth::Plies(analysis.depth) };
        Source::new(depth, analysis.lines.first()?.pv.clone(), moves)
    }

    pub(crate) fn report(judgement: &Judgement, before: &Position) -> Option<Source> {
        let Judgement { by, best, best_score, played, score, .. } = *judgement;
        let moves = [(best, for_mover(best_score, by)), (played, for_mover(score, by))];
        let symmetries = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.position(before) == *before);
        let moves = moves
            .into_iter()
            .flat_map(|(square, score)| symmetries.clone().map(move |symmetry| (symmetry.square(square), score)));
        let depth = if judgement.is_exact { Depth::Exact } else { Depth::Plies(judgement.depth) };
        Source::new(depth, judgement.best_line.clone(), moves)
    }

    /// About the last position of an unfinished game, after the last judged move.
    pub(crate) fn report_end(last: &Judgement, plan: &Plan, position: &Position) -> Option<Source> {
        let line = last.refutation.iter().skip(1).copied().skip_while(|&mv| mv == Move::Pass);
        let line: Vec<Move> = line.collect();
        let best = line.first()?.square()?;
        let score = for_mover(last.score, position.turn());
        Source::new(Depth::of(position, plan.plies(position)), line, [(best, score)].into_iter())
    }

    fn new(depth: Depth, line: Vec<Move>, values: impl Iterator<Item = (Square, Score)>) -> Option<Source> {
        let mut moves: Vec<(Square, Score)> = Vec::new();
        for (square, score) in values {
            if moves.iter().all(|&(known, _)| known != square) {
                moves.push((square, score));
            }
        }
        (!moves.is_empty()).then_some(Source { depth, line, moves })
    }

    fn of_move(&self, square: Square) -> Option<Score> {
        self.moves.iter().find(|&&(known, _)| known == square).map(|&(_, score)| score)
    }
}

fn for_mover(score: Score, mover: Color) -> Score {
    match mover {
        Color::Black => score,
        Color::White => -score,
    }
}

/// The report's values for the moves that it has judged, and those of the live search for the others.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Values {
    pub(crate) first: Source,
    pub(crate) is_reported: bool,
    live: Option<Source>,
}

/// For the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MoveValue {
    pub(crate) square: Square,
    score: Score,
    depth: Depth,
    pub(crate) is_reported: bool,
}

impl MoveValue {
    pub(crate) fn text(&self) -> String {
        format::value(self.score.discs(), self.depth == Depth::Exact)
    }
}

impl Values {
    pub(crate) fn of(reported: Option<Source>, live: Option<Source>) -> Option<Values> {
        match reported {
            Some(first) => Some(Values { first, is_reported: true, live }),
            None => live.map(|first| Values { first, is_reported: false, live: None }),
        }
    }

    pub(crate) fn best(&self) -> Score {
        self.first.moves[0].1
    }

    pub(crate) fn of_move(&self, square: Square) -> Option<Score> {
        self.first.of_move(square).or_else(|| self.live.as_ref()?.of_move(square))
    }

    pub(crate) fn live_depth(&self) -> Option<Depth> {
        self.live.as_ref().map(|live| live.depth)
    }

    pub(crate) fn is_outdated(&self) -> bool {
        self.live_depth().is_some_and(|depth| depth > self.first.depth)
    }

    fn all(&self) -> Vec<MoveValue> {
        let is_new = |&&(square, _): &&(Square, Score)| self.first.of_move(square).is_none();
        let value = |source: &Source, is_reported| {
            let depth = source.depth;
            move |&(square, score): &(Square, Score)| MoveValue { square, score, depth, is_reported }
        };
        let others = self.live.iter().flat_map(|live| live.moves.iter().filter(is_new).map(value(live, false)));
        self.first.moves.iter().map(value(&self.first, self.is_reported)).chain(others).collect()
    }

    pub(crate) fn ranked(&self) -> Vec<MoveValue> {
        let mut all = self.all();
        all.sort_by(|a, b| b.score.discs().total_cmp(&a.score.discs()));
        all
    }

    pub(crate) fn labels(&self) -> Vec<Label> {
        let values = self.all();
        // A shallower search does not contradict the report's best move.
        let best = match self.is_outdated() {
            true => values.iter().map(|value| value.score.discs()).fold(f32::MIN, f32::max),
            false => self.best().discs(),
        };
        let label = |value: MoveValue| Label {
            square: value.square,
            text: value.text(),
            // Equal as displayed.
            kind: if (best - value.score.discs()).abs() < 0.05 { LabelKind::Best } else { LabelKind::Other },
        };
        values.into_iter().map(label).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use outflank_engine::{Bound, Variation};
    use outflank_formats::plain;
    use outflank_rules::Square;
    use proptest::prelude::*;

    use super::*;

    fn square() -> impl Strategy<Value = Square> {
        prop::sample::select(Square::ALL[..8].to_vec())
    }

    fn score() -> impl Strategy<Value = Score> {
        (-64_i8..=64).prop_map(Score::from_discs)
    }

    prop_compose! {
        fn judgement()(
            is_white in any::<bool>(), played in square(), best in square(), score in score(), best_score in score(), depth in 0..30_u8,
            is_exact in any::<bool>(),
        ) -> Judgement {
            Judgement {
                ply: 1, by: if is_white { Color::White } else { Color::Black }, played, best, score,
                best_score: if best == played { score } else { best_score },
                depth, is_exact, error: 0.0, deviation: 0.0, refutation: Vec::new(), best_line: Vec::new(),
            }
        }
    }

    prop_compose! {
        fn analysis()(moves in prop::collection::vec((square(), score()), 0..10), depth in 0..30_u8, exact in any::<bool>()) -> Analysis {
            let line = |(square, score)| Variation { pv: vec![Move::Place(square)], score, bound: Bound::Exact };
            Analysis {
                lines: moves.into_iter().map(line).collect(),
                depth, selectivity: Default::default(), exact, nodes: 0, time: Default::default(),
            }
        }
    }

    proptest! {
        #[test]
        fn a_move_has_one_value_and_a_search_never_changes_that_of_the_report(
            judgement in judgement(),
            searches in prop::collection::vec(analysis(), 0..5),
        ) {
            let asymmetric = plain::parse("f5d6c3").unwrap().check().unwrap();
            let reported = Source::report(&judgement, asymmetric.game().position());
            let sources = [None].into_iter().chain(searches.iter().map(Some));
            for live in sources.map(|analysis| analysis.and_then(Source::search)) {
                let shown = Values::of(reported.clone(), live.clone()).unwrap();
                let mut texts = HashMap::new();
                for label in shown.labels() {
                    prop_assert!(texts.insert(label.square, label.text).is_none(), "{} is shown twice", label.square);
                }
                let listed: HashMap<_, _> = shown.ranked().iter().map(|value| (value.square, value.text())).collect();
                prop_assert_eq!(&listed, &texts, "the list of moves has the values of the squares");
                let text = |score: Score| format::value(for_mover(score, judgement.by).discs(), judgement.is_exact);
                prop_assert_eq!(&texts[&judgement.played], &text(judgement.score));
                prop_assert_eq!(&texts[&judgement.best], &text(judgement.best_score));
                prop_assert_eq!(shown.of_move(judgement.best), Some(shown.best()));
                for &(square, score) in live.iter().flat_map(|live| &live.moves) {
                    let is_judged = [judgement.played, judgement.best].contains(&square);
                    prop_assert!(is_judged || shown.of_move(square) == Some(score));
                }
            }
        }
    }
}
