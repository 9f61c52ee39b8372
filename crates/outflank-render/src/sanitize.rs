//! Untrusted text for display: without control characters, which a terminal would obey, and without characters that reorder the text
//! around them.

/// One line, trimmed. Control characters become spaces.
pub fn line(text: &str) -> String {
    let letters = text.chars().filter(|&letter| !is_dropped(letter));
    letters.map(|letter| if is_control(letter) { ' ' } else { letter }).collect::<String>().trim().to_owned()
}

/// Like [`line()`], but keeps line breaks and tabs.
pub fn lines(text: &str) -> String {
    let letters = text.chars().filter(|&letter| !is_dropped(letter));
    letters.map(|letter| if is_control(letter) && !matches!(letter, '\n' | '\t') { ' ' } else { letter }).collect()
}

/// JSON of the same value with these characters escaped. Those below U+0020 are escaped in all JSON.
pub fn json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for letter in json.chars() {
        match is_control(letter) || is_dropped(letter) {
            true => escaped += &format!("\\u{:04x}", u32::from(letter)),
            false => escaped.push(letter),
        }
    }
    escaped
}

/// One line for HTML and XML, in text and in attributes.
pub fn markup(text: &str) -> String {
    let mut markup = String::with_capacity(text.len());
    for letter in line(text).chars() {
        match letter {
            '&' => markup.push_str("&amp;"),
            '<' => markup.push_str("&lt;"),
            '>' => markup.push_str("&gt;"),
            '"' => markup.push_str("&quot;"),
            '\'' => markup.push_str("&#39;"),
            _ => markup.push(letter),
        }
    }
    markup
}

fn is_control(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// Changes the direction of what follows, or is no character in XML.
fn is_dropped(letter: char) -> bool {
    matches!(letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn control_characters_never_reach_the_terminal() {
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

    #[test]
    fn markup_stays_text() {
        assert_eq!(markup("<b a=\"1\" c='2'>&</b>"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&lt;/b&gt;");
        assert_eq!(markup(" Ann\u{202e}\n\u{2067}Lee\u{0}\u{7} "), "Ann Lee");
    }

    proptest! {
        #[test]
        fn markup_never_opens_anything(text in any::<String>()) {
            let markup = markup(&text);
            prop_assert!(!markup.contains(['<', '>', '"', '\'']));
            let back = markup.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
            prop_assert_eq!(back.replace("&#39;", "'").replace("&amp;", "&"), line(&text));
        }

        #[test]
        fn no_control_character_remains(text in any::<String>()) {
            prop_assert!(!line(&text).contains(char::is_control));
            prop_assert!(lines(&text).chars().all(|letter| matches!(letter, '\n' | '\t') || !letter.is_control()));
            let json = json(&serde_json::to_string(&text).unwrap());
            prop_assert!(!json.contains(char::is_control));
            prop_assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }
}
