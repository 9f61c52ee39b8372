//! Names as people look for them.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// What to look for in names: all of its words, in any order, in any case and with or without accents.
pub(crate) struct Wanted {
    whole: String,
    words: Vec<String>,
}

impl Wanted {
    pub(crate) fn new(text: &str) -> Wanted {
        let whole = folded(text.trim());
        let words = whole.split_whitespace().map(str::to_owned).collect();
        Wanted { whole, words }
    }

    /// Whether a name is what is wanted, in full.
    pub(crate) fn is(&self, name: &str) -> bool {
        folded(name) == self.whole
    }

    /// Whether a name has what is wanted.
    pub(crate) fn is_in(&self, name: &str) -> bool {
        let name = folded(name);
        self.words.iter().all(|word| name.contains(word))
    }
}

/// A text in lower case, without accents.
fn folded(text: &str) -> String {
    match text.is_ascii() {
        true => text.to_ascii_lowercase(),
        false => text.nfd().filter(|&character| !is_combining_mark(character)).flat_map(char::to_lowercase).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_order_case_and_accent() {
        for wanted in ["tastet marc", "MARC", "Marc Tastet", "tast", ""] {
            assert!(Wanted::new(wanted).is_in("Tastet Marc"), "{wanted}");
        }
        for wanted in ["montreal", "Montréal", "MONTRÉAL", "Montre\u{301}al"] {
            assert!(Wanted::new(wanted).is_in("Open de Montréal"), "{wanted}");
        }
        assert!(!Wanted::new("Marc Tastett").is_in("Tastet Marc"));
        assert!(Wanted::new("虎").is_in("虎定石"));
    }

    #[test]
    fn a_whole_name_is_known_as_such() {
        assert!(Wanted::new(" rose ").is("Rose"));
        assert!(!Wanted::new("rose").is("Rose-Bill"));
    }
}
