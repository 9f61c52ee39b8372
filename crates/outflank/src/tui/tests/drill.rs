//! Training.

use std::sync::LazyLock;

use outflank_formats::board_string;
use outflank_rules::Position;
use outflank_study::drill::{Day, OpeningLine, Progress, PuzzleFilter};
use outflank_study::puzzles::{Kind, Puzzle, PuzzleId, Scored};

use super::*;
use crate::commands::drill::{Course, DrillResult, Openings, Recalled};
use crate::tui::drill::{Answered, Drill, Puzzling, Task};
use crate::tui::screens::drill;
use crate::tui::state::Screen;

/// The second of the FFO positions, in which a4 alone wins.
pub(super) static PUZZLE: LazyLock<Puzzle> = LazyLock::new(|| {
    let board = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X";
    let position = Position::new(Rules::Standard, board_string::parse(board).unwrap()).unwrap();
    let moves = "a4+10 b2+0 a3-6 g7-8 a7-12 h7-14 b7-14 h2-24"
        .split(' ')
        .map(|text| Scored { square: text[..2].parse().unwrap(), score: text[2..].parse().unwrap() });
    Puzzle {
        id: PuzzleId::of(&position).unwrap(),
        kind: Kind::Endgame,
        difficulty: 2,
        position,
        moves: moves.collect(),
        source: "the French federation's test positions",
    }
});

const TODAY: Day = Day(20_772);

pub(super) fn recalled(progress: Progress) -> Event {
    Event::Recalled(Ok(Box::new(Recalled { progress, today: TODAY, damaged: None })))
}

/// Somebody with that puzzle on the board.
pub(super) fn puzzled() -> Desk {
    let mut desk = training(Course::Puzzles(PuzzleFilter::default()));
    drill_of(&mut desk).task = Task::Puzzle(Puzzling { puzzle: &PUZZLE, answered: None });
    desk
}

/// Somebody who plays the Tiger from memory.
pub(super) fn learning(learner: Color) -> Desk {
    let moves = vec![Square::F5, Square::D6, Square::C3, Square::D3, Square::C4];
    let lines = vec![OpeningLine { name: "Tiger", moves }];
    training(Course::Openings(Openings { lines, learner: Some(learner), by_name: true }))
}

pub(super) fn training(course: Course) -> Desk {
    let mut desk = Desk::new();
    let mut effects = Vec::new();
    drill::begin(&mut desk.state, course, &mut effects);
    assert_eq!(effects, [Effect::Recall]);
    desk.happen(recalled(Progress::default()));
    desk
}

fn drill_of(desk: &mut Desk) -> &mut Drill {
    match &mut desk.state.screen {
        Screen::Drill(drill) => drill,
        _ => panic!("this is no training"),
    }
}

fn answered(desk: &mut Desk) -> Option<Answered> {
    match &drill_of(desk).task {
        Task::Puzzle(puzzling) => puzzling.answered,
        Task::Lesson(learning) => learning.ended,
        _ => None,
    }
}

fn is_choosing(desk: &mut Desk) -> bool {
    matches!(drill_of(desk).task, Task::Choose(_))
}

#[test]
fn a_puzzle_is_answered_by_typing_pointing_or_clicking() {
    let right = DrillResult::Puzzle { id: PUZZLE.id, is_right: true };
    let mut desk = puzzled();
    desk.type_in("a4\n");
    assert_eq!(desk.effects, [Effect::Remember(right.clone())]);
    assert_eq!(answered(&mut desk), Some(Answered::Right(Square::A4)));
    assert_eq!(drill_of(&mut desk).progress.streak(), 1);

    let mut desk = puzzled();
    desk.click_square(Square::A4);
    assert_eq!(desk.effects, [Effect::Remember(right)]);

    let mut desk = puzzled();
    desk.key(KeyCode::Up);
    assert!(desk.effects.is_empty());
    desk.type_in("b2 ");
    assert_eq!(desk.effects, [Effect::Remember(DrillResult::Puzzle { id: PUZZLE.id, is_right: false })]);
    assert_eq!(answered(&mut desk), Some(Answered::Wrong(Square::B2)));
    // It was answered: another click is no second chance.
    desk.click_square(Square::A4);
    assert!(desk.effects.is_empty());
    assert_eq!(answered(&mut desk), Some(Answered::Wrong(Square::B2)));
}

#[test]
fn who_is_shown_the_answer_has_not_known_it() {
    let mut desk = puzzled();
    desk.type_in("s");
    assert_eq!(desk.effects, [Effect::Remember(DrillResult::Puzzle { id: PUZZLE.id, is_right: false })]);
    assert_eq!(answered(&mut desk), Some(Answered::Told));
}

#[test]
fn an_illegal_move_is_no_answer() {
    let mut desk = puzzled();
    desk.type_in("d4\n");
    assert!(desk.told().starts_with("d4 cannot be played"), "{}", desk.told());
    assert!(desk.effects.is_empty());
    assert_eq!(answered(&mut desk), None);
    desk.type_in("\n");
    assert!(desk.told().starts_with("d4 cannot be played"), "{}", desk.told());
}

