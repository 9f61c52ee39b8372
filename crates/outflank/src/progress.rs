//! Progress bars on standard error, hidden unless it is a terminal that can be drawn on. They leave a margin: beside a full line, the terminal
//! echoes `^C` into the next line, which clearing the bar does not reach.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use crossterm::{QueueableCommand, cursor, terminal};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use crate::tui::Environment;

/// Room for `^C` and the cursor.
const MARGIN: u16 = 3;

const DEFAULT_SIZE: (u16, u16) = (80, 24);

pub(crate) fn bar(length: u64, template: &str) -> ProgressBar {
    ProgressBar::with_draw_target(Some(length), draw_target()).with_style(style(template))
}

pub(crate) fn spinner(template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, draw_target()).with_style(style(template));
    keep_moving(&bar);
    bar
}

pub(crate) fn keep_moving(bar: &ProgressBar) {
    bar.enable_steady_tick(Duration::from_millis(100));
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is valid")
}

fn draw_target() -> ProgressDrawTarget {
    const FRAMES_PER_SECOND: u8 = 20;
    match io::stderr().is_terminal() && !Environment::read().is_dumb() {
        true => ProgressDrawTarget::term_like_with_hz(Box::new(StandardError), FRAMES_PER_SECOND),
        false => ProgressDrawTarget::hidden(),
    }
}

#[derive(Debug)]
struct StandardError;

impl TermLike for StandardError {
    fn width(&self) -> u16 {
        terminal::size().unwrap_or(DEFAULT_SIZE).0.saturating_sub(MARGIN)
    }

    fn height(&self) -> u16 {
        terminal::size().unwrap_or(DEFAULT_SIZE).1
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

/// A count of 0 would move the cursor by 1.
fn moved<C: crossterm::Command>(n: usize, command: impl Fn(u16) -> C) -> io::Result<()> {
    match u16::try_from(n) {
        Ok(n @ 1..) => io::stderr().queue(command(n)).map(|_| ()),
        _ => Ok(()),
    }
}
