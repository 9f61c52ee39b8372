//! A principal variation with its evaluation.

use std::fmt;
use std::str::FromStr;

use outflank_rules::Move;

use super::played::Letters;
use super::split_word;
use crate::{Points, notation};

/// A way to play on and what it is worth: what a `search` or a `book` line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves. The line is about the first, and there is always one.
    pub pv: Vec<Move>,
    /// What it is worth to the side to move.
    pub eval: Eval,
    /// From how many games that is known; none in a `search` line.
    pub games: u64,
    /// How far the engine has looked.
    pub depth: Depth,
    /// What else it has to say. Most say nothing.
    pub text: String,
}

impl Line {
    /// Reads what stands after `search` or `book`. Moves after the first that cannot be read are left out.
    pub(super) fn read(text: &str) -> Option<Line> {
        let (pv, rest) = split_word(text);
        let (eval, rest) = split_word(rest);
        let (games, rest) = split_word(rest);
        let (depth, text) = split_word(rest);
        Some(Line {
            pv: moves(pv).filter(|pv| !pv.is_empty())?,
            eval: Eval::read(eval)?,
            games: games.parse().ok()?,
            depth: Depth::read(depth)?,
            text: text.to_owned(),
        })
    }
}

/// Reads `F5D6C3` or `F5-D6-C3`.
fn moves(text: &str) -> Option<Vec<Move>> {
    let letters: Vec<u8> = text.bytes().filter(|&byte| byte != b'-').collect();
    let move_of = |letters: &[u8]| notation::parse_move(std::str::from_utf8(letters).ok()?).ok();
    Some(letters.chunks(2).map_while(move_of).collect())
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { pv, eval, games, depth, text } = self;
        pv.iter().try_for_each(|&mv| Letters(mv).fmt(f))?;
        write!(f, " {eval} {games} {depth}")?;
        match text.is_empty() {
            true => Ok(()),
            false => write!(f, " {text}"),
        }
    }
}

/// What a line is worth, in discs for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// So much.
    One(Points),
    /// It depends on whom a draw is counted for, as books do it.
    ByDraw {
        /// If a draw is Black's.
        to_black: Points,
        /// If a draw is White's.
        to_white: Points,
    },
}

impl Eval {
    fn read(text: &str) -> Option<Eval> {
        match text.split_once(',') {
            None => Some(Eval::One(text.parse().ok()?)),
            Some((to_black, to_white)) => {
                Some(Eval::ByDraw { to_black: to_black.parse().ok()?, to_white: to_white.parse().ok()? })
            }
        }
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eval::One(points) => write!(f, "{points:+}"),
            Eval::ByDraw { to_black, to_white } => write!(f, "{to_black:+},{to_white:+}"),
        }
    }
}

/// How far an engine has looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Depth {
    /// A number of plies.
    Plies(u32),
    /// A selective search, right with probability `percent` / 100: `24@73%`.
    Likely {
        /// How many plies.
        plies: u32,
        /// How likely.
        percent: u32,
    },
    /// To the end: the evaluation is the exact result. `100%`
    Solved,
    /// To the end, as far as who wins. `100%W`
    WinnerKnown,
    /// Something else that begins with a digit, as an engine of its own kind writes it.
    Other(String),
}

impl Depth {
    fn read(text: &str) -> Option<Depth> {
        let likely = || {
            let (plies, percent) = text.strip_suffix('%')?.split_once('@')?;
            Some(Depth::Likely { plies: digits(plies)?, percent: digits(percent)? })
        };
        match text {
            "100%" => Some(Depth::Solved),
            "100%W" => Some(Depth::WinnerKnown),
            _ => digits(text).map(Depth::Plies).or_else(likely).or_else(|| {
                text.starts_with(|character: char| character.is_ascii_digit()).then(|| Depth::Other(text.to_owned()))
            }),
        }
    }
}

fn digits<N: FromStr>(text: &str) -> Option<N> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Plies(plies) => write!(f, "{plies}"),
            Depth::Likely { plies, percent } => write!(f, "{plies}@{percent}%"),
            Depth::Solved => f.write_str("100%"),
            Depth::WinnerKnown => f.write_str("100%W"),
            Depth::Other(text) => f.write_str(text),
        }
    }
}
