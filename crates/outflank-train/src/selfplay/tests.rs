use std::fs;

use outflank_rules::Square;

use super::*;
use crate::arguments::parsed;
use crate::records::{FileKind, RecordReader};

const GAMES: u64 = 12;

fn arguments(options: &str) -> SelfplayArguments {
    parsed(&format!("--out unused --games {GAMES} --threads 2 --depth 1 --solve-from 8 --seed 1 {options}"))
}

fn records(seed: u64, threads: usize) -> Vec<u8> {
    let mut file = Vec::new();
    let arguments = arguments(&format!("--seed {seed}"));
    let threads = NonZeroUsize::new(threads).unwrap();
    SelfplayRun::new(&arguments).unwrap().play(0, StopCondition::new(&arguments), threads, &mut file).unwrap();
    file
}

#[test]
fn the_seed_alone_decides_the_games() {
    assert!(records(1, 1) == records(1, 1));
    assert!(records(1, 1) == records(1, 3));
    assert!(records(1, 1) != records(2, 1));
}

/// Fails after `writes` writes, as if the program had been killed.
struct Interrupted {
    file: Vec<u8>,
    writes: usize,
}

impl Write for Interrupted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writes = self.writes.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_interrupted_run_leaves_whole_games() {
    let arguments = arguments("");
    let run = SelfplayRun::new(&arguments).unwrap();
    for writes in 1..5 {
        let mut interrupted = Interrupted { file: FileKind::Games.line(1).into_bytes(), writes };
        let done = run.play(0, StopCondition::new(&arguments), NonZeroUsize::new(2).unwrap(), &mut interrupted);
        assert_eq!(done.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(read(&interrupted.file).len(), writes);
    }
}

fn read(file: &[u8]) -> Vec<ScoredGame> {
    RecordReader::new(file).unwrap().map(Result::unwrap).collect()
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> std::path::PathBuf {
        self.0.path().join("test.games")
    }

    fn arguments(&self, options: &str) -> SelfplayArguments {
        arguments(&format!("--out {} --resume {options}", self.path().display()))
    }

    fn resume(&self, options: &str) -> anyhow::Result<()> {
        run(&self.arguments(options))
    }
}

#[test]
fn games_are_played_to_the_end() {
    let folder = Folder::new();
    folder.resume("").unwrap();
    let games = read(&fs::read(folder.path()).unwrap());
    assert_eq!(games.len() as u64, GAMES);
    assert!(games.iter().all(|game| game.replay.after.is_over()));
}

#[test]
fn games_start_from_the_requested_openings() {
    let folder = Folder::new();
    fs::write(folder.0.path().join("a.wtb"), crate::wthor::tests::file(&[56, 64, 33])).unwrap();
    folder.resume(&format!("--starts wthor:1 --wthor {}", folder.0.path().display())).unwrap();
    let games = read(&fs::read(folder.path()).unwrap());
    assert_eq!(games.len() as u64, GAMES);
    for ScoredGame { moves, .. } in games {
        let line = moves[..3].iter().map(|mv| mv.square);
        assert!(line.eq([Square::F5, Square::D6, Square::C3]));
        assert!(moves[..3].iter().all(|mv| mv.score.is_none()) && moves[7].score.is_some());
    }
    let error = folder.resume("--starts wthor:1").unwrap_err();
    assert_eq!(error.to_string(), "--starts has a share for wthor, which needs --wthor");
}

#[test]
fn weights_of_a_file_are_used() {
    let folder = Folder::new();
    let weights = folder.0.path().join("weights");
    fs::write(&weights, crate::engine::tests::flat()).unwrap();
    folder.resume(&format!("--weights {}", weights.display())).unwrap();
    let flat = fs::read(folder.path()).unwrap();
    let error = format!("{:#}", folder.resume("").unwrap_err());
    assert!(error.contains(", not weights=embedded; "), "{error}");

    let embedded = Folder::new();
    embedded.resume("").unwrap();
    let games = |file: &[u8]| -> Vec<_> { read(file).into_iter().map(|game| game.moves).collect() };
    assert_ne!(games(&flat), games(&fs::read(embedded.path()).unwrap()));
}

#[test]
fn a_file_that_was_cut_off_anywhere_is_completed() {
    let folder = Folder::new();
    let arguments = folder.arguments("--games 2");
    let run = SelfplayRun::new(&arguments).unwrap();
    run.write(&arguments).unwrap();
    let whole = fs::read(folder.path()).unwrap();
    for length in 0..=whole.len() {
        fs::write(folder.path(), &whole[..length]).unwrap();
        run.write(&arguments).unwrap();
        assert!(fs::read(folder.path()).unwrap() == whole, "cut off after {length} bytes");
    }
}

#[test]
fn a_file_grows_when_more_games_are_requested() {
    let folder = Folder::new();
    folder.resume("--games 5").unwrap();
    folder.resume("").unwrap();
    let grown = fs::read(folder.path()).unwrap();
    let other = Folder::new();
    other.resume("").unwrap();
    assert!(fs::read(other.path()).unwrap() == grown);

    let error = format!("{:#}", folder.resume("--games 5").unwrap_err());
    assert_eq!(error, format!("{}: the file has 12 games, more than 5", folder.path().display()));
    assert!(fs::read(folder.path()).unwrap() == grown);
}

#[test]
fn other_arguments_cannot_resume() {
    let folder = Folder::new();
    folder.resume("--games 2").unwrap();
    let before = fs::read(folder.path()).unwrap();
    for (options, expected) in [
        ("--depth 2", "depth=1, not depth=2"),
        ("--solve-from 9", "solve-from=8, not solve-from=9"),
        ("--seed 2", "seed=1, not seed=2"),
        ("--starts random:1", "starts=random:3,xot:1,wthor:0, not starts=random:1,xot:0,wthor:0"),
    ] {
        let error = format!("{:#}", folder.resume(options).unwrap_err());
        assert!(error.contains(&format!(": the file was made with {expected}; ")), "{options}: {error}");
        assert!(fs::read(folder.path()).unwrap() == before);
    }
}

#[test]
fn damaged_or_foreign_games_cannot_be_resumed() {
    let folder = Folder::new();
    folder.resume("--games 2").unwrap();
    let file = fs::read(folder.path()).unwrap();
    let refused = |file: &[u8], expected: &str| {
        fs::write(folder.path(), file).unwrap();
        let error = format!("{:#}", folder.resume("").unwrap_err());
        assert_eq!(error, format!("{}: {expected}", folder.path().display()));
        assert!(fs::read(folder.path()).unwrap() == file);
    };
    let mut changed_score = file.clone();
    *changed_score.last_mut().unwrap() ^= 2;
    refused(&changed_score, "game 2: this version of the program plays a different game");
    refused(&[&file[..], &[61]].concat(), "game 3: it has more than 60 placements");
    refused(b"outflank games 1\n", "cannot resume: the file does not say how it was made");
}
