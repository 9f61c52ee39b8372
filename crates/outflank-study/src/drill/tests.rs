use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use outflank_rules::{Color, Position, Rules, Square, Symmetry};
use proptest::prelude::*;

use super::card::REST;
use super::lines::listed;
use super::*;
use crate::board_with_turn::BoardWithTurn;
use crate::openings::{self, Language};
use crate::puzzles::{PuzzleId, Scored};

fn set(of_each: usize) -> Vec<Puzzle> {
    let position = Position::initial(Rules::Standard);
    let moves: Vec<Scored> = position.legal_moves().into_iter().map(|square| Scored { square, score: 0 }).collect();
    let puzzle = |number: usize| Puzzle {
        id: format!("{number:08x}").parse().unwrap(),
        kind: Kind::ALL[number % 2],
        difficulty: 1 + (number / of_each) as u8,
        position,
        moves: moves.clone(),
        source: "",
        history: Vec::new(),
        themes: Vec::new(),
    };
    (0..5 * of_each).map(puzzle).collect()
}

const TODAY: Day = Day(20_000);

fn later(days: u32) -> Day {
    Day(TODAY.0 + days)
}

type Answer = (bool, u32, u64);

fn answers() -> impl Strategy<Value = Vec<Answer>> {
    prop::collection::vec((prop::bool::weighted(0.6), prop_oneof![6 => Just(0), 1 => 1..10_u32], any::<u64>()), 0..150)
}

proptest! {
    #[test]
    fn a_failed_puzzle_returns_but_not_at_once(answers in answers(), of_each in 1..8_usize) {
        let set = set(of_each);
        let (mut progress, mut today) = (Progress::default(), TODAY);
        let mut asked: Vec<(PuzzleId, bool)> = Vec::new();
        let mut failed: BTreeSet<PuzzleId> = BTreeSet::new();
        for (is_right, away, entropy) in answers {
            let Some(puzzle) = progress.next_of(&set, PuzzleFilter::default(), today, entropy) else {
            // Done for today.
                prop_assert_eq!(progress.standing_of(&set, PuzzleFilter::default(), today).due, 0);
                prop_assert!(set.iter().all(|puzzle| asked.iter().any(|(id, _)| *id == puzzle.id)));
                today = Day(today.0 + 1);
                continue;
            };
            let is_new = |puzzle: &Puzzle| asked.iter().all(|(id, _)| *id != puzzle.id);
            prop_assert!(is_new(puzzle) || failed.contains(&puzzle.id), "what was solved at once does not come again");
            let failed_just_now = asked.iter().rev().take(REST as usize).any(|last| *last == (puzzle.id, false));
            prop_assert!(!failed_just_now || !set.iter().any(is_new), "there are new ones, which come first");
            asked.push((puzzle.id, is_right));
            if !is_right {
                failed.insert(puzzle.id);
            }
            progress.answer_of(&set, puzzle.id, is_right, today);
            today = Day(today.0 + away);
        }
        let standing = progress.standing_of(&set, PuzzleFilter::default(), today);
        prop_assert!(standing.learning <= failed.len());
        prop_assert!(standing.due <= standing.learning);
        prop_assert!(standing.streak <= standing.longest);
        prop_assert!((1..=5).contains(&standing.level));
    }

    #[test]
    fn right_answers_every_day_finish_the_set(answers in answers(), of_each in 1..5_usize) {
        let set = set(of_each);
        let mut progress = Progress::default();
        for (is_right, _, entropy) in answers {
            if let Some(puzzle) = progress.next_of(&set, PuzzleFilter::default(), TODAY, entropy) {
                progress.answer_of(&set, puzzle.id, is_right, TODAY);
            }
        }
        for day in 0..30 {
            // A day has an end: nothing that is answered right comes twice on one day.
            let mut seen = BTreeSet::new();
            while let Some(puzzle) = progress.next_of(&set, PuzzleFilter::default(), later(day), 3) {
                prop_assert!(seen.insert(puzzle.id));
                progress.answer_of(&set, puzzle.id, true, later(day));
            }
        }
        let standing = progress.standing_of(&set, PuzzleFilter::default(), later(30));
        prop_assert_eq!((standing.solved, standing.learning), (set.len(), 0));
    }

    #[test]
    fn progress_is_read_as_it_was_written(answers in answers()) {
        let lines = lines(Language::English);
        let set = set(4);
        let mut progress = Progress::default();
        for (is_right, away, entropy) in answers {
            if let Some(puzzle) = progress.next_of(&set, PuzzleFilter::default(), later(away), entropy) {
                progress.answer_of(&set, puzzle.id, is_right, later(away));
            }
            if let Some(lesson) = progress.next_lesson(&lines, None, later(away), entropy) {
                progress.learn(lesson.id(), is_right, later(away));
            }
        }
        let text = serde_json::to_string(&progress).unwrap();
        prop_assert_eq!(serde_json::from_str::<Progress>(&text).unwrap(), progress, "unknown puzzles are kept");
    }

    #[test]
    fn any_bytes_parse_or_are_rejected(text: String, at in any::<prop::sample::Index>(), byte: u8) {
        let _ = serde_json::from_str::<Progress>(&text);
        let mut progress = Progress::default();
        progress.answer("00000001".parse().unwrap(), false, TODAY);
        let mut bytes = serde_json::to_vec(&progress).unwrap();
        let place = at.index(bytes.len());
        bytes[place] = byte;
        // Damaged bytes that still parse must be usable.
        if let Ok(mut progress) = serde_json::from_slice::<Progress>(&bytes) {
            for _ in 0..20 {
                progress.answer_of(&set(1), "00000001".parse().unwrap(), true, TODAY);
            }
            prop_assert!((1..=5).contains(&progress.standing(PuzzleFilter::default(), TODAY).level));
        }
    }
}

