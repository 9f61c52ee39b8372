use outflank_rules::Bitboard;
use outflank_table::{Event, Table};

use crate::store::GameEvent;
use crate::wire::{EventKind, how};

/// `table` is the table before the event; it knows what a move flips.
pub(in crate::live) fn event(event: &GameEvent, table: Option<&Table>) -> EventKind {
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
