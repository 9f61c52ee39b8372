use std::borrow::Cow;

pub(super) fn read(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let value = with_plain_breaks(value);
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            // A backslash before a line break removes the break.
            '\\' => text.extend(characters.next().filter(|&escaped| escaped != '\n')),
            character => text.push(character),
        }
    }
    tidy(&text)
}

pub(super) fn read_line(value: &str) -> String {
    one_line(&read(value))
}

pub(super) fn write(text: &str) -> String {
    tidy(&with_plain_breaks(text)).replace('\\', "\\\\").replace(']', "\\]")
}

pub(super) fn write_line(text: &str) -> String {
    write(&one_line(text))
}

/// A line break is CR, LF or both in either order.
fn with_plain_breaks(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n")),
        false => Cow::Borrowed(text),
    }
}

fn one_line(text: &str) -> String {
    with_plain_breaks(text).replace('\n', " ")
}

fn tidy(text: &str) -> String {
    text.replace(|character: char| character.is_control() && character != '\n', " ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_breaks_are_understood() {
        assert_eq!(read(r"a\]b\\c\:d\e"), r"a]b\c:de");
        assert_eq!(read("soft\\\nbreak\\\r\nand hard\r\nones\n\rhere\r"), "softbreakand hard\nones\nhere");
        assert_eq!(read("  tab\there "), "tab here");
        assert_eq!(read_line("two\nlines"), "two lines");
        assert_eq!(write(" a]\\\r\nb\u{0} "), "a\\]\\\\\nb");
        assert_eq!(write_line("a\r\nb"), "a b");
    }
}
