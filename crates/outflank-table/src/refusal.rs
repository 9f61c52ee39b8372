//! Why a command is not carried out.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use outflank_rules::{Color, IllegalMove};

use crate::Offer;

/// Why a command is not carried out. Its text is a sentence for the one who gave it.
///
/// ```
/// use outflank_rules::Color;
/// use outflank_table::{Offer, Refusal};
///
/// assert_eq!(Refusal::NotYourTurn { turn: Color::White }.to_string(), "it is white's turn");
/// assert_eq!(Refusal::OwnOffer(Offer::Draw).to_string(), "your opponent must answer your draw offer, not you");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A watcher gave a command.
    Watching,
    /// The host gave a command that is for players.
    NotForHost,
    /// A player gave a command that is for the host.
    NotForPlayers,
    /// The game has ended.
    GameOver,
    /// The game has not ended, as it must have before another is offered.
    NotOver,
    /// The game is paused.
    Paused,
    /// The game is not paused, and cannot be resumed.
    NotPaused,
    /// It is the opponent's turn.
    NotYourTurn {
        /// Whose turn it is.
        turn: Color,
    },
    /// The rules do not allow the move.
    Illegal(IllegalMove),
    /// The player has made this offer, and it has not been answered yet.
    AlreadyOffered(Offer),
    /// The opponent has made no such offer.
    NothingOffered(Offer),
    /// The player made this offer, and cannot answer it too.
    OwnOffer(Offer),
    /// The opponent has asked to take back, and must be answered first.
    AnswerTakebackFirst,
    /// At this table nothing is taken back.
    NoTakebacks,
    /// The player has not placed a disc yet.
    NothingToTakeBack,
    /// Another game has been agreed on.
    RematchAgreed,
    /// The player is gone already.
    AlreadyGone,
    /// The player is not gone, and cannot return.
    NotGone,
    /// The opponent is not gone, so that there is nothing to claim.
    OpponentPresent,
    /// The opponent has not been gone for long enough.
    MayStillReturn {
        /// How long it takes until the game can be claimed.
        left: Duration,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Watching => f.write_str("those who watch take no part in the game"),
            Refusal::NotForHost => f.write_str("only a player can do this"),
            Refusal::NotForPlayers => f.write_str("only the program that runs the table can do this"),
            Refusal::GameOver => f.write_str("the game is over"),
            Refusal::NotOver => f.write_str("the game is not over yet"),
            Refusal::Paused => f.write_str("the game is paused"),
            Refusal::NotPaused => f.write_str("the game is not paused"),
            Refusal::NotYourTurn { turn } => write!(f, "it is {turn}'s turn"),
            Refusal::Illegal(illegal) => illegal.fmt(f),
            Refusal::AlreadyOffered(offer) => write!(f, "your {offer} offer has not been answered yet"),
            Refusal::NothingOffered(offer) => write!(f, "there is no {offer} offer to answer"),
            Refusal::OwnOffer(offer) => write!(f, "your opponent must answer your {offer} offer, not you"),
            Refusal::AnswerTakebackFirst => {
                f.write_str("your opponent has asked to take back a move and waits for an answer")
            }
            Refusal::NoTakebacks => f.write_str("moves are not taken back in this game"),
            Refusal::NothingToTakeBack => f.write_str("you have no move to take back"),
            Refusal::RematchAgreed => f.write_str("another game has been agreed on already"),
            Refusal::AlreadyGone => f.write_str("you have left already"),
            Refusal::NotGone => f.write_str("you have not left"),
            Refusal::OpponentPresent => f.write_str("your opponent has not left"),
            Refusal::MayStillReturn { left } => {
                let seconds = left.as_millis().div_ceil(1000);
                write!(f, "your opponent may still return: you can claim the game in {seconds} s")
            }
        }
    }
}

impl Error for Refusal {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Refusal::Illegal(illegal) => Some(illegal),
            _ => None,
        }
    }
}

impl From<IllegalMove> for Refusal {
    fn from(illegal: IllegalMove) -> Refusal {
        Refusal::Illegal(illegal)
    }
}
