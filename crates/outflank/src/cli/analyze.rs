use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use outflank_engine::Level;
use outflank_rules::Rules;
use outflank_study::review::{Effort, Plan};

use super::{THREADS, count_in, rules_parser, seconds};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  outflank analyze f5d6c3d3c4f4f6f3e6e7       a transcript
  outflank analyze game.ggf --html game.html  a report for the browser
  outflank analyze games.ggf#7                the seventh game of a file
  outflank analyze *.ggf --summary            a summary by player, opening, part of the game and theme
  outflank analyze *.ggf --player ada         about Ada's games: what cost her most, and what to practise
  outflank analyze game.sgf --collection wthor
                                              show where the game left known play")]
pub(crate) struct AnalyzeArguments {
    /// Files or game records, or - for standard input
    ///
    /// A file can be in any format and have many games; FILE#7 is the seventh. Other arguments are read as records: a transcript such as f5d6c3,
    /// GGF, SGF or any other format.
    #[arg(value_name = "RECORD|FILE", required = true)]
    pub(crate) sources: Vec<String>,

    /// Rules for records that don't name them [default: standard]
    #[arg(long, value_name = "RULES", value_parser = rules_parser())]
    pub(crate) rules: Option<Rules>,

    /// How much work to put into each position: quick, standard or deep [default: standard]
    ///
    /// On two cores a game takes about 2 seconds, 12 seconds or some minutes. A game always gets the same report, whatever the number of
    /// threads.
    #[arg(long, value_name = "EFFORT", value_parser = effort_parser())]
    pub(crate) effort: Option<Effort>,

    /// Choose the effort by the time it takes for a game on two cores
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "effort")]
    pub(crate) time: Option<Duration>,

    /// Analyze to the depth of a level from 1 to 10 instead
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["effort", "time"])]
    pub(crate) level: Option<Level>,

    /// Solve games exactly from this many empty squares on, however long it takes
    ///
    /// 24 takes some seconds per game, more takes much longer. By default, the effort decides.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=60))]
    pub(crate) exact: Option<u8>,

    /// Threads; games are analyzed in parallel [default: one per core]
    #[arg(long, value_name = "N", value_parser = count_in(THREADS))]
    pub(crate) threads: Option<usize>,

    /// Whose games these are: the report is about this player, and games of others are left out
    ///
    /// Words of the name in any order, with or without accents.
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,

    /// Game database to compare with: .wtb and .ggf files or folders of them; repeatable
    ///
    /// The report shows where each game left known play. The first search builds an index, as in outflank db.
    #[arg(long, value_name = "PATH")]
    pub(crate) collection: Vec<PathBuf>,

    /// Print a line per game and a summary (the default for more than three games)
    #[arg(long)]
    pub(crate) summary: bool,

    /// Print a full report of each game (the default for up to three games)
    #[arg(long, conflicts_with = "summary")]
    pub(crate) full: bool,

    /// Print one JSON object per line and game
    ///
    /// The schema is docs/report.schema.json in the repository.
    #[arg(long, conflicts_with_all = ["summary", "full"])]
    pub(crate) json: bool,

    /// Write an HTML report with a board to step through
    ///
    /// For this and the other output files, - writes to standard output instead of the text report.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// Write the evaluation graph as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Write the games as GGF with the analysis in comments
    #[arg(long, value_name = "FILE")]
    pub(crate) ggf: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
}

impl AnalyzeArguments {
    pub(crate) fn plan(&self) -> Plan {
        let effort = match (self.level, self.time) {
            (Some(level), _) => Effort::Level(level),
            (None, Some(time)) => Effort::for_time(time),
            (None, None) => self.effort.unwrap_or_default(),
        };
        let plan = Plan::from(effort);
        self.exact.map_or(plan, |empties| plan.solving(empties))
    }
}

fn effort_parser() -> impl TypedValueParser<Value = Effort> {
    PossibleValuesParser::new(Effort::NAMED.map(Effort::name)).try_map(|name| name.parse::<Effort>())
}
