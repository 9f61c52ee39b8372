use std::fmt;
use std::str::FromStr;

use outflank_rules::Move;

use super::{PASS, split_word};
use crate::{Points, notation};

/// The content of a `search` or `book` line: a variation and its evaluation.
#[allow(missing_docs, reason = "the other fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintLine {
    /// At least one move.
    pub pv: Vec<Move>,
    /// For the side to move.
    pub eval: Eval,
    /// The number of games behind it; 0 in a `search` line.
    pub games: u64,
    pub depth: Depth,
    /// Free text, mostly empty.
    pub text: String,
}

impl HintLine {
    /// Stops at the first move of the variation that cannot be parsed.
    pub(super) fn read(text: &str) -> Option<HintLine> {
        let (pv, rest) = split_word(text);
        let (eval, rest) = split_word(rest);
        let (games, rest) = split_word(rest);
        let (depth, text) = split_word(rest);
        Some(HintLine {
            pv: moves(pv).filter(|pv| !pv.is_empty())?,
            eval: Eval::read(eval)?,
            games: games.parse().ok()?,
            depth: Depth::read(depth)?,
            text: text.to_owned(),
        })
    }
}

fn moves(text: &str) -> Option<Vec<Move>> {
    let letters: Vec<u8> = text.bytes().filter(|&byte| byte != b'-').collect();
    let move_of = |letters: &[u8]| notation::parse_move(std::str::from_utf8(letters).ok()?).ok();
    Some(letters.chunks(2).map_while(move_of).collect())
}

impl fmt::Display for HintLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HintLine { pv, eval, games, depth, text } = self;
        pv.iter().try_for_each(|&mv| f.write_str(&notation::upper_case(mv, PASS)))?;
        write!(f, " {eval} {games} {depth}")?;
        match text.is_empty() {
            true => Ok(()),
            false => write!(f, " {text}"),
        }
    }
}

/// An evaluation in discs for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// A single value.
    One(Points),
    /// Two values, as books count draws.
    ByDraw {
        /// If draws count for Black.
        to_black: Points,
        /// If draws count for White.
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

/// How far an engine has searched.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Depth {
    Plies(u32),
    /// A selective search, right with probability `percent` / 100: `24@73%`.
    Likely {
        plies: u32,
        percent: u32,
    },
    /// `100%`: the exact result.
    Solved,
    /// `100%W`: the exact winner.
    WinnerKnown,
    /// Any other word that begins with a digit.
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
