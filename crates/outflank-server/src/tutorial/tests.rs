use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn attempt(step: usize, moves: &str, square: Square) -> Result<TryAnswer, Problem> {
    try_move(&TryRequest { step, moves: moves.to_owned(), square })
}

#[test]
fn every_step_can_be_completed_from_responses_alone() {
    for step in lesson().steps {
        let (mut position, mut moves, mut tasks) = (step.position, String::new(), 0);
        loop {
            let legal: Vec<Square> = position.legal.iter().map(|legal| legal.square).collect();
            let tries = legal.iter().map(|&square| (square, attempt(step.number, &moves, square).unwrap()));
            let (right, wrong): (Vec<_>, Vec<_>) = tries.partition(|(_, answer)| answer.verdict == TryVerdict::Right);
            let expected: Vec<Square> = right.iter().map(|(square, _)| *square).collect();
            for (square, answer) in &wrong {
                assert_eq!((answer.verdict, &answer.hint), (TryVerdict::Wrong, &expected), "{square}");
                assert_eq!((&answer.position.board, &answer.moves), (&position.board, &moves), "{square}");
                assert!(!answer.plies.is_empty() && answer.task.is_some());
            }
            let (square, answer) = right.into_iter().next().expect("the task can be done");
            assert_eq!(answer.moves, format!("{moves}{square}"));
            assert!(answer.hint.is_empty());
            tasks += 1;
            (position, moves) = (answer.position, answer.moves);
            if answer.task.is_none() {
                break;
            }
        }
        assert_eq!(tasks, tutorial::steps()[step.number - 1].tasks().len());
        let done = attempt(step.number, &moves, Square::A1).expect_err("the step is done");
        assert_eq!(done.error, ErrorKind::Unusable);
    }
}

#[test]
fn an_illegal_move_is_explained() {
    let answer = attempt(1, "", Square::A1).unwrap();
    assert_eq!(answer.verdict, TryVerdict::Illegal);
    assert!(answer.sentence.contains("would outflank no white disc"), "{}", answer.sentence);
    assert!(answer.plies.is_empty() && answer.moves.is_empty());
    assert_eq!(answer.task, Some(lesson().steps[0].task));
}

#[test]
fn a_pass_is_shown_and_the_learner_continues() {
    let answer = attempt(3, "", Square::D1).unwrap();
    let squares: Vec<_> = answer.plies.iter().map(|ply| ply.square).collect();
    assert_eq!(squares, [Some(Square::D1), None]);
    assert_eq!((answer.moves.as_str(), answer.position.turn), ("d1", outflank_rules::Color::Black));
    let next = answer.position.legal[0].square;
    assert_eq!(attempt(3, "D1", next).unwrap().task, None);
}

#[test]
fn unknown_steps_and_wrong_moves_are_rejected() {
    for step in [0, 9, usize::MAX] {
        assert_eq!(attempt(step, "", Square::D3).expect_err("no step").error, ErrorKind::NotFound);
    }
    for moves in ["b3", "a1", "d1 pa", "d1d1", "?", "d1d1d1d1"] {
        assert_eq!(attempt(3, moves, Square::D3).expect_err(moves).error, ErrorKind::Unusable, "{moves}");
    }
}

proptest! {
    #[test]
    fn any_attempt_is_answered_or_rejected(step in 0_usize..10, moves in "([a-h][1-8]|pa|\\PC){0,4}", at in 0_u8..64) {
        let square = Square::from_index(at).unwrap();
        match attempt(step, &moves, square) {
            Ok(answer) => {
                let legal: BTreeSet<_> = answer.position.legal.iter().map(|legal| legal.square).collect();
                prop_assert!(answer.hint.iter().all(|square| legal.contains(square)));
                prop_assert!(!answer.sentence.is_empty());
            }
            Err(problem) => prop_assert!(matches!(problem.error, ErrorKind::NotFound | ErrorKind::Unusable)),
        }
    }
}
