//! Logging options.

use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;

#[derive(Args, Debug)]
pub(crate) struct LogArguments {
    /// Log level on standard error: error, warn, info, debug (every request), trace or off; or a filter such as outflank_server=debug,info
    #[arg(long = "log", value_name = "FILTER", value_parser = filter, default_value = "info")]
    pub(crate) filter: String,

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

/// Only checks the filter; the subscriber parses it again.
fn filter(text: &str) -> Result<String, tracing_subscriber::filter::ParseError> {
    EnvFilter::builder().parse(text).map(|_| text.to_owned())
}
