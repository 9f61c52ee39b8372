use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::anyhow;
use outflank_rules::Position;

use crate::commands::db::Library;
use crate::tui::app::Event;
use crate::tui::effects::input::Message;
use crate::tui::screens::explorer::Found;

const LATEST_GAMES: usize = 8;

/// The thread starts, and opens the collection, with the first request.
pub(crate) struct Librarian {
    messages: Sender<Message>,
    collection: Vec<PathBuf>,
    requests: Option<Sender<Position>>,
}

impl Librarian {
    pub(crate) fn new(messages: Sender<Message>, collection: Vec<PathBuf>) -> Librarian {
        Librarian { messages, collection, requests: None }
    }

    /// Only the latest request is sure to be answered.
    pub(crate) fn ask(&mut self, position: Position) {
        let requests = self.requests.get_or_insert_with(|| {
            let (requests, asked) = mpsc::channel();
            let (collection, messages) = (self.collection.clone(), self.messages.clone());
            thread::spawn(move || answer(&collection, &asked, &messages));
            requests
        });
        // The thread ends only after the program stops listening.
        let _ = requests.send(position);
    }
}

fn answer(collection: &[PathBuf], asked: &Receiver<Position>, messages: &Sender<Message>) {
    let listener = messages.clone();
    let mut library = Library::open(collection, move |news| {
        let _ = listener.send(Message::Event(Event::Collection(news)));
    });
    while let Ok(mut position) = asked.recv() {
        while let Ok(later) = asked.try_recv() {
            position = later;
        }
        let found = match &mut library {
            Ok(library) => library.ask(|index| index.explore(&position, LATEST_GAMES)).map(|explored| {
                let collection = library.len();
                Box::new(Found { collection, explored })
            }),
            Err(error) => Err(anyhow!("{error:#}")),
        };
        if messages.send(Message::Event(Event::Explored(position, found))).is_err() {
            return;
        }
    }
}
