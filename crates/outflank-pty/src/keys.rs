pub const ENTER: &str = "\r";
/// Programs wait a little to see whether a sequence follows.
pub const ESCAPE: &str = "\x1b";
pub const BACKSPACE: &str = "\x7f";
pub const UP: &str = "\x1b[A";
pub const DOWN: &str = "\x1b[B";
pub const RIGHT: &str = "\x1b[C";
pub const LEFT: &str = "\x1b[D";
pub const HOME: &str = "\x1b[H";
pub const END: &str = "\x1b[F";
/// A key to a program in raw mode.
pub const CTRL_C: &str = "\x03";
pub const CTRL_Z: &str = "\x1a";

/// A drag with the left button, from one cell to another, counted from 0.
pub fn drag(from: (u16, u16), to: (u16, u16)) -> String {
    let cell = |(column, row): (u16, u16)| format!("{};{}", column + 1, row + 1);
    let (from, to) = (cell(from), cell(to));
    format!("\x1b[<0;{from}M\x1b[<32;{to}M\x1b[<0;{to}m")
}

pub fn click(column: u16, row: u16) -> String {
    let (column, row) = (column + 1, row + 1);
    format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
}
