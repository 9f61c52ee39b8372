use std::time::Duration;

use outflank_formats::nboard::{EngineMessage, GuiMessage};
use outflank_formats::record::Clock;
use outflank_formats::{Record, ggf};
use outflank_rules::{ByColor, Game, Move};

use crate::process::{Process, Wait};
use crate::{Action, Bounds, Choice, ClockState, CommandLine, Player, PlayerError};

/// It gets the whole game before each of its moves. The protocol has no rules but Othello's, and clocks only in the game record.
pub struct NBoardPlayer {
    process: Process,
    patience: Duration,
    pings: u32,
}

impl NBoardPlayer {
    /// Of the bounds, only the depth is sent. `patience` limits each answer in games without a clock.
    pub fn start(command: &CommandLine, bounds: Bounds, patience: Duration) -> Result<NBoardPlayer, PlayerError> {
        let mut player = NBoardPlayer { process: Process::start(command)?, patience, pings: 0 };
        player.send(&GuiMessage::NBoard(2))?;
        if let Some(depth) = bounds.depth {
            player.send(&GuiMessage::SetDepth(depth.into()))?;
        }
        player.wait_until_ready(&Wait::of(patience))?;
        Ok(player)
    }

    fn send(&mut self, message: &GuiMessage) -> Result<(), PlayerError> {
        self.process.send(&message.to_string())
    }

    /// Waits until the engine has processed everything sent. It may send its name meanwhile.
    fn wait_until_ready(&mut self, wait: &Wait) -> Result<(), PlayerError> {
        self.pings = self.pings.wrapping_add(1);
        let ping = GuiMessage::Ping(self.pings);
        self.send(&ping)?;
        let asked = ping.to_string();
        loop {
            let line = self.process.line(&asked, wait)?;
            match line.parse() {
                Ok(EngineMessage::Pong(number)) if number == self.pings => return Ok(()),
                Ok(EngineMessage::MyName(name)) => self.process.name = name,
                _ => {}
            }
        }
    }

    fn game(&self, game: &Game, clocks: Option<&ClockState>) -> GuiMessage {
        let mut record = Record::of(game);
        record.details.clocks = ByColor::from_fn(|color| {
            let clocks = clocks?;
            Some(Clock { main: clocks.left[color], increment: clocks.increment, ..Clock::default() })
        });
        GuiMessage::SetGame(ggf::write(&record).expect("every record can be written as GGF"))
    }
}

impl Player for NBoardPlayer {
    fn name(&self) -> &str {
        &self.process.name
    }

    fn begin(&mut self, _seed: u64) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, clocks: Option<&ClockState>) -> Result<Choice, PlayerError> {
        let position = game.position();
        if !position.rules().is_standard() {
            return Err(PlayerError::DoesNotPlay { name: self.name().to_owned(), rules: position.rules() });
        }
        let wait = match clocks {
            Some(clocks) => Wait::of(clocks.left[position.turn()] + clocks.margin),
            None => Wait::of(self.patience),
        };
        self.send(&self.game(game, clocks))?;
        self.wait_until_ready(&wait)?;
        self.send(&GuiMessage::Go)?;
        let asked = GuiMessage::Go.to_string();
        let played = loop {
            let line = self.process.line(&asked, &wait)?;
            match line.parse() {
                Ok(EngineMessage::Move(played)) => break played,
                Ok(EngineMessage::Other(answer)) if answer.starts_with("===") => {
                    return Err(PlayerError::Unreadable { name: self.name().to_owned(), asked, answer });
                }
                _ => {}
            }
        };
        match (position.play(played.mv), played.mv) {
            (Ok(_), Move::Place(square)) => {
                Ok(Choice { action: Action::Place(square), eval: played.eval, time: played.time })
            }
            (Ok(_), Move::Pass) => unreachable!("a game's own position never has to pass"),
            (Err(why), _) => Err(PlayerError::Illegal { name: self.name().to_owned(), why }),
        }
    }
}
