mod import;
mod json;
mod library;
mod result;
mod sources;
mod text;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use outflank_formats::{ggf, plain};
use outflank_rules::{Game, Rules};
use outflank_study::index::Filter;
use outflank_study::openings;

use crate::cli::{DbArguments, FilterArguments};
use crate::stderr;
use crate::storage::draft::Target;
use library::CacheUse;
use result::SearchResult;

pub(crate) use library::{IndexEvent, Library, on_stderr};

const MAX_LISTED_ERRORS: usize = 20;

pub(crate) fn run(arguments: &DbArguments) -> anyhow::Result<ExitCode> {
    let query = Query::new(arguments)?;
    let cache_use = match (arguments.no_cache, arguments.rebuild) {
        (true, _) => CacheUse::Never,
        (false, true) => CacheUse::Rebuild,
        (false, false) => CacheUse::ReadAndWrite,
    };
    let mut library = Library::open_with(&arguments.files, cache_use, on_stderr())?;
    let games = library.ask(|index| index.find(&query.filter))?;
    let result = SearchResult::new(library.index(), &query, &games, arguments);

    let mut out = io::BufWriter::new(io::stdout().lock());
    match arguments.json {
        true => json::write(&result, &mut out)?,
        false => text::write(&result, &mut out)?,
    }
    out.flush()?;
    if let Some(path) = &arguments.ggf {
        export(&result, path).with_context(|| path.display().to_string())?;
    }
    for what in result.left_out.iter().take(MAX_LISTED_ERRORS) {
        stderr::print(format_args!("outflank: {what}"));
    }
    if let Some(more @ 1..) = result.left_out.len().checked_sub(MAX_LISTED_ERRORS) {
        stderr::print(format_args!("outflank: and {more} more that could not be read"));
    }
    Ok(if result.left_out.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Query {
    filter: Filter,
    line: Option<Game>,
}

impl Query {
    fn new(arguments: &DbArguments) -> anyhow::Result<Query> {
        let FilterArguments { player, against, year, tournament, opening, position } = &arguments.filter;
        let line = position.as_deref().map(parse_position).transpose().context("--position")?;
        let filter = Filter {
            player: player.clone(),
            against: against.clone(),
            years: year.clone(),
            event: tournament.clone(),
            opening: opening.clone(),
            position: line.as_ref().map(|game| *game.position()),
        };
        Ok(Query { filter, line })
    }
}

fn parse_position(text: &str) -> anyhow::Result<Game> {
    let record = plain::parse(text)?.check()?;
    match record.rules() {
        Rules::Standard => Ok(record.game().clone()),
        rules => bail!("expected a standard Othello position, found {rules}"),
    }
}

/// Writes a GGF file. Never overwrites one: it could be one of the sources.
fn export(result: &SearchResult<'_>, path: &Path) -> anyhow::Result<()> {
    let target = Target::new(path)?;
    if target.exists() {
        bail!("already exists; choose another name");
    }
    let mut draft = target.draft()?;
    for game in &result.games {
        let mut record = game.record();
        openings::complete(&mut record, result.language);
        writeln!(draft, "{}", ggf::write(&record)?)?;
    }
    Ok(draft.keep()?)
}
