use std::io::{self, Write};
use std::time::Duration;

use outflank_engine::{Analysis, Goal, Variation};
use outflank_formats::board_string;
use outflank_rules::Move;
use serde::Serialize;

use super::source::Problem;
use crate::cli::SolveArguments;

pub(super) struct Solved<'a> {
    pub(super) number: usize,
    pub(super) problem: &'a Problem,
    pub(super) analysis: &'a Analysis,
    pub(super) goal: Goal,
}

impl Solved<'_> {
    fn score(&self) -> i32 {
        match self.analysis.lines.first() {
            Some(line) => self.score_of(line),
            None => self.as_asked(self.problem.position.board().map_or(0.0, |board| board.final_margin().into())),
        }
    }

    fn score_of(&self, line: &Variation) -> i32 {
        self.as_asked(line.score.discs())
    }

    fn expected(&self) -> Option<i32> {
        self.problem.expected.map(|discs| self.as_asked(discs.into()))
    }

    fn agrees(&self) -> Option<bool> {
        self.expected().map(|expected| expected == self.score())
    }

    /// In discs, or 1, 0 and -1 with `Goal::Winner`.
    fn as_asked(&self, discs: f32) -> i32 {
        match self.goal {
            Goal::Score => discs as i32,
            Goal::Winner => i32::from(discs > 0.0) - i32::from(discs < 0.0),
        }
    }

    fn score_text(&self, score: i32) -> String {
        match (self.goal, score) {
            (Goal::Score, score) => format!("{score:+}"),
            (Goal::Winner, 0) => "draw".to_owned(),
            (Goal::Winner, 1..) => "win".to_owned(),
            (Goal::Winner, _) => "loss".to_owned(),
        }
    }
}

pub(super) struct Table<W> {
    out: W,
    json: bool,
    totals: Totals,
}

#[derive(Default)]
struct Totals {
    positions: usize,
    agreement: Agreement,
    nodes: u64,
    time: Duration,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Agreement {
    pub(super) compared: usize,
    pub(super) agreed: usize,
}

impl<W: Write> Table<W> {
    pub(super) fn new(arguments: &SolveArguments, out: W) -> Table<W> {
        Table { out, json: arguments.json, totals: Totals::default() }
    }

    pub(super) fn add(&mut self, solved: &Solved<'_>) -> anyhow::Result<()> {
        if self.json {
            serde_json::to_writer(&mut self.out, &JsonResult::from(solved)).map_err(io::Error::from)?;
            writeln!(self.out)?;
        } else {
            if self.totals.positions == 0 {
                writeln!(self.out, "{HEADING}")?;
            }
            self.row(solved)?;
        }
        self.out.flush()?;

        let Totals { positions, agreement, nodes, time } = &mut self.totals;
        *positions += 1;
        agreement.compared += usize::from(solved.agrees().is_some());
        agreement.agreed += usize::from(solved.agrees() == Some(true));
        *nodes += solved.analysis.nodes;
        *time += solved.analysis.time;
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<Agreement> {
        let Totals { positions, agreement, nodes, time } = self.totals;
        if self.json || positions == 0 {
            return Ok(agreement);
        }
        let label = if positions == 1 { "1 position" } else { &format!("{positions} positions") };
        write!(self.out, "{label:33} {nodes:15} {:9.3} {:11}", time.as_secs_f64(), per_second(nodes, time))?;
        match agreement {
            Agreement { compared: 0, .. } => writeln!(self.out)?,
            Agreement { compared, agreed } => writeln!(self.out, "  {agreed} of {compared} as expected")?,
        }
        self.out.flush()?;
        Ok(agreement)
    }

    fn row(&mut self, solved: &Solved<'_>) -> io::Result<()> {
        let &Analysis { depth, nodes, time, .. } = solved.analysis;
        let empties = solved.problem.position.empty().len();
        let score = solved.score_text(solved.score());
        let best = best_move(solved.analysis.lines.first()).map_or("-".to_owned(), |mv| mv.to_string());
        write!(
            self.out,
            "{:6} {empties:7} {depth:5} {score:>6}  {best:4} {nodes:15} {:9.3} {:11}",
            solved.number,
            time.as_secs_f64(),
            per_second(nodes, time)
        )?;
        match solved.expected() {
            Some(_) if solved.agrees() == Some(true) => writeln!(self.out, "  ok")?,
            Some(expected) => writeln!(self.out, "  expected {}", solved.score_text(expected))?,
            None => writeln!(self.out)?,
        }
        for line in solved.analysis.lines.iter().skip(1) {
            let score = solved.score_text(solved.score_of(line));
            let mv = best_move(Some(line)).map_or("-".to_owned(), |mv| mv.to_string());
            writeln!(self.out, "{:20} {score:>6}  {mv}", "")?;
        }
        Ok(())
    }
}

const HEADING: &str = "number empties depth  score  best           nodes   seconds     nodes/s";

pub(super) fn step(analysis: &Analysis) -> String {
    let Analysis { depth, selectivity, .. } = analysis;
    let score = analysis.lines.first().map(|line| line.score.to_string()).unwrap_or_default();
    format!("depth {depth} at {} %: {score}", selectivity.percent())
}

#[derive(Serialize)]
struct JsonResult {
    number: usize,
    position: String,
    empties: u32,
    score: i32,
    best: Option<String>,
    pv: Vec<String>,
    depth: u8,
    nodes: u64,
    time: f64,
    nodes_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
    lines: Vec<JsonLine>,
}

#[derive(Serialize)]
struct JsonLine {
    score: i32,
    pv: Vec<String>,
}

impl From<&Solved<'_>> for JsonResult {
    fn from(solved: &Solved<'_>) -> JsonResult {
        let Analysis { ref lines, depth, nodes, time, .. } = *solved.analysis;
        let position = &solved.problem.position;
        JsonResult {
            number: solved.number,
            position: board_string::write(position),
            empties: position.empty().len(),
            score: solved.score(),
            best: best_move(lines.first()).map(|mv| mv.to_string()),
            pv: lines.first().map_or(vec![], moves),
            depth,
            nodes,
            time: time.as_secs_f64(),
            nodes_per_second: per_second(nodes, time),
            expected: solved.expected(),
            agrees: solved.agrees(),
            lines: lines.iter().map(|line| JsonLine { score: solved.score_of(line), pv: moves(line) }).collect(),
        }
    }
}

fn best_move(line: Option<&Variation>) -> Option<Move> {
    line?.pv.first().copied()
}

fn moves(line: &Variation) -> Vec<String> {
    line.pv.iter().map(Move::to_string).collect()
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}
