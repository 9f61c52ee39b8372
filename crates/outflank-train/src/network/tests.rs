use outflank_rules::{Bitboard, Symmetry};
use proptest::prelude::*;

use super::*;

/// The score in discs by the definition, in doubles.
pub(crate) fn by_definition(network: &Network, patterns: &PatternClasses, board: Board) -> f64 {
    let moves = moves_to(board);
    let classes = network.rows.len() / 2;
    let first = if moves < 30 { 0 } else { classes };
    let sum = |at: usize| -> f64 {
        patterns.of(board).iter().map(|&class| f64::from(network.rows[first + class as usize][at])).sum()
    };
    let bucket = &network.buckets[moves];
    let mut score = 16.0 * (sum(0) + sum(1)) + f64::from(bucket.out_bias);
    let inputs: Vec<f64> = (0..30).map(|k| (sum(2 + k) + f64::from(bucket.bias[k])).clamp(0.0, 1.0)).collect();
    for j in 0..32 {
        let neuron: f64 = (0..30).map(|k| inputs[k] * f64::from(bucket.weights[k][j])).sum();
        score += 16.0 * (neuron + f64::from(bucket.hidden_bias[j])).clamp(0.0, 1.0) * f64::from(bucket.out[j]);
    }
    score
}

pub(crate) fn random_network(classes: usize) -> Network {
    let mut random = Random::of(7, 7);
    let mut network = Network::new(classes, 7);
    for number in network.rows.as_flattened_mut() {
        *number = (random.below(2001) as f32 - 1000.0) / 12_000.0;
    }
    for part in network.buckets.iter_mut().flat_map(|bucket| bucket.parts_mut()) {
        part.iter_mut().for_each(|number| *number += (random.below(2001) as f32 - 1000.0) / 3000.0);
    }
    network
}

pub(crate) fn board(bits: u64, discs: u64) -> Board {
    Board::new(Bitboard::from_bits(bits & discs), Bitboard::from_bits(!bits & discs)).expect("disjoint")
}

fn moves_to(board: Board) -> usize {
    60_usize.saturating_sub(board.empty().len() as usize).min(59)
}

fn forward(network: &Network, patterns: &PatternClasses, board: Board) -> Forward {
    let moves = moves_to(board);
    network.buckets[moves].forward(&sums(network.rows_of(moves), &patterns.of(board)))
}

#[test]
fn scores_follow_the_definition_and_are_symmetric() {
    let patterns = PatternClasses::new();
    let network = random_network(patterns.count());
    let mut clipped = [0, 0];
    let mut random = Random::of(1, 1);
    for number in 0..300 {
        let discs = random.next() & if number % 2 == 0 { random.next() } else { u64::MAX };
        let board = board(random.next(), discs);
        let expected = by_definition(&network, &patterns, board);
        for symmetry in Symmetry::ALL {
            let turned = |squares: Bitboard| squares.into_iter().map(|square| symmetry.square(square)).collect();
            let board = Board::new(turned(board.player()), turned(board.opponent())).expect("disjoint");
            let score = f64::from(forward(&network, &patterns, board).score);
            assert!((score - expected).abs() < 1e-3, "{score} instead of {expected}");
        }
        let forward = forward(&network, &patterns, board);
        clipped[0] += forward.inputs.iter().filter(|input| !(0.0..=1.0).contains(*input)).count();
        clipped[1] += forward.hidden.iter().filter(|neuron| !(0.0..=1.0).contains(*neuron)).count();
    }
    assert!((300..300 * 30 - 300).contains(&clipped[0]) && (300..300 * 32 - 300).contains(&clipped[1]), "{clipped:?}");
}

#[test]
fn a_new_network_follows_from_its_seed() {
    let network = Network::new(3, 1);
    assert!(network == Network::new(3, 1));
    assert!(network.buckets != Network::new(3, 2).buckets);
    assert!(network.buckets[0] != network.buckets[1]);
    assert_eq!(network.rows, [[0.0; WIDTH]; 6]);
    assert_eq!(network.numbers().count(), Network::size(3));
    let weights: Vec<f32> = network.buckets.iter().flat_map(|bucket| bucket.weights.as_flattened()).copied().collect();
    let count = weights.len() as f32;
    let mean = weights.iter().sum::<f32>() / count;
    let spread = (weights.iter().map(|weight| weight * weight).sum::<f32>() / count).sqrt();
    assert!(mean.abs() < 1e-3 && (spread - 0.0913).abs() < 1e-3, "mean {mean}, spread {spread}");
    // 68.3 % of a normal distribution lie within one standard deviation.
    let near = weights.iter().filter(|weight| weight.abs() < 0.0913).count() as f32 / count;
    assert!((near - 0.683).abs() < 0.01, "{near}");
}

proptest! {
    #[test]
    fn numbers_round_trip(first in -1.0..1.0_f32) {
        let mut network = Network::zero(2);
        network.set_numbers((0..).map(|number| first + number as f32));
        let mut read = Network::zero(2);
        read.set_numbers(network.numbers());
        prop_assert!(read == network);
        prop_assert!(network.numbers().zip(0..).all(|(number, at)| number == first + at as f32));
    }
}
