/// For fields that take a whole game record.
pub(crate) const RECORD: usize = 64 * 1024;

/// Line breaks become spaces; other control characters are dropped.
pub(crate) fn insert(line: &mut String, text: &str, longest: usize) {
    let shown = text.chars().map(|character| if character.is_whitespace() { ' ' } else { character });
    let room = longest.saturating_sub(line.chars().count());
    line.extend(shown.filter(|character| !character.is_control()).take(room));
}

/// The end of a line, where typing happens.
pub(crate) fn end(line: &str, room: usize) -> String {
    line.chars().skip(line.chars().count().saturating_sub(room)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_stays_one_line_of_limited_length() {
        let mut line = "a".to_owned();
        insert(&mut line, "b\nc\t\u{1b}[2Jd", 7);
        assert_eq!(line, "ab c [2");
        assert_eq!((end(&line, 3).as_str(), end(&line, 99).as_str()), (" [2", "ab c [2"));
    }
}
