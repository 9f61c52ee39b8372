//! What `outflank db` can be asked.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use super::LanguageArgument;

const EXAMPLES: &str = "\
Examples:
  outflank db wthor                                    what is in the files of a folder
  outflank db wthor --player tamenori --against murakami
  outflank db wthor --position f5d6c3d3c4              what was played after the Tiger
  outflank db wthor --year 1990-1999 --opening rose --ggf rose.ggf";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DbArguments {
    /// The collection: WTHOR files (.wtb), GGF files (.ggf), or folders with such files
    ///
    /// The names of players and tournaments are read from the .jou and .trn files beside the .wtb files. The first question
    /// to a collection makes an index of it, which is kept in the user's cache folder and made again when a file changes.
    #[arg(value_name = "FILE|FOLDER", required = true)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) filter: FilterArguments,

    /// How many games to list, the latest first [default: 10, or none where nothing in particular is asked for]
    #[arg(long, value_name = "N")]
    pub(crate) list: Option<usize>,

    /// The language in which openings are named; they are found by their names in all of them
    #[arg(long, value_enum, default_value_t = LanguageArgument::English)]
    pub(crate) language: LanguageArgument,

    /// Print the answer as one JSON object
    ///
    /// It has games, sources, years, players, tournaments, results (for Black); player, openings and position where they were
    /// asked for; list (the games that --list asks for) and left_out (what could not be read).
    #[arg(long)]
    pub(crate) json: bool,

    /// Write all games that were found to a new file, in GGF
    #[arg(long, value_name = "OUT")]
    pub(crate) ggf: Option<PathBuf>,

    /// Neither read nor keep an index in the cache folder
    #[arg(long, conflicts_with = "rebuild")]
    pub(crate) no_cache: bool,

    /// Make the index again, though it seems to be up to date
    #[arg(long)]
    pub(crate) rebuild: bool,
}

/// Which games are asked for. A name is found by any of its parts, in any order and case, with or without accents.
#[derive(Args, Debug)]
pub(crate) struct FilterArguments {
    /// Only games of this player, and how they ended; a part of the name will do
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,

    /// Only games of the player against this one
    #[arg(long, value_name = "NAME", requires = "player")]
    pub(crate) against: Option<String>,

    /// Only games of this year, or of these years, such as 1990-1999
    #[arg(long, value_name = "YEARS", value_parser = years)]
    pub(crate) year: Option<RangeInclusive<u16>>,

    /// Only games of this tournament
    #[arg(long, value_name = "NAME")]
    pub(crate) tournament: Option<String>,

    /// Only games with this opening, or with one that grew out of it
    ///
    /// The name in full, in any of the languages, or else a part of names.
    #[arg(long, value_name = "NAME")]
    pub(crate) opening: Option<String>,

    /// Only games with this position, and what was played there
    ///
    /// The moves that lead there, such as f5d6c3, or a board of 64 characters (X, O and -) with the side to move. It is found
    /// however the board was turned and whichever way it was reached.
    #[arg(long, value_name = "MOVES|BOARD", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

/// Reads `1999` or `1990-1999`.
fn years(text: &str) -> Result<RangeInclusive<u16>, &'static str> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a year such as 1999, or years such as 1990-1999"),
    }
}
