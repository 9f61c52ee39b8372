//! What the players say to each other, by this server and by others.

use std::time::Duration;

use tokio::time::Instant;

use super::{Room, Visitor};
use crate::ChatLine;
use crate::limits::Rate;
use crate::live::errors;
use crate::live::message::Message;
use crate::store::{LoggedLine, Number, Said};
use crate::wire::{ErrorKind, Problem};

/// Chat lines of one player.
const CHAT_RATE: Rate = Rate { burst: 5, every: Duration::from_secs(2) };

impl Room {
    pub(super) async fn say(&mut self, visitor: &Visitor, text: ChatLine) -> Result<LoggedLine, Problem> {
        self.greet(visitor).await?;
        let by = visitor.seats.colors().next().ok_or_else(errors::watching)?;
        let mut limit = self.chat_limits[by];
        if limit.take(CHAT_RATE, Instant::now()).is_err() {
            return Err(Problem::new(
                ErrorKind::TooMany,
                "too many messages: at most five at once, then one every two seconds",
            ));
        }
        let at = self.shared.clock.now();
        match self.shared.store.say(self.journal.id(), by, at, &text).await {
            Ok(Said::Kept(number)) => {
                self.chat_limits[by] = limit;
                let line = LoggedLine { number, by, at, text };
                if self.heard.is_some_and(|heard| heard + 1 < number) {
                    // Something was said by another server before.
                    self.hear().await?;
                } else {
                    self.tell_lines(std::slice::from_ref(&line));
                }
                Ok(line)
            }
            Ok(Said::Full) => Err(Problem::new(ErrorKind::TooMany, "too much has been said in this game")),
            Err(error) => Err(errors::by_store(&error)),
        }
    }

    /// Everything that was said, for a player who comes. Those who listen already are told what they missed.
    pub(super) async fn hear_all(&mut self) -> Result<Vec<LoggedLine>, Problem> {
        let said = self.shared.store.chat(self.journal.id(), 0).await.map_err(|error| errors::by_store(&error))?;
        self.tell_lines(&said);
        self.heard = Some(said.last().map_or(0, |line| line.number).max(self.heard.unwrap_or_default()));
        Ok(said)
    }

    /// Tells the players what was said by other servers.
    pub(super) async fn hear(&mut self) -> Result<(), Problem> {
        let Some(heard) = self.heard else { return Ok(()) };
        let said = self.shared.store.chat(self.journal.id(), heard).await.map_err(|error| errors::by_store(&error))?;
        self.tell_lines(&said);
        Ok(())
    }

    /// A player listens who did not come as one. What was said before is told with what is said next.
    pub(super) fn begin_to_hear(&mut self) {
        if self.audience.has_players() {
            self.heard.get_or_insert(0);
        }
    }

    /// What nobody listens to is not read.
    pub(super) fn stop_hearing(&mut self) {
        if !self.audience.has_players() {
            self.heard = None;
        }
    }

    /// Tells the players the lines that they have not heard.
    fn tell_lines(&mut self, lines: &[LoggedLine]) {
        let Some(heard) = self.heard else { return };
        for line in lines.iter().filter(|line| line.number > heard) {
            self.audience.tell_players(&Message::chat(line));
        }
        self.heard = Some(lines.last().map_or(0, |line: &LoggedLine| -> Number { line.number }).max(heard));
    }
}
