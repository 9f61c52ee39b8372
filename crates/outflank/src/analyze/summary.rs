//! Many games together: who plays how well, with which openings, in which part of the game.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use outflank_rules::Color;
use outflank_study::report::{Phase, Tally};

use super::Analysed;

/// What many games have in common.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) games: usize,
    players: BTreeMap<String, Group>,
    openings: BTreeMap<&'static str, Group>,
    phases: [Group; Phase::ALL.len()],
    whole: Group,
}

/// Moves that belong together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    /// From how many games they are.
    pub(super) games: usize,
    pub(super) tally: Tally,
}

impl Group {
    fn add(&mut self, tally: Tally) {
        self.games += 1;
        self.tally = self.tally.and(tally);
    }
}

/// What stands for a player or an opening that has no name.
const UNNAMED: &str = "(no name)";

impl Summary {
    /// Takes another game in.
    pub(super) fn add(&mut self, analysed: &Analysed) {
        let Analysed { record, report, .. } = analysed;
        self.games += 1;
        for color in Color::ALL {
            let name = record.details.players[color].name.trim();
            let name = if name.is_empty() { UNNAMED } else { name };
            self.players.entry(name.to_owned()).or_default().add(report.accuracy[color].whole);
        }
        let of_both = |of: &dyn Fn(Color) -> Tally| of(Color::Black).and(of(Color::White));
        let whole = of_both(&|color| report.accuracy[color].whole);
        let opening = report.opening.as_ref().map_or(UNNAMED, |opening| opening.name);
        self.openings.entry(opening).or_default().add(whole);
        for phase in Phase::ALL {
            let tally = of_both(&|color| report.accuracy[color].phase(phase));
            if tally.moves > 0 {
                self.phases[phase as usize].add(tally);
            }
        }
        self.whole.add(whole);
    }

    /// The players, those with most games first.
    pub(super) fn players(&self) -> Vec<(&str, Group)> {
        by_games(self.players.iter().map(|(name, &group)| (name.as_str(), group)))
    }

    /// The openings, the most frequent first.
    pub(super) fn openings(&self) -> Vec<(&str, Group)> {
        by_games(self.openings.iter().map(|(&name, &group)| (name, group)))
    }

    /// The parts of the games, and all of them together.
    pub(super) fn phases(&self) -> Vec<(&str, Group)> {
        let parts = Phase::ALL.map(|phase| (phase.name(), self.phases[phase as usize]));
        parts.into_iter().chain([("whole game", self.whole)]).collect()
    }
}

/// Those with most games first, else by their names; what has no name last.
fn by_games<'a>(groups: impl Iterator<Item = (&'a str, Group)>) -> Vec<(&'a str, Group)> {
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_key(|&(name, group)| (name == UNNAMED, Reverse(group.games), name));
    groups
}
