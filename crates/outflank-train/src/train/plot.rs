use std::fmt::Write;

use super::errors::{EpochErrors, ErrorStats};

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 40.0;

const HELD_OUT: &str = "#0b5394";
const TRAINING: &str = "#c27c0e";

/// Errors above this multiple of the lowest are cut off, because the first ones would hide all others.
const MAX_SHOWN: f64 = 1.25;

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    error: f64,
}

struct Chart<'a> {
    title: &'a str,
    below: &'a str,
    marks: Vec<usize>,
    series: Vec<Series>,
}

struct Series {
    color: &'static str,
    points: Vec<Point>,
    with_dots: bool,
}

pub(super) fn svg(curve: &[EpochErrors], by_moves: &[ErrorStats]) -> String {
    let training = curve.iter().zip(0..).flat_map(|(EpochErrors { training, .. }, epoch)| {
        let middle = move |part: usize| f64::from(epoch) + (part as f64 + 0.5) / training.len() as f64;
        training.iter().enumerate().map(move |(part, &error)| Point { x: middle(part), error })
    });
    let held_out = curve.iter().zip(1..).map(|(epoch, number)| Point { x: f64::from(number), error: epoch.held_out });
    let epochs = Chart {
        title: &format!(
            "RMSE in discs: <tspan fill=\"{HELD_OUT}\">held out</tspan>, <tspan fill=\"{TRAINING}\">training</tspan>"
        ),
        below: "epochs",
        marks: (0..=curve.len()).collect(),
        series: vec![
            Series { color: TRAINING, points: training.collect(), with_dots: false },
            Series { color: HELD_OUT, points: held_out.collect(), with_dots: true },
        ],
    };
    let known = by_moves.iter().zip(0..).filter(|(errors, _)| errors.count > 0);
    let known = known.map(|(errors, moves)| Point { x: f64::from(moves), error: errors.rmse() });
    let moves = Chart {
        title: "Final RMSE in discs, held out",
        below: "moves",
        marks: (0..=by_moves.len()).step_by(10).collect(),
        series: vec![Series { color: HELD_OUT, points: known.collect(), with_dots: false }],
    };
    let width = 2.0 * WIDTH;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" width=\"{width}\" \
         height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <title>Errors of the evaluation</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}{}</svg>\n",
        draw(&epochs, 0.0, MAX_SHOWN),
        draw(&moves, WIDTH, f64::INFINITY)
    )
}

fn draw(chart: &Chart, left: f64, max_shown: f64) -> String {
    let mut svg = format!("<g transform=\"translate({left} 0)\">\n");
    svg += &format!("<text x=\"{LEFT}\" y=\"{}\" font-size=\"13\">{}</text>\n", TOP - 18.0, chart.title);
    let errors = || chart.series.iter().flat_map(|series| &series.points).map(|point| point.error);
    let low = errors().fold(f64::INFINITY, f64::min);
    let high = errors().fold(f64::NEG_INFINITY, f64::max).min(max_shown * low);
    let (Some(&start), Some(&end)) = (chart.marks.first(), chart.marks.last()) else { return svg + "</g>\n" };
    if !low.is_finite() || !high.is_finite() || start == end {
        return svg + &format!("<text x=\"{LEFT}\" y=\"{}\">no data</text>\n</g>\n", HEIGHT / 2.0);
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
    for &mark in chart.marks.iter().step_by(chart.marks.len().div_ceil(12)) {
        let (x, y) = (across(mark as f64), bottom + 15.0);
        svg += &format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#555\">{mark}</text>\n");
    }
    let (x, y) = ((LEFT + right) / 2.0, HEIGHT - 9.0);
    svg += &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#555\">{}</text>\n", chart.below);
    for Series { color, points, with_dots } in &chart.series {
        let mut places = String::new();
        for &Point { x, error } in points {
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

/// Three to seven round numbers that enclose the errors.
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
        let training = |epoch| (0..20).map(move |part| error(epoch, part)).collect();
        (0..epochs).map(|epoch| EpochErrors { training: training(epoch), held_out: error(epoch, 19) }).collect()
    }

    fn places(svg: &str) -> Vec<Vec<[f64; 2]>> {
        let lines = svg.split("points=\"").skip(1).map(|line| line.split('"').next().unwrap());
        let place = |place: &str| {
            let (x, y) = place.split_once(',').unwrap();
            [x, y].map(|number| number.parse().unwrap())
        };
        lines.map(|line| line.split_whitespace().map(place).collect()).collect()
    }

    #[test]
    fn every_error_is_plotted_inside_its_chart() {
        let by_moves = [ErrorStats { count: 2, absolute: 4.0, squared: 10.0 }, ErrorStats::default()].repeat(30);
        let svg = svg(&curve(6), &by_moves);
        let lines = places(&svg);
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [120, 6, 30]);
        assert_eq!(svg.matches("<circle").count(), 6);
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        for [x, y] in lines.concat() {
            assert!((LEFT..=WIDTH - RIGHT).contains(&x) && (TOP..=HEIGHT - BOTTOM).contains(&y), "{x} {y}");
        }
        // Errors fall, so y grows; the first errors are cut off at the top.
        assert!(lines[0].is_sorted_by(|[_, y], [_, next]| y <= next));
        assert_eq!(lines[0][0][1], TOP);
        assert!(lines[1][5][1] > lines[1][0][1]);
    }

    #[test]
    fn a_run_without_data_has_a_plot() {
        let svg = svg(&[], &[ErrorStats::default(); 60]);
        assert_eq!(svg.matches("no data").count(), 2);
        assert!(svg.ends_with("</svg>\n"));
    }

    proptest! {
        #[test]
        fn ticks_are_few_and_enclose_all_errors(low in 0.0..30.0_f64, range in 0.0..40.0_f64) {
            let ticks = ticks(low, low + range);
            prop_assert!((2..=7).contains(&ticks.len()), "{:?}", ticks);
            prop_assert!(ticks[0] <= low + 1e-9 && ticks[ticks.len() - 1] >= low + range - 1e-9, "{:?}", ticks);
        }
    }
}
