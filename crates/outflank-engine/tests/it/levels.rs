use std::time::Duration;

use outflank_engine::{Analysis, Engine, Level, Limits, Options, Selectivity};
use outflank_rules::{Bitboard, Color, Game, Move, Position, Rules, Setup, Square, Status, discs};

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn engine() -> Engine {
    Engine::new(Options { table_mebibytes: 1, ..Options::default() })
}

fn weak() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.makes_mistakes())
}

fn positions(rules: Rules) -> Vec<Position> {
    let mut game = Game::new(Position::initial(rules));
    let mut positions = Vec::new();
    while let Status::Place(squares) = game.position().status() {
        positions.push(*game.position());
        let square = squares.into_iter().nth(positions.len() % squares.len() as usize).unwrap();
        game.play(square).unwrap();
    }
    positions
}

fn nothing_found() -> Analysis {
    let (lines, time) = (Vec::new(), Duration::ZERO);
    Analysis { lines, depth: 0, selectivity: Selectivity::Full, exact: false, nodes: 0, time }
}

#[test]
fn every_level_plays_legal_games_of_every_rules() {
    for rules in Rules::ALL {
        for level in Level::ALL {
            let engine = engine();
            let mut game = Game::new(Position::initial(rules));
            while let Status::Place(_) = game.position().status() {
                let position = *game.position();
                let limits = Limits { time: Some(Duration::from_millis(3)), ..level.limits(&position) };
                let analysis = engine.analyze(position, limits);
                let mv = level.pick(&position, &analysis, game.plies().len() as u64).unwrap();
                game.play(mv.square().unwrap()).unwrap();
            }
            assert!(game.outcome().is_some(), "{rules} at level {level}");
        }
    }
}

#[test]
fn weak_levels_play_legally_whatever_the_search_found() {
    let engine = engine();
    for position in Rules::ALL.into_iter().flat_map(positions) {
        let cut_short = engine.analyze(position, Limits { nodes: Some(1), ..Limits::default() });
        for analysis in [cut_short, nothing_found()] {
            for level in weak() {
                let mv = level.pick(&position, &analysis, 7).unwrap();
                assert!(position.play(mv).is_ok(), "level {level} plays {mv}");
            }
        }
    }
}

