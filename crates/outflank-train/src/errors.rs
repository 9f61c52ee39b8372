//! `outflank-train errors`: how far off the losses of unsolved positions are.
//!
//! Reviews solved positions as if they were too early to solve, and compares the losses with the true ones. Reports use the printed table.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use outflank_rules::{Color, Game, Position, Rules, Setup, Square};
use outflank_study::report::Grade;
use outflank_study::review::{Analyst, Effort, Plan, QUANTILE, Review};

use crate::progress::ProgressLine;
use crate::suite::problem::{SolvedPosition, Suite};
use crate::threads;

#[derive(Args, Debug)]
pub(crate) struct ErrorsArguments {
    /// Problem files in the Othello Board Format (*.obf), with scores for all moves
    #[arg(required = true, value_name = "FILE")]
    suites: Vec<PathBuf>,

    /// Efforts to measure, a row for each number of empty squares
    #[arg(
        long,
        value_name = "EFFORT,...",
        value_delimiter = ',',
        default_value = "level 2,level 5,level 7,quick,standard"
    )]
    effort: Vec<Effort>,

    /// Moves of each position, evenly from the best to the worst
    #[arg(long, value_name = "N", default_value = "4")]
    moves: NonZeroUsize,

    /// Use every Nth position
    #[arg(long, value_name = "N", default_value = "1")]
    every: NonZeroUsize,

    /// Judge by the embedded table instead of printing a new one
    #[arg(long)]
    check: bool,

    /// Number of threads; it does not affect the result [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Comparison {
    estimate: f32,
    truth: f32,
    /// As the embedded table has it.
    bound: f32,
    grade: Grade,
}

