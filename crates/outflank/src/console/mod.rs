//! The game in plain lines: a board, a prompt, a move. Its output is a fixed format that programs may read.

mod files;
mod input;
mod request;
mod session;
mod thinker;
mod view;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use outflank_rules::{Color, Game, Position};

use crate::cli::PlayArguments;
use input::Input;
use session::{Leaving, Session};
use thinker::Thinker;
use view::Symbols;

/// Plays one game on standard input and output.
pub(crate) fn play(arguments: &PlayArguments) -> anyhow::Result<ExitCode> {
    let thinkers = Thinker::seated(&arguments.players)?;
    let game = first_game(arguments)?;
    let mut session = Session::new(&game, thinkers, Symbols::from(arguments.symbols), io::stdout().lock());
    match session.run(&mut Input::open()?)? {
        Leaving::Finished => Ok(ExitCode::SUCCESS),
        Leaving::Quit => {
            tell_unfinished(&session);
            Ok(ExitCode::SUCCESS)
        }
        Leaving::InputEnded => {
            tell_unfinished(&session);
            Ok(ExitCode::FAILURE)
        }
    }
}

/// The game that the arguments ask for: a new one, or the one that a record tells.
fn first_game(arguments: &PlayArguments) -> anyhow::Result<Game> {
    let rules = arguments.rules.unwrap_or_default();
    let Some(source) = &arguments.from else { return Ok(Game::new(Position::initial(rules))) };
    let game = files::game_from(source, rules).context("--from")?;
    match arguments.rules {
        Some(rules) if rules != game.start().rules() => {
            bail!("--from: the record is of a game by the rules {}, not {rules}", game.start().rules())
        }
        _ => Ok(game),
    }
}

/// Says how to go on later, so that nothing is lost.
fn tell_unfinished<W: Write>(session: &Session<W>) {
    eprintln!("outflank: the game is unfinished");
    let game = session.game();
    if game.placements().next().is_some() {
        let record = outflank_formats::Record::of(game).to_string();
        let engines: String = Color::ALL
            .into_iter()
            .filter_map(|color| session.level(color).map(|level| format!("--{color} engine:{level} ")))
            .collect();
        eprintln!("To go on with it: outflank play {engines}--from '{}'", record.trim_end());
    }
}
