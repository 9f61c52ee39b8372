//! Names for the variants in formats made for Othello: other programs reject the game instead of misreading it.

use outflank_rules::{ByColor, Position, Rules};

use crate::ParseError;
use crate::cursor::Cursor;

const PREFIX: &str = "Outflank-";

pub(crate) fn name(rules: Rules) -> String {
    format!("{PREFIX}{rules}")
}

pub(crate) fn rules(name: &str) -> Option<Rules> {
    let (prefix, rules) = name.split_at_checked(PREFIX.len())?;
    rules.parse().ok().filter(|_| prefix.eq_ignore_ascii_case(PREFIX))
}

/// The discs left at the start, if fewer than usual.
pub(crate) fn supply(start: &Position) -> Option<String> {
    let ByColor { black, white } = start.supply()?;
    (start.supply() != Position::initial(start.rules()).supply()).then(|| format!("{black} {white}"))
}

pub(crate) fn read_supply(text: Cursor<'_>) -> Result<ByColor<u8>, ParseError> {
    let mut numbers = text.rest().split_whitespace().map(|number| number.parse().ok());
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Some(black)), Some(Some(white)), None) => Ok(ByColor { black, white }),
        _ => Err(text.expected("the number of discs Black and White have left, such as 12 11")),
    }
}
