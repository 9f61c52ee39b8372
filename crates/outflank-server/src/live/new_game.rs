use outflank_players::Random;
use outflank_rules::{ByColor, Color};
use outflank_table::{Table, Terms, Time};

use super::create;
use super::journal::Journal;
use crate::store::{Batch, GameEvent, Holder, NewGame, Occupant, Plan, Seat, StartKind};
use crate::{GameId, Name, Owner, SecretHash, Tag};

#[derive(Clone, Debug, Default)]
pub(super) struct Seating {
    pub(super) joined: ByColor<bool>,
    pub(super) names: ByColor<Option<Name>>,
    pub(super) tags: ByColor<Option<Tag>>,
}

impl Seating {
    pub(super) fn for_one(joined: ByColor<bool>, name: Option<&Name>, secret: Option<&SecretHash>) -> Seating {
        Seating { joined, names: ByColor::from_fn(|_| name.cloned()), tags: ByColor::both(secret.map(Tag::of)) }
    }

    /// Seats the creator and the engine. A creator on both seats shares the screen with someone, so neither seat gets the name or the tag.
    pub(super) fn at_creation(plan: &Plan, name: Option<&Name>, secret: Option<&SecretHash>) -> Seating {
        let is_one = plan.occupants != ByColor::both(Occupant::Creator);
        let (name, tag) = (name.filter(|_| is_one), secret.filter(|_| is_one).map(Tag::of));
        Seating {
            joined: plan.occupants.map(|occupant| matches!(occupant, Occupant::Creator | Occupant::Engine(_))),
            names: plan.occupants.map(|occupant| name.filter(|_| occupant == Occupant::Creator).cloned()),
            tags: plan.occupants.map(|occupant| tag.filter(|_| occupant == Occupant::Creator)),
        }
    }
}

pub(super) fn take_seats(journal: &Journal, seating: &Seating, now: Time) -> Vec<GameEvent> {
    let sits = Color::ALL.into_iter().filter(|&color| seating.joined[color]);
    let joins = |by| GameEvent::Joined { by, name: seating.names[by].clone(), tag: seating.tags[by] };
    let mut events: Vec<_> = sits.map(joins).collect();
    let joined = journal.standing().seating.joined;
    if Color::ALL.into_iter().all(|color| joined[color] || seating.joined[color]) {
        let (_, opened) = Table::open(journal.plan().terms, now);
        events.extend(opened.into_iter().map(GameEvent::Table));
    }
    events
}

pub(super) fn new_game(
    id: GameId,
    plan: Plan,
    owner: Option<Owner>,
    seating: &Seating,
    holders: Vec<Holder>,
    now: Time,
) -> NewGame {
    let journal = Journal::new(id, plan.clone());
    let first = journal.batch(take_seats(&journal, seating, now), None, now);
    NewGame { id, plan, owner, first: Batch { holders, ..first } }
}

pub(super) fn rematch(
    journal: &Journal,
    owner: Option<Owner>,
    holders: &[Holder],
    now: Time,
    random: &mut Random,
) -> NewGame {
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
    let Seating { joined, names, tags } = journal.standing().seating.clone();
    let seating = Seating { joined: joined.swapped(), names: names.swapped(), tags: tags.swapped() };
    let holders = holders.iter().map(|holder| Holder { seat: swapped(holder.seat), ..*holder }).collect();
    new_game(journal.id().rematch(), next, owner, &seating, holders, now)
}

fn swapped(seat: Seat) -> Seat {
    match seat {
        Seat::Player(color) => Seat::Player(!color),
        Seat::Watch => Seat::Watch,
    }
}
