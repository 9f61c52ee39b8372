//! The command line: what can be asked for, and the help texts.

mod analyze;
mod convert;
mod db;
#[cfg(all(test, feature = "serve"))]
mod documented;
mod drill;
mod learn;
mod matches;
mod protocol;
#[cfg(feature = "serve")]
pub(crate) mod server;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use outflank_engine::Level;
use outflank_players::{BookUse, ClockConfig, PlayerName};
use outflank_rules::{Convention, Rules};
use outflank_study::openings::Language;
use outflank_study::teach::Tolerance;

use crate::settings::{Discs, Theme};

pub(crate) use analyze::AnalyzeArguments;
pub(crate) use convert::ConvertArguments;
pub(crate) use db::{DbArguments, FilterArguments};
pub(crate) use drill::{DrillArguments, DrillSubject};
pub(crate) use learn::LearnArguments;
pub(crate) use matches::MatchArguments;
pub(crate) use protocol::{EngineArguments, ProtocolArgument};

/// Othello (Reversi): play it, solve it, judge it, count it.
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
    /// Play a game against the engine, or with somebody at this keyboard
    Play(PlayArguments),
    /// Learn to play in a few minutes: an interactive lesson
    Learn(LearnArguments),
    /// Answer boards and commands in the batch format of the contest problem UVa 220
    Judge(JudgeArguments),
    /// Find the result of positions with best play to the end
    Solve(SolveArguments),
    /// Tell what games have to teach: what each move cost, where the game turned, and why
    ///
    /// A move is compared with the best one. One that costs 2 discs or more is a mistake (?), one that costs 6 or more a blunder (??). Accuracy
    /// is the mean over moves: 100 % for a move that costs nothing, and half as much for every 4 discs that it costs.
    Analyze(AnalyzeArguments),
    /// Search fixed positions, and tell how many positions were visited and how fast
    ///
    /// The number of positions is the same on every machine, and changes only with the engine.
    Bench,
    /// Turn records from one format into another
    Convert(ConvertArguments),
    /// Speak to other Othello software: GTP or NBoard on standard input and output
    Engine(EngineArguments),
    /// Let two engines play a match, and tell which is stronger
    ///
    /// Each opening is played twice, with colours changed. Who crashes, hangs, makes an illegal move or lets its time run
    /// out loses that game by 64 discs; it is started again, and the match goes on.
    Match(MatchArguments),
    /// Ask a collection of games
    Db(DbArguments),
    /// Train with puzzles from real games, and play openings from memory
    ///
    /// What was wrong comes again in the same session, and once it is right after one, three and seven days. What is
    /// remembered is in a file of the user, drill.json.
    Drill(DrillArguments),
    #[cfg(feature = "serve")]
    #[command(flatten)]
    Server(server::Command),
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
    /// A file with a record, or, if there is no file of that name, the record itself: a transcript such as f5d6c3, a
    /// board of 64 characters (X, O and -) with the side to move, GGF, SGF or any other format. Of a file with several
    /// games, FILE#7 is the seventh.
    #[arg(long, value_name = "RECORD", allow_hyphen_values = true)]
    pub(crate) from: Option<String>,

    #[command(flatten)]
    pub(crate) players: PlayersArguments,

    /// The characters for Black's and White's discs
    #[arg(long, value_enum, default_value_t = SymbolsArgument::Xo)]
    pub(crate) symbols: SymbolsArgument,

    /// The time of each player in seconds, for the game and for each move: 300+3 [default: none]
    ///
    /// Only the full-screen board has clocks.
    #[arg(long, value_name = "MAIN+INCREMENT")]
    pub(crate) clock: Option<ClockConfig>,

    /// Against a machine, get a word about a move that costs more than so many discs before it is final: 4 if no number is given
    ///
    /// The word says what is wrong with the move, and not what is better; then you may play it or think again. In plain lines the
    /// move is played by typing it a second time. With a clock, yours goes on while the move is looked at and while the word is on
    /// the screen. Two people who play each other are not taught. The full-screen board keeps a choice made there for the next time.
    #[arg(long, value_name = "DISCS", num_args = 0..=1, default_missing_value = "4", overrides_with = "no_teach")]
    pub(crate) teach: Option<Tolerance>,

    /// No word about any move, as is usual
    #[arg(long, hide_short_help = true)]
    pub(crate) no_teach: bool,

    /// Play in plain lines of text, as it is done where there is no terminal
    ///
    /// On a terminal a full-screen board is shown otherwise. It begins with a menu, unless the arguments say what to play.
    #[arg(long)]
    pub(crate) plain: bool,

    #[command(flatten)]
    pub(crate) screen: ScreenArguments,
}

