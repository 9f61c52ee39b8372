use std::time::Duration;

use tokio::time::Instant;

use super::{Room, Visitor};
use crate::ChatLine;
use crate::limits::Rate;
use crate::live::Answer;
use crate::live::errors;
use crate::live::message::Message;
use crate::store::{LoggedLine, Said};
use crate::wire::{ErrorKind, Problem};

const CHAT_RATE: Rate = Rate { burst: 5, every: Duration::from_secs(2) };

impl Room {
    pub(super) async fn say(&mut self, visitor: &Visitor, text: ChatLine) -> Answer<LoggedLine> {
        self.check_in(visitor).await?;
        let by = visitor.seats.colors().next().ok_or_else(errors::watching)?;
        let mut limit = self.chat_limits[by];
        if limit.take(CHAT_RATE, Instant::now()).is_err() {
            return Err(Problem::new(
                ErrorKind::TooMany,
                "too many messages: at most five at once, then one every two seconds",
            ));
        }
        let at = self.shared.clock.now();
        let Said::Kept(number) = self.shared.store.say(self.journal.id(), by, at, &text).await? else {
            return Err(Problem::new(ErrorKind::TooMany, "the chat of this game is full"));
        };
        self.chat_limits[by] = limit;
        let line = LoggedLine { number, by, at, text };
        if self.chat_sent.is_some_and(|chat_sent| chat_sent + 1 < number) {
            // Another server has stored lines in between.
            self.send_missed_chat().await?;
        } else {
            self.send_lines(std::slice::from_ref(&line));
        }
        Ok(line)
    }

    pub(super) async fn load_chat(&mut self) -> Answer<Vec<LoggedLine>> {
        let said = self.shared.store.chat(self.journal.id(), 0).await?;
        self.send_lines(&said);
        self.chat_sent = Some(said.last().map_or(0, |line| line.number).max(self.chat_sent.unwrap_or_default()));
        Ok(said)
    }

    pub(super) async fn send_missed_chat(&mut self) -> Answer<()> {
        let Some(chat_sent) = self.chat_sent else { return Ok(()) };
        let said = self.shared.store.chat(self.journal.id(), chat_sent).await?;
        self.send_lines(&said);
        Ok(())
    }

    /// For a player who subscribed as a watcher. Earlier lines are sent together with the next one.
    pub(super) fn start_chat(&mut self) {
        if self.audience.has_players() {
            self.chat_sent.get_or_insert(0);
        }
    }

    pub(super) fn stop_chat(&mut self) {
        if !self.audience.has_players() {
            self.chat_sent = None;
        }
    }

    fn send_lines(&mut self, lines: &[LoggedLine]) {
        let Some(chat_sent) = self.chat_sent else { return };
        for line in lines.iter().filter(|line| line.number > chat_sent) {
            self.audience.send_to_players(&Message::chat(line));
        }
        self.chat_sent = Some(lines.last().map_or(0, |line| line.number).max(chat_sent));
    }
}
