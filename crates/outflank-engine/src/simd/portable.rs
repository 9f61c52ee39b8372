//! The kernels in plain, safe Rust, shaped so that a compiler can use vector registers.

use outflank_rules::{Bitboard, Board, Square};

use super::{COLUMN_A, DOWN, NOT_AN_EDGE, STEPS, UP, edge, rims};

/// The squares that the player can play.
#[inline]
pub fn moves(player: u64, opponent: u64) -> u64 {
    board(player, opponent).moves().bits()
}

/// The discs that the player flips by placing one on `square`, which must be empty.
#[inline]
pub fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    board(player, opponent).flips(square).bits()
}

/// The board of the rules is the portable version of these two.
#[inline]
fn board(player: u64, opponent: u64) -> Board {
    Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent)).expect("no square has two discs")
}

/// How many discs the player flips by placing one on `square`, the last empty square of the board.
#[inline]
pub fn last_flips(square: Square, player: u64) -> u32 {
    flips(square, player, !player & !(1 << square.index())).count_ones()
}

/// Discs of the player that no sequence of moves can flip: many of them, not always all.
#[inline]
pub fn stable(player: u64, opponent: u64) -> u64 {
    let full = full_lines(player | opponent);
    let inner = player & NOT_AN_EDGE;
    let mut stable = stable_edges(player, opponent) | (inner & full[0] & full[1] & full[2] & full[3]);
    // A disc is stable if on each axis the line is full or a neighbour is a stable disc of the player.
    while stable != 0 {
        let mut held = inner;
        for (step, full) in STEPS.into_iter().zip(full) {
            held &= full | (stable << step) | (stable >> step);
        }
        if held & !stable == 0 {
            break;
        }
        stable |= held;
    }
    stable
}

/// The nine squares of the corner at a1 side by side, from a1 to c1, a2 to c2, a3 to c3.
#[inline]
pub fn corner(discs: u64) -> u64 {
    discs & 0o7 | discs >> 5 & 0o70 | discs >> 10 & 0o700
}

/// The squares of column a side by side, from a1 to a8.
#[inline]
pub fn column(discs: u64) -> u64 {
    // Each disc of the column is moved to the top row, and there to a place of its own.
    (discs & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The squares on lines without an empty square, by axis.
#[inline]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut full = [0; 4];
    for axis in 0..4 {
        // Squares from which there are discs as far as the rim, or for 1, 3 and then 7 steps.
        let (mut up, mut down) = (discs, discs);
        for (doubling, rims) in RIMS.iter().enumerate() {
            let reach = STEPS[axis] << doubling;
            up &= (up << reach) | rims.down[axis];
            down &= (down >> reach) | rims.up[axis];
        }
        full[axis] = up & down;
    }
    full
}

/// The stable discs of the player on the four edges.
#[inline]
fn stable_edges(player: u64, opponent: u64) -> u64 {
    let row_1 = edge::stable(player as u8, opponent as u8);
    let row_8 = edge::stable((player >> 56) as u8, (opponent >> 56) as u8);
    let column_a = edge::stable(column_to_byte(player), column_to_byte(opponent));
    let column_h = edge::stable(column_to_byte(player >> 7), column_to_byte(opponent >> 7));
    u64::from(row_1) | u64::from(row_8) << 56 | byte_to_column(column_a) | byte_to_column(column_h) << 7
}

/// The discs on column a, from bit 0 for the first row to bit 7 for the last.
#[inline]
fn column_to_byte(discs: u64) -> u8 {
    // Row n moves to bit 56 + n; no two products meet, so nothing is carried.
    ((discs & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The inverse of [`column_to_byte`].
#[inline]
fn byte_to_column(byte: u8) -> u64 {
    // Bit n alone stays in the copy of the byte in row n, and is then carried to the highest bit of the row.
    let diagonal = (u64::from(byte) * COLUMN_A) & 0x8040_2010_0804_0201;
    ((diagonal + 0x0040_6070_787c_7e7f) >> 7) & COLUMN_A
}

/// Squares by axis, in both senses of it.
struct Senses {
    up: [u64; 4],
    down: [u64; 4],
}

/// The squares with fewer than 1, 2 and 4 squares beyond them.
const RIMS: [Senses; 3] = [rims_both(1), rims_both(2), rims_both(4)];

const fn rims_both(steps: u32) -> Senses {
    Senses { up: rims(steps, UP), down: rims(steps, DOWN) }
}
