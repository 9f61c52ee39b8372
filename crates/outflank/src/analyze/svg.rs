//! The graph of a game as a picture: a file of its own, in the colours of whoever looks at it.

use outflank_rules::Color;
use outflank_study::report::{Grade, Report};

use super::Analysed;
use super::markup::{discs, escaped, player, result};
use super::plot::{Frame, Labels, Plot};
use crate::visible;

const FRAME: Frame =
    Frame { width: 960.0, height: 480.0, left: 60.0, right: 24.0, top: 124.0, bottom: 76.0, labels: Labels::Moves };

/// A longer name is cut off in the picture, which has no way to break lines. The whole name is in its description.
const LONGEST_NAME: usize = 30;
/// The same for the line below the names.
const LONGEST_LINE: usize = 110;

/// The graph of a game.
pub(super) fn graph(analysed: &Analysed) -> String {
    let plot = Plot::of(analysed, FRAME);
    let Frame { width, height, .. } = FRAME;
    let [black, white] = Color::ALL.map(|color| player(&analysed.record, color));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"100%\" role=\"img\" \
         aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{} – {}: the value of the game for Black</title>\n\
         <desc id=\"desc\">{}</desc>\n\
         <style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n\
         <circle class=\"black\" cx=\"34\" cy=\"32\" r=\"9\"/>\
         <text class=\"name\" x=\"52\" y=\"39\">{}</text>\n\
         <circle class=\"white\" cx=\"494\" cy=\"32\" r=\"9\"/>\
         <text class=\"name\" x=\"512\" y=\"39\">{}</text>\n\
         <text x=\"24\" y=\"66\">{}</text>\n\
         {plot}\n{}\
         <text x=\"24\" y=\"{}\">{}</text>\n\
         </svg>\n",
        escaped(&black),
        escaped(&white),
        escaped(&description(analysed)),
        escaped(&cut(&black, LONGEST_NAME)),
        escaped(&cut(&white, LONGEST_NAME)),
        escaped(&cut(&under_the_names(analysed), LONGEST_LINE)),
        turn_label(&analysed.report, &plot),
        height - 14.0,
        legend(&analysed.report),
    )
}