/// How the full-screen board looks. Each of these has a setting that holds where the flag is not given.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Full-screen board")]
pub(crate) struct ScreenArguments {
    /// The colours [default: green]
    #[arg(long, value_name = "THEME", value_enum)]
    pub(crate) theme: Option<Theme>,

    /// The characters to draw with [default: what the terminal can show]
    #[arg(long, value_name = "CHARACTERS", value_enum)]
    pub(crate) discs: Option<Discs>,

    /// Flip all discs at once
    #[arg(long, overrides_with = "animation")]
    pub(crate) no_animation: bool,

    /// Flip discs one after another, as is usual
    #[arg(long, hide_short_help = true)]
    pub(crate) animation: bool,

    /// Do not mark the squares that can be played
    #[arg(long, overrides_with = "marks")]
    pub(crate) no_marks: bool,

    /// Mark the squares that can be played, as is usual
    #[arg(long, hide_short_help = true)]
    pub(crate) marks: bool,

    /// Leave out the letters and numbers beside the board
    #[arg(long, overrides_with = "coordinates")]
    pub(crate) no_coordinates: bool,

    /// Show the letters and numbers beside the board, as is usual
    #[arg(long, hide_short_help = true)]
    pub(crate) coordinates: bool,

    /// Where finished games go
    #[arg(long, value_name = "FOLDER")]
    pub(crate) games: Option<PathBuf>,

    /// A collection of games to explore in the study: files (.wtb, .ggf) or folders of them; may be given several times
    ///
    /// The first question to a collection makes an index of it, as outflank db does.
    #[arg(long, value_name = "PATH")]
    pub(crate) collection: Vec<PathBuf>,
}

/// Who plays.
#[derive(Args, Debug)]
pub(crate) struct PlayersArguments {
    /// Who plays Black: human, engine:LEVEL, gtp:COMMAND or nboard:COMMAND [default: human]
    ///
    /// engine is the engine of this program, at a level from 1 to 10; how far it looks may follow, as in
    /// engine:5,depth=6,nodes=100000,time=0.5. gtp and nboard are other programs, started with a command that is split
    /// into words as a shell does, as in 'gtp:gtp-rhino' or "nboard:./ntest x".
    #[arg(long, value_name = "PLAYER")]
    pub(crate) black: Option<PlayerName>,

    /// Who plays White, in the same way [default: human]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<PlayerName>,

    /// Play against the engine at a level from 1 (a first game) to 10 (full strength)
    ///
    /// The engine takes White, unless --black or --white says otherwise. An engine without a level plays at the level chosen
    /// last on the full-screen board, which is 1 at first, and in plain lines at 5.
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,

    #[command(flatten)]
    pub(crate) bounds: BoundsArguments,

    #[command(flatten)]
    pub(crate) book: BookArguments,

    /// How many threads an engine searches with
    #[arg(long, value_name = "N", value_parser = count_in(THREADS), default_value = "1")]
    pub(crate) threads: usize,

    /// Begin the engine's random choices here, so that a game can be played again [default: always another]
    ///
    /// The same session, typed from its beginning, is answered in the same way as long as nothing depends on the clock:
    /// with one thread, at a level below 10 or with a --depth or --nodes.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// How long another program may take for an answer before it counts as hung
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "120")]
    pub(crate) patience: Duration,
}

/// How far an engine looks, in place of what its level says.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct BoundsArguments {
    /// Let an engine think this long about a move, in place of its level's depth
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// Let an engine look this many plies ahead, in place of its level's depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=60))]
    pub(crate) depth: Option<u8>,

    /// Let an engine visit about this many positions, in place of its level's depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

