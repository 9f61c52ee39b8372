//! Time to update the features after a move and to evaluate: `cargo bench -p outflank-engine --bench eval`.

use std::hint::black_box;
use std::time::Instant;

use outflank_engine::training::{Evaluation, Features};
use outflank_rules::{Bitboard, Board, Square};

struct Ply {
    board: Board,
    features: Features,
    square: Square,
    flips: Bitboard,
}

const ROUNDS: u32 = 100;
const MOVES: [u32; 4] = [10, 20, 30, 40];

fn main() {
    let started = Instant::now();
    let evaluation = &Evaluation::embedded();
    println!("milliseconds to unpack {:6.1}", started.elapsed().as_secs_f64() * 1e3);
    println!("nanoseconds each       played    of   score");
    let (mut step, mut sum) = (0.0, 0.0);
    for moves in MOVES {
        let mut plies = Vec::new();
        collect(after_random_moves(moves), 4, &mut plies);
        let played = nanoseconds(&plies, |ply| ply.features.played(ply.square, ply.flips));
        let of = nanoseconds(&plies, |ply| Features::of(ply.board));
        let score = nanoseconds(&plies, |ply| evaluation.score(&ply.features, ply.board.empty().len()));
        println!("after {moves} moves, {:6} {played:9.2} {of:5.1} {score:7.2}", plies.len());
        step += played / MOVES.len() as f64;
        sum += score / MOVES.len() as f64;
    }
    println!("a step of features {step:.2} ns, a sum {sum:.2} ns");
}

fn nanoseconds<T>(plies: &[Ply], mut call: impl FnMut(&Ply) -> T) -> f64 {
    let started = Instant::now();
    for _ in 0..ROUNDS {
        for ply in plies {
            black_box(call(black_box(ply)));
        }
    }
    started.elapsed().as_secs_f64() * 1e9 / f64::from(ROUNDS) / plies.len() as f64
}

fn collect(board: Board, depth: u32, plies: &mut Vec<Ply>) {
    if depth == 0 {
        return;
    }
    let features = Features::of(board);
    for square in board.moves() {
        plies.push(Ply { board, features, square, flips: board.flips(square) });
        collect(board.play_unchecked(square), depth - 1, plies);
    }
}

fn after_random_moves(moves: u32) -> Board {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut board = Board::START;
    for _ in 0..moves {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let squares = board.moves();
        let choice = (random >> 33) as usize % squares.len().max(1) as usize;
        board = squares.into_iter().nth(choice).map_or(board.pass(), |square| board.play_unchecked(square));
    }
    board
}
