//! Another program, spoken to in lines.
//!
//! Each of its three pipes has a thread, so that neither side can block the other, and every wait has an end. The process is in a
//! group of its own: Ctrl-C is for us to answer, and what it has started ends with it.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::{CommandLine, PlayerError};

/// How long a program may take to leave when it is told to.
const GRACE: Duration = Duration::from_millis(500);

/// How long its exit status and its last words may take to arrive once it no longer speaks.
const AFTERMATH: Duration = Duration::from_millis(200);

/// The longest line that is taken as one; the rest of a longer one is read as further lines.
const LONGEST_LINE: u64 = 64 * 1024;

/// How many unread lines wait before the program has to.
const MOST_LINES: usize = 1_024;

/// How many of the last lines on standard error are kept, and how much of each.
const LAST_WORDS: usize = 5;
const LONGEST_WORD: usize = 200;

/// A program that was started. Dropping it ends the program.
pub(crate) struct Process {
    /// What the player is called in messages.
    pub(crate) name: String,
    child: Child,
    /// `None` once the program has been told to leave.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Hangs up when all last words are there.
    last_word: Receiver<()>,
    /// What it is told before it is dropped.
    farewell: &'static str,
}

impl Process {
    /// Starts a program. `farewell` is the line that tells it to leave.
    pub(crate) fn start(command: &CommandLine, farewell: &'static str) -> Result<Process, PlayerError> {
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
        let (from_output, output) = mpsc::sync_channel(MOST_LINES);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &from_output));
        }
        let last_words = Arc::default();
        let (until_the_last, last_word) = mpsc::channel();
        if let Some(stderr) = child.stderr.take() {
            let last_words = Arc::clone(&last_words);
            thread::spawn(move || {
                keep_last_lines(stderr, &last_words);
                drop(until_the_last);
            });
        }
        Ok(Process { name, child, input: Some(to_input), output, last_words, last_word, farewell })
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        let sent = self.input.as_ref().is_some_and(|input| input.send(format!("{line}\n")).is_ok());
        if sent { Ok(()) } else { Err(self.ended()) }
    }

    /// The next line, without its end. `asked` is what the program is to answer by then.
    pub(crate) fn line(&mut self, asked: &str, wait: &Wait) -> Result<String, PlayerError> {
        // A program that never stops talking does not answer either.
        match self.output.recv_timeout(wait.left()) {
            Ok(line) if !wait.is_over() => Ok(line),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {
                Err(PlayerError::Silent { name: self.name.clone(), asked: asked.to_owned(), waited: wait.whole })
            }
        }
    }

    /// How the program ended, of which only the closed pipe was seen so far.
    fn ended(&mut self) -> PlayerError {
        let status = self.exit_within(AFTERMATH);
        let _ = self.last_word.recv_timeout(AFTERMATH);
        let last_words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        PlayerError::Ended { name: self.name.clone(), status, last_words: last_words.iter().cloned().collect() }
    }

    /// Waits for the end of the process.
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

    /// Ends the process and what it has started, whatever they do.
    fn kill(&mut self) {
        // The process has not been waited for, so its number is still its own.
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
        // The end of its input tells it as well.
        let _ = self.send(self.farewell);
        self.input = None;
        if self.exit_within(GRACE).is_none() {
            self.kill();
        }
    }
}

/// A wait that has an end.
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
        // A program that does not read any more says nothing any more either, and is missed there.
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
        last.push_back(line.chars().filter(|character| !character.is_control()).take(LONGEST_WORD).collect());
        if last.len() > LAST_WORDS {
            last.pop_front();
        }
    }
}

/// The next line without its end. Bytes that are not UTF-8 become replacement characters, which no answer contains.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(Some(String::from_utf8_lossy(line).into_owned()))
}
