use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use outflank_formats::format::Format;
use outflank_server::{Database, GameId, Keep};

use crate::cli::convert::format_parser;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  outflank games list --status waiting --older 7d
  outflank games list --player Ann --json
  outflank games show Xh3kQ9wLm2
  outflank games export Xh3kQ9wLm2 game.ggf
  outflank games end Xh3kQ9wLm2              stop a running game without a result
  outflank games delete Xh3kQ9wLm2           remove a game and its chat for good")]
pub(crate) struct GamesArguments {
    #[command(subcommand)]
    pub(crate) command: GamesCommand,

    /// SQLite file or postgres://USER:PASSWORD@HOST/DATABASE [default: $OUTFLANK_DATABASE, or server.db in your data folder]
    ///
    /// Other users of the machine can see arguments, so pass a password in OUTFLANK_DATABASE.
    #[arg(long, value_name = "URL|PATH", global = true)]
    pub(crate) database: Option<Database>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// List games, the latest change last
    List(ListArguments),
    /// Show a game
    Show {
        /// Id of the game, as in its address
        #[arg(value_name = "GAME")]
        game: GameId,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Export games to a file
    Export(ExportArguments),
    /// End a game without a result
    ///
    /// The clocks stop, and players see that the game was cancelled. If a server has the SQLite file open, it does this, and players see it at
    /// once.
    End {
        /// Ids of the games, as in their addresses
        #[arg(value_name = "GAME", required = true)]
        games: Vec<GameId>,
    },
    /// Remove games with their chat and seats
    ///
    /// If a server has the SQLite file open, it does this: streams of the games end, and the file is rewritten as soon as no clock runs. Then
    /// nothing of the games is left, except in backups.
    Delete {
        /// Ids of the games, as in their addresses
        #[arg(value_name = "GAME", required = true)]
        games: Vec<GameId>,
        /// Delete without asking
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Args, Debug)]
pub(crate) struct ListArguments {
    /// Only games with this status; repeatable
    #[arg(long, value_name = "STATUS", value_enum)]
    pub(crate) status: Vec<StatusArgument>,

    /// Only games without a change for this long, such as 12h or 30d
    #[arg(long, value_name = "AGE")]
    pub(crate) older: Option<Keep>,

    /// Only games of a player whose name contains this
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,

    /// Only games in which an engine plays
    #[arg(long)]
    pub(crate) engine: bool,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ExportArguments {
    /// Ids of the games, as in their addresses
    #[arg(value_name = "GAME", required = true)]
    pub(crate) games: Vec<GameId>,

    /// File to write, or - for standard output; for WTHOR also a folder
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// Output format [default: by the extension of OUT]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) to: Option<Format>,

    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatusArgument {
    /// A player has not joined yet
    Waiting,
    Running,
    /// The clocks are stopped
    Paused,
    Over,
    /// Ended without a result
    Cancelled,
}
