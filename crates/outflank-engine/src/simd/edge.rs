/// Discs of `player` on an edge that can never be flipped.
///
/// Only a line along the edge can flip a disc on it, so its eight squares decide. Either side may fill any empty square
/// of it at any time, since flips elsewhere may make that legal.
#[inline]
pub(super) fn stable(player: u8, opponent: u8) -> u8 {
    STABLE[index(player, opponent)]
}

static STABLE: [u8; 3usize.pow(8)] = stable_discs();

/// The base-3 number with a digit 1 for each bit.
static TERNARY: [u16; 256] = ternary();

/// Base-3 index of an edge. The two sets must be disjoint.
#[inline]
const fn index(player: u8, opponent: u8) -> usize {
    TERNARY[player as usize] as usize + 2 * TERNARY[opponent as usize] as usize
}

const fn ternary() -> [u16; 256] {
    let mut numbers = [0; 256];
    let mut digits = 1usize;
    while digits < 256 {
        let highest = digits.ilog2();
        numbers[digits] = numbers[digits ^ (1 << highest)] + 3u16.pow(highest);
        digits += 1;
    }
    numbers
}

#[allow(long_running_const_eval, reason = "a part of a second")]
const fn stable_discs() -> [u8; 3usize.pow(8)] {
    let mut stable = [0; 3usize.pow(8)];
    // A move adds a square, which makes `occupied` larger: boards after a move are computed first.
    let mut occupied = 256;
    while occupied > 0 {
        occupied -= 1;
        let mut player = occupied;
        loop {
            stable[index(player as u8, (occupied ^ player) as u8)] =
                stable_after_any_move(player as u8, (occupied ^ player) as u8, &stable);
            if player == 0 {
                break;
            }
            player = (player - 1) & occupied;
        }
    }
    stable
}

/// The discs of the player that survive every move of either side.
const fn stable_after_any_move(player: u8, opponent: u8, known: &[u8; 3usize.pow(8)]) -> u8 {
    let mut stable = player;
    let mut empty = !(player | opponent);
    while empty != 0 {
        let square = empty.trailing_zeros();
        let placed = 1 << square;
        empty ^= placed;
        let gained = flips(square, player, opponent);
        stable &= known[index(player | placed | gained, opponent ^ gained)];
        let lost = flips(square, opponent, player);
        stable &= known[index(player ^ lost, opponent | placed | lost)];
    }
    stable
}

const fn flips(square: u32, player: u8, opponent: u8) -> u8 {
    let mut flips = 0;
    let mut run: u8 = 0;
    let mut next = (1u8 << square) << 1;
    while next & opponent != 0 {
        run |= next;
        next <<= 1;
    }
    if next & player != 0 {
        flips |= run;
    }
    run = 0;
    next = (1u8 << square) >> 1;
    while next & opponent != 0 {
        run |= next;
        next >>= 1;
    }
    if next & player != 0 {
        flips |= run;
    }
    flips
}
