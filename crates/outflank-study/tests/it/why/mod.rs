//! Reasons are true: each is checked on plain boards, for mistakes in tournament games and in random ones.

mod checker;
mod generate;
mod mistakes;
mod plain;

use std::collections::BTreeMap;

use outflank_rules::{Move, Position, Rules, Square, Status, Symmetry};
use outflank_study::report::{Fact, Grade, Loss, Reason};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::samples::continued;
use checker::{Claim, check};
use mistakes::Mistake;

/// A selection from the output of [`generate`].
const MISTAKES: &str = include_str!("../../data/mistakes.tsv");

/// Written by [`generate`].
const REASONS: &str = include_str!("../../data/reasons.tsv");

fn in_words(reasons: &[Reason]) -> String {
    reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join(", and ")
}

fn assert_true(mistake: &Mistake, reason: &Reason) {
    let claim = Claim {
        before: &mistake.plain(),
        refutation: &mistake.refutation,
        best_line: &mistake.best_line,
        loss: mistake.loss.discs,
        is_exact: mistake.loss.is_exact,
        reason,
    };
    if let Err(wrong) = check(&claim) {
        panic!("{reason}: {wrong}\n{}", mistakes::write(mistake));
    }
}

/// The mistake with lines of up to this many moves.
fn cut(mistake: &Mistake, plies: usize) -> Mistake {
    let cut = |line: &[Move]| line[..plies.min(line.len())].to_vec();
    Mistake { refutation: cut(&mistake.refutation), best_line: cut(&mistake.best_line), ..mistake.clone() }
}

#[test]
fn reasons_for_mistakes_in_tournament_games_are_true() {
    let mut checked = 0;
    for mistake in mistakes::read(MISTAKES) {
        let longest = mistake.refutation.len().max(mistake.best_line.len());
        for plies in 1..=longest {
            let mistake = cut(&mistake, plies);
            let reasons = mistake.reasons();
            assert!(reasons.len() <= Reason::MOST);
            reasons.iter().for_each(|reason| assert_true(&mistake, reason));
            checked += reasons.len();
        }
    }
    assert!(checked >= 1_000, "{checked} reasons were checked");
}

#[test]
fn every_mistake_with_lines_has_a_reason_and_most_have_more_than_a_reply() {
    let mistakes = mistakes::read(MISTAKES);
    let has_theme = |mistake: &&Mistake| mistake.reasons().iter().any(|reason| reason.theme().is_some());
    assert!(mistakes.iter().all(|mistake| !mistake.reasons().is_empty()));
    let (blunders, others): (Vec<_>, Vec<_>) =
        mistakes.iter().partition(|mistake| Grade::of_loss(mistake.loss.discs) == Grade::Blunder);
    for (mistakes, percent) in [(blunders, 80), (others, 60)] {
        let explained = mistakes.iter().copied().filter(has_theme).count();
        assert!(explained * 100 >= mistakes.len() * percent, "{explained} of {}", mistakes.len());
    }
}

/// The reasons for the same mistake on the turned board, in words. Their squares are turned back, and edges have no names.
fn turned(mistake: &Mistake, symmetry: Symmetry) -> Vec<String> {
    let turn = |line: &[Move]| -> Vec<Move> {
        line.iter().map(|mv| mv.square().map_or(Move::Pass, |square| symmetry.square(square).into())).collect()
    };
    let turned = Mistake {
        before: symmetry.position(&mistake.before),
        refutation: turn(&mistake.refutation),
        best_line: turn(&mistake.best_line),
        ..mistake.clone()
    };
    let back = |word: &str| match (word.parse::<Square>(), word) {
        (Ok(square), _) => symmetry.inverse().square(square).to_string(),
        (Err(_), "top" | "bottom" | "left" | "right") => "edge".to_owned(),
        (Err(_), word) => word.to_owned(),
    };
    let words = |reason: &Reason| -> Vec<String> {
        reason.to_string().split(|letter: char| !letter.is_alphanumeric()).map(back).collect()
    };
    turned.reasons().iter().map(|reason| words(reason).join(" ")).collect()
}

#[test]
fn symmetric_mistakes_have_symmetric_reasons() {
    for mistake in mistakes::read(MISTAKES) {
        let expected = turned(&mistake, Symmetry::Identity);
        for symmetry in Symmetry::ALL {
            assert_eq!(turned(&mistake, symmetry), expected, "{symmetry:?} of {}", mistakes::write(&mistake));
        }
    }
}

