use std::cmp::Reverse;
use std::ops::RangeInclusive;

use outflank_rules::{ByColor, Color};
use serde::Serialize;

use super::filter::{Filter, Seats};
use super::game::{GameId, GameView};
use super::stored::{Index, NameTable};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub games: usize,
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    pub discs: i64,
}

impl Tally {
    pub fn known(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    pub fn mean(&self) -> Option<f64> {
        (self.known() > 0).then(|| self.discs as f64 / self.known() as f64)
    }

    /// Points per game; a draw is half a point.
    pub fn share(&self) -> Option<f64> {
        (self.known() > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / self.known() as f64)
    }

    pub(super) fn join(&mut self, other: &Tally) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.discs += other.discs;
    }

    pub(super) fn add(&mut self, margin: Option<i8>) {
        self.games += 1;
        let Some(margin) = margin else { return };
        self.discs += i64::from(margin);
        match margin {
            1.. => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    pub black: Tally,
    pub years: Option<RangeInclusive<u16>>,
    pub sources: usize,
    pub players: Vec<Count>,
    pub events: Vec<Count>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    pub name: String,
    pub games: usize,
}

impl<R> Index<R> {
    pub fn summary(&self, games: &[GameId]) -> Summary {
        let mut black = Tally::default();
        let mut years: Option<RangeInclusive<u16>> = None;
        let [mut sources, mut players, mut events] =
            [&self.tables.sources, &self.tables.players, &self.tables.events].map(Counter::new);
        for game in self.views(games) {
            black.add(game.margin());
            years = with_year(years, game.year());
            let ByColor { black, white } = game.stored.players();
            players.add(black);
            // A player on both sides counts once.
            if white != black {
                players.add(white);
            }
            events.add(game.stored.event());
            sources.add(game.stored.source());
        }
        Summary { black, years, sources: sources.counted().count(), players: players.named(), events: events.named() }
    }

    pub fn results(&self, filter: &Filter, games: &[GameId]) -> Option<ByColor<Tally>> {
        let seats = Seats::new(filter, &self.tables.players)?;
        let mut results = ByColor::both(Tally::default());
        for game in self.views(games) {
            let sits = seats.of(&game);
            for color in Color::ALL.into_iter().filter(|&color| sits[color]) {
                results[color].add(game.margin_for(color));
            }
        }
        Some(results)
    }

    pub(super) fn views<'a>(&'a self, games: &'a [GameId]) -> impl Iterator<Item = GameView<'a>> {
        games.iter().filter_map(|&id| self.game(id))
    }
}

pub(super) fn with_year(years: Option<RangeInclusive<u16>>, year: Option<u16>) -> Option<RangeInclusive<u16>> {
    let Some(year) = year else { return years };
    Some(years.map_or(year..=year, |years| year.min(*years.start())..=year.max(*years.end())))
}

struct Counter<'a> {
    names: &'a NameTable,
    counts: Vec<usize>,
}

impl<'a> Counter<'a> {
    fn new(names: &'a NameTable) -> Counter<'a> {
        Counter { names, counts: vec![0; names.iter().len()] }
    }

    fn add(&mut self, place: u32) {
        if let Some(count) = self.counts.get_mut(place as usize) {
            *count += 1;
        }
    }

    fn counted(&self) -> impl Iterator<Item = (&str, usize)> {
        self.names.iter().zip(self.counts.iter().copied()).filter(|&(_, count)| count > 0)
    }

    fn named(&self) -> Vec<Count> {
        let named = self.counted().filter(|(name, _)| !name.is_empty());
        let mut counts: Vec<_> = named.map(|(name, games)| Count { name: name.to_owned(), games }).collect();
        counts.sort_unstable_by(|a, b| (Reverse(a.games), &a.name).cmp(&(Reverse(b.games), &b.name)));
        counts
    }
}
