use outflank_formats::format::{Format, Source, write};
use outflank_formats::record::{Follows, VariationMove};
use outflank_formats::{Record, pgn, sgf};
use outflank_rules::{Game, Rules, Square};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::games::game;
use crate::samples::*;

fn read(text: &str, format: Format) -> Record {
    let games: Vec<_> = Source::new(text.as_bytes()).read(format).collect();
    let [Ok(unchecked)] = &games[..] else { panic!("{games:?} in {text:?}") };
    unchecked.check().unwrap_or_else(|error| panic!("{error} in {text:?}"))
}

/// The moves from the start up to a place, without passes.
fn moves_to(record: &Record, follows: Follows) -> String {
    match follows {
        Follows::Game(moves) => record.game().placements().take(moves).map(|square| square.to_string()).collect(),
        Follows::Variation(index) => path(record, &record.variations()[index]),
    }
}

fn path(record: &Record, variation: &VariationMove) -> String {
    moves_to(record, variation.follows) + &variation.square.to_string()
}

fn leaves_after(record: &Record, variation: &VariationMove) -> usize {
    match variation.follows {
        Follows::Game(moves) => moves,
        Follows::Variation(index) => leaves_after(record, &record.variations()[index]),
    }
}

/// Every move outside the game by the moves that lead to it, with its comment.
fn paths(record: &Record) -> Vec<(String, String)> {
    let mut paths: Vec<_> =
        record.variations().iter().map(|one| (path(record, one), one.note.comment.clone())).collect();
    paths.sort();
    paths
}

fn listed(text: &str, format: Format) -> Vec<String> {
    paths(&read(text, format))
        .into_iter()
        .map(|(path, comment)| format!("{path} {comment}").trim().to_owned())
        .collect()
}

#[test]
fn variations_of_variations_are_read_with_their_comments() {
    let expected = ["f5d6c4", "f5d6c4d3 why not", "f5f6", "f5f6e6 better"];
    let text = "(;GM[2];B[f5](;W[d6](;B[c3]C[usual])(;B[c4];W[d3]C[why not]))(;W[f6];B[e6]C[better]))";
    assert_eq!(listed(text, Format::Sgf), expected);
    let record = read(text, Format::Sgf);
    assert_eq!(record.game().placements().collect::<Vec<_>>(), [Square::F5, Square::D6, Square::C3]);
    assert_eq!(record.plies().last().unwrap().1.comment, "usual");
    let text = "1. f5 d6 (1... f6 2. e6 {better}) 2. c3 {usual} (2. c4 d3 {why not}) *";
    assert_eq!(listed(text, Format::Pgn), expected);
    assert_eq!(read(text, Format::Pgn).game(), record.game());
    assert_eq!(listed(&write(&record, Format::Pgn).unwrap(), Format::Pgn), expected);
    assert_eq!(listed(&write(&record, Format::Sgf).unwrap(), Format::Sgf), expected);
}

#[test]
fn a_comment_before_the_first_move_of_a_variation_is_kept() {
    assert_eq!(listed("1. f5 d6 ({or} 1... f6) *", Format::Pgn), ["f5f6 or"]);
    assert_eq!(listed("(;GM[2];B[f5](;W[d6])(;W[f6]C[one];C[two]))", Format::Sgf), ["f5f6 one\ntwo"]);
}

#[test]
fn a_bad_move_of_a_variation_costs_only_what_follows_it() {
    for (text, format, left) in [
        (
            "(;GM[2];B[f5](;W[d6])(;W[a1];B[c3])(;W[f4];B[e3](;W[zz])(;W[f6])))",
            Format::Sgf,
            &["f5f4", "f5f4e3", "f5f4e3f6"][..],
        ),
        ("(;GM[2];B[f5](;W[d6])(;B[f4])(;W[f4]x[(];B[c3]))", Format::Sgf, &[]),
        ("(;GM[2];B[f5](;W[d6])(;W[f4]AB[a1];B[c3]))", Format::Sgf, &["f5f4"]),
        ("1. f5 d6 (1... f4 2. xx {no} (2. a1) c3) (1... f6) *", Format::Pgn, &["f5f4", "f5f6"]),
    ] {
        assert_eq!(listed(text, format), left, "{text}");
    }
}

