mod report;
mod source;

use std::cell::LazyCell;
use std::io;
use std::process::ExitCode;
use std::thread;

use outflank_engine::{Analysis, Engine, Goal, Limits, Options};

use crate::cli::SolveArguments;
use crate::{progress, stderr};
use report::{Agreement, Solved, Table};
use source::Problem;

pub(crate) fn run(arguments: &SolveArguments) -> anyhow::Result<ExitCode> {
    let cores = || thread::available_parallelism().map_or(1, |cores| cores.get());
    let threads = arguments.threads.unwrap_or_else(cores);
    let engine = LazyCell::new(|| Engine::new(Options { threads, table_mebibytes: arguments.table }));
    let limits = Limits {
        lines: arguments.lines,
        goal: if arguments.winner { Goal::Winner } else { Goal::Score },
        ..Limits::default()
    };

    let problems = source::problems(&arguments.source)?;
    let of = problems.len();
    let mut table = Table::new(arguments, io::stdout().lock());
    let mut code = ExitCode::SUCCESS;
    for (number, problem) in (1..).zip(problems) {
        match problem {
            Ok(problem) => {
                let analysis = solve(&engine, &problem, limits, &format!("{number} of {of}"));
                table.add(&Solved { number, problem: &problem, analysis: &analysis, goal: limits.goal })?;
            }
            Err(error) => {
                stderr::print(format_args!("outflank: {error:#}"));
                code = ExitCode::FAILURE;
            }
        }
    }
    let Agreement { compared, agreed } = table.finish()?;
    if agreed < compared {
        stderr::print(format_args!("outflank: {} of {compared} scores differ from the source", compared - agreed));
        code = ExitCode::FAILURE;
    }
    Ok(code)
}

fn solve(engine: &Engine, problem: &Problem, limits: Limits, title: &str) -> Analysis {
    engine.forget();
    let bar = progress::spinner("{spinner} {prefix} {elapsed} {msg}");
    bar.set_prefix(format!("{title}, {} empty squares,", problem.position.empty().len()));
    let shown = bar.clone();
    let handle = engine.start(problem.position, limits, move |analysis| shown.set_message(report::step(analysis)));
    let analysis = handle.wait();
    bar.finish_and_clear();
    analysis
}
