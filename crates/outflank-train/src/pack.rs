//! `outflank-train pack`: rounds trained weights and packs them for the engine.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use outflank_engine::Score;
use outflank_engine::training::{
    ACCUMULATOR_ONE, BucketWeights, DISCS, Evaluation, HIDDEN, INPUT_ONE, OUT_SCALE, STAGES, WEIGHT_ONE, Weights,
};

use crate::files::{self, PathContext};
use crate::network::{Bucket, INPUTS, Row};
use crate::weights::FloatWeights;

#[derive(Args, Debug)]
pub(crate) struct PackArguments {
    /// Weights file made by `train` or `student.py`
    #[arg(value_name = "FILE")]
    weights: PathBuf,

    /// Output file for the engine
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
}

const MAX_SIZE: usize = 12_000_000;

pub(crate) fn run(arguments: &PackArguments) -> anyhow::Result<()> {
    files::ensure_free(&arguments.out, arguments.force)?;
    let packed = pack(&fs::read(&arguments.weights).at(&arguments.weights)?).at(&arguments.weights)?;
    files::write(&arguments.out, &packed)?;
    eprintln!("{}: {} bytes", arguments.out.display(), packed.len());
    Ok(())
}

fn pack(file: &[u8]) -> anyhow::Result<Vec<u8>> {
    let packed = rounded(&FloatWeights::parse(file)?)?.pack();
    ensure!(packed.len() <= MAX_SIZE, "{} bytes when packed, more than {MAX_SIZE}", packed.len());
    // Refuse a file that the engine would refuse.
    Evaluation::unpack(&packed)?;
    Ok(packed)
}

pub(crate) fn rounded(weights: &FloatWeights) -> anyhow::Result<Weights> {
    let network = &weights.network;
    let classes = network.rows.len() / STAGES;
    let row = |(number, row): (usize, &Row)| {
        round_all(row, ACCUMULATOR_ONE, || format!("stage {}, class {}", number / classes, number % classes))
    };
    let bucket = |(moves, bucket)| rounded_bucket(bucket, moves);
    Ok(Weights {
        provenance: weights.provenance.clone(),
        rows: network.rows.iter().enumerate().map(row).collect::<Result<_, _>>()?,
        buckets: network.buckets.iter().enumerate().map(bucket).collect::<Result<_, _>>()?,
    })
}

fn rounded_bucket(bucket: &Bucket, moves: usize) -> anyhow::Result<BucketWeights> {
    let named = |what: &'static str| move || format!("move {moves}, {what}");
    let mut weights = [[0; HIDDEN]; INPUTS];
    for (rounded, weights) in weights.iter_mut().zip(&bucket.weights) {
        *rounded = round_all(weights, WEIGHT_ONE, named("weights"))?;
    }
    let [out_bias] = round_all(&[bucket.out_bias], Score::UNITS_PER_DISC, named("out_bias"))?;
    Ok(BucketWeights {
        bias: round_all(&bucket.bias, ACCUMULATOR_ONE, named("bias"))?,
        weights,
        hidden_bias: round_all(&bucket.hidden_bias, INPUT_ONE * WEIGHT_ONE, named("hidden_bias"))?,
        out: round_all(&bucket.out, DISCS * Score::UNITS_PER_DISC * OUT_SCALE, named("out"))?,
        out_bias,
    })
}

fn round_all<T: Copy + Default + TryFrom<i64>, const N: usize>(
    numbers: &[f32; N],
    one: i32,
    place: impl Fn() -> String,
) -> anyhow::Result<[T; N]> {
    let mut rounded = [T::default(); N];
    for (rounded, &number) in rounded.iter_mut().zip(numbers) {
        // The cast saturates, still beyond the engine's types.
        let units = (number * one as f32).round() as i64;
        let fitting = T::try_from(units).ok();
        *rounded = fitting.with_context(|| format!("{}: {number} is more than the engine can store", place()))?;
    }
    Ok(rounded)
}

#[cfg(test)]
mod tests {
    use outflank_engine::training::{Classes, Features, Provenance, WIDTH};
    use tempfile::TempDir;

    use super::*;
    use crate::network::tests::{board, by_definition, random_network};
    use crate::network::{MAX_ROW, MAX_WEIGHT, Network, PatternClasses};
    use crate::random::Random;

    fn weights() -> FloatWeights {
        let provenance = Provenance { date: "2026-12-31".into(), positions: 34, command: "train".into() };
        let mut network = random_network(Classes::new().count());
        network.rows.iter_mut().step_by(4).for_each(|row| *row = [0.0; WIDTH]);
        FloatWeights { provenance, network }
    }

    fn packed(network: Network) -> anyhow::Result<Vec<u8>> {
        let folder = TempDir::new().unwrap();
        let [from, out] = ["weights", "bin"].map(|name| folder.path().join(name));
        fs::write(&from, FloatWeights { network, ..weights() }.to_bytes()).unwrap();
        let arguments = PackArguments { weights: from, out: out.clone(), force: false };
        run(&arguments)?;
        let again = run(&arguments).unwrap_err().to_string();
        assert!(again.ends_with("bin: the file exists; --force overwrites it"), "{again}");
        Ok(fs::read(&out).unwrap())
    }

    #[test]
    fn the_engine_scores_like_the_packed_network() {
        let network = weights().network;
        let patterns = PatternClasses::new();
        let file = packed(network.clone()).unwrap();
        let unpacked = Weights::unpack(&file, patterns.count()).unwrap();
        assert_eq!(unpacked.provenance, weights().provenance);
        let evaluation = Evaluation::unpack(&file).unwrap();
        let mut random = Random::of(1, 1);
        let (mut count, mut squared) = (0, 0.0);
        for number in 0..1000_u32 {
            let board = board(random.next(), u64::MAX >> (number % 61));
            let expected = by_definition(&network, &patterns, board);
            if expected.abs() < 60.0 {
                let score = evaluation.score(&Features::of(board), board.empty().len());
                let error = f64::from(score) / f64::from(Score::UNITS_PER_DISC) - expected;
                assert!(error.abs() < 3.0, "{score} instead of {expected}");
                squared += error * error;
                count += 1;
            }
        }
        let root = (squared / f64::from(count)).sqrt();
        assert!(count > 500 && root < 1.0, "{root} of {count}");
    }

    #[test]
    fn the_largest_trained_numbers_fit() {
        let mut network = weights().network;
        network.rows[5] = [-MAX_ROW; WIDTH];
        network.rows[6] = [MAX_ROW; WIDTH];
        network.buckets[3].weights[7] = [MAX_WEIGHT; HIDDEN];
        let rounded = rounded(&FloatWeights { network, ..weights() }).unwrap();
        assert_eq!((rounded.rows[5], rounded.rows[6]), ([-124; WIDTH], [124; WIDTH]));
        assert_eq!(rounded.buckets[3].weights[7], [125; HIDDEN]);
    }

    #[test]
    fn a_number_that_does_not_fit_is_named() {
        let message = |change: fn(&mut Network)| {
            let mut network = weights().network;
            change(&mut network);
            packed(network).unwrap_err().root_cause().to_string()
        };
        let row = message(|network| network.rows[Classes::new().count() + 8][3] = 0.6);
        assert_eq!(row, "stage 1, class 8: 0.6 is more than the engine can store");
        let weight = message(|network| network.buckets[4].weights[3][2] = -2.1);
        assert_eq!(weight, "move 4, weights: -2.1 is more than the engine can store");
        let out = message(|network| network.buckets[59].out[3] = 1e30);
        assert_eq!(out, "move 59, out: 1000000000000000000000000000000 is more than the engine can store");
    }
}
