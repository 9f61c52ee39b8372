mod executables;
mod jobs;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use outflank_postgres::Postgres;

use crate::{cargo, page, tools};
pub(crate) use executables::{build, find};
pub(crate) use jobs::{Job, run_side_by_side};

#[derive(Args, Debug)]
pub(crate) struct TestArguments {
    /// Leave out what is slow or needs other programs: two minutes at most, once everything is built
    #[arg(long)]
    quick: bool,
}

/// What `--quick` leaves out, by parts of test names.
const SLOW: [&str; 21] = [
    "agreement::",
    "board_equals_position::",
    "bot::restarts::",
    "engine::tests::",
    "exactness::",
    "hostile::",
    "index::",
    "label::tests::",
    "matches::",
    "perft::",
    "serve::crowd",
    "serve::disk::",
    "serve::kill::",
    "serve::nodes::",
    "serve::slow::",
    "shelf::tests::",
    "storm::",
    "study::tests::",
    "suites::",
    "train::",
    "wthor",
];

pub(crate) fn run(arguments: &TestArguments) -> Result<()> {
    match arguments.quick {
        true => quick(),
        false => everything(None),
    }
}

/// Runs all tests, with another job beside them, and those of [`TIMED`] alone at the end.
pub(crate) fn everything(beside: Option<Job>) -> Result<()> {
    let postgres = start()?;
    let mut jobs = jobs(&postgres)?;
    let timed = jobs.split_off(jobs.len() - 1);
    jobs.splice(1..1, beside);
    let result = run_side_by_side(jobs);
    run_side_by_side(timed)?;
    result
}

/// Installs what the tests need, and starts the PostgreSQL server that they share.
pub(crate) fn start() -> Result<Postgres> {
    tools::install_missing()?;
    Postgres::start()
}

/// Tests of how soon servers recover: they need the machine to themselves.
const TIMED: &str = "serve::nodes::";

/// All tests, those that take longest first and those of [`TIMED`] last. Builds the tests.
fn jobs(postgres: &Postgres) -> Result<Vec<Job>> {
    let small = small_variant()?;
    let executables = build()?;
    let program = find(&executables, "outflank", "it")?;
    let mut browser = program.command();
    browser.args(["browser::", "--ignored"]);
    let mut jobs = vec![Job::new("the page, in a browser", page::checks().into_iter().chain([browser]))];
    // Most of its tests wait for servers, engines and clocks.
    let mut patient = program.command();
    patient.args(["--skip", TIMED]).env("RUST_TEST_THREADS", "4");
    jobs.push(Job::new(&program.name(), [patient]));
    let others = executables.iter().filter(|executable| executable.name() != program.name());
    jobs.extend(others.map(|executable| Job::new(&executable.name(), [executable.command()])));
    let mut terminal = program.command();
    terminal.arg("terminal::").env("OUTFLANK", small);
    jobs.push(Job::new("the terminal without default features", [terminal]));
    let examples = cargo::command(["test", "--workspace", "--all-features", "--doc"]);
    jobs.push(Job::new("examples in the documentation", [examples]));
    let mut timed = program.command();
    timed.args([TIMED, "--test-threads", "1"]);
    jobs.push(Job::new("recovery times", [timed]));
    for job in &mut jobs {
        job.set_variable(outflank_postgres::VARIABLE, &postgres.url());
    }
    Ok(jobs)
}

/// Builds the program without default features. It is copied, because the build of the tests puts another one in its place.
fn small_variant() -> Result<PathBuf> {
    cargo::run(["build", "--package", "outflank", "--no-default-features"])?;
    let copy = cargo::target().join("debug/outflank-small");
    fs::copy(cargo::target().join("debug/outflank"), &copy)?;
    Ok(copy)
}

fn quick() -> Result<()> {
    let mut skipped: BTreeMap<&str, usize> = SLOW.iter().map(|part| (*part, 0)).collect();
    let mut jobs = Vec::new();
    for executable in build()? {
        for name in executable.tests()? {
            if let Some(part) = SLOW.iter().find(|part| name.contains(*part)) {
                *skipped.entry(part).or_default() += 1;
            }
        }
        let mut command = executable.command();
        command.args(SLOW.iter().flat_map(|part| ["--skip", part]));
        jobs.push(Job::new(&executable.name(), [command]));
    }
    run_side_by_side(jobs)?;
    let list: Vec<String> = skipped.iter().map(|(part, count)| format!("{part} ({count})")).collect();
    println!("skipped: the browser, PostgreSQL, examples in the documentation; {}", list.join(", "));
    for (part, _) in skipped.iter().filter(|(_, count)| **count == 0) {
        println!("no test has {part} in its name any more; update the list in crates/xtask/src/test/mod.rs");
    }
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
