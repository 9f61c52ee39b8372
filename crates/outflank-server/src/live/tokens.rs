use outflank_rules::{ByColor, Color};

use crate::store::{Holder, Occupant, Plan, Seat};
use crate::wire::{BySeat, Created, Invitation};
use crate::{GameId, Secret, SecretHash};

pub(super) struct Tokens {
    players: ByColor<Option<Secret>>,
    watch: Option<Secret>,
}

impl Tokens {
    /// A token for each seat with a link, and for watching a private game. None for open seats: the creator could use it against a stranger.
    pub(super) fn new(plan: &Plan) -> Tokens {
        Tokens {
            players: plan.occupants.map(|occupant| match occupant {
                Occupant::Engine(_) | Occupant::Anyone => None,
                Occupant::Creator | Occupant::Friend => Some(Secret::random()),
            }),
            watch: (!plan.public).then(Secret::random),
        }
    }

    pub(super) fn holders(&self, plan: &Plan, by: Option<SecretHash>) -> Vec<Holder> {
        let holds =
            |seat, secret: &Option<Secret>| secret.as_ref().map(|secret| Holder { seat, secret: secret.hash() });
        let players = Color::ALL.into_iter().filter_map(|color| holds(Seat::Player(color), &self.players[color]));
        let own = Color::ALL.into_iter().filter(|&color| plan.occupants[color] == Occupant::Creator);
        // The creator may watch a private game, and invite to a game between others.
        let watches = !plan.public || is_between_others(plan);
        let own = own.map(Seat::Player).chain(watches.then_some(Seat::Watch));
        let own = by.into_iter().flat_map(|secret| own.clone().map(move |seat| Holder { seat, secret }));
        players.chain(holds(Seat::Watch, &self.watch)).chain(own).collect()
    }

    pub(super) fn created(&self, id: GameId, plan: &Plan) -> Created {
        let tokens = ByColor::from_fn(|color| self.players[color].as_ref().map(Secret::reveal));
        let link = |token: &String| link(id, token);
        let watch = self.watch.as_ref().map(Secret::reveal);
        let links = ByColor::from_fn(|color| tokens[color].as_ref().map(link));
        Created {
            id,
            you: Color::ALL.into_iter().filter(|&color| plan.occupants[color] == Occupant::Creator).collect(),
            links: BySeat::new(links, Some(watch.as_ref().map_or_else(|| format!("/game/{id}"), link))),
            tokens: BySeat::new(tokens, watch),
        }
    }
}

pub(super) fn invitation(id: GameId, token: &Secret) -> Invitation {
    let token = token.reveal();
    Invitation { link: link(id, &token), token }
}

pub(super) fn link(id: GameId, token: &str) -> String {
    format!("/game/{id}#{token}")
}

/// The secret that created a private game, or a game between others: the first to hold the seat for watching, after its link.
pub(super) fn creator(plan: &Plan, holders: &[Holder]) -> Option<SecretHash> {
    let is_known = !plan.public || is_between_others(plan);
    let mut watching = holders.iter().filter(|holder| holder.seat == Seat::Watch);
    watching.nth(usize::from(!plan.public)).filter(|_| is_known).map(|holder| holder.secret)
}

fn is_between_others(plan: &Plan) -> bool {
    plan.occupants == ByColor::both(Occupant::Friend)
}
