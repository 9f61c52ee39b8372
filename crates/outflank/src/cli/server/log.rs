//! Logging options.

use clap::{Args, ValueEnum};
use tracing_subscriber::filter::{LevelFilter, ParseError, Targets};

#[derive(Args, Debug)]
pub(crate) struct LogArguments {
    /// Log level on standard error: error, warn, info, debug (every request), trace or off; or a filter such as outflank_server=debug,info
    #[arg(long = "log", value_name = "FILTER", value_parser = filter, default_value = "info")]
    pub(crate) filter: Box<Targets>,

    /// Log format
    #[arg(long = "log-format", value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub(crate) format: LogFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Plain text
    Text,
    /// One JSON object per line
    Json,
}

fn filter(text: &str) -> Result<Box<Targets>, ParseError> {
    // `Targets` takes an empty directive for "everything".
    let directives: Vec<&str> = text.split(',').map(str::trim).filter(|directive| !directive.is_empty()).collect();
    match directives.is_empty() {
        true => Ok(Box::new(Targets::new().with_default(LevelFilter::ERROR))),
        false => directives.join(",").parse().map(Box::new),
    }
}
