//! The explorer: what others played in the position that is studied.

use outflank_render::sanitize;
use outflank_rules::Position;
use outflank_study::index::Explored;

use crate::commands::db::IndexEvent;

/// What is known of the collection, and of the position that it was last asked about.
#[derive(Debug, Default)]
pub(crate) struct Explorer {
    /// Whether it stands beside the board.
    pub(crate) is_shown: bool,
    /// The last question.
    asked: Option<Question>,
    /// Whether the collection has answered anything yet.
    is_open: bool,
    /// How far the files are read, while an index of them is made.
    reading: Option<Reading>,
    /// What else is to be told about the collection.
    remarks: Vec<String>,
}

/// What was found about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// How many games the collection has.
    pub(crate) collection: usize,
    pub(crate) explored: Explored,
}

/// How many files have been read, and of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) done: usize,
    pub(crate) files: usize,
}

/// What is known about a position by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known<'e> {
    /// The collection is opened: the first answer takes as long as that.
    Opening(Option<Reading>),
    /// The answer is on its way.
    Awaited,
    Found(&'e Found),
    /// Why there is no answer.
    Failed(&'e str),
}

/// A position, and what was answered.
#[derive(Debug)]
struct Question {
    position: Position,
    answer: Option<Answer>,
}

#[derive(Debug)]
enum Answer {
    Found(Box<Found>),
    Failed(String),
}

impl Explorer {
    /// This position is shown. Whether the collection has to be asked about it.
    pub(super) fn look_at(&mut self, position: &Position) -> bool {
        if self.asked.as_ref().is_some_and(|question| question.position == *position) {
            return false;
        }
        self.asked = Some(Question { position: *position, answer: None });
        true
    }

    /// Takes an answer in. One about a position that is not asked about any more says nothing but that the collection is open.
    pub(super) fn learn(&mut self, position: &Position, found: anyhow::Result<Box<Found>>) {
        self.is_open = true;
        if let Some(question) = self.asked.as_mut().filter(|question| question.position == *position) {
            question.answer = Some(match found {
                Ok(found) => Answer::Found(found),
                Err(error) => Answer::Failed(sanitize::line(&format!("{error:#}"))),
            });
        }
    }

    /// Takes in what is told about the collection itself.
    pub(super) fn hear(&mut self, news: &IndexEvent) {
        match *news {
            IndexEvent::Read { done, files } => self.reading = Some(Reading { done, files }),
            IndexEvent::LeftOut(_) | IndexEvent::NotCached(_) => self.remarks.push(sanitize::line(&news.to_string())),
        }
    }

    /// What is known about a position.
    pub(crate) fn known(&self, position: &Position) -> Known<'_> {
        let question = self.asked.as_ref().filter(|question| question.position == *position);
        match question.and_then(|question| question.answer.as_ref()) {
            Some(Answer::Found(found)) => Known::Found(found),
            Some(Answer::Failed(why)) => Known::Failed(why),
            None if self.is_open => Known::Awaited,
            None => Known::Opening(self.reading),
        }
    }

    /// What else is to be told about the collection.
    pub(crate) fn remarks(&self) -> &[String] {
        &self.remarks
    }
}
