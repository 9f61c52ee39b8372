//! The command line: what can be asked for, and the help texts.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use outflank_rules::{Convention, Rules};

/// Othello (Reversi): play it, judge it, count it.
///
/// Without a command, `outflank` plays.
#[derive(Debug, Parser)]
#[command(name = "outflank", version = env!("OUTFLANK_VERSION"), args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) play: PlayArguments,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game between two people at this keyboard
    Play(PlayArguments),
    /// Answer boards and commands in the batch format of the contest problem UVa 220
    Judge(JudgeArguments),
    /// Count the games of a given length
    Perft(PerftArguments),
    /// Print a script that completes outflank's arguments in a shell
    Completions(CompletionsArguments),
    /// Print the manual page
    Man,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArguments {
    /// What to play by [default: standard, or what the record says]
    #[arg(long, value_name = "RULES", value_parser = rules_parser())]
    pub(crate) rules: Option<Rules>,

    /// Begin where a record ends
    ///
    /// A file with a record, or the record itself: a transcript such as f5d6c3, or a board of 64 characters
    /// (X, O and -) with the side to move.
    #[arg(long, value_name = "RECORD", allow_hyphen_values = true)]
    pub(crate) from: Option<String>,

    /// The characters for Black's and White's discs
    #[arg(long, value_enum, default_value_t = SymbolsArgument::Xo)]
    pub(crate) symbols: SymbolsArgument,

    /// Play in plain lines of text
    #[arg(long)]
    pub(crate) plain: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SymbolsArgument {
    #[value(name = "XO")]
    Xo,
    #[value(name = "BW")]
    Bw,
    #[value(name = "●○")]
    Discs,
}

#[derive(Args, Debug)]
pub(crate) struct JudgeArguments {
    /// The input; - is standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArguments {
    /// How many plies to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(..=60))]
    pub(crate) depth: u32,

    /// What to play by
    #[arg(long, value_name = "RULES", value_parser = rules_parser(), default_value = "standard")]
    pub(crate) rules: Rules,

    /// How to count passes and games that end early
    ///
    /// bik: a pass is a ply, a game that ends early counts once. oeis: a pass is a ply, a game that ends early counts
    /// zero. pass-free: a pass takes no ply, a game that ends early counts once.
    #[arg(long, value_parser = convention_parser(), default_value = "bik")]
    pub(crate) convention: Convention,

    /// Show the count of each first move
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArguments {
    /// The shell to complete in
    pub(crate) shell: clap_complete::Shell,
}

fn rules_parser() -> impl TypedValueParser<Value = Rules> {
    let help = |rules: Rules| match rules {
        Rules::ORTHOGONAL => "discs flip along ranks and files only, 30 discs a player",
        Rules::THIRTY => "standard with 30 discs a player",
        Rules::SHELLOS => "any square that touches a disc may be played",
        _ => "Othello as it is played everywhere",
    };
    PossibleValuesParser::new(Rules::ALL.map(|rules| PossibleValue::new(rules.name()).help(help(rules))))
        .try_map(|name| name.parse())
}

fn convention_parser() -> impl TypedValueParser<Value = Convention> {
    PossibleValuesParser::new(Convention::ALL.map(Convention::name)).try_map(|name| name.parse())
}
