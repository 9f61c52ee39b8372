use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use outflank_engine::{Engine, Level, Limits, Options, SearchHandle};
use outflank_players::matches::Contestant;
use outflank_players::{
    Allowance, BookUse, Bounds, ClockConfig, ClockState, EngineSeat, Machine, PlayerName, PlayerSetup, Random,
};
use outflank_rules::{ByColor, Color, Game, Position};
use outflank_study::review::{self, Analyst};

use crate::tui::app::{Event, Id};
use crate::tui::effects::input::Message;

#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineOptions {
    pub(crate) threads: usize,
    /// Override the limits of the level.
    pub(crate) bounds: Bounds,
    pub(crate) book: BookUse,
    pub(crate) level: Level,
    /// How long an external program may take for a move without a clock.
    pub(crate) patience: Duration,
}

pub(crate) struct Engines {
    messages: Sender<Message>,
    options: EngineOptions,
    random: Random,
    seats: ByColor<Option<MachinePlayer>>,
    adviser: LazyEngine,
    analyst: OnceCell<Analyst>,
    searches: HashMap<Id, Search>,
}

enum MachinePlayer {
    Engine { engine: LazyEngine, seat: EngineSeat },
    Program(Sender<MoveRequest>),
}

/// An engine created in the background, because allocating it takes a while.
struct LazyEngine {
    making: Option<JoinHandle<Engine>>,
    made: Option<Engine>,
}

impl LazyEngine {
    /// Runs `prepare` on the same thread.
    fn new(threads: usize, prepare: impl FnOnce() + Send + 'static) -> LazyEngine {
        let make = move || {
            prepare();
            Engine::new(Options { threads, ..Options::default() })
        };
        LazyEngine { making: Some(thread::spawn(make)), made: None }
    }

    fn engine(&mut self) -> Engine {
        let made = self.making.take().and_then(|thread| thread.join().ok());
        self.made = made.or(self.made.take());
        self.made.get_or_insert_default().clone()
    }
}

struct MoveRequest {
    id: Id,
    game: Box<Game>,
    clocks: Option<ClockState>,
}

struct Search {
    handle: SearchHandle,
    /// Set if the search is for a move to play.
    pending_move: Option<PendingMove>,
}

struct PendingMove {
    color: Color,
    position: Position,
}

impl Engines {
    pub(crate) fn new(messages: Sender<Message>, options: EngineOptions, seed: u64) -> Engines {
        Engines {
            messages,
            options,
            random: Random::new(seed),
            seats: ByColor::default(),
            adviser: LazyEngine::new(options.threads, || {}),
            analyst: OnceCell::new(),
            searches: HashMap::new(),
        }
    }

    pub(crate) fn seat(&mut self, players: &ByColor<PlayerName>, time: Option<ClockConfig>) {
        self.searches.clear();
        for color in Color::ALL {
            self.seats[color] = None;
            if let PlayerName::Machine(machine) = &players[color] {
                self.seats[color] = Some(self.machine(machine, time));
            }
        }
    }

    fn machine(&mut self, machine: &Machine, time: Option<ClockConfig>) -> MachinePlayer {
        let EngineOptions { threads, bounds, book, level, patience } = self.options;
        if let Machine::Engine { level: own, bounds: own_bounds } = machine {
            let level = own.unwrap_or(level);
            let engine = LazyEngine::new(threads, move || book.prepare(level));
            let seat = EngineSeat::new(level, own_bounds.or(bounds), book, Random::new(self.random.next()));
            return MachinePlayer::Engine { engine, seat };
        }
        let setup = PlayerSetup { machine: machine.clone(), level, bounds, book, threads, time, patience };
        let (sender, requests) = mpsc::channel();
        let (messages, seed) = (self.messages.clone(), self.random.next());
        thread::spawn(move || run_player(&setup, seed, &requests, &messages));
        MachinePlayer::Program(sender)
    }

    pub(crate) fn ask(&mut self, id: Id, color: Color, game: Box<Game>, clocks: Option<ClockState>) {
        match &mut self.seats[color] {
            Some(MachinePlayer::Engine { engine, seat }) => {
                if let Some(mv) = seat.book_move(&game) {
                    let chosen = Event::Chosen(id, Ok(mv.into()));
                    let _ = self.messages.send(Message::Event(chosen));
                    return;
                }
                let position = *game.position();
                let limits = seat.limits(&position, clocks.map(|clocks| Allowance::Share(clocks.of(color))));
                let engine = engine.engine();
                let handle = self.start(&engine, id, position, limits);
                self.searches.insert(id, Search { handle, pending_move: Some(PendingMove { color, position }) });
            }
            // The thread ends only after this program stops listening.
            Some(MachinePlayer::Program(requests)) => drop(requests.send(MoveRequest { id, game, clocks })),
            None => {}
        }
    }

    pub(crate) fn search(&mut self, id: Id, position: Position, limits: Limits) {
        let engine = self.adviser.engine();
        let handle = self.start(&engine, id, position, limits);
        self.searches.insert(id, Search { handle, pending_move: None });
    }

    pub(crate) fn review(&mut self, id: Id, search: &review::Search) {
        let engine = self.analyst.get_or_init(Analyst::new).prepare(search);
        let handle = self.start(engine, id, *search.position(), search.limits());
        self.searches.insert(id, Search { handle, pending_move: None });
    }

    fn start(&self, engine: &Engine, id: Id, position: Position, limits: Limits) -> SearchHandle {
        let notify = NotifyOnDrop { id, messages: self.messages.clone() };
        engine.start(position, limits, move |analysis| {
            let progress = Event::Progress(id, analysis.clone());
            let _ = notify.messages.send(Message::Event(progress));
        })
    }

    /// Cancels a search. An external program thinks on, and its answer is ignored.
    pub(crate) fn stop(&mut self, id: Id) {
        self.searches.remove(&id);
    }

    pub(crate) fn ended(&mut self, id: Id) -> Option<Event> {
        let Search { handle, pending_move } = self.searches.remove(&id)?;
        let analysis = handle.wait();
        let Some(PendingMove { color, position }) = pending_move else { return Some(Event::Searched(id, analysis)) };
        let Some(MachinePlayer::Engine { seat, .. }) = &mut self.seats[color] else { return None };
        Some(Event::Chosen(id, Ok(seat.choose(&position, &analysis)?)))
    }
}

/// Owned by a search, so that its end is reported.
struct NotifyOnDrop {
    id: Id,
    messages: Sender<Message>,
}

impl Drop for NotifyOnDrop {
    fn drop(&mut self) {
        let _ = self.messages.send(Message::SearchEnded(self.id));
    }
}

/// Answers every request that is not replaced by a later one.
fn run_player(setup: &PlayerSetup, seed: u64, requests: &mpsc::Receiver<MoveRequest>, messages: &Sender<Message>) {
    let start = || setup.start().and_then(|mut player| player.begin(seed).map(|()| player));
    let mut started = Some(start());
    while let Ok(mut request) = requests.recv() {
        while let Ok(later) = requests.try_recv() {
            request = later;
        }
        // A program that failed to start is started again for the next request.
        let choice = match started.take().unwrap_or_else(start) {
            Ok(mut player) => {
                let choice = player.choose(&request.game, request.clocks.as_ref());
                started = Some(Ok(player));
                choice
            }
            Err(error) => Err(error),
        };
        if messages.send(Message::Event(Event::Chosen(request.id, choice))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
