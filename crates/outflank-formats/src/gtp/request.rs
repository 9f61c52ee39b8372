use std::error::Error;
use std::fmt;
use std::str::FromStr;

use outflank_rules::{Color, Move, Rules};

use super::{Command, Vertex};
use crate::Points;

/// A command with parsed arguments; surplus arguments are ignored. Times are in seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant is the command of that name")]
pub enum Request {
    ProtocolVersion,
    Name,
    Version,
    KnownCommand(String),
    ListCommands,
    Quit,
    /// The number of rows.
    BoardSize(u32),
    ClearBoard,
    Komi(Points),
    Play {
        color: Color,
        mv: Move,
    },
    /// Choose a move and play it.
    GenMove(Color),
    /// Choose a move without playing it.
    RegGenMove(Color),
    Undo,
    ShowBoard,
    /// `main` time, then `byo_time` for every `byo_stones` moves.
    TimeSettings {
        main: u32,
        byo_time: u32,
        byo_stones: u32,
    },
    /// Main time left if `stones` is 0, else time for that many moves.
    TimeLeft {
        color: Color,
        left: u32,
        stones: u32,
    },
    FinalScore,
    /// Quarry's extension: play the game of this name.
    SetGame(String),
    /// Quarry's extension: list the games.
    ListGames,
    /// Load a game from a file, up to but without the move with this number.
    LoadSgf {
        file: String,
        before: Option<u32>,
    },
    /// `gogui-rules_game_id` and so on: GoGui asks the engine for the rules.
    RulesGameId,
    RulesBoard,
    RulesBoardSize,
    RulesLegalMoves,
    RulesSideToMove,
    RulesFinalResult,
    /// `set_level`, neural-reversi's extension, or `outflank-set_level`.
    SetLevel(u32),
    /// `outflank-set_rules`: start a game by these rules.
    SetRules(Rules),
    /// Any other name.
    Unknown(String),
}

/// The known commands, those of the protocol first, with the requests of those without arguments.
static COMMANDS: [(&str, Option<Request>); 29] = [
    ("protocol_version", Some(Request::ProtocolVersion)),
    ("name", Some(Request::Name)),
    ("version", Some(Request::Version)),
    ("known_command", None),
    ("list_commands", Some(Request::ListCommands)),
    ("quit", Some(Request::Quit)),
    ("boardsize", None),
    ("clear_board", Some(Request::ClearBoard)),
    ("komi", None),
    ("play", None),
    ("genmove", None),
    ("reg_genmove", None),
    ("undo", Some(Request::Undo)),
    ("showboard", Some(Request::ShowBoard)),
    ("time_settings", None),
    ("time_left", None),
    ("final_score", Some(Request::FinalScore)),
    ("loadsgf", None),
    ("set_game", None),
    ("list_games", Some(Request::ListGames)),
    ("gogui-rules_game_id", Some(Request::RulesGameId)),
    ("gogui-rules_board", Some(Request::RulesBoard)),
    ("gogui-rules_board_size", Some(Request::RulesBoardSize)),
    ("gogui-rules_legal_moves", Some(Request::RulesLegalMoves)),
    ("gogui-rules_side_to_move", Some(Request::RulesSideToMove)),
    ("gogui-rules_final_result", Some(Request::RulesFinalResult)),
    ("set_level", None),
    ("outflank-set_level", None),
    ("outflank-set_rules", None),
];

impl Request {
    /// The names of all known commands, those of the protocol first.
    pub const NAMES: [&str; 29] = {
        let mut names = [""; 29];
        let mut index = 0;
        while index < names.len() {
            names[index] = COMMANDS[index].0;
            index += 1;
        }
        names
    };

