//! The games of a folder of the WTHOR database.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use outflank_formats::wthor;
use outflank_rules::Square;

use crate::header::Provenance;
use crate::replay::Replay;

/// All games of a folder, in the order of the names of its files.
#[derive(Debug)]
pub(crate) struct Tournaments {
    pub(crate) games: Vec<Moves>,
    /// Of all files.
    checksum: u32,
}

/// The placements of a legal game from the usual start; it need not have been played to the end.
pub(crate) type Moves = Box<[Square]>;

impl Tournaments {
    /// Reads the files (`*.wtb`) of a folder.
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Tournaments> {
        let files = files(folder)?;
        let mut games = Vec::new();
        let mut checksum = crc32fast::Hasher::new();
        for path in files {
            read_file(&path, &mut games, &mut checksum).with_context(|| path.display().to_string())?;
        }
        ensure!(!games.is_empty(), "{}: the files have no games", folder.display());
        Ok(Tournaments { games, checksum: checksum.finalize() })
    }

    /// Says which games a file is made from.
    pub(crate) fn describe(&self, provenance: Provenance) -> Provenance {
        provenance.with("wthor", format_args!("{}:{:08x}", self.games.len(), self.checksum))
    }
}

/// The files with games (`*.wtb`) of a folder, of which there must be one, in the order of their names.
pub(crate) fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let context = || folder.display().to_string();
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(context)? {
        let path = entry.with_context(context)?.path();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")) {
            files.push(path);
        }
    }
    ensure!(!files.is_empty(), "{}: no file with games (*.wtb)", folder.display());
    files.sort();
    Ok(files)
}

fn read_file(path: &Path, games: &mut Vec<Moves>, checksum: &mut crc32fast::Hasher) -> anyhow::Result<()> {
    let file = fs::read(path)?;
    checksum.update(&file);
    for (record, number) in wthor::Games::parse(&file)?.games.iter().zip(1..) {
        let moves = record.moves();
        Replay::new(moves.iter().copied()).with_context(|| format!("game {number}: a move is not legal"))?;
        games.push(moves.into());
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A file with one game of these placements.
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
        let tournaments = Tournaments::read(folder.path()).unwrap();
        let expected: [&[Square]; 2] = [&[Square::D3], &[Square::F5, Square::D6, Square::C3]];
        assert!(tournaments.games.iter().map(|moves| &moves[..]).eq(expected));
    }

    #[test]
    fn errors_name_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let message = || format!("{:#}", Tournaments::read(folder.path()).unwrap_err());
        assert_eq!(message(), format!("{}: no file with games (*.wtb)", folder.path().display()));
        let path = folder.path().join("a.wtb");
        fs::write(&path, file(&[56, 56])).unwrap();
        assert_eq!(message(), format!("{}: game 1: a move is not legal", path.display()));
        fs::write(&path, &file(&[56])[..70]).unwrap();
        assert!(message().starts_with(&format!("{}: ", path.display())), "{}", message());
        let nowhere = Tournaments::read(Path::new("no/such/folder")).unwrap_err();
        assert!(format!("{nowhere:#}").starts_with("no/such/folder: "));
    }
}
