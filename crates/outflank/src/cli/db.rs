use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use outflank_study::openings::Language;

use super::language_parser;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  outflank db wthor                                    an overview of the games in a folder
  outflank db wthor --player tamenori --against murakami
  outflank db wthor --position f5d6c3d3c4              the moves played after the Tiger opening
  outflank db wthor --year 1990-1999 --opening rose --ggf rose.ggf")]
pub(crate) struct DbArguments {
    /// WTHOR files (.wtb), GGF files (.ggf), or folders of them
    ///
    /// Player and tournament names are read from the .jou and .trn files in the folder of the .wtb files. The first search builds an index in your
    /// cache folder; it is rebuilt when a file changes.
    #[arg(value_name = "FILE|FOLDER", required = true)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) filter: FilterArguments,

    /// Number of games to list, latest first [default: 10 with a filter, otherwise 0]
    #[arg(long, value_name = "N")]
    pub(crate) list: Option<usize>,

    /// Language of opening names in the output; searches accept all languages
    #[arg(long, value_parser = language_parser(), default_value = "english")]
    pub(crate) language: Language,

    /// Print the result as one JSON object
    ///
    /// Fields: games, sources, years, players, tournaments, results (for Black); player, openings and position if requested; list (the games
    /// selected by --list) and left_out (what could not be read).
    #[arg(long)]
    pub(crate) json: bool,

    /// Write all matching games to a new GGF file
    #[arg(long, value_name = "OUT")]
    pub(crate) ggf: Option<PathBuf>,

    /// Don't read or write the index in the cache folder
    #[arg(long, conflicts_with = "rebuild")]
    pub(crate) no_cache: bool,

    /// Rebuild the index even if it is up to date
    #[arg(long)]
    pub(crate) rebuild: bool,
}

/// Filters. Names match by any part, in any order and case, with or without accents.
#[derive(Args, Debug)]
pub(crate) struct FilterArguments {
    /// Only games of this player, with results; part of the name is enough
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,

    /// Only games of the player against this opponent
    #[arg(long, value_name = "NAME", requires = "player")]
    pub(crate) against: Option<String>,

    /// Only games of this year or range of years, such as 1990-1999
    #[arg(long, value_name = "YEARS", value_parser = years)]
    pub(crate) year: Option<RangeInclusive<u16>>,

    /// Only games of this tournament
    #[arg(long, value_name = "NAME")]
    pub(crate) tournament: Option<String>,

    /// Only games with this opening or one of its continuations
    ///
    /// The full name in any language, or part of it.
    #[arg(long, value_name = "NAME")]
    pub(crate) opening: Option<String>,

    /// Only games with this position, and the moves played in it
    ///
    /// The moves that lead to it, such as f5d6c3, or a board of 64 characters (X, O and -) with the side to move. Symmetric positions and
    /// transpositions match too.
    #[arg(long, value_name = "MOVES|BOARD", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

fn years(text: &str) -> Result<RangeInclusive<u16>, &'static str> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a year such as 1999, or years such as 1990-1999"),
    }
}
