use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use outflank_engine::{Level, Options};
use outflank_formats::record::Termination;
use outflank_formats::transcript;
use outflank_players::matches::{
    BySide, Contestant, Finish, Match, MatchEnding, MatchGame, MatchSummary, Side, SprtDecision,
};
use outflank_players::{
    Action, BookUse, Bounds, Choice, ClockState, EnginePlayer, FaultKind, Player, PlayerError, Random, openings,
};
use outflank_rules::{Color, Game, Position, Rules, Square};

#[derive(Clone, Copy, PartialEq)]
enum Habit {
    PlaysOn,
    Crashes,
    Hangs,
    PlaysD4,
    Resigns,
    Dawdles,
    Overruns,
    DoesNotPlayThis,
}

struct Fake {
    habit: Habit,
    after: usize,
    random: Random,
    gone: bool,
}

impl Player for Fake {
    fn name(&self) -> &str {
        "fake"
    }

    fn begin(&mut self, seed: u64) -> Result<(), PlayerError> {
        assert!(!self.gone);
        self.random = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, clocks: Option<&ClockState>) -> Result<Choice, PlayerError> {
        assert!(!self.gone);
        let squares: Vec<Square> = game.position().legal_moves().into_iter().collect();
        let any = squares[self.random.next() as usize % squares.len()];
        if game.placements().count() < self.after {
            return Ok(Action::Place(any).into());
        }
        let name = "fake".to_owned();
        self.gone = !matches!(self.habit, Habit::PlaysOn | Habit::Resigns | Habit::Overruns);
        match self.habit {
            Habit::PlaysOn => Ok(Action::Place(any).into()),
            Habit::Crashes => Err(PlayerError::Ended { name, status: None, stderr_tail: vec!["oh".to_owned()] }),
            Habit::Hangs => {
                Err(PlayerError::Silent { name, asked: "genmove".to_owned(), waited: Duration::from_secs(5) })
            }
            Habit::PlaysD4 => Ok(Action::Place(Square::D4).into()),
            Habit::Resigns => Ok(Action::Resign.into()),
            Habit::Dawdles => {
                let clocks = clocks.unwrap();
                thread::sleep(clocks.left[game.position().turn()] + clocks.margin);
                Ok(Action::Place(any).into())
            }
            Habit::Overruns => {
                thread::sleep(clocks.unwrap().left[game.position().turn()]);
                Ok(Action::Place(any).into())
            }
            Habit::DoesNotPlayThis => Err(PlayerError::DoesNotPlay { name, rules: Rules::Shellos }),
        }
    }
}

struct Fakes {
    habit: Habit,
    after: usize,
    started: AtomicUsize,
}

impl Fakes {
    fn new(habit: Habit, after: usize) -> Fakes {
        Fakes { habit, after, started: AtomicUsize::new(0) }
    }
}

impl Contestant for Fakes {
    fn start(&self) -> Result<Box<dyn Player>, PlayerError> {
        self.started.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Fake { habit: self.habit, after: self.after, random: Random::new(0), gone: false }))
    }
}

fn of<'a>(a: &'a dyn Contestant, b: &'a dyn Contestant, openings: &'a [Game]) -> Match<'a> {
    Match {
        contestants: BySide { a, b },
        openings,
        pairs: 3,
        concurrency: 1,
        time: None,
        margin: Duration::ZERO,
        sprt: None,
        seed: 1,
    }
}

fn start() -> Vec<Game> {
    vec![Game::new(Position::initial(Rules::Standard))]
}

fn run(it: &Match<'_>, before: &[MatchGame]) -> (MatchSummary, BTreeMap<usize, MatchGame>) {
    let mut games = BTreeMap::new();
    let report = it.run(before, &AtomicBool::new(false), |played, _| {
        assert!(games.insert(played.number, played.clone()).is_none(), "game {} is played twice", played.number);
    });
    (report.unwrap(), games)
}