pub(crate) fn run(arguments: &ErrorsArguments) -> anyhow::Result<()> {
    let suites = arguments.suites.iter().map(|path| Suite::read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let every = arguments.every.get();
    let mut problems: Vec<&SolvedPosition> =
        suites.iter().flat_map(|suite| suite.problems.iter().step_by(every)).collect();
    let empties = |problem: &SolvedPosition| problem.board.empty().len();
    problems.sort_by_key(|problem| empties(problem));
    if arguments.check {
        println!(
            "# plies, empty squares, moves, % within the stated error, % of lossless moves called mistakes, % of blunders found"
        );
    } else {
        println!("# Errors of losses in unsolved positions, by `outflank-train errors` on tournament.obf and hard-25.");
        println!(
            "# plies, empty squares, moves, root mean square, 95 % bound, % of lossless moves called mistakes, % of blunders found"
        );
    }
    let mut efforts = arguments.effort.clone();
    efforts.sort_by_key(|effort| effort.plies());
    for effort in efforts {
        for group in problems.chunk_by(|a, b| empties(a) == empties(b)) {
            let comparisons = compare(effort, group, arguments);
            let row = match arguments.check {
                true => Check::of(&comparisons).to_string(),
                false => Row::of(&comparisons).to_string(),
            };
            println!("{}\t{}\t{row}", effort.plies(), empties(group[0]));
        }
    }
    Ok(())
}

fn compare(effort: Effort, problems: &[&SolvedPosition], arguments: &ErrorsArguments) -> Vec<Comparison> {
    let pairs: Vec<(&SolvedPosition, Square)> = problems
        .iter()
        .flat_map(|problem| chosen(problem, arguments.moves.get()).map(|square| (*problem, square)))
        .collect();
    let mut progress = ProgressLine::new("moves", 0, Some(pairs.len() as u64));
    let new_worker = || {
        let analyst = Analyst::new();
        move |(problem, square)| comparison(problem, square, Plan::from(effort).estimating(), &analyst)
    };
    let mut comparisons = Vec::new();
    let Ok(()) = threads::in_order(threads::count(arguments.threads), pairs.into_iter(), new_worker, |comparison| {
        comparisons.push(comparison);
        progress.add("");
        Ok::<_, Infallible>(())
    });
    progress.finish("");
    comparisons.into_iter().flatten().collect()
}

/// Evenly from the best to the worst.
fn chosen(problem: &SolvedPosition, count: usize) -> impl Iterator<Item = Square> + use<> {
    let mut moves: Vec<(Square, i8)> = problem.moves().collect();
    moves.sort_by_key(|&(square, score)| (-score, square as u8));
    let count = count.min(moves.len());
    (0..count).map(move |index| moves[index * (moves.len() - 1) / (count - 1).max(1)].0)
}

/// `None` if the game is over after the move.
fn comparison(problem: &SolvedPosition, square: Square, plan: Plan, analyst: &Analyst) -> Option<Comparison> {
    let setup = Setup { discs: problem.board.discs(Color::Black), turn: Color::Black, supply: None };
    let mut game = Game::new(Position::new(Rules::Standard, setup).ok()?);
    game.play(square).ok()?;
    let mut review = Review::of(&game, plan);
    review.search_all(analyst);
    let judged = review.judgements().next().filter(|judged| !judged.is_exact)?;
    Some(Comparison {
        estimate: judged.loss(),
        truth: f32::from(problem.best() - problem.score(square)),
        bound: judged.error,
        grade: Grade::of(judged),
    })
}

struct Row {
    moves: usize,
    deviation: f32,
    bound: f32,
    false_alarms: f32,
    found: f32,
}

impl Row {
    fn of(comparisons: &[Comparison]) -> Row {
        let mut errors: Vec<f32> = comparisons.iter().map(|one| (one.estimate - one.truth).abs()).collect();
        errors.sort_by(f32::total_cmp);
        let moves = errors.len();
        let mean_square = errors.iter().map(|error| error * error).sum::<f32>() / moves.max(1) as f32;
        let deviation = mean_square.sqrt();
        let bound =
            errors.get((moves as f32 * safe_share(moves)) as usize).or(errors.last()).copied().unwrap_or_default();
        let is_serious = |one: &Comparison| one.estimate - QUANTILE * deviation >= Grade::MISTAKE;
        let false_alarms = percent(comparisons, |one| one.truth == 0.0, is_serious);
        let found = percent(comparisons, |one| one.truth >= Grade::BLUNDER, is_serious);
        Row { moves, deviation, bound, false_alarms, found }
    }
}

/// 95 %, and one standard error more, so that the bound holds on other positions too. Four moves of a position are about one case.
fn safe_share(moves: usize) -> f32 {
    const SHARE: f32 = 0.95;
    let cases = (moves as f32 / 4.0).max(1.0);
    SHARE + (SHARE * (1.0 - SHARE) / cases).sqrt()
}

fn percent(
    comparisons: &[Comparison],
    is_in: impl Fn(&Comparison) -> bool,
    counts: impl Fn(&Comparison) -> bool,
) -> f32 {
    let all = comparisons.iter().filter(|one| is_in(one));
    100.0 * all.clone().filter(|one| counts(one)).count() as f32 / all.count().max(1) as f32
}

/// How well the embedded table judges other positions than those it was made from.
struct Check {
    moves: usize,
    within: f32,
    false_alarms: f32,
    found: f32,
}

impl Check {
    fn of(comparisons: &[Comparison]) -> Check {
        let is_within = |one: &Comparison| (one.estimate - one.truth).abs() <= one.bound;
        let is_serious = |one: &Comparison| one.grade.is_serious();
        Check {
            moves: comparisons.len(),
            within: percent(comparisons, |_| true, is_within),
            false_alarms: percent(comparisons, |one| one.truth == 0.0, is_serious),
            found: percent(comparisons, |one| one.truth >= Grade::BLUNDER, is_serious),
        }
    }
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Check { moves, within, false_alarms, found } = self;
        write!(f, "{moves}\t{within:.1}\t{false_alarms:.1}\t{found:.1}")
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Row { moves, deviation, bound, false_alarms, found } = self;
        write!(f, "{moves}\t{deviation:.2}\t{bound:.2}\t{false_alarms:.1}\t{found:.1}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_sums_up_the_errors() {
        let pair = |estimate, truth| Comparison { estimate, truth, bound: 1.5, grade: Grade::of_loss(estimate) };
        let row = Row::of(&[pair(0.0, 0.0), pair(1.0, 0.0), pair(9.0, 8.0), pair(8.0, 6.0), pair(0.0, 6.0)]);
        assert_eq!((row.moves, row.bound), (5, 6.0));
        assert!((row.deviation - 8.4_f32.sqrt()).abs() < 1e-6);
        assert_eq!(row.false_alarms, 0.0);
        assert!((row.found - 66.67).abs() < 0.01, "{}", row.found);
        let check = Check::of(&[pair(0.0, 0.0), pair(2.0, 0.0), pair(9.0, 8.0), pair(0.0, 6.0)]);
        assert_eq!((check.moves, check.within, check.false_alarms, check.found), (4, 50.0, 50.0, 50.0));
    }
}
