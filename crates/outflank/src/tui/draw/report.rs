//! The report of a game under study, as a page over it.

use outflank_rules::{ByColor, Color};
use outflank_study::report::{Judged, Phase, Report, Tally};
use ratatui::text::{Line, Span};

use super::players::fitted;
use super::{Brush, wrapped};
use crate::tui::review::Review;

/// The report in lines of at most `columns`.
pub(super) fn lines(review: &Review, columns: usize, brush: &Brush) -> Vec<Line<'static>> {
    let report = review.report();
    let mut lines = accuracy(review, columns, brush);
    let facts = facts(review).into_iter().flat_map(|text| wrapped(&text, columns.saturating_sub(2)));
    lines.extend(facts.map(|text| Line::styled(format!(" {text}"), brush.text())));
    lines.extend(mistakes(report, columns, brush));
    lines
}

/// How well both sides played, in each part of the game.
fn accuracy(review: &Review, columns: usize, brush: &Brush) -> Vec<Line<'static>> {
    /// The columns of what a line is about.
    const NAME: usize = 13;
    let report = review.report();
    let names = review.names();
    let column = (columns.saturating_sub(NAME) / 2).min(24);
    let line = |name: &str, of: &dyn Fn(Color) -> String, style| {
        let cells = Color::ALL.map(|color| fitted(&of(color), column.saturating_sub(1), brush));
        let [black, white] = cells.map(|cell| Span::styled(format!("{cell:<column$}"), style));
        Line::from(vec![Span::styled(format!(" {name:<NAME$}"), brush.faint()), black, white])
    };
    let title = |color: Color| match names[color].as_str() {
        "" => color.title().to_owned(),
        name => format!("{}, {name}", color.title()),
    };
    let mut lines = vec![line("", &title, brush.strong())];
    for phase in Phase::ALL {
        lines.push(line(phase.name(), &|color| told(report.accuracy[color].phase(phase)), brush.text()));
    }
    lines.push(line("whole game", &|color| told(report.accuracy[color].whole), brush.strong()));
    let whole = ByColor::from_fn(|color| report.accuracy[color].whole);
    lines.push(line("mistakes", &|color| whole[color].mistakes.to_string(), brush.text()));
    lines.push(line("  blunders", &|color| whole[color].blunders.to_string(), brush.text()));
    lines
}

/// How good some moves were: of a hundred, and in discs.
fn told(tally: Tally) -> String {
    match tally.percent() {
        Some(percent) => format!("{percent:.0} %, -{:.1}", tally.loss),
        None => "-".to_owned(),
    }
}

/// What is known about the game as a whole, a sentence each.
fn facts(review: &Review) -> Vec<String> {
    let report = review.report();
    let opening = report.opening.map(|named| format!("Opening: {}, after move {}.", named.name, named.ply));
    let at_ply = |ply: usize| report.moves.iter().find(|judged| judged.judgement.ply == ply);
    let turned = report.turned.and_then(at_ply).map(Judged::turn_sentence);
    let exact = report.exact_from.and_then(at_ply);
    let exact = exact.map(|judged| format!("From move {} on, everything is exact.", judged.number));
    let more = match (review.sweep.is_over(), review.engine_on) {
        (true, _) => None,
        (false, true) => Some("The engine still looks at the game."),
        (false, false) => Some("The engine is off, and has not seen everything."),
    };
    [opening, turned, exact, more.map(str::to_owned)].into_iter().flatten().collect()
}

/// The serious mistakes, in the order of the game.
fn mistakes(report: &Report, columns: usize, brush: &Brush) -> Vec<Line<'static>> {
    let bad = brush.in_color(brush.palette.bad);
    let texts = report.mistakes().flat_map(|judged| wrapped(&judged.sentence(), columns.saturating_sub(2)));
    let lines: Vec<_> = texts.map(|text| Line::styled(format!(" {text}"), bad)).collect();
    match lines.is_empty() {
        true => lines,
        false => [Line::default()].into_iter().chain(lines).collect(),
    }
}
