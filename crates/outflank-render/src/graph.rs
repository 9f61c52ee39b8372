//! The evaluation graph in unit coordinates: x runs from 0 (start) to 1 (last ply), y from 0 (top, good for Black) to 1.

use std::ops::Range;

use outflank_rules::{Color, Game};
use outflank_study::report::{Grade, Phase, Report};

use crate::Glyphs;
use crate::number::discs;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    pub max: f32,
}

impl Scale {
    /// Doubles `min` until the values fit, up to 64 discs, so that graphs of two games compare at a glance.
    pub fn fitting(min: f32, values: impl IntoIterator<Item = f32>) -> Scale {
        let largest = values.into_iter().map(f32::abs).fold(0.0, f32::max);
        let mut max = min;
        while max < largest && max < 64.0 {
            max *= 2.0;
        }
        Scale { max }
    }

    fn y(self, value: f32) -> f32 {
        (1.0 - value / self.max) / 2.0
    }
}

#[derive(Clone, Debug)]
pub struct Graph {
    /// The values before the first judged move and after each one.
    pub course: Vec<Point>,
    pub values: Vec<Tick>,
    /// Along the x axis: every tenth placement.
    pub numbers: Vec<Tick>,
    /// Where each part of the game ends, except the last: the label names the part that begins.
    pub phases: Vec<Tick>,
    pub mistakes: Vec<Mark>,
    pub exact_from: Option<f32>,
    pub turning_point: Option<Tick>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[derive(Clone, Debug)]
pub struct Tick {
    pub at: f32,
    pub label: String,
}

#[derive(Clone, Debug)]
pub struct Mark {
    pub point: Point,
    pub ply: usize,
    pub by: Color,
    pub grade: Grade,
    pub label: String,
    /// "17. d7??: Black lost 7 discs, best was e6"
    pub title: String,
}

impl Graph {
    pub fn new(game: &Game, report: &Report) -> Graph {
        let scale = Scale::fitting(8.0, report.moves.iter().map(|judged| judged.judgement.score.discs()));
        let x = |ply: usize| ply as f32 / game.plies().len().max(1) as f32;
        let point = |ply, value| Point { x: x(ply), y: scale.y(value) };
        let first = report.moves.first().map(|judged| &judged.judgement);
        let start = first.map(|first| point(first.ply.saturating_sub(1), first.best_score.discs()));
        let after = report.moves.iter().map(|judged| point(judged.judgement.ply, judged.judgement.score.discs()));
        let placed = (1..).zip(game.plies()).filter(|(_, ply)| ply.mv.square().is_some());
        let numbered = (1..).zip(placed);
        let tenth = numbered.clone().filter(|(number, _)| number % 10 == 0);
        let phase = |number| Phase::of_placement(number);
        let begins = numbered.filter(|&(number, _)| number > 1 && phase(number) != phase(number - 1));
        let phases = begins.map(|(number, (ply, _))| Tick { at: x(ply - 1), label: phase(number).name().to_owned() });
        let turn = report.turned.and_then(|ply| report.moves.iter().find(|judged| judged.judgement.ply == ply));
        Graph {
            course: start.into_iter().chain(after).collect(),
            values: [1.0, 0.5, 0.0, -0.5, -1.0].map(|part| tick(part * scale.max, scale)).into(),
            numbers: tenth.map(|(number, (ply, _))| Tick { at: x(ply), label: number.to_string() }).collect(),
            phases: phases.collect(),
            mistakes: report
                .mistakes()
                .map(|judged| {
                    let (judgement, label) = (&judged.judgement, judged.label());
                    let (by, lost) = (judgement.by.title(), discs(judgement.loss()));
                    Mark {
                        point: point(judgement.ply, judgement.score.discs()),
                        ply: judgement.ply,
                        by: judgement.by,
                        grade: judged.grade,
                        title: format!("{}. {label}: {by} lost {lost}, best was {}", judged.number, judgement.best),
                        label,
                    }
                })
                .collect(),
            exact_from: report.exact_from.map(|ply| x(ply.saturating_sub(1))),
            turning_point: turn.map(|judged| Tick {
                at: x(judged.judgement.ply),
                label: format!("turning point: move {}", judged.number),
            }),
        }
    }
}

fn tick(value: f32, scale: Scale) -> Tick {
    let sign = if value > 0.0 { "+" } else { "" };
    Tick { at: scale.y(value), label: format!("{sign}{value}").replace('-', "−") }
}

/// The graph as bars in character cells, Black up.
#[derive(Clone, Copy, Debug)]
pub struct Bars<'a> {
    values: &'a [Option<f32>],
    axis: usize,
    columns: usize,
    half: usize,
    scale: Scale,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Axis,
    UpperHalf,
    LowerHalf,
    Full,
}

