use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use thiserror::Error;

/// What a mistake or a puzzle is about.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    WipeOut,
    Corner,
    Pass,
    Tempo,
    Parity,
    Edge,
    Wedge,
    Counting,
    Stability,
    Mobility,
    Access,
}

impl Theme {
    pub const ALL: &[Theme] = <Theme as VariantArray>::VARIANTS;

    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn title(self) -> String {
        let (first, rest) = self.name().split_at(1);
        first.to_uppercase() + rest
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a theme, such as corner, mobility or parity")]
pub struct ParseThemeError;

impl FromStr for Theme {
    type Err = ParseThemeError;

    fn from_str(text: &str) -> Result<Theme, ParseThemeError> {
        Theme::ALL.iter().copied().find(|theme| theme.name() == text).ok_or(ParseThemeError)
    }
}
