use outflank_render::{FactKind, ReportView};
use outflank_rules::Color;
use outflank_study::report::MoveStats;
use ratatui::text::{Line, Span};

use crate::tui::screens::study::review::Review;
use crate::tui::widgets::{Brush, fitted, paragraph};

pub(crate) fn lines(review: &Review, columns: u16, brush: &Brush) -> Vec<Line<'static>> {
    let view = ReportView::new("", review.record(), review.report().clone(), None);
    let mut lines = accuracy(review, &view, columns, brush);
    let facts = view.facts.iter().filter(|fact| fact.kind != FactKind::Rules).map(ToString::to_string);
    let status = match (review.sweep.is_over(), review.engine_on) {
        (true, _) => None,
        (false, true) if review.sweep.is_partial() => Some("The engine is still analyzing.".to_owned()),
        (false, true) => {
            let (effort, percent) = (review.sweep.effort(), review.sweep.percent_done());
            Some(format!("The {effort} report is {percent} % done; this is the previous one."))
        }
        (false, false) => Some("The analysis is incomplete: the engine is off.".to_owned()),
    };
    lines.extend(facts.chain(status).flat_map(|text| paragraph(&text, columns, brush.text())));
    let mistakes = view.report.mistakes().map(|judged| judged.sentence());
    let mut mistakes =
        mistakes.flat_map(|text| paragraph(&text, columns, brush.in_color(brush.palette.bad))).peekable();
    lines.extend(mistakes.peek().is_some().then(Line::default));
    lines.extend(mistakes);
    lines
}

fn accuracy(review: &Review, view: &ReportView, columns: u16, brush: &Brush) -> Vec<Line<'static>> {
    const LABEL: usize = 13;
    let names = review.names();
    let column = (usize::from(columns).saturating_sub(LABEL) / 2).min(24);
    let line = |name: &str, of: &dyn Fn(Color) -> String, style| {
        let cells = Color::ALL.map(|color| fitted(&of(color), column.saturating_sub(1), brush));
        let [black, white] = cells.map(|cell| Span::styled(format!("{cell:<column$}"), style));
        Line::from(vec![Span::styled(format!(" {name:<LABEL$}"), brush.faint()), black, white])
    };
    let title = |color: Color| match names[color].as_str() {
        "" => color.title().to_owned(),
        name => format!("{}, {name}", color.title()),
    };
    let whole = |color: Color| view.report.accuracy[color].whole;
    let mut lines = vec![line("", &title, brush.strong())];
    lines.extend(view.accuracy().map(|(label, tallies)| line(label, &|color| percent(tallies[color]), brush.text())));
    lines.push(line("mistakes", &|color| whole(color).mistakes.to_string(), brush.text()));
    lines.push(line("  blunders", &|color| whole(color).blunders.to_string(), brush.text()));
    lines
}

/// "93 %, -4.5": accuracy and the discs lost.
fn percent(tally: MoveStats) -> String {
    match tally.percent() {
        Some(percent) => format!("{percent:.0} %, -{:.1}", tally.loss),
        None => "-".to_owned(),
    }
}
