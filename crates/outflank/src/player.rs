//! Who can play, as the command line names them.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use clap::CommandFactory;
use clap::error::ErrorKind;
use outflank_engine::{Level, Limits, ParseLevelError};
use outflank_rules::{ByColor, Color};

use crate::cli::{BoundsArguments, Cli, PlayersArguments};

/// A player as it is written: `human`, `engine` or `engine:LEVEL`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// Somebody at the keyboard.
    Human,
    /// The engine. Its level may be said elsewhere, or not at all.
    Engine(Option<Level>),
}

impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Player, ParsePlayerError> {
        match text.split_once(':') {
            None if text == "human" => Ok(Player::Human),
            None if text == "engine" => Ok(Player::Engine(None)),
            Some(("engine", level)) => {
                level.parse().map(|level| Player::Engine(Some(level))).map_err(ParsePlayerError::Level)
            }
            _ => Err(ParsePlayerError::Unknown),
        }
    }
}

/// Why a text is not a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParsePlayerError {
    /// There is no such player.
    Unknown,
    /// It is the engine, but not at a level that there is.
    Level(ParseLevelError),
}

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePlayerError::Unknown => f.write_str("expected human, engine or engine:LEVEL, such as engine:3"),
            ParsePlayerError::Level(error) => write!(f, "{error}, such as engine:3"),
        }
    }
}

impl Error for ParsePlayerError {}

impl PlayersArguments {
    /// The level of the engine on each side, or `None` where a person plays.
    ///
    /// `--level` is for the engines that are named without one. If none is named at all it seats one: on White, or on
    /// Black if a person is to play White.
    pub(crate) fn levels(&self) -> Result<ByColor<Option<Level>>, clap::Error> {
        let mut named = ByColor { black: self.black, white: self.white };
        let names_an_engine = |player: Option<Player>| matches!(player, Some(Player::Engine(_)));
        if self.level.is_some() && !Color::ALL.into_iter().any(|color| names_an_engine(named[color])) {
            let free = [Color::White, Color::Black].into_iter().find(|&color| named[color].is_none());
            let free = free.ok_or_else(|| wrong_usage("--level is for an engine, and both players are human"))?;
            named[free] = Some(Player::Engine(None));
        }
        let engines_levels = Color::ALL.map(|color| match named[color] {
            Some(Player::Engine(level)) => Some(level),
            Some(Player::Human) | None => None,
        });
        if self.level.is_some() && engines_levels.iter().flatten().all(Option::is_some) {
            return Err(wrong_usage("--level is for an engine without a level, and each engine has one already"));
        }
        if engines_levels == [None, None] && self.bounds.is_given() {
            return Err(wrong_usage("--time, --depth and --nodes are for an engine, and both players are human"));
        }
        let [black, white] = engines_levels.map(|engine| Some(engine?.or(self.level).unwrap_or_default()));
        Ok(ByColor { black, white })
    }
}

impl BoundsArguments {
    fn is_given(&self) -> bool {
        self.time.is_some() || self.depth.is_some() || self.nodes.is_some()
    }

    /// What is given stands in place of all that a level says about how far to look.
    pub(crate) fn in_place_of(self, limits: Limits) -> Limits {
        let BoundsArguments { time, depth, nodes } = self;
        match self.is_given() {
            true => Limits { time, depth, nodes, ..limits },
            false => limits,
        }
    }
}

fn wrong_usage(message: &str) -> clap::Error {
    Cli::command().error(ErrorKind::ArgumentConflict, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    /// The levels that a command line asks for, Black's first; 0 is a person.
    fn levels(line: &str) -> Option<[u8; 2]> {
        let cli = Cli::try_parse_from(["outflank"].into_iter().chain(line.split_whitespace())).ok()?;
        let levels = cli.play.players.levels().ok()?.map(|level| level.map_or(0, Level::number));
        Some([levels.black, levels.white])
    }

    #[test]
    fn players_are_seated_as_a_user_expects() {
        for (line, expected) in [
            ("", [0, 0]),
            ("--white engine", [0, 5]),
            ("--black engine:1 --white engine:10", [1, 10]),
            ("--level 3", [0, 3]),
            ("--black human --level 3", [0, 3]),
            ("--white human --level 3", [3, 0]),
            ("--black engine --level 3", [3, 0]),
            ("--black engine --white engine --level 3", [3, 3]),
            ("--black engine:7 --white engine --level 3", [7, 3]),
        ] {
            assert_eq!(levels(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn contradictions_are_refused() {
        for line in [
            "--black human --white human --level 3",
            "--white engine:4 --level 3",
            "--depth 4",
            "--white robot",
            "--white engine:11",
            "--white engine:",
            "--level 0",
            "--level 3 --time 0",
            "--level 3 --time -1",
            "--level 3 --time soon",
        ] {
            assert_eq!(levels(line), None, "{line}");
        }
    }
}
