//! Whatever is thrown at the parsers, they answer; and what they read, they read again when it is written.

use outflank_formats::notation::parse_move;
use outflank_formats::wthor::{Games, Names, NamesKind};
use outflank_formats::{Location, Transcript, board_string, obf, plain};
use outflank_rules::{Position, Rules};
use proptest::prelude::*;

/// Texts that can be read, to be spoilt.
const TEXTS: [&str; 6] = [
    "1. F5 6d 2. C3 d3 % a comment\n3) c4 -- pa @@@@ pass 4: f4f6",
    "---------------------------OX------XO--------------------------- X; G8:+18; H1:-12; PS:+0;",
    "rules orthogonal\nboard ---------------------------OX------XO--------------------------- O\nsupply 12 9\nd3c3",
    "% x\n--------\n--------\n--------\n---wb---\n---bw---\n--------\n--------\n--------\nb\nd3c3b3b2f5a3a1c1--",
    "supply 30 30\nrules thirty\n\nd3c3b3b2f5a3a1c1",
    "rules shellos\na1",
];

/// Words that the formats give a meaning to, and some that they do not.
const WORDS: [&str; 26] = [
    "f5", "5F", "d3", "c3", "pass", "PA", "--", "@@", "-", ".", "*", "X", "o", "b", "1.", "12)", ":", ";", "%", "\n",
    " ", "rules ", "board ", "supply ", "é", "\u{feff}",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[-XOxobw*. \n]{50,80}",
        prop::collection::vec(prop::sample::select(&WORDS[..]), 0..80).prop_map(|words| words.concat()),
        (prop::sample::select(&TEXTS[..]), edits::<char>()).prop_map(|(text, edits)| {
            let mut characters: Vec<char> = text.chars().collect();
            edits.into_iter().for_each(|edit| edit.apply(&mut characters));
            characters.into_iter().collect()
        }),
    ]
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let excerpt: &[u8] = &include_bytes!("data/wthor_200.wtb")[..16 + 3 * 68];
    let mut games = excerpt.to_vec();
    games[4] = 3;
    let mut names = excerpt[..16 + 3 * 20].to_vec();
    names[8] = 3;
    let spoilt = (prop::sample::select(vec![games, names]), edits::<u8>()).prop_map(|(mut file, edits)| {
        edits.into_iter().for_each(|edit| edit.apply(&mut file));
        file
    });
    prop_oneof![prop::collection::vec(any::<u8>(), 0..300), spoilt]
}

/// A small change to a text or a file.
#[derive(Clone, Debug)]
enum Edit<T> {
    Insert(prop::sample::Index, T),
    Replace(prop::sample::Index, T),
    Remove(prop::sample::Index),
    Cut(prop::sample::Index),
}

impl<T> Edit<T> {
    fn apply(self, items: &mut Vec<T>) {
        let places = items.len();
        match self {
            Edit::Insert(place, item) => items.insert(place.index(places + 1), item),
            Edit::Replace(place, item) if places > 0 => items[place.index(places)] = item,
            Edit::Remove(place) if places > 0 => drop(items.remove(place.index(places))),
            Edit::Cut(place) => items.truncate(place.index(places + 1)),
            Edit::Replace(..) | Edit::Remove(_) => {}
        }
    }
}

fn edits<T: Arbitrary + Clone>() -> impl Strategy<Value = Vec<Edit<T>>> {
    let place = any::<prop::sample::Index>;
    let edit = prop_oneof![
        4 => (place(), any::<T>()).prop_map(|(place, item)| Edit::Insert(place, item)),
        4 => (place(), any::<T>()).prop_map(|(place, item)| Edit::Replace(place, item)),
        4 => place().prop_map(Edit::Remove),
        1 => place().prop_map(Edit::Cut),
    ];
    prop::collection::vec(edit, 0..4)
}

#[test]
fn the_texts_to_be_spoilt_can_be_read() {
    assert!(TEXTS[0].parse::<Transcript>().is_ok());
    assert!(TEXTS.iter().all(|text| plain::parse(text).is_ok()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn from_text(text in text(), offset in 0..200_usize) {
        let _ = parse_move(&text);
        let _ = Location::of(&text, offset);
        if let Ok(transcript) = text.parse::<Transcript>() {
            let again: Transcript = transcript.to_string().parse()?;
            prop_assert_eq!(transcript.to_string(), again.to_string());
            for rules in Rules::ALL {
                let _ = transcript.replay(Position::initial(rules));
            }
        }
        if let Ok(setup) = board_string::parse(&text) {
            let position = Position::new(Rules::STANDARD, setup)?;
            prop_assert_eq!(board_string::parse(&board_string::write(&position))?, setup);
        }
        for problem in obf::parse(&text).flatten() {
            let written = problem.to_string();
            prop_assert_eq!(obf::parse(&written).collect::<Vec<_>>(), [Ok(problem)]);
        }
        if let Some(record) = plain::parse(&text).ok().and_then(|sheet| sheet.check().ok()) {
            prop_assert_eq!(plain::parse(&plain::write(&record))?.check()?, record);
        }
    }

    #[test]
    fn from_bytes(bytes in bytes()) {
        for game in Games::parse(&bytes).iter().flat_map(|games| &games.games) {
            prop_assert!(game.moves().len() <= 60);
            let _ = game.replay();
        }
        let _ = Names::parse(&bytes, NamesKind::Players);
        let _ = Names::parse(&bytes, NamesKind::Tournaments);
    }
}
