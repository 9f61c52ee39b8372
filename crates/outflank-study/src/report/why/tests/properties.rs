use outflank_rules::{Game, Move, Position, Rules, Square, Symmetry};
use proptest::prelude::*;
use proptest::sample::Index;

use super::super::{Reason, all, why};
use super::LOSS;

fn game(start: Position, choices: &[Index]) -> Game {
    let mut game = Game::new(start);
    for index in choices {
        let squares: Vec<Square> = game.position().legal_moves().into_iter().collect();
        if squares.is_empty() {
            break;
        }
        game.play(*index.get(&squares)).expect("the choices are legal");
    }
    game
}

fn line(before: &Position, choices: &[Index]) -> Vec<Move> {
    game(*before, choices).plies().iter().map(|ply| ply.mv).collect()
}

fn kinds(position: &Position, [refutation, best_line]: [&[Move]; 2]) -> Vec<&'static str> {
    let mut kinds: Vec<_> = all(position, refutation, best_line, LOSS).iter().map(Reason::kind).collect();
    kinds.sort_unstable();
    kinds
}

fn choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 1..20)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn reasons_are_legal_and_symmetric(
        rules in prop::sample::select(&Rules::ALL[..]),
        moves in prop::collection::vec(any::<Index>(), 1..60),
        choices in [choices(), choices()],
    ) {
        let position = *game(Position::initial(rules), &moves).position();
        let [refutation, best_line] = [0, 1].map(|side| line(&position, &choices[side]));
        let reasons = all(&position, &refutation, &best_line, LOSS);
        let patterns = reasons.iter().take_while(|reason| reason.theme().is_some()).count();
        prop_assert!(reasons[patterns..].iter().all(|reason| reason.theme().is_none()), "mere lines come last");
        for reason in &reasons {
            prop_assert!(reason.line.iter().try_fold(position, |position, &mv| position.play(mv)).is_ok(), "{}", reason);
        }
        let shown = why(&position, &refutation, &best_line, LOSS);
        prop_assert!(shown.len() <= Reason::MOST && shown.first() == reasons.first());
        prop_assert!(all(&position, &refutation, &refutation, LOSS).is_empty());

        for symmetry in Symmetry::ALL {
            let turn = |line: &[Move]| -> Vec<Move> {
                line.iter().map(|mv| mv.square().map_or(Move::Pass, |square| symmetry.square(square).into())).collect()
            };
            let turned = kinds(&symmetry.position(&position), [&turn(&refutation), &turn(&best_line)]);
            prop_assert_eq!(turned, kinds(&position, [&refutation, &best_line]), "{:?}", symmetry);
        }
    }

    /// Illegal moves have no reasons, and lines end before them.
    #[test]
    fn any_moves_may_be_compared(
        rules in prop::sample::select(&Rules::ALL[..]),
        moves in prop::collection::vec(any::<Index>(), 0..60),
        lines in [prop::collection::vec(any::<Option<Index>>(), 0..6), prop::collection::vec(any::<Option<Index>>(), 0..6)],
    ) {
        let position = *game(Position::initial(rules), &moves).position();
        let moves = |line: &[Option<Index>]| -> Vec<Move> {
            line.iter().map(|index| index.map_or(Move::Pass, |index| (*index.get(&Square::ALL)).into())).collect()
        };
        let [refutation, best_line] = [0, 1].map(|side| moves(&lines[side]));
        let is_legal = |line: &[Move]| line.first().is_some_and(|&mv| mv != Move::Pass && position.play(mv).is_ok());
        let reasons = why(&position, &refutation, &best_line, LOSS);
        prop_assert!(reasons.is_empty() || (is_legal(&refutation) && is_legal(&best_line)));
    }
}

#[test]
fn every_kind_is_named_once() {
    let mut kinds = Reason::KINDS.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), Reason::KINDS.len());
}
