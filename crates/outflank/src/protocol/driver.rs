//! Only the loop in [`drive`] touches the machine and the output, so reading and searching never wait for each other.

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use outflank_engine::{Analysis, Engine, Limits, SearchHandle};
use outflank_rules::Position;

use super::{Effect, Event, Machine};

/// Further lines stay in the pipe, so that a client cannot fill the memory.
const LINES_AHEAD: usize = 256;

const LARGEST_FILE: u64 = 1024 * 1024;

enum Message {
    Line(String),
    InputEnded,
    Progress(Analysis),
    SearchEnded,
}

pub(super) fn drive<M: Machine>(mut machine: M, engine: &Engine) -> anyhow::Result<ExitCode> {
    let (sender, messages) = mpsc::channel();
    let permits = read_lines(sender.clone(), M::LONGEST_LINE);
    let mut world = World { engine, sender, search: None, out: io::stdout().lock() };
    let mut held = 0;
    loop {
        let mut event = Some(match world.next_message(&messages)? {
            Message::Line(line) => {
                held += 1;
                Event::Line(line)
            }
            Message::InputEnded => Event::InputEnded,
            Message::Progress(analysis) => Event::Progress(analysis),
            Message::SearchEnded => match world.search.take() {
                Some(search) => Event::Finished(search.handle.wait()),
                None => continue,
            },
        });
        while let Some(happened) = event.take() {
            for effect in machine.handle(happened) {
                match effect {
                    Effect::Say(text) => world.say(&text)?,
                    Effect::Think(position, limits) => world.think(position, limits),
                    Effect::Stop => world.stop(),
                    Effect::StopAfter(time) => world.stop_after(time),
                    Effect::Read(path) => event = Some(Event::Read(read_file(&path))),
                    Effect::Leave => return Ok(ExitCode::SUCCESS),
                }
            }
        }
        for _ in machine.waiting()..held {
            permits.recv().context("cannot read standard input")?;
        }
        held = machine.waiting();
    }
}

/// The thread holds a permit for each unhandled line and waits when there are no more. Handling a line takes its permit back.
fn read_lines(lines: Sender<Message>, longest: usize) -> Receiver<()> {
    let (permits, taken_back) = mpsc::sync_channel(LINES_AHEAD);
    thread::spawn(move || {
        // A read error counts as the end of the input.
        let _ = send_lines(&mut io::stdin().lock(), longest, &lines, &permits);
        let _ = lines.send(Message::InputEnded);
    });
    taken_back
}

fn send_lines(
    input: &mut impl BufRead,
    longest: usize,
    lines: &Sender<Message>,
    permits: &SyncSender<()>,
) -> anyhow::Result<()> {
    while let Some(line) = read_line(input, longest)? {
        permits.send(())?;
        lines.send(Message::Line(line))?;
    }
    Ok(())
}

fn read_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = input.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut line)?;
    if read > longest && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

fn read_file(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LARGEST_FILE + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= LARGEST_FILE).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

struct World<'e> {
    engine: &'e Engine,
    sender: Sender<Message>,
    search: Option<Search>,
    out: io::StdoutLock<'static>,
}

struct Search {
    handle: SearchHandle,
    deadline: Option<Instant>,
}

impl World<'_> {
    fn next_message(&mut self, messages: &Receiver<Message>) -> anyhow::Result<Message> {
        loop {
            let Some(Search { handle, deadline: Some(deadline) }) = &self.search else {
                return messages.recv().context("the input thread has ended");
            };
            match messages.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(message) => return Ok(message),
                Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the input thread has ended"),
                Err(RecvTimeoutError::Timeout) => handle.stop(),
            }
            if let Some(search) = &mut self.search {
                search.deadline = None;
            }
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    fn think(&mut self, position: Position, limits: Limits) {
        let listener = Listener(self.sender.clone());
        let handle = self.engine.start(position, limits, move |analysis| listener.report(analysis));
        self.search = Some(Search { handle, deadline: None });
    }

    fn stop(&self) {
        if let Some(search) = &self.search {
            search.handle.stop();
        }
    }

    fn stop_after(&mut self, time: Duration) {
        if let Some(search) = &mut self.search {
            let deadline = Instant::now() + time;
            search.deadline = Some(search.deadline.map_or(deadline, |earlier| earlier.min(deadline)));
        }
    }
}

/// Dropped by the search after its last report, so that the end arrives through the same channel, after all reports.
struct Listener(Sender<Message>);

impl Listener {
    fn report(&self, analysis: &Analysis) {
        let _ = self.0.send(Message::Progress(analysis.clone()));
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.0.send(Message::SearchEnded);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_one_is_whole() {
        let mut input = b"one\n0123456789abcdef\n\xff\nlast".as_slice();
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input, 8).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["one\n", "012345678", "\u{fffd}\n", "last"]);
    }

    #[test]
    fn unhandled_lines_limit_reading_ahead() {
        let (sender, messages) = mpsc::channel();
        let (permits, taken_back) = mpsc::sync_channel(2);
        let reader = thread::spawn(move || send_lines(&mut b"a\nb\nc\nd\n".as_slice(), 8, &sender, &permits));
        let line = || matches!(messages.recv(), Ok(Message::Line(_)));
        assert!(line() && line());
        taken_back.recv().unwrap();
        assert!(line());
        drop(taken_back);
        assert!(reader.join().unwrap().is_err());
        assert!(messages.recv().is_err());
    }
}
