//! The levels of the engine.

use outflank_engine::Level;
use serde::Serialize;
use utoipa::ToSchema;

/// The levels of the engine.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LevelList {
    /// All levels, the weakest first.
    pub(crate) levels: Vec<ListedLevel>,
}

/// How strong the engine can play.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedLevel {
    /// Its number: `engine:1` takes a seat at level 1.
    pub(crate) number: u8,
    /// The player it resembles.
    #[schema(example = "Beginner")]
    pub(crate) name: &'static str,
    /// What to expect of it, in one sentence.
    pub(crate) description: &'static str,
}

impl LevelList {
    /// Every level there is.
    pub(crate) fn all() -> LevelList {
        let listed =
            |level: Level| ListedLevel { number: level.number(), name: level.name(), description: level.description() };
        LevelList { levels: Level::ALL.map(listed).into() }
    }
}
