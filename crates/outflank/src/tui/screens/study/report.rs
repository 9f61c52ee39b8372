use outflank_render::number::decimal;
use outflank_render::{FactKind, ReportView};
use outflank_rules::Color;
use outflank_study::report::{Judged, MoveStats, Theme};
use ratatui::text::{Line, Span};

use crate::tui::screens::study::content::{Choice, Content};
use crate::tui::screens::study::review::Review;
use crate::tui::widgets::{Brush, fitted, paragraph};

/// The summary, the story, and the mistakes, which can be chosen.
pub(crate) fn content(review: &Review, columns: u16, brush: &Brush) -> Content {
    let view = ReportView::new("", review.record(), review.report().clone(), None).for_reader(review.reader());
    let text = |text: &str| paragraph(text, columns, brush.text()).collect::<Vec<_>>();
    let (costliest, others) = view.mistakes();
    let mut content = Content::default();
    section(&mut content, "", text(&view.report.story.join(" ")), brush);
    mistakes(&mut content, "Your costliest mistakes", &costliest, columns, brush);
    if let Some(takeaways) = view.takeaways() {
        section(&mut content, "What you did well", text(&takeaways.praise_sentences()), brush);
        section(&mut content, "To practise", text(&takeaways.practise.map(advice).unwrap_or_default()), brush);
    }
    let facts = view.facts.iter().filter(|fact| fact.kind != FactKind::Rules).map(ToString::to_string);
    let facts = facts.chain(status(review)).flat_map(|fact| text(&fact));
    section(&mut content, "", accuracy(review, &view, columns, brush).into_iter().chain(facts).collect(), brush);
    mistakes(&mut content, view.title_of_other_mistakes(), &others, columns, brush);
    content
}

fn mistakes(content: &mut Content, title: &str, mistakes: &[&Judged], columns: u16, brush: &Brush) {
    if !mistakes.is_empty() {
        begin(content, title, brush);
    }
    for judged in mistakes {
        let lines = paragraph(&judged.sentence(), columns, brush.in_color(brush.palette.bad));
        content.push_item(lines, Choice::Show(judged.number));
    }
}

fn section(content: &mut Content, title: &str, lines: Vec<Line<'static>>, brush: &Brush) {
    if !lines.is_empty() {
        begin(content, title, brush);
        content.push(lines);
    }
}

fn begin(content: &mut Content, title: &str, brush: &Brush) {
    if !content.lines.is_empty() {
        content.push([Line::default()]);
    }
    if !title.is_empty() {
        content.push([Line::styled(format!(" {title}"), brush.strong())]);
    }
}

fn advice(theme: Theme) -> String {
    format!("{}: press T for puzzles about it, or run outflank drill --about {}.", theme.title(), theme.name())
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
    let column = (usize::from(columns).saturating_sub(LABEL) / 2).clamp(1, 24);
    let line = |name: &str, of: &dyn Fn(Color) -> String, style| {
        let cells = Color::ALL.map(|color| fitted(&of(color), column - 1, brush));
        let [black, white] = cells.map(|cell| Span::styled(format!("{cell:<column$}"), style));
        Line::from(vec![Span::styled(format!(" {name:<LABEL$}"), brush.faint()), black, white])
    };
    let title = |color: Color| match names[color].as_str() {
        "" => color.title().to_owned(),
        name => format!("{}, {name}", color.title()),
    };
    let whole = |color: Color| view.report.accuracy[color].whole;
    let mut lines = vec![line("", &title, brush.strong())];
    let accuracies = view.accuracy();
    lines
        .extend(accuracies.map(|(label, of)| line(label, &|color| accuracy_text(of[color], column - 1), brush.text())));
    lines.push(line("mistakes", &|color| whole(color).mistakes.to_string(), brush.text()));
    lines.push(line("  blunders", &|color| whole(color).blunders.to_string(), brush.text()));
    lines
}

fn accuracy_text(tally: MoveStats, room: usize) -> String {
    let Some(percent) = tally.percent() else { return "-".to_owned() };
    let percent = format!("{percent:.0} %");
    let both = format!("{percent}, {}", decimal(-tally.loss, 1));
    if both.chars().count() <= room { both } else { percent }
}
