use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use outflank_players::{ClockConfig, Machine, ParseClockError};
use outflank_rules::Rules;
use outflank_server::{Name, PublicUrl};

use crate::cli::{SearchArguments, count_in, rules_parser, seconds};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  outflank bot http://127.0.0.1:8220                           the built-in engine at level 5
  outflank bot https://othello.example --player engine:8 --games 2
  outflank bot https://othello.example --player gtp:gtp-rhino --name Rhino
  outflank bot https://othello.example --player 'nboard:./ntest x' --no-post --count 10")]
pub(crate) struct BotArguments {
    /// Address of the server, without a path
    #[arg(value_name = "URL", value_parser = server)]
    pub(crate) url: PublicUrl,

    /// Player: engine:LEVEL, gtp:COMMAND or nboard:COMMAND
    ///
    /// engine is the built-in engine at a level from 1 to 10, optionally with limits: engine:5,depth=6,nodes=100000,time=0.5. gtp and nboard
    /// start another engine, one process per game; the command is split into words as in a shell.
    #[arg(long, value_name = "PLAYER", default_value = "engine:5")]
    pub(crate) player: Machine,

    /// Name shown to opponents, up to 24 characters [default: the engine's level, or the external engine's name]
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) name: Option<Name>,

    /// Maximum number of simultaneous games
    #[arg(long, value_name = "N", value_parser = count_in(1..=64), default_value = "4")]
    pub(crate) games: usize,

    /// Stop after this many games [default: run until stopped]
    #[arg(long, value_name = "N", value_parser = count_in(1..=1_000_000))]
    pub(crate) count: Option<usize>,

    /// Don't accept challenges, only post them
    #[arg(long, conflicts_with = "no_post")]
    pub(crate) no_accept: bool,

    /// Don't post challenges, only accept them
    #[arg(long)]
    pub(crate) no_post: bool,

    /// Only play by these rules; repeatable. Posted challenges use the first
    /// [default: all for the built-in engine, standard for others]
    #[arg(long, value_name = "RULES", value_parser = rules_parser())]
    pub(crate) rules: Vec<Rules>,

    /// Clock of posted challenges: time and increment in seconds, or none
    #[arg(long, value_name = "MAIN+INCREMENT|none", default_value = "300+3")]
    pub(crate) clock: OfferedClock,

    /// Only accept challenges without a clock or with at least this much time
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "30")]
    pub(crate) min_clock: Duration,

    /// Decline rematches
    #[arg(long)]
    pub(crate) no_rematch: bool,

    /// Accept takeback requests
    #[arg(long)]
    pub(crate) takebacks: bool,

    /// File with the bot's secret [default: one per server and player, in your data folder]
    ///
    /// The secret identifies the bot to the server. It is created on the first run. With the same secret, a restarted bot resumes its games.
    #[arg(long, value_name = "PATH")]
    pub(crate) secret_file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArguments,

    /// Restart an external engine after this many seconds without a reply, in games without a clock
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
    Name::new(text.to_owned()).map_err(|error| error.to_string())
}
