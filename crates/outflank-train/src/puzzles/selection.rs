use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use outflank_rules::Color;
use outflank_study::puzzles::PuzzleId;
use outflank_study::report::Theme;

use super::difficulty::DifficultyScale;
use super::games::NamedGame;
use super::scored::FoundPuzzle;

pub(super) const MAX_PER_PLAYER: u32 = 6;

pub(super) struct ChosenPuzzle {
    pub(super) id: PuzzleId,
    pub(super) difficulty: u8,
    pub(super) found: FoundPuzzle,
    /// Added last, as they take a search.
    pub(super) themes: Vec<Theme>,
}

/// A set without symmetric positions, with one puzzle per game and few per player.
#[derive(Default)]
pub(super) struct PuzzleSet<'g> {
    games: &'g [NamedGame],
    pub(super) chosen: Vec<ChosenPuzzle>,
    ids: HashSet<PuzzleId>,
    played: HashSet<usize>,
    players: HashMap<Arc<str>, u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stratum {
    empties: u32,
    is_black: bool,
}

impl Stratum {
    fn of(found: &FoundPuzzle) -> Stratum {
        Stratum { empties: found.position.empty().len(), is_black: found.position.turn() == Color::Black }
    }
}

impl<'g> PuzzleSet<'g> {
    pub(super) fn new(games: &'g [NamedGame]) -> PuzzleSet<'g> {
        PuzzleSet { games, ..PuzzleSet::default() }
    }

    /// Adds up to `count` puzzles of one kind, earlier ones first, spread evenly over difficulties, empty squares and colours.
    pub(super) fn add(&mut self, pool: Vec<FoundPuzzle>, count: usize) {
        let scale = DifficultyScale::of(pool.iter().map(|found| found.points));
        let mut queues: BTreeMap<u8, BTreeMap<Stratum, Vec<FoundPuzzle>>> = BTreeMap::new();
        for found in pool.into_iter().rev() {
            let strata = queues.entry(scale.difficulty(found.points)).or_default();
            strata.entry(Stratum::of(&found)).or_default().push(found);
        }
        let (until, mut taken) = (self.chosen.len() + count, BTreeMap::new());
        while self.chosen.len() < until && !queues.is_empty() {
            queues.retain(|&difficulty, strata| {
                let is_full = self.chosen.len() == until;
                is_full || self.add_one(difficulty, strata, &mut taken)
            });
        }
    }

    /// Adds one puzzle of the stratum with the fewest so far; `false` if none is left.
    fn add_one(
        &mut self,
        difficulty: u8,
        strata: &mut BTreeMap<Stratum, Vec<FoundPuzzle>>,
        taken: &mut BTreeMap<Stratum, u32>,
    ) -> bool {
        loop {
            let fewest = strata.keys().min_by_key(|stratum| taken.get(stratum).copied().unwrap_or(0));
            let Some(&stratum) = fewest else { return false };
            let Some(found) = strata.get_mut(&stratum).and_then(Vec::pop) else {
                strata.remove(&stratum);
                continue;
            };
            if self.admit(difficulty, found) {
                *taken.entry(stratum).or_default() += 1;
                return true;
            }
        }
    }

    fn admit(&mut self, difficulty: u8, found: FoundPuzzle) -> bool {
        let Some(id) = PuzzleId::of(&found.position) else { return false };
        let game = &self.games[found.game];
        let players: Vec<Arc<str>> =
            [&game.players.black, &game.players.white].into_iter().flatten().cloned().collect();
        let is_often = |player: &Arc<str>| self.players.get(player).is_some_and(|&times| times >= MAX_PER_PLAYER);
        if self.ids.contains(&id) || self.played.contains(&found.game) || players.iter().any(is_often) {
            return false;
        }
        self.ids.insert(id);
        self.played.insert(found.game);
        players.into_iter().for_each(|player| *self.players.entry(player).or_default() += 1);
        self.chosen.push(ChosenPuzzle { id, difficulty, found, themes: Vec::new() });
        true
    }
}
