use std::sync::mpsc;
use std::time::Duration;

use futures_util::FutureExt as _;
use outflank_engine::Level;
use outflank_players::{BookUse, Bounds, ClockState, EngineSeat, Random};
use outflank_rules::{ByColor, Game, Position, Rules};
use outflank_study::review::{Effort, Review};

use super::cancel::Cancellation;
use super::pool::{Job, JobGuard, MAX_PER_CALLER, MAX_QUEUED, Progress, Worker};
use super::queue::Turn;
use super::*;
use crate::Owner;
use crate::limits::SITE_SHARE;

const TIMEOUT: Duration = Duration::from_secs(120);

const NEW_TURN: JobClass = JobClass::Seat(Owner::from_bits(0), Turn::New);

async fn in_time<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(TIMEOUT, future).await.expect("timed out")
}

fn turn(level: u8, rules: Rules) -> EngineTurn {
    EngineTurn {
        level: Level::new(level).unwrap(),
        game: Game::new(Position::initial(rules)),
        clocks: None,
        owner: Owner::default(),
    }
}

fn endless() -> AnalysisRequest {
    AnalysisRequest {
        position: Position::initial(Rules::Standard),
        lines: 1,
        time: Duration::from_secs(3600),
        depth: None,
    }
}

fn quick() -> AnalysisRequest {
    AnalysisRequest { depth: Some(2), ..endless() }
}

async fn last_stage<T: Clone>(answer: &mut ProgressStream<T>) -> Stage<T> {
    loop {
        let stage = in_time(answer.next()).await;
        if stage.is_last() {
            return stage;
        }
    }
}

async fn wait_for_search<T: Clone>(answer: &mut ProgressStream<T>) {
    loop {
        match in_time(answer.next()).await {
            Stage::Waiting(_) => {}
            stage => break assert!(!stage.is_last(), "the search has ended"),
        }
    }
}

struct Scripted {
    name: &'static str,
    started: mpsc::Sender<&'static str>,
    go_on: Option<mpsc::Receiver<()>>,
    parts: usize,
}

impl Job for Scripted {
    fn work(&mut self, _: &mut Worker, _: &Cancellation) -> Progress {
        self.started.send(self.name).expect("the test listens");
        if let Some(go_on) = &self.go_on {
            let _ = go_on.recv();
        }
        assert_ne!(self.name, "panics", "the script panics");
        self.parts -= 1;
        if self.parts > 0 { Progress::Unfinished } else { Progress::Done }
    }

    fn failed(&mut self) {
        self.started.send("failed").expect("the test listens");
    }
}

struct Scene {
    pool: Pool,
    started: mpsc::Receiver<&'static str>,
    starting: mpsc::Sender<&'static str>,
    go_on: mpsc::Sender<()>,
    guards: Vec<JobGuard>,
}

impl Scene {
    fn with_threads(threads: usize) -> Scene {
        let pool = Pool::start(threads, SeatThread::Reserved);
        let (starting, started) = mpsc::channel();
        let (go_on, wait) = mpsc::channel();
        let busy = Scripted { name: "busy", started: starting.clone(), go_on: Some(wait), parts: 1 };
        let guard = pool.submit(JobClass::Study(Caller(0)), Box::new(busy)).expect("there is room");
        assert_eq!(started.recv_timeout(TIMEOUT), Ok("busy"));
        Scene { pool, started, starting, go_on, guards: vec![guard] }
    }

    fn submit(&mut self, class: JobClass, name: &'static str, parts: usize) -> Result<(), Refused> {
        let job = Scripted { name, started: self.starting.clone(), go_on: None, parts };
        self.guards.push(self.pool.submit(class, Box::new(job))?);
        Ok(())
    }

    fn order(&self, count: usize) -> Vec<&'static str> {
        self.go_on.send(()).expect("the thread waits");
        (0..count).map(|_| self.started.recv_timeout(TIMEOUT).expect("there is more to do")).collect()
    }
}

#[test]
fn one_request_does_not_wait_behind_all_of_another_caller() {
    let mut scene = Scene::with_threads(2);
    for name in ["a1", "a2", "a3", "a4"] {
        scene.submit(JobClass::Study(Caller(1)), name, 1).unwrap();
    }
    scene.submit(JobClass::Study(Caller(2)), "b", 1).unwrap();
    assert_eq!(scene.order(5), ["a1", "b", "a2", "a3", "a4"]);
}