/// The best lines play the square later, and gain more by it.
const MISSED_BY_PLAYING_THEM: &str = "\
---OOOOOXXXXXXOOXXXOOOOOXOOXOOXO-OOOOOXOOOOOOOXO--OXXXOO-OOOOOOO O\ta1 a5 c1 b7 a7 b1 pass a8\tc1 a5 a1 b1 pass a7 b7 a8\t4.00\tWTH_2004 #4686
--X--X----XXXO----XOXOO---OOOOOOXXXXXXX--XOXXX----XXXO---XXXXX-- X\th5 b3 a4 h6 h2 a3 b4 g6 a2 h3 h7 e1 d1 g7 b7 a6\tg8 h6 h5 b3 a4 a3 g1 a6 b4 g2 b7 a8\t~7.69\tWTH_1999 #2645";

#[test]
fn a_move_does_not_miss_its_own_square() {
    for mistake in mistakes::read(MISSED_BY_PLAYING_THEM) {
        let reasons = mistake.reasons();
        let played = mistake.refutation[0];
        assert!(!reasons.is_empty());
        for reason in reasons {
            if let Fact::MissedFlips { square, .. } | Fact::MissedWedge { square } = reason.fact {
                assert_ne!(Move::Place(square), played, "{reason}");
            }
        }
    }
}

/// If this changes on purpose, [`generate`] renews the file.
#[test]
fn reasons_read_well() {
    for cells in mistakes::rows(REASONS) {
        let mistake = mistakes::mistake(&cells);
        assert_eq!(in_words(&mistake.reasons()), cells[5], "{}", mistake.game);
    }
}

/// `OUTFLANK_MISTAKES=FILE cargo test -p outflank-study --test it why::kinds -- --nocapture` counts the reasons for another file.
#[test]
fn kinds_of_reasons() {
    let other = std::env::var_os("OUTFLANK_MISTAKES").and_then(|path| std::fs::read_to_string(path).ok());
    let mistakes = mistakes::read(other.as_deref().unwrap_or(MISTAKES));
    for grade in [Grade::Mistake, Grade::Blunder] {
        let of_grade = mistakes.iter().filter(|mistake| Grade::of_loss(mistake.loss.discs) == grade);
        let mut kinds = BTreeMap::<&str, [usize; 2]>::new();
        let mut count = 0;
        for mistake in of_grade {
            count += 1;
            let reasons = mistake.reasons();
            reasons.iter().for_each(|reason| assert_true(mistake, reason));
            for (reason, place) in reasons.iter().zip(0..) {
                kinds.entry(reason.kind()).or_default()[place] += 1;
            }
            if reasons.is_empty() {
                kinds.entry("none").or_default()[0] += 1;
            }
        }
        println!("{grade:?}: {count}, as the first reason and as the second");
        kinds.iter().for_each(|(kind, [first, second])| println!("{kind:>18} {first:4} {second:4}"));
    }
}

fn line(before: &Position, first: Square, choices: &[Index]) -> Vec<Move> {
    let after = before.play(first.into()).unwrap();
    let game = continued(after, choices);
    let plies = game.plies().iter().map(|ply| ply.mv);
    [Move::Place(first)].into_iter().chain(plies).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Not only on lines of best play.
    #[test]
    fn reasons_on_random_lines_are_true(
        moves in prop::collection::vec(any::<Index>(), 8..58),
        firsts in any::<[Index; 2]>(),
        choices in [prop::collection::vec(any::<Index>(), 0..24), prop::collection::vec(any::<Index>(), 0..24)],
        discs in 2.0_f32..20.0,
    ) {
        let before = *continued(Position::initial(Rules::Standard), &moves).position();
        let legal: Vec<Square> = before.legal_moves().into_iter().collect();
        prop_assume!(!legal.is_empty());
        let [refutation, best_line] = [0, 1].map(|side| line(&before, *firsts[side].get(&legal), &choices[side]));
        let end = |moves: &[Move]| moves.iter().fold(before, |position, &mv| position.play(mv).unwrap()).status();
        let loss = match [&refutation, &best_line].map(|moves| end(moves)) {
            [Status::Over(worse), Status::Over(better)] => {
                let [better, worse] = [better, worse].map(|outcome| f32::from(outcome.margin(before.turn())));
                Loss { discs: (better - worse).max(0.0), is_exact: true }
            }
            _ => Loss { discs, is_exact: false },
        };
        let mistake = Mistake { before, refutation, best_line, loss, game: "random".to_owned() };
        mistake.reasons().iter().for_each(|reason| assert_true(&mistake, reason));
    }
}
