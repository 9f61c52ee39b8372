use std::ops::RangeInclusive;

use outflank_engine::Options;

use super::*;
use crate::engine::position;
use crate::replay::{BoardWithTurn, Replay};

const LINE: [Square; 8] = {
    use Square::*;
    [F5, D6, C3, D3, C4, F4, F6, F3]
};
const RANDOM: RangeInclusive<u32> = 2..=22;
const DEPTH: u8 = 1;
const SOLVE_FROM: u8 = 10;

fn games() -> impl Iterator<Item = (Vec<ScoredMove>, Replay)> {
    let player = SelfPlayer::new(&EngineWeights::load(None).unwrap(), DEPTH, SOLVE_FROM);
    (0..40).map(move |game| {
        let mut random = Random::of(7, game);
        let start = Start { line: &LINE[..random.within(0..=8) as usize], random: random.within(RANDOM) };
        let moves = player.play(start, random);
        assert!(moves.iter().map(|mv| mv.square).zip(start.line).all(|(square, &line)| square == line));
        let replay = Replay::new(moves.iter().map(|mv| mv.square)).unwrap();
        (moves, replay)
    })
}

fn searched(BoardWithTurn { board, .. }: BoardWithTurn, depth: u8) -> i8 {
    let engine = Engine::new(Options { threads: 1, table_mebibytes: 1 });
    discs(&search(&engine, &position(board), depth))
}

fn empties(seen: BoardWithTurn) -> u8 {
    seen.board.empty().len() as u8
}

#[test]
fn late_positions_have_exact_scores() {
    for (moves, replay) in games() {
        for (mv, &seen) in moves.iter().zip(&replay.before).filter(|&(_, &seen)| empties(seen) <= SOLVE_FROM) {
            assert_eq!(mv.score, Some(searched(seen, empties(seen))), "{:?}", seen.board);
        }
    }
}

#[test]
fn the_score_of_the_last_placement_is_the_result() {
    let mut margins = Vec::new();
    for (moves, replay) in games() {
        assert!(replay.after.is_over());
        // The last square is forced; the opponent is to move on the board after it.
        let (last, before) = (moves.last().unwrap(), replay.before.last().unwrap());
        if before.board.empty().len() == 1 {
            assert_eq!(last.score, Some(-replay.after.final_margin()));
            margins.push((before.turn, last.score.unwrap().signum()));
        }
    }
    for case in [(Color::Black, 1), (Color::Black, -1), (Color::White, 1), (Color::White, -1)] {
        assert!(margins.contains(&case), "no game for {case:?}");
    }
}

#[test]
fn only_openings_have_no_scores() {
    for (moves, _) in games() {
        let opening = moves.iter().take_while(|mv| mv.score.is_none()).count();
        assert!((*RANDOM.start() as usize..=LINE.len() + *RANDOM.end() as usize).contains(&opening));
        assert!(moves[opening..].iter().all(|mv| mv.score.is_some()));
    }
}

/// Backwards from the solved position: its value as far as the last random move, then the scores of the search.
#[test]
fn the_value_is_carried_back_to_the_last_random_move() {
    let (mut carried, mut found) = (0, 0);
    for (moves, replay) in games() {
        let scored = moves.iter().zip(&replay.before).filter(|(mv, _)| mv.score.is_some());
        let (early, late): (Vec<_>, Vec<_>) = scored.partition(|&(_, &seen)| empties(seen) > SOLVE_FROM);
        let Some(&(solved, seen)) = late.first() else { continue };
        let value = for_black(solved.score.unwrap(), seen.turn);
        let is_carried = |&&(mv, seen): &&(&ScoredMove, &BoardWithTurn)| mv.score == Some(for_black(value, seen.turn));
        let faultless = early.iter().rev().take_while(is_carried).count();
        carried += faultless;
        for &(mv, &seen) in early.iter().rev().skip(faultless) {
            found += 1;
            assert_eq!(mv.score, Some(searched(seen, DEPTH)), "{:?}", seen.board);
        }
    }
    assert!(carried > 100 && found > 100, "{carried} and {found}");
}
