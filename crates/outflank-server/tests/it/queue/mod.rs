mod contract;
mod made;
mod postgres;
mod sqlite;

use std::sync::Arc;

use outflank_server::jobs::MemoryQueue;

use crate::{postgres, sqlite};

async fn memory() -> Option<(Arc<MemoryQueue>, ())> {
    Some((Arc::new(MemoryQueue::new()), ()))
}

mod kept {
    contract_tests! { queue on memory sqlite postgres: {
        unknown_reports_are_not_found
        people_go_before_bulk_then_first_come_first_served
        a_request_is_returned_unchanged
        a_job_is_taken_once
        progress_is_shown_and_the_report_is_kept
        a_renewing_worker_keeps_its_job
        a_silent_worker_loses_its_job_and_is_ignored
        a_failed_job_is_retried_after_a_pause
        a_failing_job_is_given_up_and_blocks_no_other
        a_job_that_crashes_its_workers_is_given_up
        giving_back_costs_no_attempt
        a_client_has_a_limit
        a_site_has_a_limit
        all_clients_together_have_a_limit
        reports_are_counted
        findings_are_kept
        sweeping_keeps_recent_reports
    } }
}
