use std::collections::HashMap;
use std::fs;

use outflank_formats::{Record, Transcript, board_string};
use outflank_rules::{Color, Game, Position, Rules, Setup, Square, Symmetry};
use outflank_study::openings::{self, Language, Named, NamedPosition};

const EXCERPT: [(&str, Language, &str); 10] = [
    ("f5f6e6f4g6", Language::English, "Snake / Peasant"),
    ("f5d6c3d3c4f4c5b3c2b4", Language::English, "Central Rose-Bill / Dead draw"),
    ("f5d6c3d3c4b3", Language::English, "aubrey, tanaka"),
    ("f5f6e6d6f7", Language::English, "peasant"),
    ("f5d6c5f4e3c6d3f6e6d7e7", Language::English, "dawg"),
    ("f5d6c3", Language::French, "inhumaine"),
    ("f5d6c3d3c4f4f6f3e3g5g4", Language::French, "popov (interversion)"),
    ("f5d6c3d3c4f4c5b4c6e6a3", Language::French, "andersson, var.cali"),
    ("f5d6c3d3c4", Language::Japanese, "虎定石"),
    ("f5d6c3g5", Language::Japanese, "ミサイル定石/ギャング"),
];

/// Some symmetries mirror the start, too.
fn turned(moves: &[Square], symmetry: Symmetry) -> Game {
    let mut game = Game::new(symmetry.position(&Position::initial(Rules::Standard)));
    for &square in moves {
        game.play(symmetry.square(square)).expect("the move is legal");
    }
    game
}

fn replayed(transcript: &str) -> Game {
    let transcript: Transcript = transcript.parse().expect("it is a transcript");
    transcript.replay(Position::initial(Rules::Standard)).expect("its moves are legal")
}

fn assert_named(position: &Position, language: Language, cell: &str) {
    let known: Vec<_> = openings::names(position, language).map(folded).collect();
    let cell = cell.replace(" (interversion)", "");
    let separators: &[&str] = match language {
        Language::English => &[" / ", ", "],
        Language::French => &[" / "],
        Language::Japanese => &["/"],
    };
    let mut names = vec![cell.as_str()];
    for separator in separators {
        names = names.into_iter().flat_map(|name| name.split(separator)).collect();
    }
    for name in names {
        assert!(known.contains(&folded(name)), "{name} is not among {known:?}");
    }
}

/// Without case, accents, blanks and punctuation.
fn folded(name: &str) -> String {
    let letters = name.chars().filter(|letter| !letter.is_whitespace() && !letter.is_ascii_punctuation());
    letters.flat_map(char::to_lowercase).map(|letter| if letter == 'é' { 'e' } else { letter }).collect()
}

fn assert_named_from_every_side(transcript: &str, language: Language, cell: &str) {
    let moves: Vec<_> = replayed(transcript).placements().collect();
    for symmetry in Symmetry::ALL {
        let turned = turned(&moves, symmetry);
        assert_named(turned.position(), language, cell);
        let opening = openings::of_game(&turned, language).expect("it has a name");
        assert_eq!(Some(opening.name), openings::name(turned.position(), language));
        assert_eq!(opening.ply, moves.len());
    }
}

#[test]
fn lines_of_each_list_are_named_from_every_side() {
    for (transcript, language, cell) in EXCERPT {
        assert_named_from_every_side(transcript, language, cell);
    }
}

#[test]
fn every_line_of_the_lists_is_named_from_every_side() {
    let Some(folder) = crate::collections::folder("openings") else {
        return;
    };
    let lines = |file: &str| -> Vec<Vec<String>> {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
    };
    let mut count = 0;
    for (file, language) in [
        ("zebra_english.tsv", Language::English),
        ("edax_english.tsv", Language::English),
        ("edax_french.tsv", Language::French),
    ] {
        // Lines without a name of their own.
        let is_named = |line: &Vec<String>| !line[1].ends_with("???");
        for line in lines(file).into_iter().filter(is_named) {
            assert_named_from_every_side(&line[0], language, &line[1]);
            count += 1;
        }
    }
    for (file, language) in
        [("egaroucid_english_boards.tsv", Language::English), ("egaroucid_japanese_boards.tsv", Language::Japanese)]
    {
        for line in lines(file) {
            let setup: Setup = board_string::parse(&format!("{} {}", line[0], line[1])).unwrap();
            let position = Position::new(Rules::Standard, setup).unwrap();
            for symmetry in Symmetry::ALL {
                assert_named(&symmetry.position(&position), language, &line[3]);
            }
            count += 1;
        }
    }
    assert_eq!(count, 76 + 82 + 534 + 71 + 355);
}

#[test]
fn a_name_has_one_spelling() {
    let mut spellings = HashMap::new();
    for NamedPosition { board, .. } in openings::all(Language::English) {
        let setup = Setup::new(board.discs(Color::Black), Color::Black);
        let position = Position::new(Rules::Standard, setup).unwrap();
        for name in Language::ALL.into_iter().flat_map(|language| openings::names(&position, language)) {
            assert_eq!(*spellings.entry(folded(name)).or_insert(name), name);
        }
    }
}

#[test]
fn a_transposition_has_the_same_name() {
    for transcript in ["f5f6e6f4e3", "f5f6e6d6c5", "f5f4e3f6e6"] {
        assert_eq!(openings::of_game(&replayed(transcript), Language::English), Some(Named { name: "Cow", ply: 5 }));
    }
}

#[test]
fn the_deepest_name_applies_until_there_is_a_deeper_one() {
    let opening = |transcript: &str| openings::of_game(&replayed(transcript), Language::English);
    assert_eq!(opening(""), None);
    assert_eq!(opening("f5"), None);
    assert_eq!(opening("f5d6"), Some(Named { name: "Perpendicular Opening", ply: 2 }));
    assert_eq!(opening("f5d6c3d3"), Some(Named { name: "Perpendicular Opening", ply: 2 }));
    assert_eq!(opening("f5d6c3d3c4f4"), Some(Named { name: "Tiger", ply: 5 }));
    assert_eq!(opening("f5d6c3d3c4f4f6"), Some(Named { name: "Stephenson", ply: 7 }));
}

#[test]
fn only_games_of_the_standard_rules_from_the_usual_start_have_an_opening() {
    let tiger = replayed("f5d6c3d3c4");
    for rules in Rules::ALL.into_iter().filter(|rules| !rules.is_standard()) {
        let mut other = Game::new(Position::initial(rules));
        other.play(Square::F5).unwrap();
        assert_eq!(openings::of_game(&other, Language::English), None);
        assert_eq!(openings::name(other.position(), Language::English), None);
    }
    let later = Game::new(*tiger.position());
    assert_eq!(openings::of_game(&later, Language::English), None);
}

#[test]
fn openings_are_searched_by_name_and_by_words() {
    assert_eq!(openings::search("tigre", Language::English), ["Tiger"]);
    let bats = ["Bat (Kling Alternative)", "Bat (Kling Continuation)"];
    assert_eq!(openings::search("kling bat", Language::English), bats);
}

#[test]
fn only_a_missing_opening_is_filled_in() {
    let mut record = Record::of(&replayed("f5d6c3d3c4f4"));
    openings::complete(&mut record, Language::Japanese);
    assert_eq!(record.details.opening, "虎定石");
    openings::complete(&mut record, Language::English);
    assert_eq!(record.details.opening, "虎定石");
    let mut unnamed = Record::of(&replayed("f5"));
    openings::complete(&mut unnamed, Language::English);
    assert_eq!(unnamed.details.opening, "");
}
