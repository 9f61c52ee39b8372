use crate::random::Random;

/// A permutation of `0..len`: a bijective hash of as many bits as `len` has, repeated while the result is beyond `len`.
pub(super) struct Shuffle {
    len: usize,
    mask: usize,
    shift: u32,
    rounds: [MixRound; 4],
}

#[derive(Clone, Copy)]
struct MixRound {
    factor: usize,
    offset: usize,
}

impl Shuffle {
    pub(super) fn new(len: usize, random: &mut Random) -> Shuffle {
        let bits = len.next_power_of_two().trailing_zeros();
        let rounds = [(); 4].map(|()| MixRound { factor: random.next() as usize | 1, offset: random.next() as usize });
        Shuffle { len, mask: (1 << bits) - 1, shift: bits.div_ceil(2).max(1), rounds }
    }

    #[inline]
    pub(super) fn at(&self, index: usize) -> usize {
        let mut number = index;
        loop {
            for MixRound { factor, offset } in self.rounds {
                number ^= number >> self.shift;
                number = number.wrapping_mul(factor).wrapping_add(offset) & self.mask;
            }
            // The cycle returns to `index`, which is below the length.
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
        fn every_number_occurs_once(len in 0..3000_usize, seed: u64) {
            let shuffle = Shuffle::new(len, &mut Random::of(seed, 0));
            let mut numbers: Vec<usize> = (0..len).map(|index| shuffle.at(index)).collect();
            numbers.sort();
            prop_assert!(numbers.into_iter().eq(0..len));
        }
    }

    #[test]
    fn the_order_has_no_pattern() {
        let len = 100_000;
        let shuffle = Shuffle::new(len, &mut Random::of(1, 2));
        let numbers: Vec<usize> = (0..len).map(|index| shuffle.at(index)).collect();
        for part in numbers.chunks(1000) {
            let mean = part.iter().sum::<usize>() as f64 / 1000.0 / len as f64;
            assert!((mean - 0.5).abs() < 5.0 * 0.29 / 1000_f64.sqrt(), "{mean}");
            let low = part.iter().filter(|&number| number % 8 < 4).count();
            assert!((420..=580).contains(&low), "{low}");
        }
        let near = numbers.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) < len / 10).count();
        let expected = 0.19 * len as f64;
        assert!((near as f64 - expected).abs() < 0.1 * expected, "{near}");
        let other = Shuffle::new(len, &mut Random::of(1, 3));
        assert!((0..len).filter(|&index| other.at(index) == numbers[index]).count() < 20);
    }
}
