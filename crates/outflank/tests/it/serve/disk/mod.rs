//! The disk of a server is full or fails while games are played. Nothing is acknowledged that is not on disk, reads keep working, and once the
//! disk works again everyone continues on the same connections. The log names the fault, but not for every move.

mod arena;
mod faults;
mod kept;
mod site;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::support::server::{Server, fresh_postgres, wait_for};
use arena::unavailable;
use faults::{FailingCalls, FailingCommits, Fault, FullDisk, LimitedFiles};
use site::{Disk, Outage, Reach, Site};

/// Longer than a short stall, after which clocks are corrected.
const LONG: Duration = Duration::from_secs(7);

#[test]
fn failing_writes_are_survived() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start_in(home.path(), &["--threads", "2"]);
    let process = server.process();
    let writes_fail = |half_of: Option<PathBuf>| Box::new(LimitedFiles { server: process, half_of });
    let log = home.path().join("server.db-wal");
    let outages = vec![
        Outage::new(writes_fail(None), Reach::Everything),
        Outage::new(writes_fail(Some(log.clone())), Reach::Something),
        Outage::new(writes_fail(Some(log)), Reach::Something),
        Outage::new(writes_fail(None), Reach::Everything).lasting(LONG),
    ];
    Site::open(server, Disk::Folder(home.path().to_owned())).survive(outages, "disk I/O error");
}

#[test]
fn a_full_disk_is_survived() {
    let may = Command::new("unshare").args(["-rm", "true"]).stderr(Stdio::null()).status();
    if !may.is_ok_and(|status| status.success()) {
        println!("skipped: this user may not mount a file system (unshare -rm)");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let script = r#"mount -t tmpfs -o size=96m,mode=700 outflank "$0" && exec "$@""#;
    let mut small_disk = Command::new("unshare");
    small_disk.args(["-rm", "sh", "-c", script]).arg(home.path());
    let server = Server::start_by(&mut small_disk, home.path(), &["--threads", "2"]);
    // The mount is only visible in the server's namespace.
    let seen = format!("/proc/{}/root{}", server.process(), home.path().display());
    let full_disk = || Box::new(FullDisk::at(seen.as_ref()));
    let outages = vec![
        Outage::new(full_disk(), Reach::Something),
        Outage::new(full_disk(), Reach::Something),
        Outage::new(full_disk(), Reach::Something).lasting(LONG),
    ];
    Site::open(server, Disk::Folder(seen.clone().into())).survive(outages, "database or disk is full");
}

#[test]
fn failing_syncs_are_survived() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start_in(home.path(), &["--threads", "2"]);
    let Some(fault) = FailingCalls::of(server.process(), "fsync,fdatasync") else { return };
    let outages = vec![Outage::new(Box::new(fault), Reach::Unnoticed)];
    Site::open(server, Disk::Folder(home.path().to_owned())).survive(outages, "disk I/O error");
}

/// Fails like a full disk, at the end of the commit.
const FULL: &str = "\
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
        RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device'; END $$; \
    CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT OR UPDATE ON games DEFERRABLE INITIALLY DEFERRED \
        FOR EACH ROW EXECUTE FUNCTION full_disk(); \
    CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT OR UPDATE ON alive DEFERRABLE INITIALLY DEFERRED \
        FOR EACH ROW EXECUTE FUNCTION full_disk(); \
    CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT ON chat DEFERRABLE INITIALLY DEFERRED \
        FOR EACH ROW EXECUTE FUNCTION full_disk(); \
    CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT ON reports DEFERRABLE INITIALLY DEFERRED \
        FOR EACH ROW EXECUTE FUNCTION full_disk()";

#[test]
fn failing_postgres_commits_are_survived() {
    let Some(database) = &fresh_postgres() else { return };
    let (server, name) = database.rsplit_once('/').unwrap();
    let full = FailingCommits {
        database: database.clone(),
        begin: vec![FULL.to_owned()],
        end: "DROP FUNCTION full_disk CASCADE".to_owned(),
    };
    // New connections are read-only, as after a failover, and everyone has to reconnect. At the end new connections may write, and existing
    // ones are left alone.
    let read_only = FailingCommits {
        database: format!("{server}/postgres"),
        begin: vec![
            format!("ALTER DATABASE {name} SET default_transaction_read_only = on"),
            format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"),
        ],
        end: format!("ALTER DATABASE {name} RESET default_transaction_read_only"),
    };
    let server = Server::start(&["--threads", "2", "--database", database]);
    let outages = vec![
        Outage::new(Box::new(full), Reach::Everything),
        Outage::new(Box::new(read_only), Reach::Everything).lasting(LONG),
    ];
    Site::open(server, Disk::Postgres(database.clone())).survive(outages, "No space left on device");
}

#[test]
fn an_unwritable_log_does_not_stop_the_server() {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", r#"exec "$@" 2>"$0""#]).arg(home.path().join("log"));
    let mut server = Server::start_by(&mut command, home.path(), &["--log", "debug"]);
    let create = |server: &Server| server.ask("POST", "/api/games", None, Some(&json!({"black": "me", "white": "me"})));
    create(&server).json(201);
    let mut fault = LimitedFiles { server: server.process(), half_of: None };
    fault.begin();
    let before = fs::metadata(home.path().join("log")).unwrap().len();
    for _ in 0..3 {
        unavailable(create(&server));
    }
    assert_eq!(fs::metadata(home.path().join("log")).unwrap().len(), before, "nothing could be logged");
    fault.end();
    wait_for(|| (create(&server).status == 201).then_some(()));
    assert!(!server.has_ended());
}
