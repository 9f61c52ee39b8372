use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use outflank_rules::Position;
use outflank_study::index::Explored;

use super::position::game;
use crate::wire::{ErrorKind, ExploreAnswer, PositionRequest, Problem};

const LATEST: usize = 8;

/// Most requests are for the same few openings.
const REMEMBERED: usize = 4096;

#[derive(Clone, Default)]
pub struct Library {
    games: usize,
    index: Option<Arc<Mutex<Index>>>,
}

/// Returns the results in a position, with the latest games up to a number.
type Explore = dyn FnMut(&Position, usize) -> Result<Explored, Box<dyn Error + Send + Sync>> + Send;

struct Index {
    explore: Box<Explore>,
    remembered: HashMap<Position, Arc<Explored>>,
}

impl Library {
    pub fn new(
        games: usize,
        explore: impl FnMut(&Position, usize) -> Result<Explored, Box<dyn Error + Send + Sync>> + Send + 'static,
    ) -> Library {
        let index = Index { explore: Box::new(explore), remembered: HashMap::new() };
        Library { games, index: Some(Arc::new(Mutex::new(index))) }
    }

    pub(crate) fn explore(&self, request: &PositionRequest) -> Result<ExploreAnswer, Problem> {
        let position = *game(request)?.position();
        let explored = match &self.index {
            // A cache entry is inserted in one step, so a poisoned lock is safe.
            Some(index) => index.lock().unwrap_or_else(PoisonError::into_inner).explore(position)?,
            None => Arc::default(),
        };
        Ok(ExploreAnswer::new(self.games, &explored))
    }
}

impl Index {
    fn explore(&mut self, position: Position) -> Result<Arc<Explored>, Problem> {
        if let Some(known) = self.remembered.get(&position) {
            return Ok(Arc::clone(known));
        }
        let explored = (self.explore)(&position, LATEST).map_err(|error| {
            tracing::error!(%error, "cannot read the game collection");
            Problem::new(ErrorKind::Internal, "cannot read the game collection")
        })?;
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
