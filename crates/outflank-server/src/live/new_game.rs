//! Sitting down, and a game that is about to be kept.

use outflank_rules::{ByColor, Color};
use outflank_table::{Table, Time};

use super::journal::Journal;
use crate::store::{Batch, GameEvent, Holder, NewGame, Occupant, Plan};
use crate::{GameId, Name, SecretHash, Tag};

/// Who sits down, and what to call them.
#[derive(Clone, Debug)]
pub(super) struct Sitting {
    /// Who sits down.
    pub(super) down: ByColor<bool>,
    /// What to call them.
    pub(super) names: ByColor<Option<Name>>,
    /// What tells them apart from others of that name.
    pub(super) tags: ByColor<Option<Tag>>,
}

impl Sitting {
    /// Somebody sits down on these seats.
    pub(super) fn by_one(down: ByColor<bool>, name: Option<&Name>, secret: Option<&SecretHash>) -> Sitting {
        Sitting { down, names: ByColor::from_fn(|_| name.cloned()), tags: ByColor::both(secret.map(Tag::of)) }
    }

    /// Who makes a game and the engine sit down at once. Who sits on both seats plays with somebody at the same screen,
    /// and one name or tag cannot be that of two.
    pub(super) fn at_once(plan: &Plan, name: Option<&Name>, secret: Option<&SecretHash>) -> Sitting {
        let is_one = plan.occupants != ByColor::both(Occupant::Creator);
        let (name, tag) = (name.filter(|_| is_one), secret.filter(|_| is_one).map(Tag::of));
        Sitting {
            down: plan.occupants.map(|occupant| matches!(occupant, Occupant::Creator | Occupant::Engine(_))),
            names: plan.occupants.map(|occupant| name.filter(|_| occupant == Occupant::Creator).cloned()),
            tags: plan.occupants.map(|occupant| tag.filter(|_| occupant == Occupant::Creator)),
        }
    }
}

/// What happens when players sit down: the game begins when both have.
pub(super) fn sit_down(journal: &Journal, sitting: &Sitting, now: Time) -> Vec<GameEvent> {
    let sits = Color::ALL.into_iter().filter(|&color| sitting.down[color]);
    let joins = |by| GameEvent::Joined { by, name: sitting.names[by].clone(), tag: sitting.tags[by] };
    let mut events: Vec<_> = sits.map(joins).collect();
    let joined = journal.standing().joined;
    if Color::ALL.into_iter().all(|color| joined[color] || sitting.down[color]) {
        let (_, opened) = Table::open(journal.plan().terms, now);
        events.extend(opened.into_iter().map(GameEvent::Table));
    }
    events
}

/// The game as it is kept.
pub(super) fn new_game(id: GameId, plan: Plan, sitting: &Sitting, holders: Vec<Holder>, now: Time) -> NewGame {
    let journal = Journal::new(id, plan.clone());
    let first = journal.batch(sit_down(&journal, sitting, now), None, now);
    NewGame { id, plan, first: Batch { holders, ..first } }
}
