use std::env;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use outflank_engine::{Level, Limits, ParseLevelError};

use crate::PlayerError;

/// A person or a program.
///
/// ```
/// use outflank_players::PlayerName;
///
/// for text in ["human", "engine", "engine:3", "engine:5,depth=6,time=0.5", "gtp:'my engine' -l 3", "nboard:ntest x"] {
///     assert_eq!(text.parse::<PlayerName>()?.to_string(), text);
/// }
/// # Ok::<(), outflank_players::ParsePlayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerName {
    Human,
    Machine(Machine),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Machine {
    /// Our engine. Bounds replace the search limits of its level.
    Engine {
        level: Option<Level>,
        bounds: Bounds,
    },
    Gtp(CommandLine),
    NBoard(CommandLine),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    program: String,
    arguments: Vec<String>,
}

impl Bounds {
    pub const NONE: Bounds = Bounds { depth: None, nodes: None, time: None };

    /// If there is any bound, the bounds replace all limits on depth, nodes and time.
    pub fn in_place_of(self, limits: Limits) -> Limits {
        let Bounds { depth, nodes, time } = self;
        match self == Bounds::NONE {
            true => limits,
            false => Limits { depth, nodes, time, ..limits },
        }
    }

    pub fn or(self, others: Bounds) -> Bounds {
        if self == Bounds::NONE { others } else { self }
    }
}

impl Machine {
    /// Finds a program that is not installed, without starting it. A program that passes may still fail to start.
    pub fn check_installed(&self) -> Result<(), PlayerError> {
        match self {
            Machine::Gtp(command) | Machine::NBoard(command) if !command.is_installed() => {
                Err(PlayerError::CannotStart { name: command.to_string(), why: io::ErrorKind::NotFound.into() })
            }
            _ => Ok(()),
        }
    }
}

impl CommandLine {
    /// Looks where the system would. Only known where a program is named by its file.
    fn is_installed(&self) -> bool {
        let program = Path::new(&self.program);
        let folders = env::var_os("PATH").filter(|_| program.components().count() == 1);
        match folders {
            _ if cfg!(not(unix)) => true,
            Some(folders) => env::split_paths(&folders).any(|folder| folder.join(program).is_file()),
            None if program.components().count() == 1 => true,
            None => program.exists(),
        }
    }

