use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use outflank_formats::wthor::{Names, NamesKind};
use outflank_rules::ByColor;

use crate::files::PathContext;
use crate::replay::Replay;
use crate::wthor::{self, Placements};

pub(super) struct NamedGames {
    pub(super) games: Vec<NamedGame>,
    pub(super) checksum: u32,
}

pub(super) struct NamedGame {
    pub(super) moves: Placements,
    pub(super) players: ByColor<Name>,
    pub(super) event: Name,
    pub(super) year: u16,
}

pub(super) type Name = Option<Arc<str>>;

impl NamedGames {
    pub(super) fn read(paths: &[PathBuf]) -> anyhow::Result<NamedGames> {
        let files = wthor::all_files(paths)?;
        let mut tables = HashMap::new();
        for folder in files.iter().map(|path| folder_of(path)) {
            if !tables.contains_key(folder) {
                tables.insert(folder.to_owned(), NameTables::read(folder).at(folder)?);
            }
        }
        let mut games = Vec::new();
        let checksum = wthor::for_each_game(&files, |path, file, record, _| {
            let NameTables { players, tournaments } = &tables[folder_of(path)];
            let name = |names: &[Name], number: u16| names.get(usize::from(number)).cloned().flatten();
            games.push(NamedGame {
                moves: record.moves().into(),
                players: ByColor { black: record.black, white: record.white }.map(|number| name(players, number)),
                event: name(tournaments, record.tournament),
                year: file.year,
            });
        })?;
        ensure!(!games.is_empty(), "the files have no games");
        Ok(NamedGames { games, checksum })
    }
}

impl NamedGame {
    /// Players, tournament and year: `Tastet Marc - Tamenori Hideshi, World Championship 1992`. `None` if a name is unknown
    /// or a program played: games between people make better puzzles for people.
    pub(super) fn source(&self) -> Option<String> {
        let ByColor { black, white } = &self.players;
        let (black, white, event) = (black.as_ref()?, white.as_ref()?, self.event.as_ref()?);
        if [black, white].into_iter().any(|name| is_program(name)) {
            return None;
        }
        let year = self.year.to_string();
        let when = if self.year == 0 || event.contains(&year) { String::new() } else { format!(" {year}") };
        Some(format!("{black} - {white}, {event}{when}"))
    }

    pub(super) fn replay(&self) -> Replay {
        Replay::new(self.moves.iter().copied()).expect("the moves were legal when they were read")
    }
}

/// The database puts the author in brackets after the name of a program.
fn is_program(name: &str) -> bool {
    name.contains('(')
}

struct NameTables {
    players: Vec<Name>,
    tournaments: Vec<Name>,
}

impl NameTables {
    fn read(folder: &Path) -> anyhow::Result<NameTables> {
        Ok(NameTables {
            players: read_names(folder, "WTH.JOU", NamesKind::Players)?,
            tournaments: read_names(folder, "WTH.TRN", NamesKind::Tournaments)?,
        })
    }
}

fn read_names(folder: &Path, name: &str, kind: NamesKind) -> anyhow::Result<Vec<Name>> {
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    // Always the same one of two names that differ only in case.
    let file =
        entries.iter().filter(|entry| entry.file_name().eq_ignore_ascii_case(name)).map(fs::DirEntry::path).min();
    let file = file.with_context(|| format!("no file with names ({name})"))?;
    let names = Names::parse(&fs::read(file)?, kind).with_context(|| name.to_owned())?;
    Ok(names.names.iter().map(|name| single_line(name)).collect())
}

/// A known name, fit for a tab-separated line.
pub(super) fn single_line(name: &str) -> Name {
    let words: Vec<&str> = name.split(|character: char| character.is_whitespace() || character.is_control()).collect();
    let name = words.join(" ");
    let name = name.trim();
    (!name.is_empty() && !name.contains("??")).then(|| name.into())
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
