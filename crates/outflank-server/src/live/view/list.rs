use outflank_rules::ByColor;

use super::game::{SeatView, player};
use crate::store::{Seats, StartKind, Summary};
use crate::wire::{ClockSetting, GameResult, ListedGame, cells};

pub(in crate::live) fn listed(summary: Summary, seats: Seats) -> ListedGame {
    let position = summary.position;
    ListedGame {
        id: summary.id,
        rules: position.rules(),
        clock: ClockSetting::of(summary.time),
        status: summary.status.name(),
        created: summary.created.as_millis(),
        updated: summary.updated.as_millis(),
        players: ByColor::from_fn(|color| {
            let (name, tag) = (summary.names[color].clone(), summary.tags[color]);
            let seat = SeatView { joined: summary.joined[color], name, tag };
            player(summary.occupants[color], seat, summary.status)
        }),
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
    }
}
