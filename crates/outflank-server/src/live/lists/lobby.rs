//! The open games. One task reads the list, however many listen.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use super::{ListFeed, Source};
use crate::GameId;
use crate::alarm::{Alarm, Words};
use crate::live::house::{Busy, House};
use crate::live::message::Message;
use crate::live::{describe, refused};
use crate::store::{Listing, Page, Seats, StoreError, Summary};
use crate::wire::{ListMessage, ListedGame, Problem};

const WORDS: Words =
    Words { fails: "the list of open games cannot be read", works: "the list of open games can be read again" };

/// While anyone listens, the list is read at least this often: other servers change it too.
const EVERY: Duration = Duration::from_secs(1);

/// The least time between two reads, so that a burst of changes is read once.
const PAUSE: Duration = Duration::from_millis(200);

/// The most games in the stream; the latest ones if there are more.
const MOST: usize = 500;

/// The list of open games, and the task that reads it.
pub(in crate::live) struct Lobby {
    /// The number of requests to read the list.
    asked: watch::Sender<u64>,
    known: watch::Sender<Known>,
}

/// The list as it was last read.
#[derive(Clone, Default)]
struct Known {
    /// The requests that this answers.
    asked: u64,
    list: Arc<OpenGames>,
}

/// A version of the list.
#[derive(Default)]
struct OpenGames {
    version: u64,
    /// The latest first.
    games: Vec<Summary>,
    /// What changed since the version before.
    changes: Vec<Message>,
    /// All games as one message, written when first needed.
    whole: OnceLock<Message>,
}

impl Lobby {
    pub(in crate::live) fn new() -> Lobby {
        Lobby { asked: watch::Sender::new(0), known: watch::Sender::default() }
    }

    /// The list may have changed. Nothing is read unless someone listens.
    pub(in crate::live) fn changed(&self) {
        self.ask();
    }

    fn ask(&self) -> u64 {
        let mut number = 0;
        self.asked.send_modify(|asked| {
            *asked += 1;
            number = *asked;
        });
        number
    }

    /// The list as it is now, and then its changes.
    pub(in crate::live) async fn listen(house: &House) -> Result<ListFeed, Problem> {
        let mut closing = house.closing();
        let mut known = house.lobby.known.subscribe();
        let asked = house.lobby.ask();
        let seen = tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => return Err(refused::stopping()),
            answer = known.wait_for(|known| known.asked >= asked) => match answer {
                Ok(known) => known.list.clone(),
                Err(_) => return Err(refused::stopping()),
            },
        };
        let first = Some(seen.whole());
        Ok(ListFeed { first, source: Source::Open(LobbyFeed { closing, known, seen }) })
    }

    async fn read(&self, house: &House, asked: u64) -> Result<(), StoreError> {
        let games = house.store.list(&Listing::Open, &Page { after: None, count: MOST }).await?;
        self.known.send_modify(|known| {
            known.asked = asked;
            if games != known.list.games {
                let (version, changes) = (known.list.version + 1, changes(&known.list.games, &games));
                known.list = Arc::new(OpenGames { version, games, changes, whole: OnceLock::new() });
            }
        });
        Ok(())
    }
}

/// Reads the list when it may have changed, until the house closes.
pub(in crate::live) async fn run_lobby(house: Arc<House>, _busy: Busy) {
    let mut closing = house.closing();
    let mut asked = house.lobby.asked.subscribe();
    let alarm = Alarm::new(WORDS);
    let work = async {
        loop {
            let listened_to = house.lobby.known.receiver_count() > 0;
            tokio::select! {
                _ = asked.changed() => {}
                () = sleep(EVERY), if listened_to => {}
            }
            let number = *asked.borrow_and_update();
            if house.lobby.known.receiver_count() > 0 {
                alarm.note(&house.lobby.read(&house, number).await);
            }
            sleep(PAUSE).await;
        }
    };
    tokio::select! {
        biased;
        _ = closing.wait_for(|&closing| closing) => {}
        () = work => {}
    }
}

impl OpenGames {
    fn whole(&self) -> Message {
        let games = || self.games.iter().map(listed).collect();
        self.whole.get_or_init(|| Message::list(&ListMessage::Games { games: games() })).clone()
    }

    /// What changed since another version. A reader that is slow may have missed some in between.
    fn since(&self, seen: &OpenGames) -> Vec<Message> {
        match self.version.wrapping_sub(seen.version) {
            0 => Vec::new(),
            1 => self.changes.clone(),
            _ => changes(&seen.games, &self.games),
        }
    }
}

fn changes(before: &[Summary], after: &[Summary]) -> Vec<Message> {
    let mut old: HashMap<GameId, &Summary> = before.iter().map(|summary| (summary.id, summary)).collect();
    // The oldest change first.
    let changed = after.iter().rev().filter(|summary| old.remove(&summary.id) != Some(summary));
    let mut messages: Vec<Message> =
        changed.map(|summary| Message::list(&ListMessage::Game { game: listed(summary) })).collect();
    messages
        .extend(before.iter().filter(|summary| old.contains_key(&summary.id)).map(|summary| Message::gone(summary.id)));
    messages
}

fn listed(summary: &Summary) -> ListedGame {
    describe::listed(summary.clone(), Seats::default())
}

/// The changes of the list of open games.
pub(super) struct LobbyFeed {
    closing: watch::Receiver<bool>,
    known: watch::Receiver<Known>,
    seen: Arc<OpenGames>,
}

impl LobbyFeed {
    /// What changed since the last call; none when the server stops.
    pub(super) async fn next(&mut self) -> Option<Vec<Message>> {
        loop {
            tokio::select! {
                biased;
                _ = self.closing.wait_for(|&closing| closing) => return None,
                changed = self.known.changed() => changed.ok()?,
            }
            let list = self.known.borrow_and_update().list.clone();
            let messages = list.since(&self.seen);
            self.seen = list;
            if !messages.is_empty() {
                return Some(messages);
            }
        }
    }
}
