//! Texts that were good once, and texts that never were.

use proptest::prelude::*;
use proptest::sample::Index;

/// Any text, words of a format in any order, or one of the samples with a few characters changed.
pub(crate) fn text(samples: &'static [&'static str], words: &'static [&'static str]) -> impl Strategy<Value = String> {
    let soup = prop::collection::vec(prop::sample::select(words), 0..60).prop_map(|words| words.concat());
    let piece = prop_oneof![any::<String>(), prop::sample::select(words).prop_map(str::to_owned), Just(String::new())];
    let change = (any::<Index>(), 0..4_usize, piece);
    let changes = prop::collection::vec(change, 0..4);
    let spoilt = (prop::sample::select(samples), changes).prop_map(|(sample, changes)| {
        let mut characters: Vec<char> = sample.chars().collect();
        for (place, length, piece) in changes {
            let start = place.index(characters.len() + 1);
            let end = characters.len().min(start + length);
            characters.splice(start..end, piece.chars());
        }
        characters.into_iter().collect()
    });
    prop_oneof![1 => any::<String>(), 2 => soup, 4 => spoilt]
}
