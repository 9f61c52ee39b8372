//! The terminal: taken over, and always left as it was.

use std::io::{self, Stdout, Write};
use std::panic;
use std::process;
use std::sync::Once;

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{execute, queue};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;

use crate::tui::app::event::Size;
use crate::tui::app::state::State;
use crate::tui::screens;

/// The terminal while the board is on it. Dropping it puts everything right.
pub(crate) struct Canvas {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Canvas {
    /// Takes the terminal over.
    pub(crate) fn open() -> io::Result<Canvas> {
        leave_before_a_panic_is_told();
        let canvas = enter().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match canvas {
            Ok(terminal) => Ok(Canvas { terminal }),
            Err(error) => {
                leave();
                Err(error)
            }
        }
    }

    pub(crate) fn size(&self) -> io::Result<Size> {
        let size = self.terminal.size()?;
        Ok(Size { columns: size.width, rows: size.height })
    }

    /// Draws what has changed. A terminal that can shows it all at once.
    pub(crate) fn draw(&mut self, state: &State) -> io::Result<()> {
        queue!(io::stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| screens::draw(state, frame))?;
        execute!(io::stdout(), EndSynchronizedUpdate)
    }

    /// Takes the terminal over once more, whatever became of it, and draws everything with the next change.
    pub(crate) fn renew(&mut self) -> io::Result<()> {
        // What is known about the mode of the terminal is not true any more.
        let _ = terminal::disable_raw_mode();
        enter()?;
        // `clear` would ask the terminal where the cursor is, and the answer would go to the thread that reads the keys.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    /// Gives the terminal to the shell, until the shell lets the program go on.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        leave();
        stop();
        self.renew()
    }

    /// Puts a text on the clipboard, in the terminal's own way (OSC 52).
    pub(crate) fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, Hide)
}

/// Puts everything right, as far as there still is a terminal.
fn leave() {
    let mut out = io::stdout();
    let _ =
        execute!(out, EndSynchronizedUpdate, DisableBracketedPaste, DisableMouseCapture, Show, LeaveAlternateScreen);
    let _ = out.flush();
    let _ = terminal::disable_raw_mode();
}

/// A panic on any thread is told on a terminal that is right again, and ends the program.
fn leave_before_a_panic_is_told() {
    /// What the standard library makes of a panic.
    const PANICKED: i32 = 101;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            leave();
            tell(panic);
            process::exit(PANICKED);
        }));
    });
}

/// What Ctrl-Z does elsewhere: all of the job stops. Where no shell could let it go on, the system does not stop it.
#[cfg(unix)]
fn stop() {
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}

#[cfg(not(unix))]
fn stop() {}
