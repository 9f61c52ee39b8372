mod away;
mod engine;
mod hints;
mod lists;
mod presence;
mod random;

use serde_json::Value;

use super::scripted::Scripted;
use super::stage::{Pair, Stage};

pub(super) async fn three_with_engine(engine: Scripted) -> [Stage; 3] {
    let first = Stage::with_engine(engine).await;
    let (second, third) = (first.another().await, first.another().await);
    [first, second, third]
}

async fn three() -> [Stage; 3] {
    three_with_engine(Scripted::answering(10_000)).await
}

async fn three_with_pair(proposal: Value) -> ([Stage; 3], Pair) {
    let stages = three().await;
    let pair = stages[0].pair(proposal).await;
    (stages, pair)
}
