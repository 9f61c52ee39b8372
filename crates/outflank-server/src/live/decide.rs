use outflank_rules::{ByColor, Color};
use outflank_table::{Command, Event, Seat, Table, Time};

use super::Answer;
use super::journal::Journal;
use super::{engine_seat, errors, tokens, view};
use crate::SecretHash;
use crate::store::{CommandTag, GameEvent, Holder, Number, Occupant, Seat as StoreSeat, Seats, Status};
use crate::wire::{CommandRequest, ErrorKind, Order, Problem};

/// After this many takebacks and offers, or events, more are refused: otherwise a game could fill the disk.
pub(super) const MAX_REQUESTS: usize = 300;
pub(super) const MAX_EVENTS: Number = 4_000;

#[derive(Debug)]
pub(super) enum Decision {
    Repeated(Number),
    Execute { events: Vec<GameEvent>, tag: CommandTag },
}

pub(super) fn command(journal: &Journal, seats: Seats, request: &CommandRequest, now: Time) -> Answer<Decision> {
    let by = speaker(journal, seats, request)?;
    let text = serde_json::to_string(&request.order).map_err(|error| Problem::new(ErrorKind::Internal, error))?;
    // A client with both seats may have sent the first attempt when the other colour was to move.
    let spoken_for = seats.colors().filter(|&color| request.speaker.is_none_or(|speaker| speaker == color));
    if let Some(executed) = spoken_for.filter_map(|color| journal.executed(color, &request.id)).next() {
        return match *executed.command == *text {
            true => Ok(Decision::Repeated(executed.last)),
            false => Err(Problem::new(ErrorKind::IdReused, "another command has this id")),
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
        return Err(with_state(Problem::new(ErrorKind::Stale, "the game has changed since")));
    }
    let events = execute(journal, by, &request.order, now).map_err(with_state)?;
    Ok(Decision::Execute { events, tag: CommandTag { by, id: request.id.clone(), command: text } })
}

#[derive(Debug)]
pub(super) enum Joining {
    Seated,
    /// Seats that the client holds, but has not taken.
    Held(ByColor<bool>),
    Open(Color),
}

pub(super) fn joining(journal: &Journal, seats: Seats, now: Time) -> Answer<Joining> {
    let taken = journal.standing().seating.joined;
    let waits = journal.status() == Status::Waiting;
    let refuse = |kind, why| {
        let problem = Problem::new(kind, why).with_state(view::state(journal, journal.last(), now));
        Err(problem)
    };
    if seats.colors().next().is_some() {
        let free = ByColor::from_fn(|color| seats.players[color] && !taken[color]);
        return match free == ByColor::both(false) {
            true => Ok(Joining::Seated),
            false if !waits => refuse(ErrorKind::NotNow, "the game was cancelled"),
            false => Ok(Joining::Held(free)),
        };
    }
    let for_anyone = |&color: &Color| journal.plan().occupants[color] == Occupant::Anyone;
    let mut open = Color::ALL.into_iter().filter(for_anyone);
    match open.clone().find(|&color| !taken[color]) {
        Some(color) if waits => Ok(Joining::Open(color)),
        Some(_) => refuse(ErrorKind::NotNow, "the game was cancelled"),
        None if open.next().is_some() => refuse(ErrorKind::SeatTaken, "the seat is taken"),
        None => Err(Problem::new(ErrorKind::NotYours, "this game has no open seat")),
    }
}

pub(super) fn inviting(
    journal: &Journal,
    client: Option<SecretHash>,
    holders: &[Holder],
    seat: StoreSeat,
) -> Answer<()> {
    let plan = journal.plan();
    let not_now = |why| Err(Problem::new(ErrorKind::NotNow, why));
    let plays = |holder: &Holder| matches!(holder.seat, StoreSeat::Player(_)) && Some(holder.secret) == client;
    if !holders.iter().any(plays) && tokens::creator(plan, holders) != client {
        return Err(Problem::new(ErrorKind::NotYours, "only players and the creator of a game can invite"));
    }
    let StoreSeat::Player(color) = seat else {
        return if plan.public { not_now("this game is public; share its address") } else { Ok(()) };
    };
    if journal.standing().seating.joined[color] {
        return Err(Problem::new(ErrorKind::SeatTaken, "the seat is taken"));
    }
    match plan.occupants[color] {
        _ if journal.status() == Status::Cancelled => not_now("the game was cancelled"),
        Occupant::Anyone => not_now("this seat is open to anyone; share the game's address"),
        Occupant::Creator | Occupant::Friend | Occupant::Engine(_) => Ok(()),
    }
}

fn speaker(journal: &Journal, seats: Seats, request: &CommandRequest) -> Answer<Color> {
    let held: Vec<Color> = seats.colors().collect();
    match (held[..].as_ref(), request.speaker) {
        ([], _) => Err(errors::watching()),
        (held, Some(speaker)) if held.contains(&speaker) => Ok(speaker),
        (_, Some(_)) => Err(Problem::new(ErrorKind::NotYours, "you do not hold that seat")),
        ([only], None) => Ok(*only),
        (_, None) => Ok(journal.position().turn()),
    }
}

fn execute(journal: &Journal, by: Color, order: &Order, now: Time) -> Answer<Vec<GameEvent>> {
    let not_now = |why| Err(Problem::new(ErrorKind::NotNow, why));
    let table = match (journal.table(), to_table(order)) {
        _ if journal.status() == Status::Cancelled => return not_now("the game was cancelled"),
        (None, None) => return Ok(vec![GameEvent::Cancelled { by }]),
        (None, Some(_)) => return not_now("the game has not started"),
        (Some(_), None) => return not_now("the game has already started"),
        (Some(table), Some(command)) => {
            let goes_on = matches!(command, Command::TakeBack | Command::OfferDraw | Command::OfferRematch);
            if goes_on && (journal.last() >= MAX_EVENTS || journal.requests() >= MAX_REQUESTS) {
                return not_now("this game has had too many takebacks and offers");
            }
            decide(journal, table, by, command, now)?
        }
    };
    Ok(table.into_iter().map(GameEvent::Table).collect())
}

fn decide(journal: &Journal, table: &Table, by: Color, command: Command, now: Time) -> Answer<Vec<Event>> {
    let mut events = table.decide(Seat::Player(by), command, now).map_err(errors::refused)?;
    let mut after = table.clone();
    events.iter().for_each(|event| after.evolve(event));
    if let Some(answer) = engine_seat::answer(journal.plan(), &after) {
        events.extend(after.decide(Seat::Player(answer.by), answer.command, now).map_err(errors::refused)?);
    }
    Ok(events)
}

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
