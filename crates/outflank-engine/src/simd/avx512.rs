//! The kernels for x86-64 with AVX-512: flips by an instruction that counts leading zeros in all lanes, and the evaluation in registers of
//! 512 bits. The others are those of `avx2`.

#![allow(unsafe_code, reason = "intrinsics, and only those whose processor features have been detected")]

use core::arch::x86_64::*;

use outflank_rules::Square;

use super::avx2::{Avx2, Lanes, RAYS, UpDown};
use super::{Compiled, Kernels};
use crate::eval::network::{self, Accumulator, OutputBucket, Row, Rows, WIDTH};
use crate::eval::patterns::{QUAD_TABLES, SLOTS, TABLE_SIZE, TABLE_STARTS};

/// The proof that the processor has AVX-512F, VL, BW, DQ and CD, and what [`Avx2`] proves.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(Avx2);

impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512cd");
        Avx2::detect().filter(|_| has_all).map(Avx512)
    }
}

impl Kernels for Avx512 {
    #[inline(always)]
    fn call<F: Compiled<A, B, C, D>, A, B, C, D>(self, function: F, a: A, b: B, c: C, d: D) -> F::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512bw,avx512dq,avx512cd")]
        fn with_features<F: Compiled<A, B, C, D>, A, B, C, D>(function: F, a: A, b: B, c: C, d: D) -> F::Output {
            function.body(a, b, c, d)
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { with_features(function, a, b, c, d) }
    }

    #[inline(always)]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        self.0.moves(player, opponent)
    }

    #[inline(always)]
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { flips(square, player, opponent) }
    }

    #[inline(always)]
    fn last_flips(self, square: Square, player: u64) -> u32 {
        self.0.last_flips(square, player)
    }

    #[inline(always)]
    fn stable(self, player: u64, opponent: u64) -> u64 {
        self.0.stable(player, opponent)
    }

    #[inline(always)]
    fn corner(self, discs: u64) -> u64 {
        self.0.corner(discs)
    }

    #[inline(always)]
    fn column(self, discs: u64) -> u64 {
        self.0.column(discs)
    }

    #[inline(always)]
    fn accumulate(self, bucket: &OutputBucket, rows: &Rows, indices: &[u16; SLOTS]) -> Accumulator {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { accumulate(bucket, rows, indices) }
    }

    #[inline(always)]
    fn output(self, bucket: &OutputBucket, accumulator: &Accumulator) -> i32 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { output(bucket, accumulator) }
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512bw,avx512dq,avx512cd")]
fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    let UpDown { up, down } = RAYS[square.index() as usize];
    let (player, opponent) = (Lanes::splat(player), Lanes::splat(opponent));

    // Upwards, the first square of the ray without an opposing disc is the lowest bit.
    let others = up.without(opponent);
    let closing = others & (Lanes::ZERO - others) & player;
    let flips_up = up.without(closing.zeros() - closing);

    // Downwards, it is the highest bit.
    let others = down.without(opponent);
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(others.0));
    let closing = Lanes(highest) & player;
    let flips_down = down & (Lanes::ZERO - (closing + closing));

    (flips_up | flips_down).union()
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512bw,avx512dq,avx512cd")]
fn accumulate(bucket: &OutputBucket, rows: &Rows, indices: &[u16; SLOTS]) -> Accumulator {
    let mut sums = Accumulator(bucket.bias);
    // SAFETY: the accumulator is a register of 512 bits, and a row half of one.
    unsafe {
        let mut all = _mm512_loadu_si512(sums.0.as_ptr().cast());
        for (quad, table) in QUAD_TABLES.into_iter().enumerate() {
            let rows: &[Row; TABLE_SIZE] =
                rows[TABLE_STARTS[table]..].first_chunk().expect("a table ends before the span");
            for slot in 4 * quad..4 * quad + 4 {
                let row = _mm256_load_si256(rows[usize::from(indices[slot])].0.as_ptr().cast());
                all = _mm512_add_epi16(all, _mm512_cvtepi8_epi16(row));
            }
        }
        _mm512_storeu_si512(sums.0.as_mut_ptr().cast(), all);
    }
    sums
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512bw,avx512dq,avx512cd")]
fn output(bucket: &OutputBucket, accumulator: &Accumulator) -> i32 {
    // SAFETY: all loads are of whole fields, or of the halves of those that are twice as long as a register.
    unsafe {
        let halves = _mm512_srai_epi16::<1>(_mm512_loadu_si512(accumulator.0.as_ptr().cast()));
        let clipped = _mm512_max_epi16(halves, _mm512_setzero_si512());
        let inputs = _mm512_cvtepi16_epi8(_mm512_min_epi16(clipped, _mm512_set1_epi16(network::INPUT_ONE as i16)));
        let mut fours = [0_i32; WIDTH / 4];
        _mm256_storeu_si256(fours.as_mut_ptr().cast(), inputs);

        let mut hidden = [0, 16].map(|at| _mm512_loadu_si512(bucket.hidden_bias.as_ptr().add(at).cast()));
        let ones = _mm512_set1_epi16(1);
        for (four, weights) in fours.into_iter().zip(&bucket.weights) {
            let four = _mm512_set1_epi32(four);
            for (sixteen, hidden) in hidden.iter_mut().enumerate() {
                let weights = _mm512_loadu_si512(weights.as_ptr().add(16 * sixteen).cast());
                // Two products of a byte up to 127 and a signed byte fit 16 bits, so nothing saturates.
                let pairs = _mm512_maddubs_epi16(four, weights);
                *hidden = _mm512_add_epi32(*hidden, _mm512_madd_epi16(pairs, ones));
            }
        }

        let max = _mm512_set1_epi32(network::HIDDEN_ONE << network::HIDDEN_SHIFT);
        let clipped = hidden.map(|hidden| {
            let hidden = _mm512_min_epi32(_mm512_max_epi32(hidden, _mm512_setzero_si512()), max);
            _mm512_cvtepi32_epi16(_mm512_srai_epi32::<{ network::HIDDEN_SHIFT as u32 }>(hidden))
        });
        let sums = [0, 16].map(|at| _mm256_loadu_si256(bucket.out.as_ptr().add(at).cast()));
        let out = _mm256_add_epi32(_mm256_madd_epi16(clipped[0], sums[0]), _mm256_madd_epi16(clipped[1], sums[1]));
        let four = _mm_add_epi32(_mm256_castsi256_si128(out), _mm256_extracti128_si256::<1>(out));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b00_00_00_01>(two));
        network::score(bucket, accumulator, _mm_cvtsi128_si32(one))
    }
}

const _: () = assert!(WIDTH == 32 && network::HIDDEN == 32);
