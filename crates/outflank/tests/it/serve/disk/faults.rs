use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use outflank_postgres::execute;
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, prlimit};

pub(super) trait Fault {
    fn begin(&mut self);
    fn end(&mut self);
}

/// Limits the length of the server's files, so that writes beyond it fail.
pub(super) struct LimitedFiles {
    pub(super) server: Pid,
    /// The limit is half the length of this file, so that a write is cut in the middle; without a file, 0.
    pub(super) half_of: Option<PathBuf>,
}

impl LimitedFiles {
    fn limit(&self, current: Option<u64>) {
        let maximum = getrlimit(Resource::Fsize).maximum;
        prlimit(Some(self.server), Resource::Fsize, Rlimit { current, maximum }).unwrap();
    }
}

impl Fault for LimitedFiles {
    fn begin(&mut self) {
        let half = |file: &PathBuf| fs::metadata(file).unwrap().len() / 2 + 1_000;
        self.limit(Some(self.half_of.as_ref().map_or(0, half)));
    }

    fn end(&mut self) {
        self.limit(getrlimit(Resource::Fsize).maximum);
    }
}

pub(super) struct FullDisk {
    ballast: PathBuf,
}

impl FullDisk {
    pub(super) fn at(folder: &Path) -> FullDisk {
        FullDisk { ballast: folder.join("ballast") }
    }
}

impl Fault for FullDisk {
    fn begin(&mut self) {
        let mut ballast = File::create(&self.ballast).unwrap();
        while ballast.write(&[0; 4096]).is_ok() {}
    }

    fn end(&mut self) {
        fs::remove_file(&self.ballast).unwrap();
    }
}

pub(super) struct FailingCalls {
    server: Pid,
    calls: &'static str,
    strace: Option<Child>,
}

impl FailingCalls {
    pub(super) fn of(server: Pid, calls: &'static str) -> Option<FailingCalls> {
        let looks = Command::new("strace").args(["-o", "/dev/null", "true"]).stderr(Stdio::null()).status();
        if !looks.is_ok_and(|status| status.success()) {
            println!("skipped: strace is not installed or not permitted");
            return None;
        }
        Some(FailingCalls { server, calls, strace: None })
    }
}

impl Fault for FailingCalls {
    fn begin(&mut self) {
        let FailingCalls { server, calls, .. } = self;
        let strace = Command::new("strace")
            .args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={calls}")])
            .args(["-e", &format!("inject={calls}:error=EIO"), "-p", &server.to_string()])
            .stderr(Stdio::null())
            .spawn();
        self.strace = Some(strace.unwrap());
    }

    fn end(&mut self) {
        if let Some(mut strace) = self.strace.take() {
            kill_process(Pid::from_child(&strace), Signal::TERM).unwrap();
            strace.wait().unwrap();
        }
    }
}

impl Drop for FailingCalls {
    fn drop(&mut self) {
        self.end();
    }
}

/// SQL that makes commits in PostgreSQL fail, and undoes that.
pub(super) struct FailingCommits {
    pub(super) database: String,
    pub(super) begin: Vec<String>,
    pub(super) end: String,
}

impl Fault for FailingCommits {
    fn begin(&mut self) {
        // Separately, as statements in one call share a transaction.
        self.begin.iter().for_each(|sql| execute(&self.database, sql).unwrap());
    }

    fn end(&mut self) {
        execute(&self.database, &self.end).unwrap();
    }
}
