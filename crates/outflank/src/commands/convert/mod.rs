mod output;
mod progress;
mod wthor;

use std::process::ExitCode;
use std::thread;

use outflank_formats::format::Format;
use outflank_formats::wthor::NamesKind;
use outflank_formats::{Place, ReadError, Record, UncheckedRecord};
use outflank_study::openings::{self, Language};

use crate::cli::ConvertArguments;
use crate::storage::records::inputs::{Found, Input};
use crate::storage::records::{NamesFiles, Opened, names};
pub(crate) use output::Output;
use progress::Progress;

pub(crate) fn run(arguments: &ConvertArguments) -> anyhow::Result<ExitCode> {
    let given = given_names(arguments)?;
    let mut output = Output::open(arguments, &given)?;
    let Found { inputs, left_out, failed } = Found::at(&arguments.inputs, &arguments.output);
    let mut progress = Progress::new();
    for file in left_out {
        progress.note(format_args!("{}: skipped, unknown extension", file.display()));
    }
    for (folder, error) in failed {
        progress.fail(format_args!("{}: {error}", folder.display()));
    }
    for input in &inputs {
        progress.begin(&input.name());
        match Recognised::read(input, arguments.from, &given) {
            Ok(recognised) => convert(&recognised, arguments.openings, &mut output, &mut progress)?,
            Err(error) => progress.fail(format_args!("{}: {error:#}", input.name())),
        }
    }
    if progress.has_written() {
        output.finish(&mut |remark| progress.note(remark))?;
    }
    Ok(progress.finish())
}

fn given_names(arguments: &ConvertArguments) -> anyhow::Result<NamesFiles> {
    let ConvertArguments { players, tournaments, .. } = arguments;
    Ok(NamesFiles {
        players: players.as_ref().map(|path| names::read(path, NamesKind::Players)).transpose()?,
        tournaments: tournaments.as_ref().map(|path| names::read(path, NamesKind::Tournaments)).transpose()?,
    })
}

struct Recognised {
    name: String,
    opened: Opened,
    format: Format,
    names: NamesFiles,
}

impl Recognised {
    fn read(input: &Input, format: Option<Format>, given: &NamesFiles) -> anyhow::Result<Recognised> {
        let opened = input.open()?;
        let format = match format {
            Some(format) => format,
            None => opened.source().detect()?,
        };
        let names = match format {
            Format::Wthor => given.clone().or_else(|| opened.names())?,
            _ => NamesFiles::default(),
        };
        Ok(Recognised { name: input.name(), opened, format, names })
    }
}

fn convert(
    input: &Recognised,
    language: Option<Language>,
    output: &mut Output,
    progress: &mut Progress,
) -> anyhow::Result<()> {
    /// Enough to keep all cores busy; takes a few megabytes.
    const BATCH: usize = 1024;
    let Recognised { name, opened, format, names } = input;
    let source = opened.source().with_names(names.directory());
    let mut unchecked = source.read(*format);
    loop {
        let batch: Vec<_> = unchecked.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return Ok(());
        }
        for checked in check_all(&batch, language) {
            match checked {
                Ok(Checked { at, record }) => match output.push(&record)? {
                    Ok(()) => progress.written(),
                    Err(error) => progress.skip(format_args!("{name}: {error} ({at})")),
                },
                Err(error) => progress.skip(format_args!("{name}: {error}")),
            }
        }
    }
}

struct Checked {
    at: Place,
    record: Record,
}

/// Checks games on all cores: replaying them takes most of the time.
fn check_all(
    unchecked: &[Result<UncheckedRecord, ReadError>],
    language: Option<Language>,
) -> Vec<anyhow::Result<Checked>> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = unchecked.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let check_share =
            move |unchecked: &[_]| unchecked.iter().map(|unchecked| check(unchecked, language)).collect::<Vec<_>>();
        let workers: Vec<_> =
            unchecked.chunks(share).map(|unchecked| scope.spawn(move || check_share(unchecked))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("checking a game does not panic")).collect()
    })
}

fn check(unchecked: &Result<UncheckedRecord, ReadError>, language: Option<Language>) -> anyhow::Result<Checked> {
    let unchecked = unchecked.as_ref().map_err(Clone::clone)?;
    let mut record = unchecked.check()?;
    if let Some(language) = language {
        openings::complete(&mut record, language);
    }
    Ok(Checked { at: unchecked.at, record })
}
