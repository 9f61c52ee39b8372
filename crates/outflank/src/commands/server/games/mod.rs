mod text;

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use outflank_rules::Color;
use outflank_server::store::{Occupant, Status, Summary};
use outflank_server::{GameId, Keep, Operator};

use crate::cli::ConvertArguments;
use crate::cli::server::{ExportArguments, GamesArguments, GamesCommand, ListArguments, StatusArgument};
use crate::commands::convert::Output;
use crate::commands::server::service;
use crate::player::wrong_usage;
use crate::storage::records::NamesFiles;

pub(crate) fn run(arguments: &GamesArguments) -> anyhow::Result<ExitCode> {
    let database = service::database(arguments.database.as_ref())?;
    service::block_on(async {
        let operator = Operator::open(&database).await?;
        let done = execute(&operator, &arguments.command).await;
        operator.close().await;
        done
    })
}

async fn execute(operator: &Operator, command: &GamesCommand) -> anyhow::Result<()> {
    match command {
        GamesCommand::List(arguments) => list(operator, arguments).await,
        GamesCommand::Show { game, json } => {
            let game = operator.game(*game).await?;
            match json {
                true => text::write_json(&text::shown(&game)),
                false => text::show(&game),
            }
        }
        GamesCommand::Export(arguments) => export(operator, arguments).await,
        GamesCommand::End { games } => {
            for &game in games {
                operator.end(game).await.with_context(|| game.to_string())?;
                writeln!(io::stdout(), "Ended {game}")?;
            }
            Ok(())
        }
        GamesCommand::Delete { games, yes } => delete(operator, games, *yes).await,
    }
}

async fn list(operator: &Operator, arguments: &ListArguments) -> anyhow::Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut games = Vec::new();
    operator
        .each(|summary| {
            if is_wanted(&summary, arguments, now) {
                games.push(summary);
            }
        })
        .await?;
    games.sort_unstable_by_key(|summary| (summary.updated, summary.id));
    match arguments.json {
        true => games.iter().try_for_each(|summary| text::write_json(&text::listed(summary))),
        false => text::list(&games),
    }
}

fn is_wanted(summary: &Summary, arguments: &ListArguments, now: Duration) -> bool {
    let ListArguments { status, older, player, engine, json: _ } = arguments;
    let status = status.is_empty() || status.iter().any(|&wanted| status_of(wanted) == summary.status);
    let idle = now.saturating_sub(Duration::from_millis(summary.updated.as_millis()));
    let old = match older {
        None => true,
        Some(Keep::For(age)) => idle >= *age,
        Some(Keep::Forever) => false,
    };
    let is_named = |name: &String| {
        let wanted = name.to_lowercase();
        let is_theirs =
            |color| summary.names[color].as_ref().is_some_and(|name| name.as_str().to_lowercase().contains(&wanted));
        Color::ALL.into_iter().any(is_theirs)
    };
    let has_engine = || Color::ALL.into_iter().any(|color| matches!(summary.occupants[color], Occupant::Engine(_)));
    status && old && player.as_ref().is_none_or(is_named) && (!engine || has_engine())
}

fn status_of(argument: StatusArgument) -> Status {
    match argument {
        StatusArgument::Waiting => Status::Waiting,
        StatusArgument::Running => Status::Running,
        StatusArgument::Paused => Status::Paused,
        StatusArgument::Over => Status::Over,
        StatusArgument::Cancelled => Status::Cancelled,
    }
}

async fn export(operator: &Operator, arguments: &ExportArguments) -> anyhow::Result<()> {
    let ExportArguments { games, output, to, force } = arguments;
    let convert = ConvertArguments {
        inputs: Vec::new(),
        output: output.clone(),
        from: None,
        to: *to,
        openings: None,
        force: *force,
        players: None,
        tournaments: None,
    };
    let mut output = Output::open(&convert, &NamesFiles { players: None, tournaments: None })?;
    for &game in games {
        let record = operator.game(game).await?.record;
        output.push(&record)?.with_context(|| game.to_string())?;
    }
    output.finish(&mut |remark| crate::stderr::print(format_args!("outflank: {remark}")))
}

async fn delete(operator: &Operator, games: &[GameId], yes: bool) -> anyhow::Result<()> {
    for &game in games {
        let stored = operator.game(game).await?;
        if !yes && !confirm(&format!("Delete {}?", text::line(&stored.summary)))? {
            writeln!(io::stdout(), "Kept {game}")?;
            continue;
        }
        operator.delete(game).await.with_context(|| game.to_string())?;
        writeln!(io::stdout(), "Deleted {game}")?;
    }
    Ok(())
}

fn confirm(question: &str) -> anyhow::Result<bool> {
    if !io::stdin().is_terminal() {
        return Err(wrong_usage("cannot ask before deleting: pass --yes").into());
    }
    write!(io::stderr(), "{question} [y/N] ")?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
}
