//! The errors as a picture: by epoch, and at the end by the number of moves.

use std::fmt::Write;

use super::errors::{EpochErrors, Errors};

/// A chart with its margins, in pixels.
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 40.0;

const HELD_OUT: &str = "#0b5394";
const LEARNT: &str = "#c27c0e";

/// The first errors of a run would hide all others: what is beyond so many times the lowest is cut off.
const SHOWN: f64 = 1.25;

/// A place in a chart.
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    error: f64,
}

struct Chart<'a> {
    title: &'a str,
    below: &'a str,
    /// The numbers that stand below the chart, from its left edge to its right one.
    marks: Vec<usize>,
    lines: Vec<Line>,
}

struct Line {
    color: &'static str,
    points: Vec<Point>,
    with_dots: bool,
}

/// Draws the curves of all epochs, and the errors of the finished weights by the number of moves.
pub(super) fn svg(curve: &[EpochErrors], by_moves: &[Errors]) -> String {
    let learnt = curve.iter().zip(0..).flat_map(|(EpochErrors { learnt, .. }, epoch)| {
        let middle = move |part: usize| f64::from(epoch) + (part as f64 + 0.5) / learnt.len() as f64;
        learnt.iter().enumerate().map(move |(part, &error)| Point { x: middle(part), error })
    });
    let held_out = curve.iter().zip(1..).map(|(epoch, number)| Point { x: f64::from(number), error: epoch.held_out });
    let epochs = Chart {
        title: &format!(
            "RMSE in discs: <tspan fill=\"{HELD_OUT}\">held out</tspan>, <tspan fill=\"{LEARNT}\">learnt</tspan>"
        ),
        below: "epochs",
        marks: (0..=curve.len()).collect(),
        lines: vec![
            Line { color: LEARNT, points: learnt.collect(), with_dots: false },
            Line { color: HELD_OUT, points: held_out.collect(), with_dots: true },
        ],
    };
    let known = by_moves.iter().zip(0..).filter(|(errors, _)| errors.count > 0);
    let known = known.map(|(errors, moves)| Point { x: f64::from(moves), error: errors.root() });
    let moves = Chart {
        title: "RMSE in discs, held out, in the end",
        below: "moves made",
        marks: (0..=by_moves.len()).step_by(10).collect(),
        lines: vec![Line { color: HELD_OUT, points: known.collect(), with_dots: false }],
    };
    let width = 2.0 * WIDTH;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" width=\"{width}\" \
         height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <title>Errors of the evaluation</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}{}</svg>\n",
        draw(&epochs, 0.0, SHOWN),
        draw(&moves, WIDTH, f64::INFINITY)
    )
}

/// Draws a chart so far to the right, up to so many times its lowest error.
fn draw(chart: &Chart, from_left: f64, shown: f64) -> String {
    let mut svg = format!("<g transform=\"translate({from_left} 0)\">\n");
    svg += &format!("<text x=\"{LEFT}\" y=\"{}\" font-size=\"13\">{}</text>\n", TOP - 18.0, chart.title);
    let errors = || chart.lines.iter().flat_map(|line| &line.points).map(|point| point.error);
    let low = errors().fold(f64::INFINITY, f64::min);
    let high = errors().fold(f64::NEG_INFINITY, f64::max).min(shown * low);
    let (Some(&start), Some(&end)) = (chart.marks.first(), chart.marks.last()) else { return svg + "</g>\n" };
    if !low.is_finite() || !high.is_finite() || start == end {
        return svg + &format!("<text x=\"{LEFT}\" y=\"{}\">nothing was measured</text>\n</g>\n", HEIGHT / 2.0);
    }
    let ticks = ticks(low, high);
    let (low, high) = (ticks[0], ticks[ticks.len() - 1]);
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let across = |x: f64| LEFT + (right - LEFT) * (x - start as f64) / (end - start) as f64;
    let down = |error: f64| bottom - (bottom - TOP) * (error.min(high) - low) / (high - low);

    for &tick in &ticks {
        let y = down(tick);
        let decimals = if high - low < 0.1 { 3 } else { 2 };
        svg += &format!("<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>");
        svg += &format!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{tick:.decimals$}</text>\n",
            LEFT - 5.0,
            y + 4.0
        );
    }
    // A dozen numbers have room beside each other.
    for &mark in chart.marks.iter().step_by(chart.marks.len().div_ceil(12)) {
        let (x, y) = (across(mark as f64), bottom + 15.0);
        svg += &format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#555\">{mark}</text>\n");
    }
    let (x, y) = ((LEFT + right) / 2.0, HEIGHT - 9.0);
    svg += &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#555\">{}</text>\n", chart.below);
    for Line { color, points, with_dots } in &chart.lines {
        let mut places = String::new();
        for &Point { x, error } in points {
            // A string takes whatever is written to it.
            let _ = write!(places, "{:.1},{:.1} ", across(x), down(error));
        }
        let places = places.trim_end();
        svg += &format!("<polyline points=\"{places}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>\n");
        for &Point { x, error } in points.iter().filter(|_| *with_dots) {
            let (x, y) = (across(x), down(error));
            svg += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>\n");
        }
    }
    svg + "</g>\n"
}

