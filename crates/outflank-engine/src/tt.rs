//! Transposition table, shared by all threads without locks.
//!
//! Slots store the whole board, so there are no key collisions. A slot is three atomic words, two of them XORed with
//! the third: a torn read fails the board comparison and counts as a miss.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use outflank_rules::{Board, Square};

use crate::{Selectivity, pages, simd};

/// What the table knows about a position. Scores are in [`Score`](crate::Score) units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) depth: u8,
    pub(crate) selectivity: Selectivity,
    /// Best move, then the previous best move.
    pub(crate) moves: [Option<Square>; 2],
}

impl TtEntry {
    /// True if the bounds come from a search at least this deep and this reliable.
    pub(crate) fn suffices(&self, depth: u8, selectivity: Selectivity) -> bool {
        self.depth >= depth && self.selectivity >= selectivity
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TtData {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) depth: u8,
    pub(crate) selectivity: Selectivity,
    pub(crate) best: Option<Square>,
}

/// Trivial lower bound.
pub(crate) const MIN_SCORE: i32 = -64 * crate::Score::UNITS_PER_DISC;
/// Trivial upper bound.
pub(crate) const MAX_SCORE: i32 = -MIN_SCORE;

pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// Number of searches, modulo [`AGES`].
    age: AtomicU8,
    /// Entries of other generations count as empty, so that clearing the table need not wipe it.
    generation: AtomicU8,
}

/// Zeroed memory is of another generation.
const FIRST_GENERATION: u8 = 1;

/// Two slots in one cache line. The first prefers deeper searches.
#[repr(align(64))]
#[derive(Default)]
struct Bucket {
    slots: [Slot; 2],
}

#[derive(Default)]
struct Slot {
    /// Player's discs XOR data.
    player: AtomicU64,
    /// Opponent's discs XOR [`spread`] data.
    opponent: AtomicU64,
    data: AtomicU64,
}

const AGES: u8 = 64;

