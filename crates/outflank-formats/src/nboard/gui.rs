use std::fmt;
use std::str::FromStr;

use super::{TimedMove, split_word, trimmed};
use crate::{ParseError, Points};

/// A line from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuiMessage {
    /// `nboard`: use this version of the protocol.
    NBoard(u32),
    /// `set depth`: the midgame depth in plies.
    SetDepth(u32),
    /// `set game`: the current game, in GGF.
    SetGame(String),
    /// `set contempt`: the value of a draw for Black.
    SetContempt(Points),
    /// `move`, or in version 1 just a move.
    Move(TimedMove),
    /// `hint`: evaluate this many of the best moves.
    Hint(u32),
    /// `go`: choose a move.
    Go,
    /// `ping`: stop thinking, and send a pong with the same number.
    Ping(u32),
    /// `learn`: add the game to the book.
    Learn,
    /// `analyze`: evaluate every position of the game.
    Analyze,
    /// `quit`: exit.
    Quit,
    /// Any other line, to be ignored.
    Unknown(String),
}

impl FromStr for GuiMessage {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<GuiMessage, ParseError> {
        let line = trimmed(line)?;
        Ok(known(line).unwrap_or_else(|| GuiMessage::Unknown(line.to_owned())))
    }
}

fn known(line: &str) -> Option<GuiMessage> {
    let (word, rest) = split_word(line);
    let (argument, value) = split_word(rest);
    Some(match word {
        "nboard" => GuiMessage::NBoard(argument.parse().ok()?),
        "set" => match argument {
            "depth" => GuiMessage::SetDepth(value.parse().ok()?),
            "game" => GuiMessage::SetGame(value.to_owned()),
            "contempt" => GuiMessage::SetContempt(value.parse().ok()?),
            _ => return None,
        },
        "move" => GuiMessage::Move(TimedMove::read(rest)?),
        // Without a number, the best move only.
        "hint" if argument.is_empty() => GuiMessage::Hint(1),
        "hint" => GuiMessage::Hint(argument.parse().ok()?),
        "go" => GuiMessage::Go,
        "ping" => GuiMessage::Ping(argument.parse().ok()?),
        "learn" => GuiMessage::Learn,
        "analyze" => GuiMessage::Analyze,
        "quit" => GuiMessage::Quit,
        _ => GuiMessage::Move(TimedMove::read(line)?),
    })
}

impl fmt::Display for GuiMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GuiMessage::NBoard(version) => write!(f, "nboard {version}"),
            GuiMessage::SetDepth(depth) => write!(f, "set depth {depth}"),
            GuiMessage::SetGame(ggf) => write!(f, "set game {ggf}"),
            GuiMessage::SetContempt(contempt) => write!(f, "set contempt {contempt}"),
            GuiMessage::Move(played) => write!(f, "move {played}"),
            GuiMessage::Hint(moves) => write!(f, "hint {moves}"),
            GuiMessage::Go => f.write_str("go"),
            GuiMessage::Ping(number) => write!(f, "ping {number}"),
            GuiMessage::Learn => f.write_str("learn"),
            GuiMessage::Analyze => f.write_str("analyze"),
            GuiMessage::Quit => f.write_str("quit"),
            GuiMessage::Unknown(line) => f.write_str(line),
        }
    }
}
