use std::collections::HashMap;

use outflank_rules::{Board, Game};

use crate::Score;

/// Few games agree for longer.
const MAX_PLIES: usize = 30;

/// A position that half as many games reach costs as much as two plies of the best line.
const HALVING_COST: u64 = Score::UNITS_PER_DISC as u64;

/// How many games reach each position.
#[derive(Clone, Debug, Default)]
pub struct Popularity {
    games: u32,
    reached: HashMap<Board, u32>,
}

impl Popularity {
    /// Counts a game. Symmetric positions are the same; games by other rules do not count.
    pub fn add(&mut self, game: &Game) {
        if !game.start().rules().is_standard() {
            return;
        }
        self.games = self.games.saturating_add(1);
        let before = game.plies().iter().map(|ply| &ply.before);
        let positions = before.chain([game.position()]).take(MAX_PLIES);
        for board in positions.filter_map(|position| position.board()).filter(|board| !board.moves().is_empty()) {
            let reached = self.reached.entry(board.canonical()).or_default();
            *reached = reached.saturating_add(1);
        }
    }

    /// Number of games.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// What it costs to reach a position as people do: a fixed amount for each halving of the games. `None` if fewer than two
    /// games reach it.
    pub(super) fn cost(&self, board: Board) -> Option<i32> {
        let reached = self.reached.get(&board).copied().filter(|&reached| reached > 1)?;
        Some(halvings(self.games).saturating_sub(halvings(reached)) as i32)
    }
}

/// The binary logarithm of a positive number, times [`HALVING_COST`], interpolated: the same on every machine.
fn halvings(number: u32) -> u64 {
    let whole = number.ilog2();
    let rest = u64::from(number) - (1 << whole);
    u64::from(whole) * HALVING_COST + ((rest * HALVING_COST) >> whole)
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Position, Rules};

    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::new(Position::initial(Rules::Standard));
        for square in moves.split(' ') {
            game.play(square.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn a_position_costs_a_disc_for_each_halving_of_the_games() {
        let mut popularity = Popularity::default();
        for moves in ["f5 d6", "d3 c5", "c4 e3", "e6 f4", "f5 f6", "f5 f6", "f5 f4", "f5 d6"] {
            popularity.add(&game(moves));
        }
        let cost = |moves| popularity.cost(game(moves).position().board().unwrap().canonical());
        assert_eq!(popularity.games(), 8);
        assert_eq!(cost("f5"), Some(0));
        assert_eq!(cost("f5 d6"), Some(halvings(8) as i32 - halvings(5) as i32));
        assert_eq!(cost("f5 f6"), Some(2 * Score::UNITS_PER_DISC));
        assert_eq!(cost("f5 f4"), None, "a single game is no evidence");
    }

    #[test]
    fn halvings_never_decrease() {
        assert!((1..5000).all(|number| halvings(number) <= halvings(number + 1)));
        assert_eq!(halvings(1 << 20), 20 * HALVING_COST);
        assert!(halvings(u32::MAX) < 32 * HALVING_COST);
    }
}
