//! Linear least squares with the patterns as variables.
//!
//! What is minimised is the sum of the squared errors and, for every weight, its square times a constant, the doubt: a
//! weight whose pattern occurs as often as the doubt says is pulled half the way to zero. The method is that of
//! conjugate gradients, each direction scaled by how often a pattern occurs. It needs no rate of learning, and always
//! finds the same weights.

use outflank_engine::training::{Classes, Features, SLOTS, TABLE_SIZE, TABLES};

use crate::samples::{Group, Sample};

/// How many epochs without a smaller error end a fit.
const PATIENCE: usize = 3;

/// How many places the weights have: those of the tables, then one for each number of empty squares.
const PLACES: usize = TABLES * TABLE_SIZE + BASES;
const BASES: usize = 65;

/// What a fit is made by.
pub(super) struct Regression {
    classes: Classes,
    doubt: f32,
    epochs: usize,
}

/// The weights that were found, in discs: one for each class of places, then one for each number of empty squares.
pub(super) struct Fit {
    weights: Vec<f32>,
    /// The epoch in which they were found, and the error on the positions that are held out.
    pub(super) best: Epoch,
    /// The error without them.
    pub(super) before: f64,
}

/// How far a fit has got.
#[derive(Clone, Copy)]
pub(super) struct Epoch {
    pub(super) number: usize,
    /// The root of the mean squared error on the positions that are held out.
    pub(super) error: f64,
}

impl Fit {
    pub(super) fn by_class(&self) -> &[f32] {
        &self.weights[..self.weights.len() - BASES]
    }

    pub(super) fn bases(&self) -> &[f32] {
        &self.weights[self.weights.len() - BASES..]
    }
}

impl Regression {
    pub(super) fn new(doubt: f32, epochs: usize) -> Regression {
        Regression { classes: Classes::new(), doubt, epochs }
    }

    /// Finds the weights that explain best what is left of the targets, and leaves there what they do not explain.
    pub(super) fn fit(&self, groups: &mut [Group], mut told: impl FnMut(Epoch)) -> Fit {
        let (mut gradient, counts) = self.gradient(groups);
        let scaled = |gradient: &[f32]| -> Vec<f32> {
            gradient.iter().zip(&counts).map(|(gradient, count)| gradient / (count + self.doubt)).collect()
        };
        let mut direction = scaled(&gradient);
        let mut length = dot(&gradient, &direction);
        let mut weights = vec![0.0; direction.len()];
        let before = self.error(groups, &weights);
        let mut best = Fit { weights: weights.clone(), best: Epoch { number: 0, error: before }, before };
        for number in 1..=self.epochs {
            if length <= 0.0 || number > best.best.number + PATIENCE {
                break;
            }
            let product = self.product(groups, &direction);
            let step = (length / dot(&direction, &product)) as f32;
            add(&mut weights, step, &direction);
            add(&mut gradient, -step, &product);
            let scaled = scaled(&gradient);
            let new_length = dot(&gradient, &scaled);
            let kept = (new_length / length) as f32;
            length = new_length;
            for (direction, scaled) in direction.iter_mut().zip(scaled) {
                *direction = scaled + kept * *direction;
            }
            let epoch = Epoch { number, error: self.error(groups, &weights) };
            told(epoch);
            if epoch.error < best.best.error {
                best.best = epoch;
                best.weights.clone_from(&weights);
            }
        }
        let by_place = self.spread(&best.weights);
        for group in groups {
            for sample in group.learnt.iter_mut().chain(&mut group.held_out) {
                sample.rest -= predicted(sample, &by_place);
            }
        }
        best
    }

    /// The direction in which all weights would best leave zero, and how often each occurs.
    fn gradient(&self, groups: &[Group]) -> (Vec<f32>, Vec<f32>) {
        let mut gradient = vec![0.0; PLACES];
        let mut counts = vec![0.0; PLACES];
        for sample in groups.iter().flat_map(|group| &group.learnt) {
            for place in places(sample) {
                gradient[place] += sample.rest;
                counts[place] += 1.0;
            }
        }
        (self.gather(&gradient), self.gather(&counts))
    }

