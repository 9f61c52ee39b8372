use std::fs::{self, File};
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

use crate::{execute, programs};

/// For starting and for stopping.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Tests check that the password appears nowhere.
const USER: &str = "outflank";
const PASSWORD: &str = "never-to-be-seen";

/// Listens on loopback; stopped when dropped.
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
    pub fn start() -> Result<Postgres> {
        Postgres::start_with(&[])
    }

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
        // Another process may take the free port before the server does.
        for _ in 0..3 {
            server.port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            if server.begin().is_ok() {
                return Ok(server);
            }
        }
        bail!("PostgreSQL did not start:\n{}", server.log())
    }

    pub fn url(&self) -> String {
        format!("postgres://{USER}:{PASSWORD}@127.0.0.1:{}/postgres", self.port)
    }

    /// The id of its main process, while it runs. Child processes serve the connections.
    pub fn id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Stops it like a crash: connections are cut, and what is not in its write-ahead log is lost.
    pub fn crash(&mut self) -> Result<()> {
        if let Some(mut watchdog) = self.watchdog.take() {
            watchdog.stdin.take().map(|mut stdin| stdin.write_all(b"done\n")).transpose()?;
            watchdog.wait()?;
        }
        let Some(mut child) = self.child.take() else { return Ok(()) };
        if child.try_wait()?.is_none() {
            quit(&mut child)?;
        }
        let started = Instant::now();
        while child.try_wait()?.is_none() {
            if started.elapsed() > TIMEOUT {
                child.kill()?;
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Restarts it after a crash, at the same address, and waits until it is ready.
    pub fn begin(&mut self) -> Result<()> {
        ensure!(self.child.is_none(), "it is already running");
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
        let started = Instant::now();
        while let Err(error) = execute(&self.url(), "SELECT 1") {
            let ended = self.child.as_mut().map(Child::try_wait).transpose()?.flatten();
            if ended.is_some() || started.elapsed() > TIMEOUT {
                self.crash()?;
                return Err(error);
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Stops the server when this process dies: the watchdog then reads the end of its input.
    fn watch(&self, server: &Child) -> Result<Child> {
        let mut watchdog = self.command("sh");
        watchdog.args(["-c", "read -r _ || kill -QUIT $0", &server.id().to_string()]).stdin(Stdio::piped());
        Ok(watchdog.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?)
    }

    fn command(&self, program: &str) -> Command {
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
        let _ = self.crash();
    }
}

#[cfg(unix)]
fn quit(server: &mut Child) -> Result<()> {
    use rustix::process::{Pid, Signal, kill_process};

    Ok(kill_process(Pid::from_child(server), Signal::QUIT)?)
}

#[cfg(not(unix))]
fn quit(server: &mut Child) -> Result<()> {
    Ok(server.kill()?)
}

/// The user that runs the server, because PostgreSQL refuses to run as root.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(unix), allow(dead_code, reason = "only used on Unix"))]
struct Account {
    user: u32,
    group: u32,
}

#[cfg(unix)]
impl Account {
    fn needed() -> Result<Option<Account>> {
        if !rustix::process::geteuid().is_root() {
            return Ok(None);
        }
        let users = std::fs::read_to_string("/etc/passwd")?;
        let mut fields = users.lines().map(|line| line.split(':').collect::<Vec<_>>());
        let fields = fields.find(|fields| fields[0] == "postgres" && fields.len() > 3);
        let fields = fields.context("PostgreSQL cannot run as root, and there is no user postgres")?;
        Ok(Some(Account { user: fields[2].parse()?, group: fields[3].parse()? }))
    }

    fn own(self, path: &Path) -> Result<()> {
        Ok(std::os::unix::fs::chown(path, Some(self.user), Some(self.group))?)
    }

    fn run(self, command: &mut Command) {
        use std::os::unix::process::CommandExt;

        command.uid(self.user).gid(self.group);
    }
}

#[cfg(not(unix))]
impl Account {
    fn needed() -> Result<Option<Account>> {
        Ok(None)
    }

    fn own(self, _path: &Path) -> Result<()> {
        Ok(())
    }

    fn run(self, _command: &mut Command) {}
}
