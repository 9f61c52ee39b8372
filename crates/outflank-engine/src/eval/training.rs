//! Internals for `outflank-train` and the benchmarks; not a stable interface.

pub use super::network::{
    ACCUMULATOR_ONE, BUCKETS, DIRECT, DISCS, HIDDEN, INPUT_ONE, OUT_SCALE, STAGES, WEIGHT_ONE, WIDTH, bucket, stage,
};
pub use super::packed::{BucketWeights, Provenance, UnpackError, Weights};
pub use super::patterns::{Classes, QUAD_TABLES, SLOTS, TABLE_SIZE, TABLES};
pub use super::{Evaluation, Features};
pub use crate::search::{Deviations, ENDGAME, FullWidth, MIDGAME, probcut_depth};