    /// The matrix of the normal equations times a vector.
    fn product(&self, groups: &[Group], vector: &[f32]) -> Vec<f32> {
        let by_place = self.spread(vector);
        let mut product = vec![0.0; PLACES];
        for sample in groups.iter().flat_map(|group| &group.learnt) {
            let places = places(sample);
            let sum: f32 = places.iter().map(|&place| by_place[place]).sum();
            for place in places {
                product[place] += sum;
            }
        }
        let mut product = self.gather(&product);
        add(&mut product, self.doubt, vector);
        product
    }

    /// The root of the mean squared error on the positions that are held out.
    fn error(&self, groups: &[Group], weights: &[f32]) -> f64 {
        let by_place = self.spread(weights);
        let (mut sum, mut count) = (0.0, 0);
        for sample in groups.iter().flat_map(|group| &group.held_out) {
            sum += f64::from(sample.rest - predicted(sample, &by_place)).powi(2);
            count += 1;
        }
        if count == 0 { 0.0 } else { (sum / f64::from(count)).sqrt() }
    }

    /// Writes the value of each class to all its places.
    fn spread(&self, values: &[f32]) -> Vec<f32> {
        let (by_class, bases) = values.split_at(self.classes.count());
        let in_tables =
            self.classes.of_places().iter().map(|class| class.map_or(0.0, |class| by_class[class as usize]));
        in_tables.chain(bases.iter().copied()).collect()
    }

    /// Sums the values at all places of each class.
    fn gather(&self, by_place: &[f32]) -> Vec<f32> {
        let (in_tables, bases) = by_place.split_at(PLACES - BASES);
        let mut values = vec![0.0; self.classes.count()];
        for (value, class) in in_tables.iter().zip(self.classes.of_places()) {
            if let Some(class) = *class {
                values[class as usize] += value;
            }
        }
        values.extend(bases);
        values
    }
}

/// The places of all weights that a position adds up.
fn places(sample: &Sample) -> [usize; SLOTS + 1] {
    let mut places = [TABLES * TABLE_SIZE + sample.board.empty().len() as usize; SLOTS + 1];
    places[..SLOTS].copy_from_slice(&Features::of(sample.board).places());
    places
}

fn predicted(sample: &Sample, by_place: &[f32]) -> f32 {
    places(sample).iter().map(|&place| by_place[place]).sum()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

/// Adds a multiple of the second vector to the first.
fn add(a: &mut [f32], factor: f32, b: &[f32]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a += factor * b;
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Bitboard, Board};

    use super::*;

    /// Boards of all kinds, with the score that `score` gives them; the last hundred are held out.
    fn group(score: impl Fn(Board) -> f32) -> Group {
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            random ^ random.rotate_left(32)
        };
        let sample = |_| {
            let (player, opponent) = (next(), next());
            let board = Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent & !player));
            let board = board.expect("disjoint");
            Sample { board, score: score(board), rest: score(board) }
        };
        let mut learnt: Vec<_> = (0..2000).map(sample).collect();
        let held_out = learnt.split_off(1900);
        Group { learnt, held_out }
    }

    #[test]
    fn what_patterns_can_explain_is_explained() {
        let mut groups = [group(|board| 3.0 + (board.player().len() as f32 - board.opponent().len() as f32))];
        let mut errors = Vec::new();
        let fit = Regression::new(1.0, 20).fit(&mut groups, |epoch| errors.push(epoch.error));
        assert!(fit.best.error < 0.3 * fit.before, "from {} to {}", fit.before, fit.best.error);
        assert!(errors.contains(&fit.best.error));
        let rest: f32 = groups[0].learnt.iter().map(|sample| sample.rest.abs()).sum();
        let score: f32 = groups[0].learnt.iter().map(|sample| sample.score.abs()).sum();
        assert!(rest < 0.3 * score, "of {score} discs {rest} are left");
    }

    #[test]
    fn nothing_is_learnt_from_nothing() {
        let mut groups = [Group::default()];
        let fit = Regression::new(1.0, 20).fit(&mut groups, |_| ());
        assert!(fit.by_class().iter().chain(fit.bases()).all(|&weight| weight == 0.0));
    }
}
