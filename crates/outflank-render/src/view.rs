use std::fmt;

use outflank_formats::record::{GameResult, Termination};
use outflank_formats::{Points, Record};
use outflank_rules::{ByColor, Color, Ply, Position, Square, Status};
use outflank_study::report::{Document, Judged, KnownPlay, MoveStats, Phase, Report, Takeaways};
use serde::Serialize;

use crate::graph::Graph;
use crate::number::tenths;
use crate::sanitize;

/// A game with its report, ready to be laid out. All text is sanitized; markup still has to escape it.
#[derive(Debug)]
pub struct ReportView {
    pub origin: String,
    pub names: ByColor<Option<String>>,
    pub score: Option<String>,
    /// "34 to 30", "Black won by 8, by resignation"
    pub result: Option<String>,
    pub date: String,
    pub event: String,
    pub round: String,
    pub place: String,
    pub facts: Vec<Fact>,
    pub boards: Vec<BoardView>,
    pub graph: Graph,
    pub report: Report,
    pub document: Document,
    pub reader: Option<Color>,
}

/// A statement about the game as a whole. Displayed as a sentence: "Opening: Tiger, after move 4."
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub kind: FactKind,
    pub text: String,
    pub ply: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    Rules,
    Opening,
    KnownPlay,
    TurningPoint,
    Exact,
}

#[derive(Debug, Serialize)]
pub struct BoardView {
    /// 64 of `-`, `X` and `O`, a1 b1 ... h8.
    pub discs: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<Square>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Color>,
}

impl ReportView {
    pub fn new(origin: &str, record: &Record, report: Report, known: Option<&KnownPlay>) -> ReportView {
        let (details, game) = (&record.details, record.game());
        let after = game.plies().iter().skip(1).map(|ply| &ply.before).chain([game.position()]);
        let played = game.plies().iter().zip(after).map(|(ply, after)| BoardView::new(after, Some(ply)));
        ReportView {
            origin: sanitize::line(origin),
            names: ByColor::from_fn(|color| {
                Some(sanitize::line(&details.players[color].name)).filter(|name| !name.is_empty())
            }),
            score: score(record),
            result: record.result().map(|game_result| result(record, game_result)),
            date: sanitize::line(&details.date),
            event: sanitize::line(&details.event),
            round: sanitize::line(&details.round),
            place: sanitize::line(&details.place),
            facts: facts(record, &report, known),
            boards: [BoardView::new(game.start(), None)].into_iter().chain(played).collect(),
            graph: Graph::new(game, &report),
            document: Document::of(record, &report, known),
            report,
            reader: None,
        }
    }

    #[must_use]
    pub fn for_reader(self, reader: Option<Color>) -> ReportView {
        ReportView { reader, ..self }
    }

    /// The reader's costliest mistakes first, then all other mistakes in their order.
    pub fn mistakes(&self) -> (Vec<&Judged>, Vec<&Judged>) {
        let plies = self.takeaways().map(|takeaways| &takeaways.costliest[..]).unwrap_or_default();
        let costliest = plies.iter().filter_map(|&ply| self.judged(ply)).collect();
        (costliest, self.report.mistakes().filter(|judged| !plies.contains(&judged.judgement.ply)).collect())
    }

    pub fn title_of_other_mistakes(&self) -> &'static str {
        let has_own = self.takeaways().is_some_and(|takeaways| !takeaways.costliest.is_empty());
        if has_own { "Other mistakes" } else { "Mistakes" }
    }

    pub fn takeaways(&self) -> Option<&Takeaways> {
        self.reader.and_then(|color| Some(&self.report.takeaways.as_ref()?[color]))
    }

    pub fn name(&self, color: Color) -> &str {
        self.names[color].as_deref().unwrap_or(color.title())
    }

    pub fn event_or_place(&self) -> &str {
        if self.event.is_empty() { &self.place } else { &self.event }
    }

    pub fn opening(&self) -> Option<&'static str> {
        self.report.opening.map(|named| named.name)
    }

    pub fn fact(&self, kind: FactKind) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.kind == kind)
    }

    /// The judged move at a ply, counted from 1.
    pub fn judged(&self, ply: usize) -> Option<&Judged> {
        self.report.moves.iter().find(|judged| judged.judgement.ply == ply)
    }

    pub fn accuracy(&self) -> impl Iterator<Item = (&'static str, ByColor<MoveStats>)> {
        let by_phase =
            Phase::ALL.map(|phase| (phase.name(), ByColor::from_fn(|color| self.report.accuracy[color].phase(phase))));
        by_phase.into_iter().chain([("overall", ByColor::from_fn(|color| self.report.accuracy[color].whole))])
    }
}

impl FactKind {
    pub fn label(self) -> &'static str {
        match self {
            FactKind::Rules => "Rules",
            FactKind::Opening => "Opening",
            FactKind::KnownPlay => "Known play",
            FactKind::TurningPoint => "Turning point",
            FactKind::Exact => "Exact values",
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}.", self.kind.label(), self.text)
    }
}