    pub fn program(&self) -> &str {
        &self.program
    }

    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

impl FromStr for PlayerName {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerName, ParsePlayerError> {
        match text {
            "human" => Ok(PlayerName::Human),
            _ => text.parse().map(PlayerName::Machine).map_err(|error| match error {
                ParsePlayerError::NotAMachine => ParsePlayerError::Unknown,
                error => error,
            }),
        }
    }
}

impl FromStr for Machine {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Machine, ParsePlayerError> {
        match text.split_once([':', ',']) {
            Some(("gtp", _)) => command_after("gtp:", text).map(Machine::Gtp),
            Some(("nboard", _)) => command_after("nboard:", text).map(Machine::NBoard),
            Some(("engine", _)) => engine(&text["engine".len()..]),
            None if text == "engine" => engine(""),
            _ => Err(ParsePlayerError::NotAMachine),
        }
    }
}

fn command_after(prefix: &str, text: &str) -> Result<CommandLine, ParsePlayerError> {
    text.strip_prefix(prefix).ok_or(ParsePlayerError::NotAMachine)?.parse()
}

fn engine(text: &str) -> Result<Machine, ParsePlayerError> {
    let (level, bounds) = text.split_once(',').map_or((text, None), |(level, bounds)| (level, Some(bounds)));
    let level = match level.strip_prefix(':') {
        Some(level) => Some(level.parse().map_err(ParsePlayerError::Level)?),
        None => None,
    };
    let mut read = Bounds::NONE;
    for bound in bounds.into_iter().flat_map(|bounds| bounds.split(',')) {
        let unknown = || ParsePlayerError::Bound { found: bound.to_owned() };
        let (name, value) = bound.split_once('=').ok_or_else(unknown)?;
        match name {
            "depth" if read.depth.is_none() => {
                read.depth = value.parse().ok().filter(|depth| (1..=60).contains(depth));
                read.depth.ok_or_else(unknown)?;
            }
            "nodes" if read.nodes.is_none() => {
                read.nodes = value.parse().ok().filter(|&nodes| nodes > 0);
                read.nodes.ok_or_else(unknown)?;
            }
            "time" if read.time.is_none() => {
                let time = value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                read.time = time.filter(|time| !time.is_zero());
                read.time.ok_or_else(unknown)?;
            }
            _ => return Err(unknown()),
        }
    }
    Ok(Machine::Engine { level, bounds: read })
}

impl FromStr for CommandLine {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<CommandLine, ParsePlayerError> {
        let mut words = shlex::split(text).ok_or(ParsePlayerError::Command)?.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(ParsePlayerError::Command)?;
        Ok(CommandLine { text: text.to_owned(), program, arguments: words.collect() })
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerName::Human => f.pad("human"),
            PlayerName::Machine(machine) => machine.fmt(f),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Machine::Engine { level, bounds: Bounds { depth, nodes, time } } => {
                f.write_str("engine")?;
                level.map_or(Ok(()), |level| write!(f, ":{level}"))?;
                depth.map_or(Ok(()), |depth| write!(f, ",depth={depth}"))?;
                nodes.map_or(Ok(()), |nodes| write!(f, ",nodes={nodes}"))?;
                time.map_or(Ok(()), |time| write!(f, ",time={}", time.as_secs_f64()))
            }
            Machine::Gtp(command) => write!(f, "gtp:{command}"),
            Machine::NBoard(command) => write!(f, "nboard:{command}"),
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePlayerError {
    Unknown,
    NotAMachine,
    Level(ParseLevelError),
    Bound { found: String },
    Command,
}

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePlayerError::Unknown => {
                f.write_str("expected human, engine, engine:LEVEL such as engine:3, gtp:COMMAND or nboard:COMMAND")
            }
            ParsePlayerError::NotAMachine => {
                f.write_str("expected engine, engine:LEVEL such as engine:3, gtp:COMMAND or nboard:COMMAND")
            }
            ParsePlayerError::Level(error) => write!(f, "{error}, such as engine:3"),
            ParsePlayerError::Bound { found } => {
                write!(f, "expected bounds such as engine:5,depth=6,nodes=100000,time=0.5; found {found:?}")
            }
            ParsePlayerError::Command => f.write_str("expected a command with balanced quotes, such as gtp:gtp-rhino"),
        }
    }
}

impl Error for ParsePlayerError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let Ok(Machine::Gtp(command)) = r#"gtp:"/opt/my engines/edax" -gtp 'a b' c\ d"#.parse() else { panic!() };
        assert_eq!(
            (command.program(), command.arguments()),
            ("/opt/my engines/edax", &["-gtp", "a b", "c d"].map(str::to_owned)[..])
        );
    }

    #[test]
    #[cfg(unix)]
    fn programs_that_are_not_installed_are_found() {
        let check = |name: &str| name.parse::<Machine>().unwrap().check_installed().map_err(|error| error.to_string());
        for installed in ["engine:3", "gtp:sh -c true", "nboard:/bin/sh"] {
            assert_eq!(check(installed), Ok(()), "{installed}");
        }
        for missing in ["gtp:no-such-program -x", "nboard:/nowhere/at/all", "gtp:./no-such-program"] {
            let error = check(missing).unwrap_err();
            assert!(
                error.contains("no such program") && error.starts_with(&missing[missing.find(':').unwrap() + 1..]),
                "{error}"
            );
        }
    }

    #[test]
    fn invalid_names_are_rejected() {
        let invalid = "|robot|Human|engine:|engine:0|engine:11|engine:3,|engine:3,depth|engine:3,depth=0|\
            engine:3,depth=61|engine,nodes=0|engine,time=0|engine,time=-1|engine,time=nan|engine,time=1e99|\
            engine,depth=3,depth=4|engine;3|gtp|gtp:|gtp:  |gtp:'open|gtp,x|nboard:|gtp:''";
        for text in invalid.split('|') {
            assert!(text.parse::<PlayerName>().is_err(), "{text}");
        }
        assert!("human".parse::<Machine>().is_err());
    }
}
