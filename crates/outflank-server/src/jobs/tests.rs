use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use outflank_engine::Level;
use outflank_formats::plain;
use outflank_players::BookUse;
use outflank_rules::{Game, Position, Rules};
use outflank_study::report::{Document, Report};
use outflank_study::review::{Analyst, Effort, Plan, Review, Search};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

use super::*;
use crate::engine::{Caller, EnginePool, ReviewEvent};
use crate::metrics::Metrics;

const TIMEOUT: Duration = Duration::from_secs(300);

const PACE: Pace =
    Pace { lease: Duration::from_secs(60), look: Duration::from_millis(5), pause: Duration::from_millis(1) };

fn level(number: u8) -> Effort {
    Effort::Level(Level::new(number).unwrap())
}

fn played(rules: Rules, picks: u64) -> Game {
    let mut game = Game::new(Position::initial(rules));
    let mut number = picks;
    while let Some(count) = std::num::NonZeroU32::new(game.position().legal_moves().len()) {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let index = (number >> 33) as u32 % count;
        let square = game.position().legal_moves().into_iter().nth(index as usize).unwrap();
        game.play(square).unwrap();
    }
    game
}

async fn made(engine: &EnginePool, game: &Game, effort: Effort, known: Vec<Finding>) -> (Vec<Finding>, Report) {
    let mut review = Review::of(game, effort.into());
    known.iter().for_each(|finding| review.learn(finding));
    let mut searches = engine.report(review.searches().cloned().collect()).unwrap();
    let mut found = Vec::new();
    loop {
        match timeout(TIMEOUT, searches.next()).await.expect("timed out") {
            Some(ReviewEvent::Found(finding)) => {
                review.learn(&finding);
                found.push(finding);
            }
            Some(ReviewEvent::Waiting(_)) => {}
            Some(ReviewEvent::Done) => return (found, Report::of(game, &review)),
            Some(ReviewEvent::Failed) | None => panic!("the report failed"),
        }
    }
}

struct Site {
    queue: Arc<dyn Queue>,
    engine: EnginePool,
    wake: Arc<Notify>,
}

impl Site {
    fn with(queue: Arc<dyn Queue>) -> Site {
        Site { queue, engine: EnginePool::for_reports(1), wake: Arc::new(Notify::new()) }
    }

    async fn put(&self, task: ReportRequest, rank: Rank) -> ReportId {
        let report = ReportId::random();
        let submission = Submission { tasks: vec![(report, task)], rank, client: Client(1) };
        assert_eq!(self.queue.put(submission).await.unwrap(), Placed::Kept);
        report
    }

    fn begin(&self) -> ReportWorkers {
        let (queue, wake) = (Arc::clone(&self.queue), Arc::clone(&self.wake));
        ReportWorkers::start(queue, self.engine.clone(), 1, PACE, wake, Metrics::new())
    }

