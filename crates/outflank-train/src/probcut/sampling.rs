use std::ops::RangeInclusive;
use std::path::Path;

use outflank_rules::Board;

use crate::random::Random;
use crate::records::{self, ScoredGame};
use crate::replay::BoardWithTurn;
use crate::wthor;

const EMPTIES: RangeInclusive<u32> = 10..=56;
/// Percentage of positions after a random move instead of the one played: a search visits more of those.
const SIBLINGS: u32 = 50;

/// A random sample of positions for each of [`EMPTIES`].
pub(super) struct Reservoirs {
    reservoirs: Vec<Reservoir>,
    rounds: u32,
    random: Random,
}

struct Reservoir {
    boards: Vec<Board>,
    seen: u32,
    share: u32,
}

impl Reservoirs {
    /// A round has every number of empty squares once, and those up to `twice`, which are also solved, twice.
    pub(super) fn new(seed: u64, rounds: u32, twice: u8) -> Reservoirs {
        let share = |empties| if empties <= u32::from(twice) { 2 } else { 1 };
        let new = |empties| Reservoir { boards: Vec::new(), seen: 0, share: share(empties) };
        Reservoirs { reservoirs: EMPTIES.map(new).collect(), rounds, random: Random::of(seed, 0) }
    }

    pub(super) fn read_wthor(&mut self, folder: &Path) -> anyhow::Result<()> {
        wthor::for_each_game(&wthor::files(folder)?, |_, _, _, replay| self.add(&replay.before))?;
        Ok(())
    }

    pub(super) fn read_games(&mut self, path: &Path) -> anyhow::Result<()> {
        for game in records::read_file(path)? {
            let ScoredGame { replay, .. } = game?;
            self.add(&replay.before);
        }
        Ok(())
    }

    pub(super) fn positions(&self) -> Vec<Board> {
        let of_round = |reservoir: &Reservoir, round: u32| {
            let share = reservoir.share as usize;
            reservoir.boards.chunks(share).nth(round as usize).unwrap_or_default().to_vec()
        };
        let reservoirs = &self.reservoirs;
        (0..self.rounds).flat_map(|round| reservoirs.iter().flat_map(move |one| of_round(one, round))).collect()
    }

    /// Reservoir sampling: every position has the same chance to stay.
    fn add(&mut self, game: &[BoardWithTurn]) {
        for (seen, previous) in game.iter().zip([None].into_iter().chain(game.iter().map(Some))) {
            let empties = seen.board.empty().len();
            if !EMPTIES.contains(&empties) {
                continue;
            }
            let reservoir = &mut self.reservoirs[(empties - EMPTIES.start()) as usize];
            let capacity = self.rounds.saturating_mul(reservoir.share);
            reservoir.seen = reservoir.seen.saturating_add(1);
            let place = match reservoir.seen <= capacity {
                true => reservoir.seen - 1,
                false => self.random.below(reservoir.seen),
            };
            if place >= capacity {
                continue;
            }
            let sibling = previous
                .filter(|_| self.random.percent(SIBLINGS))
                .and_then(|previous| sibling(previous, &mut self.random));
            let board = sibling.unwrap_or(seen.board);
            match reservoir.boards.get_mut(place as usize) {
                Some(kept) => *kept = board,
                None => reservoir.boards.push(board),
            }
        }
    }
}

/// The position after a random move, unless the opponent has to pass.
fn sibling(previous: &BoardWithTurn, random: &mut Random) -> Option<Board> {
    let board = previous.board.play_unchecked(random.one_of(previous.board.moves()));
    (!board.moves().is_empty()).then_some(board)
}

#[cfg(test)]
mod tests {
    use outflank_rules::Square;

    use super::*;
    use crate::replay::Replay;

    fn game() -> Vec<BoardWithTurn> {
        let mut squares = Vec::<Square>::new();
        loop {
            let replay = Replay::new(squares.iter().copied()).unwrap();
            let board = if replay.after.moves().is_empty() { replay.after.pass() } else { replay.after };
            match board.moves().into_iter().next() {
                Some(square) => squares.push(square),
                None => return replay.before,
            }
        }
    }

    /// Of a number of times the same game.
    fn positions(games: usize, seed: u64, rounds: u32, twice: u8) -> Vec<Board> {
        let mut reservoirs = Reservoirs::new(seed, rounds, twice);
        (0..games).for_each(|_| reservoirs.add(&game()));
        reservoirs.positions()
    }

    #[test]
    fn a_round_has_every_number_of_empty_squares_once() {
        let positions = positions(10, 1, 3, 0);
        let empties: Vec<u32> = positions.iter().map(|board| board.empty().len()).collect();
        let of_game = game();
        let of_game = of_game.iter().map(|seen| seen.board.empty().len());
        let round: Vec<u32> = of_game.filter(|empties| EMPTIES.contains(empties)).rev().collect();
        assert!(round.len() > 30);
        assert_eq!(empties, round.repeat(3));
        assert!(positions.iter().all(|board| !board.moves().is_empty()));
    }

    #[test]
    fn a_round_has_late_positions_twice() {
        let positions = positions(10, 1, 3, 20);
        let count = |empties| positions.iter().filter(|board| board.empty().len() == empties).count();
        assert_eq!([15, 20, 21, 40].map(count), [6, 6, 3, 3]);
        let first_round = &positions[..positions.len() / 3];
        assert_eq!(first_round.iter().filter(|board| board.empty().len() == 20).count(), 2);
    }

    #[test]
    fn some_positions_are_siblings() {
        let game: Vec<Board> = game().iter().map(|seen| seen.board).collect();
        let positions = positions(20, 1, 20, 0);
        let played = positions.iter().filter(|board| game.contains(board)).count();
        assert!(played > positions.len() / 4 && played < positions.len() * 9 / 10, "{played} of {}", positions.len());
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(positions(20, 1, 5, 0), positions(20, 1, 5, 0));
        assert_ne!(positions(20, 1, 5, 0), positions(20, 2, 5, 0));
    }
}
