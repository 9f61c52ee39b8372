//! What others wrote, as it may be shown: in a terminal, which obeys some characters, and within other text, which some turn round.

/// A text on one line. What would be obeyed is a space; what turns the text around it, and what is no character at all, is left out.
pub(crate) fn line(text: &str) -> String {
    let letters = text.chars().filter(|&letter| !is_left_out(letter));
    letters.map(|letter| if is_obeyed(letter) { ' ' } else { letter }).collect::<String>().trim().to_owned()
}

/// A message, with its own lines and tabs.
pub(crate) fn lines(text: &str) -> String {
    let letters = text.chars().filter(|&letter| !is_left_out(letter));
    letters.map(|letter| if is_obeyed(letter) && !matches!(letter, '\n' | '\t') { ' ' } else { letter }).collect()
}

/// JSON that says the same without such characters: they are escaped. Those below U+0020 are so in all JSON.
pub(crate) fn json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for letter in json.chars() {
        match is_obeyed(letter) || is_left_out(letter) {
            // All of them have a number of four digits.
            true => escaped += &format!("\\u{:04x}", u32::from(letter)),
            false => escaped.push(letter),
        }
    }
    escaped
}

/// Whether a terminal does something else than to show it.
fn is_obeyed(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// Whether it changes the direction of what follows, or is no character in XML.
fn is_left_out(letter: char) -> bool {
    matches!(letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_cannot_talk_to_the_terminal() {
        assert_eq!(line("A\u{1b}[2Jda\n"), "A [2Jda");
        assert_eq!(line(" Ann\u{202e}\n\u{2067}Lee\u{0}\u{9b}7 "), "Ann Lee  7");
        assert_eq!(line("Ōtani 大谷 שלום"), "Ōtani 大谷 שלום");
        assert_eq!(lines("one\n\ttwo\r\u{7f}"), "one\n\ttwo  ");
    }

    #[test]
    fn escaped_json_has_the_same_meaning() {
        let text = "a\u{1b}\u{7f}\u{9b}\u{202e}\u{2028}\u{ffff}\"\\大";
        let json = json(&serde_json::to_string(text).unwrap());
        assert!(json.contains(r"\u001b\u007f\u009b\u202e\u2028\uffff"), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }

    proptest! {
        #[test]
        fn nothing_that_is_obeyed_is_left(text in any::<String>()) {
            prop_assert!(!line(&text).contains(char::is_control));
            prop_assert!(lines(&text).chars().all(|letter| matches!(letter, '\n' | '\t') || !letter.is_control()));
            let json = json(&serde_json::to_string(&text).unwrap());
            prop_assert!(!json.contains(char::is_control));
            prop_assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }
}
