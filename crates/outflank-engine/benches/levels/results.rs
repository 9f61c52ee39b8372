use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use crate::row::Tally;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Score {
    Win,
    Draw,
    Loss,
}

pub(crate) struct Results(Mutex<Inner>);

struct Inner {
    games: HashMap<(String, usize), Score>,
    file: Option<File>,
}

const WORDS: [(Score, &str); 3] = [(Score::Win, "win"), (Score::Draw, "draw"), (Score::Loss, "loss")];

impl Results {
    /// Reads the games in the file and opens it for appending. Incomplete lines are skipped.
    pub(crate) fn open(path: Option<&Path>) -> Results {
        let mut games = HashMap::new();
        let file = path.map(|path| {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            games.extend(text.lines().filter_map(parse));
            let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
            if !text.is_empty() && !text.ends_with('\n') {
                writeln!(file).unwrap();
            }
            file
        });
        Results(Mutex::new(Inner { games, file }))
    }

    pub(crate) fn has(&self, row: &str, number: usize) -> bool {
        self.inner().games.contains_key(&(row.to_owned(), number))
    }

    pub(crate) fn add(&self, row: &str, number: usize, score: Score) {
        let Inner { games, file } = &mut *self.inner();
        games.insert((row.to_owned(), number), score);
        if let Some(file) = file {
            let (_, word) = WORDS.into_iter().find(|(other, _)| *other == score).unwrap();
            writeln!(file, "{row} {number} {word}").unwrap();
        }
    }

    pub(crate) fn tally(&self, row: &str, limit: usize) -> Tally {
        let mut tally = Tally::default();
        for ((name, number), score) in &self.inner().games {
            if name == row && *number < limit {
                match score {
                    Score::Win => tally.wins += 1,
                    Score::Draw => tally.draws += 1,
                    Score::Loss => tally.losses += 1,
                }
            }
        }
        tally
    }

    pub(crate) fn show_progress(&self, row: &str, limit: usize) {
        if io::stderr().is_terminal() {
            let tally = self.tally(row, limit);
            let end = if tally.games() as usize == limit { "\r\x1b[K" } else { "" };
            eprint!("\r{row}: {} of {limit} games, {:.1} %{end}", tally.games(), tally.percent());
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap()
    }
}

fn parse(line: &str) -> Option<((String, usize), Score)> {
    let [row, number, word] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let (score, _) = WORDS.into_iter().find(|(_, other)| *other == word)?;
    Some(((row.to_owned(), number.parse().ok()?), score))
}
