//! `outflank-train fit`: from games to the weights of the evaluation.
//!
//! The weights of a phase are fitted in two steps. A coarse fit over a fifth of the game finds what a pattern is worth
//! there at all; a fine fit over the two moves of the phase finds what that leaves unexplained. A pattern that is rare
//! in a phase therefore keeps the worth that it has in the moves around.

mod regression;
mod report;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use std::{array, env, fs, thread};

use anyhow::{Context, ensure};
use outflank_engine::Score;
use outflank_engine::training::{Evaluation, PHASES, Weights, phase};

use crate::cli::FitArguments;
use crate::samples::{Group, Samples};
use regression::{Fit, Regression};

/// How many numbers of moves a coarse and a fine fit span.
const COARSE: usize = 12;
const FINE: usize = 60 / PHASES;

pub(crate) fn run(arguments: &FitArguments) -> anyhow::Result<()> {
    let begun = Instant::now();
    let mut samples = Samples::new();
    if let Some(folder) = &arguments.wthor {
        samples.read_wthor(folder)?;
    }
    for file in &arguments.games {
        samples.read_games(file)?;
    }
    for file in &arguments.positions {
        samples.read_positions(file)?;
    }
    ensure!(samples.positions() > 0, "there is no position with a score in these games");
    report::read(&samples, begun.elapsed());

    let regression = Regression::new(arguments.doubt, arguments.epochs);
    let coarse = fit_all(&regression, &mut samples.by_moves, COARSE, arguments);
    let fine = fit_all(&regression, &mut samples.by_moves, FINE, arguments);
    let file = quantised(&coarse, &fine).pack(&command());

    let evaluation = Evaluation::unpack(&file).context("the weights that were just packed")?;
    report::errors(&samples, &evaluation);
    fs::write(&arguments.out, &file).with_context(|| arguments.out.display().to_string())?;
    eprintln!("{}: {} bytes, {:.0} s", arguments.out.display(), file.len(), begun.elapsed().as_secs_f64());
    Ok(())
}

/// Fits every span of so many moves by itself.
fn fit_all(regression: &Regression, groups: &mut [Group], span: usize, arguments: &FitArguments) -> Vec<Fit> {
    let threads = arguments.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, usize::from);
    let parts = Mutex::new(groups.chunks_mut(span).enumerate());
    let fits = Mutex::new(Vec::new());
    let work = || {
        // The lock is given back before the fit begins.
        while let Some((index, groups)) = { lock(&parts).next() } {
            let fit = regression.fit(groups, |epoch| {
                if arguments.verbose {
                    report::epoch(index * span, span, epoch);
                }
            });
            report::fitted(index * span, span, &fit);
            lock(&fits).push((index, fit));
        }
    };
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut fits = fits.into_inner().unwrap_or_else(PoisonError::into_inner);
    fits.sort_by_key(|&(index, _)| index);
    fits.into_iter().map(|(_, fit)| fit).collect()
}

/// A thread that panics ends the program when the scope ends, so that nothing it left half done is used.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the coarse and the fine fit say together, in steps.
fn quantised(coarse: &[Fit], fine: &[Fit]) -> Weights {
    let steps = |coarse: f32, fine: f32| ((coarse + fine) * Score::STEPS as f32).round() as i16;
    let fits = |phase: usize| (&coarse[phase * FINE / COARSE], &fine[phase]);
    let bases = array::from_fn(|empties| {
        let (coarse, fine) = fits(phase(empties as u32));
        steps(coarse.bases()[empties], fine.bases()[empties])
    });
    let phases = array::from_fn(|phase| {
        let (coarse, fine) = fits(phase);
        coarse.by_class().iter().zip(fine.by_class()).map(|(&coarse, &fine)| steps(coarse, fine)).collect()
    });
    Weights { bases, phases }
}

/// The command that is running, with the program's name instead of its path.
fn command() -> String {
    let arguments = env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    ["outflank-train".to_owned()].into_iter().chain(arguments).collect::<Vec<_>>().join(" ")
}
