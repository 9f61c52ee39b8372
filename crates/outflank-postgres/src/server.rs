//! A server of one's own.

use std::fs::{self, File};
use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

use crate::account::Account;
use crate::{execute, programs};

/// How long it may take to start or to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// The user of the database, and the password that is never to be seen anywhere.
const USER: &str = "outflank";
const PASSWORD: &str = "never-to-be-seen";

/// A server in a temporary folder, on loopback. It ends with its owner.
#[derive(Debug)]
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    account: Option<Account>,
    port: u16,
    settings: Vec<String>,
    child: Option<Child>,
    watchdog: Option<Child>,
}

impl Postgres {
    /// Makes a server and waits until it answers.
    pub fn start() -> Result<Postgres> {
        Postgres::start_with(&[])
    }

    /// As [`Postgres::start`], with settings such as `max_connections=400`.
    pub fn start_with(settings: &[&str]) -> Result<Postgres> {
        let programs = programs().context("PostgreSQL is not installed")?;
        let account = Account::needed()?;
        let folder = tempfile::Builder::new().prefix("outflank-postgres-").tempdir()?;
        let password = folder.path().join("password");
        fs::write(&password, PASSWORD)?;
        if let Some(account) = account {
            account.own(folder.path())?;
            account.own(&password)?;
        }
        let settings = settings.iter().map(|&setting| setting.to_owned()).collect();
        let mut server = Postgres { folder, programs, account, port: 0, settings, child: None, watchdog: None };
        let made = server
            .command("initdb")
            .args([
                "--no-sync",
                "--encoding=UTF8",
                "--locale=C",
                "--auth=scram-sha-256",
                "--username",
                USER,
                "--pgdata",
            ])
            .arg(server.folder.path().join("data"))
            .arg("--pwfile")
            .arg(password)
            .output()?;
        ensure!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        // Between the question which port is free and its use somebody else may take it.
        for _ in 0..3 {
            server.port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            if server.begin().is_ok() {
                return Ok(server);
            }
        }
        bail!("PostgreSQL does not start:\n{}", server.log())
    }

    /// The URL of a database that is always there, for making others.
    pub fn url(&self) -> String {
        format!("postgres://{USER}:{PASSWORD}@127.0.0.1:{}/postgres", self.port)
    }

    /// The number of its process, while it runs. What it does for others is done by the children of that process.
    pub fn id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Ends it as a crash would: connections are cut, and what is not in its log is lost.
    pub fn crash(&mut self) -> Result<()> {
        self.end()
    }

    /// Starts it again after a crash, at the same address, and waits until it answers.
    pub fn begin(&mut self) -> Result<()> {
        ensure!(self.child.is_none(), "it runs already");
        let log = File::options().create(true).append(true).open(self.folder.path().join("log"))?;
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.folder.path().join("data")).arg("-k").arg(self.folder.path());
        let port = format!("port={}", self.port);
        let usual = ["listen_addresses=127.0.0.1", &port, "max_connections=300", "shared_buffers=64MB"];
        for setting in usual.into_iter().chain(self.settings.iter().map(String::as_str)) {
            command.args(["-c", setting]);
        }
        let child = command.stdout(log.try_clone()?).stderr(log).spawn()?;
        self.watchdog = Some(self.watch(&child)?);
        self.child = Some(child);
        let begun = Instant::now();
        while let Err(error) = execute(&self.url(), "SELECT 1") {
            let ended = self.child.as_mut().map(Child::try_wait).transpose()?.flatten();
            if ended.is_some() || begun.elapsed() > PATIENCE {
                self.crash()?;
                return Err(error);
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// What the server has logged.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Ends the server if this process ends without a word, however it ends.
    fn watch(&self, server: &Child) -> Result<Child> {
        let mut watchdog = self.command("sh");
        watchdog.args(["-c", "read -r _ || kill -QUIT $0", &server.id().to_string()]).stdin(Stdio::piped());
        Ok(watchdog.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?)
    }

    fn end(&mut self) -> Result<()> {
        if let Some(mut watchdog) = self.watchdog.take() {
            // It has nothing to watch any more.
            watchdog.stdin.take().map(|mut stdin| stdin.write_all(b"done\n")).transpose()?;
            watchdog.wait()?;
        }
        let Some(mut child) = self.child.take() else { return Ok(()) };
        if child.try_wait()?.is_none() {
            quit(&mut child)?;
        }
        let begun = Instant::now();
        while child.try_wait()?.is_none() {
            if begun.elapsed() > PATIENCE {
                child.kill()?;
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    fn command(&self, program: &str) -> Command {
        // A program that is not PostgreSQL's is on the path.
        let own = self.programs.join(program);
        let mut command = if own.is_file() { Command::new(own) } else { Command::new(program) };
        if let Some(account) = self.account {
            account.run(&mut command);
        }
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Nobody needs its data any more.
        let _ = self.end();
    }
}

/// Ends a server at once, together with those who work for it.
#[cfg(unix)]
fn quit(server: &mut Child) -> Result<()> {
    use rustix::process::{Pid, Signal, kill_process};

    Ok(kill_process(Pid::from_child(server), Signal::QUIT)?)
}

#[cfg(not(unix))]
fn quit(server: &mut Child) -> Result<()> {
    Ok(server.kill()?)
}
