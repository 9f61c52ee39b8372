use std::sync::LazyLock;
use std::thread;

use outflank_rules::{Bitboard, Board, Direction, SplitMix64, Square, bitboard};
use proptest::prelude::*;

use super::{InstructionSet, Job, Kernels, Portable};
use crate::eval::network::{Accumulator, DIRECT, HIDDEN, OutputBucket, Row, Rows, WIDTH};
use crate::eval::patterns::{SLOTS, SPAN};

struct Random(SplitMix64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.next()
    }

    fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end)) as u32
    }

    fn square(&mut self, squares: Bitboard) -> Square {
        let choice = self.below(squares.len());
        squares.into_iter().nth(choice as usize).unwrap()
    }

    fn board(&mut self) -> Board {
        let crowded = self.below(6);
        let empty = (0..crowded).fold(!0, |empty, _| empty & self.next());
        let player = self.next();
        Board::new(Bitboard::from_bits(player & !empty), Bitboard::from_bits(!player & !empty)).unwrap()
    }

    fn game(&mut self, mut board: Board, mut visit: impl FnMut(Board)) {
        loop {
            visit(board);
            let moves = board.moves();
            if !moves.is_empty() {
                board = board.play_unchecked(self.square(moves));
            } else if !board.is_over() {
                board = board.pass();
            } else {
                return;
            }
        }
    }

    fn boards(&mut self, count: usize, mut visit: impl FnMut(Board)) {
        let mut visited = 0;
        while visited < count {
            self.game(Board::START, |board| {
                visit(board);
                visited += 1;
            });
            for _ in 0..60 {
                visit(self.board());
                visited += 1;
            }
        }
    }
}

fn bits(board: Board) -> (u64, u64) {
    (board.player().bits(), board.opponent().bits())
}

struct Comparison {
    seed: u64,
}

impl Job for Comparison {
    type Output = ();

    fn run<K: Kernels>(self, kernels: K) {
        Random::new(self.seed).boards(2_500_000, |board| {
            let (player, opponent) = bits(board);
            assert_eq!(kernels.moves(player, opponent), Portable.moves(player, opponent), "{board:?}");
            assert_eq!(kernels.stable(player, opponent), Portable.stable(player, opponent), "{board:?}");
            assert_eq!(kernels.corner(player), Portable.corner(player), "{board:?}");
            assert_eq!(kernels.column(player), Portable.column(player), "{board:?}");
            for square in board.empty() {
                let flips = Portable.flips(square, player, opponent);
                assert_eq!(kernels.flips(square, player, opponent), flips, "{board:?} {square}");
            }
            for square in [Square::A1, Square::G2, Square::D4, Square::H5, Square::C8] {
                let player = player & !(1 << square.index());
                let flips = Portable.last_flips(square, player);
                assert_eq!(kernels.last_flips(square, player), flips, "{board:?} {square}");
            }
        });
    }
}

#[test]
fn every_instruction_set_agrees_with_the_portable_kernels() {
    thread::scope(|scope| {
        for set in InstructionSet::available().skip(1) {
            for seed in 0..2 {
                scope.spawn(move || set.run(Comparison { seed }));
            }
        }
    });
}

fn reference_flips(square: Square, player: u64, opponent: u64) -> u64 {
    let has = |discs: u64, square: Square| discs & 1 << square.index() != 0;
    let mut flips = 0;
    for direction in Direction::ALL {
        let mut run = 0;
        let mut next = direction.step(square);
        while let Some(square) = next.filter(|&square| has(opponent, square)) {
            run |= 1 << square.index();
            next = direction.step(square);
        }
        if next.is_some_and(|square| has(player, square)) {
            flips |= run;
        }
    }
    flips
}

