use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{HintLine, TimedMove, parse_seconds, split_word, trimmed, write_seconds};
use crate::{ParseError, Points};

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineMessage {
    /// `===`: the chosen move.
    Move(TimedMove),
    /// `search`: an evaluation by search.
    Search(HintLine),
    /// `book`: an evaluation from the book.
    Book(HintLine),
    /// `pong`: thinking has stopped, and everything before the ping with this number is done.
    Pong(u32),
    /// `status`: what the engine is doing; empty clears it.
    Status(String),
    /// `set myname`: a name of one word.
    MyName(String),
    /// `nodestats`: nodes searched, and the time that took.
    #[allow(missing_docs, reason = "the fields name their contents")]
    NodeStats { nodes: u64, time: Duration },
    /// `analysis`: the evaluation after `plies` plies, passes included, for the side to move.
    #[allow(missing_docs, reason = "the fields name their contents")]
    Analysis { plies: u32, eval: Points },
    /// `learned`: the game is in the book.
    Learned,
    /// Any other line, to be ignored.
    Other(String),
}

impl FromStr for EngineMessage {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<EngineMessage, ParseError> {
        let line = trimmed(line)?;
        Ok(known(line).unwrap_or_else(|| EngineMessage::Other(line.to_owned())))
    }
}

fn known(line: &str) -> Option<EngineMessage> {
    let (word, rest) = split_word(line);
    let (first, second) = split_word(rest);
    Some(match word {
        "===" => EngineMessage::Move(TimedMove::read(rest)?),
        "search" => EngineMessage::Search(HintLine::read(rest)?),
        "book" => EngineMessage::Book(HintLine::read(rest)?),
        "pong" => EngineMessage::Pong(first.parse().ok()?),
        "status" => EngineMessage::Status(rest.to_owned()),
        "set" if first == "myname" && !second.is_empty() => EngineMessage::MyName(split_word(second).0.to_owned()),
        "nodestats" => EngineMessage::NodeStats { nodes: whole(first)?, time: parse_seconds(split_word(second).0)? },
        "analysis" => EngineMessage::Analysis { plies: first.parse().ok()?, eval: split_word(second).0.parse().ok()? },
        // The oldest NBoard engine says `learn`.
        "learned" | "learn" => EngineMessage::Learned,
        _ => return None,
    })
}

/// Parses a number of nodes. The protocol allows fractions.
fn whole(text: &str) -> Option<u64> {
    text.split('.').next()?.parse().ok()
}

impl fmt::Display for EngineMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineMessage::Move(played) => write!(f, "=== {played}"),
            EngineMessage::Search(line) => write!(f, "search {line}"),
            EngineMessage::Book(line) => write!(f, "book {line}"),
            EngineMessage::Pong(number) => write!(f, "pong {number}"),
            EngineMessage::Status(text) if text.is_empty() => f.write_str("status"),
            EngineMessage::Status(text) => write!(f, "status {text}"),
            EngineMessage::MyName(name) => write!(f, "set myname {name}"),
            EngineMessage::NodeStats { nodes, time } => write!(f, "nodestats {nodes} {}", write_seconds(*time)),
            EngineMessage::Analysis { plies, eval } => write!(f, "analysis {plies} {eval}"),
            EngineMessage::Learned => f.write_str("learned"),
            EngineMessage::Other(line) => f.write_str(line),
        }
    }
}
