use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::bot::guest::Guest;
use crate::support::server::{Server, wait_for};
use crate::support::{Running, command};

pub(crate) struct Club {
    home: TempDir,
    pub(crate) server: Server,
    pub(crate) guest: Guest,
}

impl Club {
    pub(crate) fn open() -> Club {
        let server = Server::start(&["--log", "off"]);
        let guest = Guest::at(server.address, 1);
        Club { home: tempfile::tempdir().unwrap(), server, guest }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub(crate) fn bot(&self, arguments: &[&str]) -> Bot {
        Bot::start(self.home.path(), self.server.address, arguments)
    }
}

pub(crate) struct Bot {
    child: Running,
    output: Arc<Mutex<Vec<String>>>,
    readers: Vec<JoinHandle<()>>,
}

impl Bot {
    pub(crate) fn start(home: &Path, server: SocketAddr, arguments: &[&str]) -> Bot {
        let mut command = command(&["bot", &format!("http://{server}")]);
        let mut child = command.args(arguments).env("OUTFLANK_HOME", home).spawn().unwrap();
        let output = Arc::default();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let readers = vec![collect(out, &output), collect(err, &output)];
        Bot { child: Running(child), output, readers }
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.output.lock().unwrap().clone()
    }

    pub(crate) fn wait_for_line(&self, text: &str) -> String {
        wait_for(|| self.lines().into_iter().find(|line| line.contains(text)))
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child.0), signal).unwrap();
    }

    #[track_caller]
    pub(crate) fn ended(mut self, code: i32) -> String {
        let status = wait_for(|| self.child.0.try_wait().unwrap());
        self.readers.drain(..).for_each(|reader| reader.join().unwrap());
        let output = self.lines().join("\n");
        assert_eq!(status.code(), Some(code), "{output}");
        output
    }
}

fn collect(stream: impl Read + Send + 'static, output: &Arc<Mutex<Vec<String>>>) -> JoinHandle<()> {
    let output = Arc::clone(output);
    thread::spawn(move || {
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        lines.for_each(|line| output.lock().unwrap().push(line));
    })
}
