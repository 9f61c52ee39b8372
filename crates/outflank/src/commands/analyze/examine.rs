use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use outflank_engine::{Engine, Options};
use outflank_study::report::Report;
use outflank_study::review::{Plan, Review, Search};

use super::games::Given;
use super::in_order::in_order;
use super::progress::Progress;
use crate::cli::AnalyzeArguments;

pub(super) struct Effort {
    plan: Plan,
    /// Expected time per game, if known.
    time: Option<Duration>,
    threads: usize,
}

pub(super) struct Examined {
    pub(super) given: Given,
    pub(super) report: Report,
}

impl Effort {
    pub(super) fn new(arguments: &AnalyzeArguments) -> Effort {
        let (plan, time) = match (arguments.level, arguments.exact) {
            (Some(level), _) => (Plan::at_level(level), None),
            (None, None) => (Plan::within(arguments.time), Some(arguments.time)),
            (None, Some(_)) => (Plan::within(arguments.time), None),
        };
        let plan = match arguments.exact {
            Some(empties) => plan.solving(empties),
            None => plan,
        };
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        Effort { plan, time, threads: arguments.threads.unwrap_or_else(cores) }
    }

    /// Analyzes the games and passes each to `take`, in order, until all are done, the user interrupts, or `take` fails.
    ///
    /// Several games are analyzed in parallel, one thread each: that is faster than all threads on one game, and a report does not depend on
    /// the number of threads.
    pub(super) fn examine<E>(
        &self,
        games: Vec<Given>,
        progress: &Progress,
        mut take: impl FnMut(Examined) -> Result<(), E>,
    ) -> Result<(), E> {
        let workers = self.threads.min(games.len()).max(1);
        let options = Options {
            threads: if games.len() > 1 { 1 } else { self.threads },
            table_mebibytes: (TABLES_MEBIBYTES / workers).max(SMALLEST_TABLE_MEBIBYTES),
        };
        let is_enough = AtomicBool::new(false);
        let is_over = || is_enough.load(Ordering::Relaxed) || progress.is_interrupted();
        let start = || {
            let engine = Engine::new(options);
            let is_over = &is_over;
            move |given| {
                let report = self.report(&given, &engine, progress, is_over)?;
                Some(Examined { given, report })
            }
        };
        in_order(games.into_iter(), workers, start, |examined| {
            take(examined).inspect_err(|_| is_enough.store(true, Ordering::Relaxed))
        })
    }

    fn report(
        &self,
        given: &Given,
        engine: &Engine,
        progress: &Progress,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Report> {
        let game = given.record.game();
        let placements = game.placements().count();
        let (mut review, mut plan, mut spent) = (Review::of(game), self.plan.clone(), Duration::ZERO);
        let mut part = progress.begin();
        engine.forget();
        while let Some(search) = plan.next(&review, spent) {
            if is_over() {
                return None;
            }
            let done = match self.time {
                Some(time) => spent.as_secs_f64() / time.as_secs_f64(),
                None => review.judgements().filter(|judged| judged.is_exact).count() as f64 / placements as f64,
            };
            part.show(done, || step(&search, given, placements));
            let analysis = engine.analyze(search.position, search.limits);
            spent += analysis.time;
            review.learn(&search, &analysis);
        }
        part.finish();
        Some(Report::of(game, &review))
    }
}

const TABLES_MEBIBYTES: usize = 256;
const SMALLEST_TABLE_MEBIBYTES: usize = 16;

fn step(search: &Search, given: &Given, placements: usize) -> String {
    let number = given.record.start().empty().len() - search.position.empty().len() + 1;
    let how_far = match search.limits.depth {
        Some(depth) => format!("depth {depth}"),
        None => "to the end".to_owned(),
    };
    format!("move {} of {placements}, {how_far}", (number as usize).min(placements))
}
