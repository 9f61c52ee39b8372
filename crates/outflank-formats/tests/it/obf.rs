use std::fs;

use outflank_formats::obf::{self, MAX_LINE_BYTES, Problem};
use outflank_rules::{Color, Move, Position, Rules, Setup, Square, Status};
use proptest::prelude::*;

use crate::samples::assert_bad_lines;

const EXCERPT: &str = include_str!("../data/problems.obf");
const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

fn check_collection(text: &str) -> usize {
    let lines = text.lines().filter(|line| !line.starts_with('%') && !line.is_empty());
    let mut count = 0;
    for (problem, line) in obf::parse(text).zip(lines) {
        let problem = problem.expect("the line can be read");
        assert_eq!(problem.to_string(), line.trim_end());
        let position = Position::new(Rules::Standard, problem.setup).expect("the position is valid");
        let Status::Place(squares) = position.status() else {
            panic!("{problem} has no move");
        };
        assert!(problem.scores.iter().all(|(mv, _)| mv.square().is_some_and(|square| squares.contains(square))));
        assert!(problem.scores.iter().all(|&(_, score)| score <= problem.scores[0].1));
        assert!(!problem.scores.is_empty());
        count += 1;
    }
    count
}

#[test]
fn published_problems_come_back() {
    assert_eq!(check_collection(EXCERPT), 6);
    let first = obf::parse(EXCERPT).next().unwrap().unwrap();
    assert_eq!(first.setup.turn, Color::Black);
    assert_eq!(first.scores[..2], [(Move::Place(Square::G8), 18), (Move::Place(Square::H1), 12)]);
}

#[test]
fn whole_collections_come_back() {
    for (folder, files) in [
        ("ffo", &[("fforum-1-19.obf", 19), ("fforum-20-39.obf", 20), ("fforum-40-59.obf", 20)][..]),
        ("endgame", &[("hard-20.obf", 276)]),
    ] {
        let Some(folder) = crate::collections::folder(folder) else {
            continue;
        };
        for (file, problems) in files {
            let text = fs::read_to_string(folder.join(file)).unwrap();
            assert_eq!(check_collection(&text), *problems, "{file}");
        }
    }
}

#[test]
fn a_line_may_have_few_scores_or_none() {
    let read = |text: &str| obf::parse(text).next().unwrap().unwrap();
    let bare = read(BOARD);
    assert!(bare.scores.is_empty());
    assert_eq!(bare.to_string(), format!("{BOARD};"));
    assert_eq!(read(&format!("{BOARD};")), bare);
    assert_eq!(read(&format!("  {BOARD} ; ;; % G8:+18;")), bare);

    let scored = read(&format!("{BOARD};g8 : 18;8G:-1 ; ps:+0;--:-64\r\n"));
    let g8 = Move::Place(Square::G8);
    assert_eq!(scored.scores, [(g8, 18), (g8, -1), (Move::Pass, 0), (Move::Pass, -64)]);
    assert_eq!(scored.to_string(), format!("{BOARD}; G8:+18; G8:-1; PS:+0; PS:-64;"));
}

#[test]
fn errors_are_located_and_do_not_affect_other_lines() {
    let text = format!(
        "% problems\n\n--X X; G8:+18;\n{BOARD}; i8:+18;\n{BOARD}; G8:+65;\n{BOARD}; G8 +18;\n{BOARD}; G8:+2;\n"
    );
    let score = "a colon and a score from -64 to +64, as in G8:+18";
    let errors = [
        "expected 64 squares, found 3 (line 3, column 5)",
        "expected a move such as d3 or pass, found \"i8\" (line 4, column 69)",
        &format!("expected {score}, found \":+65\" (line 5, column 71)"),
        &format!("expected {score}, found \"+18\" (line 6, column 72)"),
    ];
    assert_bad_lines(obf::parse(&text), &errors);
    assert_eq!(obf::parse(&text).last().unwrap().unwrap().scores, [(Move::Place(Square::G8), 2)]);
}

#[test]
fn a_line_above_the_limit_is_refused() {
    let long = format!("{BOARD};{}", " ".repeat(MAX_LINE_BYTES));
    let text = format!("{long}\n{BOARD}");
    let error = format!("expected a line of at most 4096 bytes, found {} (line 1, column 1)", long.len());
    assert_bad_lines(obf::parse(&text), &[&error]);
}

proptest! {
    #[test]
    fn written_problems_come_back(
        problems in prop::collection::vec(
            (crate::arbitrary::position(), prop::collection::vec((prop::option::of(0..64_u8), -64..=64_i8), 0..20)),
            0..5,
        )
    ) {
        let problem = |(position, scores): (Position, Vec<(Option<u8>, i8)>)| Problem {
            // OBF has no supply.
            setup: Setup { supply: None, ..position.setup() },
            scores: scores
                .into_iter()
                .map(|(index, score)| (index.and_then(Square::from_index).map_or(Move::Pass, Move::Place), score))
                .collect(),
        };
        let problems: Vec<_> = problems.into_iter().map(problem).collect();
        let text: String = problems.iter().map(|problem| format!("{problem}\n")).collect();
        let read: Vec<_> = obf::parse(&text).collect::<Result<_, _>>()?;
        prop_assert_eq!(read, problems);
    }
}
