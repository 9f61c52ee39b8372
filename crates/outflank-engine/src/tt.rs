//! The transposition table: what is known of positions that were searched before, shared by all threads.
//!
//! An entry holds the whole board, so that no position is ever mistaken for another. It is read and written without a
//! lock: three words of which two are mixed with the third, so that words of different entries do not fit together and
//! a torn entry is seen as another board. All accesses are atomic, so there is no data race either.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use outflank_rules::{Board, Square};

use crate::Selectivity;

/// What the table knows about a position. The scores are in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The value is not smaller.
    pub(crate) lower: i32,
    /// The value is not larger.
    pub(crate) upper: i32,
    /// How deep it was searched.
    pub(crate) depth: u8,
    /// How sure the search was of its cuts.
    pub(crate) selectivity: Selectivity,
    /// The best move and the best before it.
    pub(crate) moves: [Option<Square>; 2],
}

impl Known {
    /// Whether the bounds come from a search that is at least as deep and as sure.
    pub(crate) fn suffices(&self, depth: u8, selectivity: Selectivity) -> bool {
        self.depth >= depth && self.selectivity >= selectivity
    }
}

/// What a search has found out and wants to keep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) depth: u8,
    pub(crate) selectivity: Selectivity,
    pub(crate) best: Option<Square>,
}

/// The least score that a bound can say, which says nothing.
pub(crate) const LEAST: i32 = -64 * crate::Score::STEPS;
/// The greatest score that a bound can say, which says nothing.
pub(crate) const GREATEST: i32 = -LEAST;

pub(crate) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    /// Which search entries belong to, modulo [`AGES`].
    age: AtomicU8,
}

/// Two entries in one cache line: the first keeps the deeper search.
#[repr(align(64))]
#[derive(Default)]
struct Bucket {
    entries: [Entry; 2],
}

#[derive(Default)]
struct Entry {
    /// The player's discs, mixed with the data.
    player: AtomicU64,
    /// The opponent's discs, mixed with the data.
    opponent: AtomicU64,
    data: AtomicU64,
}

const AGES: u8 = 64;

