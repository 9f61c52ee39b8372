//! The user's settings: `settings.toml` in the configuration folder, or the file in `OUTFLANK_CONFIG`. A bad line is reported and ignored.
//! Saving only changes what was changed in the program: comments and unknown keys stay. A file with bad lines is copied to `settings.toml.bak`.

mod as_text;
mod file;
mod read;

use std::path::PathBuf;

use clap::ValueEnum;
use outflank_engine::Level;
use outflank_players::{Bounds, ClockConfig, Machine, PlayerName};
use outflank_study::teach::Tolerance;
use serde::{Deserialize, Serialize};

use crate::person::PersonName;

/// Each has a command-line option that overrides it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Settings {
    pub(crate) theme: Theme,
    pub(crate) discs: Discs,
    pub(crate) marks: bool,
    pub(crate) coordinates: bool,
    pub(crate) animation: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<PersonName>,
    /// How a turn is announced after a long wait.
    pub(crate) alert: Alert,
    #[serde(with = "as_text")]
    pub(crate) opponent: PlayerName,
    #[serde(with = "as_text::level")]
    pub(crate) level: Level,
    #[serde(with = "as_text::clock")]
    pub(crate) clock: Option<ClockConfig>,
    #[serde(with = "as_text::teach")]
    pub(crate) teach: Option<Tolerance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) games: Option<PathBuf>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) collection: Vec<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::default(),
            discs: Discs::default(),
            marks: true,
            coordinates: true,
            animation: true,
            name: None,
            alert: Alert::default(),
            opponent: PlayerName::Machine(Machine::Engine { level: None, bounds: Bounds::NONE }),
            level: Level::FIRST,
            clock: None,
            teach: None,
            games: None,
            collection: Vec::new(),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Theme {
    /// Green board, for any background.
    #[default]
    Green,
    /// For dark terminals.
    Dark,
    /// For light terminals.
    Light,
    /// Blue and orange, for colour-blind players.
    ColourBlind,
    /// No colours.
    Monochrome,
}

impl Theme {
    pub(crate) fn name(self) -> String {
        self.to_possible_value().expect("no theme is hidden").get_name().to_owned()
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Discs {
    /// What the terminal can show.
    #[default]
    Auto,
    /// ● and ○.
    Unicode,
    /// X and O.
    Ascii,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Alert {
    /// A bell while another window has the focus.
    #[default]
    Auto,
    /// Nothing.
    Off,
    /// A bell.
    Bell,
    /// A bell and a notification of the terminal.
    Both,
}

#[cfg(test)]
mod tests;
