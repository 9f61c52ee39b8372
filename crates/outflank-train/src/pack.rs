//! `outflank-train pack`: rounds trained weights, and packs them into the file that the engine embeds.

use std::error::Error;
use std::fmt;
use std::fs;

use anyhow::{Context, ensure};
use outflank_engine::Score;
use outflank_engine::training::{
    ACCUMULATOR_ONE, BucketWeights, DISCS, Evaluation, HIDDEN, INPUT_ONE, OUT_SCALE, STAGES, WEIGHT_ONE, Weights,
};

use crate::cli::PackArguments;
use crate::network::{Bucket, INPUTS, Row};
use crate::output;
use crate::weights::FloatWeights;

/// The largest file that the engine embeds.
const LARGEST: usize = 12_000_000;

pub(crate) fn run(arguments: &PackArguments) -> anyhow::Result<()> {
    output::ensure_free(&arguments.out, arguments.force)?;
    let context = || arguments.weights.display().to_string();
    let file = fs::read(&arguments.weights).with_context(context)?;
    let weights = rounded(&FloatWeights::parse(&file).with_context(context)?).with_context(context)?;
    let packed = weights.pack();
    ensure!(
        packed.len() <= LARGEST,
        "{}: {} bytes when packed, and {LARGEST} are allowed",
        arguments.weights.display(),
        packed.len()
    );
    // A file that the engine would refuse is not written.
    Evaluation::unpack(&packed).with_context(context)?;
    output::write(&arguments.out, &packed)?;
    eprintln!("{}: {} bytes", arguments.out.display(), packed.len());
    Ok(())
}

/// The weights in the engine's whole numbers.
fn rounded(weights: &FloatWeights) -> Result<Weights, TooLargeError> {
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

fn rounded_bucket(bucket: &Bucket, moves: usize) -> Result<BucketWeights, TooLargeError> {
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

/// Rounds numbers to steps, of which 1 has so many. What has no room in the engine's numbers is an error rather than
/// something else than what was learnt.
fn round_all<T: Copy + Default + TryFrom<i64>, const N: usize>(
    numbers: &[f32; N],
    one: i32,
    place: impl Fn() -> String,
) -> Result<[T; N], TooLargeError> {
    let mut rounded = [T::default(); N];
    for (rounded, &number) in rounded.iter_mut().zip(numbers) {
        // A float beyond these numbers becomes the largest of them, which is beyond the engine's.
        let steps = (number * one as f32).round() as i64;
        *rounded = T::try_from(steps).map_err(|_| TooLargeError { place: place(), number })?;
    }
    Ok(rounded)
}

/// A number that the engine cannot store.
#[derive(Clone, Debug, PartialEq)]
struct TooLargeError {
    place: String,
    number: f32,
}

impl fmt::Display for TooLargeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLargeError { place, number } = self;
        write!(f, "{place}: {number} is more than the engine can store")
    }
}

impl Error for TooLargeError {}

#[cfg(test)]
mod tests {
    use outflank_engine::training::{Classes, Features, Provenance, WIDTH};
    use tempfile::TempDir;

    use super::*;
    use crate::network::tests::{board, by_definition, random_network};
    use crate::network::{MOST_OF_ROW, MOST_OF_WEIGHT, Network, Places};
    use crate::random::Random;

    fn weights() -> FloatWeights {
        let provenance = Provenance { date: "2026-12-31".into(), positions: 34, command: "train".into() };
        let mut network = random_network(Classes::new().count());
        // Numbers that are all random would leave nothing to compress.
        network.rows.iter_mut().step_by(4).for_each(|row| *row = [0.0; WIDTH]);
        FloatWeights { provenance, network }
    }

    /// Packs a network by way of two files.
    fn packed(network: Network) -> anyhow::Result<Vec<u8>> {
        let folder = TempDir::new().unwrap();
        let [from, out] = ["weights", "bin"].map(|name| folder.path().join(name));
        fs::write(&from, FloatWeights { network, ..weights() }.to_bytes()).unwrap();
        let arguments = PackArguments { weights: from, out: out.clone(), force: false };
        run(&arguments)?;
        let again = run(&arguments).unwrap_err().to_string();
        assert!(again.ends_with("bin: the file exists, and is only overwritten with --force"), "{again}");
        Ok(fs::read(&out).unwrap())
    }

    /// The engine scores boards as the network does that was packed.
    #[test]
    fn the_engine_scores_as_what_was_packed() {
        let network = weights().network;
        let places = Places::new();
        let file = packed(network.clone()).unwrap();
        let unpacked = Weights::unpack(&file, places.classes()).unwrap();
        assert_eq!(unpacked.provenance, weights().provenance);
        let evaluation = Evaluation::unpack(&file).unwrap();
        let mut random = Random::of(1, 1);
        let (mut count, mut squared) = (0, 0.0);
        for number in 0..1000_u32 {
            let board = board(random.next(), u64::MAX >> (number % 61));
            let expected = by_definition(&network, &places, board);
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
    fn the_largest_numbers_that_are_learnt_have_room() {
        let mut network = weights().network;
        network.rows[5] = [-MOST_OF_ROW; WIDTH];
        network.rows[6] = [MOST_OF_ROW; WIDTH];
        network.buckets[3].weights[7] = [MOST_OF_WEIGHT; HIDDEN];
        let rounded = rounded(&FloatWeights { network, ..weights() }).unwrap();
        assert_eq!((rounded.rows[5], rounded.rows[6]), ([-124; WIDTH], [124; WIDTH]));
        assert_eq!(rounded.buckets[3].weights[7], [125; HIDDEN]);
    }

    #[test]
    fn a_number_without_room_is_named() {
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
