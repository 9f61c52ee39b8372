//! Which positions are searched.

use std::fs::File;
use std::io::BufReader;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::Context;
use outflank_rules::Board;

use crate::games::Games;
use crate::random::Random;
use crate::replay::{Replay, Seen};
use crate::wthor::Tournaments;

/// Positions with so many empty squares are taken: where searches are deep enough for ProbCut and not over at once.
const EMPTIES: RangeInclusive<u32> = 10..=56;
/// Percentage of positions that come after a different move than the one played: a search visits more of those.
const BESIDE: u32 = 50;

/// A random sample of positions for every number of empty squares (reservoir sampling).
pub(super) struct Sampling {
    /// For each of [`EMPTIES`].
    drawn: Vec<Drawn>,
    rounds: u32,
    random: Random,
}

/// The positions of one number of empty squares.
struct Drawn {
    boards: Vec<Board>,
    /// How many there were to draw from.
    seen: u32,
    /// How many come in a round.
    share: u32,
}

impl Sampling {
    /// So many rounds, in each of which every number of empty squares comes once; up to `twice` it comes twice, because
    /// only those positions are also solved.
    pub(super) fn new(seed: u64, rounds: u32, twice: u8) -> Sampling {
        let share = |empties| if empties <= u32::from(twice) { 2 } else { 1 };
        let drawn = EMPTIES.map(|empties| Drawn { boards: Vec::new(), seen: 0, share: share(empties) }).collect();
        Sampling { drawn, rounds, random: Random::of(seed, 0) }
    }

    /// Reads the games of a folder of the WTHOR database.
    pub(super) fn read_wthor(&mut self, folder: &Path) -> anyhow::Result<()> {
        for moves in Tournaments::read(folder)?.games {
            let replay = Replay::new(moves.iter().copied()).context("a game that was just read is legal")?;
            self.add(&replay.before);
        }
        Ok(())
    }

    /// Reads a file of self-play.
    pub(super) fn read_games(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = || path.display().to_string();
        for game in Games::new(BufReader::new(File::open(path).with_context(name)?)).with_context(name)? {
            self.add(&game.with_context(name)?.replay.before);
        }
        Ok(())
    }

    /// The positions, round by round: so that whatever number of them is searched is evenly spread.
    pub(super) fn positions(&self) -> Vec<Board> {
        let of_round = |drawn: &Drawn, round: u32| {
            let share = drawn.share as usize;
            drawn.boards.chunks(share).nth(round as usize).unwrap_or_default().to_vec()
        };
        (0..self.rounds).flat_map(|round| self.drawn.iter().flat_map(move |drawn| of_round(drawn, round))).collect()
    }

    /// Draws from the positions of a game. Every position that is read has the same chance to stay.
    fn add(&mut self, game: &[Seen]) {
        for (seen, previous) in game.iter().zip([None].into_iter().chain(game.iter().map(Some))) {
            let empties = seen.board.empty().len();
            if !EMPTIES.contains(&empties) {
                continue;
            }
            let drawn = &mut self.drawn[(empties - EMPTIES.start()) as usize];
            let most = self.rounds.saturating_mul(drawn.share);
            drawn.seen = drawn.seen.saturating_add(1);
            let place = match drawn.seen <= most {
                true => drawn.seen - 1,
                false => self.random.below(drawn.seen),
            };
            if place >= most {
                continue;
            }
            let beside = previous
                .filter(|_| self.random.percent(BESIDE))
                .and_then(|previous| beside(previous, &mut self.random));
            let board = beside.unwrap_or(seen.board);
            match drawn.boards.get_mut(place as usize) {
                Some(kept) => *kept = board,
                None => drawn.boards.push(board),
            }
        }
    }
}

/// The position after any move, unless the opponent has to pass.
fn beside(previous: &Seen, random: &mut Random) -> Option<Board> {
    let board = previous.board.play_unchecked(random.one_of(previous.board.moves()));
    (!board.moves().is_empty()).then_some(board)
}

#[cfg(test)]
mod tests {
    use outflank_rules::Square;

    use super::*;

    /// A game in which always the first possible move is made.
    fn game() -> Vec<Seen> {
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

    #[test]
    fn every_number_of_empty_squares_comes_once_in_a_round() {
        let mut sampling = Sampling::new(1, 3, 0);
        (0..10).for_each(|_| sampling.add(&game()));
        let positions = sampling.positions();
        let empties: Vec<u32> = positions.iter().map(|board| board.empty().len()).collect();
        let round: Vec<u32> = game()
            .iter()
            .map(|seen| seen.board.empty().len())
            .filter(|empties| EMPTIES.contains(empties))
            .rev()
            .collect();
        assert!(round.len() > 30);
        assert_eq!(empties, round.repeat(3));
        assert!(positions.iter().all(|board| !board.moves().is_empty()));
    }

    #[test]
    fn late_positions_come_twice_in_a_round() {
        let mut sampling = Sampling::new(1, 3, 20);
        (0..10).for_each(|_| sampling.add(&game()));
        let positions = sampling.positions();
        let count = |empties| positions.iter().filter(|board| board.empty().len() == empties).count();
        assert_eq!([15, 20, 21, 40].map(count), [6, 6, 3, 3]);
        let first_round = &positions[..positions.len() / 3];
        assert_eq!(first_round.iter().filter(|board| board.empty().len() == 20).count(), 2);
    }

    #[test]
    fn some_positions_are_beside_the_game() {
        let mut sampling = Sampling::new(1, 20, 0);
        (0..20).for_each(|_| sampling.add(&game()));
        let game: Vec<Board> = game().iter().map(|seen| seen.board).collect();
        let positions = sampling.positions();
        let played = positions.iter().filter(|board| game.contains(board)).count();
        assert!(played > positions.len() / 4 && played < positions.len() * 9 / 10, "{played} of {}", positions.len());
    }

    #[test]
    fn the_seed_decides() {
        let positions = |seed| {
            let mut sampling = Sampling::new(seed, 5, 0);
            (0..20).for_each(|_| sampling.add(&game()));
            sampling.positions()
        };
        assert_eq!(positions(1), positions(1));
        assert_ne!(positions(1), positions(2));
    }
}
