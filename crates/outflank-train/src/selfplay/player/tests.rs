use std::ops::RangeInclusive;

use outflank_engine::Options;

use super::*;
use crate::engine::position;
use crate::replay::{Replay, Seen};

/// An opening begins with some of these placements, and goes on with so many random ones.
const LINE: [Square; 8] = {
    use Square::*;
    [F5, D6, C3, D3, C4, F4, F6, F3]
};
const RANDOM: RangeInclusive<u32> = 2..=22;
const DEPTH: u8 = 1;
const SOLVE_FROM: u8 = 10;

/// Some games, and the boards of each.
fn games() -> impl Iterator<Item = (Vec<Turn>, Replay)> {
    let player = Player::new(&Weights::load(None).unwrap(), DEPTH, SOLVE_FROM);
    (0..40).map(move |game| {
        let mut random = Random::of(7, game);
        let start = Start { line: &LINE[..random.within(0..=8) as usize], random: random.within(RANDOM) };
        let turns = player.play(start, random);
        assert!(turns.iter().map(|turn| turn.square).zip(start.line).all(|(square, &line)| square == line));
        let replay = Replay::new(turns.iter().map(|turn| turn.square)).unwrap();
        (turns, replay)
    })
}

/// What an engine that knows nothing yet finds.
fn searched(Seen { board, .. }: Seen, depth: u8) -> i8 {
    let engine = Engine::new(Options { threads: 1, table_mebibytes: 1 });
    discs(&look_ahead(&engine, &position(board), depth))
}

fn empties(seen: Seen) -> u8 {
    seen.board.empty().len() as u8
}

#[test]
fn late_positions_have_exact_scores() {
    for (turns, replay) in games() {
        for (turn, &seen) in turns.iter().zip(&replay.before).filter(|&(_, &seen)| empties(seen) <= SOLVE_FROM) {
            assert_eq!(turn.score, Some(searched(seen, empties(seen))), "{:?}", seen.board);
        }
    }
}

#[test]
fn scores_of_the_last_placement_are_what_the_mover_gets() {
    let mut margins = Vec::new();
    for (turns, replay) in games() {
        assert!(replay.after.is_over());
        // Who fills the last square has no choice; the board after that is seen by the opponent.
        let (last, before) = (turns.last().unwrap(), replay.before.last().unwrap());
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
fn openings_have_no_scores_and_all_that_follows_has() {
    for (turns, _) in games() {
        let opening = turns.iter().take_while(|turn| turn.score.is_none()).count();
        assert!((*RANDOM.start() as usize..=LINE.len() + *RANDOM.end() as usize).contains(&opening));
        assert!(turns[opening..].iter().all(|turn| turn.score.is_some()));
    }
}

/// Backwards from where the game is solved: first its value, then, from a slip on, what the search found.
#[test]
fn the_value_is_carried_back_to_the_last_slip() {
    let (mut carried, mut found) = (0, 0);
    for (turns, replay) in games() {
        let scored = turns.iter().zip(&replay.before).filter(|(turn, _)| turn.score.is_some());
        let (early, late): (Vec<_>, Vec<_>) = scored.partition(|&(_, &seen)| empties(seen) > SOLVE_FROM);
        let Some(&(solved, seen)) = late.first() else { continue };
        let value = for_black(solved.score.unwrap(), seen.turn);
        let is_carried = |&&(turn, seen): &&(&Turn, &Seen)| turn.score == Some(for_black(value, seen.turn));
        let unslipped = early.iter().rev().take_while(is_carried).count();
        carried += unslipped;
        for &(turn, &seen) in early.iter().rev().skip(unslipped) {
            found += 1;
            assert_eq!(turn.score, Some(searched(seen, DEPTH)), "{:?}", seen.board);
        }
    }
    assert!(carried > 100 && found > 100, "{carried} and {found}");
}
