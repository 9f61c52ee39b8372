use outflank_rules::{Bitboard, ByColor, Color, Position, Square};
use outflank_table::Ending;
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::Number;
use crate::{GameId, Name, Tag};

/// The state of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename = "state")]
pub(crate) struct State {
    /// The number of the last event.
    pub(crate) number: Number,
    /// Server time of this state, in milliseconds since 1970.
    pub(crate) at: u64,
    /// `waiting`, `running`, `paused`, `over` or `cancelled`.
    pub(crate) status: &'static str,
    /// Events since the last state.
    pub(crate) events: Vec<EventEntry>,
    /// All moves, with `pass` for a pass.
    pub(crate) moves: String,
    /// 64 characters `-`, `X` or `O`, from a1, b1 to h8.
    pub(crate) board: String,
    /// The side to move.
    #[schema(value_type = String)]
    pub(crate) turn: Color,
    /// The disc counts.
    #[schema(value_type = super::Both<u8>)]
    pub(crate) discs: ByColor<u8>,
    /// Discs left to place, if the rules limit them.
    #[schema(value_type = Option<super::Both<u8>>)]
    pub(crate) supply: Option<ByColor<u8>>,
    /// Legal moves; empty unless the game is running.
    pub(crate) legal: Vec<LegalMove>,
    pub(crate) clocks: Option<ClockFace>,
    /// Open offers.
    pub(crate) offers: Offers,
    /// Players who are away.
    #[schema(value_type = super::Both<Option<Gone>>)]
    pub(crate) gone: ByColor<Option<Gone>>,
    pub(crate) opening: Option<&'static str>,
    /// The number of moves up to the position that has this name.
    pub(crate) opening_moves: Option<usize>,
    pub(crate) result: Option<GameResult>,
    /// The next game, once a rematch is agreed.
    #[schema(value_type = Option<String>)]
    pub(crate) rematch: Option<GameId>,
    /// When the host removes the game unless a move is made, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) removed_at: Option<u64>,
}

/// A legal move.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct LegalMove {
    #[schema(value_type = String)]
    pub(crate) square: Square,
    /// The discs it flips.
    #[schema(value_type = Vec<String>)]
    pub(crate) flips: Bitboard,
}

impl LegalMove {
    pub(crate) fn all(position: &Position) -> Vec<LegalMove> {
        let squares = position.legal_moves();
        squares.into_iter().map(|square| LegalMove { square, flips: position.flips(square) }).collect()
    }
}

/// Clock times, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ClockFace {
    pub(crate) black: u64,
    pub(crate) white: u64,
    /// The side whose clock is running.
    #[schema(value_type = Option<String>)]
    pub(crate) running: Option<Color>,
}

/// The player with an open offer of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Offers {
    #[schema(value_type = Option<String>)]
    pub(crate) draw: Option<Color>,
    #[schema(value_type = Option<String>)]
    pub(crate) takeback: Option<Color>,
    #[schema(value_type = Option<String>)]
    pub(crate) rematch: Option<Color>,
}

/// A player who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Gone {
    pub(crate) since: u64,
    /// Milliseconds until the opponent may claim the win.
    pub(crate) claim_in: u64,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct GameResult {
    /// `null` for a draw.
    #[schema(value_type = Option<String>)]
    pub(crate) winner: Option<Color>,
    /// `played_out`, `resigned`, `draw_agreed`, `time_out` or `abandoned`.
    pub(crate) how: &'static str,
    /// The disc counts.
    #[schema(value_type = super::Both<u8>)]
    pub(crate) discs: ByColor<u8>,
}

impl GameResult {
    pub(crate) fn of(ending: Ending, position: &Position) -> GameResult {
        GameResult { winner: ending.winner(), how: how(ending), discs: position.counts() }
    }
}

pub(crate) fn how(ending: Ending) -> &'static str {
    match ending {
        Ending::PlayedOut(_) => "played_out",
        Ending::Resigned { .. } => "resigned",
        Ending::DrawAgreed => "draw_agreed",
        Ending::TimeOut { .. } => "time_out",
        Ending::Abandoned { .. } => "abandoned",
    }
}

/// A numbered event.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EventEntry {
    pub(crate) number: Number,
    #[serde(flatten)]
    pub(crate) event: EventKind,
}

/// An event of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum EventKind {
    /// A player took a seat.
    Joined {
        #[schema(value_type = String)]
        by: Color,
        /// The player's name.
        #[schema(value_type = Option<String>)]
        name: Option<Name>,
        /// Distinguishes players with the same name.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<String>)]
        tag: Option<Tag>,
    },
    /// The game was cancelled before it started.
    Cancelled {
        #[schema(value_type = String)]
        by: Color,
    },
    Opened {
        at: u64,
    },
    Played {
        #[schema(value_type = String)]
        by: Color,
        #[schema(value_type = String)]
        square: Square,
        /// The flipped discs.
        #[schema(value_type = Vec<String>)]
        flips: Bitboard,
        at: u64,
    },
    /// A player had no legal move.
    Passed {
        #[schema(value_type = String)]
        by: Color,
    },
    DrawOffered {
        #[schema(value_type = String)]
        by: Color,
    },
    DrawDeclined {
        #[schema(value_type = String)]
        by: Color,
    },
    TakebackAsked {
        #[schema(value_type = String)]
        by: Color,
    },
    TakebackDeclined {
        #[schema(value_type = String)]
        by: Color,
    },
    /// Moves were taken back, with the passes after them.
    TakenBack {
        /// The player who asked.
        #[schema(value_type = String)]
        by: Color,
        /// The number of moves.
        placements: usize,
        at: u64,
    },
    RematchOffered {
        #[schema(value_type = String)]
        by: Color,
    },
    RematchDeclined {
        #[schema(value_type = String)]
        by: Color,
    },
    RematchAgreed,
    /// A player went away.
    Left {
        #[schema(value_type = String)]
        by: Color,
        at: u64,
    },
    /// A player came back.
    Returned {
        #[schema(value_type = String)]
        by: Color,
        at: u64,
    },
    Paused {
        at: u64,
    },
    Resumed {
        at: u64,
    },
    Ended {
        /// As in the result.
        how: &'static str,
        #[schema(value_type = Option<String>)]
        winner: Option<Color>,
        at: u64,
    },
    /// A rematch was created.
    Continued {
        #[schema(value_type = String)]
        game: GameId,
    },
}