#[test]
fn passes_are_written_in_variations_and_need_not_be() {
    // White passes after c1.
    let mut record = played("d3c3b3b2f5a3a1");
    let Some(index) = record.add_variation(Follows::Game(7), Square::C1) else { panic!("it is legal") };
    record.variation_note_mut(index).unwrap().comment = "no reply".to_owned();
    assert_eq!(record.add_variation(Follows::Variation(index), Square::A8), None, "not legal");
    let text = write(&record, Format::Sgf).unwrap();
    assert!(text.contains("(;)(;W[c1]C[no reply];B[PA])"), "{text}");
    assert_eq!(read(&text, Format::Sgf), record);
    assert_eq!(read(&text.replace(";B[PA]", ""), Format::Sgf), record);
    assert_eq!(
        read(&text.replace("B[PA]", "B[PA]C[really]"), Format::Sgf).variations()[0].note.comment,
        "no reply\nreally"
    );
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let most = sgf::MAX_GAME_BYTES.min(pgn::MAX_GAME_BYTES) / 2 - 100;
    let text = format!("(;GM[2];B[f5]{}{})", "(;".repeat(most / 2), ")".repeat(most / 2));
    assert_eq!(read(&text, Format::Sgf).variations().len(), 0);
    let text = format!("1. f5 {}{} *", "(".repeat(most), ")".repeat(most));
    assert_eq!(read(&text, Format::Pgn).variations().len(), 0);
}

fn with_variations() -> impl Strategy<Value = Record> {
    let variation = (any::<Index>(), any::<Index>(), prop_oneof![Just(""), Just("a] (b) {c"), Just("two\nlines")]);
    (game(), prop::collection::vec(variation, 0..40)).prop_map(|(game, variations)| {
        let mut record = Record::of(&game);
        for (place, square, comment) in variations {
            let moves = game.placements().count();
            let place = place.index(moves + record.variations().len() + 1);
            let follows = place.checked_sub(moves + 1).map_or(Follows::Game(place), Follows::Variation);
            let line = moves_to(&record, follows);
            let mut position = Game::new(*game.start());
            line.as_bytes().chunks(2).for_each(|square| {
                position.play(str::from_utf8(square).expect("ASCII").parse().expect("a square")).expect("a legal move");
            });
            let legal: Vec<Square> = position.position().legal_moves().into_iter().collect();
            if let Some(added) = (!legal.is_empty()).then(|| record.add_variation(follows, *square.get(&legal))) {
                record.variation_note_mut(added.expect("it is legal")).expect("it was added").comment =
                    comment.to_owned();
            }
        }
        record
    })
}

proptest! {
    #[test]
    fn variations_survive_a_round_trip(record in with_variations()) {
        let text = write(&record, Format::Sgf).unwrap();
        let again = read(&text, Format::Sgf);
        prop_assert_eq!(again.game(), record.game());
        prop_assert_eq!(paths(&again), paths(&record));
        prop_assert_eq!(write(&again, Format::Sgf).unwrap(), text);

        prop_assume!(record.rules() == Rules::Standard);
        let text = write(&record, Format::Pgn).unwrap();
        let again = read(&text, Format::Pgn);
        prop_assert_eq!(again.game(), record.game());
        let words = |text: &str| text.replace('}', ")").split_whitespace().collect::<Vec<_>>().join(" ");
        let held = record.variations().iter().filter(|one| leaves_after(&record, one) < record.game().placements().count());
        let mut held: Vec<_> = held.map(|one| (path(&record, one), words(&one.note.comment))).collect();
        held.sort();
        prop_assert_eq!(paths(&again), held);
        prop_assert_eq!(write(&again, Format::Pgn).unwrap(), text);
    }
}

#[test]
fn only_some_formats_hold_variations() {
    let holding: Vec<Format> = Format::ALL.into_iter().filter(|format| format.holds_variations()).collect();
    assert_eq!(holding, [Format::Sgf, Format::Pgn]);
}
