use outflank_rules::{Bitboard, ByColor, Move};
use outflank_study::openings::{self, Language};
use outflank_table::{ABANDONED_AFTER, Clocks, Event, Offer, Table, Takebacks, Time};

use super::journal::Journal;
use super::new_game::Seating;
use crate::Name;
use crate::store::{GameEvent, Number, Occupant, Seats, StartKind, Status, Summary};
use crate::wire::{
    ClockFace, ClockSetting, EventKind, FullGame, GameResult, Gone, LegalMove, ListedGame, Offers, Player, PlayerKind,
    Ply, Start, State, TakebackSetting, cells, how, millis,
};

pub(super) fn full(journal: &Journal, seats: Seats, now: Time) -> FullGame {
    let plan = journal.plan();
    FullGame {
        id: journal.id(),
        rules: plan.terms.start.rules(),
        public: plan.public,
        takebacks: match plan.terms.takebacks {
            Takebacks::Never => TakebackSetting::Never,
            Takebacks::Asked => TakebackSetting::Asked,
            Takebacks::Free => TakebackSetting::Free,
        },
        created: plan.created.as_millis(),
        clock: ClockSetting::of(plan.terms.time),
        start: Start::of(&plan.terms.start),
        players: players(plan.occupants, &journal.standing().seating, journal.status()),
        you: seats.colors().collect(),
        rematch_of: plan.rematch_of,
        plies: journal.table().map_or_else(Vec::new, |table| table.game().plies().iter().map(Ply::of).collect()),
        state: state(journal, journal.last(), now),
    }
}

pub(super) fn listed(summary: Summary, seats: Seats) -> ListedGame {
    let position = summary.position;
    let seating = Seating { joined: summary.joined, names: summary.names, tags: summary.tags };
    ListedGame {
        id: summary.id,
        rules: position.rules(),
        clock: ClockSetting::of(summary.time),
        status: summary.status.name(),
        created: summary.created.as_millis(),
        updated: summary.updated.as_millis(),
        players: players(summary.occupants, &seating, summary.status),
        start: match summary.start {
            StartKind::Initial => "initial",
            StartKind::Xot => "xot",
            StartKind::Handicap(_) => "handicap",
            StartKind::Custom => "custom",
        },
        placements: summary.placements,
        board: cells(&position),
        discs: position.counts(),
        turn: position.turn(),
        result: summary.ending.map(|ending| GameResult::of(ending, &position)),
        you: seats.colors().collect(),
        watchers: None,
    }
}

fn players(occupants: ByColor<Occupant>, seating: &Seating, status: Status) -> ByColor<Player> {
    ByColor::from_fn(|color| {
        let joined = seating.joined[color];
        match occupants[color] {
            Occupant::Engine(level) => Player {
                kind: PlayerKind::Engine,
                level: Some(level.number()),
                name: Name::try_from(format!("Engine, level {level}")).ok(),
                tag: None,
                joined,
                open: false,
            },
            occupant @ (Occupant::Creator | Occupant::Friend | Occupant::Anyone) => Player {
                kind: PlayerKind::Human,
                level: None,
                name: seating.names[color].clone(),
                tag: seating.tags[color],
                joined,
                open: occupant == Occupant::Anyone && !joined && status == Status::Waiting,
            },
        }
    })
}

pub(super) fn state(journal: &Journal, after: Number, now: Time) -> State {
    let position = journal.position();
    let table = journal.table();
    let status = journal.status();
    let legal = match status {
        Status::Running => LegalMove::all(position),
        _ => Vec::new(),
    };
    let opening = table.and_then(|table| openings::of_game(table.game(), Language::English));
    State {
        number: journal.last(),
        at: now.as_millis(),
        status: status.name(),
        events: journal.entries_after(after).to_vec(),
        moves: table.map_or_else(String::new, moves),
        board: cells(position),
        turn: position.turn(),
        discs: position.counts(),
        supply: position.supply(),
        legal,
        clocks: clocks(journal, now),
        offers: table.map_or_else(Offers::default, |table| Offers {
            draw: table.offered(Offer::Draw),
            takeback: table.offered(Offer::Takeback),
            rematch: table.offered(Offer::Rematch),
        }),
        gone: ByColor::from_fn(|color| {
            let table = table?;
            let counted = table.gone_for(color, now)?;
            let since = table.gone_since(color)?.as_millis();
            Some(Gone { since, claim_in: millis(ABANDONED_AFTER.saturating_sub(counted)) })
        }),
        opening: opening.map(|named| named.name),
        opening_moves: opening.map(|named| named.ply),
        result: table.and_then(Table::ending).map(|ending| GameResult::of(ending, position)),
        rematch: journal.standing().rematch,
        removed_at: journal.removed_at().map(Time::as_millis),
    }
}

fn moves(table: &Table) -> String {
    let name = |mv| if let Move::Place(square) = mv { square.to_string() } else { "pass".to_owned() };
    table.game().plies().iter().map(|ply| name(ply.mv)).collect::<Vec<_>>().join(" ")
}

/// Full clocks before the game begins.
fn clocks(journal: &Journal, now: Time) -> Option<ClockFace> {
    let face = |left: Clocks, running| ClockFace { black: millis(left.black), white: millis(left.white), running };
    match journal.table() {
        Some(table) => table.clocks(now).map(|left| face(left, table.running_clock())),
        None => journal.plan().terms.time.main().map(|main| face(ByColor::both(main), None)),
    }
}

/// `table` is the table before the event; it knows what a move flips.
pub(super) fn event(event: &GameEvent, table: Option<&Table>) -> EventKind {
    match event {
        GameEvent::Joined { by, name, tag } => EventKind::Joined { by: *by, name: name.clone(), tag: *tag },
        GameEvent::Cancelled { by } => EventKind::Cancelled { by: *by },
        GameEvent::Continued { game } => EventKind::Continued { game: *game },
        GameEvent::Table(event) => at_table(event, table),
    }
}

fn at_table(event: &Event, table: Option<&Table>) -> EventKind {
    match *event {
        Event::Opened { terms: _, at } => EventKind::Opened { at: at.as_millis() },
        Event::Played { by, square, clocks: _, at } => {
            let flips = table.map_or(Bitboard::EMPTY, |table| table.game().position().flips(square));
            EventKind::Played { by, square, flips, at: at.as_millis() }
        }
        Event::Passed { by } => EventKind::Passed { by },
        Event::DrawOffered { by } => EventKind::DrawOffered { by },
        Event::DrawDeclined { by } => EventKind::DrawDeclined { by },
        Event::TakebackAsked { by } => EventKind::TakebackAsked { by },
        Event::TakebackDeclined { by } => EventKind::TakebackDeclined { by },
        Event::TakenBack { by, placements, clocks: _, at } => {
            EventKind::TakenBack { by, placements, at: at.as_millis() }
        }
        Event::RematchOffered { by } => EventKind::RematchOffered { by },
        Event::RematchDeclined { by } => EventKind::RematchDeclined { by },
        Event::RematchAgreed => EventKind::RematchAgreed,
        Event::Left { by, at } => EventKind::Left { by, at: at.as_millis() },
        Event::Returned { by, at } => EventKind::Returned { by, at: at.as_millis() },
        Event::Paused { clocks: _, at } => EventKind::Paused { at: at.as_millis() },
        Event::Resumed { at } => EventKind::Resumed { at: at.as_millis() },
        Event::Ended { ending, clocks: _, at } => {
            EventKind::Ended { how: how(ending), winner: ending.winner(), at: at.as_millis() }
        }
    }
}