    pub(super) fn of(command: &Command) -> Result<Request, SyntaxError> {
        let mut words = command.arguments.iter().map(String::as_str);
        let mut arguments = Arguments(&mut words);
        Ok(match command.name.as_str() {
            "known_command" => Request::KnownCommand(arguments.word()?.to_owned()),
            "boardsize" => Request::BoardSize(arguments.number()?),
            "komi" => Request::Komi(arguments.parsed()?),
            "play" => Request::Play { color: arguments.color()?, mv: arguments.parsed::<Vertex>()?.0 },
            "genmove" => Request::GenMove(arguments.color()?),
            "reg_genmove" => Request::RegGenMove(arguments.color()?),
            "time_settings" => Request::TimeSettings {
                main: arguments.seconds()?,
                byo_time: arguments.seconds()?,
                byo_stones: arguments.number()?,
            },
            "time_left" => {
                Request::TimeLeft { color: arguments.color()?, left: arguments.seconds()?, stones: arguments.number()? }
            }
            "set_game" => Request::SetGame(arguments.word()?.to_owned()),
            "loadsgf" => Request::LoadSgf {
                file: arguments.word()?.to_owned(),
                before: arguments.optional().map(parsed).transpose()?,
            },
            "set_level" | "outflank-set_level" => Request::SetLevel(arguments.number()?),
            "outflank-set_rules" => Request::SetRules(arguments.parsed()?),
            name => {
                let entry = COMMANDS.iter().find(|(known, _)| *known == name);
                entry.and_then(|(_, request)| request.clone()).unwrap_or_else(|| Request::Unknown(name.to_owned()))
            }
        })
    }

    /// The command with this number.
    pub fn numbered(&self, id: u32) -> Command {
        Command { id: Some(id), ..self.command() }
    }

    /// The command without a number.
    pub fn command(&self) -> Command {
        let (name, arguments) = self.words();
        Command { id: None, name: name.to_owned(), arguments }
    }

    fn words(&self) -> (&str, Vec<String>) {
        match self {
            Request::KnownCommand(name) => ("known_command", vec![name.clone()]),
            Request::BoardSize(size) => ("boardsize", vec![size.to_string()]),
            Request::Komi(komi) => ("komi", vec![komi.to_string()]),
            Request::Play { color, mv } => ("play", vec![color.to_string(), Vertex(*mv).to_string()]),
            Request::GenMove(color) => ("genmove", vec![color.to_string()]),
            Request::RegGenMove(color) => ("reg_genmove", vec![color.to_string()]),
            Request::TimeSettings { main, byo_time, byo_stones } => {
                ("time_settings", [main, byo_time, byo_stones].map(u32::to_string).to_vec())
            }
            Request::TimeLeft { color, left, stones } => {
                ("time_left", vec![color.to_string(), left.to_string(), stones.to_string()])
            }
            Request::SetGame(name) => ("set_game", vec![name.clone()]),
            Request::LoadSgf { file, before } => {
                ("loadsgf", [file.clone()].into_iter().chain(before.map(|number| number.to_string())).collect())
            }
            Request::SetLevel(level) => ("set_level", vec![level.to_string()]),
            Request::SetRules(rules) => ("outflank-set_rules", vec![rules.to_string()]),
            Request::Unknown(name) => (name, Vec::new()),
            request => {
                let entry = COMMANDS.iter().find(|(_, without)| without.as_ref() == Some(request));
                (entry.expect("the table has every request without arguments").0, Vec::new())
            }
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.command().fmt(f)
    }
}

struct Arguments<'i, 'w>(&'i mut dyn Iterator<Item = &'w str>);

impl<'w> Arguments<'_, 'w> {
    fn optional(&mut self) -> Option<&'w str> {
        self.0.next()
    }

    fn word(&mut self) -> Result<&'w str, SyntaxError> {
        self.optional().ok_or(SyntaxError)
    }

    fn parsed<T: FromStr>(&mut self) -> Result<T, SyntaxError> {
        parsed(self.word()?)
    }

    fn number(&mut self) -> Result<u32, SyntaxError> {
        self.parsed()
    }

    /// Whole seconds. Some controllers send fractions, which are cut off.
    fn seconds(&mut self) -> Result<u32, SyntaxError> {
        let word = self.word()?;
        match word.split_once('.') {
            Some((whole, fraction)) if fraction.bytes().all(|byte| byte.is_ascii_digit()) => parsed(whole),
            _ => parsed(word),
        }
    }

    /// `black`, `b`, `white` or `w`, in any case.
    fn color(&mut self) -> Result<Color, SyntaxError> {
        match self.word()?.to_ascii_lowercase().as_str() {
            "black" | "b" => Ok(Color::Black),
            "white" | "w" => Ok(Color::White),
            _ => Err(SyntaxError),
        }
    }
}

fn parsed<T: FromStr>(word: &str) -> Result<T, SyntaxError> {
    word.parse().map_err(|_| SyntaxError)
}

/// Missing or malformed arguments. The protocol prescribes the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxError;

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("syntax error")
    }
}

impl Error for SyntaxError {}
