//! What players and students of the engine rely on.

use std::sync::mpsc;

use outflank_engine::Level;
use outflank_players::{BookUse, ClockState};
use outflank_rules::{ByColor, Color, Position, Rules};

use super::cancel::Cancellation;
use super::pool::{Job, JobGuard, MAX_PER_CALLER, MAX_QUEUED, Progress, Worker};
use super::*;

/// A test that takes so long hangs.
const PATIENCE: Duration = Duration::from_secs(120);

async fn patiently<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, future).await.expect("it hangs")
}

fn turn(level: u8, rules: Rules) -> EngineTurn {
    EngineTurn { level: Level::new(level).unwrap(), game: Game::new(Position::initial(rules)), clocks: None }
}

/// A question that only its client can end.
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

/// The last stage of an answer.
async fn end<T: Clone>(answer: &mut ProgressStream<T>) -> Stage<T> {
    loop {
        let stage = patiently(answer.next()).await;
        if stage.is_last() {
            return stage;
        }
    }
}

/// Waits until a question is being searched.
async fn found<T: Clone>(answer: &mut ProgressStream<T>) {
    loop {
        match patiently(answer.next()).await {
            Stage::Waiting(_) => {}
            stage => break assert!(!stage.is_last(), "it is over"),
        }
    }
}

/// Work that says its name and goes on when it is told to.
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
        assert_ne!(self.name, "panics", "as it was told to");
        self.parts -= 1;
        if self.parts > 0 { Progress::Again } else { Progress::Done }
    }

    fn failed(&mut self) {
        self.started.send("failed").expect("the test listens");
    }

    fn waits(&self, _: usize) {}
}

/// A pool whose only thread for study is busy until it is told to go on.
struct Scene {
    pool: Pool,
    started: mpsc::Receiver<&'static str>,
    starting: mpsc::Sender<&'static str>,
    go_on: mpsc::Sender<()>,
    stays: Vec<JobGuard>,
}

impl Scene {
    fn with_threads(threads: usize) -> Scene {
        let pool = Pool::start(threads, 1, Seats::KeepAThread);
        let (starting, started) = mpsc::channel();
        let (go_on, wait) = mpsc::channel();
        let busy = Scripted { name: "busy", started: starting.clone(), go_on: Some(wait), parts: 1 };
        let guard = pool.ask(Client::Study(Caller(0)), Box::new(busy)).expect("there is room");
        assert_eq!(started.recv_timeout(PATIENCE), Ok("busy"));
        Scene { pool, started, starting, go_on, stays: vec![guard] }
    }

    fn ask(&mut self, client: Client, name: &'static str, parts: usize) -> Result<(), Refused> {
        let job = Scripted { name, started: self.starting.clone(), go_on: None, parts };
        self.stays.push(self.pool.ask(client, Box::new(job))?);
        Ok(())
    }

    /// The queued in which so many jobs are begun, once the thread is free.
    fn order(&self, count: usize) -> Vec<&'static str> {
        self.go_on.send(()).expect("the thread waits");
        (0..count).map(|_| self.started.recv_timeout(PATIENCE).expect("there is more to do")).collect()
    }
}

#[test]
fn who_has_one_question_does_not_wait_for_all_of_another() {
    let mut scene = Scene::with_threads(2);
    for name in ["a1", "a2", "a3", "a4"] {
        scene.ask(Client::Study(Caller(1)), name, 1).unwrap();
    }
    scene.ask(Client::Study(Caller(2)), "b", 1).unwrap();
    assert_eq!(scene.order(5), ["a1", "b", "a2", "a3", "a4"]);
}

#[test]
fn long_work_lets_others_have_their_turns() {
    let mut scene = Scene::with_threads(2);
    scene.ask(Client::Study(Caller(1)), "long", 3).unwrap();
    scene.ask(Client::Study(Caller(2)), "short", 1).unwrap();
    assert_eq!(scene.order(4), ["long", "short", "long", "long"]);
}

