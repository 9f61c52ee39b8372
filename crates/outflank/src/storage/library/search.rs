use std::collections::HashSet;

use outflank_study::NameQuery;

use super::catalogue::{Catalogue, Entry, GameKey, score};
use super::tags::Tags;
use super::texts::Texts;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SortBy {
    /// Latest first.
    #[default]
    Date,
    Players,
    /// Black's best result first.
    Result,
    Opening,
}

impl SortBy {
    pub(crate) const ALL: [SortBy; 4] = [SortBy::Date, SortBy::Players, SortBy::Result, SortBy::Opening];

    pub(crate) fn name(self) -> &'static str {
        match self {
            SortBy::Date => "date",
            SortBy::Players => "players",
            SortBy::Result => "result",
            SortBy::Opening => "opening",
        }
    }
}

impl Catalogue {
    /// All games in this order. Unknown dates, names and results come last.
    pub(crate) fn sorted(&self, by: SortBy) -> Vec<Entry> {
        let games = || self.games.iter().zip(0..).map(|(game, entry)| (game, Entry(entry)));
        let mut keyed: Vec<(u64, Entry)> = match by {
            SortBy::Date => {
                let ranks = ranks(&self.texts.dates);
                let key = |date| if date == 0 { u64::MAX } else { u64::from(u32::MAX) - rank(&ranks, date) };
                games().map(|(game, entry)| (key(game.date), entry)).collect()
            }
            SortBy::Players => {
                let ranks = ranks(&self.texts.players);
                let key = |player| rank(&ranks, player);
                games().map(|(game, entry)| (key(game.players.black) << 32 | key(game.players.white), entry)).collect()
            }
            SortBy::Result => {
                let key = |margin: Option<i8>| margin.map_or(u64::MAX, |margin| (64 - i64::from(margin)) as u64);
                games().map(|(game, entry)| (key(game.margin), entry)).collect()
            }
            SortBy::Opening => {
                let ranks = ranks(&self.texts.openings);
                games().map(|(game, entry)| (rank(&ranks, game.opening), entry)).collect()
            }
        };
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Games that have every word of the text in a player, the event, the opening, the date, the result or a tag, in any case, with or without
    /// accents.
    pub(crate) fn search<'e>(&self, text: &str, tags: &Tags, among: impl Iterator<Item = Entry> + 'e) -> Vec<Entry> {
        let words: Vec<Hits> = text.split_whitespace().map(|word| Hits::new(word, self, tags)).collect();
        let is_found = |entry: &Entry| {
            let Some(game) = self.games.get(entry.0 as usize) else { return false };
            words.iter().all(|hits| {
                hits.players.contains(game.players.black)
                    || hits.players.contains(game.players.white)
                    || hits.openings.contains(game.opening)
                    || hits.dates.contains(game.date)
                    || hits.events.contains(game.event)
                    || hits.results[result_place(game.margin)]
                    || (!hits.tagged.is_empty() && hits.tagged.contains(&game.key))
            })
        };
        among.filter(is_found).collect()
    }
}

pub(super) fn result_text(margin: Option<i8>) -> String {
    match margin {
        None => String::new(),
        Some(0) => format!("{} draw", score(0)),
        Some(margin @ 1..) => format!("{} black wins", score(margin)),
        Some(margin) => format!("{} white wins", score(margin)),
    }
}

const RESULTS: usize = 130;

fn result_place(margin: Option<i8>) -> usize {
    margin.map_or(RESULTS - 1, |margin| (i16::from(margin.clamp(-64, 64)) + 64) as usize)
}

struct Hits {
    players: Found,
    events: Found,
    openings: Found,
    dates: Found,
    results: Vec<bool>,
    tagged: HashSet<GameKey>,
}

struct Found(Vec<bool>);

impl Found {
    fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize).copied().unwrap_or_default()
    }
}

impl Hits {
    fn new(word: &str, catalogue: &Catalogue, tags: &Tags) -> Hits {
        let query = NameQuery::new(word);
        let find = |texts: &Texts| Found(texts.iter().map(|text| query.matches(text)).collect());
        let texts = &catalogue.texts;
        let mut results: Vec<bool> = (-64..=64).map(|margin| query.matches(&result_text(Some(margin)))).collect();
        results.push(false);
        Hits {
            players: find(&texts.players),
            events: find(&texts.events),
            openings: find(&texts.openings),
            dates: find(&texts.dates),
            results,
            tagged: tags.having(|tag| query.matches(&format!("#{tag}"))).collect(),
        }
    }
}

/// For each text its place in the alphabet; the empty text comes last.
fn ranks(texts: &Texts) -> Vec<u32> {
    let mut order: Vec<(String, u32)> = texts.iter().map(str::to_lowercase).zip(0..).collect();
    order.sort_unstable_by(|a, b| (a.0.is_empty(), &a.0).cmp(&(b.0.is_empty(), &b.0)));
    let mut ranks = vec![0; order.len()];
    for ((_, number), rank) in order.iter().zip(0..) {
        ranks[*number as usize] = rank;
    }
    ranks
}

fn rank(ranks: &[u32], number: u32) -> u64 {
    u64::from(ranks.get(number as usize).copied().unwrap_or(u32::MAX))
}
