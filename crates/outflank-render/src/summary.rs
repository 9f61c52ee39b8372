use std::cmp::Reverse;
use std::collections::BTreeMap;

use outflank_rules::Color;
use outflank_study::report::{MoveStats, Theme};

use crate::ReportView;

/// Many games: where their players lose discs. Of games with a reader, only the reader's moves count.
#[derive(Debug, Default)]
pub struct Summary {
    pub games: usize,
    players: BTreeMap<String, Group>,
    openings: BTreeMap<&'static str, Group>,
    phases: Vec<(&'static str, Group)>,
    themes: BTreeMap<Theme, Group>,
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

    pub(crate) fn per_game(&self) -> f32 {
        self.tally.loss / self.games.max(1) as f32
    }
}

const UNNAMED: &str = "(no name)";

impl Summary {
    pub fn add(&mut self, view: &ReportView) {
        let accuracy = &view.report.accuracy;
        let colors: Vec<Color> = view.reader.map_or(Color::ALL.to_vec(), |reader| vec![reader]);
        self.games += 1;
        for &color in &colors {
            let name = view.names[color].as_deref().unwrap_or(UNNAMED);
            self.players.entry(name.to_owned()).or_default().add(accuracy[color].whole);
        }
        let whole = total(colors.iter().map(|&color| accuracy[color].whole));
        self.openings.entry(view.opening().unwrap_or(UNNAMED)).or_default().add(whole);
        for (index, (name, tallies)) in view.accuracy().enumerate() {
            if index == self.phases.len() {
                self.phases.push((name, Group::default()));
            }
            let tally = total(colors.iter().map(|&color| tallies[color]));
            if tally.moves > 0 {
                self.phases[index].1.add(tally);
            }
        }
        let mut themes: BTreeMap<Theme, MoveStats> = BTreeMap::new();
        for judged in view.report.mistakes().filter(|judged| colors.contains(&judged.judgement.by)) {
            if let Some(theme) = judged.theme() {
                themes.entry(theme).or_default().add(judged);
            }
        }
        themes.into_iter().for_each(|(theme, tally)| self.themes.entry(theme).or_default().add(tally));
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

    pub(crate) fn themes(&self) -> Vec<(&str, Group)> {
        let mut themes: Vec<_> = self.themes.iter().map(|(theme, &group)| (theme.name(), group)).collect();
        themes.sort_by(|(_, one), (_, other)| other.tally.loss.total_cmp(&one.tally.loss));
        themes
    }
}

fn total(tallies: impl Iterator<Item = MoveStats>) -> MoveStats {
    tallies.fold(MoveStats::default(), MoveStats::and)
}

fn by_games<'a>(groups: impl Iterator<Item = (&'a str, Group)>) -> Vec<(&'a str, Group)> {
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_key(|&(name, group)| (name == UNNAMED, Reverse(group.games), name));
    groups
}
