use std::collections::BTreeSet;

use outflank_engine::Engine;
use outflank_formats::Transcript;
use outflank_rules::{Color, Position, Rules, Square};
use outflank_study::drill::{Day, Progress, Solved};
use outflank_study::puzzles::{self, Kind, Puzzle};
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::wire::{
    AnswerRequest, ErrorKind, LessonStep, NextRequest, OpeningsRequest, PlayOutMove, PlayOutRequest, PlayOutState,
    Problem, StepKind, StepRequest,
};

const TODAY: Day = Day(20_000);

const TIGER: &str = "f5d6c3d3c4";

fn after(opening: &str, side: Color, moves: &str) -> StepRequest {
    StepRequest {
        progress: None,
        opening: opening.to_owned(),
        side,
        moves: Some(moves.to_owned()),
        square: None,
        show: false,
        failed: false,
        day: TODAY,
    }
}

fn at(opening: &str, side: Color, moves: &str) -> Result<LessonStep, Problem> {
    step(after(opening, side, moves))
}

fn play(opening: &str, side: Color, moves: &str, square: Square) -> Result<LessonStep, Problem> {
    step(StepRequest { square: Some(square), ..after(opening, side, moves) })
}

fn found(text: &str) -> Vec<&'static str> {
    let list = openings(&OpeningsRequest { text: Some(text.to_owned()) }).expect("the text is short");
    list.openings.into_iter().map(|line| line.name).collect()
}

#[test]
fn every_line_can_be_played_to_its_end() {
    for line in openings(&OpeningsRequest { text: None }).expect("all are listed").openings {
        for side in [Color::Black, Color::White] {
            let mut lesson = at(&line.moves, side, "").expect("the line is there");
            assert_eq!((lesson.step, lesson.opening.length), (StepKind::Waiting, line.length), "{}", line.name);
            while lesson.step != StepKind::Done {
                assert_eq!(lesson.position.turn, side, "{}", line.name);
                let shown = step(StepRequest { show: true, ..after(&line.moves, side, &lesson.moves) });
                let expected = shown.ok().and_then(|shown| shown.expected).expect("it can be shown");
                lesson = play(&line.moves, side, &lesson.moves, expected).expect("it is the line's");
            }
            assert_eq!(lesson.moves, line.moves);
            assert_eq!(at(&line.moves, side, &lesson.moves).expect("it is the whole line").step, StepKind::Done);
            let problem = play(&line.moves, side, &lesson.moves, Square::A1).expect_err("the line is over");
            assert_eq!(problem.error, ErrorKind::Unusable);
        }
    }
}

#[test]
fn a_wrong_move_is_not_played() {
    let left = play(TIGER, Color::Black, "f5 d6", Square::C4).unwrap();
    assert_eq!((left.step, left.expected, left.answer), (StepKind::Left, Some(Square::C3), None));
    assert_eq!(left.moves, "f5d6");
    assert!(left.leads_to.iter().any(|name| name.contains("Cat")), "{:?}", left.leads_to);
    let left = play(TIGER, Color::White, "f5", Square::F6).unwrap();
    assert_eq!((left.known_as, left.expected), (Some("Diagonal Opening"), Some(Square::D6)));
}

#[test]
fn the_server_replies_and_the_line_is_rotated() {
    let right = play(TIGER, Color::Black, "f5d6", Square::C3).unwrap();
    assert_eq!((right.step, right.answer, right.moves.as_str()), (StepKind::Right, Some(Square::D3), "f5d6c3d3"));
    assert_eq!(right.expected, None, "it is not told what comes next");
    let done = play(TIGER, Color::Black, "f5d6c3d3", Square::C4).unwrap();
    assert_eq!((done.step, done.position.opening), (StepKind::Done, Some("Tiger")));
    assert_eq!(at(TIGER, Color::White, "").unwrap().moves, "f5");
    let turned = play(TIGER, Color::Black, "", Square::C4).unwrap();
    assert_eq!((turned.step, turned.moves.as_str()), (StepKind::Right, "c4e3"));
    assert_eq!(play(TIGER, Color::Black, &turned.moves, Square::F6).unwrap().step, StepKind::Right);
}

#[test]
fn a_lesson_is_recorded_once() {
    let tried = |square: Option<Square>, moves: &str, failed, progress: &Progress| {
        let progress = Some(serde_json::to_value(progress).expect("progress is plain JSON"));
        let lesson = after(TIGER, Color::Black, moves);
        step(StepRequest { progress, square, show: square.is_none(), failed, ..lesson }).expect("it is a step")
    };
    let solved = |step: &LessonStep| (step.standing.solved, step.standing.learning);
    let new = Progress::default();
    assert_eq!(tried(Some(Square::F5), "", false, &new).progress, new, "nothing is remembered on the way");
    assert_eq!(solved(&tried(Some(Square::C4), "f5d6c3d3", false, &new)), (1, 0));
    for failure in [Some(Square::C5), None] {
        let failed = tried(failure, "f5d6c3d3", false, &new);
        assert_eq!(solved(&failed), (0, 1));
        assert_eq!(tried(failure, "f5d6c3d3", true, &failed.progress).progress, failed.progress);
        assert_eq!(tried(Some(Square::C4), "f5d6c3d3", true, &failed.progress).progress, failed.progress);
    }
}

