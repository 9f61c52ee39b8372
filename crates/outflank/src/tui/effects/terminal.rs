use std::io::{self, Stdout, Write};
use std::panic;
use std::process;
use std::sync::Once;

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture,
};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{execute, queue};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::app::{Size, State};
use crate::tui::screens;
use crate::tui::widgets::Selection;

pub(crate) struct Canvas {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    drawn: Buffer,
}

impl Canvas {
    pub(crate) fn open() -> io::Result<Canvas> {
        restore_before_panic_message();
        let canvas = enter().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match canvas {
            Ok(terminal) => Ok(Canvas { terminal, drawn: Buffer::default() }),
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
        let Canvas { terminal, drawn } = self;
        drawn.clone_from(terminal.draw(|frame| screens::draw(state, frame))?.buffer);
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

    pub(crate) fn text(&self, selection: &Selection) -> String {
        selection.text(&self.drawn)
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

    /// Terminals that know neither sequence for notifications ignore them.
    pub(crate) fn alert(&mut self, notification: Option<&str>) -> io::Result<()> {
        let mut out = io::stdout();
        if let Some(text) = notification {
            let takes_title =
                std::env::var("TERM").is_ok_and(|term| term.starts_with("rxvt") || term.starts_with("foot"));
            match takes_title {
                true => write!(out, "\x1b]777;notify;Outflank;{text}\x1b\\")?,
                false => write!(out, "\x1b]9;Outflank: {text}\x1b\\")?,
            }
        }
        out.write_all(b"\x07")?;
        out.flush()
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, Clear(ClearType::All))?;
    execute!(io::stdout(), EnableMouseCapture, EnableBracketedPaste, EnableFocusChange, Hide)
}

fn leave() {
    let mut out = io::stdout();
    let _ = execute!(out, EndSynchronizedUpdate, DisableFocusChange, DisableBracketedPaste, DisableMouseCapture);
    let _ = execute!(out, Show, LeaveAlternateScreen);
    let _ = out.flush();
    let _ = terminal::disable_raw_mode();
}

fn restore_before_panic_message() {
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