impl BoardView {
    fn new(position: &Position, played: Option<&Ply>) -> BoardView {
        let disc = |square| match position.disc_on(square) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '-',
        };
        BoardView {
            discs: Square::ALL.into_iter().map(disc).collect(),
            by: played.map(|ply| ply.before.turn()),
            square: played.and_then(|ply| ply.mv.square()),
            turn: (!matches!(position.status(), Status::Over(_))).then_some(position.turn()),
        }
    }
}

fn facts(record: &Record, report: &Report, known: Option<&KnownPlay>) -> Vec<Fact> {
    let judged = |ply| report.moves.iter().find(|judged| Some(judged.judgement.ply) == ply);
    let is_standard = report.rules.is_standard();
    let rules = (!is_standard).then(|| (FactKind::Rules, report.rules.to_string(), None));
    let opening = match report.opening {
        Some(named) => Some(format!("{}, after move {}", named.name, named.ply)),
        None => (is_standard && record.starts_as_usual()).then(|| "unnamed".to_owned()),
    };
    let turn = judged(report.turned).map(|judged| (FactKind::TurningPoint, judged.turning_point(), report.turned));
    let exact = exact(report, judged(report.exact_from)).map(|text| (FactKind::Exact, text, None));
    let facts = [
        rules,
        opening.map(|text| (FactKind::Opening, text, None)),
        known.map(|known| (FactKind::KnownPlay, known.to_string(), None)),
        turn,
        exact,
    ];
    facts.into_iter().flatten().map(|(kind, text, ply)| Fact { kind, text, ply }).collect()
}

/// Which values are those of perfect play, and how deep the others were searched.
fn exact(report: &Report, first: Option<&Judged>) -> Option<String> {
    let number = first.map_or(usize::MAX, |judged| judged.number);
    let depths = report.moves.iter().filter(|judged| judged.number < number).map(|judged| judged.judgement.depth);
    let depth = match (depths.clone().min(), depths.max()) {
        (Some(min), Some(max)) if min == max => format!("{min} plies deep"),
        (Some(min), Some(max)) => format!("{min} to {max} plies deep"),
        _ => return first.map(|_| "all".to_owned()),
    };
    Some(match first {
        Some(_) => format!("from move {number}; earlier moves were searched {depth}"),
        None => format!("none; moves were searched {depth}"),
    })
}

fn result(record: &Record, game_result: GameResult) -> String {
    let how = match game_result.termination {
        Termination::Board => "",
        Termination::Resignation => ", by resignation",
        Termination::Time => ", on time",
        Termination::Agreement => ", by agreement",
    };
    let score = match record.game().outcome() {
        Some(outcome) if record.details.komi.is_none_or(|komi| komi == Points::default()) => {
            let discs = outcome.tournament_score();
            format!("{} to {}", discs.black, discs.white)
        }
        _ => match game_result.margin.thousandths() {
            0 => "a draw".to_owned(),
            won @ 1.. => format!("Black won by {}", tenths(won as f32 / 1_000.0)),
            lost => format!("White won by {}", tenths(-lost as f32 / 1_000.0)),
        },
    };
    score + how
}

/// Discs with the empty squares for the winner, or the margin where komi makes it odd.
fn score(record: &Record) -> Option<String> {
    let margin = record.margin()?;
    let is_even = margin.thousandths() % 2_000 == 0 && margin.thousandths().abs() <= 64_000;
    let half = margin.discs() / 2.0;
    Some(if is_even { format!("{}-{}", 32.0 + half, 32.0 - half) } else { format!("{margin:+}") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_result_is_what_the_board_or_the_record_says() {
        let view = |record: &Record| {
            let view = sample::unjudged(record);
            (view.result, view.score)
        };
        let some = |result: &str, score: &str| (Some(result.to_owned()), Some(score.to_owned()));
        let mut record = sample::record("f5d6");
        assert_eq!(view(&record), (None, None));
        record.details.result =
            Some(GameResult { margin: Points::from_discs(-8), termination: Termination::Resignation });
        assert_eq!(view(&record), some("White won by 8, by resignation", "28-36"));
        record.details.result = Some(GameResult { margin: Points::default(), termination: Termination::Agreement });
        assert_eq!(view(&record), some("a draw, by agreement", "32-32"));
        record.details.result = Some(GameResult { margin: Points::from_discs(3), termination: Termination::Time });
        assert_eq!(view(&record), some("Black won by 3, on time", "+3.00"));
        assert_eq!(view(&sample::record("e6f4e3f6g5d6e7f5c5")), some("64 to 0", "64-0"));
    }

    #[test]
    fn facts_are_sentences() {
        let mut view = sample::tournament_game();
        assert_eq!(
            view.fact(FactKind::Opening).map(ToString::to_string).as_deref(),
            Some("Opening: Comp'Oth, after move 8.")
        );
        let exact = view.fact(FactKind::Exact).map(ToString::to_string).unwrap();
        assert!(exact.starts_with("Exact values: from move "), "{exact}");
        view.report.exact_from = None;
        assert_eq!(super::exact(&view.report, None).unwrap().split(';').next(), Some("none"));
        assert_eq!(super::exact(&view.report, view.report.moves.first()).as_deref(), Some("all"));
        assert!(sample::unjudged_game().fact(FactKind::Exact).is_none());
    }
}