#[test]
fn a_failed_puzzle_comes_after_one_three_and_seven_days() {
    let set = set(1);
    let id = set[0].id;
    let due = |progress: &Progress, day| progress.standing_of(&set, PuzzleFilter::default(), day).due == 1;
    let mut progress = Progress::default();
    progress.answer_of(&set, id, false, TODAY);
    let mut day = TODAY;
    for pause in [1, 3, 7] {
        assert!(due(&progress, day));
        progress.answer_of(&set, id, true, day);
        // A second answer on the same day does not bring it forward.
        let once = progress.puzzles[&id];
        progress.answer_of(&set, id, true, day);
        assert_eq!(progress.puzzles[&id], once);
        assert!(!due(&progress, Day(day.0 + pause - 1)));
        day = Day(day.0 + pause);
    }
    assert!(due(&progress, day));
    progress.answer_of(&set, id, true, day);
    assert_eq!(progress.standing_of(&set, PuzzleFilter::default(), later(1_000)).learning, 0);
}

#[test]
fn puzzles_get_harder_with_success_and_easier_without() {
    let set = set(20);
    let mut progress = Progress::default();
    let mut difficulty = |is_right: bool| {
        let puzzle = progress.next_of(&set, PuzzleFilter::default(), TODAY, 5).unwrap();
        progress.answer_of(&set, puzzle.id, is_right, TODAY);
        progress.level.difficulty()
    };
    assert_eq!([true; 12].map(&mut difficulty), [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5]);
    assert_eq!([false; 4].map(&mut difficulty)[..2], [5, 4]);
}

#[test]
fn only_matching_puzzles_come_up() {
    let set = set(6);
    let wanted = PuzzleFilter { kind: Some(Kind::Opening), difficulty: Some(4), theme: None };
    let mut progress = Progress::default();
    let mut seen = 0;
    while let Some(puzzle) = progress.next_of(&set, wanted, TODAY, seen) {
        assert_eq!((puzzle.kind, puzzle.difficulty), (Kind::Opening, 4));
        progress.answer_of(&set, puzzle.id, true, TODAY);
        seen += 1;
    }
    assert_eq!(seen, 3);
    assert_eq!(progress.standing_of(&set, wanted, TODAY).solved, 3);
}

