//! What is said to a player who leaves before the game is over: how to go on with it, so that nothing is lost.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueEnum;
use outflank_formats::{plain, transcript};
use outflank_players::Machine;
use outflank_rules::{ByColor, Color, Game, Position, Rules};

use crate::cli::{BoundsArguments, PlayArguments, SymbolsArgument};
use crate::stderr;

/// The words, kept ready for the moment when somebody leaves. Clones share them.
#[derive(Clone)]
pub(super) struct Farewell {
    /// The players and the symbols, as they are given on the command line.
    options: String,
    text: Arc<Mutex<String>>,
}

impl Farewell {
    pub(super) fn new(arguments: &PlayArguments, machines: &ByColor<Option<Machine>>) -> Farewell {
        Farewell { options: options(arguments, machines), text: Arc::default() }
    }

    /// From now on it is this game that would be left.
    pub(super) fn prepare(&self, game: &Game) {
        let mut text = "outflank: the game is unfinished".to_owned();
        if let Some(from) = from(game) {
            text += &format!("\nTo go on with it: outflank play {}{from}", self.options);
        }
        *self.text.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    pub(super) fn say(&self) {
        stderr::print(self.text.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Says it also when Ctrl-C ends the program, as it does while the engine thinks. At the prompt the editor reads
    /// that key itself.
    pub(super) fn say_when_interrupted(&self) -> Result<(), ctrlc::Error> {
        /// What shells make of the signal.
        const INTERRUPTED: i32 = 128 + 2;
        let farewell = self.clone();
        ctrlc::set_handler(move || {
            stderr::print("");
            farewell.say();
            process::exit(INTERRUPTED);
        })
    }
}

/// The options that play on in the same way, each with a blank after it.
fn options(arguments: &PlayArguments, machines: &ByColor<Option<Machine>>) -> String {
    let machines = Color::ALL.map(|color| {
        let name = machines[color].as_ref()?.to_string();
        // No argument has the one character that cannot be quoted: zero.
        let quoted = shlex::try_quote(&name).ok()?;
        Some(format!("--{color} {quoted} "))
    });
    let BoundsArguments { time, depth, nodes } = arguments.players.bounds;
    let bounds = [
        time.map(|time| format!("--time {} ", time.as_secs_f64())),
        depth.map(|depth| format!("--depth {depth} ")),
        nodes.map(|nodes| format!("--nodes {nodes} ")),
    ];
    let symbols = Some(arguments.symbols)
        .filter(|&symbols| symbols != SymbolsArgument::Xo)
        .and_then(|symbols| symbols.to_possible_value())
        .map(|symbols| format!("--symbols {} ", symbols.get_name()));
    let book = arguments.players.book.no_book.then(|| "--no-book ".to_owned());
    let warn = arguments.warn.map(|tolerance| format!("--warn {tolerance} "));
    machines.into_iter().chain(bounds).chain([book, warn, symbols]).flatten().collect()
}

/// The options that lead to this position: one line for a game from the usual start. `None` if nothing has happened.
fn from(game: &Game) -> Option<String> {
    let rules = game.start().rules();
    if *game.start() != Position::initial(rules) {
        return Some(format!("--from '{}'", plain::write_game(game)));
    }
    let moves = Some(transcript::write(game)).filter(|moves| !moves.is_empty())?;
    match rules {
        Rules::Standard => Some(format!("--from '{moves}'")),
        _ => Some(format!("--rules {rules} --from '{moves}'")),
    }
}
