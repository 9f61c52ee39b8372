use std::sync::LazyLock;

use outflank_formats::board_string;
use outflank_rules::Position;
use outflank_study::drill::{Day, MoveKind, OpeningLine, PlayOut, Progress, PuzzleFilter};
use outflank_study::puzzles::{self, Kind, Puzzle, PuzzleId, Scored};

use crate::commands::drill::{Course, Diary, DrillResult, Openings, Recalled};
use crate::tui::screens::drill;
use crate::tui::screens::drill::state::{Drill, Task, TaskResult};
use crate::tui::tests::*;

/// The second of the FFO positions: only a4 wins.
pub(crate) static PUZZLE: LazyLock<Puzzle> = LazyLock::new(|| {
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
        history: Vec::new(),
        themes: Vec::new(),
    }
});

const TODAY: Day = Day(20_772);

pub(crate) fn recalled(progress: Progress) -> Event {
    Event::DrillProgress(Ok(Box::new(Recalled { progress, diary: Diary::default(), today: TODAY, damaged: None })))
}

pub(crate) fn puzzled() -> TestApp {
    let mut app = training(Course::Puzzles(PuzzleFilter::default()));
    drill_of(&mut app).task = Task::Puzzle(&PUZZLE);
    app
}

pub(crate) fn learning(learner: Color) -> TestApp {
    let moves = vec![Square::F5, Square::D6, Square::C3, Square::D3, Square::C4];
    let lines = vec![OpeningLine { name: "Tiger", moves }];
    training(Course::Openings(Openings { lines, learner: Some(learner), by_name: true }))
}

pub(crate) fn training(course: Course) -> TestApp {
    let mut app = TestApp::new();
    let mut effects = Vec::new();
    drill::begin(&mut app.state, course, &mut effects);
    assert_eq!(effects, [Effect::LoadProgress]);
    app.send(recalled(Progress::default()));
    app
}

fn drill_of(app: &mut TestApp) -> &mut Drill {
    match &mut app.state.screen {
        Screen::Drill(drill) => drill,
        _ => panic!("this is no training"),
    }
}

pub(crate) fn solve(app: &mut TestApp) {
    while let Some(&Effect::Search { id, position, limits }) = app.effects.first() {
        app.send(Event::Searched(id, ENGINE.analyze(position, limits)));
    }
}

pub(crate) fn unsolved(app: &TestApp) -> Option<(Id, Position)> {
    let Screen::Drill(drill) = &app.state.screen else { return None };
    let playing = drill.playing_out.as_ref()?;
    Some((playing.searching?, *playing.play_out.unsolved()?))
}

static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::default);

pub(crate) fn from_game() -> TestApp {
    let mut app = puzzled();
    drill_of(&mut app).task = Task::Puzzle(sample());
    app
}

fn sample() -> &'static Puzzle {
    puzzles::all().iter().find(|puzzle| puzzle.kind == Kind::Endgame).unwrap()
}

fn playing_out(app: &mut TestApp) -> &PlayOut {
    &drill_of(app).playing_out.as_ref().expect("the puzzle is played out").play_out
}

fn answered(app: &mut TestApp) -> Option<TaskResult> {
    drill_of(app).result
}

fn saved(is_right: bool) -> Effect {
    Effect::SaveAnswer(DrillResult::Puzzle { id: PUZZLE.id, is_right })
}

fn saved_lesson(app: &TestApp) -> (String, bool) {
    match app.effects.first() {
        Some(Effect::SaveAnswer(DrillResult::Lesson { id, is_right })) => (id.to_string(), *is_right),
        _ => panic!("{:?}", app.effects),
    }
}

fn is_choosing(app: &mut TestApp) -> bool {
    matches!(drill_of(app).task, Task::List(_))
}

#[test]
fn puzzles_are_answered_by_typing_arrows_or_clicks() {
    let mut app = puzzled().typed("a4\n");
    assert_eq!(app.effects, [saved(true)]);
    assert_eq!(answered(&mut app), Some(TaskResult::Right(Square::A4)));
    assert_eq!(drill_of(&mut app).progress.streak(), 1);

    let mut app = puzzled();
    app.click_square(Square::A4);
    assert_eq!(app.effects, [saved(true)]);

    let mut app = puzzled().typed("<Up>");
    assert!(app.effects.is_empty());
    app.type_in("b2 ");
    assert_eq!(app.effects, [saved(false)]);
    assert_eq!(answered(&mut app), Some(TaskResult::Wrong(Square::B2)));
    app.type_in("a4");
    assert!(app.effects.is_empty());
    assert_eq!(answered(&mut app), Some(TaskResult::Wrong(Square::B2)));
    app.click_square(Square::A4);
    assert!(drill_of(&mut app).is_open(), "a click continues, as Enter does");
}

