//! What can go wrong with a disk, and be well again.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use outflank_postgres::execute;
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, prlimit};

/// Something that goes wrong with the disk of a server that runs.
pub(super) trait Fault {
    fn begin(&mut self);
    fn end(&mut self);
}

/// No file of a server may be written to beyond some length: writes fail there as they do on a disk with an error.
pub(super) struct LimitedFiles {
    pub(super) server: Pid,
    /// Half the length of this file is the limit, and a bit, so that something is written by half; 0 without one.
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

/// All room that is left on a file system is taken.
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

/// System calls of a server fail with EIO, by strace.
pub(super) struct FailingCalls {
    server: Pid,
    calls: &'static str,
    strace: Option<Child>,
}

impl FailingCalls {
    /// Nothing where strace is missing or may not look at other processes, which is said.
    pub(super) fn of(server: Pid, calls: &'static str) -> Option<FailingCalls> {
        let looks = Command::new("strace").args(["-o", "/dev/null", "true"]).stderr(Stdio::null()).status();
        if !looks.is_ok_and(|status| status.success()) {
            println!("skipped: strace is not installed, or may not look at other processes");
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

/// What a PostgreSQL database is told, so that commits fail, and so that they do not.
pub(super) struct Told {
    pub(super) database: String,
    pub(super) begin: Vec<String>,
    pub(super) end: String,
}

impl Fault for Told {
    fn begin(&mut self) {
        // One after the other: what is said at once is done at once, or not at all.
        self.begin.iter().for_each(|sql| execute(&self.database, sql).unwrap());
    }

    fn end(&mut self) {
        execute(&self.database, &self.end).unwrap();
    }
}