#[test]
fn long_jobs_alternate_with_others() {
    let mut scene = Scene::with_threads(2);
    scene.submit(JobClass::Study(Caller(1)), "long", 3).unwrap();
    scene.submit(JobClass::Study(Caller(2)), "short", 1).unwrap();
    assert_eq!(scene.order(4), ["long", "short", "long", "long"]);
}

#[test]
fn seats_go_before_study() {
    let mut scene = Scene::with_threads(1);
    scene.submit(JobClass::Study(Caller(1)), "study", 1).unwrap();
    scene.submit(NEW_TURN, "seat", 1).unwrap();
    assert_eq!(scene.order(2), ["seat", "study"]);
}

#[test]
fn long_searches_leave_room_for_reports() {
    let mut scene = Scene::with_threads(2);
    assert!(!scene.pool.has_room_for_report(), "the only thread for it is busy");
    for _ in 0..5 {
        let job = Box::new(Interruptible { started: scene.starting.clone() });
        scene.guards.push(scene.pool.submit(JobClass::Seat(Owner::default(), Turn::Rest), job).unwrap());
    }
    assert_eq!(scene.order(2), ["long", "long"]);
    assert!(scene.pool.has_room_for_report(), "it takes turns with the seats");
}

#[test]
fn a_thread_is_kept_for_seats() {
    let mut scene = Scene::with_threads(2);
    scene.submit(NEW_TURN, "seat", 1).unwrap();
    assert_eq!(scene.started.recv_timeout(TIMEOUT), Ok("seat"));
}

#[test]
fn a_thread_survives_a_panic() {
    let mut scene = Scene::with_threads(1);
    scene.submit(JobClass::Study(Caller(1)), "panics", 1).unwrap();
    scene.submit(JobClass::Study(Caller(2)), "next", 1).unwrap();
    scene.submit(NEW_TURN, "seat", 1).unwrap();
    assert_eq!(scene.order(4), ["seat", "panics", "failed", "next"]);
}

#[test]
fn requests_are_limited_per_caller_and_in_total() {
    let mut scene = Scene::with_threads(2);
    for _ in 0..MAX_PER_CALLER {
        scene.submit(JobClass::Study(Caller(1)), "first", 1).unwrap();
    }
    assert_eq!(scene.submit(JobClass::Study(Caller(1)), "rejected", 1), Err(Refused::TooManyOfYours));
    for number in MAX_PER_CALLER..MAX_QUEUED {
        scene.submit(JobClass::Study(Caller(100 + number as u128)), "others", 1).unwrap();
    }
    assert_eq!(scene.submit(JobClass::Study(Caller(2)), "rejected", 1), Err(Refused::TooMany));
    scene.submit(NEW_TURN, "seat", 1).unwrap();
    scene.guards.pop();
    scene.guards.pop();
    scene.submit(JobClass::Study(Caller(2)), "taken", 1).unwrap();
    for _ in 1..MAX_PER_CALLER {
        scene.guards.remove(1);
        scene.submit(JobClass::Study(Caller(0)), "busy too", 1).unwrap();
    }
    scene.guards.remove(1);
    assert_eq!(scene.submit(JobClass::Study(Caller(0)), "rejected", 1), Err(Refused::TooManyOfYours));
}

#[test]
fn a_site_full_of_callers_gets_no_more_than_its_share_of_the_queue() {
    let mut scene = Scene::with_threads(2);
    let caller = |site: u128, number: u128| JobClass::Study(Caller(0x2001_0db8 << 96 | site << 80 | number << 64));
    let accepted = (0..1_000).filter(|&number| scene.submit(caller(1, number), "site", 1).is_ok()).count();
    assert_eq!(accepted, MAX_PER_CALLER * SITE_SHARE as usize);
    assert_eq!(scene.submit(caller(1, 7), "rejected", 1), Err(Refused::TooManyOfYours));
    for honest in 0..20 {
        scene.submit(caller(2 + honest, 0), "other site", 1).unwrap();
        scene.submit(JobClass::Study(Caller(honest)), "IPv4", 1).unwrap();
    }
}

#[tokio::test]
async fn the_engine_plays_every_game_at_every_level() {
    let engine = EnginePool::start(2, BookUse::ByLevel);
    for rules in Rules::ALL {
        for level in [1, 3, 6, 7, 8] {
            let turn = turn(level, rules);
            let mut game = turn.game.clone();
            let square = in_time(engine.choose(turn)).await.unwrap();
            assert!(game.play(square).is_ok(), "{rules}, level {level}: {square}");
        }
    }
}

