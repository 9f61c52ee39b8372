use outflank_rules::{Bitboard, ByColor, Color, Position, Rules, Setup};
use proptest::prelude::*;

pub(crate) fn position() -> impl Strategy<Value = Position> {
    prop_oneof![rules().prop_map(Position::initial), strewn()]
}

fn strewn() -> impl Strategy<Value = Position> {
    let turn = prop::sample::select(&Color::ALL[..]);
    let parts = (rules(), any::<[u64; 3]>(), turn, any::<[u8; 2]>());
    parts.prop_filter_map("a position of the rules", |(rules, [a, b, color], turn, left)| {
        let taken = a | (b & color);
        let discs = ByColor { black: Bitboard::from_bits(taken & color), white: Bitboard::from_bits(taken & !color) };
        let supply = rules.supply().map(|owned| {
            let [black, white] = left.map(|left| left % (owned + 1));
            ByColor { black, white }
        });
        Position::new(rules, Setup { discs, turn, supply }).ok()
    })
}

fn rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(&Rules::ALL[..])
}
