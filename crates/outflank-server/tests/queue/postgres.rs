//! What is special about PostgreSQL: the jobs are in tables of their own, and several servers take them.

use std::path::Path;
use std::time::Duration;

use outflank_postgres::{execute, fresh_database, given};
use outflank_server::ReportId;
use outflank_server::jobs::{Claim, Hold, Queue, Rank, State};
use outflank_server::store::{PostgresStore, Store};
use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection, PgPool};
use tokio::task::JoinSet;

use crate::made::{LONG, OVER, document, order};

/// Each report that is not over has a job, which is locked by who makes the report; and there are no others.
const DISAGREEING: &str = "\
    SELECT count(*) FROM (SELECT * FROM reports WHERE ended IS NULL) report \
    FULL JOIN graphile_worker._private_jobs job ON job.payload ->> 'report' = report.id \
    WHERE report.id IS NULL OR job.id IS NULL OR job.locked_by IS DISTINCT FROM report.worker \
        OR report.job IS NOT NULL AND (report.job <> job.id OR report.tries <> job.attempts)";

async fn disagreeing(database: &str) -> i64 {
    let mut connection = PgConnection::connect(database).await.unwrap();
    sqlx::query_scalar(DISAGREEING).fetch_one(&mut connection).await.unwrap()
}

/// Takes what there is and says something about it, which depends on the number, until there is nothing.
async fn work(store: &PostgresStore, number: usize) {
    let leases = [LONG, OVER, Duration::from_millis(1)];
    let mut turn = number;
    while let Some(taken) = store.take(leases[turn % 3]).await.unwrap() {
        let claim = &taken.claim;
        // With a lease that is over, another may have it by now.
        match turn % 7 {
            0 | 1 => store.finish(claim, &document()).await.map(drop).unwrap(),
            2 | 3 => store.fail(claim, "no luck", OVER).await.map(drop).unwrap(),
            4 => store.give_back(claim).await.map(drop).unwrap(),
            5 => store.renew(claim, OVER, 50).await.map(drop).unwrap(),
            _ => {}
        }
        turn += 1;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_and_reports_are_of_one_mind() {
    let Some(server) = given() else { return };
    let database = fresh_database(&server).unwrap();
    let store = PostgresStore::connect(&database).await.unwrap();
    store.put(order(Rank::Bulk, 1, 40).0).await.unwrap();
    store.put(order(Rank::Person, 2, 10).0).await.unwrap();
    assert_eq!(disagreeing(&database).await, 0);
    let mut workers = JoinSet::new();
    for number in 0..6 {
        let store = PostgresStore::connect(&database).await.unwrap();
        workers.spawn(async move { work(&store, number).await });
    }
    while !workers.is_empty() {
        assert_eq!(disagreeing(&database).await, 0);
        workers.join_next().await.unwrap().unwrap();
    }
    assert_eq!(disagreeing(&database).await, 0);
    // Some are held by a long lease, of who only renewed it or said nothing.
    let counts = store.counts().await.unwrap();
    assert_eq!((counts.waiting, counts.running + counts.done + counts.given_up), (0, 50));
    assert!(counts.done > 0);
}

#[tokio::test]
async fn another_server_finishes_what_one_began() {
    let Some(server) = given() else { return };
    let database = fresh_database(&server).unwrap();
    let store = PostgresStore::connect(&database).await.unwrap();
    let (order, reports) = order(Rank::Person, 1, 2);
    store.put(order).await.unwrap();
    let claim = store.take(OVER).await.unwrap().unwrap().claim;
    store.close().await;

    let other = PostgresStore::connect(&database).await.unwrap();
    let taken = other.take(LONG).await.unwrap().unwrap();
    assert_eq!((taken.claim, taken.tries), (Claim { number: 2, ..claim }, 2), "who has lost a job loses no place");
    assert_eq!(other.finish(&taken.claim, &document()).await.unwrap(), Hold::Held);
    assert_eq!(other.state(reports[0]).await.unwrap(), Some(State::Done(Box::new(document()))));
    assert_eq!(other.take(LONG).await.unwrap().unwrap().claim.report, reports[1]);
}

#[tokio::test]
async fn a_job_for_which_nobody_waits_blocks_nobody() {
    let Some(server) = given() else { return };
    let database = fresh_database(&server).unwrap();
    let store = PostgresStore::connect(&database).await.unwrap();
    let (order, reports) = order(Rank::Person, 1, 2);
    store.put(order).await.unwrap();
    execute(&database, &format!("DELETE FROM reports WHERE id = '{}'", reports[0])).unwrap();
    let add = "SELECT graphile_worker.add_job('outflank report', '[7]', run_at => '2000-01-01')";
    execute(&database, add).unwrap();
    // What others have there is left alone.
    execute(&database, "SELECT graphile_worker.add_job('send a letter', '{}')").unwrap();
    let next: ReportId = store.take(LONG).await.unwrap().unwrap().claim.report;
    assert_eq!(next, reports[1]);
    assert!(store.take(LONG).await.unwrap().is_none());
    let mut connection = PgConnection::connect(&database).await.unwrap();
    let jobs = "SELECT count(*) FROM graphile_worker._private_jobs";
    assert_eq!(sqlx::query_scalar::<_, i64>(jobs).fetch_one(&mut connection).await.unwrap(), 2);
}

#[tokio::test]
async fn reports_of_the_version_before_are_still_told_of() {
    let Some(server) = given() else { return };
    let database = fresh_database(&server).unwrap();
    let pool = PgPool::connect(&database).await.unwrap();
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    let migrations = Migrator::new(files).await.unwrap();
    let before = migrations.iter().filter(|migration| migration.version <= 3).cloned().collect();
    Migrator::with_migrations(before).run(&pool).await.unwrap();
    let [waiting, running, done] = [ReportId::random(), ReportId::random(), ReportId::random()];
    let put = "INSERT INTO reports (id, rank, client, task, status, due, ended, outcome) VALUES ($1, 0, '1', '{}', $2, $3, $4, $5)";
    for (report, status) in [(waiting, "waiting"), (running, "running")] {
        let put = sqlx::query(put).bind(report.to_string()).bind(status).bind(1_i64);
        put.bind(None::<i64>).bind(None::<String>).execute(&pool).await.unwrap();
    }
    let made = sqlx::query(put).bind(done.to_string()).bind("done").bind(None::<i64>).bind(1_i64);
    made.bind(serde_json::to_string(&document()).unwrap()).execute(&pool).await.unwrap();

    let store = PostgresStore::connect(&database).await.unwrap();
    for report in [waiting, running] {
        let why = "the server was renewed in the meantime".to_owned();
        assert_eq!(store.state(report).await.unwrap(), Some(State::GivenUp { why }));
    }
    assert_eq!(store.state(done).await.unwrap(), Some(State::Done(Box::new(document()))));
    assert!(store.take(LONG).await.unwrap().is_none());
}
