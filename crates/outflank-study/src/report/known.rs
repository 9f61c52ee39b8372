//! Where a game left what was played before.

use std::fmt;
use std::io::{Read, Seek};

use outflank_rules::{Game, Position, Rules, Square, Symmetry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::schema::SquareName;
use crate::index::{Filter, GameView, Index, OpenIndexError};

/// Where a game left what was played in the other games of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownPlay {
    /// After how many placements the game had its last position that another game also had.
    pub placements: usize,
    /// In how many other games that position was.
    pub games: usize,
    /// The move after which the position was new; nothing if the game ended before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<SquareName>")]
    pub left_with: Option<Square>,
    /// What was played there most often, as the board of this game lies; nothing if no other game went on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<Usual>,
}

/// What was played most often in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Usual {
    /// The move.
    #[serde(rename = "move")]
    #[schemars(with = "SquareName")]
    pub mv: Square,
    /// In how many games it was played.
    pub games: usize,
}

impl KnownPlay {
    /// Where a game left the games of an index. Nothing if it is not by the standard rules from the usual start, or if there is no other
    /// game to leave.
    ///
    /// Games that have all moves of this one and no others are this game, and do not count.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use std::num::NonZeroUsize;
    ///
    /// use outflank_formats::plain;
    /// use outflank_rules::Square;
    /// use outflank_study::index::{Collection, Index};
    /// use outflank_study::report::KnownPlay;
    ///
    /// let mut collection = Collection::default();
    /// let source = collection.add_source("my games");
    /// collection.add_record(&plain::parse("f5d6c3d3c4")?.check()?, source, 1)?;
    /// let mut bytes = Vec::new();
    /// collection.write(&mut bytes, b"a key", NonZeroUsize::MIN)?;
    /// let mut index = Index::open(Cursor::new(bytes), b"a key")?;
    ///
    /// let known = KnownPlay::of(plain::parse("f5d6c3f4")?.check()?.game(), &mut index)?.expect("f5 was played");
    /// assert_eq!((known.placements, known.games, known.left_with), (3, 1, Some(Square::F4)));
    /// assert_eq!(known.usual.map(|usual| usual.mv), Some(Square::D3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<R: Read + Seek>(game: &Game, index: &mut Index<R>) -> Result<Option<KnownPlay>, OpenIndexError> {
        if *game.start() != Position::initial(Rules::Standard) {
            return Ok(None);
        }
        let moves: Vec<Square> = game.placements().collect();
        let before_moves = game.plies().iter().filter(|ply| ply.mv.square().is_some()).map(|ply| ply.before);
        let positions: Vec<Position> = before_moves.chain([*game.position()]).collect();
        // From the end: a game that left known play may come back by another order of moves, and few games are found late in it.
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

/// Whether a game has exactly these moves, however the board is turned.
fn is_this_game(view: &GameView<'_>, moves: &[Square]) -> bool {
    let is_turned_by = |turn: Symmetry| view.moves().map(|square| turn.square(square)).eq(moves.iter().copied());
    view.moves().len() == moves.len() && Symmetry::ALL.into_iter().any(is_turned_by)
}
