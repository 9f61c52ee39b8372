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

/// A number with this many decimals. What rounds to zero has no minus sign.
pub fn decimal(number: impl Into<f64>, decimals: usize) -> String {
    without_negative_zero(format!("{:.decimals$}", number.into()))
}

/// The same with a sign, which is a plus for zero.
pub fn signed_decimal(number: impl Into<f64>, decimals: usize) -> String {
    let text = without_negative_zero(format!("{:.decimals$}", number.into()));
    if text.starts_with('-') { text } else { format!("+{text}") }
}

fn without_negative_zero(text: String) -> String {
    let is_zero = |digits: &str| digits.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    match text.strip_prefix('-') {
        Some(zero) if is_zero(zero) => zero.to_owned(),
        _ => text,
    }
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
    let text = decimal(number, 1);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_never_negative() {
        let around_zero = [-0.051, -0.05, -0.049, -0.004, -f64::MIN_POSITIVE, -0.0, 0.0, 0.004, 0.049, 0.051];
        let shown = |decimals| around_zero.map(|number| decimal(number, decimals)).join(" ");
        assert_eq!(shown(1), "-0.1 -0.1 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.1");
        assert_eq!(shown(0), "0 0 0 0 0 0 0 0 0 0");
        assert_eq!(
            [-0.004, 0.0, -0.5, 2.0].map(|number| signed_decimal(number, 2)).join(" "),
            "+0.00 +0.00 -0.50 +2.00"
        );
        for number in around_zero {
            let texts = [tenths(number as f32), signed(number as f32), discs(number.abs() as f32)];
            assert!(texts.iter().all(|text| !["-0", "−0"].contains(&text.as_str())), "{number}: {texts:?}");
        }
        assert_eq!(decimal([0.0_f32; 0].iter().sum::<f32>(), 1), "0.0", "an empty sum is negative");
        assert_eq!(decimal(f64::NEG_INFINITY, 1), "-inf");
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!([0, 999, 1_000, 114_908, 1_234_567].map(grouped), ["0", "999", "1,000", "114,908", "1,234,567"]);
        assert_eq!([0, 1, 2_400].map(|count| counted(count, "game")), ["0 games", "1 game", "2,400 games"]);
        assert_eq!([1.5, -2.0, 0.0, -0.04, 12.34].map(signed), ["+1.5", "−2", "0", "0", "+12.3"]);
        assert_eq!([1.0, 1.04, 0.0, 3.5].map(discs), ["1 disc", "1 disc", "0 discs", "3.5 discs"]);
    }
}