#[test]
fn seats_go_before_study() {
    let mut scene = Scene::with_threads(1);
    scene.ask(Client::Study(Caller(1)), "study", 1).unwrap();
    scene.ask(Client::Seat, "seat", 1).unwrap();
    assert_eq!(scene.order(2), ["seat", "study"]);
}

#[test]
fn a_thread_is_kept_for_seats() {
    let mut scene = Scene::with_threads(2);
    scene.ask(Client::Seat, "seat", 1).unwrap();
    assert_eq!(scene.started.recv_timeout(PATIENCE), Ok("seat"));
}

#[test]
fn a_panic_takes_no_thread_away() {
    let mut scene = Scene::with_threads(1);
    scene.ask(Client::Study(Caller(1)), "panics", 1).unwrap();
    scene.ask(Client::Study(Caller(2)), "next", 1).unwrap();
    scene.ask(Client::Seat, "seat", 1).unwrap();
    assert_eq!(scene.order(4), ["seat", "panics", "failed", "next"]);
}

#[test]
fn a_caller_has_a_few_questions_and_all_together_a_few_more() {
    let mut scene = Scene::with_threads(2);
    for _ in 0..MAX_PER_CALLER {
        scene.ask(Client::Study(Caller(1)), "first", 1).unwrap();
    }
    assert_eq!(scene.ask(Client::Study(Caller(1)), "refused", 1), Err(Refused::TooManyOfYours));
    for number in MAX_PER_CALLER..MAX_QUEUED {
        scene.ask(Client::Study(Caller(100 + number as u128)), "others", 1).unwrap();
    }
    assert_eq!(scene.ask(Client::Study(Caller(2)), "refused", 1), Err(Refused::TooMany));
    scene.ask(Client::Seat, "seat", 1).unwrap();
    // Whoever leaves makes room.
    scene.stays.pop();
    scene.stays.pop();
    scene.ask(Client::Study(Caller(2)), "taken", 1).unwrap();
    // What is being searched counts as well.
    for _ in 1..MAX_PER_CALLER {
        scene.stays.remove(1);
        scene.ask(Client::Study(Caller(0)), "busy too", 1).unwrap();
    }
    scene.stays.remove(1);
    assert_eq!(scene.ask(Client::Study(Caller(0)), "refused", 1), Err(Refused::TooManyOfYours));
}

#[tokio::test]
async fn the_engine_plays_every_game_at_every_level() {
    let engine = EnginePool::start(2, BookUse::ByLevel);
    for rules in Rules::ALL {
        for level in [1, 3, 6, 7, 8] {
            let turn = turn(level, rules);
            let mut game = turn.game.clone();
            let square = patiently(engine.choose(turn)).await.unwrap();
            assert!(game.play(square).is_ok(), "{rules}, level {level}: {square}");
        }
    }
}

/// The squares that an engine at level 8 takes in the first ten games.
async fn first_moves(book: BookUse) -> Vec<Square> {
    let engine = EnginePool::start(2, book);
    let mut squares = Vec::new();
    for _ in 0..10 {
        squares.push(patiently(engine.choose(turn(8, Rules::Standard))).await.unwrap());
    }
    squares.sort();
    squares.dedup();
    squares
}

#[tokio::test]
async fn a_strong_engine_opens_by_the_book_in_many_ways() {
    // All four first moves are the same move turned. Only the book takes now one, now another.
    assert!(first_moves(BookUse::ByLevel).await.len() > 1);
    assert_eq!(first_moves(BookUse::Never).await.len(), 1);
}

#[tokio::test]
async fn the_engine_plays_while_others_study_and_keeps_to_its_clock() {
    let engine = EnginePool::start(2, BookUse::ByLevel);
    let mut study = engine.analyze(Caller(1), endless()).unwrap();
    found(&mut study).await;
    let clocks = ClockState {
        left: ByColor::both(Duration::from_millis(100)),
        increment: Duration::ZERO,
        margin: Duration::ZERO,
    };
    let turn = EngineTurn { clocks: Some(clocks), ..turn(10, Rules::Standard) };
    assert!(patiently(engine.choose(turn)).await.is_ok());
}

