//! Where a game stands.

use outflank_rules::{Bitboard, ByColor, Color, Position, Square};
use outflank_table::Ending;
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::Number;
use crate::{GameId, Name, Tag};

/// Where a game stands, and what led there.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename = "state")]
pub(crate) struct State {
    /// The number of the last event.
    pub(crate) number: Number,
    /// The moment for which this holds.
    pub(crate) at: u64,
    /// `waiting`, `running`, `paused`, `over` or `cancelled`.
    pub(crate) status: &'static str,
    /// What led here since the last state.
    pub(crate) events: Vec<EventEntry>,
    /// All moves, with `pass` for a pass.
    pub(crate) moves: String,
    /// 64 characters of `-`, `X` and `O`: a1, b1, to h8.
    pub(crate) board: String,
    /// Who is to move.
    #[schema(value_type = String)]
    pub(crate) turn: Color,
    /// How many discs each has.
    #[schema(value_type = super::Both<u8>)]
    pub(crate) discs: ByColor<u8>,
    /// How many discs each has left to place, in games that count them.
    #[schema(value_type = Option<super::Both<u8>>)]
    pub(crate) supply: Option<ByColor<u8>>,
    /// What can be played; nothing unless the game runs.
    pub(crate) legal: Vec<LegalMove>,
    /// The clocks, if there are any.
    pub(crate) clocks: Option<ClockFace>,
    /// Who has offered what.
    pub(crate) offers: Offers,
    /// Who is gone.
    #[schema(value_type = super::Both<Option<Gone>>)]
    pub(crate) gone: ByColor<Option<Gone>>,
    /// The name of the opening.
    pub(crate) opening: Option<&'static str>,
    /// How it ended.
    pub(crate) result: Option<GameResult>,
    /// The next game, once both agreed on one.
    #[schema(value_type = Option<String>)]
    pub(crate) rematch: Option<GameId>,
}

/// A square that can be played.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct LegalMove {
    /// Where.
    #[schema(value_type = String)]
    pub(crate) square: Square,
    /// What it would flip.
    #[schema(value_type = Vec<String>)]
    pub(crate) flips: Bitboard,
}

impl LegalMove {
    /// Everything that can be played in a position.
    pub(crate) fn all(position: &Position) -> Vec<LegalMove> {
        let squares = position.legal_moves();
        squares.into_iter().map(|square| LegalMove { square, flips: position.flips(square) }).collect()
    }
}

/// What the clocks show, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ClockFace {
    /// What Black has left.
    pub(crate) black: u64,
    /// What White has left.
    pub(crate) white: u64,
    /// Whose clock runs.
    #[schema(value_type = Option<String>)]
    pub(crate) running: Option<Color>,
}

/// Who has offered what and waits for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Offers {
    /// A draw.
    #[schema(value_type = Option<String>)]
    pub(crate) draw: Option<Color>,
    /// To take back.
    #[schema(value_type = Option<String>)]
    pub(crate) takeback: Option<Color>,
    /// Another game.
    #[schema(value_type = Option<String>)]
    pub(crate) rematch: Option<Color>,
}

/// Somebody is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Gone {
    /// Since when.
    pub(crate) since: u64,
    /// In how many milliseconds the opponent may claim the game.
    pub(crate) claim_in: u64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct GameResult {
    /// Who won; nobody if it is a draw.
    #[schema(value_type = Option<String>)]
    pub(crate) winner: Option<Color>,
    /// `played_out`, `resigned`, `draw_agreed`, `time_out` or `abandoned`.
    pub(crate) how: &'static str,
    /// The discs on the board.
    #[schema(value_type = super::Both<u8>)]
    pub(crate) discs: ByColor<u8>,
}

impl GameResult {
    /// How a game that stands like this ended.
    pub(crate) fn of(ending: Ending, position: &Position) -> GameResult {
        GameResult { winner: ending.winner(), how: how(ending), discs: position.counts() }
    }
}

/// How a game ended, in a word.
pub(crate) fn how(ending: Ending) -> &'static str {
    match ending {
        Ending::PlayedOut(_) => "played_out",
        Ending::Resigned { .. } => "resigned",
        Ending::DrawAgreed => "draw_agreed",
        Ending::TimeOut { .. } => "time_out",
        Ending::Abandoned { .. } => "abandoned",
    }
}

/// Something that happened, with its number.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EventEntry {
    /// Its number.
    pub(crate) number: Number,
    /// What happened.
    #[serde(flatten)]
    pub(crate) event: EventKind,
}

/// What can happen.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum EventKind {
    /// A player sat down.
    Joined {
        /// Where.
        #[schema(value_type = String)]
        by: Color,
        /// What to be called.
        #[schema(value_type = Option<String>)]
        name: Option<Name>,
        /// What tells the player apart from others of that name.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<String>)]
        tag: Option<Tag>,
    },
    /// The game was withdrawn.
    Cancelled {
        /// By whom.
        #[schema(value_type = String)]
        by: Color,
    },
    /// The game began.
    Opened {
        /// When.
        at: u64,
    },
    /// A disc was placed.
    Played {
        /// By whom.
        #[schema(value_type = String)]
        by: Color,
        /// Where.
        #[schema(value_type = String)]
        square: Square,
        /// What it flipped.
        #[schema(value_type = Vec<String>)]
        flips: Bitboard,
        /// When.
        at: u64,
    },
    /// A player had nothing to play.
    Passed {
        /// Who.
        #[schema(value_type = String)]
        by: Color,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        #[schema(value_type = String)]
        by: Color,
    },
    /// A draw was declined.
    DrawDeclined {
        /// By whom.
        #[schema(value_type = String)]
        by: Color,
    },
    /// A player asked to take back.
    TakebackAsked {
        /// Who.
        #[schema(value_type = String)]
        by: Color,
    },
    /// It was not allowed to take back.
    TakebackDeclined {
        /// By whom.
        #[schema(value_type = String)]
        by: Color,
    },
    /// Placements were taken back, with the passes after each.
    TakenBack {
        /// Whose wish it was.
        #[schema(value_type = String)]
        by: Color,
        /// How many.
        placements: usize,
        /// When.
        at: u64,
    },
    /// Another game was offered.
    RematchOffered {
        /// By whom.
        #[schema(value_type = String)]
        by: Color,
    },
    /// Another game was refused.
    RematchDeclined {
        /// By whom.
        #[schema(value_type = String)]
        by: Color,
    },
    /// Another game was agreed on.
    RematchAgreed,
    /// A player is gone.
    Left {
        /// Who.
        #[schema(value_type = String)]
        by: Color,
        /// Since when.
        at: u64,
    },
    /// A player is back.
    Returned {
        /// Who.
        #[schema(value_type = String)]
        by: Color,
        /// Since when.
        at: u64,
    },
    /// The clocks were stopped.
    Paused {
        /// When.
        at: u64,
    },
    /// The clocks run again.
    Resumed {
        /// When.
        at: u64,
    },
    /// The game is over.
    Ended {
        /// How, as in the result.
        how: &'static str,
        /// Who won.
        #[schema(value_type = Option<String>)]
        winner: Option<Color>,
        /// When.
        at: u64,
    },
    /// There is a rematch.
    Continued {
        /// The next game.
        #[schema(value_type = String)]
        game: GameId,
    },
}
