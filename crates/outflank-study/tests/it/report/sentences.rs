use outflank_engine::Score;
use outflank_rules::{Color, Square};
use outflank_study::report::{Grade, Judged, Reason};
use outflank_study::review::Judgement;

fn white(best_score: i32, score: i32, is_exact: bool, reasons: Vec<Reason>) -> Judged {
    let judgement = Judgement {
        ply: 47,
        by: Color::White,
        played: Square::B2,
        best: Square::G7,
        best_score: Score::from_units(best_score),
        score: Score::from_units(score),
        depth: 18,
        is_exact,
    };
    Judged { number: 46, judgement, grade: Grade::of_loss(judgement.loss()), reasons }
}

const DISC: i32 = Score::UNITS_PER_DISC;

#[test]
fn without_reasons_only_the_cost_is_given() {
    let judged = white(4 * DISC, 10 * DISC, true, Vec::new());
    assert_eq!(judged.sentence(), "White's 46. b2 cost 6 discs; g7 was better.");
}

#[test]
fn estimates_are_marked_with_about() {
    let judged = white(4 * DISC, 7 * DISC + 5, false, Vec::new());
    assert_eq!(judged.sentence(), "White's 46. b2 cost about 3 discs; g7 was better.");
}

#[test]
fn slips_get_a_short_sentence() {
    let judged = white(4 * DISC, 4 * DISC + 5, false, Vec::new());
    assert_eq!(judged.sentence(), "White's 46. b2 cost less than a disc; g7 was better.");
    let judged = white(4 * DISC, 5 * DISC, false, Vec::new());
    assert_eq!(judged.sentence(), "White's 46. b2 cost about 1 disc; g7 was better.");
}

#[test]
fn a_changed_result_is_named() {
    let judged = white(-4 * DISC, 2 * DISC, true, Vec::new());
    assert_eq!(judged.sentence(), "White's 46. b2 turned a win by 4 into a loss by 2; g7 was better.");
    let judged = white(-4 * DISC, 0, true, Vec::new());
    assert_eq!(judged.sentence(), "White's 46. b2 turned a win by 4 into a draw; g7 was better.");
    let judged = white(0, 2 * DISC, true, Vec::new());
    assert_eq!(judged.sentence(), "White's 46. b2 turned a draw into a loss by 2; g7 was better.");
    let judged = white(-4 * DISC, 2 * DISC, false, Vec::new());
    assert_eq!(judged.sentence(), "White's 46. b2 cost about 6 discs; g7 was better.");
}

#[test]
fn reasons_follow_what_it_cost() {
    let corner = Reason::GaveCorner { corner: Square::A1 };
    let mobility = Reason::MobilityFell { from: 9, to: 2 };
    let judged = white(-4 * DISC, 2 * DISC, true, vec![corner]);
    assert_eq!(
        judged.sentence(),
        "White's 46. b2 turned a win by 4 into a loss by 2: it gave the corner a1. Best was g7."
    );
    let judged = white(4 * DISC, 10 * DISC, false, vec![corner, mobility]);
    assert_eq!(
        judged.sentence(),
        "White's 46. b2 cost about 6 discs: it gave the corner a1, and cut its own mobility from 9 to 2. Best was g7."
    );
}
