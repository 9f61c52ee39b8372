//! A terminal with a margin for the bar.
//!
//! A bar fills its line to the end. There the terminal writes `^C` when somebody interrupts, into the next line, and what clears the bar clears
//! that line instead. With a margin both stand in one line, and nothing is left of either.

use std::io::{self, IsTerminal, Write};

use crossterm::{QueueableCommand, cursor, terminal};
use indicatif::{ProgressDrawTarget, TermLike};

use crate::tui::Environment;

/// Room for `^C`, and for the cursor behind it.
const MARGIN: u16 = 3;

/// Standard error, if it is a terminal that can be drawn on.
pub(super) fn draw_target() -> ProgressDrawTarget {
    const TIMES_A_SECOND: u8 = 20;
    match io::stderr().is_terminal() && !Environment::read().is_dumb() {
        true => ProgressDrawTarget::term_like_with_hz(Box::new(StandardError), TIMES_A_SECOND),
        false => ProgressDrawTarget::hidden(),
    }
}

#[derive(Debug)]
struct StandardError;

/// A terminal of which nothing is known.
const UNKNOWN: (u16, u16) = (80, 24);

impl TermLike for StandardError {
    fn width(&self) -> u16 {
        terminal::size().unwrap_or(UNKNOWN).0.saturating_sub(MARGIN)
    }

    fn height(&self) -> u16 {
        terminal::size().unwrap_or(UNKNOWN).1
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        moved(n, cursor::MoveUp)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        moved(n, cursor::MoveDown)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        moved(n, cursor::MoveRight)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        moved(n, cursor::MoveLeft)
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{line}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(io::stderr(), "{text}")
    }

    fn clear_line(&self) -> io::Result<()> {
        let mut out = io::stderr();
        out.queue(cursor::MoveToColumn(0))?.queue(terminal::Clear(terminal::ClearType::CurrentLine))?;
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Moves the cursor, unless it is to stay: a terminal moves it by at least one.
fn moved<C: crossterm::Command>(n: usize, command: impl Fn(u16) -> C) -> io::Result<()> {
    match u16::try_from(n) {
        Ok(n @ 1..) => io::stderr().queue(command(n)).map(|_| ()),
        _ => Ok(()),
    }
}
