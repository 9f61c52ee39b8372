use std::fmt::Write;

use outflank_rules::Color;
use outflank_study::report::Grade;

use crate::graph::{Graph, Point};
use crate::number::discs;
use crate::sanitize::markup;
use crate::{FactKind, ReportView};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
    /// Whether mistakes are named beside the graph: White's above it, Black's below, so that neighbours never overlap.
    pub(crate) labels: bool,
}

impl Frame {
    fn x(&self, x: f32) -> f32 {
        self.left + (self.width - self.left - self.right) * x
    }

    fn y(&self, y: f32) -> f32 {
        self.top + (self.height - self.top - self.bottom) * y
    }
}

pub(crate) fn shapes(graph: &Graph, frame: Frame) -> String {
    let (left, right, top, bottom) = (frame.x(0.0), frame.x(1.0), frame.y(0.0), frame.y(1.0));
    let mut svg = String::new();
    let out = &mut svg;
    if let Some(from) = graph.exact_from {
        let (x, height) = (frame.x(from), bottom - top);
        let _ = write!(
            out,
            r#"<rect class="exact" x="{x:.1}" y="{top:.1}" width="{:.1}" height="{height:.1}">"#,
            right - x
        );
        out.push_str("<title>Exact</title></rect>");
    }
    for tick in &graph.values {
        let (y, label) = (frame.y(tick.at), &tick.label);
        let class = if tick.at == 0.5 { "zero" } else { "grid" };
        let _ = write!(out, r#"<path class="{class}" d="M{left:.1} {y:.1}H{right:.1}"/>"#);
        let _ = write!(out, r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{label}</text>"#, left - 6.0, y + 4.0);
    }
    for tick in &graph.phases {
        let (x, label) = (frame.x(tick.at), &tick.label);
        let _ = write!(out, r#"<path class="phase" d="M{x:.1} {top:.1}V{bottom:.1}"/>"#);
        let _ = write!(out, r#"<text class="phase" x="{:.1}" y="{:.1}">{label}</text>"#, x + 4.0, bottom - 5.0);
    }
    for tick in &graph.numbers {
        let (x, label) = (frame.x(tick.at), &tick.label);
        let _ = write!(out, r#"<path class="tick" d="M{x:.1} {bottom:.1}v5"/>"#);
        let _ = write!(out, r#"<text x="{x:.1}" y="{:.1}" text-anchor="middle">{label}</text>"#, bottom + 17.0);
    }
    if let (Some(first), Some(last)) = (graph.course.first(), graph.course.last()) {
        let points: Vec<String> =
            graph.course.iter().map(|&Point { x, y }| format!("{:.1} {:.1}", frame.x(x), frame.y(y))).collect();
        let (line, zero) = (points.join("L"), frame.y(0.5));
        let (start, end) = (frame.x(first.x), frame.x(last.x));
        let _ = write!(out, r#"<path class="area" d="M{line}L{end:.1} {zero:.1}L{start:.1} {zero:.1}Z"/>"#);
        let _ = write!(out, r#"<path class="course" d="M{line}"/>"#);
    }
    if let Some(turn) = &graph.turning_point {
        let x = frame.x(turn.at);
        let _ =
            write!(out, r#"<path class="turned" d="M{x:.1} {top:.1}V{bottom:.1}"><title>Turning point</title></path>"#);
    }
    for mark in &graph.mistakes {
        let (x, y, label) = (frame.x(mark.point.x), frame.y(mark.point.y), &mark.label);
        let size = if mark.grade == Grade::Blunder { 6.0 } else { 4.5 };
        // A diamond: the shape says what the color says.
        let _ = write!(out, r#"<path class="mark" data-ply="{}" d="M{x:.1} {:.1}"#, mark.ply, y - size);
        let _ = write!(out, r#"l{size} {size}l-{size} {size}l-{size} -{size}Z"><title>{}</title></path>"#, mark.title);
        if frame.labels {
            let (edge, below) = match mark.by {
                Color::White => (top, top - 8.0),
                Color::Black => (bottom, bottom + 34.0),
            };
            let _ = write!(out, r#"<path class="lead" d="M{x:.1} {y:.1}V{edge:.1}"/>"#);
            let _ = write!(out, r#"<text class="move" x="{x:.1}" y="{below:.1}" text-anchor="middle">{label}</text>"#);
        }
    }
    svg
}

const FRAME: Frame =
    Frame { width: 960.0, height: 480.0, left: 60.0, right: 24.0, top: 124.0, bottom: 76.0, labels: true };

const MAX_NAME: usize = 30;
const MAX_LINE: usize = 110;

pub fn graph(view: &ReportView) -> String {
    let Frame { width, height, .. } = FRAME;
    let (black, white) = (view.name(Color::Black), view.name(Color::White));
    let turn = view.graph.turning_point.as_ref().map(|turn| {
        let x = FRAME.x(turn.at).clamp(90.0, width - 90.0);
        format!("<text class=\"move\" x=\"{x:.1}\" y=\"98\" text-anchor=\"middle\">{}</text>\n", turn.label)
    });
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
         {}\n{}\
         <text x=\"24\" y=\"{}\">{}</text>\n\
         </svg>\n",
        markup(black),
        markup(white),
        markup(&description(view)),
        markup(&cut(black, MAX_NAME)),
        markup(&cut(white, MAX_NAME)),
        markup(&cut(&subtitle(view), MAX_LINE)),
        shapes(&view.graph, FRAME),
        turn.unwrap_or_default(),
        height - 14.0,
        legend(view),
    )
}

const STYLE: &str = "
text { font: 12px system-ui, sans-serif; fill: #5f615c }
.name { font-size: 18px; font-weight: 600 }
.name, .move { fill: #1d1f1e }
.move { font-size: 11px; font-weight: 600 }
svg { background: #fffdf8 }
.paper { fill: #fffdf8 }
.black { fill: #1a1b1b; stroke: #8d8a80 }
.white { fill: #f1ede3; stroke: #8d8a80 }
.grid, path.phase { stroke: #ddd7ca }
path.phase { stroke-dasharray: 1 3 }
text.phase { font-size: 10px }
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
.grid, path.phase { stroke: #363d39 }
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

fn description(view: &ReportView) -> String {
    let facts = [FactKind::TurningPoint, FactKind::Exact].into_iter().filter_map(|kind| view.fact(kind));
    let mut parts = vec![subtitle(view) + "."];
    parts.extend(facts.map(ToString::to_string));
    match view.report.mistakes().count() {
        0 => parts.push("No mistakes.".to_owned()),
        _ => parts.extend(view.report.mistakes().map(|judged| {
            let (by, lost) = (judged.judgement.by.title(), discs(judged.judgement.loss()));
            format!("{}. {}: {by} lost {lost}.", judged.number, judged.label())
        })),
    }
    parts.join(" ")
}

fn subtitle(view: &ReportView) -> String {
    let result = view.result.as_deref().unwrap_or_default();
    let parts = [result, view.opening().unwrap_or("Unnamed opening"), view.event_or_place(), &view.date];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn legend(view: &ReportView) -> String {
    let exact = match &view.document.exact_from {
        Some(from) => format!("Shaded: exact from move {}. ", from.number),
        None => String::new(),
    };
    format!(
        "Value for Black in discs, by moves. {exact}White's mistakes above, Black's below: ? costs {} discs or more, ?? {} or more.",
        Grade::MISTAKE,
        Grade::BLUNDER
    )
}

/// At most this many columns, where a letter of Chinese, Japanese or Korean takes two.
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
    use crate::graph::Tick;
    use crate::{sample, sanitize};

    #[test]
    fn the_picture_is_xml_that_describes_and_shows_the_game() {
        let mut view = sample::tournament_game();
        view.graph.turning_point = Some(Tick { at: 0.8, label: "turning point: move 48".to_owned() });
        let svg = graph(&view);
        let document = Document::parse(&svg).unwrap();
        let texts = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
        let title = texts("title").next().and_then(|node| node.text()).unwrap();
        assert_eq!(title, "Kinoshita Hisako – Seeley Ben: the value of the game for Black");
        let description = texts("desc").next().and_then(|node| node.text()).unwrap();
        assert!(description.starts_with("30 to 34 · Comp'Oth · World Championship · 2004"), "{description}");

        let mistakes: Vec<_> = view.report.mistakes().collect();
        assert!(mistakes.len() >= 3, "the game has mistakes to show");
        let marks = texts("path").filter(|node| node.attribute("class") == Some("mark"));
        assert_eq!(marks.count(), mistakes.len());
        for judged in mistakes {
            let label = judged.label();
            assert!(texts("text").any(|node| node.text() == Some(&label)), "{label}");
            assert!(description.contains(&format!("{}. {label}: ", judged.number)), "{label}");
        }
        assert!(texts("text").any(|node| node.text() == Some("turning point: move 48")));

        let tree = Tree::from_str(&svg, &Options::default()).unwrap();
        assert_eq!((tree.size().width(), tree.size().height()), (960.0, 480.0));
    }

    #[test]
    fn names_stay_text() {
        let mut record = sample::short_record();
        let report = sample::report(&record);
        for hostile in sample::HOSTILE {
            record.details.players.black.name = hostile.to_owned();
            record.details.event = hostile.to_owned();
            let svg = graph(&ReportView::new("", &record, report.clone(), None));
            let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{hostile:?}: {error}"));
            assert!(document.descendants().all(|node| !["script", "img", "image"].contains(&node.tag_name().name())));
            let title = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
            assert!(title.unwrap().starts_with(&sanitize::line(hostile)), "{hostile:?}");
        }
    }

    #[test]
    fn a_game_without_judged_moves_has_a_picture() {
        let svg = graph(&sample::unjudged_game());
        assert!(Document::parse(&svg).is_ok() && !svg.contains("NaN"));
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(cut("Ann", 3), "Ann");
        assert_eq!(cut("Anna", 3), "Ann…");
        assert_eq!(cut("為則英司", 6), "為則英…");
    }
}
