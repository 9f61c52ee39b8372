use outflank_engine::{Analysis, Engine, Limits, Score};
use outflank_rules::{Color, Move, Position, Rules, Setup, Square, Status, Symmetry, discs};
use outflank_study::report::{Fact, Reason};
use outflank_study::teach::{self, Nudge, Tolerance, Warning};
use proptest::prelude::*;

use crate::samples::continued;

fn analysis(lines: &[(Square, i32)], exact: bool) -> Analysis {
    let lines: Vec<_> = lines.iter().map(|&(square, units)| (square, Score::from_units(units))).collect();
    crate::samples::analysis(&lines, 8, exact)
}

const DISC: i32 = Score::UNITS_PER_DISC;

/// After b2 White can take a1; after b4 it cannot.
fn corner_at_stake() -> Position {
    let discs = discs! {
        . . . . . . . .
        . . O X . . . .
        . . O . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    Position::new(Rules::Standard, Setup::new(discs, Color::Black)).unwrap()
}

fn reason(fact: Fact, line: &str) -> Reason {
    let line = line.split(' ').map(|square| Move::Place(square.parse().unwrap())).collect();
    Reason { fact, line }
}

fn four() -> Tolerance {
    Tolerance::new(4).unwrap()
}

#[test]
fn a_move_that_costs_more_than_is_tolerated_gets_a_warning() {
    let before = corner_at_stake();
    let warned = |steps| {
        let analysis = analysis(&[(Square::B4, 10 * DISC), (Square::B2, 10 * DISC - steps)], false);
        Warning::of(&before, Square::B2, &analysis, four()).is_some()
    };
    assert!(!warned(0));
    assert!(!warned(4 * DISC), "four discs are tolerated");
    assert!(warned(4 * DISC + 1));
}

#[test]
fn unanalyzed_and_best_moves_get_no_warning() {
    let before = corner_at_stake();
    let analysis = analysis(&[(Square::B4, 0)], false);
    assert_eq!(Warning::about(&before, Square::B4, &analysis), None);
    assert_eq!(Warning::about(&before, Square::B2, &analysis), None);
    assert_eq!(teach::loss(&analysis, Square::B2), None);
}

#[test]
fn a_warning_gives_reasons_and_cost() {
    let before = corner_at_stake();
    let about = |exact| {
        let analysis = analysis(&[(Square::B4, 2 * DISC), (Square::B2, -4 * DISC)], exact);
        Warning::of(&before, Square::B2, &analysis, four()).unwrap()
    };
    assert_eq!(about(false).to_string(), "b2 gives the corner a1 and costs about 6 discs.");
    assert_eq!(about(true).to_string(), "b2 gives the corner a1 and costs 6 discs.");
    assert_eq!(about(true).best, Square::B4);
    assert_eq!(about(true).reasons, [reason(Fact::GaveCorner { corner: Square::A1 }, "b2 a1")]);
}

#[test]
fn a_warning_without_reasons_gives_the_cost() {
    let warning = Warning { played: Square::D7, loss: 1.2, is_exact: false, reasons: Vec::new(), best: Square::C2 };
    assert_eq!(warning.to_string(), "d7 costs about 1 disc.");
}

#[test]
fn several_reasons_are_one_sentence() {
    let reasons = vec![
        reason(Fact::GaveCorner { corner: Square::H8 }, "g7 h8"),
        reason(Fact::MobilityFell { left: 2, best: 9 }, "g7 h8"),
    ];
    let warning = Warning { played: Square::G7, loss: 12.0, is_exact: true, reasons, best: Square::C2 };
    let expected = "g7 gives the corner h8, keeps 2 moves instead of 9 after g7 h8 and costs 12 discs.";
    assert_eq!(warning.to_string(), expected);
    assert_eq!(warning.in_short().to_string(), "g7 costs 12 discs.");
}

#[test]
fn neither_the_best_move_nor_its_line_is_named() {
    for (fact, line, expected) in [
        (Fact::MissedCorner { corner: Square::A1 }, "a1", "misses a corner"),
        (
            Fact::MissedAttack { corner: Square::H8, by_force: false },
            "a1 g7 h8",
            "misses a line that wins the corner h8",
        ),
        (Fact::LeftSquare { square: Square::A1 }, "b2 a1", "lets the opponent play an important square first"),
        (Fact::NoSafeMove, "b2 a1", "leaves no safe move"),
        (Fact::CSquare { square: Square::B2, corner: Square::A1 }, "b2", ""),
    ] {
        let reasons = vec![reason(fact, line)];
        let warning = Warning { played: Square::B2, loss: 9.0, is_exact: false, reasons, best: Square::A1 };
        let and = if expected.is_empty() { "" } else { " and " };
        assert_eq!(warning.to_string(), format!("b2 {expected}{and}costs about 9 discs."));
    }
}

#[test]
fn a_tolerance_is_a_number_from_1_to_64() {
    for (text, expected) in
        [("1", Some(1)), ("4", Some(4)), ("64", Some(64)), ("0", None), ("65", None), ("-1", None), ("x", None)]
    {
        assert_eq!(text.parse::<Tolerance>().ok().map(Tolerance::discs), expected, "{text}");
    }
    assert_eq!(Tolerance::default().to_string(), "4");
}

fn position(least: usize) -> impl Strategy<Value = Position> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), least..60);
    let rules = prop::sample::select(&Rules::ALL[..]);
    (rules, choices).prop_map(|(rules, choices)| *continued(Position::initial(rules), &choices).position())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_move_of_every_variant_is_analyzed(position in position(0)) {
        let squares = position.legal_moves();
        let limits = teach::limits(&position);
        prop_assert!(limits.nodes.is_some() && limits.time.is_none(), "an answer is soon, and always the same");
        let limits = outflank_engine::Limits { nodes: limits.nodes.map(|_| 20_000), ..limits };
        let analysis = Engine::default().analyze(position, limits);
        let losses: Vec<f32> = squares.into_iter().map(|square| teach::loss(&analysis, square).unwrap()).collect();
        prop_assert!(losses.iter().all(|&loss| loss >= 0.0));
        prop_assert!(squares.is_empty() || losses.contains(&0.0));
    }
}