#[test]
fn every_opening_is_played_twice_with_colours_changed() {
    let (a, b) = (Fakes::new(Habit::PlaysOn, 0), Fakes::new(Habit::PlaysOn, 0));
    let openings = &openings::xot()[..2];
    let (report, games) = run(&of(&a, &b, openings), &[]);
    assert_eq!((report.finish, games.len(), report.score.games().total()), (Finish::Complete, 6, 6));
    assert_eq!(report.score.pairs().total(), 3);
    for (&number, played) in &games {
        assert_eq!(played.black, if number % 2 == 0 { Side::A } else { Side::B });
        let opening = transcript::write(&openings[number / 2 % 2]);
        assert!(transcript::write(played.record.game()).starts_with(&opening), "game {number}");
        assert_eq!((&played.ending, played.margin(Side::A)), (&MatchEnding::Board, -played.margin(Side::B)));
        let margin = played.record.game().outcome().unwrap().margin(played.color_of(Side::A));
        assert_eq!(played.margin(Side::A), margin);
        let details = &played.record.details;
        assert_eq!(
            (details.players[Color::Black].name.as_str(), details.result.unwrap().termination),
            ("fake", Termination::Board)
        );
        // The moves of the opening took no time, all others did; a pass takes none.
        assert!(played.record.plies().skip(8).all(|(ply, note)| ply.mv.square().is_some() == note.time.is_some()));
    }
    assert_eq!((a.started.into_inner(), b.started.into_inner()), (1, 1));
}

#[test]
fn a_fault_loses_one_game_and_the_match_continues() {
    for (habit, kind) in [
        (Habit::Crashes, FaultKind::Crash),
        (Habit::Hangs, FaultKind::Hang),
        (Habit::PlaysD4, FaultKind::IllegalMove),
        (Habit::Dawdles, FaultKind::Time),
    ] {
        let (good, bad) = (Fakes::new(Habit::PlaysOn, 0), Fakes::new(habit, 10));
        let openings = start();
        let time = Some("0.2+0.1".parse().unwrap());
        let (report, games) = run(&Match { time, ..of(&good, &bad, &openings) }, &[]);
        assert_eq!((report.finish, report.score.games().wins), (Finish::Complete, 6), "{kind}");
        for kind in FaultKind::ALL {
            assert_eq!(report.score.faults(Side::A, kind), 0);
        }
        assert_eq!(report.score.faults(Side::B, kind), 6);
        for played in games.values() {
            assert_eq!(played.margin(Side::B), -64);
            let MatchEnding::Fault { by: Side::B, kind: found, message } = &played.ending else { panic!("{kind}") };
            assert!(*found == kind && message.starts_with("fake "), "{kind}: {message}");
            assert!((10..=11).contains(&played.record.game().placements().count()));
            let how = played.record.details.result.unwrap().termination;
            assert_eq!(how == Termination::Time, kind == FaultKind::Time);
        }
        // It was started again after each game but the last.
        assert_eq!((good.started.into_inner(), bad.started.into_inner()), (1, 6), "{kind}");
        assert_eq!(report.score.discs().unwrap().value, 64.0);
    }
}

#[test]
fn a_player_that_resigns_is_not_restarted() {
    let (good, bad) = (Fakes::new(Habit::PlaysOn, 0), Fakes::new(Habit::Resigns, 20));
    let openings = start();
    let (report, games) = run(&of(&bad, &good, &openings), &[]);
    assert_eq!((report.score.games().losses, bad.started.into_inner()), (6, 1));
    assert!(games.values().all(|played| played.ending == MatchEnding::Resignation { by: Side::A }));
}

#[test]
fn a_match_fails_if_a_player_does_not_support_the_game() {
    let (good, bad) = (Fakes::new(Habit::PlaysOn, 0), Fakes::new(Habit::DoesNotPlayThis, 0));
    let openings = start();
    let error = of(&good, &bad, &openings).run(&[], &AtomicBool::new(false), |_, _| {}).unwrap_err();
    assert_eq!(error.to_string(), "fake does not play shellos");
}

struct Starting<F>(F);

impl<F: Fn() -> Result<Box<dyn Player>, PlayerError> + Sync> Contestant for Starting<F> {
    fn start(&self) -> Result<Box<dyn Player>, PlayerError> {
        self.0()
    }
}

fn starting(start: impl Fn() -> Result<Box<dyn Player>, PlayerError> + Sync) -> impl Contestant {
    Starting(start)
}

