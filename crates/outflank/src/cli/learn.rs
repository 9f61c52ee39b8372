//! What `outflank learn` can be asked.

use clap::Args;

use super::ScreenArguments;

#[derive(Args, Debug)]
pub(crate) struct LearnArguments {
    /// Take the lesson in plain lines of text, as it is done where there is no terminal
    #[arg(long)]
    pub(crate) plain: bool,

    #[command(flatten)]
    pub(crate) screen: ScreenArguments,
}
