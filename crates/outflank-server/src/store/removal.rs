use std::time::Duration;

use outflank_table::Time;

use super::{Number, PublicList, Status, Summary};
use crate::GameId;

/// Games of one kind that are older than a time, unless they are due: a clock runs, the engine is to move, or a rematch is to be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expiry {
    pub kind: AgingKind,
    pub before: Time,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgingKind {
    /// [Open](super::Listing::Open) games, by the end of their last offer or, if never offered, from the first attempt to remove them.
    Offer,
    /// All other games that are not over, and cancelled ones, by their last move or creation.
    Unfinished,
    /// Games that are over, by their end.
    Finished,
}

impl AgingKind {
    pub(super) fn of(summary: &Summary) -> AgingKind {
        match (summary.status, summary.public_list()) {
            (Status::Over, _) => AgingKind::Finished,
            (_, Some(PublicList::Open)) => AgingKind::Offer,
            _ => AgingKind::Unfinished,
        }
    }
}

/// After a longer time without a server, or a step of its clock, ages begin again: a game is not removed because the server was off.
pub(super) const MAX_GAP: Duration = Duration::from_secs(24 * 60 * 60);

/// The events removed by one call: players who move meanwhile wait for it.
const MAX_EVENTS: Number = 4_000;

pub(super) fn first_batch(games: impl IntoIterator<Item = (GameId, Number)>) -> Vec<GameId> {
    let mut events: Number = 0;
    let fits = |(index, (_, last)): &(usize, (GameId, Number))| {
        events = events.saturating_add(*last);
        *index == 0 || events <= MAX_EVENTS
    };
    games.into_iter().enumerate().take_while(fits).map(|(_, (game, _))| game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_bounded_by_events() {
        let game = |number: u32| format!("{number:010}").parse::<GameId>().unwrap();
        let batch = |sizes: &[Number]| first_batch((0..).map(game).zip(sizes.iter().copied())).len();
        assert_eq!(batch(&[]), 0);
        assert_eq!(batch(&[70; 20]), 20);
        assert_eq!(batch(&[70; 200]), 57);
        assert_eq!(batch(&[Number::MAX, 1, 1]), 1, "a large game is removed alone");
        assert_eq!(batch(&[1, Number::MAX, 1]), 1);
    }
}
