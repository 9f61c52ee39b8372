//! What `outflank-train` and the benchmarks need of the engine's inside: no part of the engine's interface.

pub use super::network::{
    DIRECT, DISCS, HEADS, INPUT_ONE, OUT_ONE, STAGES, SUM_ONE, UNITS, WEIGHT_ONE, WIDTH, moves, stage,
};
pub use super::packed::{HeadWeights, Provenance, UnpackError, Weights};
pub use super::patterns::{Classes, QUAD_TABLES, SLOTS, TABLE_SIZE, TABLES};
pub use super::{Evaluation, Features};
pub use crate::search::{Deviations, ENDGAME, FullWidth, MIDGAME, shallow};
