use std::collections::HashMap;
use std::sync::mpsc::{self, Sender};
use std::thread;
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
    started: Vec<Started>,
    adviser: Engine,
    analyst: Analyst,
    searches: HashMap<Id, Search>,
}

enum MachinePlayer {
    Engine { engine: Engine, seat: EngineSeat, bounds: Bounds },
    Program(Sender<MoveRequest>),
}

/// For hints, warnings and the study, where the table of the report needs most of the memory. In ten seconds a search looks as far with 2 MiB
/// as with 64.
const ADVISER_MEBIBYTES: usize = 2;

/// The levels that make mistakes look at a few hundred thousand positions for a move, and find the same in a table of any size.
const WEAK_LEVEL_MEBIBYTES: usize = 2;

struct Started {
    machine: Machine,
    time: Option<ClockConfig>,
    requests: Sender<MoveRequest>,
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
            started: Vec::new(),
            adviser: adviser(options.threads),
            analyst: Analyst::new(),
            searches: HashMap::new(),
        }
    }

    pub(crate) fn start_programs(&mut self, id: Id, players: &ByColor<PlayerName>, time: Option<ClockConfig>) {
        self.started.clear();
        for color in Color::ALL {
            if let PlayerName::Machine(machine @ (Machine::Gtp(_) | Machine::NBoard(_))) = &players[color] {
                let requests = self.program(machine, time, Some((id, color)));
                self.started.push(Started { machine: machine.clone(), time, requests });
            }
        }
    }

    pub(crate) fn drop_programs(&mut self) {
        self.started.clear();
    }

    pub(crate) fn seat(&mut self, players: &ByColor<PlayerName>, time: Option<ClockConfig>) {
        self.searches.clear();
        for color in Color::ALL {
            self.seats[color] = None;
            if let PlayerName::Machine(machine) = &players[color] {
                self.seats[color] = Some(self.machine(machine, time));
            }
        }
        self.started.clear();
    }

    fn machine(&mut self, machine: &Machine, time: Option<ClockConfig>) -> MachinePlayer {
        let EngineOptions { threads, bounds, book, level, .. } = self.options;
        if let Machine::Engine { level: own, bounds: own_bounds } = machine {
            let (level, bounds) = (own.unwrap_or(level), own_bounds.or(bounds));
            let engine = seat_engine(threads, level, bounds);
            // The rest is made by the first search, on its own thread.
            thread::spawn(move || book.prepare(level));
            let seat = EngineSeat::new(level, bounds, book, Random::new(self.random.next()));
            return MachinePlayer::Engine { engine, seat, bounds };
        }
        let is_same = |started: &Started| started.machine == *machine && started.time == time;
        MachinePlayer::Program(match self.started.iter().position(is_same) {
            Some(place) => self.started.remove(place).requests,
            None => self.program(machine, time, None),
        })
    }

    fn program(
        &mut self,
        machine: &Machine,
        time: Option<ClockConfig>,
        report: Option<(Id, Color)>,
    ) -> Sender<MoveRequest> {
        let EngineOptions { threads, bounds, book, level, patience } = self.options;
        let setup = PlayerSetup { machine: machine.clone(), level, bounds, book, threads, time, patience };
        let (sender, requests) = mpsc::channel();
        let (messages, seed) = (self.messages.clone(), self.random.next());
        thread::spawn(move || run_player(&setup, seed, report, &requests, &messages));
        sender
    }

    pub(crate) fn ask(&mut self, id: Id, color: Color, game: Box<Game>, clocks: Option<ClockState>) {
        match &mut self.seats[color] {
            Some(MachinePlayer::Engine { engine, seat, .. }) => {
                if let Some(mv) = seat.book_move(&game) {
                    let chosen = Event::Chosen(id, Ok(mv.into()));
                    let _ = self.messages.send(Message::Event(chosen));
                    return;
                }
                let position = *game.position();
                let limits = seat.limits(&position, clocks.map(|clocks| Allowance::Share(clocks.of(color))));
                let engine = engine.clone();
                let handle = self.start(&engine, id, position, limits);
                self.searches.insert(id, Search { handle, pending_move: Some(PendingMove { color, position }) });
            }
            // The thread ends only after this program stops listening.
            Some(MachinePlayer::Program(requests)) => drop(requests.send(MoveRequest { id, game, clocks })),
            None => {}
        }
    }

    pub(crate) fn search(&mut self, id: Id, position: Position, limits: Limits) {
        let handle = self.start(&self.adviser, id, position, limits);
        self.searches.insert(id, Search { handle, pending_move: None });
    }

    pub(crate) fn review(&mut self, id: Id, search: &review::Search) {
        let engine = self.analyst.prepare(search);
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

    /// Unpacks the engine's weights in the background, so that the first search does not wait for them.
    pub(crate) fn warm_up(&self) {
        thread::spawn(Engine::load_weights);
    }

    pub(crate) fn rest(&mut self) {
        self.adviser = adviser(self.options.threads);
        self.analyst = Analyst::new();
        for player in [&mut self.seats.black, &mut self.seats.white].into_iter().flatten() {
            if let MachinePlayer::Engine { engine, seat, bounds } = player {
                *engine = seat_engine(self.options.threads, seat.level(), *bounds);
            }
        }
        Engine::release_weights();
    }

    /// An external program thinks on, and its answer is ignored.
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

fn adviser(threads: usize) -> Engine {
    Engine::on_demand(Options { threads, table_mebibytes: ADVISER_MEBIBYTES })
}

fn seat_engine(threads: usize, level: Level, bounds: Bounds) -> Engine {
    let table_mebibytes = match level.makes_mistakes() && bounds == Bounds::NONE {
        true => WEAK_LEVEL_MEBIBYTES,
        false => Options::default().table_mebibytes,
    };
    Engine::on_demand(Options { threads, table_mebibytes })
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
fn run_player(
    setup: &PlayerSetup,
    seed: u64,
    report: Option<(Id, Color)>,
    requests: &mpsc::Receiver<MoveRequest>,
    messages: &Sender<Message>,
) {
    let start = || setup.start().and_then(|mut player| player.begin(seed).map(|()| player));
    let mut started = Some(start());
    if let Some((id, color)) = report {
        let result = started.take_if(|started| started.is_err()).map_or(Ok(()), |failed| failed.map(drop));
        let _ = messages.send(Message::Event(Event::Started(id, color, result)));
    }
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
