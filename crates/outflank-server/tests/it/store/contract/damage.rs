use std::sync::Arc;

use outflank_server::store::{AppendError, Batch, Listing, Status, Store, StoreError, Summary};
use tokio::task::JoinSet;

use crate::store::made::{batch, first, game, id, quiet, summary};

/// Sets the number of the last event of game 1, which has two events, so that the next append violates a key.
pub(crate) const WRONG_NUMBER: &str = "UPDATE games SET last = 1 WHERE id = '0000000001'";

/// Expects the store after [`WRONG_NUMBER`].
pub(crate) async fn a_damaged_game_does_not_affect_others(store: Arc<dyn Store>) {
    const GAMES: u32 = 40;
    for number in 2..GAMES {
        store.create(game(id(number))).await.unwrap();
    }
    let mut rooms = JoinSet::new();
    for number in 1..GAMES {
        let store = Arc::clone(&store);
        rooms.spawn(async move {
            for last in 0..10 {
                match number {
                    1 => {
                        let over = quiet(Summary { status: Status::Over, ..summary(id(1)) });
                        let damaged = Batch { events: batch(id(1), 1).events, ..over };
                        let answer = store.append(id(1), 1, damaged).await;
                        assert!(matches!(answer, Err(AppendError::Store(StoreError::Database(_)))), "{answer:?}");
                    }
                    _ => store.append(id(number), last, batch(id(number), 1)).await.unwrap(),
                }
            }
        });
    }
    rooms.join_all().await;
    for number in 2..GAMES {
        assert_eq!(store.events(id(number), 0).await.unwrap().len(), 10);
    }
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 2);
    assert_eq!(store.list(&Listing::Finished, &first(9)).await.unwrap(), []);
}
