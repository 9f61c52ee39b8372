use outflank_formats::board_string;
use outflank_rules::{Bitboard, ByColor, Color, Position, Rules, Square};
use serde::Serialize;
use utoipa::ToSchema;

use super::{ClockSetting, State, TakebackSetting};
use crate::{GameId, Name, Tag};

/// A complete game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename = "full")]
pub(crate) struct FullGame {
    #[schema(value_type = String)]
    pub(crate) id: GameId,
    /// `standard`, `orthogonal`, `thirty` or `shellos`.
    #[schema(value_type = String)]
    pub(crate) rules: Rules,
    /// Whether anyone may watch.
    pub(crate) public: bool,
    pub(crate) takebacks: TakebackSetting,
    /// Creation time, in milliseconds since 1970.
    pub(crate) created: u64,
    /// Clock settings, if the game is timed.
    pub(crate) clock: Option<ClockSetting>,
    /// The starting position.
    pub(crate) start: Start,
    #[schema(value_type = super::Both<Player>)]
    pub(crate) players: ByColor<Player>,
    /// The client's own seats.
    #[schema(value_type = Vec<String>)]
    pub(crate) you: Vec<Color>,
    /// The previous game, if this is a rematch.
    #[schema(value_type = Option<String>)]
    pub(crate) rematch_of: Option<GameId>,
    /// All plies, including passes.
    pub(crate) plies: Vec<Ply>,
    /// The current state.
    pub(crate) state: State,
}

/// A starting position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Start {
    /// 64 characters `-`, `X` or `O`, from a1, b1 to h8.
    pub(crate) board: String,
    /// The side to move.
    #[schema(value_type = String)]
    pub(crate) turn: Color,
}

impl Start {
    pub(crate) fn of(position: &Position) -> Start {
        Start { board: cells(position), turn: position.turn() }
    }
}

pub(crate) fn cells(position: &Position) -> String {
    let mut cells = board_string::write(position);
    cells.truncate(64);
    cells
}

/// A player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Player {
    pub(crate) kind: PlayerKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<u8>,
    /// The player's name.
    #[schema(value_type = Option<String>)]
    pub(crate) name: Option<Name>,
    /// Four letters or digits that distinguish players with the same name. The same in all games of one secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "k3f9")]
    pub(crate) tag: Option<Tag>,
    /// Whether the player has taken the seat.
    pub(crate) joined: bool,
    /// Whether anyone may take the seat.
    pub(crate) open: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlayerKind {
    /// A person, or a program that uses the API.
    Human,
    /// The server's engine.
    Engine,
}

/// A move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Ply {
    #[schema(value_type = String)]
    pub(crate) by: Color,
    /// `null` for a pass.
    #[schema(value_type = Option<String>)]
    pub(crate) square: Option<Square>,
    /// The flipped discs.
    #[schema(value_type = Vec<String>)]
    pub(crate) flips: Bitboard,
}

impl Ply {
    pub(crate) fn of(ply: &outflank_rules::Ply) -> Ply {
        let square = ply.mv.square();
        Ply { by: ply.before.turn(), square, flips: square.map_or(Bitboard::EMPTY, |square| ply.before.flips(square)) }
    }
}
