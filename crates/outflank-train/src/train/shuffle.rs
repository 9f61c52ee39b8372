//! A random order that takes no memory.

use crate::random::Random;

/// An order of the numbers from 0 to before `len`.
///
/// Each number of so many bits as `len` needs is stirred: shifted into itself, multiplied by an odd number, moved on. All
/// of that can be undone, so that no two numbers become the same one. What lies beyond `len` is stirred again.
pub(super) struct Shuffle {
    len: usize,
    mask: usize,
    shift: u32,
    rounds: [Round; 4],
}

#[derive(Clone, Copy)]
struct Round {
    factor: usize,
    offset: usize,
}

impl Shuffle {
    pub(super) fn new(len: usize, random: &mut Random) -> Shuffle {
        let bits = len.next_power_of_two().trailing_zeros();
        let rounds = [(); 4].map(|()| Round { factor: random.next() as usize | 1, offset: random.next() as usize });
        Shuffle { len, mask: (1 << bits) - 1, shift: bits.div_ceil(2).max(1), rounds }
    }

    /// The number at a place of the order, which must be below `len`.
    #[inline]
    pub(super) fn at(&self, place: usize) -> usize {
        let mut number = place;
        loop {
            for Round { factor, offset } in self.rounds {
                number ^= number >> self.shift;
                number = number.wrapping_mul(factor).wrapping_add(offset) & self.mask;
            }
            // As `place` itself is below the length, this ends there if not before.
            if number < self.len {
                return number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_number_comes_once(len in 0..3000_usize, seed: u64) {
            let shuffle = Shuffle::new(len, &mut Random::of(seed, 0));
            let mut numbers: Vec<usize> = (0..len).map(|place| shuffle.at(place)).collect();
            numbers.sort();
            prop_assert!(numbers.into_iter().eq(0..len));
        }
    }

    /// Wherever one looks, numbers are spread evenly: neither their size nor their lowest bits nor their distance follow
    /// from the place.
    #[test]
    fn the_order_has_no_pattern() {
        let len = 100_000;
        let shuffle = Shuffle::new(len, &mut Random::of(1, 2));
        let numbers: Vec<usize> = (0..len).map(|place| shuffle.at(place)).collect();
        for part in numbers.chunks(1000) {
            let mean = part.iter().sum::<usize>() as f64 / 1000.0 / len as f64;
            // Five times what the mean of a thousand numbers is usually off by.
            assert!((mean - 0.5).abs() < 5.0 * 0.29 / 1000_f64.sqrt(), "{mean}");
            let low = part.iter().filter(|&number| number % 8 < 4).count();
            assert!((420..=580).contains(&low), "{low}");
        }
        let near = numbers.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) < len / 10).count();
        let expected = 0.19 * len as f64;
        assert!((near as f64 - expected).abs() < 0.1 * expected, "{near}");
        let other = Shuffle::new(len, &mut Random::of(1, 3));
        assert!((0..len).filter(|&place| other.at(place) == numbers[place]).count() < 20);
    }
}
