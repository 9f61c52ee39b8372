//! The look of the page, for pages that are made elsewhere and are to look like it.

/// Tokens and themes, plain elements, cards, discs.
pub fn page() -> &'static str {
    include_str!("../web/style.css")
}

/// The board: an `of-board` element with its rows, squares and discs.
pub fn board() -> &'static str {
    include_str!("../web/board.css")
}