impl TranspositionTable {
    /// A table of about so many mebibytes, or as much of them as the system gives; at least one bucket.
    pub(crate) fn new(mebibytes: usize) -> TranspositionTable {
        let mut count = (mebibytes.saturating_mul(1024 * 1024) / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::<Bucket>::new();
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        TranspositionTable { buckets: buckets.into_boxed_slice(), age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.entries) {
            entry.write([0, 0], 0);
        }
    }

    /// Entries from before are now the first to be given up.
    pub(crate) fn begin_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// What is known of a board.
    pub(crate) fn get(&self, board: Board) -> Option<Known> {
        let entries = &self.bucket(board).entries;
        entries.iter().find_map(|entry| entry.read(words(board))).map(unpack)
    }

    /// Keeps what was found, unless the place is needed for something better.
    pub(crate) fn put(&self, board: Board, found: Found) {
        let age = self.age.load(Relaxed);
        let [first, second] = &self.bucket(board).entries;
        let words = words(board);
        if let Some((entry, data)) = [first, second].into_iter().find_map(|entry| Some((entry, entry.read(words)?))) {
            entry.write(words, pack(merge(unpack(data), found), age));
            return;
        }
        let fresh = pack(Known::from(found), age);
        let worth = |data: u64| (age_of(data) == age, depth_of(data));
        let kept = first.data.load(Relaxed);
        if kept == 0 || worth(kept) <= worth(fresh) {
            // The deeper search that is pushed out is still better than what the second place holds.
            if kept != 0 && age_of(kept) == age {
                second.copy_from(first);
            }
            first.write(words, fresh);
        } else {
            second.write(words, fresh);
        }
    }

    fn bucket(&self, board: Board) -> &Bucket {
        // The high half of hash times count is a place below count.
        let place = (u128::from(hash(board)) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }
}

impl Entry {
    /// The data, if the entry is whole and of this board.
    #[inline]
    fn read(&self, [player, opponent]: [u64; 2]) -> Option<u64> {
        let data = self.data.load(Relaxed);
        let same = self.player.load(Relaxed) ^ data == player && self.opponent.load(Relaxed) ^ spread(data) == opponent;
        (same && data != 0).then_some(data)
    }

    fn write(&self, [player, opponent]: [u64; 2], data: u64) {
        self.data.store(data, Relaxed);
        self.player.store(player ^ data, Relaxed);
        self.opponent.store(opponent ^ spread(data), Relaxed);
    }

    fn copy_from(&self, other: &Entry) {
        self.data.store(other.data.load(Relaxed), Relaxed);
        self.player.store(other.player.load(Relaxed), Relaxed);
        self.opponent.store(other.opponent.load(Relaxed), Relaxed);
    }
}

fn words(board: Board) -> [u64; 2] {
    [board.player().bits(), board.opponent().bits()]
}

/// Another one-to-one image of the data, so that the two mixed words cannot both fit by the same accident.
fn spread(data: u64) -> u64 {
    data.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A number that looks random and is the same for the same board.
#[inline]
pub(crate) fn hash(board: Board) -> u64 {
    let [player, opponent] = words(board);
    let product = u128::from(player ^ 0x2d35_8dcc_aa6c_78a5) * u128::from(opponent ^ 0x8bb8_4b93_962e_acc9);
    let mixed = (product as u64) ^ (product >> 64) as u64;
    // Boards that make one factor zero would all collide without this.
    (mixed ^ player ^ opponent.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Two searches of the same board: equal ones agree on narrower bounds, else the better one is kept.
fn merge(old: Known, found: Found) -> Known {
    let mut new = Known::from(found);
    if old.depth > new.depth && old.selectivity >= new.selectivity {
        return old;
    }
    if (old.depth, old.selectivity) == (new.depth, new.selectivity) {
        let (lower, upper) = (old.lower.max(new.lower), old.upper.min(new.upper));
        // Selective searches may contradict each other; then the newer is believed.
        if lower <= upper {
            (new.lower, new.upper) = (lower, upper);
        }
    }
    new.moves = match found.best {
        Some(best) if old.moves[0] == Some(best) => old.moves,
        Some(best) => [Some(best), old.moves[0]],
        None => old.moves,
    };
    new
}

impl From<Found> for Known {
    fn from(found: Found) -> Known {
        let Found { lower, upper, depth, selectivity, best } = found;
        Known { lower, upper, depth, selectivity, moves: [best, None] }
    }
}

// An entry's data, from the lowest bit: lower and upper bound (16 bits each), depth (8), best moves (7 each, 64 for none),
// selectivity (3), age (6), and a bit that is always set, so that no data is zero.

fn pack(known: Known, age: u8) -> u64 {
    let square = |mv: Option<Square>| mv.map_or(64, |square| u64::from(square.index()));
    u64::from(known.lower as i16 as u16)
        | u64::from(known.upper as i16 as u16) << 16
        | u64::from(known.depth) << 32
        | square(known.moves[0]) << 40
        | square(known.moves[1]) << 47
        | (known.selectivity as u64) << 54
        | u64::from(age) << 57
        | 1 << 63
}

fn unpack(data: u64) -> Known {
    let square = |shift: u32| Square::from_index((data >> shift) as u8 & 0x7f);
    Known {
        lower: i32::from(data as u16 as i16),
        upper: i32::from((data >> 16) as u16 as i16),
        depth: depth_of(data),
        selectivity: Selectivity::ALL[((data >> 54) as usize & 7).min(5)],
        moves: [square(40), square(47)],
    }
}

fn depth_of(data: u64) -> u8 {
    (data >> 32) as u8
}

fn age_of(data: u64) -> u8 {
    (data >> 57) as u8 & (AGES - 1)
}

#[cfg(test)]
mod tests {
    use outflank_rules::Bitboard;

    use super::*;

    /// A board and what a search might have found there: any word of one tells all of the other.
    fn made_up(number: u64) -> (Board, Found) {
        let player = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let board = Board::new(Bitboard::from_bits(player), Bitboard::from_bits(!player & number.rotate_left(40)));
        let found = Found {
            lower: (player % 2048) as i32 - 1024,
            upper: (player % 2048) as i32 - 1024 + (player >> 16 & 255) as i32,
            depth: (player >> 24 & 63) as u8,
            selectivity: Selectivity::ALL[(player >> 32) as usize % 6],
            best: Square::from_index((player >> 40) as u8 & 63),
        };
        (board.expect("the second word lacks the bits of the first"), found)
    }

    fn same(known: &Known, found: &Found) -> bool {
        let Found { lower, upper, depth, selectivity, best } = *found;
        *known == Known { lower, upper, depth, selectivity, moves: [best, known.moves[1]] }
    }

    #[test]
    fn what_was_put_is_got() {
        let table = TranspositionTable::new(1);
        for number in 0..10_000 {
            let (board, found) = made_up(number);
            table.put(board, found);
            if let Some(known) = table.get(board) {
                assert!(same(&known, &found), "{number}: {known:?} {found:?}");
            }
        }
        let kept = (0..10_000).filter(|&number| table.get(made_up(number).0).is_some()).count();
        assert!(kept > 6_000, "only {kept} of 10,000 are left in a table for 32,768");
        table.clear();
        assert!((0..10_000).all(|number| table.get(made_up(number).0).is_none()));
    }

    #[test]
    fn equal_searches_narrow_the_bounds_and_deeper_ones_win() {
        let table = TranspositionTable::new(1);
        let (board, _) = made_up(7);
        let found = |lower, upper, depth, best| Found { lower, upper, depth, selectivity: Selectivity::Full, best };
        table.put(board, found(-100, GREATEST, 10, Some(Square::A1)));
        table.put(board, found(LEAST, 50, 10, Some(Square::B2)));
        let known = table.get(board).unwrap();
        assert_eq!((known.lower, known.upper, known.moves), (-100, 50, [Some(Square::B2), Some(Square::A1)]));
        table.put(board, found(0, 0, 4, Some(Square::C3)));
        assert_eq!(table.get(board), Some(known));
        table.put(board, found(8, 8, 12, None));
        let known = table.get(board).unwrap();
        assert_eq!((known.lower, known.upper, known.depth, known.moves[0]), (8, 8, 12, Some(Square::B2)));
    }

    /// Threads that write and read a handful of places as fast as they can. What is read is always something that was
    /// written for that board, never parts of two entries.
    #[test]
    fn no_torn_entry_is_ever_read() {
        let table =
            TranspositionTable { buckets: Box::new([Bucket::default(), Bucket::default()]), age: AtomicU8::new(0) };
        let hits = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let (table, hits) = (&table, &hits);
                scope.spawn(move || {
                    for round in 0..300_000_u64 {
                        let (board, found) = made_up((round + thread) % 16);
                        table.put(board, found);
                        let (board, found) = made_up(round % 16);
                        if let Some(known) = table.get(board) {
                            hits.fetch_add(1, Relaxed);
                            assert!(same(&known, &found), "{known:?} is not of this board: {found:?}");
                        }
                    }
                });
            }
        });
        assert!(hits.into_inner() > 1_000);
    }
}
