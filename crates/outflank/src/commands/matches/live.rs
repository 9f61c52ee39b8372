//! What is seen of a match while it is played, on standard error: a table that is drawn again on a terminal, else a line for
//! each game.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use outflank_players::matches::{MatchEnding, MatchGame, Score, Side};
use outflank_render::sanitize;

use super::table;
use crate::cli::MatchArguments;
use crate::stderr;

pub(super) struct Live<'a> {
    arguments: &'a MatchArguments,
    total: usize,
    /// `None` where lines are printed.
    drawn: Option<ProgressBar>,
}

impl<'a> Live<'a> {
    pub(super) fn new(arguments: &'a MatchArguments, before: &[MatchGame]) -> Live<'a> {
        let total = arguments.games.div_ceil(2) as usize * 2;
        if !before.is_empty() {
            stderr::print(format_args!("{} games were played before", before.len()));
        }
        let drawn = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{msg}") {
                bar.set_style(style);
            }
            bar
        });
        Live { arguments, total, drawn }
    }

    /// Another game is over.
    pub(super) fn show(&self, played: &MatchGame, score: &Score) {
        let Some(bar) = &self.drawn else {
            return stderr::print(line(played, self.total));
        };
        if let MatchEnding::Fault { .. } = played.ending {
            bar.println(sanitize::line(&line(played, self.total)));
        }
        let games = score.games().total();
        bar.set_message(format!("{games} of {} games\n\n{}", self.total, table::score(self.arguments, score)));
    }

    /// Makes room for what comes after the match.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.drawn {
            bar.finish_and_clear();
        }
    }
}

/// A game in a line.
fn line(played: &MatchGame, total: usize) -> String {
    let colour = played.color_of(Side::A);
    let result = match played.margin(Side::A) {
        0 => "draw".to_owned(),
        margin @ 1.. => format!("A wins by {margin}"),
        margin => format!("B wins by {}", -i16::from(margin)),
    };
    let why = match &played.ending {
        MatchEnding::Board => String::new(),
        MatchEnding::Resignation { by } => format!(" ({by} resigns)"),
        MatchEnding::Fault { by, kind, message } => format!(" ({by}, {kind}: {message})"),
    };
    format!("game {} of {total}, A {colour}: {result}{why}", played.number + 1)
}
