//! Grades, accuracy, the turning point, and where a report becomes exact.

use outflank_rules::Color;
use outflank_study::report::{Grade, Phase, Report};
use outflank_study::review::{Plan, Review};

use super::{continued, finished, report};
use crate::samples::record;

#[test]
fn grades_have_their_thresholds() {
    let grades = [0.0, 0.03, 1.97, 2.0, 5.97, 6.0, 64.0].map(Grade::of_loss);
    use Grade::*;
    assert_eq!(grades, [Best, Slip, Slip, Mistake, Mistake, Blunder, Blunder]);
    assert_eq!(grades.map(Grade::sign), ["", "", "", "?", "?", "??", "??"]);
    assert_eq!(grades.map(Grade::is_serious), [false, false, false, true, true, true, true]);
}

#[test]
fn phases_are_thirds_of_a_game() {
    let phases = [1, 20, 21, 40, 41, 60].map(Phase::of_placement);
    use Phase::*;
    assert_eq!(phases, [Opening, Opening, Midgame, Midgame, Endgame, Endgame]);
}

#[test]
fn every_four_discs_halve_what_a_move_counts() {
    let record = continued("d8c8a4e8");
    // Black loses 4 discs and nothing, White nothing and 8.
    let report = report(&record, &[0, -4, -4, -4, 4], 0);

    let losses: Vec<_> = report.moves.iter().map(|judged| judged.judgement.loss()).collect();
    assert_eq!(losses, [4.0, 0.0, 0.0, 8.0]);
    let [black, white] = Color::ALL.map(|color| report.accuracy[color]);
    assert_eq!((black.whole.percent(), white.whole.percent()), (Some(75.0), Some(62.5)));
    assert_eq!((black.whole.mean_loss(), white.whole.mean_loss()), (Some(2.0), Some(4.0)));
    assert_eq!((black.whole.mistakes, black.whole.blunders), (1, 0));
    assert_eq!((white.whole.mistakes, white.whole.blunders), (1, 1));
    assert_eq!(black.whole.and(white.whole).percent(), Some(68.75));

    assert_eq!(black.phase(Phase::Opening), black.whole);
    assert_eq!(black.phase(Phase::Midgame).percent(), None);
    assert_eq!(black.phase(Phase::Endgame).mean_loss(), None);
}

#[test]
fn phases_add_up_to_the_game() {
    let record = finished();
    let placements = record.game().placements().count();
    let margin = record.game().outcome().expect("it is over").margin(Color::Black);
    let mut values: Vec<i8> = (0..=placements).map(|placed| [0, -2, 0, 2][placed % 4]).collect();
    values[placements] = margin;
    let report = report(&record, &values, 0);
    assert_eq!(report.moves.len(), placements);
    for color in Color::ALL {
        let accuracy = report.accuracy[color];
        let parts = Phase::ALL.map(|phase| accuracy.phase(phase));
        assert!(parts.iter().all(|part| part.moves > 0));
        let [first, second, third] = parts;
        let sum = first.and(second).and(third);
        assert_eq!(
            (sum.moves, sum.mistakes, sum.blunders),
            (accuracy.whole.moves, accuracy.whole.mistakes, accuracy.whole.blunders)
        );
        assert_eq!(sum.loss, accuracy.whole.loss);
    }
}

#[test]
fn a_report_says_where_it_becomes_exact() {
    let record = finished();
    let placements = record.game().placements().count();
    let margin = record.game().outcome().expect("it is over").margin(Color::Black);
    let exact_from = |certain_from| {
        let report = report(&record, &vec![margin; placements + 1], certain_from);
        let ply = report.exact_from?;
        let judged = report.moves.iter().find(|judged| judged.judgement.ply == ply).expect("it is judged");
        assert!(report.moves.iter().all(|other| other.judgement.is_exact == (other.number >= judged.number)));
        Some(judged.number)
    };
    assert_eq!(exact_from(20), Some(21));
    assert_eq!(exact_from(0), Some(1));
    // Standard reports solve the end of the game.
    assert_eq!(exact_from(placements), Some(38));
}

