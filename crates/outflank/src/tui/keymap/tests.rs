use std::collections::HashMap;

use super::*;

#[test]
fn no_key_has_two_meanings() {
    let mut meanings: HashMap<String, Action> = HashMap::new();
    for entry in TABLE {
        for key in entry.keys {
            let before = meanings.insert(key.to_string(), entry.action);
            assert_eq!(before, None, "{key}");
            assert_eq!(find(*key, Focus::List), Some(entry.action));
        }
    }
}

#[test]
fn commands_leave_the_letters_of_squares_alone() {
    for letter in ('a'..='h').chain('A'..='H').chain('0'..='9') {
        assert_eq!(find(Press::char(letter), Focus::Squares), None, "{letter}");
    }
}

#[test]
fn text_fields_take_every_character() {
    for entry in TABLE {
        assert!(entry.action.keys(Focus::Text).all(|key| key.typed().is_none()));
    }
}

#[test]
fn the_table_is_in_the_order_of_the_actions() {
    for entry in TABLE {
        assert_eq!(entry.action.entry().action, entry.action);
        assert!(!entry.name.is_empty() && !entry.does.is_empty(), "{:?}", entry.action);
    }
}
