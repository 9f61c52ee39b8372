//! Tournament games, and who played them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use outflank_formats::wthor::{Games, Names, NamesKind};
use outflank_rules::{ByColor, Square};

use crate::replay::Replay;
use crate::wthor;

/// All games of some files, in the order of the files.
pub(super) struct Tournaments {
    pub(super) games: Vec<Played>,
    /// Of all files with games.
    pub(super) checksum: u32,
}

/// A game from the usual start, whose moves are legal.
pub(super) struct Played {
    pub(super) moves: Box<[Square]>,
    pub(super) players: ByColor<Name>,
    pub(super) event: Name,
    /// 0 where that is not said.
    pub(super) year: u16,
}

/// The name of a player or tournament, if known.
pub(super) type Name = Option<Arc<str>>;

impl Tournaments {
    /// Reads files, and all files (`*.wtb`) of folders.
    pub(super) fn read(paths: &[PathBuf]) -> anyhow::Result<Tournaments> {
        let mut files = Vec::new();
        for path in paths {
            match path.is_dir() {
                true => files.extend(wthor::files(path)?),
                false => files.push(path.clone()),
            }
        }
        let (mut games, mut checksum) = (Vec::new(), crc32fast::Hasher::new());
        let mut registers = HashMap::new();
        for path in &files {
            let folder = folder_of(path);
            if !registers.contains_key(folder) {
                registers.insert(folder, Register::within(folder)?);
            }
            read_file(path, &registers[folder], &mut games, &mut checksum)
                .with_context(|| path.display().to_string())?;
        }
        ensure!(!games.is_empty(), "the files have no games");
        Ok(Tournaments { games, checksum: checksum.finalize() })
    }
}

impl Played {
    /// Who played, where and when: `Tastet Marc - Tamenori Hideshi, World Championship 1992`. Nothing if that is not known, or if a program
    /// played: what people meet teaches people more.
    pub(super) fn source(&self) -> Option<String> {
        let ByColor { black, white } = &self.players;
        let (black, white, event) = (black.as_ref()?, white.as_ref()?, self.event.as_ref()?);
        if [black, white].into_iter().any(|name| is_program(name)) {
            return None;
        }
        // Some tournaments have the year in their names.
        let year = self.year.to_string();
        let when = if self.year == 0 || event.contains(&year) { String::new() } else { format!(" {year}") };
        Some(format!("{black} - {white}, {event}{when}"))
    }

    /// The boards of the game.
    pub(super) fn replay(&self) -> Replay {
        Replay::new(self.moves.iter().copied()).expect("the moves were found legal when they were read")
    }
}

/// The database writes the author of a program behind its name, in brackets.
fn is_program(name: &str) -> bool {
    name.contains('(')
}

/// The names of a folder, by their numbers.
struct Register {
    players: Vec<Name>,
    tournaments: Vec<Name>,
}

impl Register {
    fn within(folder: &Path) -> anyhow::Result<Register> {
        let read = |name, kind| read_names(folder, name, kind).with_context(|| folder.display().to_string());
        Ok(Register {
            players: read("WTH.JOU", NamesKind::Players)?,
            tournaments: read("WTH.TRN", NamesKind::Tournaments)?,
        })
    }
}

fn read_names(folder: &Path, name: &str, kind: NamesKind) -> anyhow::Result<Vec<Name>> {
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    // Of two that differ in case alone, always the same.
    let file =
        entries.iter().filter(|entry| entry.file_name().eq_ignore_ascii_case(name)).map(fs::DirEntry::path).min();
    let file = file.with_context(|| format!("{name} is missing, which has the names"))?;
    let names = Names::parse(&fs::read(file)?, kind).with_context(|| name.to_owned())?;
    Ok(names.names.iter().map(|name| known(name)).collect())
}

/// A name as it is written into a line with tabs between its cells.
pub(super) fn known(name: &str) -> Name {
    let words: Vec<&str> = name.split(|character: char| character.is_whitespace() || character.is_control()).collect();
    let name = words.join(" ");
    let name = name.trim();
    (!name.is_empty() && !name.contains("??")).then(|| name.into())
}

fn read_file(
    path: &Path,
    names: &Register,
    games: &mut Vec<Played>,
    checksum: &mut crc32fast::Hasher,
) -> anyhow::Result<()> {
    let file = fs::read(path)?;
    checksum.update(&file);
    let Games { year, games: records, .. } = Games::parse(&file)?;
    for (record, number) in records.iter().zip(1..) {
        let moves = record.moves();
        Replay::new(moves.iter().copied()).with_context(|| format!("game {number}: a move is not legal"))?;
        let name = |names: &[Name], number: u16| names.get(usize::from(number)).cloned().flatten();
        games.push(Played {
            moves: moves.into(),
            players: ByColor { black: record.black, white: record.white }.map(|number| name(&names.players, number)),
            event: name(&names.tournaments, record.tournament),
            year,
        });
    }
    Ok(())
}

/// The folder in which a file lies.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
