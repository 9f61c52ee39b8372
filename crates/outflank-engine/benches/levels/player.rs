//! Who plays: the levels, and players whose strength everybody can picture.

use std::fmt;
use std::str::FromStr;

use outflank_engine::{Engine, Level, Options};
use outflank_rules::{Bitboard, Game, Position, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Level(Level),
    /// Plays any legal move, all with the same probability.
    Random,
    /// Flips as many discs as it can; of the moves that flip most it plays any.
    Greedy,
    /// Takes a corner if it can; otherwise it avoids the X- and C-squares of every empty corner if it can. Of the moves
    /// that are left it plays any.
    Novice,
}

const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];

impl Player {
    /// The engine for its games; reference players need none.
    pub(crate) fn engine(self) -> Option<Engine> {
        let Player::Level(level) = self else { return None };
        let options = match level.makes_mistakes() {
            // The searches are short, and a large table would take longer to clear than the game to play.
            true => Options { table_mebibytes: 1, ..Options::default() },
            false => Options::default(),
        };
        Some(Engine::new(options))
    }

    /// Its move in a game that is not over.
    pub(crate) fn choose(self, game: &Game, engine: Option<&Engine>, random: &mut Random) -> Square {
        let position = game.position();
        let squares = position.legal_moves();
        match self {
            Player::Level(level) => {
                let analysis = engine.unwrap().analyze(*position, level.limits(position));
                level.pick(position, &analysis, random.next()).unwrap().square().unwrap()
            }
            Player::Random => random.choose(squares),
            Player::Greedy => random.choose(most_flips(position, squares)),
            Player::Novice => random.choose(corners_or_safe(position, squares)),
        }
    }
}

fn most_flips(position: &Position, squares: Bitboard) -> Bitboard {
    let flips = |square| position.flips(square).len();
    let most = squares.into_iter().map(flips).max().unwrap();
    squares.into_iter().filter(|&square| flips(square) == most).collect()
}

fn corners_or_safe(position: &Position, squares: Bitboard) -> Bitboard {
    let corners: Bitboard = CORNERS.into_iter().collect();
    let safe = squares - (corners & position.empty()).neighbours();
    [squares & corners, safe, squares].into_iter().find(|set| !set.is_empty()).unwrap()
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Level(level) => level.fmt(f),
            Player::Random => f.write_str("random"),
            Player::Greedy => f.write_str("greedy"),
            Player::Novice => f.write_str("novice"),
        }
    }
}

impl FromStr for Player {
    type Err = outflank_engine::ParseLevelError;

    fn from_str(text: &str) -> Result<Player, Self::Err> {
        Ok(match text {
            "random" => Player::Random,
            "greedy" => Player::Greedy,
            "novice" => Player::Novice,
            level => Player::Level(level.parse()?),
        })
    }
}

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn choose(&mut self, squares: Bitboard) -> Square {
        let index = self.next() % u64::from(squares.len());
        squares.into_iter().nth(index as usize).unwrap()
    }
}
