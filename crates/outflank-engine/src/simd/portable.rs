use outflank_rules::{Bitboard, Board, Square};

use super::{COLUMN_A, Compiled, DOWN, Kernels, NOT_AN_EDGE, STRIDES, UP, borders, edge};
use crate::eval::network::{self, Accumulator, OutputBucket, Rows, WIDTH};
use crate::eval::patterns::{QUAD_TABLES, SLOTS, TABLE_STARTS};

/// Safe code for any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Kernels for Portable {
    #[inline(always)]
    fn call<F: Compiled<A, B, C, D>, A, B, C, D>(self, function: F, a: A, b: B, c: C, d: D) -> F::Output {
        function.body(a, b, c, d)
    }

    #[inline]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        board(player, opponent).moves().bits()
    }

    #[inline]
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64 {
        board(player, opponent).flips(square).bits()
    }

    #[inline]
    fn last_flips(self, square: Square, player: u64) -> u32 {
        self.flips(square, player, !player & !(1 << square.index())).count_ones()
    }

    #[inline]
    fn stable(self, player: u64, opponent: u64) -> u64 {
        stable(player, opponent)
    }

    #[inline]
    fn corner(self, discs: u64) -> u64 {
        discs & 0o7 | discs >> 5 & 0o70 | discs >> 10 & 0o700
    }

    #[inline]
    fn column(self, discs: u64) -> u64 {
        column(discs)
    }

    #[inline]
    fn accumulate(self, bucket: &OutputBucket, rows: &Rows, indices: &[u16; SLOTS]) -> Accumulator {
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

    #[inline]
    fn output(self, bucket: &OutputBucket, accumulator: &Accumulator) -> i32 {
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
}

#[inline]
fn board(player: u64, opponent: u64) -> Board {
    Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent)).expect("no square has two discs")
}

#[inline]
fn stable(player: u64, opponent: u64) -> u64 {
    let full = full_lines(player | opponent);
    let inner = player & NOT_AN_EDGE;
    let mut stable = stable_edges(player, opponent) | (inner & full[0] & full[1] & full[2] & full[3]);
    // A disc is stable if on each axis the line is full or a neighbour is a stable disc of the same side.
    while stable != 0 {
        let mut held = inner;
        for (step, full) in STRIDES.into_iter().zip(full) {
            held &= full | (stable << step) | (stable >> step);
        }
        if held & !stable == 0 {
            break;
        }
        stable |= held;
    }
    stable
}

#[inline]
fn column(discs: u64) -> u64 {
    // Row n moves to bit 56 + n. No two products meet, so nothing is carried.
    (discs & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The squares on lines without an empty square, by axis.
#[inline]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut full = [0; 4];
    for axis in 0..4 {
        // Squares followed by discs up to the border, or for 1, 3 and then 7 squares.
        let (mut up, mut down) = (discs, discs);
        for (doubling, borders) in BORDERS.iter().enumerate() {
            let reach = STRIDES[axis] << doubling;
            up &= (up << reach) | borders.down[axis];
            down &= (down >> reach) | borders.up[axis];
        }
        full[axis] = up & down;
    }
    full
}

#[inline]
fn stable_edges(player: u64, opponent: u64) -> u64 {
    let row_1 = edge::stable(player as u8, opponent as u8);
    let row_8 = edge::stable((player >> 56) as u8, (opponent >> 56) as u8);
    let column_a = edge::stable(column(player) as u8, column(opponent) as u8);
    let column_h = edge::stable(column(player >> 7) as u8, column(opponent >> 7) as u8);
    u64::from(row_1) | u64::from(row_8) << 56 | byte_to_column(column_a) | byte_to_column(column_h) << 7
}

#[inline]
fn byte_to_column(byte: u8) -> u64 {
    // Bit n survives only in row n, and is then carried to the highest bit of the row.
    let diagonal = (u64::from(byte) * COLUMN_A) & 0x8040_2010_0804_0201;
    ((diagonal + 0x0040_6070_787c_7e7f) >> 7) & COLUMN_A
}

struct UpDown {
    up: [u64; 4],
    down: [u64; 4],
}

/// The squares with fewer than 1, 2 and 4 squares beyond them.
const BORDERS: [UpDown; 3] = [both_borders(1), both_borders(2), both_borders(4)];

const fn both_borders(steps: u32) -> UpDown {
    UpDown { up: borders(steps, UP), down: borders(steps, DOWN) }
}
