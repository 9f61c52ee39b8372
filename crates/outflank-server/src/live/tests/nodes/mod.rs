//! Several servers on one store.

mod away;
mod engine;
mod hints;
mod lists;
mod presence;
mod random;

use super::stage::Stage;

/// Three servers on one store.
async fn three() -> [Stage; 3] {
    let first = Stage::set().await;
    let (second, third) = (first.another().await, first.another().await);
    [first, second, third]
}