    async fn until(&self, report: ReportId, is_it: impl Fn(&State) -> bool) -> State {
        let reached = async {
            loop {
                if let Ok(Some(state)) = self.queue.state(report).await
                    && is_it(&state)
                {
                    return state;
                }
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(TIMEOUT, reached).await.expect("timed out")
    }

    async fn done(&self, report: ReportId) -> Document {
        match self.until(report, |state| matches!(state, State::Done(_) | State::GivenUp { .. })).await {
            State::Done(document) => *document,
            state => panic!("{state:?}"),
        }
    }
}

fn directly(game: &Game, effort: Effort) -> Report {
    let mut review = Review::of(game, effort.into());
    review.search_all(&Analyst::new());
    Report::of(game, &review)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_queue_makes_the_same_report_as_a_direct_search() {
    let site = Site::with(Arc::new(MemoryQueue::new()));
    let workers = site.begin();
    for (rules, number) in [(Rules::Standard, 6), (Rules::Standard, 3), (Rules::Orthogonal, 2)] {
        let mut record = plain::parse(&plain::write_game(&played(rules, 7))).unwrap().check().unwrap();
        record.details.players.white.name = "Bob".to_owned();
        let report = site.put(ReportRequest::new(&record, level(number)), Rank::Person).await;
        let document = site.done(report).await;
        let expected = Document::of(&record, &directly(record.game(), level(number)), None);
        assert_eq!(document, expected, "{rules}, level {number}");
        assert_eq!(document.moves.len(), record.game().placements().count());
    }
    workers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_findings_give_the_same_report() {
    let engine = EnginePool::for_reports(1);
    let game = played(Rules::Standard, 1);
    let (found, report) = made(&engine, &game, level(4), Vec::new()).await;
    let questions: HashSet<_> = found.iter().map(|finding| (finding.key.clone(), finding.plies)).collect();
    assert_eq!(questions.len(), found.len(), "nothing is searched twice");

    let half = found.len() / 2;
    let (rest, again) = made(&engine, &game, level(4), found[..half].to_vec()).await;
    assert_eq!((rest.len(), &again), (found.len() - half, &report));
    let (nothing, again) = made(&engine, &game, level(4), found.clone()).await;
    assert_eq!((nothing.len(), &again), (0, &report));

    // Findings at other depths don't change the report.
    let (deeper, _) = made(&engine, &game, level(5), Vec::new()).await;
    let (all, again) = made(&engine, &game, level(4), deeper.clone()).await;
    assert!(all.len() < found.len() && again == report);
    let (_, level_five) = made(&engine, &game, level(5), Vec::new()).await;
    assert_eq!(made(&engine, &game, level(5), found).await.1, level_five);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_with_the_same_opening_share_findings() {
    let engine = EnginePool::for_reports(1);
    let first = plain::parse("f5d6c3d3c4f4f6").unwrap().check().unwrap();
    // The same opening, rotated, with a different last move.
    let other = plain::parse("d3c5f6f5e6").unwrap().check().unwrap();
    let (known, _) = made(&engine, first.game(), level(3), Vec::new()).await;
    let (alone, report) = made(&engine, other.game(), level(3), Vec::new()).await;
    let (shared, again) = made(&engine, other.game(), level(3), known).await;
    assert!(shared.len() < alone.len() / 2, "{} of {}", shared.len(), alone.len());
    assert_eq!(again, report);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poisoned_job_is_given_up_and_others_are_made() {
    let site = Site::with(Arc::new(MemoryQueue::new()));
    let record = plain::parse("f5d6").unwrap().check().unwrap();
    let task = ReportRequest::new(&record, level(2));
    let poisoned = ReportRequest::from_json(&task.to_json().replace("f5d6", "f5a1")).unwrap();
    let poisoned = site.put(poisoned, Rank::Person).await;
    let other = site.put(task, Rank::Bulk).await;
    let workers = site.begin();
    let given_up = site.until(poisoned, |state| matches!(state, State::GivenUp { .. })).await;
    assert!(matches!(&given_up, State::GivenUp { why } if why.contains("a1")), "{given_up:?}");
    assert_eq!(site.done(other).await.moves.len(), 2);
    workers.end().await;
    let counts = site.queue.counts().await.unwrap();
    assert_eq!(counts, Counts { waiting: 0, running: 0, done: 1, given_up: 1 });
}

/// Never finishes: after a first search, it tries to solve the game from its third move.
fn endless() -> Vec<Search> {
    let record = plain::parse("f5d6c3").unwrap().check().unwrap();
    let searches = |plan: Plan| Review::of(record.game(), plan).searches().cloned().collect::<Vec<_>>();
    let plan = Plan::from(level(1));
    [&searches(plan)[..1], &searches(plan.solving(60))[..]].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn study_does_not_wait_for_reports() {
    let engine = EnginePool::start(2, BookUse::Never);
    let mut report = engine.report(endless()).unwrap();
    assert!(matches!(timeout(TIMEOUT, report.next()).await, Ok(Some(ReviewEvent::Found(_)))));
    let position = Position::initial(Rules::Standard);
    for _ in 0..3 {
        let question = crate::engine::AnalysisRequest { position, lines: 1, time: TIMEOUT, depth: Some(3) };
        let mut answer = engine.analyze(Caller(1), question).unwrap();
        while !timeout(TIMEOUT, answer.next()).await.expect("timed out").is_last() {}
    }
    assert!(!engine.has_room_for_report(), "the report is still running");
    drop(report);
    until_idle(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_returns_unfinished_jobs() {
    let site = Site::with(Arc::new(MemoryQueue::new()));
    let record = plain::parse(&plain::write_game(&played(Rules::Standard, 5))).unwrap().check().unwrap();
    let report = site.put(ReportRequest::new(&record, level(10)), Rank::Person).await;
    let workers = site.begin();
    site.until(report, |state| matches!(state, State::Running { .. })).await;
    timeout(TIMEOUT, workers.end()).await.expect("timed out");
    assert_eq!(site.queue.state(report).await.unwrap(), Some(State::Waiting { before: 0 }));
    assert_eq!(site.queue.take(PACE.lease).await.unwrap().map(|taken| taken.tries), Some(1));
    until_idle(&site.engine).await;
}

async fn until_idle(engine: &EnginePool) {
    let idle = async {
        while !engine.has_room_for_report() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(TIMEOUT, idle).await.expect("timed out");
}

#[derive(Default)]
struct Unreliable {
    queue: MemoryQueue,
    failing: Mutex<&'static [&'static str]>,
    failures: Mutex<HashSet<&'static str>>,
    taken: Mutex<Vec<Taken>>,
}

impl Unreliable {
    fn check(&self, what: &'static str) -> Result<(), StoreError> {
        match self.failing.lock().unwrap().contains(&what) {
            true => {
                self.failures.lock().unwrap().insert(what);
                Err(StoreError::Closed)
            }
            false => Ok(()),
        }
    }
}

#[async_trait]
impl Queue for Unreliable {
    async fn put(&self, submission: Submission) -> Result<Placed, StoreError> {
        self.queue.put(submission).await
    }
    async fn take(&self, lease: Duration) -> Result<Option<Taken>, StoreError> {
        self.check("take")?;
        let taken = self.queue.take(lease).await?;
        self.taken.lock().unwrap().extend(taken.clone());
        Ok(taken)
    }
    async fn renew(&self, claim: &Claim, lease: Duration, percent: u8) -> Result<Hold, StoreError> {
        self.check("renew")?;
        self.queue.renew(claim, lease, percent).await
    }
    async fn finish(&self, claim: &Claim, report: &Document) -> Result<Hold, StoreError> {
        self.check("finish")?;
        self.queue.finish(claim, report).await
    }
    async fn fail(&self, claim: &Claim, why: &str, pause: Duration) -> Result<Hold, StoreError> {
        self.check("fail")?;
        self.queue.fail(claim, why, pause).await
    }
    async fn give_back(&self, claim: &Claim) -> Result<Hold, StoreError> {
        self.check("give_back")?;
        self.queue.give_back(claim).await
    }
    async fn state(&self, report: ReportId) -> Result<Option<State>, StoreError> {
        self.queue.state(report).await
    }
    async fn counts(&self) -> Result<Counts, StoreError> {
        self.check("counts")?;
        self.queue.counts().await
    }
    async fn findings(&self, about: &[Key]) -> Result<Vec<Finding>, StoreError> {
        self.check("findings")?;
        self.queue.findings(about).await
    }
    async fn learn(&self, findings: &[Finding]) -> Result<(), StoreError> {
        self.check("learn")?;
        self.queue.learn(findings).await
    }
    async fn sweep(&self) -> Result<(), StoreError> {
        self.queue.sweep().await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_survive_a_queue_outage() {
    let queue = Arc::new(Unreliable::default());
    let site = Site::with(queue.clone());
    let game = played(Rules::Standard, 9);
    let record = plain::parse(&plain::write_game(&game)).unwrap().check().unwrap();
    let report = site.put(ReportRequest::new(&record, level(5)), Rank::Person).await;
    let failed = async |what: &'static str| {
        let seen = async {
            while !queue.failures.lock().unwrap().contains(what) {
                sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(TIMEOUT, seen).await.expect("timed out");
    };
    *queue.failing.lock().unwrap() = &["take"];
    let workers = site.begin();
    failed("take").await;
    // The job is taken, but its outcome cannot be stored.
    *queue.failing.lock().unwrap() = &["renew", "finish", "learn"];
    failed("finish").await;
    *queue.failing.lock().unwrap() = &[];
    let document = site.done(report).await;
    assert_eq!(document, Document::of(&record, &directly(&game, level(5)), None));
    workers.end().await;
}

fn worker(queue: &Arc<Unreliable>) -> ReportWorkers {
    let (engine, wake) = (EnginePool::for_reports(1), Arc::new(Notify::new()));
    ReportWorkers::start(queue.clone(), engine, 1, Pace::default(), wake, Metrics::new())
}

fn tries(queue: &Unreliable) -> Vec<u32> {
    queue.taken.lock().unwrap().iter().map(|taken| taken.tries).collect()
}

#[tokio::test(start_paused = true)]
async fn a_report_of_a_dead_worker_is_taken_over_within_seconds() {
    let queue = Arc::new(Unreliable::default());
    let site = Site::with(queue.clone());
    let record = plain::parse("f5d6").unwrap().check().unwrap();
    let report = site.put(ReportRequest::new(&record, level(1)), Rank::Person).await;
    let dead = queue.take(Pace::default().lease).await.unwrap().unwrap();
    let died = Instant::now();
    let workers = worker(&queue);
    while tries(&queue).len() < 2 {
        sleep(Duration::from_millis(100)).await;
        assert!(died.elapsed() < Duration::from_secs(8), "the report still waits");
    }
    assert_eq!(tries(&queue), [1, 2], "every attempt counts");
    let late = Document::of(&record, &directly(record.game(), level(1)), None);
    assert_eq!(queue.finish(&dead.claim, &late).await.unwrap(), Hold::Lost);
    assert_eq!(site.done(report).await, late);
    workers.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_running_report_stays_with_its_worker_through_an_outage() {
    let queue = Arc::new(Unreliable::default());
    let site = Site::with(queue.clone());
    let record = plain::parse(&plain::write_game(&played(Rules::Standard, 5))).unwrap().check().unwrap();
    let report = site.put(ReportRequest::new(&record, level(10)), Rank::Person).await;
    let busy = worker(&queue);
    sleep(Duration::from_millis(500)).await;
    assert_eq!(tries(&queue), [1]);
    let idle = worker(&queue);
    sleep(Duration::from_secs(60)).await;
    for seconds in [4, 9, 31] {
        *queue.failing.lock().unwrap() = &["take", "renew", "learn", "counts"];
        sleep(Duration::from_secs(seconds)).await;
        *queue.failing.lock().unwrap() = &[];
        sleep(Duration::from_secs(20)).await;
    }
    assert_eq!(tries(&queue), [1], "no other worker has taken it");
    assert!(matches!(site.queue.state(report).await.unwrap(), Some(State::Running { .. })));
    busy.end().await;
    idle.end().await;
}

#[test]
fn a_stored_request_is_read_back() {
    let record = plain::parse("rules thirty\nd3c3").unwrap().check().unwrap();
    for effort in [level(7), Effort::Quick, Effort::Standard, Effort::Deep] {
        let task = ReportRequest::new(&record, effort);
        assert_eq!(ReportRequest::from_json(&task.to_json()), Ok(task.clone()));
        assert_eq!(task.record().unwrap().game(), record.game());
    }
    let task = ReportRequest::new(&record, Effort::Quick);
    let earlier = task.to_json().replace(r#""plan":"quick","#, "");
    assert_ne!(earlier, task.to_json());
    assert_eq!(ReportRequest::from_json(&earlier), Ok(task));
    for text in ["", "{}", r#"{"version":2,"effort":{"level":1},"report":{}}"#] {
        assert!(ReportRequest::from_json(text).is_err(), "{text}");
    }
}
