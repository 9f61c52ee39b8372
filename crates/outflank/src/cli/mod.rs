mod analyze;
mod book;
mod convert;
mod db;
#[cfg(all(test, feature = "serve"))]
mod documented;
mod drill;
mod matches;
mod protocol;
#[cfg(feature = "serve")]
pub(crate) mod server;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use outflank_engine::Level;
use outflank_players::{ClockConfig, PlayerName};
use outflank_rules::{Convention, Rules};
use outflank_study::openings::Language;
use outflank_study::teach::Tolerance;

use crate::commands::guide::pages::TOPICS;
use crate::console::Symbols;
use crate::person::PersonName;
use crate::storage::settings::{Alert, Discs, Theme};

pub(crate) use analyze::AnalyzeArguments;
pub(crate) use book::{
    BookAction, BookCommand, BookFormat, BookSearchArguments, BookSource, ExportArguments, GrowArguments,
    ImportArguments, MergeArguments, OutArguments, ShowArguments,
};
pub(crate) use convert::ConvertArguments;
pub(crate) use db::{DbArguments, FilterArguments};
pub(crate) use drill::{DrillArguments, DrillSubject};
pub(crate) use matches::MatchArguments;
pub(crate) use protocol::{EngineArguments, ProtocolArgument};

/// Play, study and host Othello (Reversi)
///
/// Without a command, `outflank` starts a game. `outflank guide` explains every topic in depth.
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
    /// Play against the engine or a friend at the same keyboard
    Play(PlayArguments),
    /// Learn the rules in an interactive lesson
    Learn(LearnArguments),
    /// Answer batch input in the format of UVa problem 220
    Judge(JudgeArguments),
    /// Solve endgames exactly
    Solve(SolveArguments),
    /// Analyze games and explain the mistakes
    ///
    /// Each move is compared with the best one. Losing 2 discs or more is a mistake (?), 6 or more a blunder (??). Accuracy is the average
    /// over all moves: 100 % for a move that loses nothing, halved for every 4 discs lost.
    Analyze(AnalyzeArguments),
    /// Run the engine benchmark
    ///
    /// Searches fixed positions and prints the node count and the speed. The node count is the same on every machine and changes only with
    /// the engine.
    Bench,
    /// Convert game records from one format to another
    Convert(ConvertArguments),
    /// Run as a GTP or NBoard engine
    Engine(EngineArguments),
    /// Run a match between two engines
    ///
    /// Each opening is played twice with colours swapped. An engine that crashes, hangs, makes an illegal move or runs out of time loses that
    /// game by 64 discs; it is restarted and the match continues. The exit status is 1 if one side lost every game that way.
    Match(MatchArguments),
    /// Search a game database
    Db(DbArguments),
    /// Show, grow, merge and convert opening books
    Book(BookCommand),
    /// Practise puzzles and openings
    ///
    /// A failed puzzle is repeated in the same session, and once solved again after one, three and seven days. Progress is saved in
    /// drill.json in your data folder.
    Drill(DrillArguments),
    #[cfg(feature = "serve")]
    #[command(flatten)]
    Server(server::Command),
    /// Read the guide
    ///
    /// Without a topic, lists the topics. On a terminal, pages are shown with $PAGER or less.
    Guide(GuideArguments),
    /// Count the games of a given length (perft)
    Perft(PerftArguments),
    /// Print a shell completion script
    Completions(CompletionsArguments),
    /// Print the manual page
    Man,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArguments {
    /// Rules of the game [default: standard, or those of the record]
    #[arg(long, value_name = "RULES", value_parser = rules_parser())]
    pub(crate) rules: Option<Rules>,

    /// Continue from the last position of a game record
    ///
    /// Either a file or the record itself: a transcript such as f5d6c3, a board of 64 characters (X, O and -) with the side to move, GGF, SGF
    /// or any other format. FILE#7 is the seventh game of a file.
    #[arg(long, value_name = "RECORD", allow_hyphen_values = true)]
    pub(crate) from: Option<String>,

    #[command(flatten)]
    pub(crate) players: PlayersArguments,

    /// Characters for black and white discs
    #[arg(long, value_parser = symbols_parser(), default_value = "XO")]
    pub(crate) symbols: Symbols,

    /// Time per player and increment per move in seconds, such as 300+3 [default: no clock]
    ///
    /// Only the full-screen board has clocks.
    #[arg(long, value_name = "MAIN+INCREMENT")]
    pub(crate) clock: Option<ClockConfig>,

    /// Warn before a move that loses more than this many discs [default: off; 4 without a number]
    ///
    /// The warning says what is wrong without naming the better move; confirm or choose again. With --plain, type the move a second time to
    /// confirm it. Your clock keeps running. Only works against an engine.
    #[arg(long, alias = "teach", value_name = "DISCS", num_args = 0..=1, default_missing_value = "4", overrides_with = "no_warn")]
    pub(crate) warn: Option<Tolerance>,

    /// Turn warnings off
    #[arg(long, alias = "no-teach", hide_short_help = true)]
    pub(crate) no_warn: bool,

    /// Play in lines of text instead of the full-screen board
    ///
    /// This is the default when input or output is not a terminal.
    #[arg(long)]
    pub(crate) plain: bool,

    #[command(flatten)]
    pub(crate) screen: ScreenArguments,
}

