//! The report of a game under study, as a page over it.

use outflank_rules::{ByColor, Color};
use outflank_study::report::{Judged, Phase, Report, Tally};
use ratatui::text::{Line, Span};

use super::players::fitted;
use super::{Brush, wrapped};
use crate::tui::review::Review;

/// The report in lines of so many columns, and no more of them than these.
pub(super) fn lines(review: &Review, columns: usize, rows: usize, brush: &Brush) -> Vec<Line<'static>> {
    let report = review.report();
    let mut lines = accuracy(review, columns, brush);
    let facts = facts(review).into_iter().flat_map(|text| wrapped(&text, columns.saturating_sub(2)));
    lines.extend(facts.map(|text| Line::styled(format!(" {text}"), brush.text())));
    lines.extend(mistakes(report, columns, rows.saturating_sub(lines.len()), brush));
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

/// The serious mistakes in their order; where there is no room for all of them, the worst.
fn mistakes(report: &Report, columns: usize, rows: usize, brush: &Brush) -> Vec<Line<'static>> {
    let mut worst: Vec<&Judged> = report.mistakes().collect();
    worst.sort_by(|a, b| b.judgement.loss().total_cmp(&a.judgement.loss()));
    let all = worst.len();
    let mut told = Vec::new();
    // One row is blank, and if there are more, one says how many.
    let mut used = 1;
    for judged in worst {
        let text = wrapped(&judged.sentence(), columns.saturating_sub(2));
        let after = usize::from(told.len() + 1 < all);
        if used + text.len() + after > rows {
            break;
        }
        used += text.len();
        told.push((judged.number, text));
    }
    told.sort();
    let more = match all - told.len() {
        0 => None,
        more => Some(Line::styled(format!(" {more} more. x tries them again."), brush.faint())),
    };
    let bad = brush.in_color(brush.palette.bad);
    let texts = told.into_iter().flat_map(|(_, text)| text);
    let lines = texts.map(|text| Line::styled(format!(" {text}"), bad)).chain(more);
    [Line::default()].into_iter().filter(|_| all > 0).chain(lines).take(rows).collect()
}
