//! The game in plain lines: a board, a prompt, a move. Its output is a fixed format that programs may read.

mod farewell;
mod input;
mod request;
mod session;
mod thinker;
mod view;

use std::io;
use std::process::ExitCode;

use anyhow::{Context, bail};
use outflank_engine::Level;
use outflank_formats::transcript;
use outflank_rules::{Game, Position};
use outflank_study::openings::{self, Language};

use crate::cli::PlayArguments;
use crate::player::{next_level, wrong_usage};
use crate::stderr;
use crate::storage::records::one;
use farewell::Farewell;
use session::{Leaving, Session};

pub(crate) use input::Input;
pub(crate) use request::HELP;
pub(crate) use view::{Symbols, moves};

/// Plays one game on standard input and output.
pub(crate) fn play(arguments: &PlayArguments) -> anyhow::Result<ExitCode> {
    if arguments.clock.is_some() {
        return Err(wrong_usage("--clock only works on the full-screen board").into());
    }
    let machines = arguments.players.machines(Level::default())?;
    let is_against_machine = machines.black.is_some() != machines.white.is_some();
    if arguments.warn.is_some() && !is_against_machine {
        return Err(wrong_usage("--warn needs an engine as the opponent; add --level 3, for example").into());
    }
    let game = first_game(arguments)?;
    let farewell = Farewell::new(arguments, &machines);
    let players = thinker::start(&arguments.players, machines.clone())?;
    let mut session =
        Session::new(&game, players, Symbols::from(arguments.symbols), farewell.clone(), io::stdout().lock());
    session.teach = arguments.warn;
    let mut input = Input::open()?;
    if input.is_terminal() {
        farewell.say_when_interrupted()?;
    }
    match session.run(&mut input)? {
        Leaving::Finished => {
            let moves = transcript::write(session.game());
            if input.is_terminal() && !moves.is_empty() {
                stderr::print(format_args!("The game: {moves}"));
                if let Some(opening) = openings::of_game(session.game(), Language::English) {
                    stderr::print(format_args!("The opening: {}", opening.name));
                }
                let level = session.winner().and_then(|winner| next_level(winner, &machines));
                if let Some(level) = level {
                    stderr::print(format_args!("Ready for level {level}? outflank play --plain --level {level}"));
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        Leaving::Quit => {
            farewell.say();
            Ok(ExitCode::SUCCESS)
        }
        Leaving::InputEnded => {
            farewell.say();
            Ok(ExitCode::FAILURE)
        }
        Leaving::Failed(error) => {
            stderr::print(format_args!("outflank: {error}"));
            farewell.say();
            Ok(ExitCode::FAILURE)
        }
    }
}

/// The game that the arguments ask for: a new one, or the one that a record tells.
fn first_game(arguments: &PlayArguments) -> anyhow::Result<Game> {
    let rules = arguments.rules.unwrap_or_default();
    let Some(source) = &arguments.from else { return Ok(Game::new(Position::initial(rules))) };
    let game = one::open(source, rules).context("--from")?.game().clone();
    match arguments.rules {
        Some(rules) if rules != game.start().rules() => {
            bail!("--from: the record is of a game by the rules {}, not {rules}", game.start().rules())
        }
        _ => Ok(game),
    }
}
