//! The explorer: what was played in this position in a collection of games.

pub(crate) mod draw;
#[cfg(test)]
pub(crate) mod tests;

use outflank_render::sanitize;
use outflank_rules::Position;
use outflank_study::index::Explored;

use crate::commands::db::IndexEvent;

#[derive(Debug, Default)]
pub(crate) struct Explorer {
    pub(crate) is_shown: bool,
    asked: Option<Query>,
    /// Set with the first result.
    is_open: bool,
    reading: Option<Reading>,
    remarks: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) collection: usize,
    pub(crate) explored: Explored,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) done: usize,
    pub(crate) files: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lookup<'e> {
    Opening(Option<Reading>),
    Pending,
    Found(&'e Found),
    Failed(&'e str),
}

#[derive(Debug)]
struct Query {
    position: Position,
    result: Option<Result<Box<Found>, String>>,
}

impl Explorer {
    /// Returns whether the collection must be asked.
    pub(crate) fn show(&mut self, position: &Position) -> bool {
        if self.asked.as_ref().is_some_and(|query| query.position == *position) {
            return false;
        }
        self.asked = Some(Query { position: *position, result: None });
        true
    }

    /// A result for another position only shows that the collection is open.
    pub(crate) fn receive(&mut self, position: &Position, found: anyhow::Result<Box<Found>>) {
        self.is_open = true;
        if let Some(query) = self.asked.as_mut().filter(|query| query.position == *position) {
            query.result = Some(found.map_err(|error| sanitize::line(&format!("{error:#}"))));
        }
    }

    pub(crate) fn note(&mut self, news: &IndexEvent) {
        match *news {
            IndexEvent::Read { done, files } => self.reading = Some(Reading { done, files }),
            IndexEvent::LeftOut(_) | IndexEvent::NotCached(_) => self.remarks.push(sanitize::line(&news.to_string())),
        }
    }

    pub(crate) fn lookup(&self, position: &Position) -> Lookup<'_> {
        let query = self.asked.as_ref().filter(|query| query.position == *position);
        match query.and_then(|query| query.result.as_ref()) {
            Some(Ok(found)) => Lookup::Found(found),
            Some(Err(why)) => Lookup::Failed(why),
            None if self.is_open => Lookup::Pending,
            None => Lookup::Opening(self.reading),
        }
    }

    pub(crate) fn remarks(&self) -> &[String] {
        &self.remarks
    }
}
