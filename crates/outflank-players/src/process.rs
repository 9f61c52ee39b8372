//! Each pipe of an external engine has its own thread, so that neither side can block the other, and every wait has a limit. The engine gets
//! its own process group: Ctrl-C does not reach it, and its children end with it.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::{CommandLine, PlayerError};

/// How long a program may take to exit after the quit command.
const QUIT_GRACE: Duration = Duration::from_millis(500);

/// How long to wait for the exit status and the rest of standard error once its output is closed.
const EXIT_GRACE: Duration = Duration::from_millis(200);

const MAX_LINE: u64 = 64 * 1024;

/// Unread lines before the program's writes block.
const MAX_UNREAD_LINES: usize = 1_024;

const STDERR_TAIL_LINES: usize = 5;
const STDERR_TAIL_WIDTH: usize = 200;

pub(crate) struct Process {
    pub(crate) name: String,
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<String>,
    stderr_tail: Arc<Mutex<VecDeque<String>>>,
    /// Disconnects when standard error is closed.
    stderr_closed: Receiver<()>,
}

impl Process {
    pub(crate) fn start(command: &CommandLine) -> Result<Process, PlayerError> {
        let name = command.to_string();
        let cannot_start = |why| PlayerError::CannotStart { name: name.clone(), why };
        let mut builder = Command::new(command.program());
        builder.args(command.arguments());
        builder.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut child = builder.spawn().map_err(cannot_start)?;
        let (to_input, lines) = mpsc::channel();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &lines));
        }
        let (from_output, output) = mpsc::sync_channel(MAX_UNREAD_LINES);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &from_output));
        }
        let stderr_tail = Arc::default();
        let (stderr_open, stderr_closed) = mpsc::channel();
        if let Some(stderr) = child.stderr.take() {
            let stderr_tail = Arc::clone(&stderr_tail);
            thread::spawn(move || {
                keep_last_lines(stderr, &stderr_tail);
                drop(stderr_open);
            });
        }
        Ok(Process { name, child, input: Some(to_input), output, stderr_tail, stderr_closed })
    }

    pub(crate) fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        let sent = self.input.as_ref().is_some_and(|input| input.send(format!("{line}\n")).is_ok());
        if sent { Ok(()) } else { Err(self.ended()) }
    }

    pub(crate) fn line(&mut self, asked: &str, wait: &Wait) -> Result<String, PlayerError> {
        // A program that floods its output must not extend the wait.
        match self.output.recv_timeout(wait.left()) {
            Ok(line) if !wait.is_over() => Ok(line),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {
                Err(PlayerError::Silent { name: self.name.clone(), asked: asked.to_owned(), waited: wait.whole })
            }
        }
    }

    fn ended(&mut self) -> PlayerError {
        let status = self.exit_within(EXIT_GRACE);
        let _ = self.stderr_closed.recv_timeout(EXIT_GRACE);
        let stderr_tail = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        PlayerError::Ended { name: self.name.clone(), status, stderr_tail: stderr_tail.iter().cloned().collect() }
    }

    fn exit_within(&mut self, time: Duration) -> Option<ExitStatus> {
        const STEP: Duration = Duration::from_millis(2);
        let wait = Wait::of(time);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if !wait.is_over() => thread::sleep(STEP),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    fn kill(&mut self) {
        // The process has not been reaped, so its id cannot have been reused.
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both protocols have this command. Closing its input is a second signal to exit.
        let _ = self.send("quit");
        self.input = None;
        if self.exit_within(QUIT_GRACE).is_none() {
            self.kill();
        }
    }
}

pub(crate) struct Wait {
    began: Instant,
    whole: Duration,
}

impl Wait {
    pub(crate) fn of(whole: Duration) -> Wait {
        Wait { began: Instant::now(), whole }
    }

    fn left(&self) -> Duration {
        self.whole.saturating_sub(self.began.elapsed())
    }

    fn is_over(&self) -> bool {
        self.left().is_zero()
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        // The reader of its output reports a program that has exited.
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, lines: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = next_line(&mut stdout) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

fn keep_last_lines(stderr: impl Read, last: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    while let Ok(Some(line)) = next_line(&mut stderr) {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        last.push_back(line.chars().filter(|character| !character.is_control()).take(STDERR_TAIL_WIDTH).collect());
        if last.len() > STDERR_TAIL_LINES {
            last.pop_front();
        }
    }
}

fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(Some(String::from_utf8_lossy(line).into_owned()))
}