/// Whether engines open by the book.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct BookArguments {
    /// Let engines think about every move, also where the opening book knows one
    ///
    /// Otherwise the engine of this program opens by the book at the levels 7 to 10, in many ways that are all about as
    /// good. Hints and analyses never come from the book.
    #[arg(long)]
    pub(crate) no_book: bool,
}

impl From<BookArguments> for BookUse {
    fn from(arguments: BookArguments) -> BookUse {
        if arguments.no_book { BookUse::Never } else { BookUse::ByLevel }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SymbolsArgument {
    #[value(name = "XO")]
    Xo,
    #[value(name = "BW")]
    Bw,
    #[value(name = "●○")]
    Discs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LanguageArgument {
    English,
    French,
    Japanese,
}

impl From<LanguageArgument> for Language {
    fn from(argument: LanguageArgument) -> Language {
        match argument {
            LanguageArgument::English => Language::English,
            LanguageArgument::French => Language::French,
            LanguageArgument::Japanese => Language::Japanese,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct JudgeArguments {
    /// The input; - is standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct SolveArguments {
    /// What to solve: a file, or the position itself; - is standard input
    ///
    /// OBF, a position to a line, whose scores the results are compared with; a board of 64 characters (X, O and -)
    /// with the side to move; or games in any format, whose last positions are solved. The exit status is 1 if a score
    /// is not the one in the source.
    #[arg(value_name = "FILE|POSITION", allow_hyphen_values = true)]
    pub(crate) source: String,

    /// How many threads to search with [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count_in(THREADS))]
    pub(crate) threads: Option<usize>,

    /// How many mebibytes the table of known positions takes
    #[arg(long, value_name = "MIB", value_parser = count_in(TABLE_MEBIBYTES), default_value = "256")]
    pub(crate) table: usize,

    /// How many of the best moves to score
    #[arg(long, value_name = "N", value_parser = count_in(LINES), default_value = "1")]
    pub(crate) lines: usize,

    /// Find out only who wins, which is quicker
    ///
    /// A score is then a win, a draw or a loss for the side to move; in JSON 1, 0 or -1.
    #[arg(long)]
    pub(crate) winner: bool,

    /// Print a JSON object for each position, on a line of its own, as soon as it is solved
    ///
    /// It has number, position, empties, score (in discs, for the side to move), best, pv, depth, nodes, time (in
    /// seconds), nodes_per_second and lines; and expected (as score) and agrees where the source names scores.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArguments {
    /// How many plies to look ahead, from 0 to 60
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

const THREADS: RangeInclusive<u64> = 1..=256;
/// Up to a tebibyte.
const TABLE_MEBIBYTES: RangeInclusive<u64> = 1..=1024 * 1024;
/// A connection is a file of the system, which has its own limit.
const CONNECTIONS: RangeInclusive<u64> = 1..=1_000_000;
/// No position has more moves than squares.
const LINES: RangeInclusive<u64> = 1..=64;

fn count_in(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(range)
}

fn rules_parser() -> impl TypedValueParser<Value = Rules> {
    let help = |rules: Rules| match rules {
        Rules::Standard => "Othello as it is played everywhere",
        Rules::Orthogonal => "discs flip along ranks and files only, 30 discs a player",
        Rules::Thirty => "standard with 30 discs a player",
        Rules::Shellos => "any square that touches a disc may be played",
    };
    PossibleValuesParser::new(Rules::ALL.map(|rules| PossibleValue::new(rules.name()).help(help(rules))))
        .try_map(|name| name.parse())
}

fn convention_parser() -> impl TypedValueParser<Value = Convention> {
    PossibleValuesParser::new(Convention::ALL.map(Convention::name)).try_map(|name| name.parse())
}

/// Reads a time such as `2` or `0.5`.
fn seconds(text: &str) -> Result<Duration, &'static str> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or("expected a number of seconds greater than zero, such as 2 or 0.5")
}
