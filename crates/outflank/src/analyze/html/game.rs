//! A game on the page.

use std::fmt::Write;

use outflank_rules::{ByColor, Color};
use outflank_study::report::document::{Document, JudgedMove, Quality};

use super::template::filled;
use super::{Shown, View};
use crate::analyze::Analysed;
use crate::analyze::markup::{discs, escaped, player, result, signed, tenths};
use crate::analyze::plot::{Frame, Labels, Plot};

/// The graph of the page. It is as wide as a phone's, so that its letters are not made much smaller anywhere.
const FRAME: Frame =
    Frame { width: 400.0, height: 180.0, left: 30.0, right: 8.0, top: 8.0, bottom: 24.0, labels: Labels::Marks };

/// The part of the page that is about the game with this number.
pub(super) fn article(number: usize, analysed: &Analysed, view: &View) -> String {
    let id = format!("game-{number}");
    let report = &view.report;
    let names = ByColor::from_fn(|color| format!("<bdi>{}</bdi>", escaped(&player(&analysed.record, color))));
    let players = format!("{} – {}", names.black, names.white);
    let details = details(analysed);
    let (graph, legend) = (graph(analysed), legend(report));
    let (facts, accuracy) = (facts(report), accuracy(report, &names));
    let (mistakes, moves) = (mistakes(report), moves(&id, view));
    filled(include_str!("game.html"), |gap| match gap {
        "id" => Some(&id),
        "players" => Some(&players),
        "black" => Some(&names.black),
        "white" => Some(&names.white),
        "details" => Some(&details),
        "graph" => Some(&graph),
        "legend" => Some(&legend),
        "facts" => Some(&facts),
        "accuracy" => Some(&accuracy),
        "mistakes" => Some(&mistakes),
        "moves" => Some(&moves),
        _ => None,
    })
}

/// How accurate some moves were: "93 %".
pub(super) fn percent(quality: &Quality) -> String {
    quality.percent.map_or_else(|| "–".to_owned(), |percent| format!("{percent:.0} %"))
}

/// Result, event, date, and where the game was read.
fn details(analysed: &Analysed) -> String {
    let details = &analysed.record.details;
    let event = if details.event.is_empty() { &details.place } else { &details.event };
    let origin = analysed.origin.to_string();
    let result = result(&analysed.record);
    let said = [result.as_deref().unwrap_or_default(), event, &details.date, &origin];
    let said: Vec<String> = said.into_iter().map(escaped).filter(|text| !text.is_empty()).collect();
    said.iter().map(|text| format!("<bdi>{text}</bdi>")).collect::<Vec<_>>().join(" · ")
}

fn graph(analysed: &Analysed) -> String {
    let plot = Plot::of(analysed, FRAME);
    let Frame { width, height, top, bottom, .. } = FRAME;
    let (left, right) = (plot.x(0), plot.x(plot.plies().max(1)));
    format!(
        "            <svg class=\"graph\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" data-left=\"{left}\" \
         data-right=\"{right}\">{plot}<line class=\"at\" x1=\"{left}\" x2=\"{left}\" y1=\"{top}\" y2=\"{}\"/></svg>",
        escaped(&course(analysed)),
        height - bottom
    )
}

/// How the game went, for those who do not see the graph.
fn course(analysed: &Analysed) -> String {
    let scores = || analysed.report.moves.iter().map(|judged| (judged.judgement.score, judged.number));
    match (scores().max(), scores().min(), scores().next_back()) {
        (Some((most, at_most)), Some((least, at_least)), Some((last, _))) => format!(
            "Value for Black: at most {} after move {at_most}, at least {} after move {at_least}, {} in the end.",
            signed(most.discs()),
            signed(least.discs()),
            signed(last.discs()),
        ),
        _ => "No move was judged.".to_owned(),
    }
}

/// What the signs in the graph mean, as far as it has them.
fn legend(report: &Document) -> String {
    let signs = [
        ("mistake", "a mistake", report.moves.iter().any(|judged| judged.sign.is_some())),
        ("turned", "the game turned", report.turned.is_some()),
        ("exact", "exact", report.exact_from.is_some()),
    ];
    let shown = signs.into_iter().filter(|(_, _, is_there)| *is_there);
    let shown: Vec<String> =
        shown.map(|(class, text, _)| format!("<span class=\"swatch {class}\"></span> {text}")).collect();
    shown.join(" &nbsp; ")
}

fn facts(report: &Document) -> String {
    let mut facts: Vec<(&str, String)> = Vec::new();
    facts.push(match &report.opening {
        Some(opening) => ("Opening", format!("{}, after move {}", escaped(&opening.name), opening.placements)),
        None => ("Opening", "none with a name".to_owned()),
    });
    if let Some(known) = &report.known_play {
        facts.push(("Known play", escaped(&known.to_string())));
    }
    if let Some(turn) = &report.turned {
        facts.push(("Turned", format!("{} {}", escaped(&turn.sentence), button(turn.ply, "Show"))));
    }
    facts.push(match &report.exact_from {
        Some(from) => ("Exact", format!("from move {} on", from.number)),
        None => ("Exact", "nowhere: the values are estimates".to_owned()),
    });
    let line = |(name, text): (&str, String)| format!("              <dt>{name}</dt><dd>{text}</dd>\n");
    facts.into_iter().map(line).collect()
}

