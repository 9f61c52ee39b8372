use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::anyhow;
use outflank_formats::Record;
use outflank_rules::Position;
use outflank_study::index::GameKey;

use crate::commands::db::Library;
use crate::tui::app::Event;
use crate::tui::effects::input::Message;
use crate::tui::screens::explorer::Found;

const LATEST_GAMES: usize = 8;

pub(crate) enum Request {
    /// Only the latest is sure to be answered.
    Explore(Position),
    Open(GameKey),
}

/// The thread starts, and opens the collection, with the first request.
pub(crate) struct Librarian {
    messages: Sender<Message>,
    collection: Vec<PathBuf>,
    requests: Option<Sender<Request>>,
}

impl Librarian {
    pub(crate) fn new(messages: Sender<Message>, collection: Vec<PathBuf>) -> Librarian {
        Librarian { messages, collection, requests: None }
    }

    pub(crate) fn ask(&mut self, request: Request) {
        let requests = self.requests.get_or_insert_with(|| {
            let (requests, asked) = mpsc::channel();
            let (collection, messages) = (self.collection.clone(), self.messages.clone());
            thread::spawn(move || answer(&collection, &asked, &messages));
            requests
        });
        // The thread ends only after the program stops listening.
        let _ = requests.send(request);
    }
}

fn answer(collection: &[PathBuf], asked: &Receiver<Request>, messages: &Sender<Message>) {
    let listener = messages.clone();
    let mut library = Library::open(collection, move |news| {
        let _ = listener.send(Message::Event(Event::Collection(news)));
    });
    while let Ok(first) = asked.recv() {
        let mut latest = None;
        for request in std::iter::once(first).chain(asked.try_iter()) {
            match request {
                Request::Explore(position) => latest = Some(position),
                Request::Open(key) => {
                    let _ = messages.send(Message::Event(Event::CollectedGame(game(&mut library, key))));
                }
            }
        }
        let Some(position) = latest else { continue };
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

fn game(library: &mut anyhow::Result<Library>, key: GameKey) -> anyhow::Result<Box<Record>> {
    let library = library.as_mut().map_err(|error| anyhow!("{error:#}"))?;
    let record = library.ask(|index| Ok(index.named(key).map(|game| game.record())))?;
    Ok(Box::new(record.ok_or_else(|| anyhow!("The collection no longer has this game"))?))
}