impl TranspositionTable {
    /// Allocates about `mebibytes`, or less if the system refuses; at least one bucket.
    pub(crate) fn new(mebibytes: usize) -> TranspositionTable {
        let mut count = (mebibytes.saturating_mul(1024 * 1024) / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::<Bucket>::new();
        // So that the system gets a small table back, too.
        let _ = buckets.try_reserve_exact(count.max(pages::RETURNED_BYTES / size_of::<Bucket>()));
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        let spare = buckets.spare_capacity_mut();
        pages::prefer_large(&spare[..count.min(spare.len())]);
        buckets.resize_with(count, Bucket::default);
        TranspositionTable::of(buckets)
    }

    fn of(buckets: Vec<Bucket>) -> TranspositionTable {
        TranspositionTable { buckets, age: AtomicU8::new(0), generation: AtomicU8::new(FIRST_GENERATION) }
    }

    pub(crate) fn clear(&self) {
        let next = self.generation.load(Relaxed).checked_add(1);
        if next.is_none() {
            self.buckets.iter().flat_map(|bucket| &bucket.slots).for_each(Slot::wipe);
        }
        self.generation.store(next.unwrap_or(FIRST_GENERATION), Relaxed);
    }

    /// Makes all entries older: they are replaced first.
    pub(crate) fn begin_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Starts loading the bucket of a board that will be looked up soon.
    pub(crate) fn prefetch(&self, board: Board) {
        simd::prefetch(self.bucket(board));
    }

    pub(crate) fn get(&self, board: Board) -> Option<TtEntry> {
        let generation = self.generation.load(Relaxed);
        let slots = &self.bucket(board).slots;
        slots.iter().find_map(|slot| slot.read(words(board), generation)).map(unpack)
    }

    /// Merges `result` into the position's entry, or replaces a less valuable one.
    pub(crate) fn put(&self, board: Board, result: TtData) {
        let stamp = Stamp { age: self.age.load(Relaxed), generation: self.generation.load(Relaxed) };
        let [first, second] = &self.bucket(board).slots;
        let words = words(board);
        let known = |slot: &Slot| slot.read(words, stamp.generation);
        if let Some((slot, data)) = [first, second].into_iter().find_map(|slot| Some((slot, known(slot)?))) {
            slot.write(words, pack(merge(unpack(data), result), stamp));
            return;
        }
        let fresh = pack(TtEntry::from(result), stamp);
        let worth = |data: u64| (age_of(data) == stamp.age, depth_of(data));
        let kept = first.data.load(Relaxed);
        let is_empty = generation_of(kept) != stamp.generation;
        if is_empty || worth(kept) <= worth(fresh) {
            // The evicted result is still worth more than the second slot's.
            if !is_empty && age_of(kept) == stamp.age {
                second.copy_from(first);
            }
            first.write(words, fresh);
        } else {
            second.write(words, fresh);
        }
    }

    fn bucket(&self, board: Board) -> &Bucket {
        // The high half of hash * len is a uniform index below len.
        let index = (u128::from(hash(board)) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

impl Slot {
    #[inline]
    fn read(&self, [player, opponent]: [u64; 2], generation: u8) -> Option<u64> {
        let data = self.data.load(Relaxed);
        let same = self.player.load(Relaxed) ^ data == player && self.opponent.load(Relaxed) ^ spread(data) == opponent;
        (same && generation_of(data) == generation).then_some(data)
    }

    fn wipe(&self) {
        self.write([0, 0], 0);
    }

    fn write(&self, [player, opponent]: [u64; 2], data: u64) {
        self.data.store(data, Relaxed);
        self.player.store(player ^ data, Relaxed);
        self.opponent.store(opponent ^ spread(data), Relaxed);
    }

    fn copy_from(&self, other: &Slot) {
        self.data.store(other.data.load(Relaxed), Relaxed);
        self.player.store(other.player.load(Relaxed), Relaxed);
        self.opponent.store(other.opponent.load(Relaxed), Relaxed);
    }
}

fn words(board: Board) -> [u64; 2] {
    [board.player().bits(), board.opponent().bits()]
}

/// A second bijection of the data, so that one accidental match cannot satisfy both words.
fn spread(data: u64) -> u64 {
    data.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[inline]
pub(crate) fn hash(board: Board) -> u64 {
    let [player, opponent] = words(board);
    let product = u128::from(player ^ 0x2d35_8dcc_aa6c_78a5) * u128::from(opponent ^ 0x8bb8_4b93_962e_acc9);
    let mixed = (product as u64) ^ (product >> 64) as u64;
    // Without this, all boards that zero one factor would collide.
    (mixed ^ player ^ opponent.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Equal searches intersect their bounds; otherwise the deeper or more reliable one wins.
fn merge(old: TtEntry, result: TtData) -> TtEntry {
    let mut new = TtEntry::from(result);
    if old.depth > new.depth && old.selectivity >= new.selectivity {
        return old;
    }
    if (old.depth, old.selectivity) == (new.depth, new.selectivity) {
        let (lower, upper) = (old.lower.max(new.lower), old.upper.min(new.upper));
        // Selective searches may contradict each other; trust the newer one.
        if lower <= upper {
            (new.lower, new.upper) = (lower, upper);
        }
    }
    new.moves = match result.best {
        Some(best) if old.moves[0] == Some(best) => old.moves,
        Some(best) => [Some(best), old.moves[0]],
        None => old.moves,
    };
    new
}

impl From<TtData> for TtEntry {
    fn from(data: TtData) -> TtEntry {
        let TtData { lower, upper, depth, selectivity, best } = data;
        TtEntry { lower, upper, depth, selectivity, moves: [best, None] }
    }
}

#[derive(Clone, Copy)]
struct Stamp {
    age: u8,
    generation: u8,
}

// Data word from bit 0: lower and upper (13 bits each), depth (6), two moves (7 each, 64 = none), selectivity (3), age (6), generation (8).

fn pack(entry: TtEntry, stamp: Stamp) -> u64 {
    let square = |mv: Option<Square>| mv.map_or(64, |square| u64::from(square.index()));
    let score = |score: i32| (score & 0x1fff) as u64;
    score(entry.lower)
        | score(entry.upper) << 13
        | u64::from(entry.depth & 63) << 26
        | square(entry.moves[0]) << 32
        | square(entry.moves[1]) << 39
        | (entry.selectivity as u64) << 46
        | u64::from(stamp.age) << 49
        | u64::from(stamp.generation) << 55
}

fn unpack(data: u64) -> TtEntry {
    let square = |shift: u32| Square::from_index((data >> shift) as u8 & 0x7f);
    // Shifted to the top and back, the sign is kept.
    let score = |shift: u32| ((data >> shift) as i32) << 19 >> 19;
    TtEntry {
        lower: score(0),
        upper: score(13),
        depth: depth_of(data),
        selectivity: Selectivity::ALL[((data >> 46) as usize & 7).min(5)],
        moves: [square(32), square(39)],
    }
}

fn depth_of(data: u64) -> u8 {
    (data >> 26) as u8 & 63
}

fn age_of(data: u64) -> u8 {
    (data >> 49) as u8 & (AGES - 1)
}

fn generation_of(data: u64) -> u8 {
    (data >> 55) as u8
}

#[cfg(test)]
mod tests {
    use outflank_rules::Bitboard;

    use super::*;

    fn made_up(number: u64) -> (Board, TtData) {
        let player = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let board = Board::new(Bitboard::from_bits(player), Bitboard::from_bits(!player & number.rotate_left(40)));
        let result = TtData {
            lower: (player % 2048) as i32 - 1024,
            upper: (player % 2048) as i32 - 1024 + (player >> 16 & 255) as i32,
            depth: (player >> 24 & 63) as u8,
            selectivity: Selectivity::ALL[(player >> 32) as usize % 6],
            best: Square::from_index((player >> 40) as u8 & 63),
        };
        (board.expect("the second word lacks the bits of the first"), result)
    }

    fn same(entry: &TtEntry, result: &TtData) -> bool {
        let TtData { lower, upper, depth, selectivity, best } = *result;
        *entry == TtEntry { lower, upper, depth, selectivity, moves: [best, entry.moves[1]] }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1);
        for number in 0..10_000 {
            let (board, result) = made_up(number);
            table.put(board, result);
            if let Some(entry) = table.get(board) {
                assert!(same(&entry, &result), "{number}: {entry:?} {result:?}");
            }
        }
        let kept = (0..10_000).filter(|&number| table.get(made_up(number).0).is_some()).count();
        assert!(kept > 6_000, "only {kept} of 10,000 are left in a table for 32,768");
        table.clear();
        assert!((0..10_000).all(|number| table.get(made_up(number).0).is_none()));
    }

    /// Entries from before it was cleared must not affect what is kept or replaced, not even after the generations have come round.
    #[test]
    fn a_cleared_table_is_like_a_new_one() {
        let used = TranspositionTable::of(vec![Bucket::default(), Bucket::default()]);
        for round in 0..600 {
            let new = TranspositionTable::of(vec![Bucket::default(), Bucket::default()]);
            used.clear();
            for number in 0..40 {
                // The first entries are as old as the last ones from before.
                if number % 16 == 15 {
                    [&used, &new].into_iter().for_each(TranspositionTable::begin_search);
                }
                let (board, result) = made_up(round * 7 + number);
                [&used, &new].into_iter().for_each(|table| table.put(board, result));
                for number in 0..=number {
                    let (board, _) = made_up(round * 7 + number);
                    assert_eq!(used.get(board), new.get(board), "round {round}, entry {number}");
                }
            }
        }
    }

    #[test]
    fn equal_searches_narrow_bounds_and_deeper_ones_win() {
        let table = TranspositionTable::new(1);
        let (board, _) = made_up(7);
        let result = |lower, upper, depth, best| TtData { lower, upper, depth, selectivity: Selectivity::Full, best };
        table.put(board, result(-100, MAX_SCORE, 10, Some(Square::A1)));
        table.put(board, result(MIN_SCORE, 50, 10, Some(Square::B2)));
        let entry = table.get(board).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.moves), (-100, 50, [Some(Square::B2), Some(Square::A1)]));
        table.put(board, result(0, 0, 4, Some(Square::C3)));
        assert_eq!(table.get(board), Some(entry));
        table.put(board, result(8, 8, 12, None));
        let entry = table.get(board).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.depth, entry.moves[0]), (8, 8, 12, Some(Square::B2)));
    }

    #[test]
    fn torn_entries_are_never_returned() {
        let table = TranspositionTable::of(vec![Bucket::default(), Bucket::default()]);
        let hits = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let (table, hits) = (&table, &hits);
                scope.spawn(move || {
                    for round in 0..300_000_u64 {
                        let (board, result) = made_up((round + thread) % 16);
                        table.put(board, result);
                        let (board, result) = made_up(round % 16);
                        if let Some(entry) = table.get(board) {
                            hits.fetch_add(1, Relaxed);
                            assert!(same(&entry, &result), "{entry:?} is not of this board: {result:?}");
                        }
                    }
                });
            }
        });
        assert!(hits.into_inner() > 1_000);
    }
}
