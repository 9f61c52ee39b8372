//! The kernels of the build against the portable ones, and those against numbers that can be followed by hand.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::portable;
use crate::eval::network::{DIRECT, Head, Row, Sums, UNITS, WIDTH};
use crate::eval::patterns::{SLOTS, TABLE_SIZE, TABLES};

/// Layers with numbers of all sizes that training gives, and with the greatest.
fn head() -> impl Strategy<Value = Head> {
    let weight = prop_oneof![4 => -30..=30_i8, 1 => any::<i8>()];
    (
        prop::collection::vec(-200..=400_i16, WIDTH),
        prop::collection::vec(weight, WIDTH * UNITS),
        prop::collection::vec(-20_000..=20_000, UNITS),
        prop::collection::vec(any::<i16>(), UNITS),
        -2048..=2048,
    )
        .prop_map(|(bias, weights, unit_bias, out, out_bias)| Head {
            bias: bias.try_into().expect("a bias for each sum"),
            weights: std::array::from_fn(|four| {
                std::array::from_fn(|unit| std::array::from_fn(|at| weights[(4 * four + at) * UNITS + unit]))
            }),
            unit_bias: unit_bias.try_into().expect("a bias for each unit"),
            out: out.try_into().expect("a weight for each unit"),
            out_bias,
        })
}

fn sums() -> impl Strategy<Value = Sums> {
    prop::collection::vec(prop_oneof![-300..=600_i16, -8128..=8128_i16], WIDTH)
        .prop_map(|sums| Sums(sums.try_into().expect("so many sums")))
}

proptest! {
    #[test]
    fn layers_are_the_same_in_every_build(head in head(), sums in sums()) {
        prop_assert_eq!(super::head(&head, &sums), portable::head(&head, &sums));
    }

    #[test]
    fn sums_are_the_same_in_every_build(head in head(), places in prop::collection::vec(any::<u16>(), SLOTS)) {
        let rows = ROWS.as_chunks::<TABLE_SIZE>().0.first_chunk::<TABLES>().expect("all tables");
        let places = places.try_into().expect("a place for each slot");
        prop_assert_eq!(super::sums(&head, rows, &places), portable::sums(&head, rows, &places));
    }
}

/// Rows that differ everywhere, from their places alone.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let number = |place: usize, at: usize| ((WIDTH * place + at) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
    let row = |place| Row(std::array::from_fn(|at| number(place, at) as i8));
    (0..TABLES * TABLE_SIZE).map(row).collect()
});

/// One input of a half, one unit that doubles it and takes a quarter away, and three discs for that unit.
#[test]
fn a_small_network_by_hand() {
    let mut head = Head {
        bias: [0; WIDTH],
        weights: [[[0; 4]; UNITS]; WIDTH / 4],
        unit_bias: [0; UNITS],
        out: [0; UNITS],
        out_bias: 32,
    };
    head.weights[1][7][2] = 64;
    head.unit_bias[7] = -127 * 64 / 4;
    head.out[7] = 3 * 32 * 16;
    let mut sums = Sums([0; WIDTH]);
    sums.0[6] = 127;
    let about = |steps: i32, expected: i32| (steps - expected).abs() <= 1;
    // An input of a half less a quarter is a quarter: three quarters of a disc, and the disc that is always there.
    assert!(about(portable::head(&head, &sums), 24 + 32));
    // More than one is one, less than nothing is nothing.
    sums.0[6] = 8000;
    assert!(about(portable::head(&head, &sums), 72 + 32));
    sums.0[6] = -8000;
    assert_eq!(portable::head(&head, &sums), 32);
    // A direct sum of one is worth sixteen discs.
    sums.0[..DIRECT].copy_from_slice(&[254, 0]);
    assert_eq!(portable::head(&head, &sums), 16 * 32 + 32);
}
