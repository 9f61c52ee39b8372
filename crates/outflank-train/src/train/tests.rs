use std::fs;
use std::path::Path;

use outflank_engine::Score;
use outflank_rules::{Board, Square};
use tempfile::TempDir;

use super::*;
use crate::arguments::{parsed, try_parsed};
use crate::network::tests::board;
use crate::random::Random;
use crate::records::{FileKind, ScoredMove, ScoredPosition, games, positions};

fn write_positions(folder: &TempDir, score: impl Fn(Board, &mut Random) -> i32) {
    let mut random = Random::of(1, 1);
    let mut bytes = FileKind::Positions.line(1).into_bytes();
    for _ in 0..6000 {
        let discs = u64::MAX >> random.below(60);
        let board = board(random.next(), discs);
        let score = Score::from_units(score(board, &mut random) * Score::UNITS_PER_DISC / 2);
        positions::write(&mut bytes, ScoredPosition { board, score }).unwrap();
    }
    fs::write(folder.path().join("positions"), bytes).unwrap();
}

/// A folder with a file of positions that are worth half a disc for each disc.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    write_positions(&folder, |board, _| board.player().len() as i32 - board.opponent().len() as i32);
    folder
}

fn arguments(folder: &TempDir, options: &str) -> TrainArguments {
    let folder = folder.path().display();
    parsed(&format!("--positions {folder}/positions --epochs 3 --batch 1000 --rate 0.01 --out {folder}/{options}"))
}

fn started<'a>(arguments: &TrainArguments, samples: &'a Samples) -> TrainingRun<'a> {
    TrainingRun::new(arguments, samples).unwrap()
}

fn weights(path: &Path) -> FloatWeights {
    FloatWeights::parse(&fs::read(path).unwrap()).unwrap()
}

fn message(arguments: &TrainArguments) -> String {
    run(arguments).unwrap_err().to_string()
}

#[test]
fn weights_are_written_with_their_provenance() {
    let folder = folder();
    let arguments = arguments(&folder, "out");
    run(&arguments).unwrap();
    let weights = weights(&arguments.out);
    assert_eq!(weights.provenance.positions, 6000);
    assert!(weights.provenance.command.starts_with("outflank-train"));
    assert!(weights.network.rows.as_flattened().iter().any(|&number| number != 0.0));
    let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["out", "positions"]);
}

#[test]
fn a_resumed_run_ends_with_the_same_weights() {
    let folder = folder();
    let whole = arguments(&folder, "whole");
    run(&whole).unwrap();
    let whole = weights(&whole.out).network;

    for epochs in [0, 1, 3] {
        let name = format!("interrupted-{epochs}");
        let interrupted = arguments(&folder, &name);
        let samples = read(&interrupted).unwrap();
        let mut training = started(&interrupted, &samples);
        for _ in 0..epochs {
            assert_eq!(training.next_epoch().unwrap(), EpochOutcome::Better);
        }
        drop(training);
        let end = format!("{name}.part: a run was interrupted; --resume continues it, --force starts again");
        assert!(message(&interrupted).ends_with(&end));
        run(&arguments(&folder, &format!("{name} --resume --threads {}", epochs + 1))).unwrap();
        assert!(weights(&interrupted.out).network == whole);
        assert!(!checkpoint_path(&interrupted).exists());
    }
    // Without a checkpoint, --resume starts a new run.
    let resumed = arguments(&folder, "resumed --resume");
    run(&resumed).unwrap();
    assert!(weights(&resumed.out).network == whole);
}

#[test]
fn another_seed_leads_to_other_weights() {
    let folder = folder();
    let [one, other] = [1, 2].map(|seed| {
        let arguments = arguments(&folder, &format!("out-{seed} --seed {seed} --epochs 1"));
        run(&arguments).unwrap();
        weights(&arguments.out).network
    });
    assert!(one.buckets != other.buckets);
}

#[test]
fn other_arguments_cannot_resume() {
    let folder = folder();
    let first = arguments(&folder, "out");
    drop(started(&first, &read(&first).unwrap()));
    let message = message(&arguments(&folder, "out --resume --rate 0.02"));
    assert!(message.contains("out.part: line 2: the file is of another run; expected \"6000 positions; "), "{message}");
    assert!(checkpoint_path(&first).exists());
}

/// Random scores can only be overfitted.
#[test]
fn an_epoch_without_improvement_is_dropped_and_the_last() {
    let folder = TempDir::new().unwrap();
    write_positions(&folder, |_, random| random.below(101) as i32 - 50);
    let arguments = arguments(&folder, "out --epochs 30 --rate 0.02");
    let samples = read(&arguments).unwrap();
    let mut training = started(&arguments, &samples);
    training.learn().unwrap();
    let curve = &training.curve;
    assert!(curve.len() >= 2 && curve.len() < 30, "{}", curve.len());
    let [kept, last] = [2, 1].map(|back| curve[curve.len() - back]);
    assert!(last >= kept);
    assert_eq!(errors::total(&training.held_out(usize::MAX)).rmse(), kept);
}

#[test]
fn a_bucket_without_positions_copies_a_neighbour() {
    let folder = folder();
    let arguments = arguments(&folder, "out --epochs 1");
    let mut samples = read(&arguments).unwrap();
    for moves in (0..10).chain(20..23).chain([59]) {
        samples.by_moves[moves].training.clear();
    }
    let mut training = started(&arguments, &samples);
    training.learn().unwrap();
    let before = training.learner.state.network.buckets.clone();
    training.fill_gaps();
    let buckets = &training.learner.state.network.buckets;
    for (moves, bucket) in buckets.iter().enumerate() {
        let source = match moves {
            0..10 => 10,
            20 | 21 => 19,
            22 => 23,
            59 => 58,
            learnt => learnt,
        };
        assert!(*bucket == before[source], "{moves}");
    }
}

#[test]
fn a_file_that_exists_is_not_overwritten() {
    let folder = folder();
    let message = message(&arguments(&folder, "positions"));
    assert!(message.ends_with("positions: the file exists; --force overwrites it"), "{message}");
}

#[test]
fn there_must_be_training_positions() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games");
    let write = |scored: usize| {
        let mut bytes = FileKind::Games.line(1).into_bytes();
        for game in 1..=20 {
            let score = (game == scored).then_some(2);
            games::write(&mut bytes, &[ScoredMove { square: Square::F5, score }]).unwrap();
        }
        fs::write(&file, bytes).unwrap();
    };
    let arguments = || TrainArguments { positions: Vec::new(), games: vec![file.clone()], ..arguments(&folder, "out") };
    write(0);
    assert_eq!(message(&arguments()), "the files have no scored positions");
    // The last of twenty games is held out.
    write(20);
    assert_eq!(message(&arguments()), "all scored positions of the files are held out");
    // Without a held-out game the training errors count.
    write(1);
    run(&arguments()).unwrap();
    assert_eq!(weights(&arguments().out).provenance.positions, 1);
}

#[test]
fn a_rate_is_above_0_and_at_most_1() {
    let rate = |text: &str| {
        try_parsed(&format!("--games games --out out --rate={text}")).map(|train: TrainArguments| train.rate)
    };
    assert_eq!(rate("5e-3").unwrap(), 0.005);
    for text in ["0", "1.5", "-0.1", "NaN", "much"] {
        let message = rate(text).unwrap_err().to_string();
        assert!(message.contains("expected a number above 0 and at most 1"), "{message}");
    }
}