fn fleeting(times: usize) -> impl Contestant {
    let started = AtomicUsize::new(0);
    starting(move || match started.fetch_add(1, Ordering::Relaxed) < times {
        true => Fakes::new(Habit::Crashes, 10).start(),
        false => {
            let why = std::io::ErrorKind::NotFound.into();
            Err(PlayerError::CannotStart { name: "fleeting".to_owned(), why })
        }
    })
}

#[test]
fn a_player_that_never_starts_ends_the_match_and_one_that_vanishes_forfeits() {
    let good = Fakes::new(Habit::PlaysOn, 0);
    let openings = start();
    let never = fleeting(0);
    let error = of(&good, &never, &openings).run(&[], &AtomicBool::new(false), |_, _| {}).unwrap_err();
    assert!(error.to_string().starts_with("fleeting could not be started: "), "{error}");
    let twice = fleeting(2);
    let (report, _) = run(&of(&good, &twice, &openings), &[]);
    assert_eq!((report.score.games().wins, report.score.faults(Side::B, FaultKind::Crash)), (6, 6));
}

#[test]
fn concurrency_does_not_change_the_games() {
    let openings = &openings::xot()[..4];
    let moves = |concurrency| -> BTreeMap<usize, String> {
        let (a, b) = (Fakes::new(Habit::PlaysOn, 0), Fakes::new(Habit::PlaysOn, 0));
        let (_, games) = run(&Match { concurrency, pairs: 10, ..of(&a, &b, openings) }, &[]);
        games.into_iter().map(|(number, played)| (number, transcript::write(played.record.game()))).collect()
    };
    let one = moves(1);
    assert_eq!((one.len(), &one), (20, &moves(4)));
    // The next game with the same opening differs.
    assert!(one[&0] != one[&1] && one[&0] != one[&8]);
}

struct Stopped {
    fake: Box<dyn Player>,
    begun: usize,
    stop: Arc<AtomicBool>,
}

impl Player for Stopped {
    fn name(&self) -> &str {
        self.fake.name()
    }

    fn begin(&mut self, seed: u64) -> Result<(), PlayerError> {
        self.begun += 1;
        self.stop.store(self.begun == 4, Ordering::Relaxed);
        self.fake.begin(seed)
    }

    fn choose(&mut self, game: &Game, clocks: Option<&ClockState>) -> Result<Choice, PlayerError> {
        self.fake.choose(game, clocks)
    }
}

#[test]
fn a_match_resumes_where_it_stopped() {
    let (a, b) = (Fakes::new(Habit::PlaysOn, 0), Fakes::new(Habit::PlaysOn, 0));
    let openings = start();
    let it = Match { pairs: 5, ..of(&a, &b, &openings) };
    let (whole, all) = run(&it, &[]);
    let stop = Arc::new(AtomicBool::new(false));
    let mut kept = Vec::new();
    let stopping = starting(|| {
        let fake = Fakes::new(Habit::PlaysOn, 0).start()?;
        Ok(Box::new(Stopped { fake, begun: 0, stop: Arc::clone(&stop) }))
    });
    let stopped = Match { pairs: 5, ..of(&a, &stopping, &openings) }.run(&[], &stop, |played, score| {
        kept.push(played.clone());
        assert_eq!(score.games().total() as usize, kept.len());
    });
    assert_eq!((stopped.unwrap().finish, kept.len()), (Finish::Stopped, 3));
    // A stopped match may have any games.
    kept.swap_remove(0);
    let (rest, games) = run(&it, &kept);
    assert_eq!(
        (rest.finish, games.len(), rest.score.games()),
        (Finish::Complete, 10 - kept.len(), whole.score.games())
    );
    assert_eq!(rest.score.pairs(), whole.score.pairs());
    let moves = |played: &MatchGame| transcript::write(played.record.game());
    assert!(kept.iter().chain(games.values()).all(|played| moves(played) == moves(&all[&played.number])));
    assert_eq!(rest.score.discs(), whole.score.discs());
}