impl<'a> Bars<'a> {
    /// `axis` is the number of values for which there is room, and `half` the number of rows above and below the zero line.
    pub fn new(values: &'a [Option<f32>], axis: usize, columns: usize, half: usize) -> Bars<'a> {
        let scale = Scale::fitting(4.0, values.iter().flatten().copied());
        Bars { values, axis: axis.max(values.len()), columns, half, scale }
    }

    pub fn rows(&self) -> usize {
        2 * self.half
    }

    pub fn columns(&self) -> Range<usize> {
        0..self.columns
    }

    pub fn label(&self, row: usize) -> String {
        match row {
            0 => format!("+{}", self.scale.max),
            _ if row + 1 == self.rows() => format!("-{}", self.scale.max),
            _ => String::new(),
        }
    }

    pub fn indexes(&self, column: usize) -> Range<usize> {
        let first = |column: usize| column * self.axis / self.columns.max(1);
        first(column)..first(column + 1).max(first(column) + 1)
    }

    /// Draws in half rows, so that a bar is twice as precise as its characters.
    pub fn cell(&self, column: usize, row: usize) -> Cell {
        let value = self.values.iter().take(self.indexes(column).end).skip(self.indexes(column).start);
        let value = value.flatten().next().copied().unwrap_or_default();
        let is_upper = row < self.half;
        let (length, distance) = if is_upper { (value, self.half - 1 - row) } else { (-value, row - self.half) };
        let filled = (length / self.scale.max * self.rows() as f32).round() as i32 - 2 * distance as i32;
        match (filled, is_upper) {
            (..=0, true) if distance == 0 => Cell::Axis,
            (..=0, _) => Cell::Empty,
            (1, true) => Cell::LowerHalf,
            (1, false) => Cell::UpperHalf,
            _ => Cell::Full,
        }
    }
}

impl Cell {
    pub fn glyph(self, glyphs: Glyphs) -> &'static str {
        match self {
            Cell::Empty => " ",
            Cell::Axis => glyphs.pick("▁", "_"),
            Cell::UpperHalf => glyphs.pick("▀", "'"),
            Cell::LowerHalf => glyphs.pick("▄", "."),
            Cell::Full => glyphs.pick("█", "#"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_doubles_until_the_values_fit() {
        let max = |values: &[f32]| Scale::fitting(8.0, values.iter().copied()).max;
        assert_eq!(
            [max(&[]), max(&[-8.0]), max(&[8.5, 1.0]), max(&[-64.0]), max(&[900.0])],
            [8.0, 8.0, 16.0, 64.0, 64.0]
        );
    }

    #[test]
    fn the_graph_spans_the_game() {
        let graph = crate::sample::tournament_game().graph;
        assert_eq!(graph.course.len(), 61);
        assert_eq!((graph.course[0].x, graph.course[60].x), (0.0, 1.0));
        assert!(graph.course.iter().all(|point| (0.0..=1.0).contains(&point.y)));
        let labels: Vec<_> = graph.numbers.iter().map(|tick| tick.label.as_str()).collect();
        assert_eq!(labels, ["10", "20", "30", "40", "50", "60"]);
        assert_eq!((graph.values[2].label.as_str(), graph.values[2].at), ("0", 0.5));
    }

    #[test]
    fn bars_point_to_the_leader() {
        let values = [Some(4.0), None, Some(-2.0), Some(1.0)];
        let bars = Bars::new(&values, 0, 4, 2);
        let row = |row| bars.columns().map(|column| bars.cell(column, row).glyph(Glyphs::Unicode)).collect::<String>();
        assert_eq!([row(0), row(1), row(2), row(3)], ["█   ", "█▁▁▄", "  █ ", "    "]);
        assert_eq!([bars.label(0), bars.label(1), bars.label(3)], ["+4", "", "-4"]);
    }

    #[test]
    fn a_narrow_column_shows_its_first_value_and_a_long_axis_leaves_room() {
        let values = [Some(4.0), Some(-4.0), Some(2.0), None];
        let bars = Bars::new(&values, 8, 4, 1);
        assert_eq!([bars.indexes(0), bars.indexes(3)], [0..2, 6..8]);
        let upper = bars.columns().map(|column| bars.cell(column, 0)).collect::<Vec<_>>();
        assert_eq!(upper, [Cell::Full, Cell::LowerHalf, Cell::Axis, Cell::Axis]);
        assert_eq!(Bars::new(&values[..1], 1, 3, 1).indexes(2), 0..1);
        assert_eq!(Bars::new(&[], 0, 0, 1).columns().count(), 0);
    }
}
