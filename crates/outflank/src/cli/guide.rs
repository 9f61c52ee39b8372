//! Arguments of `outflank guide`.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::commands::guide::pages::TOPICS;

#[derive(Args, Debug)]
pub(crate) struct GuideArguments {
    /// Page to read [default: the list of topics]
    #[arg(value_name = "TOPIC", value_parser = PossibleValuesParser::new(TOPICS.map(|topic| PossibleValue::new(topic.name).help(topic.about))))]
    pub(crate) topic: Option<String>,
}
