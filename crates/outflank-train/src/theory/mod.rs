mod games;
mod openings;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use clap::Args;

use crate::files;
use games::TheoryGames;

#[derive(Args, Debug)]
pub(crate) struct TheoryArguments {
    /// Files of the WTHOR database (*.wtb) or folders of them
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Output file
    #[arg(long, value_name = "FILE", required_unless_present = "openings")]
    out: Option<PathBuf>,

    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,

    /// Print the number of games that reached each named opening, as tab-separated lines
    #[arg(long, conflicts_with = "out")]
    openings: bool,
}

pub(crate) fn run(arguments: &TheoryArguments) -> anyhow::Result<()> {
    if let Some(out) = &arguments.out {
        files::ensure_free(out, arguments.force)?;
    }
    let games = TheoryGames::read(&arguments.games)?;
    match &arguments.out {
        Some(out) => files::write(out, &games.table().pack(&games.origin())),
        None => {
            print!("{}", openings::report(&games));
            Ok(())
        }
    }
}
