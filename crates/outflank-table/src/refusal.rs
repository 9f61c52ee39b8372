use std::error::Error;
use std::fmt;
use std::time::Duration;

use outflank_rules::{Color, IllegalMove};

use crate::Offer;

/// Why a command is refused, as a sentence for the sender.
#[allow(missing_docs, reason = "the variants and fields name their meaning")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Watching,
    NotForHost,
    NotForPlayers,
    GameOver,
    NotOver,
    Paused,
    NotPaused,
    NotYourTurn {
        turn: Color,
    },
    Illegal(IllegalMove),
    AlreadyOffered(Offer),
    NothingOffered(Offer),
    OwnOffer(Offer),
    AnswerTakebackFirst,
    NoTakebacks,
    NothingToTakeBack,
    RematchAgreed,
    AlreadyGone,
    NotGone,
    OpponentPresent,
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
