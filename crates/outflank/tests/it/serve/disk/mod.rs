//! The disk of a server is full, or fails, while games are played on it.
//!
//! Nothing is acknowledged that is not on the disk, whoever looks sees what is there, and as soon as it works again everybody goes on,
//! by the same connections. The log says what fails, and does not say it for every move.
//!
//! - `arena`: the games.
//! - `faults`: what goes wrong. `kept`: what is told, and what is on the disk.
//! - `site`: a server that has to endure all this.

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
use faults::{FailingCalls, Fault, FullDisk, LimitedFiles, Told};
use site::{Disk, Reach, Site, Trouble};

/// Longer than what a server takes for a short stop, for which nobody's clock is stopped.
const LONG: Duration = Duration::from_secs(7);

#[test]
fn writes_that_fail_are_endured() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--threads", "2"]);
    let process = server.process();
    let writes_fail = |half_of: Option<PathBuf>| Box::new(LimitedFiles { server: process, half_of });
    let log = home.path().join("server.db-wal");
    let troubles = vec![
        Trouble::new(writes_fail(None), Reach::Everything),
        Trouble::new(writes_fail(Some(log.clone())), Reach::Something),
        Trouble::new(writes_fail(Some(log)), Reach::Something),
        Trouble::new(writes_fail(None), Reach::Everything).lasting(LONG),
    ];
    Site::open(server, Disk::Folder(home.path().to_owned())).endure(troubles, "disk I/O error");
}

#[test]
fn a_full_disk_is_endured() {
    let may = Command::new("unshare").args(["-rm", "true"]).stderr(Stdio::null()).status();
    if !may.is_ok_and(|status| status.success()) {
        println!("skipped: this user may not mount a small disk (unshare -rm)");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let script = r#"mount -t tmpfs -o size=96m,mode=700 outflank "$0" && exec "$@""#;
    let mut small_disk = Command::new("unshare");
    small_disk.args(["-rm", "sh", "-c", script]).arg(home.path());
    let server = Server::start_by(&mut small_disk, home.path(), &["--threads", "2"]);
    // Others do not see what is mounted there, but by the eyes of the server.
    let seen = format!("/proc/{}/root{}", server.process(), home.path().display());
    let full_disk = || Box::new(FullDisk::at(seen.as_ref()));
    let troubles = vec![
        Trouble::new(full_disk(), Reach::Something),
        Trouble::new(full_disk(), Reach::Something),
        Trouble::new(full_disk(), Reach::Something).lasting(LONG),
    ];
    Site::open(server, Disk::Folder(seen.clone().into())).endure(troubles, "database or disk is full");
}

#[test]
fn a_disk_that_does_not_keep_what_is_written_is_endured() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--threads", "2"]);
    let Some(fault) = FailingCalls::of(server.process(), "fsync,fdatasync") else { return };
    let troubles = vec![Trouble::new(Box::new(fault), Reach::Unnoticed)];
    Site::open(server, Disk::Folder(home.path().to_owned())).endure(troubles, "disk I/O error");
}

/// A commit fails as on a full disk: at its very end.
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
fn commits_that_fail_in_postgres_are_endured() {
    let Some(database) = &fresh_postgres() else { return };
    let (server, name) = database.rsplit_once('/').unwrap();
    let full = Told {
        database: database.clone(),
        begin: vec![FULL.to_owned()],
        end: "DROP FUNCTION full_disk CASCADE".to_owned(),
    };
    // Whoever connects may only read, as where another server of PostgreSQL has become the first; and everybody has to connect
    // anew. In the end whoever connects may write, and who is connected is left alone.
    let read_only = Told {
        database: format!("{server}/postgres"),
        begin: vec![
            format!("ALTER DATABASE {name} SET default_transaction_read_only = on"),
            format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"),
        ],
        end: format!("ALTER DATABASE {name} RESET default_transaction_read_only"),
    };
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--threads", "2", "--database", database]);
    let troubles = vec![
        Trouble::new(Box::new(full), Reach::Everything),
        Trouble::new(Box::new(read_only), Reach::Everything).lasting(LONG),
    ];
    Site::open(server, Disk::Postgres(database.clone())).endure(troubles, "No space left on device");
}

#[test]
fn a_log_that_cannot_be_written_stops_nobody() {
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
