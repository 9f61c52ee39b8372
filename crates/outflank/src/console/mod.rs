mod input;
mod request;
mod resume_hint;
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
use resume_hint::ResumeHint;
use session::{Leaving, Session};

pub(crate) use input::Input;
pub(crate) use request::HELP;
pub(crate) use view::{Symbols, moves};

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
    let resume_hint = ResumeHint::new(arguments, &machines);
    let players = thinker::start(&arguments.players, machines.clone())?;
    let mut session = Session::new(&game, players, arguments.symbols, resume_hint.clone(), io::stdout().lock());
    session.teach = arguments.warn;
    let mut input = Input::open()?;
    if input.is_terminal() {
        resume_hint.print_on_interrupt()?;
    }
    let code = match session.run(&mut input)? {
        Leaving::Finished => {
            if input.is_terminal() {
                sum_up(session.game(), session.winner().and_then(|winner| next_level(winner, &machines)));
            }
            return Ok(ExitCode::SUCCESS);
        }
        Leaving::Quit => ExitCode::SUCCESS,
        Leaving::InputEnded => ExitCode::FAILURE,
        Leaving::Failed(error) => {
            stderr::print(format_args!("outflank: {error}"));
            ExitCode::FAILURE
        }
    };
    resume_hint.print();
    Ok(code)
}

fn sum_up(game: &Game, next_level: Option<Level>) {
    let moves = transcript::write(game);
    if moves.is_empty() {
        return;
    }
    stderr::print(format_args!("Moves: {moves}"));
    if let Some(opening) = openings::of_game(game, Language::English) {
        stderr::print(format_args!("Opening: {}", opening.name));
    }
    if let Some(level) = next_level {
        stderr::print(format_args!("Ready for level {level}? outflank play --plain --level {level}"));
    }
}

fn first_game(arguments: &PlayArguments) -> anyhow::Result<Game> {
    let rules = arguments.rules.unwrap_or_default();
    let Some(source) = &arguments.from else { return Ok(Game::new(Position::initial(rules))) };
    let game = one::open(source, rules).context("--from")?.game().clone();
    match arguments.rules {
        Some(rules) if rules != game.start().rules() => {
            bail!("--from: the record uses the rules {}, not {rules}", game.start().rules())
        }
        _ => Ok(game),
    }
}