#[test]
fn moves_and_flips_agree_with_the_reference() {
    Random::new(2).boards(200_000, |board| {
        let (player, opponent) = bits(board);
        let mut moves = 0;
        for square in board.empty() {
            let flips = reference_flips(square, player, opponent);
            assert_eq!(Portable.flips(square, player, opponent), flips, "{board:?} {square}");
            moves |= u64::from(flips != 0) << square.index();
        }
        assert_eq!(Portable.moves(player, opponent), moves, "{board:?}");
    });
}

#[test]
fn last_flips_agrees_with_the_reference() {
    let mut random = Random::new(3);
    for round in 0..100_000 {
        for square in Square::ALL {
            let rest = !Bitboard::from(square);
            // Evenly mixed discs rarely close long runs, so some rounds have few of one colour.
            let sparse = random.next() & random.next() & if round % 2 == 0 { !0 } else { random.next() };
            let player = Bitboard::from_bits(if round % 3 == 0 { !sparse } else { sparse }) & rest;
            let flips = reference_flips(square, player.bits(), (rest - player).bits()).count_ones();
            assert_eq!(Portable.last_flips(square, player.bits()), flips, "{player:?} {square}");
        }
    }
}

#[test]
fn stable_discs_survive_random_games() {
    let mut random = Random::new(4);
    let mut max = 0;
    for round in 0..20_000 {
        let start = if round % 2 == 0 { Board::START } else { random.board() };
        let mut found = (0, 0);
        random.game(start, |board| {
            let (player, opponent) = bits(board);
            assert!(found.0 & !opponent == 0 && found.1 & !player == 0, "{board:?}");
            found = (found.1 | Portable.stable(player, opponent), found.0 | Portable.stable(opponent, player));
            max = max.max((found.0 | found.1).count_ones());
        });
    }
    assert_eq!(max, 64);
}

fn flippable(board: Board) -> u64 {
    let moves = board.moves();
    if moves.is_empty() {
        return if board.is_over() { 0 } else { flippable(board.pass()) };
    }
    let played = |square| board.flips(square).bits() | flippable(board.play_unchecked(square));
    moves.into_iter().map(played).fold(0, |all, flips| all | flips)
}

#[test]
fn stable_discs_survive_every_game() {
    let mut random = Random::new(5);
    let mut checked = 0;
    let mut check = |board: Board| {
        let (player, opponent) = bits(board);
        let stable = Portable.stable(player, opponent) | Portable.stable(opponent, player);
        assert_eq!(stable & (flippable(board) | flippable(board.pass())), 0, "{board:?}");
        checked += 1;
    };
    for _ in 0..10_000 {
        random.game(Board::START, |board| {
            if board.empty().len() <= 5 {
                check(board);
            }
        });
        let board = random.board();
        if board.empty().len() <= 6 {
            check(board);
        }
    }
    assert!(checked > 50_000);
}

#[test]
fn stability_grows_from_edges_and_full_lines() {
    let player = bitboard! {
        X X X X X . . .
        X X X X . . . .
        X X X . . . . .
        X X . . . . . .
        X . . . . . . .
        . . . . X . . .
        . . . . . . X .
        . . . . . . . .
    };
    let loose = Bitboard::from_iter([Square::E6, Square::G7]);
    assert_eq!(Portable.stable(player.bits(), 0), (player - loose).bits());
    let mixed = 0b0101_1010;
    assert_eq!(Portable.stable(mixed, !mixed & 0xff), mixed);
    assert_eq!(Portable.stable(mixed, !mixed), mixed);
    let star = bitboard! {
        X . . X . . X .
        . X . X . X . .
        . . X X X . . .
        X X X X X X X X
        . . X X X . . .
        . X . X . X . .
        X . . X . . X .
        . . . X . . . X
    };
    let others = star.without(Square::D4);
    assert_eq!(Portable.stable(Bitboard::from(Square::D4).bits(), others.bits()), Bitboard::from(Square::D4).bits());
}

