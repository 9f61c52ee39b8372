//! The engine's levels.

use outflank_engine::Level;
use serde::Serialize;
use utoipa::ToSchema;

/// The engine's levels.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LevelList {
    /// Weakest first.
    pub(crate) levels: Vec<ListedLevel>,
}

/// An engine level.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedLevel {
    /// From 1 to 10; `engine:1` plays at level 1.
    pub(crate) number: u8,
    #[schema(example = "Beginner")]
    pub(crate) name: &'static str,
    /// One sentence.
    pub(crate) description: &'static str,
}

impl LevelList {
    pub(crate) fn all() -> LevelList {
        let listed =
            |level: Level| ListedLevel { number: level.number(), name: level.name(), description: level.description() };
        LevelList { levels: Level::ALL.map(listed).into() }
    }
}
