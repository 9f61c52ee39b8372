use std::error::Error;
use std::fmt;
use std::time::Duration;

use outflank_rules::{Color, IllegalMove};

use crate::Offer;

/// Why a command is refused, as a sentence for the sender.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A spectator gave a command.
    Watching,
    /// The host gave a player's command.
    NotForHost,
    /// A player gave the host's command.
    NotForPlayers,
    /// The game has ended.
    GameOver,
    /// The game must end before a rematch is offered.
    NotOver,
    /// The game is paused.
    Paused,
    /// The game is not paused.
    NotPaused,
    /// It is the opponent's turn.
    NotYourTurn { turn: Color },
    /// The rules do not allow the move.
    Illegal(IllegalMove),
    /// The opponent has not answered this offer yet.
    AlreadyOffered(Offer),
    /// The opponent has not made this offer.
    NothingOffered(Offer),
    /// The player made this offer and cannot answer it.
    OwnOffer(Offer),
    /// The opponent's takeback request must be answered first.
    AnswerTakebackFirst,
    /// The terms do not allow takebacks.
    NoTakebacks,
    /// The player has not placed a disc yet.
    NothingToTakeBack,
    /// A rematch has been agreed already.
    RematchAgreed,
    /// The player has left already.
    AlreadyGone,
    /// The player has not left.
    NotGone,
    /// The opponent has not left.
    OpponentPresent,
    /// The opponent has not been absent for long enough.
    MayStillReturn {
        /// The time until the game can be claimed.
        left: Duration,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Watching => f.write_str("spectators cannot take part in the game"),
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
            Refusal::OwnOffer(offer) => write!(f, "your opponent must answer your {offer} offer"),
            Refusal::AnswerTakebackFirst => f.write_str("answer your opponent's takeback request first"),
            Refusal::NoTakebacks => f.write_str("takebacks are not allowed in this game"),
            Refusal::NothingToTakeBack => f.write_str("you have no move to take back"),
            Refusal::RematchAgreed => f.write_str("you have already agreed to a rematch"),
            Refusal::AlreadyGone => f.write_str("you have already left"),
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
