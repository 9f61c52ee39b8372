//! Where positions come from.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::iter;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use outflank_rules::{Board, Square};

use crate::cli::LabelArguments;
use crate::games::Games;
use crate::header::Provenance;
use crate::positions::Positions;
use crate::replay::Replay;
use crate::wthor::Tournaments;

/// A position that may be taken. The side to move has a move, unless the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) board: Board,
    /// The move that was made, if that is known.
    pub(super) played: Option<Square>,
}

/// All sources, in the order in which they are read.
pub(super) struct Sources {
    games: Vec<Source>,
    tournaments: Option<Tournaments>,
    positions: Vec<Source>,
}

/// A file, and the checksum of what is in it.
struct Source {
    path: PathBuf,
    checksum: u32,
}

/// Candidates, or why there are no more of them: nothing follows an error that is worth reading.
type Candidates = Box<dyn Iterator<Item = anyhow::Result<Candidate>> + Send>;

impl Sources {
    /// Reads all sources once to know their checksums.
    pub(super) fn new(arguments: &LabelArguments) -> anyhow::Result<Sources> {
        Ok(Sources {
            games: checked(&arguments.games)?,
            tournaments: arguments.wthor.as_deref().map(Tournaments::read).transpose()?,
            positions: checked(&arguments.positions)?,
        })
    }

    /// Whether a file is one of the sources, by whatever path.
    pub(super) fn contains(&self, path: &Path) -> bool {
        let whole = |path: &Path| path.canonicalize().ok();
        let is_it = |source: &Source| whole(path).is_some_and(|path| whole(&source.path) == Some(path));
        self.games.iter().chain(&self.positions).any(is_it)
    }

    /// Says what the positions are taken from.
    pub(super) fn describe(&self, mut provenance: Provenance) -> Provenance {
        for Source { path, checksum } in &self.games {
            provenance = provenance.with("games", format_args!("{}:{checksum:08x}", name(path)));
        }
        if let Some(tournaments) = &self.tournaments {
            provenance = tournaments.describe(provenance);
        }
        for Source { path, checksum } in &self.positions {
            provenance = provenance.with("positions", format_args!("{}:{checksum:08x}", name(path)));
        }
        provenance
    }

    pub(super) fn candidates(self) -> impl Iterator<Item = anyhow::Result<Candidate>> + Send {
        let games = self.games.into_iter().flat_map(|source| or_error(of_games(&source.path), source.path));
        let tournaments = self.tournaments.map(|tournaments| tournaments.games).unwrap_or_default();
        let positions = self.positions.into_iter().flat_map(|source| or_error(of_positions(&source.path), source.path));
        games.chain(tournaments.into_iter().flat_map(|moves| of_tournament_game(&moves))).chain(positions)
    }
}

fn checked(paths: &[PathBuf]) -> anyhow::Result<Vec<Source>> {
    let check = |path: &PathBuf| {
        let checksum = checksum(path).with_context(|| path.display().to_string())?;
        Ok(Source { path: path.clone(), checksum })
    };
    paths.iter().map(check).collect()
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

/// The name of a file without its folders, which may be others when a run goes on.
fn name(path: &Path) -> std::path::Display<'_> {
    path.file_name().map_or(path, Path::new).display()
}

/// Puts the name of the file before every error.
fn or_error(candidates: anyhow::Result<Candidates>, path: PathBuf) -> Candidates {
    let candidates = candidates.unwrap_or_else(|error| Box::new(iter::once(Err(error))));
    Box::new(candidates.map(move |candidate| candidate.with_context(|| path.display().to_string())))
}

fn of_games(path: &Path) -> anyhow::Result<Candidates> {
    let games = Games::new(BufReader::new(File::open(path)?))?;
    Ok(Box::new(games.flat_map(|game| match game {
        Ok(game) => of_game(&game.replay, game.turns.iter().map(|turn| turn.square)),
        Err(error) => vec![Err(anyhow!(error))],
    })))
}

fn of_tournament_game(moves: &[Square]) -> Vec<anyhow::Result<Candidate>> {
    let replay = Replay::new(moves.iter().copied()).expect("the moves were found legal when they were read");
    of_game(&replay, moves.iter().copied())
}

fn of_game(replay: &Replay, moves: impl Iterator<Item = Square>) -> Vec<anyhow::Result<Candidate>> {
    let before = replay.before.iter().zip(moves);
    before.map(|(seen, square)| Ok(Candidate { board: seen.board, played: Some(square) })).collect()
}

fn of_positions(path: &Path) -> anyhow::Result<Candidates> {
    let positions = Positions::new(BufReader::new(File::open(path)?))?;
    Ok(Box::new(positions.map(|position| {
        let board = position?.board;
        let board = if board.moves().is_empty() { board.pass() } else { board };
        Ok(Candidate { board, played: None })
    })))
}
