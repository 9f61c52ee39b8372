//! Whoever looks into the collection of games, on a thread of its own.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::anyhow;
use outflank_rules::Position;

use super::event::Event;
use super::explorer::Found;
use super::input::Report;
use crate::commands::db::Library;

/// How many games of a position are told.
const LATEST: usize = 8;

/// Answers what was played in positions. Nothing is opened before the first question.
pub(super) struct Librarian {
    reports: Sender<Report>,
    collection: Vec<PathBuf>,
    /// Leads to the thread, once there is one.
    questions: Option<Sender<Position>>,
}

impl Librarian {
    pub(super) fn new(reports: Sender<Report>, collection: Vec<PathBuf>) -> Librarian {
        Librarian { reports, collection, questions: None }
    }

    /// Asks about a position. Only the last question is sure to be answered: who asks again does not wait for what was asked before.
    pub(super) fn ask(&mut self, position: Position) {
        let questions = self.questions.get_or_insert_with(|| {
            let (questions, asked) = mpsc::channel();
            let (collection, reports) = (self.collection.clone(), self.reports.clone());
            thread::spawn(move || answer(&collection, &asked, &reports));
            questions
        });
        // The thread ends only when nobody asks or listens any more.
        let _ = questions.send(position);
    }
}

/// Opens the collection, and answers until nobody asks any more. If it cannot be opened, that is the answer to every question.
fn answer(collection: &[PathBuf], asked: &Receiver<Position>, reports: &Sender<Report>) {
    let listener = reports.clone();
    let mut library = Library::open(collection, move |news| {
        let _ = listener.send(Report::Happened(Event::Collection(news)));
    });
    while let Ok(mut position) = asked.recv() {
        while let Ok(later) = asked.try_recv() {
            position = later;
        }
        let found = match &mut library {
            Ok(library) => library.ask(|index| index.explore(&position, LATEST)).map(|explored| {
                let collection = library.len();
                Box::new(Found { collection, explored })
            }),
            Err(error) => Err(anyhow!("{error:#}")),
        };
        if reports.send(Report::Happened(Event::Explored { position, found })).is_err() {
            return;
        }
    }
}
