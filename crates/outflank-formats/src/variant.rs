//! How formats that others made for Othello say that a game is by other rules: under the name of another game, so that
//! their readers refuse it instead of misreading it.

use outflank_rules::{ByColor, Position, Rules};

use crate::ParseError;
use crate::cursor::Cursor;

/// What the names of our games begin with; the name of the rules follows.
const PREFIX: &str = "Outflank-";

/// The name of a game by these rules.
pub(crate) fn name(rules: Rules) -> String {
    format!("{PREFIX}{rules}")
}

/// The rules of a game with this name, in any case.
pub(crate) fn rules(name: &str) -> Option<Rules> {
    let (prefix, rules) = name.split_at_checked(PREFIX.len())?;
    rules.parse().ok().filter(|_| prefix.eq_ignore_ascii_case(PREFIX))
}

/// The discs that Black and White have left at the start, if these are not all.
pub(crate) fn supply(start: &Position) -> Option<String> {
    let ByColor { black, white } = start.supply()?;
    (start.supply() != Position::initial(start.rules()).supply()).then(|| format!("{black} {white}"))
}

/// Reads what [`supply`] writes.
pub(crate) fn read_supply(text: Cursor<'_>) -> Result<ByColor<u8>, ParseError> {
    let mut numbers = text.rest().split_whitespace().map(|number| number.parse().ok());
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Some(black)), Some(Some(white)), None) => Ok(ByColor { black, white }),
        _ => Err(text.expected("the discs that Black and White have left, such as 12 11")),
    }
}
