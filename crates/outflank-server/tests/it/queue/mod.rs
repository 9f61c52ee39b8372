//! What every queue of reports promises, as one suite that each of them has to pass; and what is special about files and about PostgreSQL.

mod contract;
mod made;
mod postgres;
mod sqlite;

use std::sync::Arc;

use outflank_server::jobs::{MemoryQueue, Queue};
use outflank_server::store::{PostgresStore, SqliteStore};
use tempfile::TempDir;

/// A queue with nothing in it, and what goes with it.
struct Fresh {
    queue: Arc<dyn Queue>,
    _folder: Option<TempDir>,
}

async fn memory() -> Option<Fresh> {
    Some(Fresh { queue: Arc::new(MemoryQueue::new()), _folder: None })
}

async fn sqlite() -> Option<Fresh> {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("games.db")).await.unwrap();
    Some(Fresh { queue: Arc::new(store), _folder: Some(folder) })
}

/// None where no server is given, which is said.
async fn postgres() -> Option<Fresh> {
    let database = outflank_postgres::fresh_database(&outflank_postgres::given()?).unwrap();
    let store = PostgresStore::connect(&database).await.unwrap();
    Some(Fresh { queue: Arc::new(store), _folder: None })
}

/// Makes a test for each part of the contract and each queue.
macro_rules! keep_the_contract {
    ($($queue:ident)*) => {$(
        mod $queue {
            keep_the_contract! { @parts $queue
                what_does_not_exist_is_not_there
                people_go_before_bulk_and_who_came_first_before_others
                places_are_told
                what_is_asked_for_comes_out_as_it_was
                a_job_is_taken_once
                a_report_is_kept
                progress_is_told
                who_is_not_heard_of_loses_the_job
                who_is_heard_of_keeps_the_job
                who_lost_the_job_is_ignored
                a_failure_rests_and_is_tried_again
                a_job_that_always_fails_is_given_up_and_blocks_nobody
                a_job_whose_makers_always_vanish_is_given_up
                giving_back_costs_no_try
                a_client_has_a_limit
                an_order_is_taken_in_whole_or_not_at_all
                all_together_have_a_limit
                reports_are_counted
                findings_are_kept
                less_never_replaces_more
                sweeping_leaves_what_is_new
            }
        }
    )*};
    (@parts $queue:ident $($part:ident)*) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $part() {
            if let Some(fresh) = crate::queue::$queue().await {
                crate::queue::contract::$part(fresh.queue.clone()).await;
            }
        }
    )*};
}

mod kept {
    keep_the_contract! { memory sqlite postgres }
}
