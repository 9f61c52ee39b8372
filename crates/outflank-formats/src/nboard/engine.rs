//! What the engine says to the board program.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{Line, Played, Seconds, parse_seconds, split_word, trimmed};
use crate::{ParseError, Points};

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineMessage {
    /// `===`: the move that was asked for.
    Move(Played),
    /// `search`: what a move is worth, by looking ahead.
    Search(Line),
    /// `book`: what a move is worth, by the book.
    Book(Line),
    /// `pong`: thinking has stopped, and all before the ping of this number is done.
    Pong(u32),
    /// `status`: what the engine does. An empty one clears what was there.
    Status(String),
    /// `set myname`: the name to show, one word.
    MyName(String),
    /// `nodestats`: how many positions the search has visited, and how long it took.
    NodeStats {
        /// How many positions.
        nodes: u64,
        /// How long.
        time: Duration,
    },
    /// `analysis`: the value of the position after `plies` plies for its side to move.
    Analysis {
        /// How many plies, passes included.
        plies: u32,
        /// What it is worth.
        eval: Points,
    },
    /// `learned`: the game is in the book.
    Learned,
    /// Something else, to be ignored.
    Other(String),
}

impl FromStr for EngineMessage {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<EngineMessage, ParseError> {
        let line = trimmed(line)?;
        Ok(known(line).unwrap_or_else(|| EngineMessage::Other(line.to_owned())))
    }
}

/// What a line says, if it is one of the protocol and has the words that it needs.
fn known(line: &str) -> Option<EngineMessage> {
    let (word, rest) = split_word(line);
    let (first, second) = split_word(rest);
    Some(match word {
        "===" => EngineMessage::Move(Played::read(rest)?),
        "search" => EngineMessage::Search(Line::read(rest)?),
        "book" => EngineMessage::Book(Line::read(rest)?),
        "pong" => EngineMessage::Pong(first.parse().ok()?),
        "status" => EngineMessage::Status(rest.to_owned()),
        "set" if first == "myname" && !second.is_empty() => EngineMessage::MyName(split_word(second).0.to_owned()),
        "nodestats" => EngineMessage::NodeStats { nodes: whole(first)?, time: parse_seconds(split_word(second).0)? },
        "analysis" => EngineMessage::Analysis { plies: first.parse().ok()?, eval: split_word(second).0.parse().ok()? },
        // The oldest engine of the protocol says it so.
        "learned" | "learn" => EngineMessage::Learned,
        _ => return None,
    })
}

/// Reads a number of positions. The protocol allows fractions, which mean nothing here.
fn whole(text: &str) -> Option<u64> {
    text.split('.').next()?.parse().ok()
}

impl fmt::Display for EngineMessage {
    /// The line without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineMessage::Move(played) => write!(f, "=== {played}"),
            EngineMessage::Search(line) => write!(f, "search {line}"),
            EngineMessage::Book(line) => write!(f, "book {line}"),
            EngineMessage::Pong(number) => write!(f, "pong {number}"),
            EngineMessage::Status(text) if text.is_empty() => f.write_str("status"),
            EngineMessage::Status(text) => write!(f, "status {text}"),
            EngineMessage::MyName(name) => write!(f, "set myname {name}"),
            EngineMessage::NodeStats { nodes, time } => write!(f, "nodestats {nodes} {}", Seconds(*time)),
            EngineMessage::Analysis { plies, eval } => write!(f, "analysis {plies} {eval}"),
            EngineMessage::Learned => f.write_str("learned"),
            EngineMessage::Other(line) => f.write_str(line),
        }
    }
}
