//! Where a game left known play.

use std::fmt;
use std::io::{Read, Seek};

use outflank_rules::{Game, Position, Rules, Square, Symmetry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::schema::SquareName;
use crate::index::{Filter, GameView, Index, OpenIndexError};

/// Where a game left the games of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownPlay {
    /// The number of placements up to the last position shared with another game.
    pub placements: usize,
    /// The number of other games with that position.
    pub games: usize,
    /// The first new move; missing if the game ended before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<SquareName>")]
    pub left_with: Option<Square>,
    /// The most frequent move there, in the orientation of this game; missing if no other game continued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<Usual>,
}

/// The most frequent move in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Usual {
    /// The move.
    #[serde(rename = "move")]
    #[schemars(with = "SquareName")]
    pub mv: Square,
    /// The number of games with this move.
    pub games: usize,
}

impl KnownPlay {
    /// Where a game left the games of an index. `None` if it is not a standard game from the initial position, or no other game
    /// shares a position.
    ///
    /// Games with exactly the same moves are taken for this game and do not count.
    pub fn of<R: Read + Seek>(game: &Game, index: &mut Index<R>) -> Result<Option<KnownPlay>, OpenIndexError> {
        if *game.start() != Position::initial(Rules::Standard) {
            return Ok(None);
        }
        let moves: Vec<Square> = game.placements().collect();
        let before_moves = game.plies().iter().filter(|ply| ply.mv.square().is_some()).map(|ply| ply.before);
        let positions: Vec<Position> = before_moves.chain([*game.position()]).collect();
        // From the end: a game may transpose back into known play, and late positions match few games.
        for (placements, position) in positions.iter().enumerate().rev() {
            let mut games = index.find(&Filter { position: Some(*position), ..Filter::default() })?;
            games.retain(|&id| index.game(id).is_some_and(|view| !is_this_game(&view, &moves)));
            if games.is_empty() {
                continue;
            }
            let continuations = index.continuations(position, &games);
            let usual = continuations.iter().find_map(|next| Some(Usual { mv: next.mv?, games: next.tally.games }));
            let left_with = moves.get(placements).copied();
            return Ok(Some(KnownPlay { placements, games: games.len(), left_with, usual }));
        }
        Ok(None)
    }
}

impl fmt::Display for KnownPlay {
    /// A clause: "left with 14. d8; 7 other games reached the position before it, where d3 was most common (4)".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = match self.games {
            1 => "1 other game".to_owned(),
            games => format!("{games} other games"),
        };
        match self.left_with {
            Some(square) => {
                write!(f, "left with {}. {square}; {others} reached the position before it", self.placements + 1)?;
            }
            None => write!(f, "the whole game; {others} reached its last position")?,
        }
        match &self.usual {
            Some(Usual { mv, games }) => write!(f, ", where {mv} was most common ({games})"),
            None => Ok(()),
        }
    }
}

fn is_this_game(view: &GameView<'_>, moves: &[Square]) -> bool {
    let is_turned_by = |turn: Symmetry| view.moves().map(|square| turn.square(square)).eq(moves.iter().copied());
    view.moves().len() == moves.len() && Symmetry::ALL.into_iter().any(is_turned_by)
}
