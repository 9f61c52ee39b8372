use std::path::Path;

use anyhow::{Context, bail};
use outflank_formats::{Place, Transcript, UncheckedRecord};
use outflank_players::{Random, openings};
use outflank_rules::{Game, Position, Rules};

use crate::cli::MatchArguments;
use crate::player::wrong_usage;
use crate::storage::records::Opened;

pub(super) fn of(arguments: &MatchArguments) -> anyhow::Result<Vec<Game>> {
    let rules = arguments.rules;
    let mut openings = match arguments.openings.as_deref() {
        Some("none") => vec![Game::new(Position::initial(rules))],
        Some("xot") if !rules.is_standard() => {
            let message = "--openings xot needs the standard rules";
            return Err(wrong_usage(message).into());
        }
        None if !rules.is_standard() => vec![Game::new(Position::initial(rules))],
        Some("xot") | None => openings::xot(),
        Some(file) => read(Path::new(file), rules).with_context(|| file.to_owned())?,
    };
    Random::new(arguments.seed).shuffle(&mut openings);
    Ok(openings)
}

/// Transcripts, one per line, or games in any other format, whose last positions are used.
fn read(path: &Path, rules: Rules) -> anyhow::Result<Vec<Game>> {
    let opened = Opened::file(path)?;
    let source = opened.source().with_rules(rules);
    let openings = match transcripts(source.text()) {
        Some(transcripts) => transcripts.map(|(line, moves)| after(&moves, line, rules)).collect(),
        None => source.read(source.detect()?).map(|unchecked| end_of(unchecked?)).collect::<anyhow::Result<Vec<_>>>(),
    }?;
    if let Some(other) = openings.iter().map(|game| game.start().rules()).find(|&other| other != rules) {
        bail!("expected openings for {rules}, found one for {other}");
    }
    if openings.is_empty() {
        bail!("no openings found");
    }
    Ok(openings)
}

fn transcripts(text: &str) -> Option<impl Iterator<Item = (usize, Transcript)>> {
    let lines: Result<Vec<Transcript>, _> = text.lines().map(str::parse).collect();
    let mut transcripts: Vec<_> = (1..).zip(lines.ok()?).filter(|(_, moves)| !moves.moves.is_empty()).collect();
    for (line, transcript) in &mut transcripts {
        for written in &mut transcript.moves {
            // Each line was parsed on its own.
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
        Some(_) => bail!("line {line}: the game is over after these moves"),
        None => Ok(game),
    }
}

fn end_of(unchecked: UncheckedRecord) -> anyhow::Result<Game> {
    let record = unchecked.check()?;
    match record.game().outcome() {
        Some(_) => bail!("{}: the game is over", unchecked.at),
        None => Ok(record.game().clone()),
    }
}