#[test]
fn foreign_progress_is_rejected_with_the_reason() {
    let refused = |text: &str| serde_json::from_str::<Progress>(text).unwrap_err().to_string();
    let whole = serde_json::to_string(&Progress::default()).unwrap();
    assert!(whole.starts_with(r#"{"format":"outflank-drill","version":1,"#), "{whole}");
    let with = |from: &str, to: &str| refused(&whole.replace(from, to));
    assert!(refused("{}").contains("missing field `format`"));
    assert!(refused(r#"{"format":"game"}"#).contains("expected `outflank-drill`"));
    let later = r#"{"format":"outflank-drill","version":2,"stars":7}"#;
    assert!(refused(later).starts_with("expected progress of version 1, found version 2"));
    assert!(with(r#""answers":0"#, r#""answers":0,"stars":7"#).contains("unknown field `stars`"));
    assert!(with(r#""at":1"#, r#""at":6"#).starts_with("expected a level from 1 to 5"));
    assert!(with(r#""streak":0"#, r#""streak":3"#).starts_with("expected a streak"));
    assert!(with(r#""puzzles":{}"#, r#""puzzles":{"nonsense":"known"}"#).starts_with("expected a puzzle id"));
    assert!(with(r#""lessons":{}"#, r#""lessons":{"black:f5d":"known"}"#).starts_with("expected a lesson"));
    let card = r#""puzzles":{"0000000a":{"learning":{"right":4,"due":0,"after":0}}}"#;
    assert!(with(r#""puzzles":{}"#, card).starts_with("0000000a: expected at most three right answers"));
}

fn play_turned(line: &OpeningLine, learner: Color, turn: Symmetry) -> Lesson {
    let mut lesson = Lesson::new(line.clone(), learner);
    let mut last = None;
    while lesson.game().placements().count() < line.moves.len() {
        let square = turn.square(line.moves[lesson.game().placements().count()]);
        last = Some(lesson.play(square).unwrap());
        assert!(!matches!(last, Some(LineMove::Left { .. })), "{} from {turn:?}: {square}", line.name);
    }
    assert_eq!(last, Some(LineMove::Done));
    assert!(lesson.is_done());
    lesson
}

#[test]
fn every_line_can_be_played_by_both_colours_and_by_black_from_every_side() {
    for line in lines(Language::English).into_iter().chain(lines(Language::Japanese)) {
        play_turned(&line, Color::White, Symmetry::Identity);
        for turn in [Symmetry::Identity, Symmetry::Half, Symmetry::Transpose, Symmetry::AntiTranspose] {
            let lesson = play_turned(&line, Color::Black, turn);
            let way: Vec<Square> = line.moves.iter().map(|&square| turn.square(square)).collect();
            assert_eq!(lesson.way(), way);
            assert_eq!(lesson.id(), LessonId::new(&line, Color::Black), "it is remembered as it is written");
            let name = openings::of_game(lesson.game(), Language::English);
            assert!(name.is_some() || !line.name.is_ascii());
        }
    }
}

#[test]
fn a_move_that_leaves_the_line_names_the_expected_one_and_its_opening() {
    let [tiger] = &lines_named("tiger", Language::English)[..] else { panic!("there is one Tiger") };
    let mut lesson = Lesson::new(tiger.clone(), Color::Black);
    assert_eq!(lesson.play(Square::C4), Ok(LineMove::Right { answer: Some(Square::E3) }), "the line is turned");
    // The Tiger is f5 d6 c3, or rotated c4 e3 f6; f5 instead is the Cat.
    assert_eq!(lesson.expected(), Some(Square::F6));
    let before = lesson.game().clone();
    assert_eq!(lesson.play(Square::F5), Ok(LineMove::Left { expected: Square::F6 }));
    assert_eq!(*lesson.game(), before, "it was not played");
    let elsewhere = lesson.elsewhere(Square::F5, Language::English);
    assert!(elsewhere.leads_to.iter().any(|name| name.contains("Cat")), "{elsewhere:?}");
    assert!(lesson.play(Square::A1).is_err());
}

#[test]
fn a_line_may_end_with_the_reply() {
    let line = |moves: &str| {
        let squares = moves.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).unwrap().parse().unwrap());
        OpeningLine { name: "a line", moves: squares.collect() }
    };
    let mut lesson = Lesson::new(line("f5d6"), Color::Black);
    assert_eq!(lesson.play(Square::F5), Ok(LineMove::Done));
    assert_eq!(lesson.game().placements().count(), 2);
    assert!(lesson.goes_on_as(Language::English).contains(&"Tiger"));
    assert_eq!(lesson.play(Square::C3), Ok(LineMove::Done), "there is nothing more to do");
    assert_eq!(Lesson::new(line("f5a1d6"), Color::White).line().moves, [Square::F5], "what is illegal is left out");
    assert!(Lesson::new(line("f5"), Color::White).is_done());
}

#[test]
fn of_nested_lines_the_longest_is_chosen() {
    for text in ["rose", "bat", "no-kung", "虎"] {
        let lines = lines_named(text, Language::English);
        assert!(!lines.is_empty(), "{text}");
        for line in &lines {
            let is_part = |other: &OpeningLine| other != line && other.moves.starts_with(&line.moves);
            assert!(!lines.iter().any(is_part), "{} is part of another", line.name);
        }
    }
    assert!(lines_named("no such opening", Language::English).is_empty());
}

#[test]
fn each_line_is_listed_once_and_the_most_played_first() {
    for language in Language::ALL {
        let listed = lines(language);
        let names: BTreeSet<String> = listed.iter().map(|line| line.name.to_lowercase()).collect();
        assert_eq!(names.len(), listed.len());
        let boards = listed.iter().map(|line| BoardWithTurn::after(&line.moves).unwrap().board.canonical());
        assert_eq!(boards.collect::<HashSet<_>>().len(), listed.len());
        assert!(listed.is_sorted_by_key(|line| (Reverse(popularity(line)), line.moves.len())));
        let all = openings::lines(language);
        assert!(all.iter().all(|line| names.contains(&line.name.to_lowercase())), "no name is lost");
    }
}

#[test]
fn equal_names_and_equal_positions_are_one_line_with_the_most_moves() {
    let line = |name, moves: &[Square]| OpeningLine { name, moves: moves.to_vec() };
    use Square::{C3, C4, C5, D3, D6, E3, E6, F4, F5};
    let short = line("F.a.t. Draw", &[F5, D6, C4]);
    let long = line("F.A.T. Draw", &[F5, D6, C4, D3]);
    assert_eq!(listed(vec![short, long.clone()]), [long]);
    // The same position by two ways, one of them turned.
    let ways = [line("Cow", &[F5, D6, C5, F4, E3]), line("Turned", &[D3, C5, D6, E3, F4])];
    let others = [line("Tiger", &[F5, D6, C3, D3, C4]), line("Diagonal", &[E6, F4])];
    let kept = listed([&ways[..], &others[..]].concat());
    assert_eq!(kept.len(), 3, "{kept:?}");
}

#[test]
fn lessons_are_repeated_like_puzzles() {
    let lines = lines_named("rose", Language::English);
    let mut progress = Progress::default();
    let count = progress.lesson_standing(&lines, Some(Color::White), TODAY).lessons;
    assert_eq!(count, lines.len());
    let first = progress.next_lesson(&lines, Some(Color::White), TODAY, 0).unwrap();
    assert_eq!(first.learner(), Color::White);
    assert_eq!(*first.line(), lines[0], "they come in the order of the list");
    progress.learn(first.id(), false, TODAY);
    for _ in 1..count {
        let lesson = progress.next_lesson(&lines, Some(Color::White), TODAY, 0).unwrap();
        progress.learn(lesson.id(), true, TODAY);
    }
    let again = progress.next_lesson(&lines, Some(Color::White), TODAY, 0).unwrap();
    assert_eq!(again.id(), first.id());
    progress.learn(again.id(), true, TODAY);
    assert!(progress.next_lesson(&lines, Some(Color::White), TODAY, 0).is_none());
    assert_eq!(progress.next_lesson(&lines, Some(Color::White), later(1), 0).unwrap().id(), first.id());
    assert!(progress.next_lesson(&lines, None, TODAY, 0).is_some_and(|lesson| lesson.learner() == Color::Black));
    assert_eq!(progress.streak(), 0, "a streak is one of puzzles");
}