#[test]
fn moves_outside_the_line_are_rejected() {
    for moves in ["f5 f6", "f5 d6 c3 d3 c4 f4", "d6", "f5 d6 x9", "f5 d6 a1"] {
        let problem = at(TIGER, Color::Black, moves).expect_err(moves);
        assert_eq!(problem.error, ErrorKind::Unusable, "{moves}");
    }
    let illegal = play(TIGER, Color::Black, "f5 d6", Square::A1).expect_err("a1 is not legal");
    assert_eq!(illegal.error, ErrorKind::Illegal);
    for opening in ["", "Tiger", "f5d6c3d3", "F5D6C3D3C4"] {
        assert_eq!(at(opening, Color::Black, "").expect_err("there is none").error, ErrorKind::NotFound);
    }
}

#[test]
fn openings_are_found_by_words_in_any_language() {
    assert_eq!(found("tigre"), ["Tiger"]);
    assert_eq!(found(" TIGER "), ["Tiger"]);
    assert!(found("continuation").len() > 1);
    assert!(found("no opening is called so").is_empty());
    assert!(found("").len() > 50);
    let long = OpeningsRequest { text: Some("x".repeat(101)) };
    assert_eq!(openings(&long).expect_err("it is too long").error, ErrorKind::BadRequest);
}

fn played_out(puzzle: &Puzzle, moves: &str, square: Option<Square>, show: bool) -> Result<PlayOutState, Problem> {
    let engine = Engine::default();
    let request = PlayOutRequest { puzzle: puzzle.id, moves: Some(moves.to_owned()), square, show };
    let mut step = PlayOutStep::new(&request)?;
    while let Some(position) = step.next()? {
        let analysis = engine.analyze(position, Solved::limits(&position));
        step.supply(Solved::of(&position, &analysis).expect("the position is small"));
    }
    Ok(step.state())
}

/// An endgame in which the best move leaves the defender a reply.
fn endgame() -> &'static Puzzle {
    let has_reply = |puzzle: &&Puzzle| {
        let after = puzzle.position.play(puzzle.best().square.into()).expect("the best move is legal");
        puzzle.kind == Kind::Endgame && !after.legal_moves().is_empty()
    };
    puzzles::all().iter().find(has_reply).expect("there is such a puzzle")
}

#[test]
fn an_endgame_is_played_out_move_by_move() {
    let puzzle = endgame();
    let player = puzzle.position.turn();
    let mut state = played_out(puzzle, "", None, false).unwrap();
    assert_eq!((state.moves.as_str(), state.position.turn), ("", player));
    assert!(state.verdict.is_none() && state.replies.is_none());
    let mut lost = 0;
    while state.ending.is_none() {
        assert_eq!(state.position.turn, player);
        let square = state.position.legal.last().expect("the player has a move").square;
        state = played_out(puzzle, &state.moves, Some(square), false).unwrap();
        let verdict = state.verdict.as_ref().expect("a move was sent");
        assert_eq!(verdict.played.square, square);
        lost += verdict.best.score - verdict.played.score;
    }
    let ending = state.ending.expect("it is over");
    assert_eq!((ending.promised, ending.margin), (puzzle.best().score, puzzle.best().score - lost));
}

#[test]
fn the_best_line_is_shown_from_any_point() {
    let puzzle = endgame();
    let shown = played_out(puzzle, "", None, true).unwrap();
    assert!(shown.moves.starts_with(&puzzle.best().square.to_string()));
    let ending = shown.ending.expect("it is shown to the end");
    assert_eq!((ending.margin, ending.promised), (puzzle.best().score, puzzle.best().score));
    let wrong = puzzle.moves.last().expect("there is a choice");
    let played = played_out(puzzle, "", Some(wrong.square), false).unwrap();
    assert_eq!(played.verdict.expect("a move was sent").kind, PlayOutMove::ThrowsAway);
    let shown = played_out(puzzle, &played.moves, None, true).unwrap();
    assert_eq!(shown.ending.expect("it is shown to the end").margin, wrong.score);
}

