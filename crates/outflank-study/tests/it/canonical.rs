use outflank_rules::{Bitboard, ByColor, Color, Position, Rules, Setup, Symmetry};
use outflank_study::review::Canonical;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::samples::continued;

proptest! {
    #[test]
    fn equivalent_positions_have_one_key(picks in prop::collection::vec(any::<Index>(), 60), moves in 0..60_usize, rules in 0..4_usize, symmetry in 0..8_usize) {
        let game = continued(Position::initial(Rules::ALL[rules]), &picks);
        let position = game.plies().get(moves).map_or(*game.position(), |ply| ply.before);
        let canonical = Canonical::of(&position, &[]);
        let turned = Symmetry::ALL[symmetry].position(&position);
        prop_assert_eq!(Canonical::of(&turned, &[]).key(), canonical.key());
        let setup = position.setup();
        let exchanged = Setup {
            discs: setup.discs.swapped(),
            turn: !setup.turn,
            supply: setup.supply.map(ByColor::swapped),
        };
        let exchanged = Position::new(position.rules(), exchanged).unwrap();
        prop_assert_eq!(Canonical::of(&exchanged, &[]).key(), canonical.key());

        prop_assert_eq!(canonical.position().turn(), Color::Black);
        let back: Bitboard =
            canonical.position().legal_moves().into_iter().map(|square| canonical.back(square)).collect();
        prop_assert_eq!(back, position.legal_moves());
    }

    #[test]
    fn different_positions_have_different_keys(picks in prop::collection::vec(any::<Index>(), 60), first in 0..60_usize, second in 0..60_usize) {
        let game = continued(Position::initial(Rules::Standard), &picks);
        let position = |index: usize| game.plies().get(index).map_or(*game.position(), |ply| ply.before);
        let (first, second) = (position(first), position(second));
        let is_same = first.empty().len() == second.empty().len() && first.turn() == second.turn();
        prop_assert_eq!(Canonical::of(&first, &[]).key() == Canonical::of(&second, &[]).key(), is_same);
    }
}
