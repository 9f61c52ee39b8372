//! `outflank db`: questions to a collection of games.

mod answer;
mod cache;
mod export;
mod gather;
mod json;
mod library;
mod news;
mod sources;
mod text;

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, bail};
use outflank_formats::plain;
use outflank_rules::{Game, Rules};
use outflank_study::index::{Filter, GameId, Index, OpenIndexError};

use crate::cli::{DbArguments, FilterArguments};
use crate::stderr;
use answer::Answer;
use cache::Cache;
use sources::Sources;

pub(crate) use library::Library;
pub(crate) use news::{News, on_stderr};

/// How many of the things that were left out are told one by one.
const MOST_TOLD: usize = 20;

/// Answers one question. What could not be read is said on standard error; the rest of the collection is still asked.
pub(crate) fn run(arguments: &DbArguments) -> anyhow::Result<ExitCode> {
    let question = Question::new(arguments)?;
    let sources = Sources::find(&arguments.files)?;
    let cache = match arguments.no_cache {
        true => None,
        false => Cache::of(&sources),
    };
    let kept = cache.as_ref().filter(|_| !arguments.rebuild).and_then(Cache::open);
    // An index that cannot be read is made again, whatever is wrong with it.
    if let Some(asked) = kept.and_then(|file| Asked::new(file, &sources, &question).ok()) {
        return asked.tell(&question, arguments);
    }
    let mut tell = on_stderr();
    let index = build(&sources, &mut tell)?;
    keep(cache, &index, &mut tell);
    Asked::new(Cursor::new(index), &sources, &question)?.tell(&question, arguments)
}

/// Keeps an index for the next time. Without one, the next time takes longer.
fn keep(cache: Option<Cache>, index: &[u8], tell: &mut dyn FnMut(News)) {
    if let Some(Err(error)) = cache.map(|cache| cache.keep(index)) {
        tell(News::NotKept(error));
    }
}

/// Makes the index of the games.
fn build(sources: &Sources, tell: &mut dyn FnMut(News)) -> anyhow::Result<Vec<u8>> {
    let collection = gather::gather(sources, tell);
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut index = Vec::new();
    collection.write(&mut index, sources.key(), threads)?;
    Ok(index)
}

/// What is asked for.
struct Question {
    filter: Filter,
    /// The game that leads to the position of the filter.
    way: Option<Game>,
}

impl Question {
    fn new(arguments: &DbArguments) -> anyhow::Result<Question> {
        let FilterArguments { player, against, year, tournament, opening, position } = &arguments.filter;
        let way = position.as_deref().map(game_in).transpose().context("--position")?;
        let filter = Filter {
            player: player.clone(),
            against: against.clone(),
            years: year.clone(),
            event: tournament.clone(),
            opening: opening.clone(),
            position: way.as_ref().map(|game| *game.position()),
        };
        Ok(Question { filter, way })
    }
}

/// The game that moves make, or that begins with a board.
fn game_in(text: &str) -> anyhow::Result<Game> {
    let record = plain::parse(text)?.check()?;
    match record.rules() {
        Rules::Standard => Ok(record.game().clone()),
        rules => bail!("expected a position of the standard game, found one of {rules}"),
    }
}

/// An index that was asked: everything that has to be read from it has been.
struct Asked<R> {
    index: Index<R>,
    games: Vec<GameId>,
}

impl<R: Read + Seek> Asked<R> {
    fn new(stream: R, sources: &Sources, question: &Question) -> Result<Asked<R>, OpenIndexError> {
        let mut index = Index::open(stream, sources.key())?;
        let games = index.find(&question.filter)?;
        Ok(Asked { index, games })
    }

    fn tell(&self, question: &Question, arguments: &DbArguments) -> anyhow::Result<ExitCode> {
        tell(&Answer::new(&self.index, question, &self.games, arguments), arguments)
    }
}

/// Prints an answer.
fn tell(answer: &Answer<'_>, arguments: &DbArguments) -> anyhow::Result<ExitCode> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match arguments.json {
        true => json::write(answer, &mut out)?,
        false => text::write(answer, &mut out)?,
    }
    out.flush()?;
    if let Some(path) = &arguments.ggf {
        export::ggf(answer, path)?;
    }
    for what in answer.left_out.iter().take(MOST_TOLD) {
        stderr::print(format_args!("outflank: {what}"));
    }
    if let Some(more @ 1..) = answer.left_out.len().checked_sub(MOST_TOLD) {
        stderr::print(format_args!("outflank: and {more} more that could not be read"));
    }
    Ok(if answer.left_out.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The bytes of a file that is not larger than it should be.
fn read(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        bail!("expected a file of at most {most} bytes");
    }
    Ok(bytes)
}
