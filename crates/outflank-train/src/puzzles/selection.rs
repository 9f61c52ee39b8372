//! Which of the positions that were found become puzzles.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use outflank_rules::Color;
use outflank_study::puzzles::PuzzleId;

use super::difficulty::Scale;
use super::found::Found;
use super::games::Played;

/// Maximum number of puzzles per player.
pub(super) const MOST_OF_A_PLAYER: u32 = 6;

/// A puzzle of the set.
pub(super) struct Chosen {
    pub(super) id: PuzzleId,
    pub(super) difficulty: u8,
    pub(super) found: Found,
}

/// The set as it grows: no position twice, however it is turned, no game twice, and no player too often.
#[derive(Default)]
pub(super) struct Selection<'g> {
    games: &'g [Played],
    pub(super) chosen: Vec<Chosen>,
    ids: HashSet<PuzzleId>,
    played: HashSet<usize>,
    players: HashMap<Arc<str>, u32>,
}

/// What is to be spread evenly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    empties: u32,
    is_black: bool,
}

impl Cell {
    fn of(found: &Found) -> Cell {
        Cell { empties: found.position.empty().len(), is_black: found.position.turn() == Color::Black }
    }
}

impl<'g> Selection<'g> {
    pub(super) fn new(games: &'g [Played]) -> Selection<'g> {
        Selection { games, ..Selection::default() }
    }

    /// Adds so many of the positions of one kind, or all that may be added: as many of each difficulty, and then of each number of empty
    /// squares and each colour, as there are; earlier ones first.
    pub(super) fn add(&mut self, pool: Vec<Found>, count: usize) {
        let scale = Scale::of(pool.iter().map(|found| found.points));
        let mut queues: BTreeMap<u8, BTreeMap<Cell, Vec<Found>>> = BTreeMap::new();
        // The next one of a queue is its last.
        for found in pool.into_iter().rev() {
            let cells = queues.entry(scale.difficulty(found.points)).or_default();
            cells.entry(Cell::of(&found)).or_default().push(found);
        }
        let (until, mut taken) = (self.chosen.len() + count, BTreeMap::new());
        while self.chosen.len() < until && !queues.is_empty() {
            queues.retain(|&difficulty, cells| {
                let is_full = self.chosen.len() == until;
                is_full || self.add_one(difficulty, cells, &mut taken)
            });
        }
    }

    /// Adds one of these, of the cell that has fewest so far. `false` if none is left.
    fn add_one(
        &mut self,
        difficulty: u8,
        cells: &mut BTreeMap<Cell, Vec<Found>>,
        taken: &mut BTreeMap<Cell, u32>,
    ) -> bool {
        loop {
            let fewest = cells.keys().min_by_key(|cell| taken.get(cell).copied().unwrap_or(0));
            let Some(&cell) = fewest else { return false };
            let Some(found) = cells.get_mut(&cell).and_then(Vec::pop) else {
                cells.remove(&cell);
                continue;
            };
            if self.admit(difficulty, found) {
                *taken.entry(cell).or_default() += 1;
                return true;
            }
        }
    }

    /// Adds a position unless it, its game or its players are in the set already.
    fn admit(&mut self, difficulty: u8, found: Found) -> bool {
        let Some(id) = PuzzleId::of(&found.position) else { return false };
        let game = &self.games[found.game];
        let players: Vec<Arc<str>> =
            [&game.players.black, &game.players.white].into_iter().flatten().cloned().collect();
        let is_often = |player: &Arc<str>| self.players.get(player).is_some_and(|&times| times >= MOST_OF_A_PLAYER);
        if self.ids.contains(&id) || self.played.contains(&found.game) || players.iter().any(is_often) {
            return false;
        }
        self.ids.insert(id);
        self.played.insert(found.game);
        players.into_iter().for_each(|player| *self.players.entry(player).or_default() += 1);
        self.chosen.push(Chosen { id, difficulty, found });
        true
    }
}