#[test]
fn showing_the_answer_counts_as_wrong() {
    let mut app = puzzled().typed("i");
    assert_eq!(app.effects, [saved(false)]);
    assert_eq!(answered(&mut app), Some(TaskResult::Shown));
}

#[test]
fn an_illegal_move_does_not_count() {
    let mut app = puzzled();
    for keys in ["d4\n", "\n"] {
        app.type_in(keys);
        assert!(app.notice().starts_with("d4 cannot be played"), "{}", app.notice());
        assert!(app.effects.is_empty());
        assert_eq!(answered(&mut app), None);
    }
}

#[test]
fn a_right_answer_is_played_out_against_the_best_defence() {
    let mut app = from_game();
    let best = sample().best();
    app.type_in(&format!("{}\nP", best.square));
    solve(&mut app);
    let play_out = playing_out(&mut app);
    assert!(play_out.is_players_turn() && play_out.replies().is_some());
    assert_eq!(play_out.game().placements().next(), Some(best.square));
    while let Some(best) = playing_out(&mut app).best() {
        app.type_in(&format!("{}\n", best.square));
        solve(&mut app);
    }
    assert!(playing_out(&mut app).ending().unwrap().is_as_promised());
    assert!(app.effects.is_empty());
    app.type_in("\n");
    assert!(drill_of(&mut app).is_open() && drill_of(&mut app).playing_out.is_none());
}

#[test]
fn a_move_that_throws_the_win_away_is_taken_back() {
    let mut app = from_game();
    let wrong = sample().moves.last().unwrap().square;
    app.type_in(&format!("{wrong}\nP"));
    assert_eq!(*drill_of(&mut app).position().unwrap(), sample().position);
    app.click_square(wrong);
    solve(&mut app);
    assert_eq!(playing_out(&mut app).verdict().unwrap().kind, MoveKind::ThrowsAway);
    app.type_in("u");
    assert_eq!(*drill_of(&mut app).position().unwrap(), sample().position);
    app.type_in("u");
    assert_eq!(app.notice(), "There is no move to take back.");
    app.type_in("d4\n");
    assert!(app.notice().starts_with("d4 cannot be played"), "{}", app.notice());
    app.type_in("<Esc>");
    assert!(drill_of(&mut app).playing_out.is_none());
    assert_eq!(answered(&mut app), Some(TaskResult::Wrong(wrong)));
}

#[test]
fn the_best_line_is_shown_move_by_move() {
    let mut app = from_game().typed("iL");
    solve(&mut app);
    let placed = |app: &mut TestApp| playing_out(app).game().placements().count();
    for count in 0..4 {
        assert_eq!(placed(&mut app), count);
        assert!(app.wake());
        solve(&mut app);
    }
    // Enter stops it. The player moves next.
    app.type_in("\n");
    solve(&mut app);
    assert!(drill_of(&mut app).is_choosing());
    let stopped = placed(&mut app);
    app.advance(60_000);
    assert_eq!(placed(&mut app), stopped);
    app.type_in("L");
    while app.wake() {
        solve(&mut app);
    }
    assert!(playing_out(&mut app).ending().unwrap().is_as_promised());
}

#[test]
fn openings_have_no_line_to_play_out() {
    let mut app = puzzled();
    let opening = puzzles::all().iter().find(|puzzle| puzzle.kind == Kind::Opening).unwrap();
    drill_of(&mut app).task = Task::Puzzle(opening);
    app.type_in("iP");
    assert!(drill_of(&mut app).playing_out.is_none());
}

#[test]
fn the_position_is_studied_with_the_moves_that_led_to_it() {
    let mut app = from_game().typed("iP");
    let best = sample().best().square;
    app.type_in(&format!("{best}\n"));
    solve(&mut app);
    let shown = *drill_of(&mut app).position().unwrap();
    app.type_in("x");
    let review = app.review();
    assert_eq!(*review.position(), shown);
    assert!(review.line().placements().take(sample().history.len()).eq(sample().history.iter().copied()));
    app.type_in("a<Esc>");
    assert!(matches!(app.state.screen, Screen::Study));
    app.type_in("<Left><Esc>");
    assert_eq!(*drill_of(&mut app).position().unwrap(), shown);
    // Any other way out of the study forgets the drill.
    app.type_in("xP");
    assert!(app.state.left_drill.is_none());
}

#[test]
fn progress_of_other_programs_is_merged_and_the_puzzle_stays() {
    let mut app = puzzled();
    let mut progress = Progress::default();
    progress.answer("00000001".parse().unwrap(), true, TODAY);
    app.send(recalled(progress.clone()));
    assert_eq!(drill_of(&mut app).progress, progress);
    assert!(matches!(drill_of(&mut app).task, Task::Puzzle(puzzle) if puzzle.id == PUZZLE.id));
}

