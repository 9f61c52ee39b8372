//! Where the games of a match begin.

use std::path::Path;

use anyhow::{Context, bail};
use clap::CommandFactory;
use clap::error::ErrorKind;
use outflank_formats::{Place, Transcript, UncheckedRecord};
use outflank_players::{Random, openings};
use outflank_rules::{Game, Position, Rules};

use crate::cli::{Cli, MatchArguments};
use crate::storage::records::Opened;

/// The openings that the arguments ask for, shuffled. There is at least one.
pub(super) fn of(arguments: &MatchArguments) -> anyhow::Result<Vec<Game>> {
    let rules = arguments.rules;
    let mut openings = match arguments.openings.as_deref() {
        Some("none") => vec![Game::new(Position::initial(rules))],
        Some("xot") if !rules.is_standard() => {
            let message = "--openings xot needs the standard rules";
            return Err(Cli::command().error(ErrorKind::ArgumentConflict, message).into());
        }
        None if !rules.is_standard() => vec![Game::new(Position::initial(rules))],
        Some("xot") | None => openings::xot(),
        Some(file) => read(Path::new(file), rules).with_context(|| format!("Cannot read {file}"))?,
    };
    Random::new(arguments.seed).shuffle(&mut openings);
    Ok(openings)
}

/// Transcripts, one to a line, or games of any other format. Where such a game ends, the match begins.
fn read(path: &Path, rules: Rules) -> anyhow::Result<Vec<Game>> {
    let opened = Opened::file(path)?;
    let source = opened.source().with_rules(rules);
    let openings = match transcripts(source.text()) {
        Some(transcripts) => transcripts.map(|(line, moves)| after(&moves, line, rules)).collect(),
        None => source.read(source.detect()?).map(|unchecked| end_of(unchecked?)).collect::<anyhow::Result<Vec<_>>>(),
    }?;
    if let Some(other) = openings.iter().map(|game| game.start().rules()).find(|&other| other != rules) {
        bail!("there is a game by the rules {other} in it, and the match is by {rules}");
    }
    if openings.is_empty() {
        bail!("there is no opening in it");
    }
    Ok(openings)
}

/// The lines on which there are moves, with their numbers; `None` if there is anything else.
fn transcripts(text: &str) -> Option<impl Iterator<Item = (usize, Transcript)>> {
    let lines: Result<Vec<Transcript>, _> = text.lines().map(str::parse).collect();
    let mut transcripts: Vec<_> = (1..).zip(lines.ok()?).filter(|(_, moves)| !moves.moves.is_empty()).collect();
    for (line, transcript) in &mut transcripts {
        for written in &mut transcript.moves {
            // Each line was read alone.
            if let Place::Text(at) = &mut written.at {
                at.line = *line;
            }
        }
    }
    Some(transcripts.into_iter())
}

fn after(moves: &Transcript, line: usize, rules: Rules) -> anyhow::Result<Game> {
    let game = moves.replay(Position::initial(rules))?;
    match game.outcome() {
        Some(_) => bail!("line {line}: there is nothing left to play after these moves"),
        None => Ok(game),
    }
}

fn end_of(unchecked: UncheckedRecord) -> anyhow::Result<Game> {
    let record = unchecked.check()?;
    match record.game().outcome() {
        Some(_) => bail!("{}: there is nothing left to play after this game", unchecked.at),
        None => Ok(record.game().clone()),
    }
}
