//! `outflank solve`: the results of positions with best play to the end.

mod report;
mod source;

use std::io;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use outflank_engine::{Analysis, Engine, Goal, Limits, Options};

use crate::cli::SolveArguments;
use crate::stderr;
use report::{Agreement, Report, Solved};
use source::Problem;

/// Solves one position after the other and reports each at once. What cannot be read is said on standard error; the
/// rest is still solved. A score that is not the one in the source is a failure too.
pub(crate) fn run(arguments: &SolveArguments) -> anyhow::Result<ExitCode> {
    let cores = || thread::available_parallelism().map_or(1, |cores| cores.get());
    let threads = arguments.threads.unwrap_or_else(cores);
    let engine = Engine::new(Options { threads, table_mebibytes: arguments.table });
    let limits = Limits {
        lines: arguments.lines,
        goal: if arguments.winner { Goal::Winner } else { Goal::Score },
        ..Limits::default()
    };

    let problems = source::problems(&arguments.source)?;
    let of = problems.len();
    let mut report = Report::new(arguments, io::stdout().lock());
    let mut code = ExitCode::SUCCESS;
    for (number, problem) in (1..).zip(problems) {
        match problem {
            Ok(problem) => {
                let analysis = solve(&engine, &problem, limits, &format!("{number} of {of}"));
                report.add(&Solved { number, problem: &problem, analysis: &analysis, goal: limits.goal })?;
            }
            Err(error) => {
                stderr::print(format_args!("outflank: {error:#}"));
                code = ExitCode::FAILURE;
            }
        }
    }
    let Agreement { compared, agreed } = report.finish()?;
    if agreed < compared {
        stderr::print(format_args!("outflank: only {agreed} of {compared} scores are as expected"));
        code = ExitCode::FAILURE;
    }
    Ok(code)
}

/// Solves a position as if it were the first, and shows on a terminal that something is going on.
fn solve(engine: &Engine, problem: &Problem, limits: Limits, title: &str) -> Analysis {
    const TICK: Duration = Duration::from_millis(100);
    engine.forget();
    let bar = ProgressBar::new_spinner().with_style(
        ProgressStyle::with_template("{spinner} {prefix} {elapsed} {msg}").expect("the template is a valid one"),
    );
    bar.set_prefix(format!("{title}, {} empty squares,", problem.position.empty().len()));
    bar.enable_steady_tick(TICK);
    let shown = bar.clone();
    let handle = engine.start(problem.position, limits, move |analysis| shown.set_message(report::step(analysis)));
    let analysis = handle.wait();
    bar.finish_and_clear();
    analysis
}
