use outflank_rules::{Game, Position, Rules, Square, Symmetry};
use proptest::prelude::*;
use proptest::sample::Index;

use super::super::{all, why};
use super::Reason;

fn game(rules: Rules, moves: &[Index]) -> Game {
    let mut game = Game::new(Position::initial(rules));
    for index in moves {
        let squares: Vec<Square> = game.position().legal_moves().into_iter().collect();
        if squares.is_empty() {
            break;
        }
        game.play(*index.get(&squares)).expect("the choices are legal");
    }
    game
}

fn kinds(position: &Position, played: Square, best: Square) -> Vec<&'static str> {
    all(position, played, best).into_iter().map(Reason::kind).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn reasons_read_well(
        rules in prop::sample::select(&Rules::ALL[..]),
        moves in prop::collection::vec(any::<Index>(), 1..60),
        pair in any::<[Index; 2]>(),
    ) {
        let position = *game(rules, &moves).position();
        let squares: Vec<Square> = position.legal_moves().into_iter().collect();
        prop_assume!(!squares.is_empty());
        let [played, best] = pair.map(|index| *index.get(&squares));

        let reasons = all(&position, played, best);
        prop_assert_eq!(reasons.is_sorted_by_key(|reason| reason.weight()), true);
        for reason in &reasons {
            prop_assert!(!reason.to_string().is_empty());
            prop_assert!(Reason::KINDS.contains(&reason.kind()));
        }
        let shown = why(&position, played, best);
        prop_assert_eq!(&shown[..], &reasons[..reasons.len().min(Reason::MOST)]);
        prop_assert!(all(&position, played, played).is_empty());

        // Symmetric positions have the same reasons.
        for symmetry in Symmetry::ALL {
            let turned = kinds(&symmetry.position(&position), symmetry.square(played), symmetry.square(best));
            prop_assert_eq!(turned, kinds(&position, played, best), "{:?}", symmetry);
        }
    }

    /// Illegal moves have no reasons.
    #[test]
    fn any_squares_may_be_compared(
        rules in prop::sample::select(&Rules::ALL[..]),
        moves in prop::collection::vec(any::<Index>(), 0..60),
        pair in any::<[Index; 2]>(),
    ) {
        let position = *game(rules, &moves).position();
        let [played, best] = pair.map(|index| *index.get(&Square::ALL));
        let legal = position.legal_moves();
        let reasons = why(&position, played, best);
        prop_assert!(reasons.is_empty() || (legal.contains(played) && legal.contains(best)));
    }
}

#[test]
fn every_kind_is_named_once() {
    let mut kinds = Reason::KINDS.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), Reason::KINDS.len());
}
