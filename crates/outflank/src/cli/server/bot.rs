//! Arguments of `outflank bot`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use outflank_players::{ClockConfig, Machine, ParseClockError};
use outflank_rules::Rules;
use outflank_server::{Name, PublicUrl};

use crate::cli::{BookArguments, BoundsArguments, THREADS, count_in, rules_parser, seconds};

const EXAMPLES: &str = "\
Examples:
  outflank bot http://127.0.0.1:8220                           our engine at level 5
  outflank bot https://othello.example --player engine:8 --games 2
  outflank bot https://othello.example --player gtp:gtp-rhino --name Rhino
  outflank bot https://othello.example --player 'nboard:./ntest x' --no-post --count 10";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BotArguments {
    /// The address of the server, without a path
    #[arg(value_name = "URL", value_parser = server)]
    pub(crate) url: PublicUrl,

    /// Who plays: engine:LEVEL, gtp:COMMAND or nboard:COMMAND
    ///
    /// engine is the engine of this program at a level from 1 to 10; limits may follow, as in engine:5,depth=6,nodes=100000,time=0.5.
    /// gtp and nboard start another program by a command that is split into words as a shell does. Each game has its own process.
    #[arg(long, value_name = "PLAYER", default_value = "engine:5")]
    pub(crate) player: Machine,

    /// The name that opponents see, up to 24 characters [default: the engine's level, or what the other program calls itself]
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) name: Option<Name>,

    /// Play up to this many games at the same time
    #[arg(long, value_name = "N", value_parser = count_in(1..=64), default_value = "4")]
    pub(crate) games: usize,

    /// Stop after this many games [default: run until stopped]
    #[arg(long, value_name = "N", value_parser = count_in(1..=1_000_000))]
    pub(crate) count: Option<usize>,

    /// Post challenges, but don't accept those of others
    #[arg(long, conflicts_with = "no_post")]
    pub(crate) no_accept: bool,

    /// Accept challenges, but don't post any
    #[arg(long)]
    pub(crate) no_post: bool,

    /// Play by these rules only; may be given several times. Posted challenges use the first
    /// [default: all for our engine, standard for other programs]
    #[arg(long, value_name = "RULES", value_parser = rules_parser())]
    pub(crate) rules: Vec<Rules>,

    /// The clock of posted challenges in seconds, for the game and for each move, or none
    #[arg(long, value_name = "MAIN+INCREMENT|none", default_value = "300+3")]
    pub(crate) clock: OfferedClock,

    /// Accept challenges with at least this many seconds on the clock, or without a clock
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "30")]
    pub(crate) min_clock: Duration,

    /// Decline rematches
    #[arg(long)]
    pub(crate) no_rematch: bool,

    /// Let opponents take moves back when they ask
    #[arg(long)]
    pub(crate) takebacks: bool,

    /// Keep the bot's secret in this file [default: a file for each server and player in the program's data folder]
    ///
    /// The secret proves to the server that the seats of running games belong to this bot. It is created on the first run. With the
    /// same secret, a restarted bot resumes its games.
    #[arg(long, value_name = "PATH")]
    pub(crate) secret_file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) bounds: BoundsArguments,

    #[command(flatten)]
    pub(crate) book: BookArguments,

    /// Search with this many threads in each game
    #[arg(long, value_name = "N", value_parser = count_in(THREADS), default_value = "1")]
    pub(crate) threads: usize,

    /// Restart another program that takes longer than this for an answer in a game without a clock
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "120")]
    pub(crate) patience: Duration,
}

/// The clock of a posted challenge: `300+3`, or `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OfferedClock(pub(crate) Option<ClockConfig>);

impl FromStr for OfferedClock {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<OfferedClock, ParseClockError> {
        match text {
            "none" => Ok(OfferedClock(None)),
            text => text.parse().map(|clock| OfferedClock(Some(clock))),
        }
    }
}

fn server(text: &str) -> Result<PublicUrl, &'static str> {
    text.parse().map_err(|_| "expected the address of a server without a path, such as http://127.0.0.1:8220")
}

fn name(text: &str) -> Result<Name, String> {
    Name::try_from(text.to_owned()).map_err(|error| error.to_string())
}
