use std::env;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};
use vt100::{Callbacks, Parser, Screen};

/// Long, because a test machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: u16,
    pub rows: u16,
}

/// A running program. It is killed on drop.
pub struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    input: Box<dyn Write + Send>,
    terminal: Arc<SharedTerminal>,
    reader: Option<JoinHandle<()>>,
    #[cfg(unix)]
    modes_before: Option<Modes>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    pub code: u32,
    pub signal: Option<String>,
}

struct SharedTerminal {
    terminal: Mutex<Terminal>,
    changed: Condvar,
}

struct Terminal {
    parser: Parser<OutputEvents>,
    bytes: u64,
    is_closed: bool,
}

/// Output that does not change the screen.
#[derive(Default)]
struct OutputEvents {
    /// Between the start and the end of a synchronized update.
    is_drawing: bool,
    clipboard: Option<Vec<u8>>,
    bells: usize,
    /// Window titles and unknown operating system commands, their parts joined by semicolons.
    commands: Vec<String>,
}

impl Callbacks for OutputEvents {
    fn copy_to_clipboard(&mut self, _: &mut Screen, _: &[u8], data: &[u8]) {
        self.clipboard = Some(data.to_vec());
    }

    fn audible_bell(&mut self, _: &mut Screen) {
        self.bells += 1;
    }

    fn set_window_title(&mut self, _: &mut Screen, title: &[u8]) {
        self.commands.push(String::from_utf8_lossy(title).into_owned());
    }

    fn unhandled_osc(&mut self, _: &mut Screen, params: &[&[u8]]) {
        self.commands.push(String::from_utf8_lossy(&params.join(&b';')).into_owned());
    }

    fn unhandled_csi(&mut self, _: &mut Screen, i1: Option<u8>, _: Option<u8>, params: &[&[u16]], command: char) {
        const SYNCHRONIZED: &[&[u16]] = &[&[2026]];
        match (i1, command) {
            (Some(b'?'), 'h') if params == SYNCHRONIZED => self.is_drawing = true,
            (Some(b'?'), 'l') if params == SYNCHRONIZED => self.is_drawing = false,
            _ => {}
        }
    }
}

impl Session {
    /// Starts a program in a terminal of this size, with the command's arguments, variables and folder. It inherits only `PATH`.
    pub fn start(command: &Command, size: Size) -> Result<Session> {
        let pair = native_pty_system().openpty(pty_size(size))?;
        #[cfg(unix)]
        let modes_before = modes(&*pair.master);
        let program = command.get_program();
        let mut builder = CommandBuilder::new(program);
        builder.args(command.get_args());
        builder.env_clear();
        if let Some(path) = env::var_os("PATH") {
            builder.env("PATH", path);
        }
        for (name, value) in command.get_envs().filter_map(|(name, value)| Some((name, value?))) {
            builder.env(name, value);
        }
        if let Some(folder) = command.get_current_dir() {
            builder.cwd(folder);
        }
        let child = pair.slave.spawn_command(builder).with_context(|| program.display().to_string())?;
        // Leaves only the program's own handles.
        drop(pair.slave);
        let [rows, columns] = [size.rows, size.columns].map(at_least_one);
        let terminal = Terminal {
            parser: Parser::new_with_callbacks(rows, columns, 0, OutputEvents::default()),
            bytes: 0,
            is_closed: false,
        };
        let shared = Arc::new(SharedTerminal { terminal: Mutex::new(terminal), changed: Condvar::new() });
        let output = pair.master.try_clone_reader()?;
        let reader = thread::spawn({
            let shared = Arc::clone(&shared);
            move || shared.follow(output)
        });
        Ok(Session {
            child,
            input: pair.master.take_writer()?,
            master: pair.master,
            terminal: shared,
            reader: Some(reader),
            #[cfg(unix)]
            modes_before,
        })
    }

    pub fn press(&mut self, keys: &str) -> Result<()> {
        self.input.write_all(keys.as_bytes())?;
        Ok(self.input.flush()?)
    }

