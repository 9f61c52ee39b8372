use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_formats::Record;
use outflank_rules::Position;
use outflank_study::index::{Explored, GameKey};

use super::position::game;
use crate::wire::{CollectionGame, ErrorKind, ExploreAnswer, PositionRequest, Problem};

const LATEST: usize = 8;

/// Most requests are for the same few openings.
const REMEMBERED: usize = 4096;

#[derive(Clone, Default)]
pub struct Library {
    games: usize,
    index: Option<Arc<Mutex<Index>>>,
}

type ReadError = Box<dyn Error + Send + Sync>;

pub trait GameReader: Send + 'static {
    fn explore(&mut self, position: &Position, latest: usize) -> Result<Explored, ReadError>;

    fn record(&mut self, key: GameKey) -> Result<Option<Record>, ReadError>;
}

struct Index {
    reader: Box<dyn GameReader>,
    remembered: HashMap<Position, Arc<Explored>>,
}

impl Library {
    pub fn new(games: usize, reader: impl GameReader) -> Library {
        let index = Index { reader: Box::new(reader), remembered: HashMap::new() };
        Library { games, index: Some(Arc::new(Mutex::new(index))) }
    }

    pub(crate) fn explore(&self, request: &PositionRequest) -> Result<ExploreAnswer, Problem> {
        let position = *game(request)?.position();
        let explored = match &self.index {
            Some(index) => lock(index).explore(position)?,
            None => Arc::default(),
        };
        Ok(ExploreAnswer::new(self.games, &explored))
    }

    pub(crate) fn game(&self, key: GameKey) -> Result<CollectionGame, Problem> {
        let record = match &self.index {
            Some(index) => lock(index).reader.record(key).map_err(unreadable)?,
            None => None,
        };
        record.as_ref().map(CollectionGame::of).ok_or_else(no_such_game)
    }
}

/// A cache entry is inserted in one step, so a poisoned lock is safe.
fn lock(index: &Mutex<Index>) -> MutexGuard<'_, Index> {
    index.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn no_such_game() -> Problem {
    Problem::new(ErrorKind::NotFound, "no such game in the collection")
}

fn unreadable(error: ReadError) -> Problem {
    tracing::error!(%error, "cannot read the game collection");
    Problem::new(ErrorKind::Internal, "cannot read the game collection")
}

impl Index {
    fn explore(&mut self, position: Position) -> Result<Arc<Explored>, Problem> {
        if let Some(known) = self.remembered.get(&position) {
            return Ok(Arc::clone(known));
        }
        let explored = self.reader.explore(&position, LATEST).map_err(unreadable)?;
        let explored = Arc::new(explored);
        if self.remembered.len() >= REMEMBERED {
            self.remembered.clear();
        }
        self.remembered.insert(position, Arc::clone(&explored));
        Ok(explored)
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").field("games", &self.games).finish_non_exhaustive()
    }
}
