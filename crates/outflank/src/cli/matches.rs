use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use outflank_players::matches::Sprt;
use outflank_players::{ClockConfig, Machine};
use outflank_rules::Rules;

use super::{SearchArguments, THREADS, count_in, rules_parser, seconds};

#[derive(Args, Debug)]
pub(crate) struct MatchArguments {
    /// First player: engine:LEVEL, gtp:COMMAND or nboard:COMMAND
    ///
    /// engine is the built-in engine at a level from 1 to 10 (default 5), optionally with limits: engine:5,depth=6,nodes=100000,time=0.5. gtp and
    /// nboard start another engine; the command is split into words as in a shell: 'gtp:gtp-rhino', "nboard:./ntest x".
    #[arg(value_name = "A")]
    pub(crate) a: Machine,

    /// Second player
    #[arg(value_name = "B")]
    pub(crate) b: Machine,

    /// Number of games, rounded up to an even number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000), default_value = "100")]
    pub(crate) games: u32,

    /// Openings: a file, xot or none [default: xot for the standard rules, otherwise none]
    ///
    /// A file has transcripts, one per line, or games or positions in any other format; games start from the last position. xot is a list of 3,623
    /// balanced eight-move openings for the standard rules. none is the initial position. Openings are shuffled with the seed and reused when
    /// there are too few.
    #[arg(long, value_name = "FILE|xot|none")]
    pub(crate) openings: Option<String>,

    /// Rules of the game
    #[arg(long, value_name = "RULES", value_parser = rules_parser(), default_value = "standard")]
    pub(crate) rules: Rules,

    /// Number of simultaneous games
    #[arg(long, value_name = "N", value_parser = count_in(THREADS), default_value = "1")]
    pub(crate) concurrency: usize,

    // Hold for both players unless a player's name has its own.
    #[command(flatten)]
    pub(crate) search: SearchArguments,

    /// Time per player and increment per move in seconds, such as 60+1
    ///
    /// A player that runs out of time loses. The built-in engine adapts to the clock at level 10; lower levels keep their depth.
    #[arg(long, value_name = "MAIN+INCREMENT")]
    pub(crate) clock: Option<ClockConfig>,

    /// Tolerance before a clock overrun loses the game
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0.1", requires = "clock")]
    pub(crate) margin: Duration,

    /// Treat an external engine as hung after this many seconds without a reply, in games without a clock
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "120")]
    pub(crate) patience: Duration,

    /// Stop early with a sequential probability ratio test between two Elo differences, such as 0,10
    ///
    /// The test runs on pairs of games, with 5 % error probability on either side.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,

    /// Seed for the order of openings and the engine's random choices
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,

    /// Save finished games to this file, and resume from it
    ///
    /// To resume a stopped match, run the same command. Only --games and --concurrency may differ.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,

    /// Write the result and all games to a JSON file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Append each finished game to a GGF file
    #[arg(long, value_name = "FILE")]
    pub(crate) ggf: Option<PathBuf>,
}
