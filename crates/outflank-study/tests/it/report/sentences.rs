use outflank_engine::Score;
use outflank_rules::{Color, Move, Square};
use outflank_study::report::{Edge, Fact, Grade, Judged, Reason};
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
        refutation: moves("b2"),
        best_line: moves("g7"),
    };
    let grade = Grade::of_loss(judgement.loss());
    Judged { number: 46, judgement, grade, theory: None, reasons }
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|square| Move::Place(square.parse().unwrap())).collect()
}

fn reason(fact: Fact, line: &str) -> Reason {
    Reason { fact, line: moves(line) }
}

const DISC: i32 = Score::UNITS_PER_DISC;

#[test]
fn a_sentence_gives_the_cost_the_reasons_and_what_was_better() {
    let gave = || reason(Fact::GaveCorner { corner: Square::A1 }, "b2 a1");
    let lost = || reason(Fact::CornerByForce { corner: Square::A1 }, "b2 g7 c1 a1");
    let unsafe_after = || reason(Fact::NoSafeMove, "b2 a1 g7 h8");
    let reply = || reason(Fact::StrongReply { square: Square::G6, discs: 6, is_exact: false }, "b2 g6 c7");
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
            vec![lost()],
            "turned a win by 4 into a loss by 2: it lost the corner a1 by force (b2 g7 c1 a1). Best was g7.",
        ),
        (
            4 * DISC,
            10 * DISC,
            false,
            vec![gave(), unsafe_after()],
            "cost about 6 discs: it gave the corner a1, and left no safe move after b2 a1 g7 h8. Best was g7.",
        ),
        // Neither are moves repeated,
        (
            4 * DISC,
            10 * DISC,
            false,
            vec![lost(), reason(Fact::LostEdge { edge: Edge::Top, discs: 6, best: 1 }, "b2 g7 c1 a1")],
            "cost about 6 discs: it lost the corner a1 by force (b2 g7 c1 a1), and let the opponent get 6 stable discs on \
             the top edge instead of 1. Best was g7.",
        ),
        // nor the cost.
        (4 * DISC, 10 * DISC, false, vec![reply()], "cost about 6 discs: it allowed g6 (b2 g6 c7). Best was g7."),
    ] {
        assert_eq!(white(best, score, is_exact, reasons).sentence(), format!("White's 46. b2 {expected}"));
    }
}

#[test]
fn a_reason_alone_says_what_it_gains_and_shortens_its_line() {
    let reply = |is_exact| reason(Fact::StrongReply { square: Square::G6, discs: 6, is_exact }, "b2 g6 c7").to_string();
    assert_eq!(reply(false), "allowed g6 (b2 g6 c7), which gains about 6 discs");
    assert_eq!(reply(true), "allowed g6 (b2 g6 c7), which gains 6 discs");
    let fell = |line| reason(Fact::CornerFell { corner: Square::A1 }, line).to_string();
    assert_eq!(fell("b2 c7 d8 e8 f8 g8 a1"), "led to the loss of the corner a1 (b2 c7 d8 e8 f8 g8 a1)");
    assert_eq!(fell("b2 c7 d8 e8 f8 g8 h8 a1"), "led to the loss of the corner a1 (b2 c7 d8 e8 f8 ... a1)");
}
