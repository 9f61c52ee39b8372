//! `outflank-train train`: from games and positions to the weights of the evaluation.
//!
//! The network learns in epochs, each of which goes once through all positions in a new order, in batches. After each
//! the error for the positions that are held out is measured, and what is learnt is kept in a file, so that a run that
//! was ended can go on. The weights depend on the arguments alone, not on the threads or on whether the run was ended.

mod adam;
mod backward;
mod batches;
mod checkpoint;
mod errors;
mod learner;
mod plot;
mod report;
mod shuffle;
#[cfg(test)]
mod tests;
mod work;

use std::env;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::ensure;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use outflank_engine::training::Provenance;

use crate::cli::TrainArguments;
use crate::samples::{Group, Reader, Samples};
use crate::weights::FloatWeights;
use crate::{ordered, output};
use adam::Schedule;
use batches::Batches;
use checkpoint::Checkpoint;
use errors::{EpochErrors, Errors};
use learner::Learner;
use report::{Progress, Report};

/// The curve has so many points in an epoch.
const CURVE: usize = 20;

/// How many positions that are held out are looked at after an epoch.
const MOST_HELD_OUT: usize = 1 << 20;

pub(crate) fn run(arguments: &TrainArguments) -> anyhow::Result<()> {
    let begun = Instant::now();
    ensure_free(arguments)?;
    let mut report = Report::new(arguments.verbose);
    let samples = read(arguments, &mut report)?;
    let mut training = Training::new(arguments, &samples, report)?;
    training.learn()?;
    training.fill_gaps();
    let errors = training.held_out(usize::MAX);
    training.report.errors(&errors);

    let Training { learner, curve, checkpoint, mut report, .. } = training;
    if let Some(path) = &arguments.plot {
        output::write(path, plot::svg(&curve, &errors).as_bytes())?;
    }
    let provenance = Provenance { date: today(), positions: samples.len() as u64, command: command() };
    let weights = FloatWeights { provenance, network: learner.state.network };
    output::write(&arguments.out, &weights.to_bytes())?;
    checkpoint.remove()?;
    report.written(&arguments.out, begun.elapsed());
    Ok(())
}

fn ensure_free(arguments: &TrainArguments) -> anyhow::Result<()> {
    output::ensure_free(&arguments.out, arguments.force)?;
    if let Some(path) = &arguments.plot {
        output::ensure_free(path, arguments.force)?;
    }
    let part = part(arguments);
    ensure!(
        arguments.resume || arguments.force || !part.exists(),
        "{}: a run was ended there; go on with --resume, or begin anew with --force",
        part.display()
    );
    Ok(())
}

/// Where a run keeps what it has learnt until it is over.
fn part(arguments: &TrainArguments) -> PathBuf {
    output::beside(&arguments.out, ".part")
}

fn read(arguments: &TrainArguments, report: &mut Report) -> anyhow::Result<Samples> {
    let begun = Instant::now();
    let mut reader = Reader::new(arguments.games_to_empties.into(), ordered::threads(arguments.threads));
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
    ensure!(samples.len() > 0, "there is no position with a score in these files");
    report.read(games, samples.len(), begun.elapsed());
    Ok(samples)
}

/// A run of the command.
struct Training<'a> {
    groups: &'a [Group],
    batches: Batches<'a>,
    learner: Learner,
    schedule: Schedule,
    epochs: usize,
    /// The errors of each epoch.
    curve: Vec<EpochErrors>,
    checkpoint: Checkpoint,
    report: Report,
}

/// What an epoch was good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Better,
    NoBetter,
}

