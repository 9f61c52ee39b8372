use std::fmt;
use std::str::FromStr;

use outflank_engine::{Engine, Level, Options};
use outflank_rules::{Bitboard, Game, Position, SplitMix64, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Level(Level),
    Random,
    Greedy,
    /// A corner if possible; otherwise any move, away from the X- and C-squares of empty corners if possible.
    Novice,
}

impl Player {
    pub(crate) fn engine(self) -> Option<Engine> {
        let Player::Level(level) = self else { return None };
        let options = match level.makes_mistakes() {
            // Searches are short, and clearing a large table would take longer than the game.
            true => Options { table_mebibytes: 1, ..Options::default() },
            false => Options::default(),
        };
        Some(Engine::new(options))
    }

    pub(crate) fn choose(self, game: &Game, engine: Option<&Engine>, random: &mut SplitMix64) -> Square {
        let position = game.position();
        let squares = position.legal_moves();
        match self {
            Player::Level(level) => {
                let analysis = engine.unwrap().analyze(*position, level.limits(position));
                level.pick(position, &analysis, random.next()).unwrap().square().unwrap()
            }
            Player::Random => pick(random, squares),
            Player::Greedy => pick(random, most_flips(position, squares)),
            Player::Novice => pick(random, corners_or_safe(position, squares)),
        }
    }
}

fn most_flips(position: &Position, squares: Bitboard) -> Bitboard {
    let flips = |square| position.flips(square).len();
    let most = squares.into_iter().map(flips).max().unwrap();
    squares.into_iter().filter(|&square| flips(square) == most).collect()
}

fn corners_or_safe(position: &Position, squares: Bitboard) -> Bitboard {
    let safe = squares - (Bitboard::CORNERS & position.empty()).neighbours();
    [squares & Bitboard::CORNERS, safe, squares].into_iter().find(|set| !set.is_empty()).unwrap()
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

fn pick(random: &mut SplitMix64, squares: Bitboard) -> Square {
    let index = random.next() % u64::from(squares.len());
    squares.into_iter().nth(index as usize).unwrap()
}
