use outflank_rules::{Game, Position};
use proptest::prelude::*;

use crate::arbitrary::{picks, play_on, position, rules};

/// A game from the usual start or from any position, played out or cut short.
pub(crate) fn game() -> impl Strategy<Value = Game> {
    let start = prop_oneof![rules().prop_map(Position::initial), position()];
    (start, picks(0..70)).prop_map(|(start, picks)| {
        let mut game = Game::new(start);
        play_on(&mut game, &picks);
        game
    })
}
