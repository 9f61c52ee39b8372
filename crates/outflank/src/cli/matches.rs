//! What `outflank match` can be asked.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use outflank_players::matches::Sprt;
use outflank_players::{ClockConfig, Machine};
use outflank_rules::Rules;

use super::{BookArguments, BoundsArguments, THREADS, count_in, rules_parser, seconds};

#[derive(Args, Debug)]
pub(crate) struct MatchArguments {
    /// One player: engine:LEVEL, gtp:COMMAND or nboard:COMMAND
    ///
    /// engine is the engine of this program, at a level from 1 to 10, or at 5; how far it looks may follow, as in
    /// engine:5,depth=6,nodes=100000,time=0.5. gtp and nboard are other programs, started with a command that is split
    /// into words as a shell does, as in 'gtp:gtp-rhino' or "nboard:./ntest x".
    #[arg(value_name = "A")]
    pub(crate) a: Machine,

    /// The other player
    #[arg(value_name = "B")]
    pub(crate) b: Machine,

    /// How many games to play, rounded up to pairs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000), default_value = "100")]
    pub(crate) games: u32,

    /// Where the games begin: a file, xot or none [default: xot, or none for other rules]
    ///
    /// A file has transcripts, one to a line, or games or positions in any other format; a match goes on where they end.
    /// xot is a list of 3,623 openings of eight moves after which both sides are about even, and needs the standard
    /// rules; none is the start position. Openings are shuffled by the seed, and begin again when there are too few.
    #[arg(long, value_name = "FILE|xot|none")]
    pub(crate) openings: Option<String>,

    /// What to play by
    #[arg(long, value_name = "RULES", value_parser = rules_parser(), default_value = "standard")]
    pub(crate) rules: Rules,

    /// How many games to play at once
    #[arg(long, value_name = "N", value_parser = count_in(THREADS), default_value = "1")]
    pub(crate) concurrency: usize,

    /// How far both players look, unless a player's name says it. GTP is told the time, NBoard the depth
    #[command(flatten)]
    pub(crate) bounds: BoundsArguments,

    #[command(flatten)]
    pub(crate) book: BookArguments,

    /// How many threads an engine searches with
    #[arg(long, value_name = "N", value_parser = count_in(THREADS), default_value = "1")]
    pub(crate) threads: usize,

    /// Give each player this time for a game and for each move, in seconds, such as 60+1
    ///
    /// Who lets it run out loses. The engine of this program uses it all at level 10; at the levels below it looks no
    /// further than it always does.
    #[arg(long, value_name = "MAIN+INCREMENT")]
    pub(crate) clock: Option<ClockConfig>,

    /// How far a clock may run over before the game is lost
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0.1", requires = "clock")]
    pub(crate) margin: Duration,

    /// How long another program may take for an answer before it counts as hung, where there is no clock
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "120")]
    pub(crate) patience: Duration,

    /// End as soon as it is known whether A is better by the first or the second difference in Elo, such as 0,10
    ///
    /// A sequential probability ratio test on pairs of games; either wrong answer has a probability of 5 %.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,

    /// From where the order of the openings and the engine's random choices follow
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,

    /// Keep the finished games in this file, and go on where it ends
    ///
    /// A match that was stopped or killed goes on with the same command. The number of games may change, and how many are
    /// played at once; all other settings must be those of the file.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,

    /// Write the result and all games to this file as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Append each game to this file as GGF as soon as it is over
    #[arg(long, value_name = "FILE")]
    pub(crate) ggf: Option<PathBuf>,
}