#[test]
fn only_legal_moves_of_endgames_are_played_out() {
    let puzzle = endgame();
    let error = |moves, square, show| played_out(puzzle, moves, square, show).expect_err("it is refused").error;
    assert_eq!(error("", Some(Square::D4), false), ErrorKind::Illegal);
    assert_eq!(error("d4", None, false), ErrorKind::Unusable);
    assert_eq!(error("x9", None, false), ErrorKind::Unusable);
    assert_eq!(error("", Some(puzzle.best().square), true), ErrorKind::BadRequest);
    let best = puzzle.best().square.to_string();
    let reply = puzzle.position.play(puzzle.best().square.into()).unwrap().legal_moves().first();
    assert_eq!(error(&best, reply, false), ErrorKind::Unusable, "it is the defender's turn");
    let opening = puzzles::all().iter().find(|puzzle| puzzle.kind == Kind::Opening).expect("there are openings");
    assert_eq!(played_out(opening, "", None, true).expect_err("it is no endgame").error, ErrorKind::Unusable);
}

/// The page combines legal squares and values from two responses, so they must match.
#[test]
fn exactly_the_legal_moves_are_scored() {
    for listed in puzzles::all() {
        let shown = puzzle(listed.id).expect("it is listed");
        let legal: BTreeSet<Square> = shown.position.legal.iter().map(|legal| legal.square).collect();
        let scored: BTreeSet<Square> = listed.moves.iter().map(|scored| scored.square).collect();
        assert_eq!(legal, scored, "{}", listed.id);
        let game: Transcript = shown.moves.parse().expect("the moves can be read");
        let game = game.replay(Position::initial(Rules::Standard)).expect("the moves are legal");
        assert_eq!(*game.position(), listed.position, "{}", listed.id);
        assert!(shown.task.starts_with(if shown.position.turn == Color::Black { "Black" } else { "White" }));
    }
}

#[test]
fn the_filter_selects_puzzles() {
    for kind in Kind::ALL {
        for difficulty in 1..=5 {
            let (progress, wanted) = (None, Some(kind.into()));
            let request = NextRequest { progress, kind: wanted, difficulty: Some(difficulty), theme: None, day: TODAY };
            let next = next(request, 3).expect("it is a question");
            let is_wanted = |puzzle: &&Puzzle| (puzzle.kind, puzzle.difficulty) == (kind, difficulty);
            let count = puzzles::all().iter().filter(is_wanted).count();
            assert_eq!(next.standing.puzzles, count);
            assert_eq!(next.puzzle.is_some(), count > 0);
            let found = next.puzzle.map(|puzzle| (Kind::from(puzzle.kind), puzzle.difficulty));
            assert!(found.is_none_or(|found| found == (kind, difficulty)));
        }
    }
}

fn progress_like() -> impl Strategy<Value = serde_json::Value> {
    let card = prop_oneof![
        4 => Just(json!("known")),
        4 => (0..4_u8, any::<u32>(), any::<u64>())
            .prop_map(|(right, due, after)| json!({"learning": {"right": right, "due": due, "after": after}})),
        1 => Just(json!(null)),
        1 => Just(json!({"learning": {"right": 300}})),
    ];
    let known = (0..puzzles::all().len()).prop_map(|at| puzzles::all()[at].id.to_string());
    let id = prop_oneof![9 => known, 1 => "[0-9a-g]{7,9}"];
    let cards = prop::collection::btree_map(id, card, 0..8);
    let answers = prop_oneof![Just(u64::MAX), any::<u32>().prop_map(u64::from)];
    (0..9_u32, any::<u32>(), 1..7_u8, answers, cards).prop_map(|(streak, longest, at, answers, cards)| {
        json!({
            "format": "outflank-drill",
            "version": 1,
            "streak": streak,
            "longest": longest,
            "level": {"at": at, "run": 0},
            "answers": answers,
            "puzzles": cards,
            "lessons": {},
        })
    })
}

proptest! {
    /// Any progress leads to a response about the puzzle or to an error about the progress.
    #[test]
    fn any_progress_is_accepted_or_rejected(progress in progress_like(), at in any::<prop::sample::Index>(), day: u32) {
        let puzzle = at.get(puzzles::all());
        let request = |progress| AnswerRequest {
            progress: Some(progress),
            puzzle: puzzle.id,
            square: Some(puzzle.best().square),
            kind: None,
            theme: None,
            difficulty: None,
            day: Day(day),
        };
        match answer(request(progress.clone())) {
            Ok(verdict) => {
                prop_assert!(verdict.right && verdict.loss == Some(0) && verdict.standing.streak >= 1);
                let kept = serde_json::to_value(&verdict.progress).expect("progress is plain JSON");
                prop_assert!(answer(request(kept)).is_ok());
            }
            Err(problem) => prop_assert_eq!(problem.error, ErrorKind::UnreadableProgress, "{:?}", progress),
        }
    }
}
