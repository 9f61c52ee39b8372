mod away;
mod engine;
mod hints;
mod lists;
mod presence;
mod random;

use super::stage::Stage;

async fn three() -> [Stage; 3] {
    let first = Stage::new().await;
    let (second, third) = (first.another().await, first.another().await);
    [first, second, third]
}
