use outflank_rules::Square;
use outflank_study::drill::{Ending, MoveKind, MoveVerdict};
use outflank_study::puzzles::PuzzleId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ScoredMove, StudyPosition};

/// A step of an endgame puzzle that is played out after its answer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayOutRequest {
    #[schema(value_type = String)]
    pub(crate) puzzle: PuzzleId,
    /// The moves of both sides since the puzzle. Omit at the start.
    #[serde(default)]
    #[schema(example = "b8g8")]
    pub(crate) moves: Option<String>,
    /// The player's move. Omit to get the current position.
    #[serde(default, rename = "move")]
    #[schema(value_type = Option<String>, example = "g7")]
    pub(crate) square: Option<Square>,
    /// Play the best moves of both sides to the end instead.
    #[serde(default)]
    pub(crate) show: bool,
}

/// An endgame puzzle that is played out. Scores are for the player, in discs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayOutState {
    /// The moves of both sides since the puzzle, to send with the next request.
    pub(crate) moves: String,
    /// The plies begin in the puzzle's position. The player is to move, or the game is over.
    pub(crate) position: StudyPosition,
    /// About the player's move. `null` if none was sent.
    pub(crate) verdict: Option<PlayOutVerdict>,
    /// What followed the player's last move, as a sentence.
    #[schema(example = "White plays h8; Black passes; White plays g8.")]
    pub(crate) replies: Option<String>,
    /// The result, once the game is over.
    pub(crate) ending: Option<PlayOutEnding>,
}

/// What a move does to the result.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayOutVerdict {
    pub(crate) kind: PlayOutMove,
    pub(crate) played: ScoredMove,
    pub(crate) best: ScoredMove,
    /// As a sentence.
    #[schema(example = "e8 lets White draw; g7 still wins by 4.")]
    pub(crate) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlayOutMove {
    /// Of several moves, the only one with the best result.
    Only,
    /// As good as the best move.
    Best,
    /// The same result by fewer discs.
    Keeps,
    /// A win becomes a draw or a loss, or a draw a loss.
    ThrowsAway,
}

/// The result of a puzzle that was played out.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlayOutEnding {
    /// The player's margin in discs. Empty squares count for the winner.
    pub(crate) margin: i8,
    /// The margin of best play.
    pub(crate) promised: i8,
    /// As a sentence.
    #[schema(example = "Black wins by 4, the best possible result.")]
    pub(crate) text: String,
}

impl From<MoveVerdict> for PlayOutVerdict {
    fn from(verdict: MoveVerdict) -> PlayOutVerdict {
        PlayOutVerdict {
            kind: match verdict.kind {
                MoveKind::Only => PlayOutMove::Only,
                MoveKind::Best => PlayOutMove::Best,
                MoveKind::Keeps => PlayOutMove::Keeps,
                MoveKind::ThrowsAway => PlayOutMove::ThrowsAway,
            },
            played: (&verdict.played).into(),
            best: (&verdict.best).into(),
            text: verdict.to_string(),
        }
    }
}

impl From<Ending> for PlayOutEnding {
    fn from(ending: Ending) -> PlayOutEnding {
        PlayOutEnding { margin: ending.margin, promised: ending.promised, text: ending.to_string() }
    }
}
