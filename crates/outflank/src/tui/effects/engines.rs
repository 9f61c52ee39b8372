//! Whoever thinks, each on a thread of its own: the engines at the board, other programs, and the adviser.

use std::collections::HashMap;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use outflank_engine::{Engine, GameClock, Level, Limits, Options, SearchHandle};
use outflank_formats::Points;
use outflank_players::matches::Contestant;
use outflank_players::{
    Action, BookUse, Bounds, Choice, ClockConfig, ClockState, Machine, PlayerError, PlayerName, PlayerSetup, Random,
};
use outflank_rules::{ByColor, Color, Game, Move, Position};

use crate::tui::app::event::{Event, Id};
use crate::tui::effects::input::Report;

/// How engines are made and how far they look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Powers {
    pub(crate) threads: usize,
    /// What stands in place of an engine's level.
    pub(crate) bounds: Bounds,
    /// Whether engines open by the book.
    pub(crate) book: BookUse,
    /// The level of an engine that is named without one.
    pub(crate) level: Level,
    /// How long another program may take for an answer where no clock says it.
    pub(crate) patience: Duration,
}

/// All who think. What they find out is reported.
pub(crate) struct Thinkers {
    reports: Sender<Report>,
    powers: Powers,
    random: Random,
    seats: ByColor<Option<Seat>>,
    adviser: Workshop,
    searches: HashMap<Id, Search>,
}

/// A machine at the board.
enum Seat {
    Engine {
        engine: Workshop,
        level: Level,
        bounds: Bounds,
    },
    /// Another program, on the thread that this leads to.
    Program(Sender<Question>),
}

/// An engine that is being made, or has been. It takes a while, and nobody is to wait for it before it is needed.
struct Workshop {
    making: Option<JoinHandle<Engine>>,
    made: Option<Engine>,
}

impl Workshop {
    fn new(threads: usize) -> Workshop {
        Workshop::with(threads, || {})
    }

    /// Something else is prepared on the same thread.
    fn with(threads: usize, prepare: impl FnOnce() + Send + 'static) -> Workshop {
        let make = move || {
            prepare();
            Engine::new(Options { threads, ..Options::default() })
        };
        Workshop { making: Some(thread::spawn(make)), made: None }
    }

    /// The engine, as soon as it has been made.
    fn engine(&mut self) -> Engine {
        let made = self.making.take().and_then(|thread| thread.join().ok());
        self.made = made.or(self.made.take());
        self.made.get_or_insert_default().clone()
    }
}

/// What another program is asked.
struct Question {
    id: Id,
    game: Box<Game>,
    clocks: Option<ClockState>,
}

/// A search under way, and what is to become of its result.
struct Search {
    handle: SearchHandle,
    /// The level that picks a move, if one is to be played.
    plays: Option<Plays>,
}

struct Plays {
    level: Level,
    position: Position,
}

impl Thinkers {
    pub(crate) fn new(reports: Sender<Report>, powers: Powers, seed: u64) -> Thinkers {
        Thinkers {
            reports,
            powers,
            random: Random::new(seed),
            seats: ByColor::default(),
            adviser: Workshop::new(powers.threads),
            searches: HashMap::new(),
        }
    }

    /// Seats the machines among these players. Those of the game before leave.
    pub(crate) fn seat(&mut self, players: &ByColor<PlayerName>, time: Option<ClockConfig>) {
        self.searches.clear();
        for color in Color::ALL {
            self.seats[color] = None;
            if let PlayerName::Machine(machine) = &players[color] {
                self.seats[color] = Some(self.machine(machine, time));
            }
        }
    }

    fn machine(&mut self, machine: &Machine, time: Option<ClockConfig>) -> Seat {
        let Powers { threads, bounds, book, level, patience } = self.powers;
        if let Machine::Engine { level: own, bounds: own_bounds } = machine {
            let level = own.unwrap_or(level);
            let engine = Workshop::with(threads, move || book.prepare(level));
            return Seat::Engine { engine, level, bounds: own_bounds.or(bounds) };
        }
        let setup = PlayerSetup { machine: machine.clone(), level, bounds, book, threads, time, patience };
        let (questions, asked) = mpsc::channel();
        let (reports, seed) = (self.reports.clone(), self.random.next());
        thread::spawn(move || converse(&setup, seed, &asked, &reports));
        Seat::Program(questions)
    }