/// Light and dark. Who reads no media queries sees the light one.
const STYLE: &str = "
text { font: 12px system-ui, sans-serif; fill: #5f615c }
.name { font-size: 18px; font-weight: 600 }
.name, .move { fill: #1d1f1e }
.move { font-size: 11px; font-weight: 600 }
svg { background: #fffdf8 }
.paper { fill: #fffdf8 }
.black { fill: #1a1b1b; stroke: #8d8a80 }
.white { fill: #f1ede3; stroke: #8d8a80 }
.grid { stroke: #ddd7ca }
.zero, .tick { stroke: #8d8a80 }
.exact { fill: #226747; opacity: 0.08 }
.area { fill: #a94a22; opacity: 0.14 }
.course { fill: none; stroke: #a94a22; stroke-width: 2.5; stroke-linejoin: round }
.lead { stroke: #a82a22; stroke-opacity: 0.35 }
.turned { stroke: #1d1f1e; stroke-width: 1.5; stroke-dasharray: 2 3 }
.mark { fill: #a82a22; stroke: #fffdf8; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
text { fill: #a5aaa3 }
.name, .move { fill: #ece8de }
svg { background: #1f2421 }
.paper { fill: #1f2421 }
.grid { stroke: #363d39 }
.black, .white { stroke: #77807a }
.zero, .tick { stroke: #77807a }
.exact { fill: #7cc9a0 }
.area { fill: #e8935f }
.course { stroke: #e8935f }
.lead { stroke: #f09a8e }
.turned { stroke: #ece8de }
.mark { fill: #f09a8e; stroke: #1f2421 }
}
";

/// The whole picture in words.
fn description(analysed: &Analysed) -> String {
    let report = &analysed.report;
    let mistakes = report.mistakes().map(|judged| {
        let judgement = &judged.judgement;
        let (by, lost) = (judgement.by.title(), discs(judgement.loss()));
        format!("{}. {}{}: {by} lost {lost}.", judged.number, judgement.played, judged.grade.sign())
    });
    let mut parts = vec![under_the_names(analysed) + "."];
    parts.extend(number_at(report, report.turned).map(|number| format!("The game turned with move {number}.")));
    parts.extend(number_at(report, report.exact_from).map(|number| format!("Exact from move {number} on.")));
    match report.mistakes().count() {
        0 => parts.push("No mistakes.".to_owned()),
        _ => parts.extend(mistakes),
    }
    parts.join(" ")
}

/// Result, opening, event, date.
fn under_the_names(analysed: &Analysed) -> String {
    let details = &analysed.record.details;
    let opening = analysed.report.opening.map_or("No opening with a name", |named| named.name);
    let event = if details.event.is_empty() { &details.place } else { &details.event };
    let result = result(&analysed.record).unwrap_or_default();
    let said = [&result, opening, event, &details.date].map(visible::line);
    let said: Vec<String> = said.into_iter().filter(|text| !text.is_empty()).collect();
    said.join(" · ")
}

/// The number of the move that is this ply.
fn number_at(report: &Report, ply: Option<usize>) -> Option<usize> {
    let judged = report.moves.iter().find(|judged| Some(judged.judgement.ply) == ply);
    judged.map(|judged| judged.number)
}

/// Says at the top of the turning point what it is, without leaving the picture.
fn turn_label(report: &Report, plot: &Plot<'_>) -> String {
    let (Some(ply), Some(number)) = (report.turned, number_at(report, report.turned)) else { return String::new() };
    let x = plot.x(ply).clamp(90.0, FRAME.width - 90.0);
    format!("<text class=\"move\" x=\"{x:.1}\" y=\"98\" text-anchor=\"middle\">turned with move {number}</text>\n")
}

fn legend(report: &Report) -> String {
    let exact = match number_at(report, report.exact_from) {
        Some(number) => format!("Shaded: exact, from move {number} on. "),
        None => String::new(),
    };
    format!(
        "Value for Black in discs, by moves. {exact}Above, White's mistakes; below, Black's: ? costs {} discs or more, ?? {} or more.",
        Grade::MISTAKE,
        Grade::BLUNDER
    )
}

/// At most so many letters. Those of Chinese, Japanese and Korean are as wide as two.
fn cut(text: &str, most: usize) -> String {
    let width = |letter: char| if letter >= '\u{1100}' { 2 } else { 1 };
    let mut used = 0;
    let fitting = text.chars().take_while(|&letter| {
        used += width(letter);
        used <= most
    });
    let fitting: String = fitting.collect();
    if fitting.len() < text.len() { fitting + "…" } else { fitting }
}

#[cfg(test)]
mod tests {
    use resvg::usvg::{Options, Tree, roxmltree::Document};

    use super::*;
    use crate::analyze::sample;

    #[test]
    fn a_picture_is_xml_that_tells_and_shows_the_game() {
        let mut analysed = sample::tournament_game();
        analysed.report.turned = Some(48);
        let svg = graph(&analysed);
        let document = Document::parse(&svg).unwrap();
        let texts = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
        let title = texts("title").next().and_then(|node| node.text()).unwrap();
        assert_eq!(title, "Kinoshita Hisako – Seeley Ben: the value of the game for Black");
        let description = texts("desc").next().and_then(|node| node.text()).unwrap();
        assert!(description.starts_with("30 to 34 · Comp'Oth · World Championship · 2004"), "{description}");

        // Every mistake has a mark, and its move is written beside it.
        let mistakes: Vec<_> = analysed.report.mistakes().collect();
        assert!(mistakes.len() >= 3, "the game has mistakes to show");
        let marks = texts("path").filter(|node| node.attribute("class") == Some("mark"));
        assert_eq!(marks.count(), mistakes.len());
        for judged in mistakes {
            let label = format!("{}{}", judged.judgement.played, judged.grade.sign());
            assert!(texts("text").any(|node| node.text() == Some(&label)), "{label}");
            assert!(description.contains(&format!("{}. {label}: ", judged.number)), "{label}");
        }
        assert!(texts("text").any(|node| node.text() == Some("turned with move 48")));

        // It has a size for those who ask, and a picture can be made of it.
        let tree = Tree::from_str(&svg, &Options::default()).unwrap();
        assert_eq!((tree.size().width(), tree.size().height()), (960.0, 480.0));
    }

    #[test]
    fn what_people_wrote_is_text_in_a_picture() {
        for hostile in sample::HOSTILE {
            let mut analysed = sample::short_game();
            analysed.record.details.players.black.name = hostile.to_owned();
            analysed.record.details.event = hostile.to_owned();
            let svg = graph(&analysed);
            let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{hostile:?}: {error}"));
            assert!(document.descendants().all(|node| !["script", "img", "image"].contains(&node.tag_name().name())));
            let title = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
            assert!(title.unwrap().starts_with(&visible::line(hostile)), "{hostile:?}");
        }
    }

    #[test]
    fn a_game_without_judged_moves_has_a_picture() {
        let analysed = sample::unjudged_game();
        let svg = graph(&analysed);
        assert!(Document::parse(&svg).is_ok() && !svg.contains("NaN"));
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(cut("Ann", 3), "Ann");
        assert_eq!(cut("Anna", 3), "Ann…");
        assert_eq!(cut("為則英司", 6), "為則英…");
    }
}
