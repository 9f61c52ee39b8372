//! The report for people.

mod accuracy;
mod graph;
mod moves;
mod page;
mod summary;
mod words;

use std::fmt::Write;

use outflank_rules::Color;

use super::Analysed;
use crate::visible;
use page::{Tone, fit, wrap};

pub(super) use page::Page;
pub(super) use summary::{game_heading, game_line, summary};

/// Everything about a game. What matters most stands last: that is what a terminal shows.
pub(super) fn report(analysed: &Analysed, page: &Page) -> String {
    let parts = [
        heading(analysed, page),
        moves::table(analysed, page),
        graph::graph(&analysed.report, page),
        accuracy::table(&analysed.report, page),
        lessons(analysed, page),
    ];
    parts.join("\n")
}

/// Who played, when, where, what opening, and how it ended.
fn heading(analysed: &Analysed, page: &Page) -> String {
    let Analysed { origin, record, report, .. } = analysed;
    let details = &record.details;
    let players = words::players(record);
    let name = |color: Color| match &players[color] {
        Some(name) => format!("{name} ({})", color.title()),
        None => color.title().to_owned(),
    };
    let score = words::score(record).unwrap_or("-".to_owned());
    let title = format!("{} {score} {}", name(Color::Black), name(Color::White));
    let mut lines: Vec<_> = wrap(&title, page.width, 0).into_iter().map(|line| page.title(&line)).collect();

    let said = [&details.date, &details.event, &details.round, &details.place, &origin.to_string()]
        .map(|text| visible::line(text));
    let said: Vec<_> = said.into_iter().filter(|text| !text.is_empty()).collect();
    lines.extend(wrap(&said.join(", "), page.width, 0).into_iter().map(|line| page.show(Tone::Faint, line)));

    let mut facts = Vec::new();
    if !report.rules.is_standard() {
        facts.push(format!("By the rules {}.", report.rules));
    }
    match &report.opening {
        Some(opening) => facts.push(format!("Opening: {}, after move {}.", opening.name, opening.ply)),
        None if record.starts_as_usual() && report.rules.is_standard() => {
            facts.push("The opening has no name.".to_owned());
        }
        None => {}
    }
    facts.extend(analysed.known.as_ref().map(ToString::to_string));
    facts.push("Values are in discs for Black.".to_owned());
    facts.push(exactness(analysed));
    lines.extend(facts.iter().flat_map(|fact| wrap(fact, page.width, 2)));
    lines.join("\n") + "\n"
}

/// From which move on the values are those of perfect play, and how deep the others were searched.
fn exactness(analysed: &Analysed) -> String {
    let moves = &analysed.report.moves;
    let first_exact = analysed.report.exact_from.and_then(|ply| analysed.judged(ply)).map(|judged| judged.number);
    let depths = moves.iter().filter(|judged| first_exact.is_none_or(|first| judged.number < first));
    let depths = depths.map(|judged| judged.judgement.depth);
    let before = match (depths.clone().min(), depths.max()) {
        (Some(least), Some(most)) if least == most => format!("{least} plies deep"),
        (Some(least), Some(most)) => format!("{least} to {most} plies deep"),
        _ => return "They are exact from the first move on.".to_owned(),
    };
    match first_exact {
        Some(first) => format!("They are exact from move {first} on; before that they are {before}."),
        None => format!("None are exact; they are {before}."),
    }
}

/// The serious mistakes, a sentence each, and where the game turned.
fn lessons(analysed: &Analysed, page: &Page) -> String {
    let mut lines = Vec::new();
    let mut mistakes = analysed.report.mistakes().peekable();
    match mistakes.peek() {
        Some(_) => lines.push(page.title("Mistakes")),
        None => lines.push("There are no serious mistakes.".to_owned()),
    }
    for judged in mistakes {
        let mark = page.show(words::tone(judged), fit(judged.grade.sign(), 3));
        let sentence = wrap(&judged.sentence(), page.width.saturating_sub(3), 0);
        lines.extend(sentence.into_iter().enumerate().map(|(index, line)| match index {
            0 => format!("{mark}{line}"),
            _ => format!("   {line}"),
        }));
    }
    if let Some(turned) = analysed.document().turned {
        lines.push(String::new());
        lines.extend(wrap(&turned.sentence, page.width, 0).into_iter().map(|line| page.title(&line)));
    }
    let mut text = String::new();
    for line in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
