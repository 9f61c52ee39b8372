use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use outflank_engine::{Engine, Options};
use outflank_study::report::Report;
use outflank_study::review::{Plan, Review, Search};

use super::games::Given;
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
        let waiting = Mutex::new(games.into_iter().enumerate());
        let is_enough = AtomicBool::new(false);
        thread::scope(|scope| {
            let (examined, results) = mpsc::channel();
            for _ in 0..workers {
                let (examined, waiting, is_enough) = (examined.clone(), &waiting, &is_enough);
                scope.spawn(move || {
                    let engine = Engine::new(options);
                    loop {
                        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some((index, given)) = next else { break };
                        let is_over = || is_enough.load(Ordering::Relaxed) || progress.is_interrupted();
                        let Some(report) = self.report(&given, &engine, progress, &is_over) else { break };
                        if examined.send((index, Examined { given, report })).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(examined);
            let mut early = BTreeMap::new();
            let mut next = 0;
            for (index, examined) in results {
                early.insert(index, examined);
                while let Some(examined) = early.remove(&next) {
                    next += 1;
                    if let Err(error) = take(examined) {
                        is_enough.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
            }
            Ok(())
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
