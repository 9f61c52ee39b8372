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

use crate::tui::app::{Size, State};
use crate::tui::screens;

/// Restores the terminal when dropped.
pub(crate) struct Canvas {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Canvas {
    pub(crate) fn open() -> io::Result<Canvas> {
        restore_before_panic_message();
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

    pub(crate) fn draw(&mut self, state: &State) -> io::Result<()> {
        queue!(io::stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| screens::draw(state, frame))?;
        execute!(io::stdout(), EndSynchronizedUpdate)
    }

    /// Takes over the terminal again, in whatever state it is. The next draw redraws everything.
    pub(crate) fn renew(&mut self) -> io::Result<()> {
        // crossterm's record of the mode may be out of date.
        let _ = terminal::disable_raw_mode();
        enter()?;
        // `clear` would query the cursor position, and the input thread would read the reply.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        leave();
        stop();
        self.renew()
    }

    /// Uses the terminal's clipboard sequence, OSC 52.
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

/// Ignores errors: the terminal may be gone.
fn leave() {
    let mut out = io::stdout();
    let _ =
        execute!(out, EndSynchronizedUpdate, DisableBracketedPaste, DisableMouseCapture, Show, LeaveAlternateScreen);
    let _ = out.flush();
    let _ = terminal::disable_raw_mode();
}

fn restore_before_panic_message() {
    /// The exit code of a panic.
    const PANICKED: i32 = 101;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print_panic = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            leave();
            print_panic(panic);
            process::exit(PANICKED);
        }));
    });
}

/// Stops the whole job, as Ctrl-Z does elsewhere. Without a shell that could continue it, the system ignores the signal.
#[cfg(unix)]
fn stop() {
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}

#[cfg(not(unix))]
fn stop() {}
