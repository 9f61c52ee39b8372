/// Tokens and themes, plain elements, cards, discs.
pub const STYLE: &str = include_str!("css/style.css");

/// The `of-board` element with its rows, squares and discs.
pub const BOARD: &str = include_str!("css/board.css");
