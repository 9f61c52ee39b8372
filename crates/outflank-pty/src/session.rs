//! A running program and its screen.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::{Callbacks, Parser, Screen};

/// How long anything may take. It is long, because a test machine may have other things to do.
const DEADLINE: Duration = Duration::from_secs(60);

/// Columns and rows of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// How many characters stand beside each other.
    pub columns: u16,
    /// How many lines there are.
    pub rows: u16,
}

/// What to run.
#[derive(Clone, Debug)]
pub struct Start {
    /// The program.
    pub program: PathBuf,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// Variables for it. Of this process's own it gets none but `PATH`.
    pub variables: Vec<(String, OsString)>,
    /// The size of its window.
    pub size: Size,
}

/// A program in a terminal of its own. It is killed when this is dropped.
pub struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    input: Box<dyn Write + Send>,
    seen: Arc<Seen>,
    reader: Option<JoinHandle<()>>,
    #[cfg(unix)]
    modes_before: Option<Modes>,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its exit status.
    pub code: u32,
    /// The name of the signal that ended it, if one did.
    pub signal: Option<String>,
}

/// What the program has written, shared with the thread that reads it.
struct Seen {
    terminal: Mutex<Terminal>,
    changed: Condvar,
}

struct Terminal {
    parser: Parser<Notes>,
    /// How many bytes have come.
    bytes: u64,
    /// Nobody has the terminal open any more.
    is_closed: bool,
}

/// What is not part of the screen.
#[derive(Default)]
struct Notes {
    /// Whether the program is in the middle of a picture, by its own account. Then there is nothing to be seen yet.
    is_drawing: bool,
    clipboard: Option<Vec<u8>>,
}

impl Callbacks for Notes {
    fn copy_to_clipboard(&mut self, _: &mut Screen, _: &[u8], data: &[u8]) {
        self.clipboard = Some(data.to_vec());
    }

    fn unhandled_csi(&mut self, _: &mut Screen, i1: Option<u8>, _: Option<u8>, params: &[&[u16]], command: char) {
        /// Synchronized output: a private mode that terminals agreed on.
        const AT_ONCE: &[&[u16]] = &[&[2026]];
        match (i1, command) {
            (Some(b'?'), 'h') if params == AT_ONCE => self.is_drawing = true,
            (Some(b'?'), 'l') if params == AT_ONCE => self.is_drawing = false,
            _ => {}
        }
    }
}

impl Start {
    /// Runs the program.
    pub fn session(&self) -> Result<Session> {
        let pair = native_pty_system().openpty(pty_size(self.size))?;
        #[cfg(unix)]
        let modes_before = modes(&*pair.master);
        let mut command = CommandBuilder::new(&self.program);
        command.args(&self.arguments);
        command.env_clear();
        for (name, value) in
            std::env::var_os("PATH").map(|path| ("PATH".to_owned(), path)).iter().chain(&self.variables)
        {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).with_context(|| self.program.display().to_string())?;
        // The terminal is closed when the program's own handles are.
        drop(pair.slave);
        let [rows, columns] = [self.size.rows, self.size.columns].map(at_least_one);
        let terminal = Terminal {
            parser: Parser::new_with_callbacks(rows, columns, 0, Notes::default()),
            bytes: 0,
            is_closed: false,
        };
        let seen = Arc::new(Seen { terminal: Mutex::new(terminal), changed: Condvar::new() });
        let output = pair.master.try_clone_reader()?;
        let reader = thread::spawn({
            let seen = Arc::clone(&seen);
            move || seen.follow(output)
        });
        Ok(Session {
            child,
            input: pair.master.take_writer()?,
            master: pair.master,
            seen,
            reader: Some(reader),
            #[cfg(unix)]
            modes_before,
        })
    }
}

impl Session {
    /// Types a text, or what [`keys`](crate::keys) names.
    pub fn press(&mut self, keys: &str) -> Result<()> {
        self.input.write_all(keys.as_bytes())?;
        Ok(self.input.flush()?)
    }

    /// Gives the window another size.
    pub fn resize(&self, size: Size) -> Result<()> {
        // What is written from now on is meant for the new size, so it must be known first.
        self.seen.lock().parser.set_size(at_least_one(size.rows), at_least_one(size.columns));
        self.master.resize(pty_size(size))
    }

    /// The screen as it is, when nothing on it is half drawn.
    pub fn screen(&self) -> Screen {
        self.seen.wait_until(|_| true).parser.screen().clone()
    }

    /// What the program has put on the clipboard last, in base64.
    pub fn clipboard(&self) -> Option<Vec<u8>> {
        self.seen.lock().parser.callbacks().clipboard.clone()
    }

    /// How many bytes the program has written.
    pub fn bytes(&self) -> u64 {
        self.seen.lock().bytes
    }

