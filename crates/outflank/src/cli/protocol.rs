use clap::{Args, ValueEnum};
use outflank_engine::Level;
use outflank_rules::Rules;

use super::{SearchArguments, TABLE_MEBIBYTES, count_in, rules_parser};

#[derive(Args, Debug)]
pub(crate) struct EngineArguments {
    /// Protocol on standard input and output
    #[arg(value_enum)]
    pub(crate) protocol: ProtocolArgument,

    /// Level from 1 (beginner) to 10 (full strength)
    ///
    /// At level 10 the engine adapts to the clock set by a GTP client; lower levels keep their depth. A client can change the level with
    /// set_level or set depth.
    #[arg(long, value_name = "LEVEL", default_value = "10")]
    pub(crate) level: Level,

    #[command(flatten)]
    pub(crate) search: SearchArguments,

    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", value_parser = count_in(TABLE_MEBIBYTES), default_value = "64")]
    pub(crate) table: usize,

    /// Rules of the game; a client can change them
    #[arg(long, value_name = "RULES", value_parser = rules_parser(), default_value = "standard")]
    pub(crate) rules: Rules,

    /// Seed for random choices of the lower levels and the book [default: random]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProtocolArgument {
    /// Go Text Protocol version 2, adapted to Othello
    Gtp,
    /// NBoard protocol version 2
    Nboard,
}
