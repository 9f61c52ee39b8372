use std::iter;

use outflank_engine::Score;

use crate::network::{self, Network, PatternClasses};
use crate::samples::{Block, MoveGroup};
use crate::threads;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ErrorStats {
    pub(super) count: u64,
    pub(super) absolute: f64,
    pub(super) squared: f64,
}

impl ErrorStats {
    pub(super) fn score(&mut self, found: f32, right: Score) {
        let error = f64::from(found.clamp(-64.0, 64.0) - right.discs());
        self.add(&ErrorStats { count: 1, absolute: error.abs(), squared: error * error });
    }

    pub(super) fn add(&mut self, other: &ErrorStats) {
        self.count += other.count;
        self.absolute += other.absolute;
        self.squared += other.squared;
    }

    pub(super) fn mae(&self) -> f64 {
        self.absolute / self.count.max(1) as f64
    }

    pub(super) fn rmse(&self) -> f64 {
        (self.squared / self.count.max(1) as f64).sqrt()
    }
}

pub(super) fn total<'a>(errors: impl IntoIterator<Item = &'a ErrorStats>) -> ErrorStats {
    errors.into_iter().fold(ErrorStats::default(), |mut total, errors| {
        total.add(errors);
        total
    })
}

/// The errors of at most about `limit` held-out positions, by number of moves.
pub(super) fn held_out(
    network: &Network,
    patterns: &PatternClasses,
    groups: &[MoveGroup],
    limit: usize,
    threads: usize,
) -> Vec<ErrorStats> {
    let blocks = || groups.iter().zip(0..).flat_map(|(group, moves)| group.held_out.iter().zip(iter::repeat(moves)));
    let every = blocks().map(|(block, _)| block.len()).sum::<usize>().div_ceil(limit.max(1)).max(1);
    let mut parts = vec![ErrorStats::default(); blocks().count()];
    threads::share(&mut vec![(); threads], blocks().zip(&mut parts), |(), ((block, moves), errors)| {
        *errors = of_block(network, patterns, block, moves, every);
    });
    let mut by_moves = vec![ErrorStats::default(); groups.len()];
    for ((_, moves), errors) in blocks().zip(&parts) {
        by_moves[moves].add(errors);
    }
    by_moves
}

fn of_block(network: &Network, patterns: &PatternClasses, block: &Block, moves: usize, every: usize) -> ErrorStats {
    let (rows, bucket) = (network.rows_of(moves), &network.buckets[moves]);
    let mut errors = ErrorStats::default();
    for sample in block.iter().step_by(every) {
        let sums = network::sums(rows, &patterns.of(sample.board));
        errors.score(bucket.forward(&sums).score, sample.score);
    }
    errors
}

/// The errors by five numbers of moves, and all of them.
pub(super) fn table(by_moves: &[ErrorStats]) -> String {
    const MOVES_PER_ROW: usize = 5;
    let row = |errors: ErrorStats| format!("{:9} {:6.2} {:6.2}", errors.count, errors.mae(), errors.rmse());
    let mut lines = vec![String::new(), "                held out    MAE   RMSE   (discs)".to_owned()];
    for (span, first) in by_moves.chunks(MOVES_PER_ROW).zip((0..).step_by(MOVES_PER_ROW)) {
        lines.push(format!("moves {first:2} to {:2} {}", first + span.len() - 1, row(total(span))));
    }
    lines.push(format!("all            {}", row(total(by_moves))));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::tests::{board, by_definition, random_network};
    use crate::random::Random;
    use crate::records::ScoredPosition;
    use crate::samples::{Samples, Use};

    #[test]
    fn errors_are_those_of_the_held_out_positions() {
        let patterns = PatternClasses::new();
        let network = random_network(patterns.count());
        let mut random = Random::of(2, 2);
        let mut samples = Samples::new();
        let mut expected = vec![ErrorStats::default(); 60];
        for number in 0..2000_u32 {
            let (moves, purpose) =
                if number % 3 == 0 { (50, Use::Training) } else { (20 + number as usize % 2, Use::HoldOut) };
            let board = board(random.next(), u64::MAX >> (60 - moves));
            let score = Score::from_units(random.below(2001) as i32 - 1000);
            samples.push(ScoredPosition { board, score }, purpose);
            if purpose == Use::HoldOut {
                expected[moves].score(by_definition(&network, &patterns, board) as f32, score);
            }
        }
        let found = |limit| held_out(&network, &patterns, &samples.by_moves, limit, 3);
        for (found, expected) in found(usize::MAX).iter().zip(&expected) {
            assert_eq!(found.count, expected.count);
            assert!((found.rmse() - expected.rmse()).abs() < 1e-3 && (found.mae() - expected.mae()).abs() < 1e-3);
        }
        let few = found(400);
        assert!(few[20].count > 150 && few[21].count > 150 && few[20].count + few[21].count < 420);
        assert!((total(&few).rmse() / total(&expected).rmse() - 1.0).abs() < 0.15);
    }

    #[test]
    fn errors_are_listed_by_phase_and_together() {
        let [near, far] =
            [(3, 6.0, 12.0), (1, 4.0, 16.0)].map(|(count, absolute, squared)| ErrorStats { count, absolute, squared });
        let mut by_moves = vec![ErrorStats::default(); 10];
        by_moves[3] = near;
        by_moves[4] = far;
        by_moves[9] = near;
        let expected = [
            "",
            "                held out    MAE   RMSE   (discs)",
            "moves  0 to  4         4   2.50   2.65",
            "moves  5 to  9         3   2.00   2.00",
            "all                    7   2.29   2.39",
        ];
        assert_eq!(table(&by_moves).lines().collect::<Vec<_>>(), expected);
    }
}