    pub fn resize(&self, size: Size) -> Result<()> {
        // First, because the program answers with output for the new size.
        self.terminal.lock().parser.set_size(at_least_one(size.rows), at_least_one(size.columns));
        self.master.resize(pty_size(size))
    }

    pub fn screen(&self) -> Screen {
        self.terminal.wait_until(|_| true).parser.screen().clone()
    }

    /// The text last copied to the clipboard, in base64.
    pub fn clipboard(&self) -> Option<Vec<u8>> {
        self.terminal.lock().parser.callbacks().clipboard.clone()
    }

    pub fn bells(&self) -> usize {
        self.terminal.lock().parser.callbacks().bells
    }

    /// Window titles and notifications that the program has sent.
    pub fn commands(&self) -> Vec<String> {
        self.terminal.lock().parser.callbacks().commands.clone()
    }

    pub fn bytes(&self) -> u64 {
        self.terminal.lock().bytes
    }

    pub fn is_closed(&self) -> bool {
        self.terminal.lock().is_closed
    }

    pub fn process(&self) -> Option<u32> {
        self.child.process_id()
    }

    /// Waits until the screen shows `what`, a description for the error message.
    pub fn wait_for(&self, what: &str, mut shows: impl FnMut(&Screen) -> bool) -> Result<Screen> {
        let terminal = self.terminal.wait_until(|terminal| shows(terminal.parser.screen()));
        let screen = terminal.parser.screen();
        if shows(screen) {
            return Ok(screen.clone());
        }
        let why = if terminal.is_closed { "the program has ended" } else { "timeout" };
        bail!("{why}: expected {what}, found:\n{}", screen.contents())
    }

    pub fn wait_for_text(&self, text: &str) -> Result<Screen> {
        self.wait_for(&format!("a screen with {text:?}"), |screen| screen.contents().contains(text))
    }

    /// The time from pressing keys until the screen shows their effect.
    pub fn time_until(&mut self, keys: &str, what: &str, shows: impl FnMut(&Screen) -> bool) -> Result<Duration> {
        let pressed = Instant::now();
        self.press(keys)?;
        self.wait_for(what, shows)?;
        Ok(pressed.elapsed())
    }

    pub fn wait_for_end(&mut self) -> Result<Ended> {
        let deadline = Instant::now() + TIMEOUT;
        let status = loop {
            if let Some(status) = self.child.try_wait()? {
                break status;
            }
            if Instant::now() > deadline {
                bail!("the program did not end:\n{}", self.screen().contents());
            }
            // The API has no wait with a timeout.
            thread::sleep(Duration::from_millis(5));
        };
        if let Some(reader) = self.reader.take() {
            // A panic of the reader is already on standard error.
            let _ = reader.join();
        }
        Ok(Ended { code: status.exit_code(), signal: status.signal().map(str::to_owned) })
    }
}

#[cfg(unix)]
impl Session {
    pub fn end_by(&mut self, signal: Signal) -> Result<Ended> {
        let number = self.process().and_then(|number| i32::try_from(number).ok());
        let process = number.and_then(Pid::from_raw).context("the program has no process id")?;
        kill_process(process, signal)?;
        self.wait_for_end()
    }

    /// Whether the terminal modes (echo, line input, signals) are as the program found them.
    pub fn has_modes_as_before(&self) -> bool {
        self.modes_before.is_some() && modes(&*self.master) == self.modes_before
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl SharedTerminal {
    fn lock(&self) -> MutexGuard<'_, Terminal> {
        self.terminal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn follow(&self, mut output: impl Read) {
        let mut buffer = [0; 64 * 1024];
        loop {
            // At the end Linux returns an error, other systems 0.
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

    /// Waits for a condition, the end of the program or the timeout.
    fn wait_until(&self, mut is_true: impl FnMut(&Terminal) -> bool) -> MutexGuard<'_, Terminal> {
        let mut is_enough =
            |terminal: &Terminal| terminal.is_closed || (!terminal.parser.callbacks().is_drawing && is_true(terminal));
        let waiting = self.changed.wait_timeout_while(self.lock(), TIMEOUT, |terminal| !is_enough(terminal));
        waiting.unwrap_or_else(PoisonError::into_inner).0
    }
}

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
