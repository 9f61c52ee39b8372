use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Matches names that contain all words of a text, in any order and case, with or without accents.
#[derive(Clone, Debug)]
pub struct NameQuery {
    whole: String,
    words: Vec<String>,
}

impl NameQuery {
    pub fn new(text: &str) -> NameQuery {
        let whole = folded(text.trim());
        let words = whole.split_whitespace().map(str::to_owned).collect();
        NameQuery { whole, words }
    }

    pub fn equals(&self, name: &str) -> bool {
        folded(name) == self.whole
    }

    pub fn matches(&self, name: &str) -> bool {
        let name = folded(name);
        self.words.iter().all(|word| name.contains(word))
    }
}

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
    fn words_match_in_any_order_case_and_accent() {
        for text in ["tastet marc", "MARC", "Marc Tastet", "tast", ""] {
            assert!(NameQuery::new(text).matches("Tastet Marc"), "{text}");
        }
        for text in ["montreal", "Montréal", "MONTRÉAL", "Montre\u{301}al"] {
            assert!(NameQuery::new(text).matches("Open de Montréal"), "{text}");
        }
        assert!(!NameQuery::new("Marc Tastett").matches("Tastet Marc"));
        assert!(NameQuery::new("虎").matches("虎定石"));
    }

    #[test]
    fn whole_names_are_equal() {
        assert!(NameQuery::new(" rose ").equals("Rose"));
        assert!(!NameQuery::new("rose").equals("Rose-Bill"));
    }
}
