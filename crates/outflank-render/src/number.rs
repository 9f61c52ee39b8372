/// "1 game", "2,400 games".
pub fn counted(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

pub fn grouped(number: usize) -> String {
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

/// "+1.5", "−2", "0".
pub(crate) fn signed(discs: f32) -> String {
    match tenths(discs.abs()) {
        zero if zero == "0" => zero,
        some if discs > 0.0 => format!("+{some}"),
        some => format!("−{some}"),
    }
}

/// "3.5 discs", "1 disc".
pub(crate) fn discs(count: f32) -> String {
    let count = tenths(count);
    let noun = if count == "1" { "disc" } else { "discs" };
    format!("{count} {noun}")
}

pub(crate) fn tenths(number: f32) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!([0, 999, 1_000, 114_908, 1_234_567].map(grouped), ["0", "999", "1,000", "114,908", "1,234,567"]);
        assert_eq!([0, 1, 2_400].map(|count| counted(count, "game")), ["0 games", "1 game", "2,400 games"]);
        assert_eq!([1.5, -2.0, 0.0, -0.04, 12.34].map(signed), ["+1.5", "−2", "0", "0", "+12.3"]);
        assert_eq!([1.0, 1.04, 0.0, 3.5].map(discs), ["1 disc", "1 disc", "0 discs", "3.5 discs"]);
    }
}
