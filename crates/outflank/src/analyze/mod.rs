//! `outflank analyze`: what games have to teach.
//!
//! - `games`: where the games are read. `examine`: their positions are searched. `progress`: how far that is, drawn in a `margin`.
//! - [`Analysed`]: a game with its report, from which all outputs are made: `text`, JSON, `ggf`, `html`, `svg`. `summary`: many games
//!   together.
//! - `markup`, `plot`: what the page and the picture share.
//! - `tell`: who is told what. `files`: what is not for the terminal.

mod examine;
mod files;
mod games;
mod ggf;
mod html;
mod margin;
mod markup;
mod plot;
mod progress;
#[cfg(test)]
mod sample;
mod summary;
mod svg;
mod tell;
mod text;

use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use outflank_formats::Record;
use outflank_rules::Rules;
use outflank_study::report::{Document, Judged, KnownPlay, Report};

use crate::cli::AnalyzeArguments;
use crate::db::{self, Library};
use crate::notice;
use examine::{Effort, Examined};
use games::Given;
use progress::{INTERRUPTED, Progress};
use tell::Teller;

/// A game with what it has to teach.
#[derive(Debug)]
pub(super) struct Analysed {
    /// Where it was read.
    pub(super) origin: Origin,
    pub(super) record: Record,
    pub(super) report: Report,
    /// Where it left known play, if a collection of games was asked.
    pub(super) known: Option<KnownPlay>,
}

/// Where a game was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// The name of the file, or what else it was.
    pub(super) source: String,
    /// Its number among the games there, counted from 1. A game that is alone has none.
    pub(super) number: Option<usize>,
}

impl Analysed {
    /// The form in which it is written down.
    pub(super) fn document(&self) -> Document {
        Document::of(&self.record, &self.report, self.known.as_ref())
    }

    /// What was found out about a ply, counted from 1.
    pub(super) fn judged(&self, ply: usize) -> Option<&Judged> {
        self.report.moves.iter().find(|judged| judged.judgement.ply == ply)
    }
}

impl fmt::Display for Origin {
    /// As the game can be named on the command line: `games.ggf#7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}#{number}", self.source),
            None => f.write_str(&self.source),
        }
    }
}

/// Analyses one game after the other, or several at the same time, and tells each at once. What cannot be read is said on standard error;
/// the rest is still analysed.
pub(crate) fn run(arguments: &AnalyzeArguments) -> anyhow::Result<ExitCode> {
    let outputs = tell::Outputs::new(arguments)?;
    let Read { games, failed } = Read::all(&arguments.sources, arguments.rules.unwrap_or_default());
    if games.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    if let (Some(_), count @ 2..) = (&arguments.svg, games.len()) {
        bail!("--svg draws one game, and there are {count}; of a file, FILE#7 is the seventh");
    }
    let mut library = library(&arguments.collection)?;
    let progress = Progress::new(games.len())?;
    let mut teller = Teller::new(outputs, arguments, games.len());
    let told = Effort::new(arguments).examine(games, &progress, |examined| {
        let Examined { given: Given { origin, record }, report } = examined;
        let known = match &mut library {
            Some(library) => library.ask(|index| KnownPlay::of(record.game(), index))?,
            None => None,
        };
        let analysed = Analysed { origin, record, report, known };
        progress.tell(|| teller.tell(analysed))
    });
    progress.finish();
    told?;
    teller.finish()?;
    Ok(match (progress.is_interrupted(), failed) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, true) => ExitCode::FAILURE,
        (false, false) => ExitCode::SUCCESS,
    })
}

/// The collection that games are compared with, if one is named.
fn library(paths: &[PathBuf]) -> anyhow::Result<Option<Library>> {
    if paths.is_empty() {
        return Ok(None);
    }
    Ok(Some(Library::open(paths, db::on_stderr())?))
}

/// What was read.
struct Read {
    games: Vec<Given>,
    /// Whether something could not be.
    failed: bool,
}

impl Read {
    fn all(sources: &[String], rules: Rules) -> Read {
        let mut read = Read { games: Vec::new(), failed: false };
        for source in sources {
            let games = games::read(source, rules).unwrap_or_else(|error| vec![Err(error)]);
            for game in games {
                match game {
                    Ok(game) => read.games.push(game),
                    Err(error) => {
                        notice::tell(format_args!("outflank: {error:#}"));
                        read.failed = true;
                    }
                }
            }
        }
        read
    }
}
