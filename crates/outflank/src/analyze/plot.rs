//! The graph of what a game was worth for Black: the shapes that the page and the picture share. How they look is said by a style sheet.

use std::fmt::{self, Write};

use outflank_rules::{Color, Game};
use outflank_study::report::{Grade, Judged, Report};

use super::Analysed;
use super::markup::discs;

/// How large a plot is, and what stays free around it for its labels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) top: f32,
    pub(super) bottom: f32,
    /// How much of a mistake is written down.
    pub(super) labels: Labels,
}

/// How much of a mistake is written down in a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Labels {
    /// It has a mark, which tells what it is when it is pointed at.
    Marks,
    /// The move stands beside the plot too: above it those of White, below it those of Black. In a row no two are neighbours.
    Moves,
}

/// The graph of a game in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plot<'a> {
    frame: Frame,
    report: &'a Report,
    game: &'a Game,
    /// The value at the upper border.
    range: f32,
}

impl Plot<'_> {
    /// The graph of a game. Its height is that of the largest value, by doubling, so that two games can be compared at a glance.
    pub(super) fn of(analysed: &Analysed, frame: Frame) -> Plot<'_> {
        let values = analysed.report.moves.iter().map(|judged| judged.judgement.score.discs().abs());
        let largest = values.fold(0.0, f32::max);
        let range = [8.0, 16.0, 32.0].into_iter().find(|&range| largest <= range).unwrap_or(64.0);
        Plot { frame, report: &analysed.report, game: analysed.record.game(), range }
    }

    /// How many plies the game has.
    pub(super) fn plies(&self) -> usize {
        self.game.plies().len()
    }

    /// Where a ply lies; 0 is the start of the game.
    pub(super) fn x(&self, ply: usize) -> f32 {
        let Frame { width, left, right, .. } = self.frame;
        left + (width - left - right) * ply as f32 / self.plies().max(1) as f32
    }

    fn y(&self, discs: f32) -> f32 {
        let Frame { height, top, bottom, .. } = self.frame;
        let half = (height - top - bottom) / 2.0;
        top + half - half * discs / self.range
    }

    fn draw_scale(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Frame { width, left, right, .. } = self.frame;
        for part in [1.0, 0.5, 0.0, -0.5, -1.0] {
            let (value, y) = (part * self.range, self.y(part * self.range));
            let class = if value == 0.0 { "zero" } else { "grid" };
            write!(f, r#"<path class="{class}" d="M{left:.1} {y:.1}H{:.1}"/>"#, width - right)?;
            let sign = if value > 0.0 { "+" } else { "" };
            let number = format!("{sign}{value}").replace('-', "−");
            write!(f, r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{number}</text>"#, left - 6.0, y + 4.0)?;
        }
        let placed = self.game.plies().iter().zip(1..).filter(|(ply, _)| ply.mv.square().is_some());
        for ((_, ply), number) in placed.zip(1..).filter(|(_, number)| number % 10 == 0) {
            let (x, bottom) = (self.x(ply), self.y(-self.range));
            write!(f, r#"<path class="tick" d="M{x:.1} {bottom:.1}v5"/>"#)?;
            write!(f, r#"<text x="{x:.1}" y="{:.1}" text-anchor="middle">{number}</text>"#, bottom + 17.0)?;
        }
        Ok(())
    }

    /// What is exact is shaded.
    fn draw_exact(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(from) = self.report.exact_from else { return Ok(()) };
        let (left, right) = (self.x(from.saturating_sub(1)), self.x(self.plies()));
        let (top, bottom) = (self.y(self.range), self.y(-self.range));
        write!(
            f,
            r#"<rect class="exact" x="{left:.1}" y="{top:.1}" width="{:.1}" height="{:.1}"><title>Exact</title></rect>"#,
            right - left,
            bottom - top
        )
    }

    fn draw_course(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.report.moves.first() else { return Ok(()) };
        let start = (first.judgement.ply.saturating_sub(1), first.judgement.best_score);
        let points = self.report.moves.iter().map(|judged| (judged.judgement.ply, judged.judgement.score));
        let mut line = String::new();
        for (ply, score) in std::iter::once(start).chain(points) {
            let join = if line.is_empty() { 'M' } else { 'L' };
            write!(line, "{join}{:.1} {:.1}", self.x(ply), self.y(score.discs()))?;
        }
        let last = self.report.moves.last().map_or(start.0, |judged| judged.judgement.ply);
        let zero = self.y(0.0);
        write!(
            f,
            r#"<path class="area" d="{line}L{:.1} {zero:.1}L{:.1} {zero:.1}Z"/>"#,
            self.x(last),
            self.x(start.0)
        )?;
        write!(f, r#"<path class="course" d="{line}"/>"#)
    }

    fn draw_turn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(ply) = self.report.turned else { return Ok(()) };
        let (x, top, bottom) = (self.x(ply), self.y(self.range), self.y(-self.range));
        write!(f, r#"<path class="turned" d="M{x:.1} {top:.1}V{bottom:.1}"><title>The game turned here</title></path>"#)
    }

    fn draw_mistake(&self, f: &mut fmt::Formatter<'_>, judged: &Judged) -> fmt::Result {
        let judgement = &judged.judgement;
        let (x, y) = (self.x(judgement.ply), self.y(judgement.score.discs()));
        let size = if judged.grade == Grade::Blunder { 6.0 } else { 4.5 };
        let (number, mv, sign) = (judged.number, judgement.played, judged.grade.sign());
        // A diamond, so that the mark is a shape and not only a colour.
        write!(f, r#"<path class="mark" data-ply="{}" d="M{x:.1} {:.1}"#, judgement.ply, y - size)?;
        write!(f, r#"l{size} {size}l-{size} {size}l-{size} -{size}Z"><title>{number}. {mv}{sign}: "#)?;
        write!(
            f,
            "{} lost {}, best was {}</title></path>",
            judgement.by.title(),
            discs(judgement.loss()),
            judgement.best
        )?;
        if self.frame.labels == Labels::Moves {
            let (rim, label) = match judgement.by {
                Color::White => (self.y(self.range), self.y(self.range) - 8.0),
                Color::Black => (self.y(-self.range), self.y(-self.range) + 34.0),
            };
            write!(f, r#"<path class="lead" d="M{x:.1} {y:.1}V{rim:.1}"/>"#)?;
            write!(f, r#"<text class="move" x="{x:.1}" y="{label:.1}" text-anchor="middle">{mv}{sign}</text>"#)?;
        }
        Ok(())
    }
}

impl fmt::Display for Plot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw_exact(f)?;
        self.draw_scale(f)?;
        self.draw_course(f)?;
        self.draw_turn(f)?;
        self.report.mistakes().try_for_each(|judged| self.draw_mistake(f, judged))
    }
}
