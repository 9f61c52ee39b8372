//! The two versions of the kernels against each other, the portable one against the rules, and stable discs against
//! what play can do to them.

use outflank_rules::{Bitboard, Board, Square, bitboard};

use super::portable;

/// The generator SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end)) as u32
    }

    fn square(&mut self, squares: Bitboard) -> Square {
        let choice = self.below(squares.len());
        squares.into_iter().nth(choice as usize).unwrap()
    }

    /// Any two disjoint sets of discs, with few empty squares or many.
    fn board(&mut self) -> Board {
        let crowded = self.below(6);
        let empty = (0..crowded).fold(!0, |empty, _| empty & self.next());
        let player = self.next();
        Board::new(Bitboard::from_bits(player & !empty), Bitboard::from_bits(!player & !empty)).unwrap()
    }

    /// Calls `visit` with each board of a game of random moves, the last one included.
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

    /// Calls `visit` with at least `count` boards: half of them from games, half of them arbitrary.
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

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2"))]
#[test]
fn both_versions_agree() {
    use std::thread;

    use super::avx2;

    fn compare(board: Board) {
        let (player, opponent) = bits(board);
        assert_eq!(avx2::moves(player, opponent), portable::moves(player, opponent), "{board:?}");
        assert_eq!(avx2::stable(player, opponent), portable::stable(player, opponent), "{board:?}");
        assert_eq!(avx2::corner(player), portable::corner(player), "{board:?}");
        assert_eq!(avx2::column(player), portable::column(player), "{board:?}");
        for square in board.empty() {
            let flips = portable::flips(square, player, opponent);
            assert_eq!(avx2::flips(square, player, opponent), flips, "{board:?} {square}");
        }
        for square in [Square::A1, Square::G2, Square::D4, Square::H5, Square::C8] {
            let player = player & !(1 << square.index());
            assert_eq!(avx2::last_flips(square, player), portable::last_flips(square, player), "{board:?} {square}");
        }
    }

    thread::scope(|scope| {
        for seed in 0..2 {
            scope.spawn(move || Random(seed).boards(5_000_000, compare));
        }
    });
}

#[test]
fn portable_follows_the_rules() {
    Random(2).boards(1_000_000, |board| {
        let (player, opponent) = bits(board);
        assert_eq!(portable::moves(player, opponent), board.moves().bits(), "{board:?}");
        for square in board.empty() {
            assert_eq!(portable::flips(square, player, opponent), board.flips(square).bits(), "{board:?} {square}");
        }
    });
}

#[test]
fn the_last_square_counts_flips() {
    let mut random = Random(3);
    for round in 0..100_000 {
        for square in Square::ALL {
            let rest = !Bitboard::from(square);
            // Evenly mixed discs seldom close long runs: every other round has few of one colour.
            let sparse = random.next() & random.next() & if round % 2 == 0 { !0 } else { random.next() };
            let player = Bitboard::from_bits(if round % 3 == 0 { !sparse } else { sparse }) & rest;
            let flips = Board::new(player, rest - player).unwrap().flips(square);
            assert_eq!(super::last_flips(square, player.bits()), flips.len(), "{player:?} {square}");
        }
    }
}

#[test]
fn stable_discs_survive_random_games() {
    let mut random = Random(4);
    let mut most = 0;
    for round in 0..20_000 {
        let start = if round % 2 == 0 { Board::START } else { random.board() };
        // The discs found stable so far: of the side that has just moved or passed, and of the side to move.
        let mut found = (0, 0);
        random.game(start, |board| {
            let (player, opponent) = bits(board);
            assert!(found.0 & !opponent == 0 && found.1 & !player == 0, "{board:?}");
            found = (found.1 | super::stable(player, opponent), found.0 | super::stable(opponent, player));
            most = most.max((found.0 | found.1).count_ones());
        });
    }
    assert_eq!(most, 64);
}

/// The squares that change hands in some continuation.
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
    let mut random = Random(5);
    let mut checked = 0;
    let mut check = |board: Board| {
        let (player, opponent) = bits(board);
        let stable = super::stable(player, opponent) | super::stable(opponent, player);
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
    let loose = bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . X . . .
        . . . . . . X .
        . . . . . . . .
    };
    assert_eq!(super::stable(player.bits(), 0), (player - loose).bits());
    // A full edge is stable, whoever owns it, and so is a full board.
    let mixed = 0b0101_1010;
    assert_eq!(super::stable(mixed, !mixed & 0xff), mixed);
    assert_eq!(super::stable(mixed, !mixed), mixed);
    // Nothing can be flipped in the middle of four full lines.
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
    assert_eq!(super::stable(Bitboard::from(Square::D4).bits(), others.bits()), Bitboard::from(Square::D4).bits());
}
