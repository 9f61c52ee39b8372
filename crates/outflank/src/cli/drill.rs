//! What `outflank drill` can be asked.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use outflank_rules::Color;
use outflank_study::puzzles::Kind;

use super::ScreenArguments;

const EXAMPLES: &str = "\
Examples:
  outflank drill                              puzzles, harder ones as it goes well
  outflank drill puzzles --kind endgame --difficulty 3
  outflank drill openings                     all named openings
  outflank drill --opening tiger --as black   one of them, from memory";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DrillArguments {
    /// What to train [default: puzzles, or openings where one is named]
    #[arg(value_name = "SUBJECT", value_enum)]
    pub(crate) subject: Option<DrillSubject>,

    /// Only puzzles of this kind
    #[arg(long, value_name = "KIND", value_parser = kind_parser())]
    pub(crate) kind: Option<Kind>,

    /// Only puzzles of this difficulty, from 1 to 5 [default: it follows from how it goes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) difficulty: Option<u8>,

    /// Only the openings with these words in their names, in English, French or Japanese
    #[arg(long, value_name = "NAME")]
    pub(crate) opening: Option<String>,

    /// The colour to play openings with [default: either]
    #[arg(long = "as", value_name = "COLOUR", value_parser = color_parser())]
    pub(crate) learner: Option<Color>,

    /// Train in plain lines of text, as it is done where there is no terminal
    #[arg(long)]
    pub(crate) plain: bool,

    /// Tell how the training goes, and do nothing else
    #[arg(long, conflicts_with = "reset")]
    pub(crate) stats: bool,

    /// Forget what was solved and failed; the old file is kept under another name
    #[arg(long)]
    pub(crate) reset: bool,

    /// Begin the random choices here, so that the same come again [default: always others]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) screen: ScreenArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrillSubject {
    Puzzles,
    Openings,
}

fn kind_parser() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).try_map(|name| name.parse())
}

fn color_parser() -> impl TypedValueParser<Value = Color> {
    let color = |name: String| if name == "white" { Color::White } else { Color::Black };
    PossibleValuesParser::new(["black", "white"]).map(color)
}
