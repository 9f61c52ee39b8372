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
mod log;
mod plot;
mod shuffle;
#[cfg(test)]
mod tests;
mod work;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::ensure;
use outflank_engine::training::Provenance;

use crate::cli::TrainArguments;
use crate::samples::{MoveGroup, SampleReader, Samples};
use crate::weights::FloatWeights;
use crate::{files, threads};
use adam::Schedule;
use batches::Batches;
use checkpoint::Checkpoint;
use errors::{EpochErrors, ErrorStats};
use learner::Learner;
use log::{EpochProgress, TrainLog};

const CURVE_POINTS: usize = 20;

const MAX_HELD_OUT: usize = 1 << 20;

pub(crate) fn run(arguments: &TrainArguments) -> anyhow::Result<()> {
    let started = Instant::now();
    ensure_free(arguments)?;
    let mut log = TrainLog::new(arguments.verbose);
    let samples = read(arguments, &mut log)?;
    let mut training = TrainingRun::new(arguments, &samples, log)?;
    training.learn()?;
    training.fill_gaps();
    let errors = training.held_out(usize::MAX);
    training.log.errors(&errors);

    let TrainingRun { learner, curve, checkpoint, mut log, .. } = training;
    if let Some(path) = &arguments.plot {
        files::write(path, plot::svg(&curve, &errors).as_bytes())?;
    }
    let provenance =
        Provenance { date: files::today(), positions: samples.len() as u64, command: files::command_line() };
    let weights = FloatWeights { provenance, network: learner.state.network };
    files::write(&arguments.out, &weights.to_bytes())?;
    checkpoint.remove()?;
    log.written(&arguments.out, started.elapsed());
    Ok(())
}

fn ensure_free(arguments: &TrainArguments) -> anyhow::Result<()> {
    files::ensure_free(&arguments.out, arguments.force)?;
    if let Some(path) = &arguments.plot {
        files::ensure_free(path, arguments.force)?;
    }
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

fn read(arguments: &TrainArguments, log: &mut TrainLog) -> anyhow::Result<Samples> {
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
    log.read(games, samples.len(), started.elapsed());
    Ok(samples)
}

struct TrainingRun<'a> {
    groups: &'a [MoveGroup],
    batches: Batches<'a>,
    learner: Learner,
    schedule: Schedule,
    epochs: usize,
    curve: Vec<EpochErrors>,
    checkpoint: Checkpoint,
    log: TrainLog,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EpochOutcome {
    Better,
    Worse,
}

impl<'a> TrainingRun<'a> {
    /// Starts a run, or restores it from its checkpoint.
    fn new(arguments: &TrainArguments, samples: &'a Samples, log: TrainLog) -> anyhow::Result<TrainingRun<'a>> {
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
        Ok(TrainingRun { groups: &samples.by_moves, batches, learner, schedule, epochs, curve, checkpoint, log })
    }

    fn learn(&mut self) -> anyhow::Result<()> {
        while self.curve.len() < self.epochs && self.next_epoch()? == EpochOutcome::Better {}
        Ok(())
    }

    /// Trains for an epoch, and restores the network if it is no improvement.
    fn next_epoch(&mut self) -> anyhow::Result<EpochOutcome> {
        let before = self.learner.state.network.clone();
        let number = self.curve.len();
        let errors = self.epoch(number);
        ensure!(errors.held_out.is_finite(), "epoch {}: training diverged; try a lower --rate", number + 1);
        let is_better = self.curve.last().is_none_or(|last| errors.held_out < last.held_out);
        self.curve.push(errors);
        if is_better {
            self.checkpoint.write(&self.curve, &self.learner.state)?;
            return Ok(EpochOutcome::Better);
        }
        self.learner.state.network = before;
        self.log.stopped_early(number);
        Ok(EpochOutcome::Worse)
    }

    fn epoch(&mut self, number: usize) -> EpochErrors {
        let epoch = self.batches.epoch(number);
        let steps = self.batches.steps();
        self.log.start_epoch(number);
        let points = CURVE_POINTS.min(steps);
        let (mut all, mut since) = (ErrorStats::default(), ErrorStats::default());
        let mut training = Vec::new();
        for step in 0..steps {
            let adam = self.schedule.at((number * steps + step) as u64);
            since.add(&self.learner.step(&epoch, step, adam));
            let progress = EpochProgress {
                percent: (step + 1) * 100 / steps,
                positions: all.count + since.count,
                rmse: since.rmse(),
            };
            self.log.step(&progress);
            if (step + 1) * points / steps > step * points / steps {
                self.log.point(&progress);
                training.push(since.rmse());
                all.add(&since);
                since = ErrorStats::default();
            }
        }
        let held_out = errors::total(&self.held_out(MAX_HELD_OUT));
        let held_out = if held_out.count == 0 { all.rmse() } else { held_out.rmse() };
        self.log.finish_epoch(all, held_out);
        EpochErrors { training, held_out }
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

    /// The errors of at most about `limit` held-out positions, by number of moves.
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
