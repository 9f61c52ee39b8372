use outflank_engine::Score;
use outflank_engine::training::{WIDTH, stage};

use super::*;
use crate::network::tests::{board, by_definition, random_network};
use crate::random::Random;

#[derive(Clone, Copy)]
enum Number {
    OfBucket { moves: usize, part: usize, at: usize },
    OfRow { row: usize, at: usize },
}

impl Number {
    fn of(self, network: &mut Network) -> &mut f32 {
        match self {
            Number::OfBucket { moves, part, at } => {
                let parts = network.buckets[moves].parts_mut();
                &mut parts.into_iter().nth(part).expect("a bucket has this part")[at]
            }
            Number::OfRow { row, at } => &mut network.rows[row][at],
        }
    }
}

fn samples(moves: usize, count: usize) -> Vec<ScoredPosition> {
    let mut random = Random::of(3, moves as u64);
    let discs = u64::MAX >> (60 - moves);
    let mut sample = || {
        let board = board(random.next(), discs.rotate_left(random.below(64)));
        ScoredPosition { board, score: Score::from_units(random.below(2001) as i32 - 1000) }
    };
    (0..count).map(|_| sample()).collect()
}

fn loss(network: &Network, patterns: &PatternClasses, samples: &[ScoredPosition]) -> f64 {
    let error =
        |sample: &ScoredPosition| by_definition(network, patterns, sample.board) - f64::from(sample.score.discs());
    samples.iter().map(|sample| error(sample).powi(2)).sum::<f64>() / samples.len() as f64
}

fn slope(network: &mut Network, patterns: &PatternClasses, samples: &[ScoredPosition], number: Number) -> f64 {
    let before = *number.of(network);
    let [below, above] = [-2e-4, 2e-4].map(|step| {
        let changed = before + step;
        *number.of(network) = changed;
        (f64::from(changed), loss(network, patterns, samples))
    });
    *number.of(network) = before;
    (above.1 - below.1) / (above.0 - below.0)
}

fn filled(network: &Network, patterns: &PatternClasses, moves: usize, samples: &[ScoredPosition]) -> PartGradients {
    let mut work = PartGradients::default();
    work.fill(12, self::samples(12, 30).into_iter(), network, patterns, 1.0);
    work.fill(moves, samples.iter().copied(), network, patterns, 1.0 / samples.len() as f32);
    work
}

/// Allows for the few points where the loss is not differentiable.
fn assert_agree(pairs: &[(f32, f64)]) {
    let largest = pairs.iter().map(|&(_, slope)| slope.abs()).fold(0.0, f64::max);
    assert!(largest > 0.0);
    let is_wrong = |&&(gradient, slope): &&(f32, f64)| (f64::from(gradient) - slope).abs() > 1e-3 * largest;
    let wrong: Vec<_> = pairs.iter().filter(is_wrong).collect();
    assert!(wrong.len() * 30 <= pairs.len(), "{} of {}: {wrong:?}", wrong.len(), pairs.len());
}

#[test]
fn the_gradient_of_a_bucket_is_the_slope_of_the_loss() {
    let patterns = PatternClasses::new();
    let mut network = random_network(patterns.count());
    for moves in [9, 44] {
        let samples = samples(moves, 6);
        let work = filled(&network, &patterns, moves, &samples);
        for (part, gradient) in work.bucket.parts().into_iter().enumerate() {
            let some = (0..gradient.len()).step_by(gradient.len().div_ceil(100));
            let numbers = some.map(|at| (gradient[at], Number::OfBucket { moves, part, at }));
            let pairs: Vec<_> = numbers
                .map(|(gradient, number)| (gradient, slope(&mut network, &patterns, &samples, number)))
                .collect();
            assert_agree(&pairs);
        }
    }
}

#[test]
fn the_gradients_of_rows_are_the_slopes_of_the_loss() {
    let patterns = PatternClasses::new();
    let classes = patterns.count();
    let mut network = random_network(classes);
    for moves in [9, 44] {
        let samples = samples(moves, 6);
        let work = filled(&network, &patterns, moves, &samples);
        let mut gradients = vec![[0.0; WIDTH]; classes.next_multiple_of(CHUNK)];
        for (bucket, sums) in gradients.as_chunks_mut().0.iter_mut().enumerate() {
            work.add(bucket, sums);
        }
        let mut occurring: Vec<u32> = samples.iter().flat_map(|sample| patterns.of(sample.board)).collect();
        occurring.sort();
        occurring.dedup();
        assert!((0..classes).all(|class| {
            let occurs = occurring.binary_search(&(class as u32)).is_ok();
            occurs == (gradients[class] != [0.0; WIDTH])
        }));
        let some = occurring.iter().map(|&class| class as usize).step_by(9);
        let numbers = some.flat_map(|class| [0, 1, 2, 17, 31].map(|at| (class, at)));
        let pairs: Vec<_> = numbers
            .map(|(class, at)| {
                let number = Number::OfRow { row: stage(moves) * classes + class, at };
                (gradients[class][at], slope(&mut network, &patterns, &samples, number))
            })
            .collect();
        assert!(pairs.len() > 100);
        assert_agree(&pairs);
    }
}

#[test]
fn every_occurrence_is_counted_once() {
    let patterns = PatternClasses::new();
    let network = Network::new(patterns.count(), 1);
    let samples = samples(20, PART);
    let work = filled(&network, &patterns, 20, &samples);
    let chunks = patterns.count().div_ceil(CHUNK);
    assert_eq!((0..chunks).map(|bucket| work.count(bucket)).sum::<usize>(), SLOTS * PART);
    assert_eq!(work.errors.count, PART as u64);
}
