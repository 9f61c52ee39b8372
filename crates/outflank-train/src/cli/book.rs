//! The arguments of `outflank-train book`.

use clap::{Args, value_parser};

use super::{OutputArguments, SearchArguments};

#[derive(Args, Debug)]
pub(crate) struct BookArguments {
    #[command(flatten)]
    pub(crate) output: OutputArguments,

    #[command(flatten)]
    pub(crate) search: SearchArguments,

    /// Stop with this number of positions, or a few more [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) positions: Option<usize>,

    /// Stop after this many minutes, or a few seconds more [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) minutes: Option<f64>,

    /// Search depth in plies: this or one more, so that the same side moves at the end of every line [default: 14, or that
    /// of the resumed file]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=30))]
    pub(crate) depth: Option<u8>,
}
