//! The arguments of `outflank-train train`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, value_parser};

#[derive(Args, Debug)]
pub(crate) struct TrainArguments {
    /// Folder with files of the WTHOR database (*.wtb)
    #[arg(long, value_name = "FOLDER", required_unless_present_any = ["games", "positions"])]
    pub(crate) wthor: Option<PathBuf>,

    /// Files of self-play games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) games: Vec<PathBuf>,

    /// Files of scored positions
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) positions: Vec<PathBuf>,

    /// Use positions of games only with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = value_parser!(u8).range(0..=60))]
    pub(crate) games_to_empties: u8,

    /// Output file for the weights
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Overwrite files that exist
    #[arg(long)]
    pub(crate) force: bool,

    /// Continue an interrupted run with the same arguments from FILE.part; start a new one if there is none
    #[arg(long)]
    pub(crate) resume: bool,

    /// Maximum number of epochs; training stops early when the error no longer falls
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = value_parser!(u16).range(1..=1000))]
    pub(crate) epochs: u16,

    /// Batch size
    #[arg(long, value_name = "N", default_value_t = 1 << 17, value_parser = value_parser!(u32).range(1..=1 << 20))]
    pub(crate) batch: u32,

    /// Initial learning rate; it falls to zero during the run
    #[arg(long, value_name = "R", default_value_t = 0.002, value_parser = rate)]
    pub(crate) rate: f32,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Number of threads; it does not affect the weights [default: one per core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Plot the errors to this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    /// Print the error 20 times per epoch
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

fn rate(text: &str) -> Result<f32, &'static str> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && *number <= 1.0);
    number.ok_or("expected a number above 0 and at most 1")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use crate::cli::{Cli, Command};

    fn parse(more: &[&str]) -> Result<Command, String> {
        let arguments = ["outflank-train", "train", "--games", "games", "--out", "out"].iter().chain(more);
        Cli::try_parse_from(arguments).map(|cli| cli.command).map_err(|error| error.to_string())
    }

    #[test]
    fn a_rate_is_above_0_and_at_most_1() {
        let Ok(Command::Train(arguments)) = parse(&["--rate", "5e-3"]) else { panic!("expected a command") };
        assert_eq!(arguments.rate, 0.005);
        for rate in ["0", "1.5", "-0.1", "NaN", "much"] {
            let message = parse(&[&format!("--rate={rate}")]).unwrap_err();
            assert!(message.contains("expected a number above 0 and at most 1"), "{message}");
        }
    }
}
