//! The batch format of the contest problem "Othello" (ACM finals 1992, UVa 220).
//!
//! The input has the number of games, then for each game eight lines of `-`, `B` and `W`, a line with the player to move,
//! and commands: `L` lists the legal moves, `M35` plays row 3, column 5, `Q` prints the board and ends the game. Listing
//! never changes the turn; a player without a move passes silently at the next `M`.

mod error;
mod line;
mod output;
mod play;

use outflank_rules::{Bitboard, ByColor};

pub use error::{JudgeError, JudgeErrorKind};

use crate::Location;
use line::Command;
use play::Play;

const LONGEST_LINE: usize = 1024;

/// Executes the commands of an input that arrives in pieces of any size, holding at most one line of it.
///
/// ```
/// use outflank_formats::judge::Judge;
///
/// let input = b"1\n--------\n--------\n--------\n---WB---\n---BW---\n--------\n--------\n--------\nW\nM35\nQ\n";
/// let mut output = Vec::new();
/// let mut judge = Judge::new();
/// judge.feed(input, &mut output)?;
/// judge.finish(&mut output)?;
/// assert!(output.starts_with(b"Black -  1 White -  4\n"));
/// # Ok::<(), outflank_formats::judge::JudgeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Judge {
    expects: Expects,
    games_left: u64,
    // An empty line separates the output of two games.
    owes_empty_line: bool,
    line: usize,
    // The part of the current line that earlier input contained.
    unfinished: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
enum Expects {
    NumberOfGames,
    Row { above: ByColor<Bitboard>, row: u8 },
    Player { discs: ByColor<Bitboard> },
    Command(Play),
    Nothing,
}

impl Judge {
    /// A judge that expects the beginning of an input.
    #[expect(clippy::new_without_default, reason = "a judge has no default state")]
    pub fn new() -> Judge {
        Judge {
            expects: Expects::NumberOfGames,
            games_left: 0,
            owes_empty_line: false,
            line: 1,
            unfinished: Vec::new(),
        }
    }

    /// Reads the next piece of input and appends the output of every complete command.
    ///
    /// After an error, `output` has everything before it, and the judge must not be used again.
    pub fn feed(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<(), JudgeError> {
        let mut lines = input.split_inclusive(|&byte| byte == b'\n');
        if !self.unfinished.is_empty() {
            let Some(rest) = lines.next() else { return Ok(()) };
            let mut line = std::mem::take(&mut self.unfinished);
            self.check_length(line.len() + rest.len())?;
            line.extend_from_slice(rest);
            self.line_or_part(&line, output)?;
        }
        lines.try_for_each(|line| self.line_or_part(line, output))
    }

    /// Ends the input, which is an error before the end of the last game.
    pub fn finish(&mut self, output: &mut Vec<u8>) -> Result<(), JudgeError> {
        if !self.unfinished.is_empty() {
            let line = std::mem::take(&mut self.unfinished);
            self.read_line(&line, output)?;
        }
        let missing = match self.expects {
            Expects::Nothing => return Ok(()),
            Expects::NumberOfGames => JudgeErrorKind::NumberOfGames,
            Expects::Row { .. } => JudgeErrorKind::Row,
            Expects::Player { .. } => JudgeErrorKind::Player,
            Expects::Command(_) => JudgeErrorKind::Command,
        };
        Err(self.error(0, JudgeErrorKind::EndOfInput(Box::new(missing))))
    }

    fn line_or_part(&mut self, line: &[u8], output: &mut Vec<u8>) -> Result<(), JudgeError> {
        self.check_length(line.len())?;
        match line.split_last() {
            Some((b'\n', line)) => self.read_line(line, output),
            _ => {
                self.unfinished.extend_from_slice(line);
                Ok(())
            }
        }
    }

    fn check_length(&self, length: usize) -> Result<(), JudgeError> {
        if length > LONGEST_LINE { Err(self.error(LONGEST_LINE, JudgeErrorKind::LineTooLong)) } else { Ok(()) }
    }

    fn read_line(&mut self, line: &[u8], output: &mut Vec<u8>) -> Result<(), JudgeError> {
        let line = line.trim_ascii_end();
        self.expects = match self.expects {
            Expects::NumberOfGames => {
                self.games_left =
                    line::number_of_games(line).map_err(|column| self.error(column, JudgeErrorKind::NumberOfGames))?;
                self.next_game()
            }
            Expects::Row { above, row } => {
                let discs = line::row(above, row, line).map_err(|column| self.error(column, JudgeErrorKind::Row))?;
                if row == 7 { Expects::Player { discs } } else { Expects::Row { above: discs, row: row + 1 } }
            }
            Expects::Player { discs } => {
                let turn = line::player(line).map_err(|column| self.error(column, JudgeErrorKind::Player))?;
                Expects::Command(Play::new(discs, turn))
            }
            Expects::Command(play) => {
                let command = line::command(line).map_err(|column| self.error(column, JudgeErrorKind::Command))?;
                self.execute(command, play, output)?
            }
            Expects::Nothing if line.is_empty() => Expects::Nothing,
            Expects::Nothing => return Err(self.error(0, JudgeErrorKind::Nothing)),
        };
        self.line += 1;
        Ok(())
    }

    fn execute(&mut self, command: Command, mut play: Play, output: &mut Vec<u8>) -> Result<Expects, JudgeError> {
        if let Command::Play(square) = command {
            play.make(square).map_err(|illegal| self.error(1, JudgeErrorKind::Illegal(illegal)))?;
        }
        if std::mem::take(&mut self.owes_empty_line) {
            output.push(b'\n');
        }
        match command {
            Command::List => output::moves(play.moves(), output),
            Command::Play(_) => output::counts(play.discs(), output),
            Command::Quit => {
                output::board(play.discs(), output);
                self.owes_empty_line = true;
                self.games_left -= 1;
                return Ok(self.next_game());
            }
        }
        Ok(Expects::Command(play))
    }

    fn next_game(&self) -> Expects {
        match self.games_left {
            0 => Expects::Nothing,
            _ => Expects::Row { above: ByColor::default(), row: 0 },
        }
    }

    fn error(&self, index: usize, kind: JudgeErrorKind) -> JudgeError {
        JudgeError { at: Location { line: self.line, column: index + 1 }, kind }
    }
}
