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
        error: 0.0,
        deviation: 0.0,
        refutation: Vec::new(),
        best_line: Vec::new(),
    };
    let grade = Grade::of_loss(judgement.loss());
    Judged { number: 46, judgement, grade, theory: None, reasons }
}

const DISC: i32 = Score::UNITS_PER_DISC;

#[test]
fn a_sentence_gives_the_cost_the_reasons_and_what_was_better() {
    let corner = Reason::GaveCorner { corner: Square::A1 };
    let mobility = Reason::MobilityFell { from: 9, to: 2 };
    for (best, score, is_exact, reasons, expected) in [
        (4 * DISC, 10 * DISC, true, vec![], "cost 6 discs; g7 was better."),
        // Estimates are marked.
        (4 * DISC, 7 * DISC + 5, false, vec![], "cost about 3 discs; g7 was better."),
        (4 * DISC, 5 * DISC, false, vec![], "cost about 1 disc; g7 was better."),
        (4 * DISC, 4 * DISC + 5, false, vec![], "cost less than a disc; g7 was better."),
        // A changed result is named if it is proven.
        (-4 * DISC, 2 * DISC, true, vec![], "turned a win by 4 into a loss by 2; g7 was better."),
        (-4 * DISC, 0, true, vec![], "turned a win by 4 into a draw; g7 was better."),
        (0, 2 * DISC, true, vec![], "turned a draw into a loss by 2; g7 was better."),
        (-4 * DISC, 2 * DISC, false, vec![], "cost about 6 discs; g7 was better."),
        (
            -4 * DISC,
            2 * DISC,
            true,
            vec![corner],
            "turned a win by 4 into a loss by 2: it gave the corner a1. Best was g7.",
        ),
        (
            4 * DISC,
            10 * DISC,
            false,
            vec![corner, mobility],
            "cost about 6 discs: it gave the corner a1, and cut its own mobility from 9 to 2. Best was g7.",
        ),
    ] {
        assert_eq!(white(best, score, is_exact, reasons).sentence(), format!("White's 46. b2 {expected}"));
    }
}
