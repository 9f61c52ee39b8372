//! Training: puzzles and openings, told so that a page without rules can show them.
//!
//! Nothing is remembered here. Who trains keeps the progress, sends it, and gets it back.

mod opening;
mod puzzle;
#[cfg(test)]
mod tests;

use outflank_study::drill::Progress;
use serde::Deserialize;
use serde_json::Value;

use crate::wire::{ErrorKind, Problem};

pub(crate) use opening::{next_lesson, openings, step};
pub(crate) use puzzle::{answer, next, no_such_puzzle, puzzle};

/// What somebody has kept of their training. That it cannot be read is told apart from a request that cannot: a page then puts it aside.
fn progress(kept: Option<Value>) -> Result<Progress, Problem> {
    let Some(kept) = kept else { return Ok(Progress::default()) };
    Progress::deserialize(kept)
        .map_err(|why| Problem::new(ErrorKind::UnreadableProgress, format_args!("the progress cannot be read: {why}")))
}