fn accuracy(report: &Document, names: &ByColor<String>) -> String {
    let ByColor { black, white } = names;
    let mut html = format!(
        "              <thead><tr><td></td><th scope=\"col\">{black}</th><th scope=\"col\">{white}</th></tr></thead>\n"
    );
    let ByColor { black, white } = &report.accuracy;
    let rows = [
        ("Whole", &black.whole, &white.whole),
        ("Opening", &black.opening, &white.opening),
        ("Midgame", &black.midgame, &white.midgame),
        ("Endgame", &black.endgame, &white.endgame),
    ];
    for (name, black, white) in rows {
        let (black, white) = (quality(black), quality(white));
        // Writing to a string cannot fail.
        let _ = writeln!(html, "              <tr><th scope=\"row\">{name}</th><td>{black}</td><td>{white}</td></tr>");
    }
    html
}

fn quality(quality: &Quality) -> String {
    let (Some(part), Some(lost)) = (quality.percent, quality.mean_loss) else { return "–".to_owned() };
    let mistakes = match quality.mistakes {
        0 => "no mistakes".to_owned(),
        1 => "1 mistake".to_owned(),
        many => format!("{many} mistakes"),
    };
    format!(
        "<b>{}</b><svg class=\"bar\" viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"all\" width=\"100\" height=\"4\"/><rect class=\"part\" width=\"{part:.0}\" height=\"4\"/></svg>\
         <small>{} a move</small><small>{mistakes}</small>",
        percent(quality),
        discs(lost as f32)
    )
}

fn mistakes(report: &Document) -> String {
    let serious = report.moves.iter().filter_map(|judged| Some((judged, judged.sentence.as_ref()?)));
    let items: String = serious
        .map(|(judged, sentence)| {
            format!("              <li>{}<span>{}</span></li>\n", named(judged), escaped(sentence))
        })
        .collect();
    match items.is_empty() {
        true => "            <p class=\"soft\">None.</p>\n".to_owned(),
        false => format!("            <ol class=\"mistakes\">\n{items}            </ol>\n"),
    }
}

fn moves(id: &str, view: &View) -> String {
    let mut number = 0;
    let mut html = String::new();
    for (ply, board) in view.boards.iter().enumerate() {
        let Some(by) = board.by else { continue };
        number += usize::from(board.square.is_some());
        let judged = view.report.moves.iter().find(|judged| judged.ply == ply);
        let cells = match (board, judged) {
            (_, Some(judged)) => judged_cells(judged),
            (Shown { square: Some(square), .. }, None) => {
                format!(
                    "<td>{number}</td><td>{}</td><td>–</td><td></td><td></td>",
                    move_button(ply, by, &square.to_string())
                )
            }
            (Shown { square: None, .. }, None) => {
                format!("<td></td><td>{}</td><td></td><td></td><td></td>", move_button(ply, by, "pass"))
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(html, "                  <tr id=\"{id}-ply-{ply}\">{cells}</tr>");
    }
    html
}

fn judged_cells(judged: &JudgedMove) -> String {
    let JudgedMove { ply, number, by, played, best, score, loss, .. } = judged;
    let sign = judged.sign.as_deref().unwrap_or_default();
    let cost = match tenths(*loss as f32) {
        nothing if nothing == "0" => String::new(),
        some if sign.is_empty() => format!("−{some}"),
        some => format!("<span class=\"lost\">−{some}</span>"),
    };
    let best = if best == played { String::new() } else { best.to_string() };
    let mv = move_button(*ply, *by, &format!("{played}{sign}"));
    format!("<td>{number}</td><td>{mv}</td><td>{}</td><td>{cost}</td><td>{best}</td>", signed(*score as f32))
}

/// A button that shows a mistake: "17. d7??".
fn named(judged: &JudgedMove) -> String {
    let JudgedMove { ply, number, by, played, .. } = judged;
    move_button(*ply, *by, &format!("{number}. {played}{}", judged.sign.as_deref().unwrap_or_default()))
}

fn move_button(ply: usize, by: Color, text: &str) -> String {
    let token = format!("<span class=\"token\" data-disc=\"{by}\" role=\"img\" aria-label=\"{}\"></span>", by.title());
    button(ply, &format!("{token}{text}"))
}

/// A button that shows the position after a ply. What it holds is markup.
fn button(ply: usize, inner: &str) -> String {
    format!("<button type=\"button\" class=\"move\" data-ply=\"{ply}\">{inner}</button>")
}
