use outflank_players::Random;
use outflank_rules::Color;
use outflank_table::{Terms, Time};

use super::create;
use super::journal::Journal;
use super::new_game::{Seating, new_game};
use crate::store::{Holder, NewGame, Occupant, Plan, Seat, StartKind};

/// The next game, with colours swapped and both players seated.
pub(super) fn next_game(journal: &Journal, holders: &[Holder], now: Time, random: &mut Random) -> NewGame {
    let plan = journal.plan();
    let terms = plan.terms.rematch();
    let next = Plan {
        terms: match plan.start {
            StartKind::Xot => Terms { start: create::xot(random), ..terms },
            StartKind::Initial | StartKind::Handicap(_) | StartKind::Custom => terms,
        },
        start: plan.start,
        // The rematch is between the same two players.
        occupants: plan.occupants.swapped().map(|occupant| match occupant {
            Occupant::Anyone => Occupant::Friend,
            other => other,
        }),
        public: plan.public,
        created: now,
        rematch_of: Some(journal.id()),
    };
    let standing = journal.standing();
    let seating = Seating {
        seats: standing.joined.swapped(),
        names: standing.names.clone().swapped(),
        tags: standing.tags.swapped(),
    };
    let holders = holders.iter().map(|holder| Holder { seat: change(holder.seat), ..*holder }).collect();
    new_game(journal.id().rematch(), next, &seating, holders, now)
}

fn change(seat: Seat) -> Seat {
    match seat {
        Seat::Player(Color::Black) => Seat::Player(Color::White),
        Seat::Player(Color::White) => Seat::Player(Color::Black),
        Seat::Watch => Seat::Watch,
    }
}
