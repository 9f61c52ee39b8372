//! What follows from a request to a game. Nothing is changed here.

use outflank_rules::{ByColor, Color};
use outflank_table::{Command, Event, Seat, Table, Time};

use super::journal::Journal;
use super::{engine_seat, errors, view};
use crate::store::{CommandTag, GameEvent, Number, Occupant, Seats, Status};
use crate::wire::{CommandRequest, ErrorKind, Order, Problem};

/// With so many events nothing more is taken back or offered in a game: it can only be played to its end.
pub(super) const MAX_EVENTS: Number = 4_000;

/// What follows from a command.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It was carried out before; this is the number of the last event that followed.
    Repeated(Number),
    /// It is carried out by these events.
    Carry {
        /// What happens.
        events: Vec<GameEvent>,
        /// Which command it was.
        tag: CommandTag,
    },
}

/// What follows from a command of somebody who holds these seats. The flag has been looked at for this moment.
pub(super) fn command(
    journal: &Journal,
    seats: Seats,
    request: &CommandRequest,
    now: Time,
) -> Result<Verdict, Problem> {
    let by = speaker(journal, seats, request)?;
    let text = serde_json::to_string(&request.order).map_err(|error| Problem::new(ErrorKind::Internal, error))?;
    // Who holds both seats may have spoken for the other one, who was to move then.
    let spoken_for = seats.colors().filter(|&color| request.speaker.is_none_or(|speaker| speaker == color));
    if let Some(carried) = spoken_for.filter_map(|color| journal.carried(color, &request.id)).next() {
        return match *carried.command == *text {
            true => Ok(Verdict::Repeated(carried.last)),
            false => Err(Problem::new(ErrorKind::IdReused, "another command was carried out under this id")),
        };
    }
    if request.seen > journal.last() {
        return Err(errors::unknown_number());
    }
    let with_state = |problem: Problem| match problem.error.status() {
        axum::http::StatusCode::CONFLICT => problem.with_state(view::state(journal, request.seen, now)),
        _ => problem,
    };
    if journal.has_moved_on(request.seen) {
        return Err(with_state(Problem::new(ErrorKind::Stale, "something has happened since")));
    }
    let events = carry_out(journal, by, &request.order, now).map_err(with_state)?;
    Ok(Verdict::Carry { events, tag: CommandTag { by, id: request.id.clone(), command: text } })
}

/// Which of the free seats somebody takes.
#[derive(Debug)]
pub(super) enum Joining {
    /// None: there is nothing to join.
    Seated,
    /// These, which are held already.
    Held(ByColor<bool>),
    /// This one, which was for anyone.
    Open(Color),
}

/// Where somebody who holds these seats, or none, sits down.
pub(super) fn joining(journal: &Journal, seats: Seats, now: Time) -> Result<Joining, Problem> {
    let taken = journal.standing().joined;
    let waits = journal.status() == Status::Waiting;
    let refuse = |trouble, why| {
        let problem = Problem::new(trouble, why).with_state(view::state(journal, journal.last(), now));
        Err(problem)
    };
    if seats.colors().next().is_some() {
        let free = ByColor::from_fn(|color| seats.players[color] && !taken[color]);
        return match free == ByColor::both(false) {
            true => Ok(Joining::Seated),
            false if !waits => refuse(ErrorKind::NotNow, "the game was withdrawn"),
            false => Ok(Joining::Held(free)),
        };
    }
    let for_anyone = |&color: &Color| journal.plan().occupants[color] == Occupant::Anyone;
    let mut open = Color::ALL.into_iter().filter(for_anyone);
    match open.clone().find(|&color| !taken[color]) {
        Some(color) if waits => Ok(Joining::Open(color)),
        Some(_) => refuse(ErrorKind::NotNow, "the game was withdrawn"),
        None if open.next().is_some() => refuse(ErrorKind::SeatTaken, "somebody else has sat down"),
        None => Err(Problem::new(ErrorKind::NotYours, "the seats of this game are for others")),
    }
}

/// For whom a command speaks.
fn speaker(journal: &Journal, seats: Seats, request: &CommandRequest) -> Result<Color, Problem> {
    let held: Vec<Color> = seats.colors().collect();
    match (held[..].as_ref(), request.speaker) {
        ([], _) => Err(errors::watching()),
        (held, Some(speaker)) if held.contains(&speaker) => Ok(speaker),
        (_, Some(_)) => Err(Problem::new(ErrorKind::NotYours, "that seat is somebody else's")),
        ([only], None) => Ok(*only),
        (_, None) => Ok(journal.position().turn()),
    }
}

fn carry_out(journal: &Journal, by: Color, order: &Order, now: Time) -> Result<Vec<GameEvent>, Problem> {
    let not_now = |why| Err(Problem::new(ErrorKind::NotNow, why));
    let table = match (journal.table(), to_table(order)) {
        (None, _) if journal.status() == Status::Cancelled => return not_now("the game was withdrawn"),
        (None, None) => return Ok(vec![GameEvent::Cancelled { by }]),
        (None, Some(_)) => return not_now("the game has not begun"),
        (Some(_), None) => return not_now("the game has begun"),
        (Some(table), Some(command)) => {
            let goes_on = matches!(command, Command::TakeBack | Command::OfferDraw | Command::OfferRematch);
            if goes_on && journal.last() >= MAX_EVENTS {
                return not_now("too much has happened in this game");
            }
            decide(journal, table, by, command, now)?
        }
    };
    Ok(table.into_iter().map(GameEvent::Table).collect())
}

/// What the table decides, and what the opponent answers at once.
fn decide(journal: &Journal, table: &Table, by: Color, command: Command, now: Time) -> Result<Vec<Event>, Problem> {
    let mut events = table.decide(Seat::Player(by), command, now).map_err(errors::by_table)?;
    let mut after = table.clone();
    events.iter().for_each(|event| after.evolve(event));
    if let Some(answer) = engine_seat::answer(journal.plan(), &after) {
        events.extend(after.decide(Seat::Player(answer.by), answer.command, now).map_err(errors::by_table)?);
    }
    Ok(events)
}

/// What is said at the table; nothing for what is done before it.
fn to_table(order: &Order) -> Option<Command> {
    Some(match order {
        Order::Play { square } => Command::Play((*square).into()),
        Order::Resign => Command::Resign,
        Order::OfferDraw => Command::OfferDraw,
        Order::AcceptDraw => Command::AcceptDraw,
        Order::DeclineDraw => Command::DeclineDraw,
        Order::TakeBack => Command::TakeBack,
        Order::AcceptTakeback => Command::AcceptTakeback,
        Order::DeclineTakeback => Command::DeclineTakeback,
        Order::OfferRematch => Command::OfferRematch,
        Order::AcceptRematch => Command::AcceptRematch,
        Order::DeclineRematch => Command::DeclineRematch,
        Order::Claim => Command::ClaimAbandoned,
        Order::Cancel => return None,
    })
}
