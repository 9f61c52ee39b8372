mod accuracy;
mod graph;
mod moves;
mod page;
mod summary;

use outflank_rules::Color;
use outflank_study::report::Grade;

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
    let mut lines = match view.report.mistakes().next() {
        Some(_) => vec![page.title("Mistakes")],
        None => vec!["No serious mistakes.".to_owned()],
    };
    for judged in view.report.mistakes() {
        let mut mark = page.show(tone(judged.grade), fit(judged.grade.sign(), 3));
        for line in wrap(&judged.sentence(), page.width.saturating_sub(3), 0) {
            lines.push(mark + &line);
            mark = " ".repeat(3);
        }
    }
    if let Some(turn) = view.fact(FactKind::TurningPoint) {
        lines.push(String::new());
        lines.extend(wrap(&turn.to_string(), page.width, 0).iter().map(|line| page.title(line)));
    }
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn tone(grade: Grade) -> Tone {
    match grade {
        Grade::Best | Grade::Slip => Tone::Plain,
        Grade::Mistake => Tone::Mistake,
        Grade::Blunder => Tone::Blunder,
    }
}

fn percent(percent: Option<f32>) -> String {
    percent.map_or("-".to_owned(), |percent| format!("{percent:.1} %"))
}

fn mean(loss: Option<f32>) -> String {
    loss.map_or("-".to_owned(), |loss| format!("{loss:.2}"))
}
