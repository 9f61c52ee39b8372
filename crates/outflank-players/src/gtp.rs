//! Another program that speaks GTP.

use std::time::Duration;

use outflank_formats::gtp::{Request, ResponseReader, Vertex};
use outflank_rules::{Color, Game, Move, Ply, Position};

use crate::process::{Process, Wait};
use crate::{Action, Bounds, Choice, Clocks, CommandLine, Player, PlayerError, TimeControl};

/// A program that speaks GTP on its standard input and output.
///
/// It is told the moves that it does not know yet. A forced pass is told as well; an engine that refuses it, because it passes by
/// itself, is left alone. Clocks are told where the program says that it knows the commands for them. Other rules than
/// those of Othello are played with a program that knows `outflank-set_rules`.
pub struct GtpPlayer {
    process: Process,
    name: String,
    commands: Vec<String>,
    patience: Duration,
    next_id: u32,
    /// What the program has on its board. `None` before its first game.
    told: Option<Told>,
}

/// A game as it was told.
struct Told {
    start: Position,
    plies: Vec<Ply>,
}

impl GtpPlayer {
    /// Starts the program, and asks for its name and for what it can do.
    ///
    /// `patience` is how long any answer may take, unless a clock says otherwise. A bound on the time of a move is told as
    /// a period for each move.
    pub fn start(
        command: &CommandLine,
        bounds: Bounds,
        time: Option<TimeControl>,
        patience: Duration,
    ) -> Result<GtpPlayer, PlayerError> {
        let process = Process::start(command, "quit")?;
        let (commands, name) = (Vec::new(), process.name.clone());
        let mut player = GtpPlayer { process, name, commands, patience, next_id: 1, told: None };
        let wait = Wait::of(patience);
        let name = player.ask(&Request::Name, &wait)?;
        let version = player.answer(&Request::Version, &wait)?.unwrap_or_default();
        player.name = format!("{name} {version}").split_whitespace().collect::<Vec<_>>().join(" ");
        player.process.name.clone_from(&player.name);
        // Who cannot say what it knows knows what is required.
        let commands = player.answer(&Request::ListCommands, &wait)?.unwrap_or_default();
        player.commands = commands.split_whitespace().map(str::to_owned).collect();
        player.ask(&Request::BoardSize(8), &wait)?;
        let settings = match (time, bounds.time) {
            (Some(time), _) => Some(Request::TimeSettings { main: seconds(time.main), byo_time: 0, byo_stones: 0 }),
            (None, Some(time)) => Some(Request::TimeSettings { main: 0, byo_time: seconds(time), byo_stones: 1 }),
            (None, None) => None,
        };
        if let Some(settings) = settings.filter(|_| player.knows("time_settings")) {
            player.ask(&settings, &wait)?;
        }
        Ok(player)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// The answer to a request that must be granted.
    fn ask(&mut self, request: &Request, wait: &Wait) -> Result<String, PlayerError> {
        self.answer(request, wait)?.map_err(|answer| self.refused(request, answer))
    }

    fn refused(&self, request: &Request, answer: String) -> PlayerError {
        PlayerError::Refused { name: self.name.clone(), asked: request.to_string(), answer }
    }

    /// The answer to a request, or why it is not granted, in the program's words.
    fn answer(&mut self, request: &Request, wait: &Wait) -> Result<Result<String, String>, PlayerError> {
        let id = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        self.process.send(&request.numbered(id).to_string())?;
        let asked = request.to_string();
        let mut reader = ResponseReader::expecting(Some(id));
        loop {
            let line = self.process.line(&asked, wait)?;
            match reader.read(&line) {
                Ok(None) => {}
                Ok(Some(response)) if response.id().is_none_or(|answered| answered == id) => {
                    return Ok(response.into_result().map_err(|why| why.to_string()));
                }
                Ok(Some(_)) | Err(_) => {
                    return Err(PlayerError::Unreadable { name: self.name.clone(), asked, answer: line });
                }
            }
        }
    }

    /// Brings the program's board to where the game is.
    fn tell(&mut self, game: &Game, wait: &Wait) -> Result<(), PlayerError> {
        let told = match self.told.take() {
            Some(told) if told.start == *game.start() && game.plies().starts_with(&told.plies) => told,
            _ => self.begin_at(game.start(), wait)?,
        };
        let Told { start, mut plies } = told;
        for ply in &game.plies()[plies.len()..] {
            let request = Request::Play { color: ply.before.turn(), mv: ply.mv };
            match (self.answer(&request, wait)?, ply.mv) {
                // It passes by itself.
                (Ok(_), _) | (Err(_), Move::Pass) => plies.push(*ply),
                (Err(answer), Move::Place(_)) => return Err(self.refused(&request, answer)),
            }
        }
        self.told = Some(Told { start, plies });
        Ok(())
    }

    /// An empty game by the rules of this position.
    fn begin_at(&mut self, start: &Position, wait: &Wait) -> Result<Told, PlayerError> {
        let rules = start.rules();
        if *start != Position::initial(rules) {
            return Err(PlayerError::DoesNotSetUp { name: self.name.clone() });
        }
        let knows_rules = self.knows("outflank-set_rules");
        if !rules.is_standard() && !knows_rules {
            return Err(PlayerError::DoesNotPlay { name: self.name.clone(), rules });
        }
        if knows_rules {
            self.ask(&Request::SetRules(rules), wait)?;
        }
        self.ask(&Request::ClearBoard, wait)?;
        Ok(Told { start: *start, plies: Vec::new() })
    }

    fn tell_time(&mut self, color: Color, clocks: &Clocks, wait: &Wait) -> Result<(), PlayerError> {
        if self.knows("time_left") {
            // In whole seconds, of which none may be lost: what is cut off is not there.
            let left = u32::try_from(clocks.left[color].as_secs()).unwrap_or(u32::MAX);
            self.ask(&Request::TimeLeft { color, left, stones: 0 }, wait)?;
        }
        Ok(())
    }
}

impl Player for GtpPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, _seed: u64) -> Result<(), PlayerError> {
        // The board is cleared when the game is known.
        self.told = None;
        Ok(())
    }

    fn choose(&mut self, game: &Game, clocks: Option<&Clocks>) -> Result<Choice, PlayerError> {
        let position = game.position();
        let color = position.turn();
        let wait = match clocks {
            Some(clocks) => Wait::of(clocks.left[color] + clocks.margin),
            None => Wait::of(self.patience),
        };
        self.tell(game, &wait)?;
        if let Some(clocks) = clocks {
            self.tell_time(color, clocks, &wait)?;
        }
        let request = Request::GenMove(color);
        let answer = self.ask(&request, &wait)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Action::Resign.into());
        }
        let Ok(Vertex(mv)) = answer.parse() else {
            let asked = request.to_string();
            return Err(PlayerError::Unreadable { name: self.name.clone(), asked, answer });
        };
        if let Err(why) = position.play(mv) {
            return Err(PlayerError::Illegal { name: self.name.clone(), why });
        }
        let Move::Place(square) = mv else { unreachable!("a game's own position never has to pass") };
        // The program has made its move.
        if let Some(told) = &mut self.told {
            told.plies.push(Ply { before: *position, mv });
        }
        Ok(Action::Place(square).into())
    }
}

/// Whole seconds, rounded up: no time at all would mean something else.
fn seconds(time: Duration) -> u32 {
    time.as_secs_f64().ceil() as u32
}
