use outflank_rules::{Bitboard, ByColor, Color, Move, Position, Rules, Setup, Square, Status, discs};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::state::{Choice, VariantRules, VariantState};
use super::{VariantTask, search};
use crate::{Analysis, Score};

const SOLVE: VariantTask = VariantTask { depth: None, lines: 1 };

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn state_agrees_with_position(position in any_position()) {
        let rules = VariantRules::of(position.rules());
        let state = VariantState::of(&position);
        match (position.status(), rules.choice(state)) {
            (Status::Place(expected), Choice::Place(squares)) => {
                prop_assert_eq!(squares, expected);
                for square in squares {
                    let after = position.play(Move::Place(square)).expect("one of the choices");
                    prop_assert_eq!(rules.placed(state, square), VariantState::of(&after));
                }
            }
            (Status::MustPass, Choice::Pass) => {
                let after = position.play(Move::Pass).expect("it is forced");
                prop_assert_eq!(state.passed(), VariantState::of(&after));
            }
            (Status::Over(outcome), Choice::Over(margin)) => {
                prop_assert_eq!(margin, outcome.margin(position.turn()));
            }
            (expected, choice) => prop_assert!(false, "{:?}, but {:?}", expected, choice),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn solving_agrees_with_minimax(position in late_position(7)) {
        let analysis = solve(&position, 1);
        prop_assert!(analysis.exact);
        let over = matches!(position.status(), Status::Over(_));
        prop_assert_eq!(analysis.lines.len(), usize::from(!over));
        for line in &analysis.lines {
            let value = minimax(&position);
            prop_assert_eq!(line.score, Score::from_discs(value));
            let end = line.pv.iter().fold(position, |position, &mv| position.play(mv).expect("a line is legal"));
            let Status::Over(outcome) = end.status() else { panic!("the line ends before the game") };
            prop_assert_eq!(outcome.margin(position.turn()), value);
        }
    }

    #[test]
    fn every_line_has_the_score_of_its_move(position in late_position(9), wanted in 1_usize..5) {
        let all: Vec<Score> = match position.status() {
            Status::Place(squares) => {
                let mut all: Vec<_> = squares.into_iter().map(|square| score_of(&position, square.into())).collect();
                all.sort_by(|a, b| b.cmp(a));
                all
            }
            Status::MustPass => vec![score_of(&position, Move::Pass)],
            Status::Over(_) => vec![],
        };
        let lines = solve(&position, wanted).lines;
        prop_assert_eq!(lines.iter().map(|line| line.score).collect::<Vec<_>>(), all[..wanted.min(all.len())].to_vec());
        for line in lines {
            prop_assert_eq!(line.score, score_of(&position, line.pv[0]));
        }
    }

    #[test]
    fn a_stopped_search_has_a_legal_line(position in any_position(), patience in 0_u64..3000) {
        let analysis = search(&position, &VariantTask { depth: None, lines: 2 }, &|nodes| nodes >= patience, &mut |_| {});
        prop_assert!(analysis.nodes < patience + 256);
        prop_assert_eq!(analysis.lines.is_empty(), matches!(position.status(), Status::Over(_)));
        for line in analysis.lines {
            line.pv.iter().fold(position, |position, &mv| position.play(mv).expect("a line is legal"));
        }
    }
}

#[test]
fn every_finished_depth_is_reported() {
    for rules in Rules::ALL {
        let mut reported = Vec::new();
        let limits = VariantTask { depth: Some(5), lines: 3 };
        let last = search(&Position::initial(rules), &limits, &|_| false, &mut |analysis| reported.push(analysis));
        assert_eq!(reported.iter().map(|analysis| analysis.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert!(!last.exact);
        for analysis in &reported {
            assert_eq!(analysis.lines.len(), 3);
            assert!(analysis.lines.iter().all(|line| line.pv.len() == usize::from(analysis.depth)));
            assert!(analysis.lines.is_sorted_by(|a, b| a.score >= b.score));
        }
        assert_eq!(reported.last().map(|analysis| &analysis.lines), Some(&last.lines));
    }
}

/// Black takes b1. White would reply h1 if it had a disc left; otherwise the game ends.
#[test]
fn running_out_of_discs_ends_the_game() {
    let discs = discs! {
        . O X X X X O .
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        O X X X X X X O
    };
    let best = |white| {
        let setup = Setup { discs, turn: Color::Black, supply: Some(ByColor { black: 1, white }) };
        solve(&Position::new(Rules::Thirty, setup).expect("the set-up is valid"), 1).lines.remove(0)
    };
    assert_eq!((best(1).pv.len(), best(1).score), (2, Score::from_discs(32)));
    assert_eq!((best(0).pv.len(), best(0).score), (1, Score::from_discs(58)));
}

#[test]
fn depth_one_plays_legal_games_of_all_rules() {
    for rules in Rules::ALL {
        margin_against_random(rules, 1, 0);
    }
}

#[test]
fn depth_four_beats_random_play() {
    for rules in Rules::ALL {
        let won = (0..20).filter(|&seed| margin_against_random(rules, 4, seed) > 0).count();
        assert!(won >= 19, "{rules}: {won} of 20");
    }
}

fn solve(position: &Position, lines: usize) -> Analysis {
    search(position, &VariantTask { lines, ..SOLVE }, &|_| false, &mut |_| {})
}

fn score_of(position: &Position, mv: Move) -> Score {
    let after = position.play(mv).expect("one of the choices");
    match after.status() {
        Status::Over(outcome) => Score::from_discs(outcome.margin(position.turn())),
        _ => -solve(&after, 1).lines[0].score,
    }
}

fn minimax(position: &Position) -> i8 {
    let after = |mv| -minimax(&position.play(mv).expect("one of the choices"));
    match position.status() {
        Status::Place(squares) => squares.into_iter().map(|square| after(square.into())).max().expect("a square"),
        Status::MustPass => after(Move::Pass),
        Status::Over(outcome) => outcome.margin(position.turn()),
    }
}

fn margin_against_random(rules: Rules, depth: u8, seed: u64) -> i8 {
    let mut random = seed;
    let engine = if seed.is_multiple_of(2) { Color::Black } else { Color::White };
    let mut position = Position::initial(rules);
    loop {
        let mv = match position.status() {
            Status::Over(outcome) => return outcome.margin(engine),
            Status::MustPass => Move::Pass,
            Status::Place(_) if position.turn() == engine => {
                search(&position, &VariantTask { depth: Some(depth), lines: 1 }, &|_| false, &mut |_| {}).lines[0].pv[0]
            }
            Status::Place(squares) => {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                Move::Place(nth(squares, (random >> 33) as usize % squares.len() as usize))
            }
        };
        position = position.play(mv).expect("both sides play legal moves");
    }
}

fn nth(squares: Bitboard, n: usize) -> Square {
    squares.into_iter().nth(n).expect("fewer than there are squares")
}

fn any_position() -> impl Strategy<Value = Position> {
    let made_up = (rules(), 0_u32..64).prop_flat_map(|(rules, empties)| made_up(rules, empties));
    prop_oneof![reached(0..64), made_up]
}

fn late_position(empties: u32) -> impl Strategy<Value = Position> {
    let made_up = (rules(), 0..=empties).prop_flat_map(|(rules, empties)| made_up(rules, empties));
    let nearly_over = reached(48..64).prop_filter("late", move |position| position.empty().len() <= empties);
    prop_oneof![nearly_over, made_up]
}

fn reached(plies: std::ops::Range<usize>) -> impl Strategy<Value = Position> {
    (rules(), vec(any::<Index>(), plies)).prop_map(|(rules, picks)| {
        picks.into_iter().fold(Position::initial(rules), |position, pick| {
            let mv = match position.status() {
                Status::Place(squares) => Move::Place(nth(squares, pick.index(squares.len() as usize))),
                Status::MustPass => Move::Pass,
                Status::Over(_) => return position,
            };
            position.play(mv).expect("one of the choices")
        })
    })
}

fn made_up(rules: Rules, empties: u32) -> impl Strategy<Value = Position> {
    let holes = vec(select(&Square::ALL[..]), empties as usize);
    (holes, any::<u64>(), any::<u64>(), any::<bool>(), 0..=5_u8, 0..=5_u8).prop_map(
        move |(holes, black, bias, more, left, other_left)| {
            let occupied = !holes.into_iter().collect::<Bitboard>();
            let black = Bitboard::from_bits(if more { black | bias } else { black & bias });
            let setup = Setup {
                discs: ByColor { black: occupied & black, white: occupied - black },
                turn: Color::Black,
                supply: rules.supply().map(|_| ByColor { black: left, white: other_left }),
            };
            Position::new(rules, setup).expect("the set-up is valid")
        },
    )
}

fn rules() -> impl Strategy<Value = Rules> {
    select(&Rules::ALL[..])
}