#[test]
fn sprt_ends_the_match_early() {
    let (good, bad) = (Fakes::new(Habit::PlaysOn, 0), Fakes::new(Habit::Resigns, 2));
    let openings = start();
    let sprt = Some("0,50".parse().unwrap());
    let it = Match { sprt, pairs: 1_000, ..of(&good, &bad, &openings) };
    let (report, games) = run(&it, &[]);
    assert_eq!(report.finish, Finish::Decided(SprtDecision::Accepted));
    assert!(games.len() < 100, "{} games", games.len());
    let (report, _) = run(&Match { contestants: BySide { a: &bad, b: &good }, ..it }, &[]);
    assert_eq!(report.finish, Finish::Decided(SprtDecision::Rejected));
    // A decided match does not continue.
    let games: Vec<_> = games.into_values().collect();
    let (report, more) = run(&Match { sprt, pairs: 1_000, ..of(&good, &bad, &openings) }, &games);
    assert_eq!((report.finish, more.len()), (Finish::Decided(SprtDecision::Accepted), 0));
}

#[test]
fn a_stronger_engine_wins_and_plays_the_same_games_again() {
    let openings = &openings::xot()[..];
    let engines = |level| {
        let options = Options { threads: 1, table_mebibytes: 1 };
        let level = Level::new(level).unwrap();
        starting(move || Ok(Box::new(EnginePlayer::new(level, Bounds::NONE, BookUse::ByLevel, options))))
    };
    let (strong, weak) = (engines(6), engines(1));
    let it = Match { pairs: 4, ..of(&strong, &weak, openings) };
    let (report, games) = run(&it, &[]);
    assert!(report.score.games().rate().unwrap() > 0.8, "{:?}", report.score.games());
    assert!(report.score.pairs().elo().unwrap().value > 0.0);
    let (_, again) = run(&Match { concurrency: 3, ..it }, &[]);
    let moves = |games: &BTreeMap<usize, MatchGame>| -> Vec<_> {
        games.values().map(|played| transcript::write(played.record.game())).collect()
    };
    assert_eq!(moves(&games), moves(&again));
    assert!(games.values().all(|played| played.record.plies().skip(8).any(|(_, note)| note.eval.is_some())));
}

struct Watcher(Arc<Mutex<Vec<ClockState>>>);

impl Player for Watcher {
    fn name(&self) -> &str {
        "watcher"
    }

    fn begin(&mut self, _seed: u64) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, clocks: Option<&ClockState>) -> Result<Choice, PlayerError> {
        self.0.lock().unwrap().push(*clocks.unwrap());
        thread::sleep(Duration::from_millis(3));
        Ok(Action::Place(game.position().legal_moves().into_iter().next().unwrap()).into())
    }
}

#[test]
fn the_opening_earns_no_time_and_moves_earn_the_increment() {
    let seen = Arc::default();
    let watchers = starting(|| Ok(Box::new(Watcher(Arc::clone(&seen)))));
    let openings = &openings::xot()[..1];
    let (time, margin) = (Some("60+5".parse().unwrap()), Duration::from_millis(40));
    let (_, games) = run(&Match { time, margin, pairs: 1, ..of(&watchers, &watchers, openings) }, &[]);
    let seen = seen.lock().unwrap();
    let minute = Duration::from_secs(60);
    let first = seen[0];
    assert_eq!((first.left.black, first.left.white), (minute, minute));
    assert!(seen.iter().all(|clocks| (clocks.increment, clocks.margin) == (Duration::from_secs(5), margin)));
    // Black's second turn: its first move took a few milliseconds and earned five seconds.
    let third = seen[2].left.black;
    assert!(third > minute + Duration::from_secs(4) && third < minute + Duration::from_secs(5), "{third:?}");
    for game in games.values() {
        let clock = game.record.details.clocks[Color::White].unwrap();
        assert_eq!((clock.main, clock.increment), (minute, Duration::from_secs(5)));
        let times = game.record.plies().skip(8).filter_map(|(_, note)| note.time);
        assert!(times.clone().count() > 40 && times.into_iter().all(|time| time >= Duration::from_millis(3)));
    }
}

#[test]
fn a_clock_may_run_over_by_the_margin() {
    let (good, slow) = (Fakes::new(Habit::PlaysOn, 0), Fakes::new(Habit::Overruns, 58));
    let openings = start();
    let it = Match { time: Some("0.2".parse().unwrap()), pairs: 1, ..of(&good, &slow, &openings) };
    let overrun = |margin| {
        let (summary, _) = run(&Match { margin: Duration::from_millis(margin), ..it }, &[]);
        summary.score.faults(Side::B, FaultKind::Time)
    };
    assert!(overrun(0) > 0);
    assert_eq!(overrun(60_000), 0);
}
