use std::fs;

use outflank_rules::Square;

use super::*;
use crate::cli::OutputArguments;

const GAMES: u64 = 12;

fn arguments(seed: u64) -> SelfplayArguments {
    SelfplayArguments {
        output: OutputArguments { out: "unused".into(), force: false, resume: false },
        games: Some(GAMES),
        seconds: None,
        threads: NonZeroUsize::new(2),
        depth: 1,
        solve_from: 8,
        starts: None,
        wthor: None,
        weights: None,
        seed,
    }
}

/// The records of a file with this seed.
fn records(seed: u64, threads: usize) -> Vec<u8> {
    let mut file = Vec::new();
    let arguments = arguments(seed);
    let threads = NonZeroUsize::new(threads).unwrap();
    Run::new(&arguments).unwrap().play(0, End::new(&arguments), threads, &mut file).unwrap();
    file
}

#[test]
fn the_seed_alone_decides_the_games() {
    assert!(records(1, 1) == records(1, 1));
    assert!(records(1, 1) == records(1, 3));
    assert!(records(1, 1) != records(2, 1));
}

/// Takes so many writes, and fails from then on: as if the program had been ended there.
struct BrokenOff {
    file: Vec<u8>,
    writes: usize,
}

impl Write for BrokenOff {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writes = self.writes.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_run_that_is_broken_off_leaves_whole_games() {
    let arguments = arguments(1);
    let run = Run::new(&arguments).unwrap();
    for writes in 1..5 {
        let mut broken = BrokenOff { file: b"outflank games 1\n".to_vec(), writes };
        let done = run.play(0, End::new(&arguments), NonZeroUsize::new(2).unwrap(), &mut broken);
        assert_eq!(done.unwrap_err().kind(), io::ErrorKind::StorageFull);
        let games: Result<Vec<_>, _> = Games::new(&broken.file[..]).unwrap().collect();
        assert_eq!(games.unwrap().len(), writes);
    }
}

/// A folder for files, and what is asked for there.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> std::path::PathBuf {
        self.0.path().join("test.games")
    }

    fn resume(&self, change: impl FnOnce(&mut SelfplayArguments)) -> anyhow::Result<()> {
        let mut arguments = arguments(1);
        arguments.output = OutputArguments { out: self.path(), force: false, resume: true };
        change(&mut arguments);
        run(&arguments)
    }
}

#[test]
fn games_are_read_back() {
    let folder = Folder::new();
    folder.resume(|_| ()).unwrap();
    let file = fs::read(folder.path()).unwrap();
    let games: Vec<_> = Games::new(&file[..]).unwrap().map(Result::unwrap).collect();
    assert_eq!(games.len() as u64, GAMES);
    assert!(games.iter().all(|game| game.replay.after.is_over()));
}

#[test]
fn games_begin_as_they_are_asked_to() {
    let folder = Folder::new();
    // f5 d6 c3.
    fs::write(folder.0.path().join("a.wtb"), crate::wthor::tests::file(&[56, 64, 33])).unwrap();
    folder
        .resume(|arguments| {
            arguments.starts = Some(Mix { random: 0, xot: 0, wthor: 1 });
            arguments.wthor = Some(folder.0.path().into());
        })
        .unwrap();
    let file = fs::read(folder.path()).unwrap();
    let games: Vec<_> = Games::new(&file[..]).unwrap().map(|game| game.unwrap().turns).collect();
    assert_eq!(games.len() as u64, GAMES);
    for turns in games {
        let line = turns[..3].iter().map(|turn| turn.square);
        assert!(line.eq([Square::F5, Square::D6, Square::C3]));
        // At most four random moves follow.
        assert!(turns[..3].iter().all(|turn| turn.score.is_none()) && turns[7].score.is_some());
    }
    let error = folder.resume(|arguments| arguments.starts = Some(Mix { random: 0, xot: 0, wthor: 1 })).unwrap_err();
    assert_eq!(error.to_string(), "--starts asks for games of WTHOR, which --wthor must give");
}

#[test]
fn games_are_played_with_the_weights_of_a_file() {
    let folder = Folder::new();
    let weights = folder.0.path().join("weights");
    fs::write(&weights, crate::engine::tests::flat()).unwrap();
    folder.resume(|arguments| arguments.weights = Some(weights.clone())).unwrap();
    let flat = fs::read(folder.path()).unwrap();
    let error = format!("{:#}", folder.resume(|_| ()).unwrap_err());
    assert!(error.contains(", not weights=embedded, "), "{error}");

    let embedded = Folder::new();
    embedded.resume(|_| ()).unwrap();
    let games = |file: &[u8]| -> Vec<_> { Games::new(file).unwrap().map(|game| game.unwrap().turns).collect() };
    assert_ne!(games(&flat), games(&fs::read(embedded.path()).unwrap()));
}

