use std::io;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use outflank_formats::{plain, transcript};
use outflank_players::Machine;
use outflank_rules::{ByColor, Color, Game, Position, Rules};

use super::view::Symbols;
use crate::cli::{BookArguments, BoundsArguments, PlayArguments};
use crate::commands::INTERRUPTED;
use crate::{interrupt, stderr};

#[derive(Clone)]
pub(super) struct ResumeHint {
    options: String,
    text: Arc<Mutex<String>>,
}

impl ResumeHint {
    pub(super) fn new(arguments: &PlayArguments, machines: &ByColor<Option<Machine>>) -> ResumeHint {
        ResumeHint { options: options(arguments, machines), text: Arc::default() }
    }

    pub(super) fn update(&self, game: &Game) {
        let mut text = "outflank: the game is unfinished".to_owned();
        if let Some(from) = from(game) {
            text += &format!("\nContinue it with: outflank play {}{from}", self.options);
        }
        *self.text.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    pub(super) fn print(&self) {
        stderr::print(self.text.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Ctrl-C ends the program while the engine thinks. At the prompt the line editor reads that key.
    pub(super) fn print_on_interrupt(&self) -> io::Result<()> {
        let resume_hint = self.clone();
        interrupt::on_ctrl_c(move || {
            stderr::print("");
            resume_hint.print();
            process::exit(INTERRUPTED.into());
        })
    }
}

fn options(arguments: &PlayArguments, machines: &ByColor<Option<Machine>>) -> String {
    let machines = Color::ALL.map(|color| {
        let name = machines[color].as_ref()?.to_string();
        // Quoting fails only on a NUL byte, which no argument contains.
        let quoted = shlex::try_quote(&name).ok()?;
        Some(format!("--{color} {quoted} "))
    });
    let BoundsArguments { time, depth, nodes } = arguments.players.search.bounds;
    let bounds = [
        time.map(|time| format!("--time {} ", time.as_secs_f64())),
        depth.map(|depth| format!("--depth {depth} ")),
        nodes.map(|nodes| format!("--nodes {nodes} ")),
    ];
    let symbols = arguments.symbols;
    let [black, white] = Color::ALL.map(|color| symbols.of(color));
    let symbols = (symbols != Symbols::XO).then(|| format!("--symbols {black}{white} "));
    let BookArguments { no_book, book } = &arguments.players.search.book;
    let no_book = no_book.then(|| "--no-book ".to_owned());
    let book = book.as_ref().map(|path| format!("--book '{}' ", path.display()));
    let warn = arguments.warn.map(|tolerance| format!("--warn {tolerance} "));
    machines.into_iter().chain(bounds).chain([no_book, book, warn, symbols]).flatten().collect()
}

/// The options that lead to this position. `None` if nothing was played.
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