/// Three to seven round numbers from below the lowest error to above the highest.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let range = (high - low).max(0.002);
    let power = 10_f64.powf((range / 3.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| range / step <= 4.0);
    let step = step.unwrap_or(10.0 * power);
    let (first, last) = ((low / step).floor(), (low + range).max(high) / step);
    (0..=(last.ceil() - first) as usize).map(|number| (first + number as f64) * step).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn curve(epochs: usize) -> Vec<EpochErrors> {
        let error = |epoch: usize, part: usize| 3.0 + 10.0 / (1.0 + 20.0 * epoch as f64 + part as f64);
        let learnt = |epoch| (0..20).map(move |part| error(epoch, part)).collect();
        (0..epochs).map(|epoch| EpochErrors { learnt: learnt(epoch), held_out: error(epoch, 19) }).collect()
    }

    /// The numbers of a chart's lines, in pixels within the chart.
    fn places(svg: &str) -> Vec<Vec<[f64; 2]>> {
        let lines = svg.split("points=\"").skip(1).map(|line| line.split('"').next().unwrap());
        let place = |place: &str| {
            let (x, y) = place.split_once(',').unwrap();
            [x, y].map(|number| number.parse().unwrap())
        };
        lines.map(|line| line.split_whitespace().map(place).collect()).collect()
    }

    #[test]
    fn every_error_has_its_place() {
        let by_moves = [Errors { count: 2, absolute: 4.0, squared: 10.0 }, Errors::default()].repeat(30);
        let svg = svg(&curve(6), &by_moves);
        let lines = places(&svg);
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [120, 6, 30]);
        assert_eq!(svg.matches("<circle").count(), 6);
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        for [x, y] in lines.concat() {
            assert!((LEFT..=WIDTH - RIGHT).contains(&x) && (TOP..=HEIGHT - BOTTOM).contains(&y), "{x} {y}");
        }
        // Errors fall, so their places go down; the first ones are beyond the top.
        assert!(lines[0].is_sorted_by(|[_, y], [_, next]| y <= next));
        assert_eq!(lines[0][0][1], TOP);
        assert!(lines[1][5][1] > lines[1][0][1]);
    }

    #[test]
    fn a_run_without_anything_to_measure_has_a_picture() {
        let svg = svg(&[], &[Errors::default(); 60]);
        assert_eq!(svg.matches("nothing was measured").count(), 2);
        assert!(svg.ends_with("</svg>\n"));
    }

    proptest! {
        #[test]
        fn ticks_are_few_and_hold_all_errors(low in 0.0..30.0_f64, range in 0.0..40.0_f64) {
            let ticks = ticks(low, low + range);
            prop_assert!((2..=7).contains(&ticks.len()), "{:?}", ticks);
            prop_assert!(ticks[0] <= low + 1e-9 && ticks[ticks.len() - 1] >= low + range - 1e-9, "{:?}", ticks);
        }
    }
}
