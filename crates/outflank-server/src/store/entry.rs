use super::{AppendError, Batch, Number, codec, stored};
use crate::GameId;

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) game: GameId,
    pub(super) before: i64,
    pub(super) last: i64,
    pub(super) status: &'static str,
    pub(super) list: Option<&'static str>,
    pub(super) updated: i64,
    pub(super) summary: String,
    pub(super) due: Option<i64>,
    pub(super) moved: Option<i64>,
    pub(super) events: Vec<String>,
}

impl Entry {
    pub(super) fn new(game: GameId, before: Number, batch: Batch) -> Entry {
        let before = i64::from(before);
        Entry {
            game,
            before,
            last: before + codec::limit(batch.events.len()),
            status: batch.summary.status.name(),
            list: batch.summary.public_list().map(codec::public_list),
            updated: codec::millis(batch.summary.updated),
            moved: batch.moved().map(codec::millis),
            summary: stored::write_summary(batch.summary),
            due: batch.due.map(codec::millis),
            events: batch.events.into_iter().map(|(event, command)| stored::write_event(event, command)).collect(),
        }
    }

    pub(super) fn numbered_events(&self) -> impl Iterator<Item = (i64, &str)> {
        (self.before + 1..).zip(self.events.iter().map(String::as_str))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Appended {
    Done,
    Conflict,
    Full,
}

impl Appended {
    pub(super) fn into_result(self) -> Result<(), AppendError> {
        match self {
            Appended::Done => Ok(()),
            Appended::Conflict => Err(AppendError::Conflict),
            Appended::Full => Err(AppendError::Full),
        }
    }
}
