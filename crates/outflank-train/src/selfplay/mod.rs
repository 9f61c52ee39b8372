//! `outflank-train selfplay`: games of the engine against itself, to learn from.
//!
//! A game depends on the seed and its number alone, and games are written in the order of their numbers, so that the
//! file does not depend on the threads. Each game is written as soon as those before it are: whatever ends the program,
//! the file consists of whole games.

mod player;
mod progress;
mod random;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::cli::SelfplayArguments;
use crate::games::{Turn, write_game, write_header};
use player::Player;
use progress::Progress;
use random::Random;

pub(crate) fn run(arguments: &SelfplayArguments) -> anyhow::Result<()> {
    let file = create(&arguments.out, arguments.force)?;
    play(arguments, file).with_context(|| arguments.out.display().to_string())
}

fn create(path: &Path, force: bool) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    match force {
        true => options.create(true).truncate(true),
        false => options.create_new(true),
    };
    match options.write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{}: the file exists, and is only overwritten with --force", path.display())
        }
        opened => opened.with_context(|| path.display().to_string()),
    }
}

/// Plays the games and writes them.
fn play(arguments: &SelfplayArguments, mut file: impl Write) -> io::Result<()> {
    let threads = arguments.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, usize::from);
    let mut progress = Progress::new();
    let rota = Rota::new(arguments);
    write_header(&mut file)?;
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (rota, sender) = (&rota, sender.clone());
            scope.spawn(move || work(arguments, rota, &sender));
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut next = 0;
        // An error drops the receiver, which ends the threads.
        for Finished { number, turns } in receiver {
            early.insert(number, turns);
            while let Some(turns) = early.remove(&next) {
                write_game(&mut file, &turns)?;
                progress.add(&turns);
                next += 1;
            }
        }
        progress.end();
        Ok(())
    })
}

/// A game, and its place in the file.
struct Finished {
    number: u64,
    turns: Vec<Turn>,
}

/// Plays games until there are no more to play, or nobody takes them.
fn work(arguments: &SelfplayArguments, rota: &Rota, done: &Sender<Finished>) {
    let player = Player::new(arguments.depth, arguments.solve_from);
    while let Some(number) = rota.next() {
        let turns = player.play(Random::of_game(arguments.seed, number));
        if done.send(Finished { number, turns }).is_err() {
            break;
        }
    }
}

/// Which game is to be played next, if any.
struct Rota {
    next: AtomicU64,
    games: Option<u64>,
    until: Option<Instant>,
}

impl Rota {
    fn new(arguments: &SelfplayArguments) -> Rota {
        let until = arguments.seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
        Rota { next: AtomicU64::new(0), games: arguments.games, until }
    }

    fn next(&self) -> Option<u64> {
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return None;
        }
        let number = self.next.fetch_add(1, Relaxed);
        self.games.is_none_or(|games| number < games).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::num::NonZeroUsize;

    use super::*;
    use crate::games::Games;

    fn arguments(seed: u64, threads: usize) -> SelfplayArguments {
        SelfplayArguments {
            out: "unused".into(),
            force: false,
            games: Some(12),
            seconds: None,
            threads: NonZeroUsize::new(threads),
            depth: 1,
            solve_from: 8,
            seed,
        }
    }

    fn file(seed: u64, threads: usize) -> Vec<u8> {
        let mut file = Vec::new();
        play(&arguments(seed, threads), &mut file).unwrap();
        file
    }

    #[test]
    fn the_seed_alone_decides_the_file() {
        assert!(file(1, 1) == file(1, 1));
        assert!(file(1, 1) == file(1, 3));
        assert!(file(1, 1) != file(2, 1));
    }

    #[test]
    fn games_are_read_back() {
        let file = file(1, 2);
        let games: Vec<_> = Games::new(&file[..]).unwrap().map(Result::unwrap).collect();
        assert_eq!(games.len(), 12);
        assert!(games.iter().all(|game| game.replay.after.is_over()));
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
        for writes in 1..5 {
            let mut broken = BrokenOff { file: Vec::new(), writes };
            assert_eq!(play(&arguments(1, 2), &mut broken).unwrap_err().kind(), io::ErrorKind::StorageFull);
            let games: Result<Vec<_>, _> = Games::new(&broken.file[..]).unwrap().collect();
            assert_eq!(games.unwrap().len(), writes - 1);
        }
    }

    #[test]
    fn a_file_that_exists_is_not_overwritten() {
        let this_test = env::current_exe().unwrap();
        let error = create(&this_test, false).unwrap_err().to_string();
        assert!(error.ends_with(": the file exists, and is only overwritten with --force"), "{error}");
    }
}
