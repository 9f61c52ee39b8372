//! `outflank-train train`: trains the weights of the evaluation on games and positions.
//!
//! After each epoch the error of the held-out positions is measured and a checkpoint is written. The weights depend on the
//! arguments alone, not on the threads or on interruptions.

mod adam;
mod backward;
mod batches;
mod checkpoint;
mod errors;
mod learner;
mod shuffle;
#[cfg(test)]
mod tests;
mod work;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::ensure;
use clap::{Args, value_parser};
use outflank_engine::training::Provenance;

use crate::progress::StatusLine;
use crate::samples::{MoveGroup, SampleReader, Samples};
use crate::weights::FloatWeights;
use crate::{files, threads};
use adam::Schedule;
use batches::Batches;
use checkpoint::Checkpoint;
use errors::ErrorStats;
use learner::Learner;

#[derive(Args, Debug)]
pub(crate) struct TrainArguments {
    /// Folder of WTHOR files (*.wtb)
    #[arg(long, value_name = "FOLDER", required_unless_present_any = ["games", "positions"])]
    wthor: Option<PathBuf>,

    /// Files of self-play games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,

    /// Files of scored positions
    #[arg(long, value_name = "FILE", num_args = 1..)]
    positions: Vec<PathBuf>,

    /// Use positions of games only with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = value_parser!(u8).range(0..=60))]
    games_to_empties: u8,

    /// Output file for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Overwrite existing files
    #[arg(long)]
    force: bool,

    /// Continue an interrupted run with the same arguments from FILE.part; start a new one if there is none
    #[arg(long)]
    resume: bool,

    /// Maximum number of epochs; training stops early when the error no longer falls
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = value_parser!(u16).range(1..=1000))]
    epochs: u16,

    /// Batch size
    #[arg(long, value_name = "N", default_value_t = 1 << 17, value_parser = value_parser!(u32).range(1..=1 << 20))]
    batch: u32,

    /// Initial learning rate; it falls to zero during the run
    #[arg(long, value_name = "R", default_value_t = 0.002, value_parser = rate)]
    rate: f32,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Number of threads; it does not affect the weights [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Print the error 20 times per epoch
    #[arg(long, short)]
    verbose: bool,
}

fn rate(text: &str) -> Result<f32, &'static str> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && *number <= 1.0);
    number.ok_or("expected a number above 0 and at most 1")
}

/// How often `--verbose` prints the error in an epoch.
const POINTS: usize = 20;

const MAX_HELD_OUT: usize = 1 << 20;

pub(crate) fn run(arguments: &TrainArguments) -> anyhow::Result<()> {
    let started = Instant::now();
    ensure_free(arguments)?;
    let samples = read(arguments)?;
    let mut training = TrainingRun::new(arguments, &samples)?;
    training.learn()?;
    training.fill_gaps();
    eprintln!("{}", errors::table(&training.held_out(usize::MAX)));

    let TrainingRun { learner, checkpoint, .. } = training;
    let provenance =
        Provenance { date: files::today(), positions: samples.len() as u64, command: files::command_line() };
    let weights = FloatWeights { provenance, network: learner.state.network };
    files::write(&arguments.out, &weights.to_bytes())?;
    checkpoint.remove()?;
    eprintln!("{}: {:.0} s", arguments.out.display(), started.elapsed().as_secs_f64());
    Ok(())
}

fn ensure_free(arguments: &TrainArguments) -> anyhow::Result<()> {
    files::ensure_free(&arguments.out, arguments.force)?;
    let checkpoint = checkpoint_path(arguments);
    ensure!(
        arguments.resume || arguments.force || !checkpoint.exists(),
        "{}: a run was interrupted; --resume continues it, --force starts again",
        checkpoint.display()
    );
    Ok(())
}

fn checkpoint_path(arguments: &TrainArguments) -> PathBuf {
    files::beside(&arguments.out, ".part")
}

fn read(arguments: &TrainArguments) -> anyhow::Result<Samples> {
    let started = Instant::now();
    let mut reader = SampleReader::new(arguments.games_to_empties.into(), threads::count(arguments.threads));
    if let Some(folder) = &arguments.wthor {
        reader.read_wthor(folder)?;
    }
    for file in &arguments.games {
        reader.read_games(file)?;
    }
    for file in &arguments.positions {
        reader.read_positions(file)?;
    }
    let games = reader.games();
    let samples = reader.into_samples();
    ensure!(samples.len() > 0, "the files have no scored positions");
    eprintln!("{games} games, {} positions, {:.1} s", samples.len(), started.elapsed().as_secs_f64());
    Ok(samples)
}

struct TrainingRun<'a> {
    groups: &'a [MoveGroup],
    batches: Batches<'a>,
    learner: Learner,
    schedule: Schedule,
    epochs: usize,
    /// The held-out errors of the epochs so far.
    curve: Vec<f64>,
    checkpoint: Checkpoint,
    line: StatusLine,
    is_verbose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EpochOutcome {
    Better,
    Worse,
}