#[derive(Args, Debug)]
pub(crate) struct LearnArguments {
    /// Take the lesson in lines of text instead of on the full-screen board
    #[arg(long)]
    pub(crate) plain: bool,

    #[command(flatten)]
    pub(crate) screen: ScreenArguments,
}

/// Options of the full-screen board. Each overrides a setting.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Full-screen board")]
pub(crate) struct ScreenArguments {
    /// Your name in the records of your games [default: Player]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<PersonName>,

    /// Announce your turn after a wait of some seconds [default: auto]
    #[arg(long, value_name = "SIGNAL", value_enum)]
    pub(crate) alert: Option<Alert>,

    /// Colour theme [default: green]
    #[arg(long, value_name = "THEME", value_enum)]
    pub(crate) theme: Option<Theme>,

    /// Characters to draw with [default: auto]
    #[arg(long, value_name = "CHARACTERS", value_enum)]
    pub(crate) discs: Option<Discs>,

    /// Flip discs without animation
    #[arg(long, overrides_with = "animation")]
    pub(crate) no_animation: bool,

    /// Flip discs one after another (the default)
    #[arg(long, hide_short_help = true)]
    pub(crate) animation: bool,

    /// Don't mark legal moves
    #[arg(long, overrides_with = "marks")]
    pub(crate) no_marks: bool,

    /// Mark legal moves (the default)
    #[arg(long, hide_short_help = true)]
    pub(crate) marks: bool,

    /// Hide the coordinates beside the board
    #[arg(long, overrides_with = "coordinates")]
    pub(crate) no_coordinates: bool,

    /// Show the coordinates beside the board (the default)
    #[arg(long, hide_short_help = true)]
    pub(crate) coordinates: bool,

    /// Folder for finished games
    #[arg(long, value_name = "FOLDER")]
    pub(crate) games: Option<PathBuf>,

    /// Game database for the study screen: .wtb and .ggf files or folders of them; repeatable
    ///
    /// The first search builds an index, as in outflank db.
    #[arg(long, value_name = "PATH")]
    pub(crate) collection: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct PlayersArguments {
    /// Black player: human, engine:LEVEL, gtp:COMMAND or nboard:COMMAND [default: human]
    ///
    /// engine is the built-in engine at a level from 1 to 10, optionally with limits: engine:5,depth=6,nodes=100000,time=0.5. gtp and nboard
    /// start another engine; the command is split into words as in a shell: 'gtp:gtp-rhino', "nboard:./ntest x".
    #[arg(long, value_name = "PLAYER")]
    pub(crate) black: Option<PlayerName>,

    /// White player, in the same form [default: human]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<PlayerName>,

    /// Play against the engine at a level from 1 (beginner) to 10 (full strength)
    ///
    /// The engine plays White unless --black or --white says otherwise. Without a level, it plays at the level last chosen on the full-screen
    /// board (initially 1), or at 5 with --plain.
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,

    #[command(flatten)]
    pub(crate) search: SearchArguments,

    /// Seed for the engine's random choices [default: random]
    ///
    /// With the same seed and the same input the engine repeats its moves, as long as nothing depends on the clock: use one thread, and a level
    /// below 10 or a limit by --depth or --nodes.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Treat an external engine as hung after this many seconds without a reply
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "120")]
    pub(crate) patience: Duration,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    pub(crate) bounds: BoundsArguments,

    #[command(flatten)]
    pub(crate) book: BookArguments,

    /// Search threads per engine
    #[arg(long, value_name = "N", value_parser = count_in(THREADS), default_value = "1")]
    pub(crate) threads: usize,
}

