//! The moves of the games up to the puzzles, for new puzzles and for those of a file.

use std::collections::HashMap;

use anyhow::{Context, ensure};
use outflank_rules::Position;
use outflank_study::puzzles::{self, Puzzle};
use outflank_study::report::Theme;

use super::file::{COLUMNS, themes_cell};
use super::games::{NamedGame, NamedGames};

pub(super) fn history(game: &NamedGame, position: &Position) -> Option<String> {
    let placed = 60_usize.checked_sub(position.empty().len() as usize)?;
    let seen = game.replay().before.into_iter().nth(placed)?;
    (seen.position() == *position).then(|| game.moves[..placed].iter().map(ToString::to_string).collect())
}

/// Writes the moves and themes of the puzzles of a file anew, and changes nothing else.
pub(super) fn renew(
    file: String,
    games: &NamedGames,
    themes: impl FnOnce(&[Puzzle]) -> Vec<Vec<Theme>>,
) -> anyhow::Result<String> {
    let file: &'static str = file.leak();
    let puzzles = puzzles::read(file)?;
    let mut themes = themes(&puzzles).into_iter();
    let mut by_source: HashMap<&str, Vec<&Puzzle>> = HashMap::new();
    puzzles.iter().for_each(|puzzle| by_source.entry(puzzle.source).or_default().push(puzzle));
    let mut found = HashMap::new();
    for game in &games.games {
        let source = game.source();
        let wanted = source.as_deref().and_then(|source| by_source.get(source)).into_iter().flatten();
        for puzzle in wanted {
            if let Some(history) = history(game, &puzzle.position) {
                found.entry(puzzle.id.to_string()).or_insert(history);
            }
        }
    }
    let mut text = String::new();
    for line in file.lines() {
        text += &match line.starts_with('#') {
            true if line.starts_with("# name\t") => COLUMNS.to_owned(),
            true => line.to_owned(),
            false => {
                let mut cells: Vec<&str> = line.split('\t').collect();
                cells.truncate(6);
                let history = found.get(cells[0]).with_context(|| format!("{}: its game is not here", cells[0]))?;
                let themes = themes.next().context("the lines are not the puzzles")?;
                format!("{}\t{history}{}", cells.join("\t"), themes_cell(&themes))
            }
        };
        text.push('\n');
    }
    ensure!(puzzles::read(text.clone().leak())?.len() == puzzles.len(), "the puzzles have changed");
    Ok(text)
}
