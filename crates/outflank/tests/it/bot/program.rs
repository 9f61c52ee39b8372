//! The bot as a process.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::server::wait_for;

/// A bot that runs. It is killed with the test.
pub(crate) struct Bot {
    child: Child,
    said: Arc<Mutex<Vec<String>>>,
    readers: Vec<JoinHandle<()>>,
}

impl Bot {
    /// Starts one on the server at this address.
    pub(crate) fn start(home: &Path, server: SocketAddr, arguments: &[&str]) -> Bot {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(["bot", &format!("http://{server}")])
            .args(arguments)
            .env("OUTFLANK_HOME", home)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = Arc::default();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let readers = vec![collect(out, &said), collect(err, &said)];
        Bot { child, said, readers }
    }

    /// Both streams of output so far, line by line.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.said.lock().unwrap().clone()
    }

    /// Waits for a line with this text, and returns it.
    pub(crate) fn wait_for_line(&self, text: &str) -> String {
        wait_for(|| self.lines().into_iter().find(|line| line.contains(text)))
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the end: the exit code, and everything that was said.
    pub(crate) fn ended(mut self) -> (Option<i32>, String) {
        let status = wait_for(|| self.child.try_wait().unwrap());
        self.readers.drain(..).for_each(|reader| reader.join().unwrap());
        (status.code(), self.lines().join("\n"))
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn collect(output: impl Read + Send + 'static, said: &Arc<Mutex<Vec<String>>>) -> JoinHandle<()> {
    let said = Arc::clone(said);
    thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        lines.for_each(|line| said.lock().unwrap().push(line));
    })
}
