//! A collection of games that can be explored.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use outflank_rules::Position;
use outflank_study::index::Explored;

use super::position::game;
use crate::wire::{ErrorKind, ExploreAnswer, PositionRequest, Problem};

/// How many games of a position are told.
const LATEST: usize = 8;

/// How many answers are remembered. Most questions are about the same few openings.
const REMEMBERED: usize = 4096;

/// A collection of games that can be explored, or none. Cheap to clone.
#[derive(Clone, Default)]
pub struct Library {
    games: usize,
    shelf: Option<Arc<Mutex<Shelf>>>,
}

/// Answers what is known about a position, with the latest games up to a number.
type Explore = dyn FnMut(&Position, usize) -> Result<Explored, Box<dyn Error + Send + Sync>> + Send;

/// The games, whichever way they are read.
struct Shelf {
    explore: Box<Explore>,
    remembered: HashMap<Position, Arc<Explored>>,
}

impl Library {
    /// A collection of so many games, which answers what is known about a position with at most so many of them.
    pub fn new(
        games: usize,
        explore: impl FnMut(&Position, usize) -> Result<Explored, Box<dyn Error + Send + Sync>> + Send + 'static,
    ) -> Library {
        let shelf = Shelf { explore: Box::new(explore), remembered: HashMap::new() };
        Library { games, shelf: Some(Arc::new(Mutex::new(shelf))) }
    }

    /// What was played in a position. Questions are answered one after the other.
    pub(crate) fn explore(&self, request: &PositionRequest) -> Result<ExploreAnswer, Problem> {
        let position = *game(request)?.position();
        let explored = match &self.shelf {
            // Whoever panicked with it has left it whole: an answer is remembered in one step.
            Some(shelf) => shelf.lock().unwrap_or_else(PoisonError::into_inner).explore(position)?,
            None => Arc::default(),
        };
        Ok(ExploreAnswer::new(self.games, &explored))
    }
}

impl Shelf {
    fn explore(&mut self, position: Position) -> Result<Arc<Explored>, Problem> {
        if let Some(known) = self.remembered.get(&position) {
            return Ok(Arc::clone(known));
        }
        let explored = (self.explore)(&position, LATEST).map_err(|error| {
            tracing::error!(%error, "the collection cannot be read");
            Problem::new(ErrorKind::Internal, "the collection of games cannot be read")
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