    /// Asks a machine for a move.
    pub(crate) fn ask(&mut self, id: Id, color: Color, game: Box<Game>, clocks: Option<ClockState>) {
        match &mut self.seats[color] {
            Some(Seat::Engine { engine, level, bounds }) => {
                if let Some(mv) = self.powers.book.choose(*level, &game, || self.random.next()) {
                    let chosen = Event::Chosen { id, choice: Ok(mv.into()) };
                    let _ = self.reports.send(Report::Happened(chosen));
                    return;
                }
                let (engine, level) = (engine.engine(), *level);
                let position = *game.position();
                let clock = clocks.map(|clocks| GameClock { left: clocks.left[color], increment: clocks.increment });
                let limits = Limits { clock, ..bounds.in_place_of(level.limits(&position)) };
                let handle = self.start(&engine, id, position, limits);
                self.searches.insert(id, Search { handle, plays: Some(Plays { level, position }) });
            }
            // One that has ended has said so.
            Some(Seat::Program(questions)) => drop(questions.send(Question { id, game, clocks })),
            None => {}
        }
    }

    /// Lets the adviser search.
    pub(crate) fn search(&mut self, id: Id, position: Position, limits: Limits) {
        let engine = self.adviser.engine();
        let handle = self.start(&engine, id, position, limits);
        self.searches.insert(id, Search { handle, plays: None });
    }

    fn start(&self, engine: &Engine, id: Id, position: Position, limits: Limits) -> SearchHandle {
        let bell = Bell { id, reports: self.reports.clone() };
        engine.start(position, limits, move |analysis| {
            let progress = Event::Progress { id, analysis: analysis.clone() };
            let _ = bell.reports.send(Report::Happened(progress));
        })
    }

    /// What was asked for is not wanted any more. Another program thinks on, and its answer is not waited for.
    pub(crate) fn stop(&mut self, id: Id) {
        self.searches.remove(&id);
    }

    /// A search has ended: what came of it, unless it is not wanted any more.
    pub(crate) fn ended(&mut self, id: Id) -> Option<Event> {
        let Search { handle, plays } = self.searches.remove(&id)?;
        let analysis = handle.wait();
        let Some(Plays { level, position }) = plays else { return Some(Event::Searched { id, analysis }) };
        let square = level.pick(&position, &analysis, self.random.next()).and_then(Move::square)?;
        let line = analysis.lines.iter().find(|line| line.pv.first() == Some(&Move::Place(square)));
        let eval = line.and_then(|line| Points::from_f64(line.score.discs().into()));
        let choice = Choice { action: Action::Place(square), eval, time: Some(analysis.time) };
        Some(Event::Chosen { id, choice: Ok(choice) })
    }
}

/// Rings when it is dropped: when the search that holds it has ended.
struct Bell {
    id: Id,
    reports: Sender<Report>,
}

impl Drop for Bell {
    fn drop(&mut self) {
        // Nobody listens any more when the program ends.
        let _ = self.reports.send(Report::Ended(self.id));
    }
}

/// Starts another program, and passes questions and answers on until nobody asks any more.
fn converse(setup: &PlayerSetup, seed: u64, asked: &mpsc::Receiver<Question>, reports: &Sender<Report>) {
    let answer =
        |id, choice: Result<Choice, PlayerError>| reports.send(Report::Happened(Event::Chosen { id, choice })).is_ok();
    let player = setup.start().and_then(|mut player| player.begin(seed).map(|()| player));
    let mut player = match player {
        Ok(player) => player,
        Err(error) => {
            if let Ok(question) = asked.recv() {
                answer(question.id, Err(error));
            }
            return;
        }
    };
    while let Ok(mut question) = asked.recv() {
        // What was asked while it thought about something else is all that is still wanted.
        while let Ok(later) = asked.try_recv() {
            question = later;
        }
        let choice = player.choose(&question.game, question.clocks.as_ref());
        if !answer(question.id, choice) {
            return;
        }
    }
}
