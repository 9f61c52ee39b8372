use tempfile::TempDir;

use super::super::tests::query_plan;
use super::*;

#[tokio::test]
async fn every_report_query_uses_an_index() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("games.db")).await.unwrap();
    let findings = format!("{FINDINGS}? AND position IN (?, ?)");
    for sql in [
        IS_DUE,
        STATE,
        sql::REPORT_COUNTS,
        &findings,
        change::OPEN,
        change::END_EXPIRED,
        change::TAKE,
        change::RENEW,
        change::END,
        change::REQUEUE,
        change::TRIES,
        change::FORGET_OLD,
        change::FORGET_REPORTS,
        sql::FORGET_FINDINGS,
    ] {
        let steps = query_plan(&store, sql).await;
        // Scanning the open reports is fine: their number is limited.
        let scans_table =
            |step: &&String| step.starts_with("SCAN") && !step.contains("USING") && !step.contains("CONSTANT");
        assert!(!steps.iter().any(|step| scans_table(&step)), "{sql}\n{steps:#?}");
        assert!(!steps.iter().any(|step| step.contains("TEMP B-TREE")), "{sql}\n{steps:#?}");
    }
}