impl<'a> Training<'a> {
    /// Begins a run, or goes on with one.
    fn new(arguments: &TrainArguments, samples: &'a Samples, report: Report) -> anyhow::Result<Training<'a>> {
        let batches = Batches::new(&samples.by_moves, arguments.batch as usize, arguments.seed);
        ensure!(batches.steps() > 0, "all positions with a score in these files are held out");
        let epochs = usize::from(arguments.epochs);
        let schedule = Schedule { rate: arguments.rate, steps: (epochs * batches.steps()) as u64 };
        let mut learner = Learner::new(arguments.seed, ordered::threads(arguments.threads));
        let checkpoint = Checkpoint::new(&part(arguments), &described(arguments, samples.len()));
        let curve = match arguments.resume {
            true => checkpoint.resume(&mut learner.state)?,
            // If the file cannot be written, now is the time to say so.
            false => checkpoint.write(&[], &learner.state).map(|()| Vec::new())?,
        };
        Ok(Training { groups: &samples.by_moves, batches, learner, schedule, epochs, curve, checkpoint, report })
    }

    /// Learns until all epochs are over, or one is no better than that before.
    fn learn(&mut self) -> anyhow::Result<()> {
        while self.curve.len() < self.epochs && self.next_epoch()? == Outcome::Better {}
        Ok(())
    }

    /// Learns for an epoch. What was learnt is kept, or forgotten if it is no better than what was known before.
    fn next_epoch(&mut self) -> anyhow::Result<Outcome> {
        let before = self.learner.state.network.clone();
        let number = self.curve.len();
        let errors = self.epoch(number);
        ensure!(
            errors.held_out.is_finite(),
            "epoch {}: the errors grow beyond all bounds; a lower --rate may help",
            number + 1
        );
        let is_better = self.curve.last().is_none_or(|last| errors.held_out < last.held_out);
        self.curve.push(errors);
        if is_better {
            self.checkpoint.write(&self.curve, &self.learner.state)?;
            return Ok(Outcome::Better);
        }
        self.learner.state.network = before;
        self.report.stopped(number);
        Ok(Outcome::NoBetter)
    }

    /// Learns for an epoch, counted from 0.
    fn epoch(&mut self, number: usize) -> EpochErrors {
        let epoch = self.batches.epoch(number);
        let steps = self.batches.steps();
        self.report.begin(number);
        let points = CURVE.min(steps);
        let (mut all, mut since) = (Errors::default(), Errors::default());
        let mut learnt = Vec::new();
        for step in 0..steps {
            let adam = self.schedule.at((number * steps + step) as u64);
            since.add(&self.learner.step(&epoch, step, adam));
            let progress =
                Progress { percent: (step + 1) * 100 / steps, positions: all.count + since.count, root: since.root() };
            self.report.step(&progress);
            if (step + 1) * points / steps > step * points / steps {
                self.report.point(&progress);
                learnt.push(since.root());
                all.add(&since);
                since = Errors::default();
            }
        }
        let held_out = errors::all(&self.held_out(MOST_HELD_OUT));
        let held_out = if held_out.count == 0 { all.root() } else { held_out.root() };
        self.report.epoch(all, held_out);
        EpochErrors { learnt, held_out }
    }

    /// Gives every bucket that had nothing to learn from the numbers of the nearest one that had: better than random ones.
    fn fill_gaps(&mut self) {
        let buckets = &mut self.learner.state.network.buckets;
        let learnt: Vec<usize> = (0..buckets.len()).filter(|&moves| !self.groups[moves].learnt.is_empty()).collect();
        for moves in 0..buckets.len() {
            if let Some(&nearest) = learnt.iter().min_by_key(|learnt| learnt.abs_diff(moves)) {
                buckets[moves] = buckets[nearest].clone();
            }
        }
    }

    /// The errors for so many of the positions that are held out, by the number of moves.
    fn held_out(&self, most: usize) -> Vec<Errors> {
        let Learner { state, places, .. } = &self.learner;
        errors::held_out(&state.network, places, self.groups, most, self.learner.threads())
    }
}

/// Everything that decides the weights, in one line.
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

/// The date in UTC.
fn today() -> String {
    Timestamp::now().to_zoned(TimeZone::UTC).date().to_string()
}

/// The command that is running, with the program's name instead of its path.
fn command() -> String {
    let arguments = env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    ["outflank-train".to_owned()].into_iter().chain(arguments).collect::<Vec<_>>().join(" ")
}