#[tokio::test]
async fn after_the_stop_there_is_no_answer() {
    // The book would answer before the stop.
    let engine = EnginePool::start(2, BookUse::Never);
    let mut study = engine.analyze(Caller(1), endless()).unwrap();
    found(&mut study).await;
    let mut waiting = engine.analyze(Caller(1), quick()).unwrap();
    let (answer, ()) = tokio::join!(engine.choose(turn(10, Rules::Standard)), async { engine.stop() });
    assert_eq!(answer, Err(EngineStopped));
    assert!(matches!(end(&mut study).await, Stage::Broken(Broken::Stopped)));
    assert!(matches!(end(&mut waiting).await, Stage::Broken(Broken::Stopped)));
    assert_eq!(engine.choose(turn(1, Rules::Standard)).await, Err(EngineStopped));
    assert_eq!(engine.analyze(Caller(1), quick()).err(), Some(Refused::Stopped));
}

#[tokio::test]
async fn who_comes_when_nobody_else_does_waits_for_nobody() {
    for threads in [1, 2] {
        let engine = EnginePool::start(threads, BookUse::ByLevel);
        let mut alone = engine.analyze(Caller(1), quick()).unwrap();
        loop {
            match patiently(alone.next()).await {
                Stage::Waiting(others) => panic!("there are no {others} others"),
                stage if stage.is_last() => break,
                _ => {}
            }
        }
    }
}

#[tokio::test]
async fn leaving_frees_the_thread() {
    let engine = EnginePool::start(2, BookUse::ByLevel);
    let mut first = engine.analyze(Caller(1), endless()).unwrap();
    found(&mut first).await;
    let second = engine.analyze(Caller(2), endless()).unwrap();
    let mut third = engine.analyze(Caller(3), quick()).unwrap();
    assert_eq!(patiently(third.next()).await, Stage::Waiting(2));
    drop(second);
    assert_eq!(patiently(third.next()).await, Stage::Waiting(1));
    drop(first);
    let Stage::Done(analysis) = end(&mut third).await else { panic!("it was not answered") };
    assert_eq!(analysis.depth, 2);
    // The same with a seat: whoever no longer waits for the move has it stopped.
    tokio::select! {
        biased;
        _ = engine.choose(turn(10, Rules::Shellos)) => panic!("so quick"),
        () = std::future::ready(()) => {}
    }
    assert!(patiently(engine.choose(turn(1, Rules::Standard))).await.is_ok());
}

#[tokio::test]
async fn a_finished_game_is_reviewed_move_by_move() {
    let engine = EnginePool::start(2, BookUse::ByLevel);
    for rules in Rules::ALL {
        let mut game = Game::new(Position::initial(rules));
        while let Some(square) = game.position().legal_moves().first() {
            game.play(square).unwrap();
        }
        let mut review = engine.review(Caller(1), &game, Duration::from_millis(300)).unwrap();
        let Stage::Done(report) = end(&mut review).await else { panic!("it was not answered") };
        assert_eq!(report.moves.len(), game.placements().count(), "{rules}");
        let counted: usize = Color::ALL.into_iter().map(|color| report.accuracy[color].whole.moves).sum();
        assert_eq!(counted, report.moves.len(), "{rules}");
        // The end of a game is known for certain.
        assert_eq!(report.moves.last().map(|judged| judged.judgement.is_exact), Some(true), "{rules}");
        assert!(report.exact_from.is_some(), "{rules}");
    }
}

#[test]
fn a_seat_whose_search_fails_still_moves() {
    let (answer, mut square) = oneshot::channel();
    let turn = turn(5, Rules::Standard);
    let mut game = turn.game.clone();
    seat::SeatJob::new(turn, BookUse::ByLevel, answer).failed();
    assert!(game.play(square.try_recv().unwrap()).is_ok());
}
