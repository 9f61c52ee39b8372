use crate::eval::network::{self, Accumulator, OutputBucket, Rows, WIDTH};
use crate::eval::patterns::{QUAD_TABLES, SLOTS, TABLE_STARTS};

/// Adds the selected rows to the bucket's bias. The sum of 64 bytes and a bias fits 16 bits.
#[inline]
pub(crate) fn accumulate(bucket: &OutputBucket, rows: &Rows, indices: &[u16; SLOTS]) -> Accumulator {
    let mut sums = bucket.bias;
    for (quad, table) in QUAD_TABLES.into_iter().enumerate() {
        for slot in 4 * quad..4 * quad + 4 {
            let row = &rows[TABLE_STARTS[table] + usize::from(indices[slot])].0;
            for (sum, number) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(i16::from(*number));
            }
        }
    }
    Accumulator(sums)
}

/// The hidden layer and the output, in units.
#[inline]
pub(crate) fn output(bucket: &OutputBucket, accumulator: &Accumulator) -> i32 {
    let inputs: [i32; WIDTH] = accumulator.0.map(|sum| i32::from(sum >> 1).clamp(0, network::INPUT_ONE));
    let mut hidden = bucket.hidden_bias;
    for (inputs, weights) in inputs.as_chunks::<4>().0.iter().zip(&bucket.weights) {
        for (neuron, weights) in hidden.iter_mut().zip(weights) {
            for (input, weight) in inputs.iter().zip(weights) {
                *neuron = neuron.wrapping_add(input * i32::from(*weight));
            }
        }
    }
    let max = network::HIDDEN_ONE << network::HIDDEN_SHIFT;
    let outputs = hidden.iter().zip(&bucket.out);
    let clipped = |neuron: &i32| (*neuron).clamp(0, max) >> network::HIDDEN_SHIFT;
    let out = outputs.map(|(neuron, weight)| clipped(neuron) * i32::from(*weight)).sum();
    network::score(bucket, accumulator, out)
}