#[test]
fn a_drill_continues_when_progress_cannot_be_saved() {
    let mut app = TestApp::new().typed("Z");
    assert_eq!(app.effects, [Effect::LoadProgress]);
    app.send(Event::DrillProgress(Err(anyhow::anyhow!("no room"))));
    assert_eq!(app.notice(), "Your progress is not saved: no room");
    assert!(!matches!(drill_of(&mut app).task, Task::Loading));
}

#[test]
fn a_line_is_played_to_its_end() {
    // Black moves first.
    let mut app = learning(Color::White).typed("d6\n");
    assert!(app.effects.is_empty());
    app.click_square(Square::D3);
    assert_eq!(saved_lesson(&app), ("white:f5d6c3d3c4".to_owned(), true));
    assert_eq!(answered(&mut app), Some(TaskResult::Right(Square::D3)));
    app.type_in("R");
    assert!(drill_of(&mut app).is_open());
    app.type_in("d6\nd3\n\n");
    assert!(matches!(drill_of(&mut app).task, Task::Nothing));
}

#[test]
fn leaving_the_line_ends_the_lesson() {
    let mut app = learning(Color::Black).typed("c4\nf5\n");
    assert_eq!(saved_lesson(&app), ("black:f5d6c3d3c4".to_owned(), false));
    assert_eq!(answered(&mut app), Some(TaskResult::Wrong(Square::F5)));
    // It is the only line, so it comes again.
    app.type_in("\n");
    assert!(drill_of(&mut app).is_open());
}

#[test]
fn openings_are_found_by_typing() {
    let mut app = training(Course::Openings(Openings::all()));
    assert!(is_choosing(&mut app));
    app.type_in("/q");
    assert!(app.effects.is_empty());
    app.type_in("<Bksp>tigre<Tab>\n");
    let Task::Lesson(lesson) = &drill_of(&mut app).task else { panic!("no lesson") };
    assert_eq!((lesson.line().name, lesson.learner()), ("Tiger", Color::White));
    app.type_in("O");
    assert!(is_choosing(&mut app));
    let area = layout::choices(app.state.size)[2];
    app.mouse(MouseAction::Click, area.x + 4, area.y);
    let Task::Lesson(lesson) = &drill_of(&mut app).task else { panic!("no lesson") };
    assert_eq!(*lesson.line(), outflank_study::drill::lines(Default::default())[2]);
}

#[test]
fn an_unknown_opening_starts_nothing() {
    let mut app = training(Course::Openings(Openings::all())).typed("/no such opening\n");
    assert_eq!(app.notice(), "No opening matches.");
    assert!(is_choosing(&mut app));
    app.type_in("<Esc>");
    assert!(is_choosing(&mut app), "Esc first ends the search");
    app.type_in("<Esc>");
    assert!(!is_choosing(&mut app));
}

#[test]
fn the_menu_opens_the_drill_and_esc_returns() {
    let mut app = TestApp::new().typed("Z");
    app.send(recalled(Progress::default()));
    assert!(matches!(drill_of(&mut app).course, Course::Puzzles(_)));
    app.type_in("<Esc>");
    assert!(matches!(app.state.screen, Screen::Menu(_)));
    app.send(recalled(Progress::default()));
    assert!(matches!(app.state.screen, Screen::Menu(_)));
}

#[test]
fn keys_cycle_through_kinds_and_difficulties() {
    let mut app = puzzled();
    let mut wanted = |key: &str| {
        app.type_in(key);
        match drill_of(&mut app).course {
            Course::Puzzles(wanted) => (wanted.kind, wanted.difficulty),
            Course::Openings(_) => panic!("these are puzzles"),
        }
    };
    for kind in [Some(Kind::Endgame), Some(Kind::Opening), None] {
        assert_eq!(wanted("K"), (kind, None));
    }
    for difficulty in [Some(1), Some(2), Some(3), Some(4), Some(5), None] {
        assert_eq!(wanted("J"), (None, difficulty));
    }
}

#[test]
fn q_quits_from_the_list_of_openings_unless_a_search_takes_it() {
    let list = || training(Course::Openings(Openings::all()));
    assert_eq!(list().typed("q").effects, [Effect::Quit]);
    assert!(list().typed("/q").effects.is_empty());
    assert_eq!(list().typed("/q<Ctrl-C>").effects, [Effect::Quit]);
}

pub(crate) fn practised() -> TestApp {
    let mut app = puzzled();
    for (day, right, wrong) in [(18, 0, 3), (2, 7, 1), (1, 12, 2), (0, 4, 0)] {
        let diary = &mut drill_of(&mut app).diary;
        (0..right).for_each(|_| diary.add(Day(TODAY.0 - day), true));
        (0..wrong).for_each(|_| diary.add(Day(TODAY.0 - day), false));
    }
    app.typed("M")
}
