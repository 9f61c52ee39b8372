use std::fs::File;
use std::io::{self, Read};
use std::iter;
use std::path::{Path, PathBuf};

use outflank_rules::{Board, Square};

use super::LabelArguments;
use crate::files::PathContext;
use crate::records::{self, FileRecord, Recipe, ScoredGame, ScoredPosition};
use crate::replay::Replay;
use crate::wthor::WthorGames;

/// The side to move has a move, unless the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SourcePosition {
    pub(super) board: Board,
    pub(super) played: Option<Square>,
}

pub(super) struct LabelSources {
    games: Vec<SourceFile>,
    wthor: Option<WthorGames>,
    positions: Vec<SourceFile>,
}

struct SourceFile {
    path: PathBuf,
    checksum: u32,
}

impl LabelSources {
    pub(super) fn new(arguments: &LabelArguments) -> anyhow::Result<LabelSources> {
        let files = |paths: &[PathBuf]| paths.iter().map(|path| SourceFile::new(path)).collect::<anyhow::Result<_>>();
        Ok(LabelSources {
            games: files(&arguments.games)?,
            wthor: arguments.wthor.as_deref().map(WthorGames::read).transpose()?,
            positions: files(&arguments.positions)?,
        })
    }

    pub(super) fn contains(&self, path: &Path) -> bool {
        let Ok(path) = path.canonicalize() else { return false };
        self.games.iter().chain(&self.positions).any(|file| file.path.canonicalize().is_ok_and(|file| file == path))
    }

    pub(super) fn describe(&self, mut recipe: Recipe) -> Recipe {
        for file in &self.games {
            recipe = recipe.with("games", file.name());
        }
        if let Some(wthor) = &self.wthor {
            recipe = wthor.describe(recipe);
        }
        for file in &self.positions {
            recipe = recipe.with("positions", file.name());
        }
        recipe
    }

    pub(super) fn positions(self) -> impl Iterator<Item = anyhow::Result<SourcePosition>> + Send {
        let games = self.games.into_iter().flat_map(|file| {
            read(&file.path).flat_map(|game: anyhow::Result<ScoredGame>| match game {
                Ok(ScoredGame { moves, replay }) => of_game(&replay, moves.iter().map(|mv| mv.square)),
                Err(error) => vec![Err(error)],
            })
        });
        let wthor = self.wthor.map(|wthor| wthor.games).unwrap_or_default().into_iter().flat_map(|moves| {
            let replay = Replay::new(moves.iter().copied()).expect("the moves were legal when they were read");
            of_game(&replay, moves.iter().copied())
        });
        let positions = self.positions.into_iter().flat_map(|file| read(&file.path)).map(|position| {
            let ScoredPosition { board, .. } = position?;
            let board = if board.moves().is_empty() { board.pass() } else { board };
            Ok(SourcePosition { board, played: None })
        });
        games.chain(wthor).chain(positions)
    }
}

impl SourceFile {
    fn new(path: &Path) -> anyhow::Result<SourceFile> {
        Ok(SourceFile { path: path.to_owned(), checksum: checksum(path).at(path)? })
    }

    /// Without the folder, which may be another one when a run is resumed.
    fn name(&self) -> String {
        let name = self.path.file_name().map_or(&*self.path, Path::new);
        format!("{}:{:08x}", name.display(), self.checksum)
    }
}

fn checksum(path: &Path) -> io::Result<u32> {
    let mut file = File::open(path)?;
    let mut hasher = crc32fast::Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hasher.finalize()),
            Ok(length) => hasher.update(&buffer[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn read<T: FileRecord + Send + 'static>(path: &Path) -> Box<dyn Iterator<Item = anyhow::Result<T>> + Send> {
    match records::read_file(path) {
        Ok(records) => Box::new(records),
        Err(error) => Box::new(iter::once(Err(error))),
    }
}

fn of_game(replay: &Replay, moves: impl Iterator<Item = Square>) -> Vec<anyhow::Result<SourcePosition>> {
    let before = replay.before.iter().zip(moves);
    before.map(|(seen, square)| Ok(SourcePosition { board: seen.board, played: Some(square) })).collect()
}
