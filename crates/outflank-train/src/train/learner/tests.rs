use outflank_engine::Score;
use outflank_rules::{Board, Square};

use super::*;
use crate::network::tests::board;
use crate::random::Random;
use crate::records::ScoredPosition;
use crate::samples::{Samples, Use};
use crate::train::adam::Schedule;
use crate::train::batches::Batches;

fn samples(count: u64, score: impl Fn(Board) -> f32) -> Samples {
    const FEW: u64 = 0x81_00_00_18_18_80_01_81;
    const MANY: u64 = 0x81_00_7e_7e_7e_80_ff_81;
    let mut random = Random::of(5, 5);
    let mut samples = Samples::new();
    for number in 1..=count {
        let bits = random.next() & FEW | MANY & !FEW & 0x00_00_55_aa_55_00_aa_00;
        let board = board(bits, if random.percent(50) { FEW } else { MANY });
        let score = Score::from_units((score(board) * Score::UNITS_PER_DISC as f32).round() as i32);
        samples.push(ScoredPosition { board, score }, Use::of(number));
    }
    samples
}

/// A sum over patterns can learn that corners count, but not that owning exactly one of two unrelated squares does.
fn planted(board: Board) -> f32 {
    let has = |square: Square| board.player().contains(square);
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().filter(|&corner| has(corner)).count();
    3.0 + 2.0 * corners as f32 + if has(Square::A2) != has(Square::H3) { 10.0 } else { -10.0 }
}

fn learner(threads: usize) -> Learner {
    Learner::new(1, NonZeroUsize::new(threads).unwrap())
}

fn held_out(learner: &Learner, samples: &Samples) -> f64 {
    let Learner { state, patterns, .. } = learner;
    errors::total(&errors::held_out(&state.network, patterns, &samples.by_moves, usize::MAX, 2)).rmse()
}

#[test]
fn planted_features_are_learnt() {
    let samples = samples(6000, planted);
    let mut learner = learner(2);
    let batches = Batches::new(&samples.by_moves, 500, 1);
    let epochs = 25;
    let schedule = Schedule { rate: 0.01, steps: (epochs * batches.steps()) as u64 };
    let before = held_out(&learner, &samples);
    assert!(before > 10.0);
    let mut training = ErrorStats::default();
    for number in 0..epochs {
        let epoch = batches.epoch(number);
        training = ErrorStats::default();
        for step in 0..batches.steps() {
            training.add(&learner.step(&epoch, step, schedule.at((number * batches.steps() + step) as u64)));
        }
    }
    let after = held_out(&learner, &samples);
    assert!(after < 1.0, "from {before} to {after}");
    // The training error is nearly the same, apart from the last step and overfitting.
    assert!((training.rmse() - after).abs() < 0.3, "{} and {after}", training.rmse());
    assert_eq!(training.count, 5700);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    // Enough for several parts of each number of moves.
    let samples = samples(6000, planted);
    let batches = Batches::new(&samples.by_moves, 4500, 1);
    let learnt = |threads| {
        let mut learner = learner(threads);
        let epoch = batches.epoch(0);
        let errors: Vec<ErrorStats> = (0..batches.steps())
            .map(|step| learner.step(&epoch, step, Schedule { rate: 0.01, steps: 10 }.at(step as u64)))
            .collect();
        (learner.state, errors)
    };
    let one = learnt(1);
    assert!(one.0 != learner(1).state);
    assert!(one == learnt(3));
}

#[test]
fn numbers_stay_within_what_the_engine_can_store() {
    let samples = samples(500, |board| 6.0 * planted(board));
    let batches = Batches::new(&samples.by_moves, 500, 1);
    let mut learner = learner(2);
    for step in 0..60 {
        learner.step(&batches.epoch(0), 0, Schedule { rate: 1.0, steps: 1000 }.at(step));
    }
    let Network { rows, buckets } = &learner.state.network;
    let most = |numbers: &[f32]| numbers.iter().map(|number| number.abs()).fold(0.0, f32::max);
    assert_eq!(most(rows.as_flattened()), 0.49);
    assert_eq!(buckets.iter().map(|bucket| most(bucket.weights.as_flattened())).fold(0.0, f32::max), 1.95);
}

#[test]
fn rows_and_buckets_without_positions_do_not_change() {
    let samples = samples(500, planted);
    let batches = Batches::new(&samples.by_moves, 100, 1);
    let mut learner = learner(2);
    for step in 0..batches.steps() {
        learner.step(&batches.epoch(0), step, Schedule { rate: 0.01, steps: 10 }.at(step as u64));
    }
    let fresh = self::learner(1).state.network;
    let network = &learner.state.network;
    let moved = |moves: usize| network.buckets[moves] != fresh.buckets[moves];
    let groups = samples.by_moves.iter().enumerate();
    assert!(groups.clone().filter(|(_, group)| !group.training.is_empty()).count() == 2);
    assert!(groups.into_iter().all(|(moves, group)| moved(moves) != group.training.is_empty()));
    let rows = network.rows.iter().filter(|&&row| row != [0.0; WIDTH]).count();
    assert!((100..100_000).contains(&rows), "{rows}");
}
