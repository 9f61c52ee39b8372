mod accuracy;
mod graph;
mod moves;
mod page;
mod summary;

use std::iter;

use outflank_rules::Color;
use outflank_study::report::{Grade, Judged, Theme};

use crate::number::decimal;
use crate::{FactKind, ReportView};
use page::{Tone, fit, wrap};

pub use page::Page;
pub use summary::{game_heading, game_line, summary};

/// The whole report. The most important part comes last, where a terminal leaves it in view.
pub fn report(view: &ReportView, page: &Page) -> String {
    let parts = [
        heading(view, page),
        moves::table(view, page),
        graph::graph(view, page),
        accuracy::table(view, page),
        lessons(view, page),
    ];
    parts.join("\n")
}

fn heading(view: &ReportView, page: &Page) -> String {
    let name = |color: Color| match &view.names[color] {
        Some(name) => format!("{name} ({})", color.title()),
        None => color.title().to_owned(),
    };
    let score = view.score.as_deref().unwrap_or("-");
    let title = format!("{} {score} {}", name(Color::Black), name(Color::White));
    let details = [&view.date, &view.event, &view.round, &view.place, &view.origin].map(String::as_str);
    let details: Vec<_> = details.into_iter().filter(|text| !text.is_empty()).collect();

    let mut lines: Vec<_> = wrap(&title, page.width, 0).iter().map(|line| page.title(line)).collect();
    lines.extend(wrap(&details.join(", "), page.width, 0).into_iter().map(|line| page.show(Tone::Faint, line)));
    let facts = view.facts.iter().filter(|fact| fact.kind != FactKind::TurningPoint);
    lines.extend(facts.flat_map(|fact| wrap(&fact.to_string(), page.width, 2)));
    lines.push("Values are in discs for Black.".to_owned());
    lines.join("\n") + "\n"
}

fn lessons(view: &ReportView, page: &Page) -> String {
    let (costliest, others) = view.mistakes();
    let mistakes = |mistakes: &[&Judged]| mistakes.iter().flat_map(|judged| mistake(judged, page)).collect();
    let text = |text: &str| if text.is_empty() { Vec::new() } else { wrap(text, page.width, 0) };
    let mut sections: Vec<(&str, Vec<String>)> =
        vec![(view.title_of_other_mistakes(), mistakes(&others)), ("Your costliest mistakes", mistakes(&costliest))];
    if sections.iter().all(|(_, lines)| lines.is_empty()) {
        sections.push(("", text("No serious mistakes.")));
    }
    if let Some(takeaways) = view.takeaways() {
        let advice = |theme: Theme| format!("{}: outflank drill --about {}", theme.title(), theme.name());
        sections.push(("What you did well", text(&takeaways.praise_sentences())));
        sections.push(("To practise", text(&takeaways.practise.map(advice).unwrap_or_default())));
    }
    sections.push(("The game", text(&view.report.story.join(" "))));
    sections.retain(|(_, lines)| !lines.is_empty());
    let titled = |(title, mut lines): (&str, Vec<String>)| {
        if !title.is_empty() {
            lines.insert(0, page.title(title));
        }
        lines.join("\n") + "\n"
    };
    sections.into_iter().map(titled).collect::<Vec<_>>().join("\n")
}

fn mistake(judged: &Judged, page: &Page) -> Vec<String> {
    let sign = page.show(tone(judged.grade), fit(judged.grade.sign(), 3));
    let marks = [sign].into_iter().chain(iter::repeat(" ".repeat(3)));
    let lines = wrap(&judged.sentence(), page.width.saturating_sub(3), 0);
    marks.zip(lines).map(|(mark, line)| mark + &line).collect()
}

fn tone(grade: Grade) -> Tone {
    match grade {
        Grade::Best | Grade::Slip => Tone::Plain,
        Grade::Mistake => Tone::Mistake,
        Grade::Blunder => Tone::Blunder,
    }
}

fn percent(percent: Option<f32>) -> String {
    percent.map_or("-".to_owned(), |percent| format!("{} %", decimal(percent, 1)))
}

fn mean(loss: Option<f32>) -> String {
    loss.map_or("-".to_owned(), |loss| decimal(loss, 2))
}
