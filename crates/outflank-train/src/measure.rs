//! `outflank-train measure`: how well the evaluation orders the moves of positions that are solved.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use outflank_engine::Score;
use outflank_engine::training::{Evaluation, Features};
use outflank_formats::obf;
use outflank_rules::{Board, Move, Position, Rules};

use crate::cli::MeasureArguments;

pub(crate) fn run(arguments: &MeasureArguments) -> anyhow::Result<()> {
    let unpacked = match &arguments.weights {
        Some(path) => Some(unpack(path).with_context(|| path.display().to_string())?),
        None => None,
    };
    let evaluation = unpacked.as_ref().unwrap_or_else(|| Evaluation::embedded());
    let mut all = Tally::default();
    for path in &arguments.suites {
        all.add_suite(path, evaluation).with_context(|| path.display().to_string())?;
    }
    ensure!(all.positions > 0, "there is no position with scored moves in these files");
    let positions = f64::from(all.positions);
    println!("{} positions, {} moves", all.positions, all.moves);
    println!("best move first    {:6.1} %", f64::from(all.best) * 100.0 / positions);
    println!("loss of first move {:6.2} discs", f64::from(all.loss) / positions);
    println!("mean abs. error    {:6.2} discs", all.error / f64::from(all.moves));
    Ok(())
}

fn unpack(path: &Path) -> anyhow::Result<Evaluation> {
    Ok(Evaluation::unpack(&fs::read(path)?)?)
}

/// What was counted in all positions.
#[derive(Default)]
struct Tally {
    positions: u32,
    moves: u32,
    /// How often the move that looked best was the best, or one of them.
    best: u32,
    /// By how many discs the moves that looked best were worse than the best.
    loss: u32,
    /// The sum of what the scores of the moves were off by, in discs.
    error: f64,
}

impl Tally {
    fn add_suite(&mut self, path: &Path, evaluation: &Evaluation) -> anyhow::Result<()> {
        for problem in obf::parse(&fs::read_to_string(path)?) {
            let problem = problem?;
            let position = Position::new(Rules::STANDARD, problem.setup)?;
            let board = position.board().context("the rules are standard")?;
            self.add_problem(board, &problem.scores, evaluation);
        }
        Ok(())
    }

    /// Compares the scores of a position's moves with what the evaluation says after each.
    fn add_problem(&mut self, board: Board, scores: &[(Move, i8)], evaluation: &Evaluation) {
        let expected: Vec<(i32, i8)> = scores
            .iter()
            .filter_map(|&(mv, score)| {
                let after = board.try_play(mv.square()?)?;
                Some((-evaluation.score(&Features::of(after), after.empty().len()), score))
            })
            .collect();
        let Some(best) = expected.iter().map(|&(_, score)| score).max() else { return };
        let Some(&(_, first)) = expected.iter().max_by_key(|&&(steps, _)| steps) else { return };
        self.positions += 1;
        self.best += u32::from(first == best);
        self.loss += u32::from(best.abs_diff(first));
        self.moves += expected.len() as u32;
        let error = |&(steps, score): &(i32, i8)| (f64::from(steps) / f64::from(Score::STEPS) - f64::from(score)).abs();
        self.error += expected.iter().map(error).sum::<f64>();
    }
}
