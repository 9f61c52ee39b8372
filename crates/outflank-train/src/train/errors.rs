//! How far the network is off.

use std::iter;

use outflank_engine::Score;

use crate::network::{self, Network, Places};
use crate::samples::{Block, Group};
use crate::threads;

/// How far the scores of some positions are off, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Errors {
    pub(super) count: u64,
    pub(super) absolute: f64,
    pub(super) squared: f64,
}

impl Errors {
    /// Adds a position that was scored so by the network.
    pub(super) fn score(&mut self, found: f32, right: Score) {
        // No evaluation goes beyond a whole board.
        let error = f64::from(found.clamp(-64.0, 64.0) - right.discs());
        self.add(&Errors { count: 1, absolute: error.abs(), squared: error * error });
    }

    pub(super) fn add(&mut self, other: &Errors) {
        self.count += other.count;
        self.absolute += other.absolute;
        self.squared += other.squared;
    }

    pub(super) fn mean(&self) -> f64 {
        self.absolute / self.count.max(1) as f64
    }

    /// The root of the mean squared error.
    pub(super) fn root(&self) -> f64 {
        (self.squared / self.count.max(1) as f64).sqrt()
    }
}

/// How far an epoch got: roots of mean squared errors, in discs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EpochErrors {
    /// Those of the positions that are learnt from, before each step: the means of equal parts of the epoch.
    pub(super) learnt: Vec<f64>,
    /// That of the positions that are held out, after the epoch.
    pub(super) held_out: f64,
}

/// All of some errors.
pub(super) fn all<'a>(errors: impl IntoIterator<Item = &'a Errors>) -> Errors {
    errors.into_iter().fold(Errors::default(), |mut all, errors| {
        all.add(errors);
        all
    })
}

/// The errors for the positions that are held out, by the number of moves. There are about `most` of them at the most,
/// taken from everywhere.
pub(super) fn held_out(
    network: &Network,
    places: &Places,
    groups: &[Group],
    most: usize,
    threads: usize,
) -> Vec<Errors> {
    let blocks = || groups.iter().zip(0..).flat_map(|(group, moves)| group.held_out.iter().zip(iter::repeat(moves)));
    let every = blocks().map(|(block, _)| block.len()).sum::<usize>().div_ceil(most.max(1)).max(1);
    let mut parts = vec![Errors::default(); blocks().count()];
    threads::share(&mut vec![(); threads], blocks().zip(&mut parts), |(), ((block, moves), errors)| {
        *errors = of_block(network, places, block, moves, every);
    });
    let mut by_moves = vec![Errors::default(); groups.len()];
    for ((_, moves), errors) in blocks().zip(&parts) {
        by_moves[moves].add(errors);
    }
    by_moves
}

fn of_block(network: &Network, places: &Places, block: &Block, moves: usize, every: usize) -> Errors {
    let (rows, bucket) = (network.rows_of(moves), &network.buckets[moves]);
    let mut errors = Errors::default();
    for sample in block.iter().step_by(every) {
        let sums = network::sums(rows, &places.of(sample.board));
        errors.score(bucket.forward(&sums).score, sample.score);
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::tests::{board, by_definition, random_network};
    use crate::random::Random;
    use crate::samples::{Sample, Samples, Use};

    #[test]
    fn errors_are_those_of_the_positions_that_are_held_out() {
        let places = Places::new();
        let network = random_network(places.classes());
        let mut random = Random::of(2, 2);
        let mut samples = Samples::new();
        let mut expected = vec![Errors::default(); 60];
        for number in 0..2000_u32 {
            let (moves, purpose) =
                if number % 3 == 0 { (50, Use::Learn) } else { (20 + number as usize % 2, Use::HoldOut) };
            let board = board(random.next(), u64::MAX >> (60 - moves));
            let score = Score::from_units(random.below(2001) as i32 - 1000);
            samples.push(Sample { board, score }, purpose);
            if purpose == Use::HoldOut {
                expected[moves].score(by_definition(&network, &places, board) as f32, score);
            }
        }
        let found = |most| held_out(&network, &places, &samples.by_moves, most, 3);
        for (found, expected) in found(usize::MAX).iter().zip(&expected) {
            assert_eq!(found.count, expected.count);
            assert!((found.root() - expected.root()).abs() < 1e-3 && (found.mean() - expected.mean()).abs() < 1e-3);
        }
        // A few of them are from everywhere, and tell nearly the same.
        let few = found(400);
        assert!(few[20].count > 150 && few[21].count > 150 && few[20].count + few[21].count < 420);
        assert!((all(&few).root() / all(&expected).root() - 1.0).abs() < 0.15);
    }
}