async fn first_moves(book: BookUse) -> Vec<Square> {
    let engine = EnginePool::start(2, book);
    let mut squares = Vec::new();
    for _ in 0..10 {
        squares.push(in_time(engine.choose(turn(8, Rules::Standard))).await.unwrap());
    }
    squares.sort();
    squares.dedup();
    squares
}

#[tokio::test]
async fn strong_levels_vary_their_openings_by_the_book() {
    assert!(first_moves(BookUse::ByLevel).await.len() > 1);
    assert_eq!(first_moves(BookUse::Never).await.len(), 1);
}

#[tokio::test]
async fn the_engine_plays_during_analysis_and_within_its_clock() {
    let engine = EnginePool::start(2, BookUse::ByLevel);
    let mut study = engine.analyze(Caller(1), endless()).unwrap();
    wait_for_search(&mut study).await;
    let clocks = ClockState {
        left: ByColor::both(Duration::from_millis(100)),
        increment: Duration::ZERO,
        margin: Duration::ZERO,
    };
    let turn = EngineTurn { clocks: Some(clocks), ..turn(10, Rules::Standard) };
    assert!(in_time(engine.choose(turn)).await.is_ok());
}

#[tokio::test]
async fn stopping_ends_all_searches() {
    // The book would answer before the stop.
    let engine = EnginePool::start(2, BookUse::Never);
    let mut study = engine.analyze(Caller(1), endless()).unwrap();
    wait_for_search(&mut study).await;
    let mut waiting = engine.analyze(Caller(1), quick()).unwrap();
    let (answer, ()) = tokio::join!(engine.choose(turn(10, Rules::Standard)), async { engine.stop() });
    assert_eq!(answer, Err(EngineStopped));
    assert!(matches!(last_stage(&mut study).await, Stage::Broken(Broken::Stopped)));
    assert!(matches!(last_stage(&mut waiting).await, Stage::Broken(Broken::Stopped)));
    assert_eq!(engine.choose(turn(1, Rules::Standard)).await, Err(EngineStopped));
    assert_eq!(engine.analyze(Caller(1), quick()).err(), Some(Refused::Stopped));
}

#[tokio::test]
async fn a_single_request_is_not_queued() {
    for threads in [1, 2] {
        let engine = EnginePool::start(threads, BookUse::ByLevel);
        let mut alone = engine.analyze(Caller(1), quick()).unwrap();
        loop {
            match in_time(alone.next()).await {
                Stage::Waiting(others) => panic!("{others} jobs are ahead"),
                stage if stage.is_last() => break,
                _ => {}
            }
        }
    }
}

#[tokio::test]
async fn dropping_a_stream_frees_its_thread() {
    let engine = EnginePool::start(2, BookUse::ByLevel);
    let mut first = engine.analyze(Caller(1), endless()).unwrap();
    wait_for_search(&mut first).await;
    let second = engine.analyze(Caller(2), endless()).unwrap();
    let mut third = engine.analyze(Caller(3), quick()).unwrap();
    assert_eq!(in_time(third.next()).await, Stage::Waiting(2));
    drop(second);
    assert_eq!(in_time(third.next()).await, Stage::Waiting(1));
    drop(first);
    let Stage::Done(analysis) = last_stage(&mut third).await else { panic!("the search failed") };
    assert_eq!(analysis.depth, 2);
    tokio::select! {
        biased;
        _ = engine.choose(turn(10, Rules::Shellos)) => panic!("too quick"),
        () = std::future::ready(()) => {}
    }
    assert!(in_time(engine.choose(turn(1, Rules::Standard))).await.is_ok());
}

