//! PostgreSQL only: jobs are in separate tables, which servers of several versions share.

use std::path::Path;
use std::time::Duration;

use outflank_postgres::{execute, fresh_database, given};
use outflank_server::ReportId;
use outflank_server::jobs::{Claim, Hold, Queue, Rank, State};
use outflank_server::store::{PostgresStore, Store};
use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection, PgPool};
use tokio::task::JoinSet;

use crate::queue::contract;
use crate::queue::made::{LONG, OVER, document, order};
use crate::{connect, postgres};

/// Counts open reports without a job, jobs without a report, and jobs locked by another worker than the report's.
const INCONSISTENT: &str = "\
    SELECT count(*) FROM (SELECT * FROM reports WHERE ended IS NULL) report \
    FULL JOIN graphile_worker._private_jobs job ON job.payload ->> 'report' = report.id \
    WHERE report.id IS NULL OR job.id IS NULL OR job.locked_by IS DISTINCT FROM report.worker \
        OR report.job IS NOT NULL AND (report.job <> job.id OR report.tries <> job.attempts)";

async fn inconsistent(database: &str) -> i64 {
    let mut connection = PgConnection::connect(database).await.unwrap();
    sqlx::query_scalar(INCONSISTENT).fetch_one(&mut connection).await.unwrap()
}

