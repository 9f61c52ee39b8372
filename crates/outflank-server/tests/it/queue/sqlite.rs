use std::path::Path;

use outflank_server::ReportId;
use outflank_server::jobs::{Hold, KEPT_FOR, Queue, Rank, State};
use outflank_server::store::{SqliteStore, Store};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use crate::queue::contract;
use crate::queue::made::{LONG, document, order};
use crate::{file, sqlite};

async fn execute(path: &Path, sql: String) {
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn jobs_survive_the_server() {
    let (store, folder) = sqlite().await.unwrap();
    let (order, reports) = order(Rank::Bulk, 1, 2);
    store.put(order).await.unwrap();
    let claim = store.take(LONG).await.unwrap().unwrap().claim;
    store.close().await;

    let store = SqliteStore::open(&file(&folder)).await.unwrap();
    assert_eq!(store.state(reports[1]).await.unwrap(), Some(State::Waiting { before: 0 }));
    // The first worker may come back before the job is taken over.
    assert_eq!(store.finish(&claim, &document()).await.unwrap(), Hold::Held);
    assert_eq!(store.take(LONG).await.unwrap().unwrap().claim.report, reports[1]);
}

#[tokio::test]
async fn old_reports_are_forgotten() {
    let (store, folder) = sqlite().await.unwrap();
    let (order, reports) = order(Rank::Person, 1, 3);
    store.put(order).await.unwrap();
    for _ in 0..2 {
        let claim = store.take(LONG).await.unwrap().unwrap().claim;
        store.finish(&claim, &document()).await.unwrap();
    }
    let old = format!("UPDATE reports SET ended = ended - {} WHERE id = '{}'", KEPT_FOR.as_millis(), reports[0]);
    execute(&file(&folder), old).await;
    store.sweep().await.unwrap();
    assert_eq!(store.state(reports[0]).await.unwrap(), None);
    for &report in &reports[1..] {
        assert!(store.state(report).await.unwrap().is_some());
    }
}

#[tokio::test]
async fn the_oldest_findings_are_forgotten() {
    let (store, folder) = sqlite().await.unwrap();
    contract::the_oldest_findings_are_forgotten(store, async |last| {
        let sql = format!("UPDATE sqlite_sequence SET seq = {last} WHERE name = 'evaluations'");
        execute(&file(&folder), sql).await;
    })
    .await;
}

#[tokio::test]
async fn an_unreadable_task_is_reported_and_blocks_no_other() {
    let (store, folder) = sqlite().await.unwrap();
    let (order, reports) = order(Rank::Person, 1, 2);
    store.put(order).await.unwrap();
    execute(&file(&folder), format!("UPDATE reports SET task = '{{\"version\": 7}}' WHERE id = '{}'", reports[0]))
        .await;
    let taken = store.take(LONG).await.unwrap().unwrap();
    assert_eq!(taken.claim.report, reports[0]);
    assert!(taken.task.is_err());
    let next: ReportId = store.take(LONG).await.unwrap().unwrap().claim.report;
    assert_eq!(next, reports[1]);
}
