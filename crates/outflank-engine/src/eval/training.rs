//! What `outflank-train` and the benchmarks need of the engine's inside: no part of the engine's interface.

pub use super::packed::{UnpackError, Weights};
pub use super::patterns::{Classes, SLOTS, TABLE_SIZE, TABLES};
pub use super::{Evaluation, Features, PHASES, phase};
pub use crate::search::{Deviations, ENDGAME, FullWidth, MIDGAME, shallow};
