use std::fmt::Write;

use outflank_rules::{ByColor, Color};
use outflank_study::report::{Judged, MoveStats, Theme};

use super::template::filled;
use crate::ReportView;
use crate::number::{counted, discs, signed, tenths};
use crate::sanitize::markup;
use crate::svg::{self, Frame};

/// As wide as a phone, so that letters are hardly scaled down anywhere.
const FRAME: Frame =
    Frame { width: 400.0, height: 180.0, left: 30.0, right: 8.0, top: 8.0, bottom: 24.0, labels: false };

pub(super) fn article(number: usize, view: &ReportView) -> String {
    let id = format!("game-{number}");
    let names = ByColor::from_fn(|color| isolated(view.name(color)));
    let players = format!("{} – {}", names.black, names.white);
    let details = [view.result.as_deref().unwrap_or_default(), view.event_or_place(), &view.date, &view.origin];
    let details: Vec<_> = details.into_iter().filter(|text| !text.is_empty()).map(isolated).collect();
    let details = details.join(" · ");
    let (graph, legend, facts) = (graph(view), legend(view), facts(view));
    let (costliest, others) = view.mistakes();
    let reader = reader(&id, view, &costliest);
    let (accuracy, mistakes, moves) = (accuracy(view, &names), mistakes(&others), moves(&id, view));
    let story = match view.report.story.join(" ") {
        none if none.is_empty() => none,
        story => format!("            <p>{}</p>\n", markup(&story)),
    };
    filled(include_str!("game.html"), |gap| match gap {
        "id" => Some(&id),
        "players" => Some(&players),
        "black" => Some(&names.black),
        "white" => Some(&names.white),
        "details" => Some(&details),
        "graph" => Some(&graph),
        "legend" => Some(&legend),
        "facts" => Some(&facts),
        "reader" => Some(&reader),
        "story" => Some(&story),
        "mistakes-title" => Some(view.title_of_other_mistakes()),
        "accuracy" => Some(&accuracy),
        "mistakes" => Some(&mistakes),
        "moves" => Some(&moves),
        _ => None,
    })
}

pub(super) fn percent(tally: &MoveStats) -> String {
    tally.percent().map_or_else(|| "–".to_owned(), |percent| format!("{percent:.0} %"))
}

/// Text whose direction does not affect what surrounds it.
fn isolated(text: &str) -> String {
    format!("<bdi>{}</bdi>", markup(text))
}

fn graph(view: &ReportView) -> String {
    let Frame { width, height, left, right, top, bottom, .. } = FRAME;
    format!(
        "            <svg class=\"graph\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" data-left=\"{left}\" \
         data-right=\"{}\">{}<line class=\"at\" x1=\"{left}\" x2=\"{left}\" y1=\"{top}\" y2=\"{}\"/></svg>",
        markup(&description(view)),
        width - right,
        svg::shapes(&view.graph, FRAME),
        height - bottom
    )
}

fn description(view: &ReportView) -> String {
    let scores = || view.report.moves.iter().map(|judged| (judged.judgement.score, judged.number));
    match (scores().max(), scores().min(), scores().next_back()) {
        (Some((max, at_max)), Some((min, at_min)), Some((last, _))) => format!(
            "Value for Black: highest {} after move {at_max}, lowest {} after move {at_min}, {} at the end.",
            signed(max.discs()),
            signed(min.discs()),
            signed(last.discs()),
        ),
        _ => "No moves were analyzed.".to_owned(),
    }
}

fn legend(view: &ReportView) -> String {
    let signs = [
        ("mistake", "mistake", !view.graph.mistakes.is_empty()),
        ("turned", "turning point", view.graph.turning_point.is_some()),
        ("exact", "exact", view.graph.exact_from.is_some()),
    ];
    let shown = signs.into_iter().filter(|(_, _, is_shown)| *is_shown);
    let shown: Vec<_> =
        shown.map(|(class, text, _)| format!("<span class=\"swatch {class}\"></span> {text}")).collect();
    shown.join(" &nbsp; ")
}

fn facts(view: &ReportView) -> String {
    let line = |fact: &crate::Fact| {
        let show = fact.ply.map(|ply| format!(" {}", button(ply, "Show"))).unwrap_or_default();
        format!("              <dt>{}</dt><dd>{}{show}</dd>\n", fact.kind.label(), markup(&fact.text))
    };
    view.facts.iter().map(line).collect()
}