#[tokio::test]
async fn a_finished_game_is_reviewed_move_by_move() {
    let engine = EnginePool::start(2, BookUse::ByLevel);
    for rules in Rules::ALL {
        let mut game = Game::new(Position::initial(rules));
        while let Some(square) = game.position().legal_moves().first() {
            game.play(square).unwrap();
        }
        let mut review = Review::of(&game, Effort::Level(Level::FIRST).into());
        let mut searches = engine.review(Caller(1), review.searches().cloned().collect()).unwrap();
        loop {
            match in_time(searches.next()).await {
                Some(ReviewEvent::Found(finding)) => review.learn(&finding),
                Some(ReviewEvent::Waiting(_)) => {}
                Some(ReviewEvent::Done) => break,
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(review.judgements().count(), game.placements().count(), "{rules}");
        assert!(review.judgements().last().is_some_and(|judged| judged.is_exact), "{rules}");
    }
}

#[test]
fn a_seat_whose_search_fails_still_moves() {
    let (sender, found) = watch::channel(Found::default());
    let turn = turn(5, Rules::Standard);
    let mut game = turn.game.clone();
    SeatJob::new(seat(&turn), &turn, sender).failed();
    let Found { square, is_final } = *found.borrow();
    assert!(is_final && game.play(square.unwrap()).is_ok());
}

fn seat(turn: &EngineTurn) -> EngineSeat {
    EngineSeat::new(turn.level, Bounds::NONE, BookUse::Never, Random::new(1))
}

fn with_week_long_clock(level: u8, owner: i64) -> EngineTurn {
    let left = ByColor::both(Duration::from_secs(7 * 24 * 60 * 60));
    let clocks = ClockState { left, increment: Duration::ZERO, margin: Duration::ZERO };
    EngineTurn { clocks: Some(clocks), owner: Owner::from_bits(owner), ..turn(level, Rules::Standard) }
}

fn has_no_answer(search: &mut (impl Future<Output = Result<Square, EngineStopped>> + Unpin)) -> bool {
    search.now_or_never().is_none()
}

#[tokio::test]
async fn long_searches_do_not_delay_a_short_one() {
    let engine = EnginePool::start(2, BookUse::Never);
    // Each thread has one, and more are queued. The owner of the short search has a long one, too.
    let mut long: Vec<_> =
        (0..6).map(|owner| Box::pin(engine.choose(with_week_long_clock(10, (owner % 3) << 32)))).collect();
    for search in &mut long {
        assert!(has_no_answer(search));
    }
    for level in [1, 6, 7] {
        let short = EngineTurn { owner: Owner::from_bits(0), ..turn(level, Rules::Standard) };
        in_time(engine.choose(short)).await.unwrap();
        for search in &mut long {
            assert!(has_no_answer(search), "level {level} has waited for a long search");
        }
    }
}

#[tokio::test]
async fn a_search_in_slices_ends_with_a_good_move_within_its_limits() {
    let (sender, found) = watch::channel(Found::default());
    let turn = with_week_long_clock(10, 0);
    let mut job = SeatJob::new(seat(&turn), &turn, sender);
    assert!(job.time() <= Level::MAX_TIME, "a clock does not extend the search");
    let (mut worker, cancel) = (Worker::default(), Cancellation::default());
    let mut slices = 1;
    while job.work(&mut worker, &cancel) == Progress::Unfinished {
        let Found { square, is_final } = *found.borrow();
        assert!(square.is_some() && !is_final, "a slice leaves a move to play");
        slices += 1;
        assert!(slices < 1_000, "the search does not end");
    }
    assert!(slices > 1 && found.borrow().is_final, "{slices} slices");
}

#[tokio::test]
async fn an_interrupted_search_continues() {
    let (sender, found) = watch::channel(Found::default());
    let turn = with_week_long_clock(10, 0);
    let mut job = SeatJob::new(seat(&turn), &turn, sender);
    let (mut worker, cancel) = (Worker::default(), Cancellation::default());
    for _ in 0..3 {
        cancel.interrupt();
        assert_eq!(job.work(&mut worker, &cancel), Progress::Unfinished);
        assert!(found.borrow().square.is_some());
    }
    cancel.cancel();
    assert_eq!(job.work(&mut worker, &cancel), Progress::Done);
    assert!(!found.borrow().is_final, "a cancelled search does not answer");
}

struct Interruptible {
    started: mpsc::Sender<&'static str>,
}

impl Job for Interruptible {
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress {
        self.started.send("long").expect("the test listens");
        cancel.search(
            worker.analyst.large(),
            Position::initial(Rules::Standard),
            outflank_engine::Limits::default(),
            |_| {},
        );
        match cancel.was_interrupted() && !cancel.is_cancelled() {
            true => Progress::Unfinished,
            false => Progress::Done,
        }
    }

    fn failed(&mut self) {
        self.started.send("failed").expect("the test listens");
    }
}

#[test]
fn a_new_turn_interrupts_a_long_search_if_no_thread_is_idle() {
    let mut scene = Scene::with_threads(2);
    let long = JobClass::Seat(Owner::default(), Turn::Rest);
    let job = Box::new(Interruptible { started: scene.starting.clone() });
    scene.guards.push(scene.pool.submit(long, job).unwrap());
    let next = |scene: &Scene| scene.started.recv_timeout(TIMEOUT);
    assert_eq!(next(&scene), Ok("long"));
    for name in ["first", "second"] {
        scene.submit(NEW_TURN, name, 1).unwrap();
        assert_eq!((next(&scene), next(&scene)), (Ok(name), Ok("long")));
    }
}