fn layers() -> impl Strategy<Value = OutputBucket> {
    let weight = prop_oneof![4 => -30..=30_i8, 1 => any::<i8>()];
    (
        prop::collection::vec(-200..=400_i16, WIDTH),
        prop::collection::vec(weight, WIDTH * HIDDEN),
        prop::collection::vec(-20_000..=20_000, HIDDEN),
        prop::collection::vec(any::<i16>(), HIDDEN),
        -2048..=2048,
    )
        .prop_map(|(bias, weights, hidden_bias, out, out_bias)| OutputBucket {
            bias: bias.try_into().expect("a bias for each sum"),
            weights: std::array::from_fn(|four| {
                std::array::from_fn(|neuron| std::array::from_fn(|at| weights[(4 * four + at) * HIDDEN + neuron]))
            }),
            hidden_bias: hidden_bias.try_into().expect("a bias for each neuron"),
            out: out.try_into().expect("a weight for each neuron"),
            out_bias,
        })
}

fn accumulators() -> impl Strategy<Value = Accumulator> {
    prop::collection::vec(prop_oneof![-300..=600_i16, -8128..=8128_i16], WIDTH)
        .prop_map(|sums| Accumulator(sums.try_into().expect("WIDTH sums")))
}

struct Output<'a>(&'a OutputBucket, &'a Accumulator);

impl Job for Output<'_> {
    type Output = i32;

    fn run<K: Kernels>(self, kernels: K) -> i32 {
        kernels.output(self.0, self.1)
    }
}

struct Sum<'a>(&'a OutputBucket, &'a Rows, &'a [u16; SLOTS]);

impl Job for Sum<'_> {
    type Output = Accumulator;

    fn run<K: Kernels>(self, kernels: K) -> Accumulator {
        kernels.accumulate(self.0, self.1, self.2)
    }
}

proptest! {
    #[test]
    fn output_is_the_same_by_every_instruction_set(layers in layers(), accumulator in accumulators()) {
        for set in InstructionSet::available() {
            prop_assert_eq!(set.run(Output(&layers, &accumulator)), Portable.output(&layers, &accumulator), "{}", set.name());
        }
    }

    #[test]
    fn accumulators_are_the_same_by_every_instruction_set(
        layers in layers(),
        indices in prop::collection::vec(any::<u16>(), SLOTS),
    ) {
        let rows = ROWS.first_chunk().expect("the rows of a stage");
        let indices = indices.try_into().expect("an index for each slot");
        let expected = Portable.accumulate(&layers, rows, &indices);
        for set in InstructionSet::available() {
            prop_assert_eq!(set.run(Sum(&layers, rows, &indices)), expected, "{}", set.name());
        }
    }
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let number = |index: usize, at: usize| ((WIDTH * index + at) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
    let row = |index| Row(std::array::from_fn(|at| number(index, at) as i8));
    (0..SPAN).map(row).collect()
});

#[test]
fn a_small_network_by_hand() {
    let mut layers = OutputBucket {
        bias: [0; WIDTH],
        weights: [[[0; 4]; HIDDEN]; WIDTH / 4],
        hidden_bias: [0; HIDDEN],
        out: [0; HIDDEN],
        out_bias: 32,
    };
    layers.weights[1][7][2] = 64;
    layers.hidden_bias[7] = -127 * 64 / 4;
    layers.out[7] = 3 * 32 * 16;
    let mut sums = Accumulator([0; WIDTH]);
    sums.0[6] = 127;
    let about = |units: i32, expected: i32| (units - expected).abs() <= 1;
    assert!(about(Portable.output(&layers, &sums), 24 + 32));
    sums.0[6] = 8000;
    assert!(about(Portable.output(&layers, &sums), 72 + 32));
    sums.0[6] = -8000;
    assert_eq!(Portable.output(&layers, &sums), 32);
    sums.0[..DIRECT].copy_from_slice(&[254, 0]);
    assert_eq!(Portable.output(&layers, &sums), 16 * 32 + 32);
}