impl<'a> TrainingRun<'a> {
    fn new(arguments: &TrainArguments, samples: &'a Samples) -> anyhow::Result<TrainingRun<'a>> {
        let batches = Batches::new(&samples.by_moves, arguments.batch as usize, arguments.seed);
        ensure!(batches.steps() > 0, "all scored positions of the files are held out");
        let epochs = usize::from(arguments.epochs);
        let schedule = Schedule { rate: arguments.rate, steps: (epochs * batches.steps()) as u64 };
        let mut learner = Learner::new(arguments.seed, threads::count(arguments.threads));
        let checkpoint = Checkpoint::new(&checkpoint_path(arguments), &described(arguments, samples.len()));
        let curve = match arguments.resume {
            true => checkpoint.resume(&mut learner.state)?,
            // Fail before the work if the file cannot be written.
            false => checkpoint.write(&[], &learner.state).map(|()| Vec::new())?,
        };
        Ok(TrainingRun {
            groups: &samples.by_moves,
            batches,
            learner,
            schedule,
            epochs,
            curve,
            checkpoint,
            line: StatusLine::new(),
            is_verbose: arguments.verbose,
        })
    }

    fn learn(&mut self) -> anyhow::Result<()> {
        while self.curve.len() < self.epochs && self.next_epoch()? == EpochOutcome::Better {}
        Ok(())
    }

    /// Trains for an epoch, and restores the network if it is no improvement.
    fn next_epoch(&mut self) -> anyhow::Result<EpochOutcome> {
        let before = self.learner.state.network.clone();
        let number = self.curve.len();
        let error = self.epoch(number);
        ensure!(error.is_finite(), "epoch {}: training diverged; try a lower --rate", number + 1);
        let is_better = self.curve.last().is_none_or(|&last| error < last);
        self.curve.push(error);
        if is_better {
            self.checkpoint.write(&self.curve, &self.learner.state)?;
            return Ok(EpochOutcome::Better);
        }
        self.learner.state.network = before;
        self.line.print(&format!("no improvement: keeping the weights of epoch {number}"));
        Ok(EpochOutcome::Worse)
    }

    fn epoch(&mut self, number: usize) -> f64 {
        let epoch = self.batches.epoch(number);
        let steps = self.batches.steps();
        let started = Instant::now();
        let rate = |positions: u64| format!("{:.0} positions/s", positions as f64 / started.elapsed().as_secs_f64());
        let points = POINTS.min(steps);
        let (mut all, mut since) = (ErrorStats::default(), ErrorStats::default());
        for step in 0..steps {
            let adam = self.schedule.at((number * steps + step) as u64);
            since.add(&self.learner.step(&epoch, step, adam));
            let (percent, rmse) = ((step + 1) * 100 / steps, since.rmse());
            let progress = || {
                let rate = rate(all.count + since.count);
                format!("epoch {}, {percent:3} %: RMSE {rmse:.3}, {rate}", number + 1)
            };
            self.line.update(progress);
            if (step + 1) * points / steps > step * points / steps {
                if self.is_verbose {
                    self.line.print(&progress());
                }
                all.add(&since);
                since = ErrorStats::default();
            }
        }
        let held_out = errors::total(&self.held_out(MAX_HELD_OUT));
        let held_out = if held_out.count == 0 { all.rmse() } else { held_out.rmse() };
        let (epoch, rmse, rate) = (number + 1, all.rmse(), rate(all.count));
        let seconds = started.elapsed().as_secs_f64();
        let line = format!("epoch {epoch}: RMSE training {rmse:.3}, held out {held_out:.3}; {seconds:.0} s, {rate}");
        self.line.print(&line);
        held_out
    }

    /// Copies the nearest trained bucket to each bucket without training positions, which is better than random weights.
    fn fill_gaps(&mut self) {
        let buckets = &mut self.learner.state.network.buckets;
        let trained: Vec<usize> = (0..buckets.len()).filter(|&moves| !self.groups[moves].training.is_empty()).collect();
        for moves in 0..buckets.len() {
            if let Some(&nearest) = trained.iter().min_by_key(|trained| trained.abs_diff(moves)) {
                buckets[moves] = buckets[nearest].clone();
            }
        }
    }

    fn held_out(&self, limit: usize) -> Vec<ErrorStats> {
        let Learner { state, patterns, .. } = &self.learner;
        errors::held_out(&state.network, patterns, self.groups, limit, self.learner.threads())
    }
}

/// Everything that affects the weights, in one line.
fn described(arguments: &TrainArguments, positions: usize) -> String {
    let TrainArguments { wthor, games, positions: labelled, games_to_empties, epochs, batch, rate, seed, .. } =
        arguments;
    let mut words = vec![format!("{positions} positions;")];
    let named = wthor.iter().map(|path| ("--wthor", path));
    let named = named.chain(games.iter().map(|path| ("--games", path)));
    let named = named.chain(labelled.iter().map(|path| ("--positions", path)));
    words.extend(named.map(|(option, path)| format!("{option} {}", path.display())));
    words.push(format!(
        "--games-to-empties {games_to_empties} --epochs {epochs} --batch {batch} --rate {rate} --seed {seed}"
    ));
    words.join(" ")
}
