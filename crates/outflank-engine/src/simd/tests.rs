use outflank_rules::{Bitboard, Board, Direction, SplitMix64, Square, bitboard};

use super::portable;

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
            scope.spawn(move || Random::new(seed).boards(5_000_000, compare));
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
            assert_eq!(portable::flips(square, player, opponent), flips, "{board:?} {square}");
            assert_eq!(super::flips(square, player, opponent), flips, "{board:?} {square}");
            moves |= u64::from(flips != 0) << square.index();
        }
        assert_eq!(portable::moves(player, opponent), moves, "{board:?}");
        assert_eq!(super::moves(player, opponent), moves, "{board:?}");
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
            assert_eq!(super::last_flips(square, player.bits()), flips, "{player:?} {square}");
            assert_eq!(portable::last_flips(square, player.bits()), flips, "{player:?} {square}");
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
            found = (found.1 | super::stable(player, opponent), found.0 | super::stable(opponent, player));
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
    let loose = Bitboard::from_iter([Square::E6, Square::G7]);
    assert_eq!(super::stable(player.bits(), 0), (player - loose).bits());
    let mixed = 0b0101_1010;
    assert_eq!(super::stable(mixed, !mixed & 0xff), mixed);
    assert_eq!(super::stable(mixed, !mixed), mixed);
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
