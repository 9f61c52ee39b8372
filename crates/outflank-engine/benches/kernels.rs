//! Speed of the kernels on a million boards of random games, and of perft 11. Single-threaded, best of five runs.

use std::hint::black_box;
use std::time::Instant;

use outflank_engine::simd::{Compiled, InstructionSet, Job, Kernels};
use outflank_rules::{Board, Convention, Square};

const RUNS: u32 = 5;
const PERFT: (u32, u64) = (11, 212_258_800);

#[derive(Clone, Copy)]
struct Sample {
    player: u64,
    opponent: u64,
    square: Square,
}

fn main() {
    let samples = samples(1_000_000);
    println!("nanoseconds a call, best of {RUNS}");
    println!("             moves   flips   last_flips   stable");
    for set in InstructionSet::available() {
        print!("{:<10}", set.name());
        set.run(Row { samples: &samples });
    }

    let (depth, leaves) = PERFT;
    let mut kernels = f64::INFINITY;
    let mut board = f64::INFINITY;
    for _ in 0..RUNS {
        kernels = kernels.min(seconds(|| assert_eq!(outflank_engine::perft(Board::START, black_box(depth)), leaves)));
        board = board.min(seconds(|| assert_eq!(Board::START.perft(black_box(depth), Convention::Bik), leaves)));
    }
    println!("perft {depth}: kernels {kernels:.3} s, Board {board:.3} s, {:.2} times as fast", board / kernels);
}

struct Row<'s> {
    samples: &'s [Sample],
}

impl Job for Row<'_> {
    type Output = ();

    fn run<K: Kernels>(self, kernels: K) {
        let moves =
            kernels.call(Best, self.samples, kernels, |kernels: K, s: Sample| kernels.moves(s.player, s.opponent), ());
        let flips = kernels.call(
            Best,
            self.samples,
            kernels,
            |kernels: K, s: Sample| kernels.flips(s.square, s.player, s.opponent),
            (),
        );
        let last = kernels.call(
            Best,
            self.samples,
            kernels,
            |kernels: K, s: Sample| kernels.last_flips(s.square, s.player).into(),
            (),
        );
        let stable =
            kernels.call(Best, self.samples, kernels, |kernels: K, s: Sample| kernels.stable(s.player, s.opponent), ());
        println!("{moves:8.2}{flips:8.2}{last:13.2}{stable:9.2}");
    }
}

struct Best;

impl<K: Kernels, F: Fn(K, Sample) -> u64> Compiled<&[Sample], K, F, ()> for Best {
    type Output = f64;

    #[inline(always)]
    fn body(self, samples: &[Sample], kernels: K, kernel: F, (): ()) -> f64 {
        (0..RUNS).map(|_| nanoseconds(samples, |sample| kernel(kernels, sample))).fold(f64::INFINITY, f64::min)
    }
}

#[inline(always)]
fn nanoseconds(samples: &[Sample], kernel: impl Fn(Sample) -> u64) -> f64 {
    let all = seconds(|| {
        black_box(samples.iter().fold(0, |sum: u64, &sample| sum.wrapping_add(kernel(sample))));
    });
    all * 1e9 / samples.len() as f64
}

#[inline(always)]
fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn samples(count: usize) -> Vec<Sample> {
    let mut state: u64 = 1;
    let mut board = Board::START;
    let mut samples = Vec::with_capacity(count);
    while samples.len() < count {
        let moves = board.moves();
        if moves.is_empty() {
            board = if board.is_over() { Board::START } else { board.pass() };
            continue;
        }
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let choice = state % u64::from(moves.len());
        let square = moves.into_iter().nth(choice as usize).expect("the choice is less than the number of moves");
        samples.push(Sample { player: board.player().bits(), opponent: board.opponent().bits(), square });
        board = board.play_unchecked(square);
    }
    samples
}