#[test]
fn what_others_remember_is_taken_over_and_the_puzzle_stays() {
    let mut desk = puzzled();
    let mut progress = Progress::default();
    progress.answer("00000001".parse().unwrap(), true, TODAY);
    desk.happen(recalled(progress.clone()));
    assert_eq!(drill_of(&mut desk).progress, progress);
    assert!(matches!(drill_of(&mut desk).task, Task::Puzzle(Puzzling { puzzle, .. }) if puzzle.id == PUZZLE.id));
}

#[test]
fn a_training_that_cannot_be_kept_is_told_and_goes_on() {
    let mut desk = Desk::new();
    desk.type_in("d");
    assert_eq!(desk.effects, [Effect::Recall]);
    desk.happen(Event::Recalled(Err(anyhow::anyhow!("no room"))));
    assert_eq!(desk.told(), "The training is not kept: no room");
    assert!(!matches!(drill_of(&mut desk).task, Task::Recalling));
}

#[test]
fn a_line_is_played_to_its_end() {
    let mut desk = learning(Color::White);
    // Black has begun.
    desk.type_in("d6\n");
    assert!(desk.effects.is_empty());
    desk.click_square(Square::D3);
    let Some(Effect::Remember(DrillResult::Lesson { id, is_right: true })) = desk.effects.first() else {
        panic!("{:?}", desk.effects)
    };
    assert_eq!(id.to_string(), "white:f5d6c3d3c4");
    assert_eq!(answered(&mut desk), Some(Answered::Right(Square::D3)));
    // All lines are known now, and the same can be played again.
    desk.type_in("r");
    assert!(drill_of(&mut desk).is_open());
    desk.type_in("d6\nd3\n\n");
    assert!(matches!(drill_of(&mut desk).task, Task::Nothing));
}

#[test]
fn a_line_that_is_left_is_over() {
    let mut desk = learning(Color::Black);
    // Turned: c4 e3 f6 is the Tiger as well.
    desk.type_in("c4\nf5\n");
    let Some(Effect::Remember(DrillResult::Lesson { id, is_right: false })) = desk.effects.first() else {
        panic!("{:?}", desk.effects)
    };
    assert_eq!(id.to_string(), "black:f5d6c3d3c4");
    assert_eq!(answered(&mut desk), Some(Answered::Wrong(Square::F5)));
    // It comes again, as there is nothing else.
    desk.type_in("\n");
    assert!(drill_of(&mut desk).is_open());
}

#[test]
fn an_opening_is_found_in_the_list() {
    let mut desk = training(Course::Openings(Openings::all()));
    assert!(is_choosing(&mut desk));
    // Letters are looked for, also those that do something elsewhere.
    desk.type_in("q");
    assert!(desk.effects.is_empty());
    desk.key(KeyCode::Backspace);
    desk.type_in("tigre");
    desk.key(KeyCode::Tab);
    desk.type_in("\n");
    let Task::Lesson(learning) = &drill_of(&mut desk).task else { panic!("no lesson") };
    assert_eq!((learning.lesson.line().name, learning.lesson.learner()), ("Tiger", Color::White));
    // Back to the list, where a line is clicked.
    desk.type_in("o");
    assert!(is_choosing(&mut desk));
    let area = layout::choices(desk.state.size)[2];
    desk.mouse(Deed::Click, area.x + 4, area.y);
    let Task::Lesson(learning) = &drill_of(&mut desk).task else { panic!("no lesson") };
    assert_eq!(*learning.lesson.line(), outflank_study::drill::lines(Default::default())[2]);
}

#[test]
fn a_name_that_nothing_has_begins_nothing() {
    let mut desk = training(Course::Openings(Openings::all()));
    desk.type_in("no such opening\n");
    assert_eq!(desk.told(), "There is no such opening.");
    assert!(is_choosing(&mut desk));
    desk.key(KeyCode::Esc);
    assert!(!is_choosing(&mut desk));
}

#[test]
fn the_menu_leads_to_the_training_and_back() {
    let mut desk = Desk::new();
    desk.type_in("d");
    desk.happen(recalled(Progress::default()));
    assert!(matches!(drill_of(&mut desk).course, Course::Puzzles(_)));
    desk.key(KeyCode::Esc);
    assert!(matches!(desk.state.screen, Screen::Menu(_)));
    // What was asked for and comes too late changes nothing.
    desk.happen(recalled(Progress::default()));
    assert!(matches!(desk.state.screen, Screen::Menu(_)));
}

#[test]
fn kinds_and_difficulties_are_gone_through() {
    let mut desk = puzzled();
    let mut wanted = |key: &str| {
        desk.type_in(key);
        match drill_of(&mut desk).course {
            Course::Puzzles(wanted) => (wanted.kind, wanted.difficulty),
            Course::Openings(_) => panic!("these are puzzles"),
        }
    };
    assert_eq!(wanted("k"), (Some(Kind::Endgame), None));
    assert_eq!(wanted("k"), (Some(Kind::Opening), None));
    assert_eq!(wanted("k"), (None, None));
    for difficulty in 1..=5 {
        assert_eq!(wanted("l"), (None, Some(difficulty)));
    }
    assert_eq!(wanted("l"), (None, None));
}
