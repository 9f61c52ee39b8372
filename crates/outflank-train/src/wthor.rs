use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use outflank_formats::wthor::{GameRecord, Games};
use outflank_rules::Square;

use crate::files::PathContext;
use crate::records::Recipe;
use crate::replay::Replay;

/// All games of a folder.
#[derive(Debug)]
pub(crate) struct WthorGames {
    pub(crate) games: Vec<Placements>,
    checksum: u32,
}

/// The placements of a legal game from the standard start, which may be unfinished.
pub(crate) type Placements = Box<[Square]>;

impl WthorGames {
    pub(crate) fn read(folder: &Path) -> anyhow::Result<WthorGames> {
        let mut games = Vec::new();
        let checksum = for_each_game(&files(folder)?, |_, _, record, _| games.push(record.moves().into()))?;
        ensure!(!games.is_empty(), "{}: the files have no games", folder.display());
        Ok(WthorGames { games, checksum })
    }

    pub(crate) fn describe(&self, recipe: Recipe) -> Recipe {
        describe(recipe, self.games.len(), self.checksum)
    }
}

pub(crate) fn describe(recipe: Recipe, games: usize, checksum: u32) -> Recipe {
    recipe.with("wthor", format_args!("{games}:{checksum:08x}"))
}

pub(crate) fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).at(folder)? {
        let path = entry.at(folder)?.path();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")) {
            files.push(path);
        }
    }
    ensure!(!files.is_empty(), "{}: no file with games (*.wtb)", folder.display());
    files.sort();
    Ok(files)
}

/// The files of a command line: files, and the `*.wtb` files of folders.
pub(crate) fn all_files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => all.extend(files(path)?),
            false => all.push(path.clone()),
        }
    }
    Ok(all)
}

/// Visits the games in the order of the files, and returns the checksum of all files. An illegal move is an error.
pub(crate) fn for_each_game(
    files: &[PathBuf],
    mut visit: impl FnMut(&Path, &Games, &GameRecord, Replay),
) -> anyhow::Result<u32> {
    let mut checksum = crc32fast::Hasher::new();
    let mut read = |path: &Path| -> anyhow::Result<()> {
        let bytes = fs::read(path)?;
        checksum.update(&bytes);
        let file = Games::parse(&bytes)?;
        for (record, number) in file.games.iter().zip(1..) {
            let replay = Replay::new(record.moves().iter().copied());
            visit(path, &file, record, replay.with_context(|| format!("game {number}: a move is not legal"))?);
        }
        Ok(())
    };
    files.iter().try_for_each(|path| read(path).at(path))?;
    Ok(checksum.finalize())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn file(moves: &[u8]) -> Vec<u8> {
        let mut file = vec![20, 26, 5, 31, 1, 0, 0, 0, 0, 0, 0xbf, 0x07, 8, 0, 24, 0];
        file.extend([7, 0, 1, 0, 2, 0, 34, 32]);
        file.extend(moves);
        file.resize(16 + 68, 0);
        file
    }

    #[test]
    fn games_are_in_the_order_of_the_files() {
        let folder = tempfile::tempdir().unwrap();
        // f5 d6 c3, and d3.
        fs::write(folder.path().join("b.wtb"), file(&[56, 64, 33])).unwrap();
        fs::write(folder.path().join("a.WTB"), file(&[34])).unwrap();
        fs::write(folder.path().join("WTH.TRN"), "something else").unwrap();
        let found = WthorGames::read(folder.path()).unwrap();
        let expected: [&[Square]; 2] = [&[Square::D3], &[Square::F5, Square::D6, Square::C3]];
        assert!(found.games.iter().map(|moves| &moves[..]).eq(expected));
    }

    #[test]
    fn errors_name_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let message = || format!("{:#}", WthorGames::read(folder.path()).unwrap_err());
        assert_eq!(message(), format!("{}: no file with games (*.wtb)", folder.path().display()));
        let path = folder.path().join("a.wtb");
        fs::write(&path, file(&[56, 56])).unwrap();
        assert_eq!(message(), format!("{}: game 1: a move is not legal", path.display()));
        fs::write(&path, &file(&[56])[..70]).unwrap();
        assert!(message().starts_with(&format!("{}: ", path.display())), "{}", message());
        let nowhere = WthorGames::read(Path::new("no/such/folder")).unwrap_err();
        assert!(format!("{nowhere:#}").starts_with("no/such/folder: "));
    }
}
