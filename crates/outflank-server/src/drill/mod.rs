mod opening;
mod play_out;
mod puzzle;
#[cfg(test)]
mod tests;

use outflank_rules::Square;
use outflank_study::drill::Progress;
use serde::Deserialize;
use serde_json::Value;

use crate::wire::{ErrorKind, Problem};

pub(crate) use opening::{next_lesson, openings, step};
pub(crate) use play_out::PlayOutStep;
pub(crate) use puzzle::{answer, next, no_such_puzzle, puzzle, today};

/// Unreadable progress has its own error, so that the page can put it aside.
fn progress(kept: Option<Value>) -> Result<Progress, Problem> {
    let Some(kept) = kept else { return Ok(Progress::default()) };
    Progress::deserialize(kept)
        .map_err(|why| Problem::new(ErrorKind::UnreadableProgress, format_args!("cannot read the progress: {why}")))
}

fn written(moves: impl Iterator<Item = Square>) -> String {
    moves.map(|square| square.to_string()).collect()
}