async fn work(store: &PostgresStore, number: usize) {
    let leases = [LONG, OVER, Duration::from_millis(1)];
    let mut turn = number;
    while let Some(taken) = store.take(leases[turn % 3]).await.unwrap() {
        let claim = &taken.claim;
        // After an expired lease, another worker may have it.
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
async fn jobs_and_reports_agree_at_all_times() {
    let Some((store, database)) = postgres().await else { return };
    store.put(order(Rank::Bulk, 1, 40).0).await.unwrap();
    store.put(order(Rank::Person, 2, 10).0).await.unwrap();
    assert_eq!(inconsistent(&database).await, 0);
    let mut workers = JoinSet::new();
    for number in 0..6 {
        let store = connect(&database).await;
        workers.spawn(async move { work(&store, number).await });
    }
    while !workers.is_empty() {
        assert_eq!(inconsistent(&database).await, 0);
        workers.join_next().await.unwrap().unwrap();
    }
    assert_eq!(inconsistent(&database).await, 0);
    // Some are still held by a long lease.
    let counts = store.counts().await.unwrap();
    assert_eq!((counts.waiting, counts.running + counts.done + counts.given_up), (0, 50));
    assert!(counts.done > 0);
}

#[tokio::test]
async fn another_server_finishes_what_one_began() {
    let Some((store, database)) = postgres().await else { return };
    let (order, reports) = order(Rank::Person, 1, 2);
    store.put(order).await.unwrap();
    let claim = store.take(OVER).await.unwrap().unwrap().claim;
    store.close().await;

    let other = connect(&database).await;
    let taken = other.take(LONG).await.unwrap().unwrap();
    assert_eq!((taken.claim, taken.tries), (Claim { number: 2, ..claim }, 2), "a lost job keeps its place");
    assert_eq!(other.finish(&taken.claim, &document()).await.unwrap(), Hold::Held);
    assert_eq!(other.state(reports[0]).await.unwrap(), Some(State::Done(Box::new(document()))));
    assert_eq!(other.take(LONG).await.unwrap().unwrap().claim.report, reports[1]);
}

#[tokio::test]
async fn jobs_without_a_report_are_skipped() {
    let Some((store, database)) = postgres().await else { return };
    let (order, reports) = order(Rank::Person, 1, 2);
    store.put(order).await.unwrap();
    execute(&database, &format!("DELETE FROM reports WHERE id = '{}'", reports[0])).unwrap();
    let add = "\
        INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at) \
        SELECT id, '[7]', '2000-01-01' FROM graphile_worker._private_tasks";
    execute(&database, add).unwrap();
    // Jobs of other programs are left alone.
    execute(&database, "INSERT INTO graphile_worker._private_jobs (task_id) VALUES (-1)").unwrap();
    let next: ReportId = store.take(LONG).await.unwrap().unwrap().claim.report;
    assert_eq!(next, reports[1]);
    assert!(store.take(LONG).await.unwrap().is_none());
    let mut connection = PgConnection::connect(&database).await.unwrap();
    let jobs = "SELECT count(*) FROM graphile_worker._private_jobs";
    assert_eq!(sqlx::query_scalar::<_, i64>(jobs).fetch_one(&mut connection).await.unwrap(), 2);
}

#[tokio::test]
async fn the_oldest_findings_are_forgotten() {
    let Some((store, database)) = postgres().await else { return };
    contract::the_oldest_findings_are_forgotten(store, async |last| {
        let sql = format!("ALTER TABLE evaluations ALTER COLUMN number RESTART WITH {}", last + 1);
        execute(&database, &sql).unwrap();
    })
    .await;
}

/// The statements with which servers of the previous version add, take, fail, return and remove jobs.
#[tokio::test]
async fn the_previous_version_can_share_the_jobs() {
    let Some((store, database)) = postgres().await else { return };
    let mut connection = PgConnection::connect(&database).await.unwrap();
    let revision = "SELECT max(id) FROM graphile_worker.migrations";
    assert_eq!(sqlx::query_scalar::<_, i32>(revision).fetch_one(&mut connection).await.unwrap(), 22);

    let (order, reports) = order(Rank::Person, 1, 2);
    store.put(order).await.unwrap();
    let remove = "DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'report' = $1 RETURNING payload::text";
    let removed = sqlx::query_scalar(remove).bind(reports[0].to_string());
    let payload: String = removed.fetch_one(&mut connection).await.unwrap();
    let payload: serde_json::Value = serde_json::from_str(&payload).unwrap();
    let spec = serde_json::json!([{
        "identifier": "outflank report", "payload": payload, "queue_name": null, "run_at": "2026-01-01T00:00:00Z",
        "max_attempts": 5, "job_key": null, "priority": 0, "flags": null,
    }]);
    let add = "\
        SELECT id FROM graphile_worker.add_jobs(\
            array(SELECT json_populate_recordset(null::graphile_worker.job_spec, $1::json)), FALSE)";
    let job: i64 = sqlx::query_scalar(add).bind(spec.to_string()).fetch_one(&mut connection).await.unwrap();

    let lock = "\
        UPDATE graphile_worker._private_jobs SET attempts = attempts + 1, locked_by = 'previous', locked_at = now() WHERE id = $1 \
        AND is_available AND NOT EXISTS (SELECT FROM graphile_worker._private_job_queues WHERE id = job_queue_id)";
    let attempts = "SELECT attempts::bigint FROM graphile_worker._private_jobs WHERE id = $1 AND locked_by IS NULL";
    for (end, counted) in [
        ("SELECT graphile_worker._private_return_jobs('previous', ARRAY[$1])", 0),
        ("UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL WHERE id = $1", 1),
        ("SELECT graphile_worker._private_return_jobs('previous', ARRAY[$1])", 1),
        ("SELECT id FROM graphile_worker.reschedule_jobs(ARRAY[$1], attempts => 2::integer)", 2),
        ("SELECT id FROM graphile_worker.reschedule_jobs(ARRAY[$1], run_at => now() + 1 * INTERVAL '1 hour')", 2),
    ] {
        if !end.contains("reschedule_jobs") {
            sqlx::query(lock).bind(job).execute(&mut connection).await.unwrap();
        }
        sqlx::query(end).bind(job).execute(&mut connection).await.unwrap();
        assert_eq!(sqlx::query_scalar::<_, i64>(attempts).bind(job).fetch_one(&mut connection).await.unwrap(), counted);
    }

    let taken = store.take(LONG).await.unwrap().unwrap();
    assert_eq!((taken.claim.report, taken.tries), (reports[1], 1), "the other one is to be tried again in an hour");
    let now = "SELECT id FROM graphile_worker.reschedule_jobs(ARRAY[$1], run_at => now())";
    sqlx::query(now).bind(job).execute(&mut connection).await.unwrap();
    let taken = store.take(LONG).await.unwrap().unwrap();
    assert_eq!((taken.claim.report, taken.tries), (reports[0], 3));
    assert_eq!(store.finish(&taken.claim, &document()).await.unwrap(), Hold::Held);
    assert_eq!(inconsistent(&database).await, 0);
}

#[tokio::test]
async fn reports_of_earlier_versions_can_be_read() {
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

    let store = connect(&database).await;
    for report in [waiting, running] {
        let why = "the server was renewed in the meantime".to_owned();
        assert_eq!(store.state(report).await.unwrap(), Some(State::GivenUp { why }));
    }
    assert_eq!(store.state(done).await.unwrap(), Some(State::Done(Box::new(document()))));
    assert!(store.take(LONG).await.unwrap().is_none());
}