#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct BoundsArguments {
    /// Limit the engine's time per move, instead of its level's depth
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// Limit the engine's search depth in plies, instead of its level's depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=60))]
    pub(crate) depth: Option<u8>,

    /// Limit the engine's node count, approximately, instead of its level's depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct BookArguments {
    /// Don't use the opening book
    ///
    /// By default the engine plays from its book at levels 7 to 10, choosing at random among moves of about equal value. Hints and analyses
    /// never use the book.
    #[arg(long)]
    pub(crate) no_book: bool,

    /// Opening book of the engine, as made by outflank book [default: the embedded book]
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    pub(crate) book: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct JudgeArguments {
    /// Input file, or - for standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct SolveArguments {
    /// File or position to solve, or - for standard input
    ///
    /// OBF with one position per line; a board of 64 characters (X, O and -) with the side to move; or games in any format, whose last positions
    /// are solved. Scores in OBF are compared with the results, and the exit status is 1 if one differs.
    #[arg(value_name = "FILE|POSITION", allow_hyphen_values = true)]
    pub(crate) source: String,

    /// Search threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = count_in(THREADS))]
    pub(crate) threads: Option<usize>,

    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", value_parser = count_in(TABLE_MEBIBYTES), default_value = "256")]
    pub(crate) table: usize,

    /// Number of best moves to score
    #[arg(long, value_name = "N", value_parser = count_in(LINES), default_value = "1")]
    pub(crate) lines: usize,

    /// Only determine the winner, which is faster
    ///
    /// The score is then win, draw or loss for the side to move; in JSON 1, 0 or -1.
    #[arg(long)]
    pub(crate) winner: bool,

    /// Print one JSON object per line and position
    ///
    /// Fields: number, position, empties, score (in discs, for the side to move), best, pv, depth, nodes, time (in seconds), nodes_per_second and
    /// lines; also expected and agrees if the source has scores.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct GuideArguments {
    /// Page to read [default: the list of topics]
    #[arg(value_name = "TOPIC", value_parser = PossibleValuesParser::new(TOPICS.map(|topic| PossibleValue::new(topic.name).help(topic.about))))]
    pub(crate) topic: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArguments {
    /// Depth in plies, from 0 to 60
    #[arg(value_parser = clap::value_parser!(u32).range(..=60))]
    pub(crate) depth: u32,

    /// Rules of the game
    #[arg(long, value_name = "RULES", value_parser = rules_parser(), default_value = "standard")]
    pub(crate) rules: Rules,

    /// How passes and early endings are counted
    ///
    /// bik: a pass is a ply, and a game that ends early counts once. oeis: a pass is a ply, and a game that ends early doesn't count. pass-free: a
    /// pass is not a ply, and a game that ends early counts once.
    #[arg(long, value_parser = convention_parser(), default_value = "bik")]
    pub(crate) convention: Convention,

    /// Show the count for each first move
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArguments {
    /// Shell
    pub(crate) shell: clap_complete::Shell,
}

const THREADS: RangeInclusive<u64> = 1..=256;
const TABLE_MEBIBYTES: RangeInclusive<u64> = 1..=1024 * 1024;
const LINES: RangeInclusive<u64> = 1..=64;

fn count_in(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(range)
}

fn rules_parser() -> impl TypedValueParser<Value = Rules> {
    let help = |rules: Rules| match rules {
        Rules::Standard => "Othello",
        Rules::Orthogonal => "discs flip along rows and columns only, 30 discs per player",
        Rules::Thirty => "Othello with 30 discs per player",
        Rules::Shellos => "any square next to a disc is a legal move",
    };
    PossibleValuesParser::new(Rules::ALL.map(|rules| PossibleValue::new(rules.name()).help(help(rules))))
        .try_map(|name| name.parse())
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    let language = |name: String| match name.as_str() {
        "french" => Language::French,
        "japanese" => Language::Japanese,
        _ => Language::English,
    };
    PossibleValuesParser::new(["english", "french", "japanese"]).map(language)
}

fn symbols_parser() -> impl TypedValueParser<Value = Symbols> {
    let symbols = |name: String| match name.as_str() {
        "BW" => Symbols::BW,
        "●○" => Symbols::DISCS,
        _ => Symbols::XO,
    };
    PossibleValuesParser::new(["XO", "BW", "●○"]).map(symbols)
}

fn convention_parser() -> impl TypedValueParser<Value = Convention> {
    PossibleValuesParser::new(Convention::ALL.map(Convention::name)).try_map(|name| name.parse())
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or("expected a number of seconds greater than zero, such as 2 or 0.5")
}