#[test]
fn the_turning_point_is_the_last_move_that_changes_the_lead() {
    let record = continued("d8c8a4e8c3e7");
    let turned = |values: [i8; 7]| {
        let report = report(&record, &values, 60);
        let ply = report.turned?;
        report.moves.iter().find(|judged| judged.judgement.ply == ply).map(|judged| judged.number)
    };
    // Black gives up a lead, and White gives it back.
    assert_eq!(turned([4, -4, 4, 4, 4, 4, 4]), Some(2));
    assert_eq!(turned([4, -4, -4, -6, -6, -8, -8]), Some(1));
    // Losing discs without losing the lead is not a turning point.
    assert_eq!(turned([8, 4, 6, 2, 6, 4, 4]), None);
    // Estimates below one disc count as even.
    assert_eq!(turned([1, -1, -1, -1, -1, -1, -1]), None);
}

#[test]
fn theory_is_not_a_mistake() {
    let report = report(&record("f5d6c5f4"), &[0, 0, 0, -20, -20], 60);
    assert_eq!((report.moves[2].grade, report.moves[2].judgement.loss()), (Grade::Slip, 20.0));
    assert!(report.moves[2].theory.is_some_and(|theory| theory.games_since_2000 > 1_000));
}

#[test]
fn no_move_gains() {
    // Black's first move turns a loss into a win: the search before it was wrong.
    let record = continued("d8c8a4e8");
    let report = report(&record, &[-4, 4, 4, 4, 4], 60);
    assert_eq!(report.moves[0].judgement.loss(), 0.0);
    assert_eq!(report.moves[0].judgement.best_score.discs(), 4.0);
    assert_eq!(report.turned, None);
}

#[test]
fn a_loss_within_the_error_is_not_a_mistake() {
    let record = continued("d8c8a4e8");
    let grade = |loss: i8, certain_from| report(&record, &[0, -loss, -loss, -loss, -loss], certain_from).moves[0].grade;
    assert_eq!(grade(2, 0), Grade::Mistake);
    assert_eq!(grade(2, 60), Grade::Slip);
    assert_eq!(grade(6, 0), Grade::Blunder);
    assert_eq!(grade(20, 60), Grade::Blunder);
}

#[test]
fn moves_are_numbered_without_the_passes() {
    let record = finished();
    let placements = record.game().placements().count();
    assert!(record.game().plies().len() > placements, "the game has a pass");
    let margin = record.game().outcome().expect("it is over").margin(Color::Black);
    let report = report(&record, &vec![margin; placements + 1], 40);
    for (judged, number) in report.moves.iter().zip(1..) {
        assert_eq!(judged.number, number);
        assert_eq!(record.game().plies()[judged.judgement.ply - 1].mv.square(), Some(judged.judgement.played));
    }
}

#[test]
fn only_serious_mistakes_have_reasons() {
    // g2 gives up h1. A slip has no reasons.
    let record = record("board ---------------------O-----OX------O---X------------------------ X\ng2");
    let reasons = |values: [i8; 2]| -> Vec<_> {
        let report = report(&record, &values, 0);
        assert_eq!(report.moves[0].judgement.loss(), f32::from(values[0] - values[1]));
        report.moves[0].reasons.iter().map(|reason| reason.kind()).collect()
    };
    assert!(reasons([0, -1]).is_empty());
    assert_eq!(reasons([0, -8])[0], "gave-corner");
}

#[test]
fn a_game_without_judgements_has_an_empty_report() {
    let record = record("f5d6c3");
    let report = Report::of(record.game(), &Review::of(record.game(), Plan::default()));
    assert!(report.moves.is_empty());
    assert_eq!((report.exact_from, report.turned), (None, None));
    assert_eq!(report.accuracy.black.whole.percent(), None);
}
