//! Numbers of things, as people write them.

/// "1 game", "2,400 games".
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// A number with a comma before each group of three digits.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([0, 999, 1_000, 114_908, 1_234_567].map(grouped), ["0", "999", "1,000", "114,908", "1,234,567"]);
        assert_eq!([0, 1, 2_400].map(|count| counted(count, "game")), ["0 games", "1 game", "2,400 games"]);
    }
}
