use outflank_rules::{Board, Color, Convention, Move, Position, Rules, Setup, Status};

use crate::endings::ONLY_WHITE_CAN_PLAY;

/// A line of `data/perft.tsv`.
struct Case {
    rules: Rules,
    convention: Convention,
    depth: u32,
    count: u64,
}

fn cases() -> Vec<Case> {
    include_str!("../data/perft.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let [rules, convention, depth, count] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("four columns expected: {line}");
            };
            Case {
                rules: rules.parse().expect(line),
                convention: convention.parse().expect(line),
                depth: depth.parse().expect(line),
                count: count.parse().expect(line),
            }
        })
        .collect()
}

fn check(case: &Case, counted: u64) {
    let Case { rules, convention, depth, count } = case;
    assert_eq!(counted, *count, "{rules}, {convention}, depth {depth}");
}

#[test]
fn a_board_counts_the_published_games() {
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.rules.is_standard()).collect();
    assert_eq!(cases.len(), 3 * 11);
    for case in &cases {
        check(case, Board::START.perft(case.depth, case.convention));
    }
}

#[test]
fn a_position_counts_the_published_games() {
    // The fast board counts the last two depths of the standard game.
    let left_out = |case: &Case| case.rules.is_standard() && case.depth > 9;
    let cases: Vec<Case> = cases().into_iter().filter(|case| !left_out(case)).collect();
    let (standard, orthogonal, shellos) = (3 * 9, 12 + 1 + 5, 6);
    assert_eq!(cases.len(), standard + orthogonal + shellos);
    for case in &cases {
        check(case, Position::initial(case.rules).perft(case.depth, case.convention));
    }
}

#[test]
fn thirty_discs_are_enough_for_the_first_plies() {
    for convention in Convention::ALL {
        for depth in 0..=7 {
            let limited = Position::initial(Rules::Thirty).perft(depth, convention);
            assert_eq!(limited, Board::START.perft(depth, convention), "{convention}, depth {depth}");
        }
    }
}

#[test]
fn no_ply_is_one_game() {
    for convention in Convention::ALL {
        assert_eq!(Position::initial(Rules::Standard).perft(0, convention), 1);
        assert_eq!(Board::START.perft(0, convention), 1);
        assert_eq!(Board::START.perft_divided(0, convention), []);
    }
}

fn one_pass_from_the_end(rules: Rules) -> Position {
    Position::new(rules, Setup::new(ONLY_WHITE_CAN_PLAY, Color::Black)).expect("no disc is on another")
}

const RULES_WITH_PASSES: [Rules; 3] = [Rules::Standard, Rules::Orthogonal, Rules::Thirty];

#[test]
fn the_conventions_differ_in_passes_and_early_ends() {
    for rules in RULES_WITH_PASSES {
        let must_pass = one_pass_from_the_end(rules);
        assert_eq!(must_pass.status(), Status::MustPass);
        let counts = |convention| [1, 2, 3].map(|depth| must_pass.perft(depth, convention));
        // The pass, the placement, the end.
        assert_eq!(counts(Convention::Bik), [1, 1, 1]);
        assert_eq!(counts(Convention::Oeis), [1, 1, 0]);
        // The placement, the end.
        assert_eq!(counts(Convention::PassFree), [1, 1, 1]);
    }
    // A pass that is not a ply leaves room for one more placement.
    let mut must_pass = Position::initial(Rules::Standard);
    for name in ["d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1"] {
        let square = name.parse().expect(name);
        must_pass = must_pass.play(Move::Place(square)).expect(name);
    }
    assert_eq!(must_pass.status(), Status::MustPass);
    let white = must_pass.play(Move::Pass).expect("Black must pass");
    assert!(white.perft(2, Convention::Bik) > white.perft(1, Convention::Bik));
    for depth in 1..=4 {
        for convention in [Convention::Bik, Convention::Oeis] {
            assert_eq!(must_pass.perft(depth, convention), white.perft(depth - 1, convention));
        }
        let free = Convention::PassFree;
        assert_eq!(must_pass.perft(depth, free), white.perft(depth, free));
    }
}

#[test]
fn the_parts_of_a_divided_count_add_up() {
    let starts = Rules::ALL.map(Position::initial);
    let passes = RULES_WITH_PASSES.map(one_pass_from_the_end);
    for position in starts.into_iter().chain(passes) {
        for convention in Convention::ALL {
            for depth in 1..=5 {
                let parts = position.perft_divided(depth, convention);
                let whole: u64 = parts.iter().map(|&(_, games)| games).sum();
                assert_eq!(whole, position.perft(depth, convention), "{convention}, depth {depth}: {parts:?}");
            }
        }
    }
}

#[test]
fn a_divided_count_names_each_first_move_with_its_games() {
    for rules in Rules::ALL {
        let start = Position::initial(rules);
        let after = |mv| start.play(mv).expect("one of the choices").perft(3, Convention::Bik);
        let moves = start.legal_moves().into_iter().map(Move::Place);
        let expected: Vec<(Move, u64)> = moves.map(|mv| (mv, after(mv))).collect();
        assert_eq!(start.perft_divided(4, Convention::Bik), expected, "{rules}");
    }
    for convention in Convention::ALL {
        let start = Position::initial(Rules::Standard);
        assert_eq!(Board::START.perft_divided(6, convention), start.perft_divided(6, convention));
        let must_pass = one_pass_from_the_end(Rules::Standard);
        assert_eq!(must_pass.perft_divided(1, convention), [(Move::Pass, 1)]);
        let board = must_pass.board().expect("standard rules");
        assert_eq!(board.perft_divided(1, convention), [(Move::Pass, 1)]);
    }
}
