//! What a terminal sends.

/// Enter.
pub const ENTER: &str = "\r";
/// Escape. Programs wait a little to see whether more follows.
pub const ESCAPE: &str = "\x1b";
/// Backspace.
pub const BACKSPACE: &str = "\x7f";
/// The arrow up.
pub const UP: &str = "\x1b[A";
/// The arrow down.
pub const DOWN: &str = "\x1b[B";
/// The arrow to the right.
pub const RIGHT: &str = "\x1b[C";
/// The arrow to the left.
pub const LEFT: &str = "\x1b[D";
/// Home.
pub const HOME: &str = "\x1b[H";
/// End.
pub const END: &str = "\x1b[F";
/// Ctrl-C, which a program in raw mode reads as a key.
pub const CTRL_C: &str = "\x03";
/// Ctrl-Z, in the same way.
pub const CTRL_Z: &str = "\x1a";

/// A click with the left button on a cell, counted from 0, as xterm reports it to a program that asked for the mouse.
pub fn click(column: u16, row: u16) -> String {
    let (column, row) = (column + 1, row + 1);
    format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
}

/// The mouse over a cell, counted from 0, with no button pressed.
pub fn hover(column: u16, row: u16) -> String {
    format!("\x1b[<35;{};{}M", column + 1, row + 1)
}