proptest! {
    #[test]
    fn a_warning_never_names_the_best_move(before in position(4)) {
        let squares: Vec<Square> = before.legal_moves().into_iter().collect();
        for (&best, &played) in squares.iter().flat_map(|best| squares.iter().map(move |played| (best, played))) {
            let analysis = analysis(&[(best, 0), (played, -10 * DISC)], false);
            if let Some(warning) = Warning::about(&before, played, &analysis) {
                prop_assert!(!warning.to_string().contains(&best.to_string()), "{best}: {warning}");
            }
        }
    }
}

fn names_a_square(text: &str) -> bool {
    text.split(|character: char| !character.is_ascii_alphanumeric()).any(|word| word.parse::<Square>().is_ok())
}

#[test]
fn a_nudge_says_what_there_is_to_see() {
    let before = corner_at_stake();
    let text = |lines: &[(Square, i32)]| Nudge::of(&before, &analysis(lines, false)).unwrap().text(Symmetry::Identity);
    assert_eq!(text(&[(Square::B4, 10 * DISC), (Square::B2, 0)]), "Don't open a corner to your opponent.");
    assert_eq!(text(&[(Square::B4, DISC), (Square::B2, DISC / 2 + 1)]), "Two moves are about equally good.");
    let initial = Position::initial(Rules::Standard);
    let lines: Vec<_> = initial.legal_moves().into_iter().map(|square| (square, 0)).collect();
    let nudge = Nudge::of(&initial, &analysis(&lines, false)).unwrap();
    assert_eq!(nudge.text(Symmetry::Identity), "Several moves are about equally good.");
    assert_eq!(Nudge::of(&initial, &analysis(&[], false)), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn a_nudge_is_true_and_names_no_square(seed: u64, plies in 0..58_usize, seen in 0..8_usize) {
        let mut position = Position::initial(Rules::Standard);
        let mut random = seed;
        for _ in 0..plies {
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let next = match moves.is_empty() {
                true => position.play(Move::Pass),
                false => position.play(moves[(random >> 33) as usize % moves.len()].into()),
            };
            let Ok(next) = next else { break };
            position = next;
        }
        let moves = position.legal_moves();
        prop_assume!(!moves.is_empty());
        let limits = Limits { depth: Some(5), lines: moves.len() as usize, ..Limits::default() };
        let found = Engine::default().analyze(position, limits);
        let text = Nudge::of(&position, &found).unwrap().text(Symmetry::ALL[seen]);
        prop_assert!(!names_a_square(&text) && text.ends_with('.'), "{}", text);

        let best = found.lines[0].pv[0].square().unwrap();
        let after = position.play(best.into()).unwrap();
        let value = |index: usize| found.lines[index].score.discs();
        let close = (1..found.lines.len()).filter(|&index| value(0) - value(index) < 1.0).count();
        match text.as_str() {
            "You have only one legal move." => prop_assert_eq!(moves.len(), 1),
            "You can make your opponent pass." => prop_assert_eq!(after.status(), Status::MustPass),
            "There is one clearly best move." | "One move is slightly better than the others." => prop_assert_eq!(close, 0),
            "Two moves are about equally good." => prop_assert_eq!(close, 1),
            "Several moves are about equally good." => prop_assert!(close > 1),
            text if text.contains("a quiet move") => {
                let setup = Setup { turn: !position.turn(), ..position.setup() };
                let before = Position::new(position.rules(), setup).unwrap().legal_moves();
                prop_assert!((after.legal_moves() - before).is_empty());
            }
            _ => {}
        }
        let at = Symmetry::ALL[seen].square(best);
        prop_assert!(!text.ends_with("on the left.") || at.column() < 3);
        prop_assert!(!text.ends_with("on the right.") || at.column() > 4);
        prop_assert!(!text.ends_with("at the top.") || at.row() < 3);
        prop_assert!(!text.ends_with("at the bottom.") || at.row() > 4);
    }
}
