use std::cmp::Reverse;
use std::collections::BTreeMap;

use outflank_rules::{ByColor, Color};
use outflank_study::report::MoveStats;

use crate::ReportView;

#[derive(Debug, Default)]
pub struct Summary {
    pub games: usize,
    players: BTreeMap<String, Group>,
    openings: BTreeMap<&'static str, Group>,
    phases: Vec<(&'static str, Group)>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Group {
    pub(crate) games: usize,
    pub(crate) tally: MoveStats,
}

impl Group {
    fn add(&mut self, tally: MoveStats) {
        self.games += 1;
        self.tally = self.tally.and(tally);
    }
}

const UNNAMED: &str = "(no name)";

impl Summary {
    pub fn add(&mut self, view: &ReportView) {
        let accuracy = &view.report.accuracy;
        self.games += 1;
        for color in Color::ALL {
            let name = view.names[color].as_deref().unwrap_or(UNNAMED);
            self.players.entry(name.to_owned()).or_default().add(accuracy[color].whole);
        }
        let opening = view.opening().unwrap_or(UNNAMED);
        self.openings.entry(opening).or_default().add(accuracy.black.whole.and(accuracy.white.whole));
        for (index, (name, ByColor { black, white })) in view.accuracy().enumerate() {
            if index == self.phases.len() {
                self.phases.push((name, Group::default()));
            }
            let tally = black.and(white);
            if tally.moves > 0 {
                self.phases[index].1.add(tally);
            }
        }
    }

    pub(crate) fn players(&self) -> Vec<(&str, Group)> {
        by_games(self.players.iter().map(|(name, &group)| (name.as_str(), group)))
    }

    pub(crate) fn openings(&self) -> Vec<(&str, Group)> {
        by_games(self.openings.iter().map(|(&name, &group)| (name, group)))
    }

    pub(crate) fn phases(&self) -> &[(&str, Group)] {
        &self.phases
    }
}

/// The most frequent first, the unnamed last.
fn by_games<'a>(groups: impl Iterator<Item = (&'a str, Group)>) -> Vec<(&'a str, Group)> {
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_key(|&(name, group)| (name == UNNAMED, Reverse(group.games), name));
    groups
}