#[test]
fn levels_handle_passes_and_finished_games() {
    let discs = discs! {
        . . . . . . X O
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let must_pass = Position::new(Rules::Standard, Setup::new(discs, Color::Black)).unwrap();
    let white_plays = must_pass.play(Move::Pass).unwrap();
    let over = white_plays.play(Move::Place(Square::F1)).unwrap();
    let engine = engine();
    for level in Level::ALL {
        let pick = |position: &Position| level.pick(position, &engine.analyze(*position, level.limits(position)), 7);
        assert_eq!(pick(&must_pass), Some(Move::Pass));
        assert_eq!(pick(&white_plays), Some(Move::Place(Square::F1)));
        assert_eq!(pick(&over), None);
    }
}

#[test]
fn entropy_decides_the_move() {
    let engine = engine();
    for (number, position) in positions(Rules::Standard).into_iter().enumerate().skip(8).take(20) {
        for level in weak() {
            let analysis = engine.analyze(position, level.limits(&position));
            let pick = |entropy| level.pick(&position, &analysis, entropy).unwrap();
            assert!((0..20).all(|entropy| pick(entropy) == pick(entropy)));
            assert!(number != 20 || (1..200).any(|entropy| pick(entropy) != pick(0)), "level {level}");
        }
    }
}

#[test]
fn strong_levels_play_the_best_line() {
    let engine = engine();
    for position in positions(Rules::Standard).into_iter().step_by(9) {
        let limits = Limits { depth: Some(3), lines: 60, ..Limits::default() };
        let analysis = engine.analyze(position, limits);
        for level in Level::ALL.into_iter().filter(|level| !level.makes_mistakes()) {
            assert_eq!(level.limits(&position).lines, 1);
            for entropy in [0, 1, u64::MAX] {
                assert_eq!(level.pick(&position, &analysis, entropy), Some(analysis.lines[0].pv[0]));
            }
        }
    }
}

#[test]
fn strong_levels_search_as_deep_as_their_reports() {
    let empties = |position: &Position| position.empty().len() as u8;
    for position in positions(Rules::Standard) {
        for level in Level::ALL.into_iter().filter(|level| !level.makes_mistakes()) {
            let solves = empties(&position) <= level.solves_from();
            let depth = if solves { empties(&position) } else { level.depth() };
            assert_eq!(level.limits(&position).depth, Some(depth));
        }
    }
}

#[test]
fn weak_levels_do_not_solve_the_endgame() {
    for position in Rules::ALL.into_iter().flat_map(positions) {
        let most = if position.rules().is_standard() { 8 } else { 6 };
        for level in weak() {
            let depth = level.limits(&position).depth.unwrap();
            assert!(depth <= most, "level {level} looks {depth} plies ahead");
        }
    }
}

#[test]
fn level_1_ignores_the_search() {
    let engine = engine();
    for position in positions(Rules::Standard).into_iter().step_by(5) {
        let lines = 60;
        let deep = engine.analyze(position, Limits { depth: Some(6), lines, ..Limits::default() });
        for entropy in 0..20 {
            let pick = |analysis| level(1).pick(&position, analysis, entropy);
            assert_eq!(pick(&deep), pick(&nothing_found()));
        }
    }
}

#[test]
fn level_1_likes_to_flip() {
    let (mut flipped, mut usual) = (0.0, 0.0);
    for position in positions(Rules::Standard) {
        let flips = |square: Square| f64::from(position.flips(square).len());
        let squares = position.legal_moves();
        usual += 50.0 * squares.into_iter().map(flips).sum::<f64>() / f64::from(squares.len());
        for entropy in 0..50 {
            flipped += flips(level(1).pick(&position, &nothing_found(), entropy).unwrap().square().unwrap());
        }
    }
    assert!(flipped > 1.2 * usual, "{flipped} flips, {usual} by chance");
}

fn corners_taken(level: Level) -> usize {
    let corners = Bitboard::CORNERS;
    let engine = engine();
    let positions = positions(Rules::Standard);
    let can = |position: &&Position| {
        let squares = position.legal_moves();
        !(squares & corners).is_empty() && squares.len() > 4
    };
    let (mut taken, mut chances) = (0, 0);
    for position in positions.iter().filter(can) {
        let analysis = engine.analyze(*position, level.limits(position));
        for entropy in 0..50 {
            let square = level.pick(position, &analysis, entropy).unwrap().square().unwrap();
            taken += usize::from(corners.contains(square));
            chances += 1;
        }
    }
    100 * taken / chances
}

#[test]
fn level_2_has_learned_about_corners() {
    let [first, second] = [1, 2].map(|number| corners_taken(level(number)));
    assert!(first < 50, "level 1 takes {first} %");
    assert!(second > 75, "level 2 takes {second} %");
}

fn half_points_against_random(level: Level) -> u32 {
    let engine = engine();
    let mut half_points = 0;
    for number in 0..40_u64 {
        let color = if number % 2 == 0 { Color::Black } else { Color::White };
        let mut game = Game::new(Position::initial(Rules::Standard));
        let mut random = number + 1;
        while let Status::Place(squares) = game.position().status() {
            let position = *game.position();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let square = match position.turn() == color {
                true => {
                    let analysis = engine.analyze(position, level.limits(&position));
                    level.pick(&position, &analysis, random).and_then(Move::square).unwrap()
                }
                false => squares.into_iter().nth(((random >> 33) % u64::from(squares.len())) as usize).unwrap(),
            };
            game.play(square).unwrap();
        }
        half_points += match game.outcome().unwrap().winner() {
            None => 1,
            Some(winner) if winner == color => 2,
            Some(_) => 0,
        };
    }
    half_points
}

#[test]
fn a_beginner_can_beat_level_1_and_not_level_3() {
    let first = half_points_against_random(level(1));
    assert!((24..=56).contains(&first), "level 1 scores {first} of 80");
    let third = half_points_against_random(level(3));
    assert!(third > 68, "level 3 scores {third} of 80");
}

#[test]
fn levels_have_numbers_from_1_to_10_fixed_report_depths_and_from_7_on_a_book() {
    assert_eq!(Level::new(0), None);
    assert_eq!(Level::new(11), None);
    assert_eq!(Level::ALL.map(Level::number), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert_eq!(level(10).next(), None);
    let efforts = Level::ALL.map(|level| (level.depth(), level.solves_from()));
    let expected = [(1, 2), (1, 4), (2, 6), (3, 8), (4, 10), (6, 12), (8, 16), (10, 18), (14, 20), (22, 24)];
    assert_eq!(efforts, expected);
    assert!(Level::ALL.into_iter().all(|level| level.opens_by_book() == (level.number() >= 7)));
}

/// The full-screen board gives weak levels a small table.
#[test]
fn weak_levels_play_the_same_in_a_small_table() {
    for level in weak() {
        let engines = [2, 64].map(|table_mebibytes| Engine::new(Options { table_mebibytes, ..Options::default() }));
        for position in positions(Rules::Standard).into_iter().step_by(2) {
            let limits = Limits { time: None, ..level.limits(&position) };
            let [small, usual] = engines.each_ref().map(|engine| engine.analyze(position, limits));
            for entropy in 0..20 {
                let [in_small, in_usual] = [&small, &usual].map(|analysis| level.pick(&position, analysis, entropy));
                assert_eq!(in_small, in_usual, "level {level} in {position:?}");
            }
        }
    }
}
