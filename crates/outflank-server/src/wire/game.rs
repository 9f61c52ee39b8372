//! A whole game.

use outflank_formats::board_string;
use outflank_rules::{Bitboard, ByColor, Color, Position, Rules, Square};
use serde::Serialize;
use utoipa::ToSchema;

use super::{ClockSetting, State, TakebackSetting};
use crate::{GameId, Name, Tag};

/// Everything about a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename = "full")]
pub(crate) struct FullGame {
    /// Its name.
    #[schema(value_type = String)]
    pub(crate) id: GameId,
    /// What it is played by.
    #[schema(value_type = String)]
    pub(crate) rules: Rules,
    /// Whether everybody may watch.
    pub(crate) public: bool,
    /// Whether moves may be taken back.
    pub(crate) takebacks: TakebackSetting,
    /// When it was made.
    pub(crate) created: u64,
    /// The time on each clock.
    pub(crate) clock: Option<ClockSetting>,
    /// Where it started.
    pub(crate) start: Start,
    /// Who plays.
    #[schema(value_type = super::Both<Player>)]
    pub(crate) players: ByColor<Player>,
    /// The seats of who asks.
    #[schema(value_type = Vec<String>)]
    pub(crate) you: Vec<Color>,
    /// The game before it.
    #[schema(value_type = Option<String>)]
    pub(crate) rematch_of: Option<GameId>,
    /// What was played, passes included.
    pub(crate) plies: Vec<Ply>,
    /// Where it stands.
    pub(crate) state: State,
}

/// A position to start from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Start {
    /// 64 characters of `-`, `X` and `O`: a1, b1, to h8.
    pub(crate) board: String,
    /// Who is to move.
    #[schema(value_type = String)]
    pub(crate) turn: Color,
}

impl Start {
    /// A game that starts here.
    pub(crate) fn of(position: &Position) -> Start {
        Start { board: cells(position), turn: position.turn() }
    }
}

/// The 64 characters of a board.
pub(crate) fn cells(position: &Position) -> String {
    let mut cells = board_string::write(position);
    cells.truncate(64);
    cells
}

/// A player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Player {
    /// A person, or a program that came over the network; or the engine of the server.
    pub(crate) kind: PlayerKind,
    /// The engine's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<u8>,
    /// What to be called.
    #[schema(value_type = Option<String>)]
    pub(crate) name: Option<Name>,
    /// What tells the player apart from others of that name: four letters and digits that are the same in all games of one secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "k3f9")]
    pub(crate) tag: Option<Tag>,
    /// Whether the player has sat down.
    pub(crate) joined: bool,
    /// Whether anyone may sit down here.
    pub(crate) open: bool,
}

/// What a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlayerKind {
    /// A person, or a program that came over the network.
    Human,
    /// The engine of the server.
    Engine,
}

/// A placement or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Ply {
    /// Whose.
    #[schema(value_type = String)]
    pub(crate) by: Color,
    /// Where; nowhere if it is a pass.
    #[schema(value_type = Option<String>)]
    pub(crate) square: Option<Square>,
    /// What it flipped.
    #[schema(value_type = Vec<String>)]
    pub(crate) flips: Bitboard,
}

impl Ply {
    /// A ply of a game.
    pub(crate) fn of(ply: &outflank_rules::Ply) -> Ply {
        let square = ply.mv.square();
        Ply { by: ply.before.turn(), square, flips: square.map_or(Bitboard::EMPTY, |square| ply.before.flips(square)) }
    }
}
