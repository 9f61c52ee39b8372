use std::sync::LazyLock;

use proptest::prelude::*;

use super::portable;
use crate::eval::network::{Accumulator, DIRECT, HIDDEN, OutputBucket, Row, WIDTH};
use crate::eval::patterns::{SLOTS, SPAN};

fn layers() -> impl Strategy<Value = OutputBucket> {
    let weight = prop_oneof![4 => -30..=30_i8, 1 => any::<i8>()];
    (
        prop::collection::vec(-200..=400_i16, WIDTH),
        prop::collection::vec(weight, WIDTH * HIDDEN),
        prop::collection::vec(-20_000..=20_000, HIDDEN),
        prop::collection::vec(any::<i16>(), HIDDEN),
        -2048..=2048,
    )
        .prop_map(|(bias, weights, hidden_bias, out, out_bias)| OutputBucket {
            bias: bias.try_into().expect("a bias for each sum"),
            weights: std::array::from_fn(|four| {
                std::array::from_fn(|neuron| std::array::from_fn(|at| weights[(4 * four + at) * HIDDEN + neuron]))
            }),
            hidden_bias: hidden_bias.try_into().expect("a bias for each neuron"),
            out: out.try_into().expect("a weight for each neuron"),
            out_bias,
        })
}

fn accumulators() -> impl Strategy<Value = Accumulator> {
    prop::collection::vec(prop_oneof![-300..=600_i16, -8128..=8128_i16], WIDTH)
        .prop_map(|sums| Accumulator(sums.try_into().expect("WIDTH sums")))
}

proptest! {
    #[test]
    fn output_is_the_same_in_every_build(layers in layers(), accumulator in accumulators()) {
        prop_assert_eq!(super::output(&layers, &accumulator), portable::output(&layers, &accumulator));
    }

    #[test]
    fn accumulators_are_the_same_in_every_build(
        layers in layers(),
        indices in prop::collection::vec(any::<u16>(), SLOTS),
    ) {
        let rows = ROWS.first_chunk().expect("the rows of a stage");
        let indices = indices.try_into().expect("an index for each slot");
        prop_assert_eq!(super::accumulate(&layers, rows, &indices), portable::accumulate(&layers, rows, &indices));
    }
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let number = |index: usize, at: usize| ((WIDTH * index + at) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
    let row = |index| Row(std::array::from_fn(|at| number(index, at) as i8));
    (0..SPAN).map(row).collect()
});

#[test]
fn a_small_network_by_hand() {
    let mut layers = OutputBucket {
        bias: [0; WIDTH],
        weights: [[[0; 4]; HIDDEN]; WIDTH / 4],
        hidden_bias: [0; HIDDEN],
        out: [0; HIDDEN],
        out_bias: 32,
    };
    layers.weights[1][7][2] = 64;
    layers.hidden_bias[7] = -127 * 64 / 4;
    layers.out[7] = 3 * 32 * 16;
    let mut sums = Accumulator([0; WIDTH]);
    sums.0[6] = 127;
    let about = |units: i32, expected: i32| (units - expected).abs() <= 1;
    assert!(about(portable::output(&layers, &sums), 24 + 32));
    sums.0[6] = 8000;
    assert!(about(portable::output(&layers, &sums), 72 + 32));
    sums.0[6] = -8000;
    assert_eq!(portable::output(&layers, &sums), 32);
    sums.0[..DIRECT].copy_from_slice(&[254, 0]);
    assert_eq!(portable::output(&layers, &sums), 16 * 32 + 32);
}
