//! One contract suite for all report queues, and tests for each database.

mod contract;
mod made;
mod postgres;
mod sqlite;

use std::sync::Arc;

use outflank_server::jobs::{MemoryQueue, Queue};
use outflank_server::store::{PostgresStore, SqliteStore};
use tempfile::TempDir;

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

async fn postgres() -> Option<Fresh> {
    let database = outflank_postgres::fresh_database(&outflank_postgres::given()?).unwrap();
    let store = PostgresStore::connect(&database).await.unwrap();
    Some(Fresh { queue: Arc::new(store), _folder: None })
}

/// Runs every part of the contract for a queue.
macro_rules! contract_tests {
    ($($queue:ident)*) => {$(
        mod $queue {
            contract_tests! { @parts $queue
                unknown_reports_are_not_found
                people_go_before_bulk_then_first_come_first_served
                a_waiting_report_knows_its_place
                a_request_is_returned_unchanged
                a_job_is_taken_once
                a_report_is_kept
                progress_is_shown
                a_silent_worker_loses_its_job
                a_renewing_worker_keeps_its_job
                a_worker_that_lost_its_job_is_ignored
                a_failed_job_is_retried_after_a_pause
                a_failing_job_is_given_up_and_blocks_no_other
                a_job_that_crashes_its_workers_is_given_up
                giving_back_costs_no_attempt
                a_client_has_a_limit
                a_submission_is_accepted_completely_or_not_at_all
                all_clients_together_have_a_limit
                reports_are_counted
                findings_are_kept
                a_weaker_finding_never_replaces_a_stronger_one
                sweeping_keeps_recent_reports
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
    contract_tests! { memory sqlite postgres }
}
