//! Arguments of `outflank learn`.

use clap::Args;

use super::ScreenArguments;

#[derive(Args, Debug)]
pub(crate) struct LearnArguments {
    /// Take the lesson in lines of text instead of on the full-screen board
    #[arg(long)]
    pub(crate) plain: bool,

    #[command(flatten)]
    pub(crate) screen: ScreenArguments,
}
