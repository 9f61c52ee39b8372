//! What `outflank analyze` can be asked.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use outflank_engine::Level;
use outflank_rules::Rules;

use super::{THREADS, count_in, rules_parser, seconds};

const EXAMPLES: &str = "\
Examples:
  outflank analyze f5d6c3d3c4f4f6f3e6e7       a game that is typed or pasted
  outflank analyze game.ggf --html game.html  a report to look at in a browser
  outflank analyze games.ggf#7                the seventh game of a file
  outflank analyze *.ggf --summary            who plays how well, with which openings
  outflank analyze game.sgf --collection wthor
                                              and where it left the games of a collection";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AnalyzeArguments {
    /// The games: files, or records themselves; - is standard input
    ///
    /// A file may be in any format and have many games; FILE#7 is the seventh. What is no file is read as a record: a
    /// transcript such as f5d6c3, GGF, SGF or any other format.
    #[arg(value_name = "RECORD|FILE", required = true)]
    pub(crate) sources: Vec<String>,

    /// What games are played by, where a record does not say it [default: standard]
    #[arg(long, value_name = "RULES", value_parser = rules_parser())]
    pub(crate) rules: Option<Rules>,

    /// Search this long for each game
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub(crate) time: Duration,

    /// Look as far as the engine does when it plays at a level from 1 to 10, in place of a time
    ///
    /// With one thread the report of a game is then always the same. The highest levels may take minutes for a game.
    #[arg(long, value_name = "LEVEL", conflicts_with = "time")]
    pub(crate) level: Option<Level>,

    /// Solve games from this many empty squares on, however long it takes
    ///
    /// From 24 it takes some seconds for a game, and far longer from more. Otherwise games are solved from as early on as the time allows.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=60))]
    pub(crate) exact: Option<u8>,

    /// How many threads to search with; several games are analysed at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count_in(THREADS))]
    pub(crate) threads: Option<usize>,

    /// Say where each game left the games of a collection: files (.wtb, .ggf) or folders of them; may be given several times
    ///
    /// The first question to a collection makes an index of it, as outflank db does.
    #[arg(long, value_name = "PATH")]
    pub(crate) collection: Vec<PathBuf>,

    /// Print a line for each game and a summary, as is usual for more than three games
    #[arg(long)]
    pub(crate) summary: bool,

    /// Print everything about each game, as is usual for up to three games
    #[arg(long, conflicts_with = "summary")]
    pub(crate) full: bool,

    /// Print a JSON object for each game, on a line of its own, as soon as it is analysed
    ///
    /// Its form is described by the JSON schema docs/report.schema.json.
    #[arg(long, conflicts_with_all = ["summary", "full"])]
    pub(crate) json: bool,

    /// Write a page with a board to step through the games: one file, for a browser
    ///
    /// For this and the other files, - is standard output, in place of the text.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// Write the graph of a game as a picture
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Write the games in GGF, with what was found out as comments
    #[arg(long, value_name = "FILE")]
    pub(crate) ggf: Option<PathBuf>,

    /// Replace files that are there already
    #[arg(long)]
    pub(crate) force: bool,
}
