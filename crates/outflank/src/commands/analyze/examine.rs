use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use outflank_study::report::Report;
use outflank_study::review::{Analyst, Finding, Key, Plan, Review, Search};

use super::games::Given;
use super::in_order::in_order;
use super::progress::{GameProgress, Progress};
use crate::cli::AnalyzeArguments;

pub(super) struct Examiner {
    plan: Plan,
    threads: usize,
    known: Known,
}

pub(super) struct Examined {
    pub(super) given: Given,
    pub(super) report: Report,
}

enum Step {
    Begin(Box<(Given, Review)>),
    Search(Search),
}

enum Done {
    Begun(Box<(Given, Review)>),
    Found(Finding),
}

impl Examiner {
    pub(super) fn new(arguments: &AnalyzeArguments) -> Examiner {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = arguments.threads.unwrap_or_else(cores);
        Examiner { plan: arguments.plan(), threads, known: Known::default() }
    }

    /// Analyzes the games and passes each to `take`, in order, until all are done, the user interrupts, or `take` fails. The positions of
    /// all games are searched side by side, one thread each.
    pub(super) fn examine<E>(
        &self,
        games: impl Iterator<Item = Given> + Send,
        progress: &Progress,
        mut take: impl FnMut(Examined) -> Result<(), E>,
    ) -> Result<(), E> {
        let is_enough = AtomicBool::new(false);
        let is_over = || is_enough.load(Ordering::Relaxed) || progress.is_interrupted();
        let steps = games.flat_map(|given| {
            let review = Review::of(given.record.game(), self.plan);
            let searches: Vec<Step> = review.searches().cloned().map(Step::Search).collect();
            [Step::Begin(Box::new((given, review)))].into_iter().chain(searches)
        });
        let start = || {
            let analyst = Analyst::new();
            let is_over = &is_over;
            move |step| match step {
                _ if is_over() => None,
                Step::Begin(game) => Some(Done::Begun(game)),
                Step::Search(search) => Some(Done::Found(self.known.find(&search, &analyst))),
            }
        };
        let mut current: Option<(Given, Review, GameProgress<'_>)> = None;
        in_order(steps, self.threads.max(1), start, |done| {
            let (given, review, mut part) = match (done, current.take()) {
                (Done::Begun(game), _) => {
                    let (given, review) = *game;
                    (given, review, progress.begin())
                }
                (Done::Found(_), None) => return Ok(()),
                (Done::Found(finding), Some((given, mut review, part))) => {
                    review.learn(&finding);
                    (given, review, part)
                }
            };
            if !review.is_complete() {
                part.show(f64::from(review.percent_done()) / 100.0, || step(&review));
                current = Some((given, review, part));
                return Ok(());
            }
            part.finish();
            let report = Report::of(given.record.game(), &review);
            take(Examined { given, report }).inspect_err(|_| is_enough.store(true, Ordering::Relaxed))
        })
    }
}

#[derive(Default)]
struct Known(Mutex<HashMap<(Key, u8), Finding>>);

impl Known {
    const MIN_EMPTIES: u32 = 40;
    const MAX_FINDINGS: usize = 100_000;

    fn find(&self, search: &Search, analyst: &Analyst) -> Finding {
        let is_early = search.position().empty().len() >= Known::MIN_EMPTIES;
        let key = (search.key().clone(), search.plies());
        let known = is_early.then(|| self.lock().get(&key).cloned()).flatten();
        known.unwrap_or_else(|| {
            let finding = analyst.find(search);
            let mut known = self.lock();
            if is_early && known.len() < Known::MAX_FINDINGS {
                known.insert(key, finding.clone());
            }
            finding
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(Key, u8), Finding>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn step(review: &Review) -> String {
    let positions = review.keys().count();
    format!("{} of {positions} positions, {}", positions - review.searches().count(), review.plan())
}
