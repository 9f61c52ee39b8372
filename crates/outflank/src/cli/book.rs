use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use super::{THREADS, count_in};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  outflank book show f5d6c3                  the moves of a position, with their values
  outflank book grow --out my.book --from embedded --games wthor --minutes 60
                                             extend the embedded book by what people play
  outflank book grow --out my.book --games wthor --resume
                                             continue after an interruption
  outflank book merge one.book two.book --out both.book
  outflank book export --out edax.txt        for the command 'book import' of Edax")]
pub(crate) struct BookCommand {
    #[command(subcommand)]
    pub(crate) action: BookAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BookAction {
    /// Show a book, or the moves of a position
    Show(ShowArguments),
    /// Grow a book from the best lines and from played games
    ///
    /// The most promising positions are expanded first: those on the best lines and, with --games, those that people often reach. The file is
    /// saved every 30 seconds, or after each round of searches if that takes longer. Ctrl-C saves and ends; --resume continues.
    Grow(GrowArguments),
    /// Merge books
    ///
    /// The result has the positions of all books. Values follow from the ends of the lines: a full search counts more than a quick one, and of two
    /// different values the one nearer to a draw. All books must have been searched to the same depth.
    Merge(MergeArguments),
    /// Import a book, also from Edax
    ///
    /// The format is detected. The text format of Edax, as its command 'book export' writes it, has only the best move of each position besides the
    /// moves within the book; the other moves are searched.
    Import(ImportArguments),
    /// Export a book, also for Edax
    Export(ExportArguments),
}

/// A book file, or the embedded book.
#[derive(Clone, Debug)]
pub(crate) enum BookSource {
    Embedded,
    File(PathBuf),
}

impl FromStr for BookSource {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<BookSource, Infallible> {
        Ok(if text == "embedded" { BookSource::Embedded } else { BookSource::File(text.into()) })
    }
}

#[derive(Args, Debug)]
pub(crate) struct ShowArguments {
    /// Position whose moves to show [default: a summary of the book]
    ///
    /// The moves that lead to it, such as f5d6c3, or a board of 64 characters (X, O and -) with the side to move.
    #[arg(value_name = "MOVES|POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Book file
    #[arg(long, value_name = "FILE", default_value = "embedded")]
    pub(crate) book: BookSource,

    /// Print one JSON object
    ///
    /// Fields of a summary: origin, positions, boards, depth, value (of the start, in discs for Black) and line. Fields of a position: position,
    /// value (in discs, for the side to move) and moves, best first, each with move, value and replies (whether the book has any).
    #[arg(long)]
    pub(crate) json: bool,
}

/// A new file.
#[derive(Args, Debug)]
pub(crate) struct OutArguments {
    /// File to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// How positions are searched.
#[derive(Args, Debug)]
pub(crate) struct BookSearchArguments {
    /// Search depth in plies: this or one more, so that the same side moves at the end of every line [default: 14, or that of the book]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=30))]
    pub(crate) depth: Option<u8>,

    /// Search threads; they don't affect the result [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Weights of the evaluation, as made by outflank-train [default: the embedded weights]
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) weights: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct GrowArguments {
    #[command(flatten)]
    pub(crate) out: OutArguments,

    /// Continue the file of an interrupted run, with the same arguments
    #[arg(long, conflicts_with = "force")]
    pub(crate) resume: bool,

    /// Start with the positions of another book, or of the embedded one: embedded [default: the initial position]
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<BookSource>,

    /// Expand the positions of these games first: files or folders in any format, such as WTHOR; repeatable
    ///
    /// A position that half as many games reach costs as much as one that is two plies further along the best line. Games that cannot be read are
    /// skipped.
    #[arg(long, value_name = "FILE|FOLDER", num_args = 1..)]
    pub(crate) games: Vec<PathBuf>,

    /// Stop with this number of positions, or a few more [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) positions: Option<usize>,

    /// Stop after this many minutes, when the round of searches is done [default: no limit]
    #[arg(long, value_name = "N", value_parser = minutes)]
    pub(crate) minutes: Option<Duration>,

    #[command(flatten)]
    pub(crate) search: BookSearchArguments,
}

#[derive(Args, Debug)]
pub(crate) struct MergeArguments {
    /// Books to merge: files, or embedded
    #[arg(value_name = "BOOK", required = true)]
    pub(crate) books: Vec<BookSource>,

    #[command(flatten)]
    pub(crate) out: OutArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ImportArguments {
    /// File to import
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) out: OutArguments,

    #[command(flatten)]
    pub(crate) search: BookSearchArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ExportArguments {
    #[command(flatten)]
    pub(crate) out: OutArguments,

    /// Book file
    #[arg(long, value_name = "FILE", default_value = "embedded")]
    pub(crate) book: BookSource,

    /// Format
    #[arg(long, value_name = "FORMAT", value_parser = book_format(), default_value = "edax")]
    pub(crate) to: BookFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BookFormat {
    Edax,
    Outflank,
}

fn book_format() -> impl TypedValueParser<Value = BookFormat> {
    let formats = [
        PossibleValue::new("edax").help("the text format of Edax, with values in whole discs"),
        PossibleValue::new("outflank").help("the format of this program, with everything the book has"),
    ];
    PossibleValuesParser::new(formats).map(|name| match name.as_str() {
        "outflank" => BookFormat::Outflank,
        _ => BookFormat::Edax,
    })
}

fn threads() -> impl TypedValueParser<Value = NonZeroUsize> {
    count_in(THREADS).map(|threads| NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN))
}

fn minutes(text: &str) -> Result<Duration, &'static str> {
    const WEEK: f64 = 7.0 * 24.0 * 60.0;
    let minutes = text.parse().ok().filter(|minutes| (0.0..=WEEK).contains(minutes));
    minutes
        .map(|minutes: f64| Duration::from_secs_f64(60.0 * minutes))
        .ok_or("expected a number of minutes, at most a week")
}
