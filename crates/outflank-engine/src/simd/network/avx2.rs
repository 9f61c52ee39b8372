//! The network for x86-64 processors with AVX2.

#![allow(unsafe_code, reason = "intrinsics, and only those that every processor this module is built for has")]

use core::arch::x86_64::*;

use crate::eval::network::{self, Head, Rows, Sums, UNITS, WIDTH};
use crate::eval::patterns::{QUAD_TABLES, SLOTS};

/// The bias of a head and the rows at these places, added up.
#[inline]
pub(crate) fn sums(head: &Head, rows: &Rows, places: &[u16; SLOTS]) -> Sums {
    let mut sums = Sums(head.bias);
    // SAFETY: every processor that this module is built for has AVX2. `Sums` and `Row` are aligned to 32 bytes and are
    // loaded and stored in whole halves.
    unsafe {
        let mut low = _mm256_load_si256(sums.0.as_ptr().cast());
        let mut high = _mm256_load_si256(sums.0.as_ptr().add(16).cast());
        for (quad, table) in QUAD_TABLES.into_iter().enumerate() {
            for slot in 4 * quad..4 * quad + 4 {
                let row = rows[table][usize::from(places[slot])].0.as_ptr();
                low = _mm256_add_epi16(low, _mm256_cvtepi8_epi16(_mm_load_si128(row.cast())));
                high = _mm256_add_epi16(high, _mm256_cvtepi8_epi16(_mm_load_si128(row.add(16).cast())));
            }
        }
        _mm256_store_si256(sums.0.as_mut_ptr().cast(), low);
        _mm256_store_si256(sums.0.as_mut_ptr().add(16).cast(), high);
    }
    sums
}

/// What the layers make of the sums, in steps.
#[inline]
pub(crate) fn head(head: &Head, sums: &Sums) -> i32 {
    // SAFETY: every processor that this module is built for has AVX2. All loads are from within fields, at multiples of 32
    // bytes: `Sums` and `Head` are aligned so, `Head` has its fields in the order in which they are written (`repr(C)`), and
    // the sizes of all up to `out` are such multiples, which is checked below.
    unsafe {
        let sums_at = |at: usize| _mm256_load_si256(sums.0.as_ptr().add(at).cast());
        // Halved, and clipped to a byte from 0 to 127. Packing goes by halves of a register, which are then put in order.
        let halves = _mm256_packus_epi16(_mm256_srai_epi16::<1>(sums_at(0)), _mm256_srai_epi16::<1>(sums_at(16)));
        let inputs =
            _mm256_min_epu8(_mm256_permute4x64_epi64::<0xd8>(halves), _mm256_set1_epi8(network::INPUT_ONE as i8));
        let mut fours = Fours([0; WIDTH / 4]);
        _mm256_store_si256(fours.0.as_mut_ptr().cast(), inputs);

        let mut units: [__m256i; UNITS / 8] =
            std::array::from_fn(|eight| _mm256_load_si256(head.unit_bias.as_ptr().add(8 * eight).cast()));
        let ones = _mm256_set1_epi16(1);
        for (four, weights) in fours.0.iter().zip(&head.weights) {
            let four = _mm256_set1_epi32(*four);
            for (eight, units) in units.iter_mut().enumerate() {
                let weights = _mm256_load_si256(weights.as_ptr().add(8 * eight).cast());
                // Two products of a byte up to 127 and a signed byte fit 16 bits, so that nothing is saturated.
                let pairs = _mm256_maddubs_epi16(four, weights);
                *units = _mm256_add_epi32(*units, _mm256_madd_epi16(pairs, ones));
            }
        }

        let most = _mm256_set1_epi32(network::UNIT_ONE << network::UNIT_SHIFT);
        let clipped = units.map(|units| {
            let units = _mm256_min_epi32(_mm256_max_epi32(units, _mm256_setzero_si256()), most);
            _mm256_srai_epi32::<{ network::UNIT_SHIFT }>(units)
        });
        let mut out = _mm256_setzero_si256();
        for (sixteen, pair) in clipped.as_chunks::<2>().0.iter().enumerate() {
            let units = _mm256_permute4x64_epi64::<0xd8>(_mm256_packs_epi32(pair[0], pair[1]));
            let weights = _mm256_load_si256(head.out.as_ptr().add(16 * sixteen).cast());
            out = _mm256_add_epi32(out, _mm256_madd_epi16(units, weights));
        }
        let four = _mm_add_epi32(_mm256_castsi256_si128(out), _mm256_extracti128_si256::<1>(out));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b00_00_00_01>(two));
        network::score(head, sums, _mm_cvtsi128_si32(one))
    }
}

const _: () = {
    assert!(std::mem::offset_of!(Head, weights) % 32 == 0);
    assert!(std::mem::offset_of!(Head, unit_bias) % 32 == 0);
    assert!(std::mem::offset_of!(Head, out) % 32 == 0);
};

/// Inputs, four to a word.
#[repr(align(32))]
struct Fours([i32; WIDTH / 4]);
