use outflank_rules::ByColor;
use outflank_table::{Table, Time};

use super::{state, takebacks};
use crate::live::journal::Journal;
use crate::store::{Occupant, Seats, Status};
use crate::wire::{ClockSetting, FullGame, Player, PlayerKind, Ply, Start};
use crate::{Name, Tag};

pub(in crate::live) fn full(journal: &Journal, seats: Seats, now: Time) -> FullGame {
    let plan = journal.plan();
    let standing = journal.standing();
    FullGame {
        id: journal.id(),
        rules: plan.terms.start.rules(),
        public: plan.public,
        takebacks: takebacks(plan.terms.takebacks),
        created: plan.created.as_millis(),
        clock: ClockSetting::of(plan.terms.time),
        start: Start::of(&plan.terms.start),
        players: ByColor::from_fn(|color| {
            let (name, tag) = (standing.names[color].clone(), standing.tags[color]);
            let seat = SeatView { joined: standing.joined[color], name, tag };
            player(plan.occupants[color], seat, journal.status())
        }),
        you: seats.colors().collect(),
        rematch_of: plan.rematch_of,
        plies: journal.table().map_or_else(Vec::new, plies),
        // Without events: the plies say what happened.
        state: state(journal, journal.last(), now),
    }
}

pub(super) struct SeatView {
    pub(super) joined: bool,
    pub(super) name: Option<Name>,
    pub(super) tag: Option<Tag>,
}

pub(super) fn player(occupant: Occupant, seat: SeatView, status: Status) -> Player {
    let SeatView { joined, name, tag } = seat;
    match occupant {
        Occupant::Engine(level) => Player {
            kind: PlayerKind::Engine,
            level: Some(level.number()),
            name: Name::try_from(format!("Engine, level {level}")).ok(),
            tag: None,
            joined,
            open: false,
        },
        Occupant::Creator | Occupant::Friend | Occupant::Anyone => {
            let open = occupant == Occupant::Anyone && !joined && status == Status::Waiting;
            Player { kind: PlayerKind::Human, level: None, name, tag, joined, open }
        }
    }
}

fn plies(table: &Table) -> Vec<Ply> {
    table.game().plies().iter().map(Ply::of).collect()
}