fn accuracy(view: &ReportView, names: &ByColor<String>) -> String {
    let ByColor { black, white } = names;
    let mut html = format!(
        "              <thead><tr><td></td><th scope=\"col\">{black}</th><th scope=\"col\">{white}</th></tr></thead>\n"
    );
    for (phase, tallies) in view.accuracy() {
        let [black, white] = Color::ALL.map(|color| tally(&tallies[color]));
        let _ = writeln!(html, "              <tr><th scope=\"row\">{phase}</th><td>{black}</td><td>{white}</td></tr>");
    }
    html
}

fn tally(tally: &MoveStats) -> String {
    let (Some(part), Some(loss)) = (tally.percent(), tally.mean_loss()) else { return "–".to_owned() };
    let mistakes = match tally.mistakes {
        0 => "no mistakes".to_owned(),
        count => counted(count, "mistake"),
    };
    format!(
        "<b>{}</b><svg class=\"bar\" viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"all\" width=\"100\" height=\"4\"/><rect class=\"part\" width=\"{part:.0}\" height=\"4\"/></svg>\
         <small>{} per move</small><small>{mistakes}</small>",
        percent(tally),
        discs(loss)
    )
}

fn reader(id: &str, view: &ReportView, costliest: &[&Judged]) -> String {
    let Some(takeaways) = view.takeaways() else { return String::new() };
    let mut html = format!(
        "          <section class=\"card\" aria-labelledby=\"{id}-reader\">\n            <h3 class=\"label\" id=\"{id}-reader\">Your \
         costliest mistakes</h3>\n{}",
        mistakes(costliest)
    );
    if !takeaways.praise.is_empty() {
        let _ = writeln!(html, "            <p>{}</p>", markup(&takeaways.praise_sentences()));
    }
    if let Some(theme) = takeaways.practise.map(Theme::name) {
        let _ = writeln!(html, "            <p>To practise {theme}: <code>outflank drill --about {theme}</code></p>");
    }
    html + "          </section>\n"
}

fn mistakes(mistakes: &[&Judged]) -> String {
    let item = |judged: &&Judged| {
        let name = format!("{}. {}", judged.number, judged.label());
        let button = move_button(judged.judgement.ply, judged.judgement.by, &name);
        format!("              <li>{button}<span>{}</span></li>\n", markup(&judged.sentence()))
    };
    match mistakes.iter().map(item).collect::<String>() {
        none if none.is_empty() => "            <p class=\"soft\">None.</p>\n".to_owned(),
        items => format!("            <ol class=\"mistakes\">\n{items}            </ol>\n"),
    }
}

fn moves(id: &str, view: &ReportView) -> String {
    let mut number = 0;
    let mut html = String::new();
    for (ply, board) in view.boards.iter().enumerate() {
        let Some(by) = board.by else { continue };
        number += usize::from(board.square.is_some());
        let button = |text: &str| move_button(ply, by, text);
        let cells = match (board.square, view.judged(ply)) {
            (_, Some(judged)) => judged_cells(judged),
            (Some(square), None) => {
                format!("<td>{number}</td><td>{}</td><td>–</td><td></td><td></td>", button(&square.to_string()))
            }
            (None, None) => format!("<td></td><td>{}</td><td></td><td></td><td></td>", button("pass")),
        };
        let _ = writeln!(html, "                  <tr id=\"{id}-ply-{ply}\">{cells}</tr>");
    }
    html
}

fn judged_cells(judged: &Judged) -> String {
    let judgement = &judged.judgement;
    let cost = match tenths(judgement.loss()) {
        zero if zero == "0" => String::new(),
        some if !judged.grade.is_serious() => format!("−{some}"),
        some => format!("<span class=\"lost\">−{some}</span>"),
    };
    let best = if judgement.best == judgement.played { String::new() } else { judgement.best.to_string() };
    format!(
        "<td>{}</td><td>{}</td><td>{}</td><td>{cost}</td><td>{best}</td>",
        judged.number,
        move_button(judgement.ply, judgement.by, &judged.label()),
        signed(judgement.score.discs())
    )
}

fn move_button(ply: usize, by: Color, text: &str) -> String {
    let token = format!("<span class=\"token\" data-disc=\"{by}\" role=\"img\" aria-label=\"{}\"></span>", by.title());
    button(ply, &format!("{token}{text}"))
}

fn button(ply: usize, inner: &str) -> String {
    format!("<button type=\"button\" class=\"move\" data-ply=\"{ply}\">{inner}</button>")
}
