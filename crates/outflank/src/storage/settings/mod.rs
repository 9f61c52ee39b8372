//! What a user has chosen, in a file that people may write: `settings.toml` in the configuration folder, or the file
//! that `OUTFLANK_CONFIG` names.
//!
//! A line that cannot be read is told and left out; the others hold. Saving changes only what was changed in the
//! program: comments, and keys of another version, stay. A file in which something could not be read is first
//! copied to `settings.toml.bak`.

mod as_text;
mod file;
mod read;

use std::path::PathBuf;

use clap::ValueEnum;
use outflank_engine::Level;
use outflank_players::{ClockConfig, PlayerName};
use outflank_study::teach::Tolerance;
use serde::{Deserialize, Serialize};

/// What a user can choose once and for all. Each has a flag that says otherwise for once.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Settings {
    /// The colours of the board.
    pub(crate) theme: Theme,
    /// The characters for discs.
    pub(crate) discs: Discs,
    /// Whether the legal squares are marked.
    pub(crate) marks: bool,
    /// Whether the letters and numbers stand beside the board.
    pub(crate) coordinates: bool,
    /// Whether discs flip one after another.
    pub(crate) animation: bool,
    /// Whom a new game is offered against.
    #[serde(with = "as_text")]
    pub(crate) opponent: PlayerName,
    /// How strong the engine plays where nothing else is said.
    #[serde(with = "as_text::level")]
    pub(crate) level: Level,
    /// The time for a new game; none is as much as it takes.
    #[serde(with = "as_text::clock")]
    pub(crate) clock: Option<ClockConfig>,
    /// How many discs a move against a machine may cost before there is a word about it; none is no word about any.
    #[serde(with = "as_text::teach")]
    pub(crate) teach: Option<Tolerance>,
    /// Where finished games go, if not to the usual folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) games: Option<PathBuf>,
    /// The collection of games that can be explored in the study: files, or folders of them.
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
            opponent: PlayerName::Machine(outflank_players::Machine::Engine {
                level: None,
                bounds: outflank_players::Bounds::NONE,
            }),
            level: Level::FIRST,
            clock: None,
            teach: None,
            games: None,
            collection: Vec::new(),
        }
    }
}

/// The colours of the board.
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
    /// All of them, in the order in which they are shown one after another.
    pub(crate) const ALL: [Theme; 5] = [Theme::Green, Theme::Dark, Theme::Light, Theme::ColourBlind, Theme::Monochrome];

    /// The name by which it is chosen.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Theme::Green => "green",
            Theme::Dark => "dark",
            Theme::Light => "light",
            Theme::ColourBlind => "colour-blind",
            Theme::Monochrome => "monochrome",
        }
    }
}

/// The characters for discs.
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

#[cfg(test)]
mod tests;
