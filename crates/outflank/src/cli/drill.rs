use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use outflank_rules::Color;
use outflank_study::puzzles::{self, Kind};
use outflank_study::report::Theme;

use super::ScreenArguments;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  outflank drill                              puzzles that get harder as you improve
  outflank drill puzzles --kind endgame --difficulty 3
  outflank drill --about parity               puzzles about one idea
  outflank drill openings                     all named openings
  outflank drill --opening tiger --as black   play one opening from memory

After the answer, an endgame can be played out against the best defence (p, or \"play\" with --plain).")]
pub(crate) struct DrillArguments {
    /// What to practise [default: puzzles, or openings with --opening]
    #[arg(value_name = "SUBJECT", value_enum)]
    pub(crate) subject: Option<DrillSubject>,

    /// Only puzzles of this kind
    #[arg(long, value_name = "KIND", value_parser = kind_parser())]
    pub(crate) kind: Option<Kind>,

    /// Only puzzles of this difficulty, from 1 to 5 [default: adapts to your results]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) difficulty: Option<u8>,

    /// Only puzzles about this idea, which is also a hint
    #[arg(long, value_name = "IDEA", value_parser = theme_parser())]
    pub(crate) about: Option<Theme>,

    /// Only openings with these words in their English, French or Japanese names
    #[arg(long, value_name = "NAME")]
    pub(crate) opening: Option<String>,

    /// Colour to play openings with [default: both]
    #[arg(long = "as", value_name = "COLOUR", value_parser = color_parser())]
    pub(crate) learner: Option<Color>,

    /// Practise in lines of text instead of on the full-screen board
    #[arg(long)]
    pub(crate) plain: bool,

    /// Print your progress and exit
    #[arg(long, conflicts_with = "reset")]
    pub(crate) stats: bool,

    /// Reset your progress; the old file is kept under another name
    #[arg(long)]
    pub(crate) reset: bool,

    /// Seed for random choices [default: random]
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

fn theme_parser() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(puzzles::all_themes().map(Theme::name)).try_map(|name| name.parse())
}

fn color_parser() -> impl TypedValueParser<Value = Color> {
    let color = |name: String| if name == "white" { Color::White } else { Color::Black };
    PossibleValuesParser::new(["black", "white"]).map(color)
}
