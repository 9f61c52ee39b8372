use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use outflank_formats::format::Format;
use outflank_study::openings::Language;

use super::language_parser;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  outflank convert game.sgf game.ggf
  outflank convert games.pgn - --to lines
  outflank convert wthor/ games.ggf          a folder of WTHOR files
  outflank convert games.ggf wthor/ --to wthor
                                             one WTHOR file per year, and the name files")]
pub(crate) struct ConvertArguments {
    /// Files or folders to read, or - for standard input
    ///
    /// The format of each file is detected from its content. Folders are searched recursively for files with a known extension. The names for a
    /// WTHOR file come from WTH.JOU and WTH.TRN in the same folder.
    #[arg(value_name = "IN", required = true)]
    pub(crate) inputs: Vec<PathBuf>,

    /// File to write, or - for standard output; for WTHOR also a folder
    ///
    /// The extension selects the format. Several games in plain text (.txt) become transcripts, one per line. Boards, FEN and OBF contain the last
    /// position of each game. A WTHOR file holds the games of one year; a folder gets one file per year. Names are written to WTH.JOU and WTH.TRN
    /// in the same folder: existing names keep their numbers and new ones are added.
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// Input format [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) from: Option<Format>,

    /// Output format [default: by the extension of OUT]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) to: Option<Format>,

    /// Add opening names to games that have none, where the format allows
    #[arg(long, value_name = "LANGUAGE", value_parser = language_parser(), num_args = 0..=1, require_equals = true, default_missing_value = "english")]
    pub(crate) openings: Option<Language>,

    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,

    /// WTHOR player names, read and written [default: WTH.JOU in the same folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) players: Option<PathBuf>,

    /// WTHOR tournament names, read and written [default: WTH.TRN in the same folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) tournaments: Option<PathBuf>,
}

pub(super) fn format_parser() -> impl TypedValueParser<Value = Format> {
    let help = |format: Format| match format {
        Format::Plain => "one game: rules, start position and moves",
        Format::Lines => "transcripts such as f5d6c3, one per line",
        Format::Board => "one position: 64 characters and the side to move",
        Format::Fen => "one position, as written by xboard and Edax",
        Format::Obf => "positions with move scores, one per line",
        Format::Ggf => "Generic Game Format, used by GGS and NBoard",
        Format::Sgf => "Smart Game Format",
        Format::Pgn => "Portable Game Notation, used by PlayOK",
        Format::Vong => "games in fixed columns, one per line",
        Format::Logbook => "logbook.gam of IOS, one game per line",
        Format::Wthor => "the tournament database of the Fédération Française d'Othello",
    };
    PossibleValuesParser::new(Format::ALL.map(|format| PossibleValue::new(format.name()).help(help(format))))
        .try_map(|name| name.parse())
}
