//! What `outflank convert` can be asked.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use outflank_formats::format::Format;

use super::LanguageArgument;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  outflank convert game.sgf game.ggf
  outflank convert games.pgn - --to lines
  outflank convert wthor/ games.ggf          a folder of WTHOR files, with the names in its WTH.JOU and WTH.TRN
  outflank convert games.ggf wthor/ --to wthor
                                             a WTHOR file for each year, and the names files")]
pub(crate) struct ConvertArguments {
    /// What to read: files, folders with files in them, or - for standard input
    ///
    /// The format of each is recognised by what is in it. Of a folder, and the folders in it, the files are read whose
    /// names end as those of a format do. The names for a WTHOR file are taken from WTH.JOU and WTH.TRN beside it.
    #[arg(value_name = "IN", required = true)]
    pub(crate) inputs: Vec<PathBuf>,

    /// What to write: a file, or - for standard output; for WTHOR also a folder
    ///
    /// Its format is the one that its name ends with. Several games in plain text (.txt) are transcripts, one to a
    /// line. Boards, FEN and OBF have the position at the end of a game. A WTHOR file has the games of one
    /// year; in a folder there is one for each. The names are in WTH.JOU and WTH.TRN beside it: those that are there
    /// keep their numbers, and new ones are added.
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// The format of what is read [default: what it looks like]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) from: Option<Format>,

    /// The format to write [default: what the name of OUT ends with]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) to: Option<Format>,

    /// Name the opening of each game that does not name it, where the format has a place for that
    #[arg(long, value_enum, value_name = "LANGUAGE", num_args = 0..=1, require_equals = true, default_missing_value = "english")]
    pub(crate) openings: Option<LanguageArgument>,

    /// Replace files that are there already
    #[arg(long)]
    pub(crate) force: bool,

    /// The players of WTHOR files, read or written, in place of the WTH.JOU beside them
    #[arg(long, value_name = "FILE")]
    pub(crate) players: Option<PathBuf>,

    /// The tournaments of WTHOR files, read or written, in place of the WTH.TRN beside them
    #[arg(long, value_name = "FILE")]
    pub(crate) tournaments: Option<PathBuf>,
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    let help = |format: Format| match format {
        Format::Plain => "one game: its rules, its start, its moves",
        Format::Lines => "transcripts such as f5d6c3, one to a line",
        Format::Board => "one position: 64 characters and the side to move",
        Format::Fen => "one position, as xboard and Edax write it",
        Format::Obf => "positions with the scores of their moves, one to a line",
        Format::Ggf => "Generic Game Format, of GGS and NBoard",
        Format::Sgf => "Smart Game Format",
        Format::Pgn => "Portable Game Notation, of PlayOK",
        Format::Vong => "games in fixed columns, one to a line",
        Format::Logbook => "logbook.gam of IOS, one game to a line",
        Format::Wthor => "the tournament database of the Fédération Française d'Othello",
    };
    PossibleValuesParser::new(Format::ALL.map(|format| PossibleValue::new(format.name()).help(help(format))))
        .try_map(|name| name.parse())
}
