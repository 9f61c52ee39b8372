use outflank_render::{FactKind, ReportView};
use outflank_rules::Color;
use outflank_study::report::{Judged, MoveStats, Takeaways, Theme};
use ratatui::text::{Line, Span};

use crate::tui::screens::study::review::Review;
use crate::tui::widgets::{Brush, fitted, paragraph};

pub(crate) fn lines(review: &Review, columns: u16, brush: &Brush) -> Vec<Line<'static>> {
    let view = ReportView::new("", review.record(), review.report().clone(), None).for_reader(review.reader());
    let text = |text: &str| paragraph(text, columns, brush.text()).collect::<Vec<_>>();
    let mistakes = |mistakes: &[&Judged]| -> Vec<_> {
        let style = brush.in_color(brush.palette.bad);
        mistakes.iter().flat_map(|judged| paragraph(&judged.sentence(), columns, style)).collect()
    };
    let (costliest, others) = view.mistakes();
    let mut sections = vec![("", text(&view.report.story.join(" ")))];
    sections.push(("Your costliest mistakes (x to retry)", mistakes(&costliest)));
    if let Some(Takeaways { praise, practise, .. }) = view.takeaways() {
        let praise: String = praise.iter().map(|clause| format!("You {clause}. ")).collect();
        sections.push(("What you did well", text(&praise)));
        sections.push(("To practise", text(&practise.map(advice).unwrap_or_default())));
    }
    let facts = view.facts.iter().filter(|fact| fact.kind != FactKind::Rules).map(ToString::to_string);
    let facts = facts.chain(status(review)).flat_map(|fact| text(&fact));
    sections.push(("", accuracy(review, &view, columns, brush).into_iter().chain(facts).collect()));
    let is_about_others = view.reader.is_some() && !costliest.is_empty();
    sections.push((if is_about_others { "Other mistakes" } else { "Mistakes" }, mistakes(&others)));
    sections.retain(|(_, lines)| !lines.is_empty());
    let titled = sections.into_iter().map(|(title, lines)| {
        let title = Some(title).filter(|title| !title.is_empty());
        title.map(|title| Line::styled(format!(" {title}"), brush.strong())).into_iter().chain(lines).collect()
    });
    titled.collect::<Vec<Vec<_>>>().join(&Line::default())
}

fn advice(theme: Theme) -> String {
    format!("{}: press k for such puzzles, or run outflank drill --about {}.", theme.title(), theme.name())
}

fn status(review: &Review) -> Option<String> {
    let sweep = &review.sweep;
    match (sweep.is_over(), review.engine_on) {
        (true, _) => None,
        (false, true) if sweep.is_partial() => Some("The engine is still analyzing.".to_owned()),
        (false, true) => {
            let (effort, percent) = (sweep.effort(), sweep.percent_done());
            Some(format!("The {effort} report is {percent} % done; this is the previous one."))
        }
        (false, false) => Some("The analysis is incomplete: the engine is off.".to_owned()),
    }
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
