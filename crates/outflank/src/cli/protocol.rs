//! What `outflank engine` can be asked.

use clap::{Args, ValueEnum};
use outflank_engine::Level;
use outflank_rules::Rules;

use super::{BookArguments, BoundsArguments, TABLE_MEBIBYTES, THREADS, count_in, rules_parser};

#[derive(Args, Debug)]
pub(crate) struct EngineArguments {
    /// What to speak on standard input and output
    #[arg(value_enum)]
    pub(crate) protocol: ProtocolArgument,

    /// Play at a level from 1 (a first game) to 10 (full strength)
    ///
    /// At level 10 the engine uses the clock that a GTP client sets; the levels below it look no further than they
    /// always do. What a client says later (set_level, set depth) stands in place of this.
    #[arg(long, value_name = "LEVEL", default_value = "10")]
    pub(crate) level: Level,

    #[command(flatten)]
    pub(crate) bounds: BoundsArguments,

    #[command(flatten)]
    pub(crate) book: BookArguments,

    /// How many threads to search with
    #[arg(long, value_name = "N", value_parser = count_in(THREADS), default_value = "1")]
    pub(crate) threads: usize,

    /// How many mebibytes the table of known positions takes
    #[arg(long, value_name = "MIB", value_parser = count_in(TABLE_MEBIBYTES), default_value = "64")]
    pub(crate) table: usize,

    /// What to play by, until a client says otherwise
    #[arg(long, value_name = "RULES", value_parser = rules_parser(), default_value = "standard")]
    pub(crate) rules: Rules,

    /// Begin the random choices of the lower levels and of the book here, so that a game can be played again [default: always another]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProtocolArgument {
    /// The Go Text Protocol, version 2, as Othello programs speak it
    Gtp,
    /// The protocol of the NBoard program, version 2
    Nboard,
}
