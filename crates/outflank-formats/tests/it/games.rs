use outflank_rules::{Game, Status};
use proptest::prelude::*;

use crate::positions::position;

/// A game from any position, played out or cut short.
pub(crate) fn game() -> impl Strategy<Value = Game> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..70);
    (position(), choices).prop_map(|(start, choices)| {
        let mut game = Game::new(start);
        for choice in choices {
            let Status::Place(squares) = game.position().status() else {
                break;
            };
            let square = squares.into_iter().nth(choice.index(squares.len() as usize));
            game.play(square.expect("there is such a square")).expect("it is a choice");
        }
        game
    })
}
