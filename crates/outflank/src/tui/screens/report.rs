use outflank_render::{FactKind, ReportView};
use outflank_rules::Color;
use outflank_study::report::{Judged, MoveStats, Theme};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::tui::screens::study::review::Review;
use crate::tui::widgets::{Brush, fitted, paragraph};

pub(crate) fn lines(review: &Review, columns: u16, brush: &Brush) -> Vec<Line<'static>> {
    let view = ReportView::new("", review.record(), review.report().clone(), None);
    let text = |text: &str| paragraph(text, columns, brush.text()).collect::<Vec<_>>();
    let mut sections = vec![text(&view.report.story.join(" "))];
    let about_you = review.reader().and_then(|reader| Some((reader, review.takeaways()?)));
    let mut costliest = Vec::new();
    if let Some((reader, takeaways)) = about_you {
        let title = |text: &str| Line::styled(format!(" {text}"), brush.strong());
        costliest.clone_from(&takeaways.costliest);
        let mistakes =
            costliest.iter().filter_map(|ply| view.report.moves.iter().find(|judged| judged.judgement.ply == *ply));
        let mistakes: Vec<_> = mistakes.flat_map(|judged| mistake(judged, columns, brush)).collect();
        if !mistakes.is_empty() {
            sections.push(
                [vec![title(&format!("Your costliest mistakes as {} (x: retry)", reader.title()))], mistakes].concat(),
            );
        }
        let praise =
            takeaways.praise.iter().flat_map(|clause| paragraph(&format!("You {clause}."), columns, good(brush)));
        sections.push(praise.collect());
        sections.push(takeaways.practise.map_or_else(Vec::new, |theme| text(&practise(theme))));
    }
    let facts = view.facts.iter().filter(|fact| fact.kind != FactKind::Rules).flat_map(|fact| text(&fact.to_string()));
    let status = status(review).into_iter().flat_map(|status| text(&status));
    sections.push(accuracy(review, &view, columns, brush).into_iter().chain(facts).chain(status).collect());
    let others = view.report.mistakes().filter(|judged| !costliest.contains(&judged.judgement.ply));
    sections.push(others.flat_map(|judged| mistake(judged, columns, brush)).collect());
    sections.retain(|section| !section.is_empty());
    sections.join(&Line::default())
}

fn mistake(judged: &Judged, columns: u16, brush: &Brush) -> impl Iterator<Item = Line<'static>> + use<> {
    paragraph(&judged.sentence(), columns, brush.in_color(brush.palette.bad))
}

fn good(brush: &Brush) -> Style {
    brush.in_color(brush.palette.good)
}

fn practise(theme: Theme) -> String {
    let name = theme.name();
    format!("To practise: {name}. Press t for such puzzles, or run outflank drill --theme {name}.")
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
