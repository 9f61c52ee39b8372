//! Reads a mebibyte of repeated fuzz seeds and pieces of syntax as every format, and prints the slowest input of each.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use outflank_formats::format::{Format, Source};

const SIZE: usize = 1024 * 1024;

const RUNS: usize = 3;

/// Unclosed and unopened constructs, and large numbers of small ones.
const PIECES: &str = "(|(;|(;)|(;GM[2];|(;GM[Othello]|(;GM[Othello];)|[|]|A[]|B[f5]|\\|\"|[Event \"|[Event \"x\"]\n|{|\
    $1 |1. |f5 * |* |f5|f5\n|--|-|:\n|+\n|;|; |%\n|\n| |X|8/|é|\0";

fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let inputs = inputs();
    println!("{} inputs of {SIZE} bytes, best of {RUNS}", inputs.len());
    println!("{:10} {:>9}  input", "format", "slowest");
    let slowest = |time_of: &dyn Fn(&[u8]) -> Duration| {
        let timed = inputs.iter().map(|(name, bytes)| (time_of(bytes), name));
        timed.max().expect("there are inputs")
    };
    let report = |format: &str, (time, name): (Duration, &String)| {
        println!("{format:10} {:6.1} ms  {name}", time.as_secs_f64() * 1e3);
    };
    report("detect", slowest(&|bytes| best(|| drop(Source::new(bytes).detect()))));
    for format in Format::ALL {
        report(format.name(), slowest(&|bytes| best(|| Source::new(bytes).read(format).for_each(drop))));
    }
}

fn inputs() -> Vec<(String, Vec<u8>)> {
    let mut pieces: Vec<(String, Vec<u8>)> =
        PIECES.split('|').map(|piece| (format!("{piece:?}"), piece.as_bytes().to_vec())).collect();
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    for target in fs::read_dir(seeds).expect("the seeds of the fuzz targets") {
        for seed in fs::read_dir(target.expect("a folder").path()).expect("a folder of seeds") {
            let path = seed.expect("a seed").path();
            let name = path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect::<Vec<_>>().join(" of ");
            pieces.push((name, fs::read(path).expect("a readable seed")));
        }
    }
    for (_, bytes) in &mut pieces {
        *bytes = bytes.iter().copied().cycle().take(SIZE).collect();
    }
    pieces
}

fn best(run: impl Fn()) -> Duration {
    let times = (0..RUNS).map(|_| {
        let begun = Instant::now();
        run();
        begun.elapsed()
    });
    times.min().expect("there are runs")
}
