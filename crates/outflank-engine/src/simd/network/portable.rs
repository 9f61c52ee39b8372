//! The network in plain, safe Rust.

use crate::eval::network::{self, Head, Rows, Sums, WIDTH};
use crate::eval::patterns::{QUAD_TABLES, SLOTS};

/// The bias of a head and the rows at these places, added up. The sum of 64 bytes and a bias fits 16 bits.
#[inline]
pub(crate) fn sums(head: &Head, rows: &Rows, places: &[u16; SLOTS]) -> Sums {
    let mut sums = head.bias;
    for (quad, table) in QUAD_TABLES.into_iter().enumerate() {
        for slot in 4 * quad..4 * quad + 4 {
            let row = &rows[table][usize::from(places[slot])].0;
            for (sum, number) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(i16::from(*number));
            }
        }
    }
    Sums(sums)
}

/// What the layers make of the sums, in steps.
#[inline]
pub(crate) fn head(head: &Head, sums: &Sums) -> i32 {
    let inputs: [i32; WIDTH] = sums.0.map(|sum| i32::from(sum >> 1).clamp(0, network::INPUT_ONE));
    let mut units = head.unit_bias;
    for (inputs, weights) in inputs.as_chunks::<4>().0.iter().zip(&head.weights) {
        for (unit, weights) in units.iter_mut().zip(weights) {
            for (input, weight) in inputs.iter().zip(weights) {
                *unit = unit.wrapping_add(input * i32::from(*weight));
            }
        }
    }
    let most = network::UNIT_ONE << network::UNIT_SHIFT;
    let outputs = units.iter().zip(&head.out);
    let out = outputs.map(|(unit, weight)| (unit.clamp(&0, &most) >> network::UNIT_SHIFT) * i32::from(*weight)).sum();
    network::score(head, sums, out)
}
