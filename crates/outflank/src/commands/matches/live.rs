use indicatif::ProgressBar;
use outflank_players::matches::{MatchEnding, MatchGame, Score, Side};
use outflank_render::sanitize;

use super::table;
use crate::cli::MatchArguments;
use crate::{progress, stderr};

pub(super) struct Live<'a> {
    arguments: &'a MatchArguments,
    total: usize,
    drawn: Option<ProgressBar>,
}

impl<'a> Live<'a> {
    pub(super) fn new(arguments: &'a MatchArguments, before: &[MatchGame]) -> Live<'a> {
        let total = arguments.games.div_ceil(2) as usize * 2;
        if !before.is_empty() {
            stderr::print(format_args!("Resuming after {} games", before.len()));
        }
        let bar = progress::bar(0, "{msg}");
        Live { arguments, total, drawn: (!bar.is_hidden()).then_some(bar) }
    }

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

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.drawn {
            bar.finish_and_clear();
        }
    }
}

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