/// A run goes on with a file that was cut off anywhere, and writes what a run without a break writes.
#[test]
fn resumed_is_as_if_nothing_had_happened() {
    let folder = Folder::new();
    let mut arguments = arguments(1);
    arguments.games = Some(2);
    arguments.output = OutputArguments { out: folder.path(), force: false, resume: true };
    let run = Run::new(&arguments).unwrap();
    run.write(&arguments).unwrap();
    let whole = fs::read(folder.path()).unwrap();
    for length in 0..=whole.len() {
        fs::write(folder.path(), &whole[..length]).unwrap();
        run.write(&arguments).unwrap();
        assert!(fs::read(folder.path()).unwrap() == whole, "cut off after {length} bytes");
    }
}

#[test]
fn a_file_grows_when_more_games_are_asked_for() {
    let folder = Folder::new();
    folder.resume(|arguments| arguments.games = Some(5)).unwrap();
    folder.resume(|_| ()).unwrap();
    let grown = fs::read(folder.path()).unwrap();
    let other = Folder::new();
    other.resume(|_| ()).unwrap();
    assert!(fs::read(other.path()).unwrap() == grown);

    let error = format!("{:#}", folder.resume(|arguments| arguments.games = Some(5)).unwrap_err());
    assert_eq!(error, format!("{}: the file has 12 games, more than 5", folder.path().display()));
    assert!(fs::read(folder.path()).unwrap() == grown);
}

#[test]
fn other_arguments_do_not_go_on() {
    let folder = Folder::new();
    folder.resume(|arguments| arguments.games = Some(2)).unwrap();
    let before = fs::read(folder.path()).unwrap();
    let refused = |change: fn(&mut SelfplayArguments), expected: &str| {
        let error = format!("{:#}", folder.resume(change).unwrap_err());
        assert!(error.contains(expected), "{error}");
        assert!(fs::read(folder.path()).unwrap() == before);
    };
    refused(|arguments| arguments.depth = 2, ": it was made with depth=1, not depth=2, ");
    refused(|arguments| arguments.solve_from = 9, ": it was made with solve-from=8, not solve-from=9, ");
    refused(|arguments| arguments.seed = 2, ": it was made with seed=1, not seed=2, ");
    refused(
        |arguments| arguments.starts = Some(Mix { random: 1, xot: 0, wthor: 0 }),
        ": it was made with starts=random:3,xot:1,wthor:0, not starts=random:1,xot:0,wthor:0, ",
    );
}

#[test]
fn games_that_this_program_does_not_play_are_not_gone_on_with() {
    let folder = Folder::new();
    folder.resume(|arguments| arguments.games = Some(2)).unwrap();
    let mut file = fs::read(folder.path()).unwrap();
    // The score of the last position.
    *file.last_mut().unwrap() ^= 2;
    fs::write(folder.path(), &file).unwrap();
    let error = format!("{:#}", folder.resume(|_| ()).unwrap_err());
    assert!(error.ends_with(": game 2: this program plays another game here"), "{error}");
    assert!(fs::read(folder.path()).unwrap() == file);
}

#[test]
fn damage_is_not_gone_on_with() {
    let folder = Folder::new();
    folder.resume(|arguments| arguments.games = Some(2)).unwrap();
    let mut file = fs::read(folder.path()).unwrap();
    // As many placements as no game has.
    file.push(61);
    fs::write(folder.path(), &file).unwrap();
    let error = format!("{:#}", folder.resume(|_| ()).unwrap_err());
    assert_eq!(error, format!("{}: game 3: it has more than 60 placements", folder.path().display()));
    assert!(fs::read(folder.path()).unwrap() == file);
}

#[test]
fn a_file_that_does_not_say_how_it_was_made_is_not_gone_on_with() {
    let folder = Folder::new();
    fs::write(folder.path(), b"outflank games 1\n").unwrap();
    let error = format!("{:#}", folder.resume(|_| ()).unwrap_err());
    assert!(error.ends_with(": cannot resume: the file does not say how it was made"), "{error}");
}
