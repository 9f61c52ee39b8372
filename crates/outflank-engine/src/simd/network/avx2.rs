#![allow(unsafe_code, reason = "intrinsics, and only those that every processor this module is built for has")]

use core::arch::x86_64::*;

use crate::eval::network::{self, Accumulator, HIDDEN, OutputBucket, Row, Rows, WIDTH};
use crate::eval::patterns::{QUAD_TABLES, SLOTS, TABLE_SIZE, TABLE_STARTS};

#[inline]
pub(crate) fn accumulate(bucket: &OutputBucket, rows: &Rows, indices: &[u16; SLOTS]) -> Accumulator {
    let mut sums = Accumulator(bucket.bias);
    // SAFETY: this module is built only for processors with AVX2. `Accumulator` and `Row` are aligned to 32 bytes, and loaded and stored in whole halves.
    unsafe {
        let mut low = _mm256_load_si256(sums.0.as_ptr().cast());
        let mut high = _mm256_load_si256(sums.0.as_ptr().add(16).cast());
        for (quad, table) in QUAD_TABLES.into_iter().enumerate() {
            let rows: &[Row; TABLE_SIZE] =
                rows[TABLE_STARTS[table]..].first_chunk().expect("a table ends before the span");
            for slot in 4 * quad..4 * quad + 4 {
                let row = rows[usize::from(indices[slot])].0.as_ptr();
                low = _mm256_add_epi16(low, _mm256_cvtepi8_epi16(_mm_load_si128(row.cast())));
                high = _mm256_add_epi16(high, _mm256_cvtepi8_epi16(_mm_load_si128(row.add(16).cast())));
            }
        }
        _mm256_store_si256(sums.0.as_mut_ptr().cast(), low);
        _mm256_store_si256(sums.0.as_mut_ptr().add(16).cast(), high);
    }
    sums
}

#[inline]
pub(crate) fn output(bucket: &OutputBucket, accumulator: &Accumulator) -> i32 {
    // SAFETY: this module is built only for processors with AVX2. All loads are within fields and at multiples of 32 bytes: `Accumulator` and `OutputBucket` are aligned so, and the offsets of the fields are checked below.
    unsafe {
        let sums_at = |at: usize| _mm256_load_si256(accumulator.0.as_ptr().add(at).cast());
        // Halve, and clip to 0..=127. Packing works on register halves, so restore the order.
        let halves = _mm256_packus_epi16(_mm256_srai_epi16::<1>(sums_at(0)), _mm256_srai_epi16::<1>(sums_at(16)));
        let inputs =
            _mm256_min_epu8(_mm256_permute4x64_epi64::<0xd8>(halves), _mm256_set1_epi8(network::INPUT_ONE as i8));
        let mut fours = Fours([0; WIDTH / 4]);
        _mm256_store_si256(fours.0.as_mut_ptr().cast(), inputs);

        let mut hidden: [__m256i; HIDDEN / 8] =
            std::array::from_fn(|eight| _mm256_load_si256(bucket.hidden_bias.as_ptr().add(8 * eight).cast()));
        let ones = _mm256_set1_epi16(1);
        for (four, weights) in fours.0.iter().zip(&bucket.weights) {
            let four = _mm256_set1_epi32(*four);
            for (eight, hidden) in hidden.iter_mut().enumerate() {
                let weights = _mm256_load_si256(weights.as_ptr().add(8 * eight).cast());
                // Two products of a byte up to 127 and a signed byte fit 16 bits, so nothing saturates.
                let pairs = _mm256_maddubs_epi16(four, weights);
                *hidden = _mm256_add_epi32(*hidden, _mm256_madd_epi16(pairs, ones));
            }
        }

        let max = _mm256_set1_epi32(network::HIDDEN_ONE << network::HIDDEN_SHIFT);
        let clipped = hidden.map(|hidden| {
            let hidden = _mm256_min_epi32(_mm256_max_epi32(hidden, _mm256_setzero_si256()), max);
            _mm256_srai_epi32::<{ network::HIDDEN_SHIFT }>(hidden)
        });
        let mut out = _mm256_setzero_si256();
        for (sixteen, pair) in clipped.as_chunks::<2>().0.iter().enumerate() {
            let hidden = _mm256_permute4x64_epi64::<0xd8>(_mm256_packs_epi32(pair[0], pair[1]));
            let weights = _mm256_load_si256(bucket.out.as_ptr().add(16 * sixteen).cast());
            out = _mm256_add_epi32(out, _mm256_madd_epi16(hidden, weights));
        }
        let four = _mm_add_epi32(_mm256_castsi256_si128(out), _mm256_extracti128_si256::<1>(out));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b00_00_00_01>(two));
        network::score(bucket, accumulator, _mm_cvtsi128_si32(one))
    }
}

const _: () = {
    assert!(std::mem::offset_of!(OutputBucket, weights) % 32 == 0);
    assert!(std::mem::offset_of!(OutputBucket, hidden_bias) % 32 == 0);
    assert!(std::mem::offset_of!(OutputBucket, out) % 32 == 0);
};

#[repr(align(32))]
struct Fours([i32; WIDTH / 4]);
