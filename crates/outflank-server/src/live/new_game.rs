use outflank_rules::{ByColor, Color};
use outflank_table::{Table, Time};

use super::journal::Journal;
use crate::store::{Batch, GameEvent, Holder, NewGame, Occupant, Plan};
use crate::{GameId, Name, SecretHash, Tag};

#[derive(Clone, Debug)]
pub(super) struct Seating {
    pub(super) seats: ByColor<bool>,
    pub(super) names: ByColor<Option<Name>>,
    pub(super) tags: ByColor<Option<Tag>>,
}

impl Seating {
    pub(super) fn for_one(seats: ByColor<bool>, name: Option<&Name>, secret: Option<&SecretHash>) -> Seating {
        Seating { seats, names: ByColor::from_fn(|_| name.cloned()), tags: ByColor::both(secret.map(Tag::of)) }
    }

    /// The creator and the engine are seated at once. A creator on both seats plays with someone at the same screen, and one name or tag
    /// cannot be that of two.
    pub(super) fn at_creation(plan: &Plan, name: Option<&Name>, secret: Option<&SecretHash>) -> Seating {
        let is_one = plan.occupants != ByColor::both(Occupant::Creator);
        let (name, tag) = (name.filter(|_| is_one), secret.filter(|_| is_one).map(Tag::of));
        Seating {
            seats: plan.occupants.map(|occupant| matches!(occupant, Occupant::Creator | Occupant::Engine(_))),
            names: plan.occupants.map(|occupant| name.filter(|_| occupant == Occupant::Creator).cloned()),
            tags: plan.occupants.map(|occupant| tag.filter(|_| occupant == Occupant::Creator)),
        }
    }
}

/// The game begins when both players are seated.
pub(super) fn take_seats(journal: &Journal, seating: &Seating, now: Time) -> Vec<GameEvent> {
    let sits = Color::ALL.into_iter().filter(|&color| seating.seats[color]);
    let joins = |by| GameEvent::Joined { by, name: seating.names[by].clone(), tag: seating.tags[by] };
    let mut events: Vec<_> = sits.map(joins).collect();
    let joined = journal.standing().joined;
    if Color::ALL.into_iter().all(|color| joined[color] || seating.seats[color]) {
        let (_, opened) = Table::open(journal.plan().terms, now);
        events.extend(opened.into_iter().map(GameEvent::Table));
    }
    events
}

pub(super) fn new_game(id: GameId, plan: Plan, seating: &Seating, holders: Vec<Holder>, now: Time) -> NewGame {
    let journal = Journal::new(id, plan.clone());
    let first = journal.batch(take_seats(&journal, seating, now), None, now);
    NewGame { id, plan, first: Batch { holders, ..first } }
}
