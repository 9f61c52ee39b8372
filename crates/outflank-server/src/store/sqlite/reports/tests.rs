//! How SQLite finds what it is asked for.

use sqlx::{AssertSqlSafe, Row};
use tempfile::TempDir;

use super::*;

#[tokio::test]
async fn every_question_about_reports_is_answered_by_an_index() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("games.db")).await.unwrap();
    let findings = format!("{FINDINGS}?, ?)");
    for sql in [
        IS_DUE,
        STATE,
        COUNTS,
        &findings,
        change::OPEN,
        change::UNHEARD_OF,
        change::TAKE,
        change::GOES_ON,
        change::IS_OVER,
        change::WAITS,
        change::TRIES,
        change::FORGET_OLD,
        change::FORGET_REPORTS,
        change::FORGET_FINDINGS,
    ] {
        let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
        let rows = sqlx::query(explain).fetch_all(&store.readers).await.unwrap();
        let steps: Vec<String> = rows.iter().map(|row| row.get::<String, _>("detail")).collect();
        // Through the open ones it may go: there are only so many.
        let goes_through_all =
            |step: &&String| step.starts_with("SCAN") && !step.contains("USING") && !step.contains("CONSTANT");
        assert!(!steps.iter().any(|step| goes_through_all(&step)), "{sql}\n{steps:#?}");
        assert!(!steps.iter().any(|step| step.contains("TEMP B-TREE")), "{sql}\n{steps:#?}");
    }
}