    /// The number of the process.
    pub fn process(&self) -> Option<u32> {
        self.child.process_id()
    }

    /// Waits until the screen shows something, and returns it. `what` is said if it never does.
    pub fn wait_for(&self, what: &str, mut shows: impl FnMut(&Screen) -> bool) -> Result<Screen> {
        let terminal = self.seen.wait_until(|terminal| shows(terminal.parser.screen()));
        let screen = terminal.parser.screen();
        if shows(screen) {
            return Ok(screen.clone());
        }
        let why = if terminal.is_closed { "the program has ended" } else { "time is up" };
        bail!("{why}, and this is not {what}:\n{}", screen.contents())
    }

    /// Waits until the screen has this text on it.
    pub fn wait_for_text(&self, text: &str) -> Result<Screen> {
        self.wait_for(&format!("a screen with {text:?}"), |screen| screen.contents().contains(text))
    }

    /// Presses keys and waits until the screen shows what they lead to: how long that took.
    pub fn time_until(&mut self, keys: &str, what: &str, shows: impl FnMut(&Screen) -> bool) -> Result<Duration> {
        let pressed = Instant::now();
        self.press(keys)?;
        self.wait_for(what, shows)?;
        Ok(pressed.elapsed())
    }

    /// Waits until the program has ended, and all that it wrote has been seen.
    pub fn wait_for_end(&mut self) -> Result<Ended> {
        let deadline = Instant::now() + DEADLINE;
        let status = loop {
            if let Some(status) = self.child.try_wait()? {
                break status;
            }
            if Instant::now() > deadline {
                bail!("the program does not end:\n{}", self.screen().contents());
            }
            // There is no way to wait for a process with a deadline.
            thread::sleep(Duration::from_millis(5));
        };
        if let Some(reader) = self.reader.take() {
            // A panic of the reader has been told on standard error.
            let _ = reader.join();
        }
        Ok(Ended { code: status.exit_code(), signal: status.signal().map(str::to_owned) })
    }
}

#[cfg(unix)]
impl Session {
    /// Kills the program at once: it can do nothing about it.
    pub fn kill(&mut self) -> Result<Ended> {
        self.signal(rustix::process::Signal::KILL)?;
        self.wait_for_end()
    }

    /// Asks the program to end, as the system does when it shuts down.
    pub fn terminate(&mut self) -> Result<Ended> {
        self.signal(rustix::process::Signal::TERM)?;
        self.wait_for_end()
    }

    /// Whether the terminal's line discipline is as the program found it: lines, echo, signals.
    pub fn has_modes_as_before(&self) -> bool {
        self.modes_before.is_some() && modes(&*self.master) == self.modes_before
    }

    fn signal(&self, signal: rustix::process::Signal) -> Result<()> {
        let number = self.process().and_then(|number| i32::try_from(number).ok());
        let process = number.and_then(rustix::process::Pid::from_raw).context("the program has no number")?;
        Ok(rustix::process::kill_process(process, signal)?)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // One that has ended already cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Seen {
    fn lock(&self) -> MutexGuard<'_, Terminal> {
        self.terminal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what the program writes, until nobody has its terminal open.
    fn follow(&self, mut output: impl Read) {
        let mut buffer = [0; 64 * 1024];
        loop {
            // At the end Linux reports an error, other systems nothing.
            let length = output.read(&mut buffer).unwrap_or(0);
            let mut terminal = self.lock();
            terminal.parser.process(&buffer[..length]);
            terminal.bytes += length as u64;
            terminal.is_closed = length == 0;
            self.changed.notify_all();
            if length == 0 {
                return;
            }
        }
    }

    /// Waits for something to be true of what is to be seen, or for the end, or for the deadline.
    fn wait_until(&self, mut is_true: impl FnMut(&Terminal) -> bool) -> MutexGuard<'_, Terminal> {
        let mut is_enough =
            |terminal: &Terminal| terminal.is_closed || (!terminal.parser.callbacks().is_drawing && is_true(terminal));
        let waiting = self.changed.wait_timeout_while(self.lock(), DEADLINE, |terminal| !is_enough(terminal));
        waiting.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The flags of a line discipline.
#[cfg(unix)]
type Modes = [u64; 4];

#[cfg(unix)]
fn modes(master: &(dyn MasterPty + Send)) -> Option<Modes> {
    let termios = master.get_termios()?;
    Some([
        u64::from(termios.input_flags.bits()),
        u64::from(termios.output_flags.bits()),
        u64::from(termios.control_flags.bits()),
        u64::from(termios.local_flags.bits()),
    ])
}

fn pty_size(Size { columns, rows }: Size) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn at_least_one(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap_or(NonZeroU16::MIN)
}
