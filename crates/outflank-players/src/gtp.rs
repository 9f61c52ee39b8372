use std::time::Duration;

use outflank_formats::gtp::{Request, ResponseReader, Vertex};
use outflank_rules::{Color, Game, Move, Ply, Position};

use crate::process::{Process, Wait};
use crate::{Action, Bounds, Choice, ClockConfig, ClockState, CommandLine, Player, PlayerError};

/// It gets the moves since its last turn, forced passes included, and clock commands if it lists them. Variants need `outflank-set_rules`.
pub struct GtpPlayer {
    process: Process,
    commands: Vec<String>,
    patience: Duration,
    next_id: u32,
    synced: Option<SyncedGame>,
}

struct SyncedGame {
    start: Position,
    plies: Vec<Ply>,
}

impl GtpPlayer {
    /// `patience` limits each answer in games without a clock. A time bound is sent as a byo-yomi period for each move.
    pub fn start(
        command: &CommandLine,
        bounds: Bounds,
        time: Option<ClockConfig>,
        patience: Duration,
    ) -> Result<GtpPlayer, PlayerError> {
        let process = Process::start(command)?;
        let mut player = GtpPlayer { process, commands: Vec::new(), patience, next_id: 1, synced: None };
        let wait = Wait::of(patience);
        let name = player.ask(&Request::Name, &wait)?;
        let version = player.answer(&Request::Version, &wait)?.unwrap_or_default();
        player.process.name = format!("{name} {version}").split_whitespace().collect::<Vec<_>>().join(" ");
        // An engine without list_commands supports only the required ones.
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

    fn ask(&mut self, request: &Request, wait: &Wait) -> Result<String, PlayerError> {
        self.answer(request, wait)?.map_err(|answer| self.refused(request, answer))
    }

    fn refused(&self, request: &Request, answer: String) -> PlayerError {
        PlayerError::Refused { name: self.name().to_owned(), asked: request.to_string(), answer }
    }

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
                    return Err(PlayerError::Unreadable { name: self.name().to_owned(), asked, answer: line });
                }
            }
        }
    }

    fn sync(&mut self, game: &Game, wait: &Wait) -> Result<(), PlayerError> {
        let synced = match self.synced.take() {
            Some(synced) if synced.start == *game.start() && game.plies().starts_with(&synced.plies) => synced,
            _ => self.begin_at(game.start(), wait)?,
        };
        let SyncedGame { start, mut plies } = synced;
        for ply in &game.plies()[plies.len()..] {
            let request = Request::Play { color: ply.before.turn(), mv: ply.mv };
            match (self.answer(&request, wait)?, ply.mv) {
                // An engine that rejects a pass passes by itself.
                (Ok(_), _) | (Err(_), Move::Pass) => plies.push(*ply),
                (Err(answer), Move::Place(_)) => return Err(self.refused(&request, answer)),
            }
        }
        self.synced = Some(SyncedGame { start, plies });
        Ok(())
    }

    fn begin_at(&mut self, start: &Position, wait: &Wait) -> Result<SyncedGame, PlayerError> {
        let rules = start.rules();
        if *start != Position::initial(rules) {
            return Err(PlayerError::DoesNotSetUp { name: self.name().to_owned() });
        }
        let knows_rules = self.knows("outflank-set_rules");
        if !rules.is_standard() && !knows_rules {
            return Err(PlayerError::DoesNotPlay { name: self.name().to_owned(), rules });
        }
        if knows_rules {
            self.ask(&Request::SetRules(rules), wait)?;
        }
        self.ask(&Request::ClearBoard, wait)?;
        Ok(SyncedGame { start: *start, plies: Vec::new() })
    }

    fn send_time(&mut self, color: Color, clocks: &ClockState, wait: &Wait) -> Result<(), PlayerError> {
        if self.knows("time_left") {
            // Whole seconds, rounded down: the engine must not count on more than it has.
            let left = u32::try_from(clocks.left[color].as_secs()).unwrap_or(u32::MAX);
            self.ask(&Request::TimeLeft { color, left, stones: 0 }, wait)?;
        }
        Ok(())
    }
}

impl Player for GtpPlayer {
    fn name(&self) -> &str {
        &self.process.name
    }

    fn begin(&mut self, _seed: u64) -> Result<(), PlayerError> {
        self.synced = None;
        Ok(())
    }

    fn choose(&mut self, game: &Game, clocks: Option<&ClockState>) -> Result<Choice, PlayerError> {
        let position = game.position();
        let color = position.turn();
        let wait = match clocks {
            Some(clocks) => Wait::of(clocks.left[color] + clocks.margin),
            None => Wait::of(self.patience),
        };
        self.sync(game, &wait)?;
        if let Some(clocks) = clocks {
            self.send_time(color, clocks, &wait)?;
        }
        let request = Request::GenMove(color);
        let answer = self.ask(&request, &wait)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Action::Resign.into());
        }
        let Ok(Vertex(mv)) = answer.parse() else {
            let asked = request.to_string();
            return Err(PlayerError::Unreadable { name: self.name().to_owned(), asked, answer });
        };
        if let Err(why) = position.play(mv) {
            return Err(PlayerError::Illegal { name: self.name().to_owned(), why });
        }
        let Move::Place(square) = mv else { unreachable!("a game's own position never has to pass") };
        // genmove has played the move on the engine's board.
        if let Some(synced) = &mut self.synced {
            synced.plies.push(Ply { before: *position, mv });
        }
        Ok(Action::Place(square).into())
    }
}

/// Whole seconds, rounded up: zero would mean no limit.
fn seconds(time: Duration) -> u32 {
    time.as_secs_f64().ceil() as u32
}
