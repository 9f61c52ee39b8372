//! Kernels of the innermost loops, with one implementation of [`Kernels`] per instruction set. The search is compiled for each of them, and
//! [`dispatch`] chooses the fastest when it starts.
//!
//! A board is two disjoint words, the discs of the player and of the opponent, from bit 0 for a1 to bit 63 for h8.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod edge;
mod portable;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use outflank_rules::{Direction, Square};

use crate::eval::network::{Accumulator, OutputBucket, Rows};
use crate::eval::patterns::SLOTS;

#[cfg(target_arch = "x86_64")]
use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;
pub use portable::Portable;

/// The kernels for one instruction set. A value of such a type is the proof that the processor has it.
pub trait Kernels: Copy + Send + Sync + fmt::Debug + 'static {
    /// Calls a function that is compiled for these instructions, together with everything that is inlined into it.
    fn call<F: Compiled<A, B, C, D>, A, B, C, D>(self, function: F, a: A, b: B, c: C, d: D) -> F::Output;

    /// The player's legal moves.
    fn moves(self, player: u64, opponent: u64) -> u64;

    /// The discs flipped by a disc on `square`, which must be empty.
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64;

    /// Number of discs flipped by filling `square`, the last empty square.
    fn last_flips(self, square: Square, player: u64) -> u32;

    /// Discs of the player that can never be flipped: a subset, not always all.
    fn stable(self, player: u64, opponent: u64) -> u64;

    /// The 3x3 squares at a1, row by row in the low bits.
    fn corner(self, discs: u64) -> u64;

    /// Column a in the low bits.
    fn column(self, discs: u64) -> u64;

    /// Adds the selected rows to the bucket's bias. The sum of 64 bytes and a bias fits 16 bits.
    fn accumulate(self, bucket: &OutputBucket, rows: &Rows, indices: &[u16; SLOTS]) -> Accumulator;

    /// The hidden layer and the output, in units.
    fn output(self, bucket: &OutputBucket, accumulator: &Accumulator) -> i32;
}

/// A function of the search that [`Kernels::call`] compiles. Recursive functions call themselves by it.
///
/// It is a type, because the compiler may refuse to inline a function value or a closure. Its arguments are passed in registers; what a
/// closure holds would be in memory.
pub trait Compiled<A, B, C, D> {
    /// What it returns.
    type Output;

    /// Always inlined.
    fn body(self, a: A, b: B, c: C, d: D) -> Self::Output;
}

/// Work that is done with one set of kernels.
pub trait Job {
    /// What it returns.
    type Output;

    /// Does it.
    fn run<K: Kernels>(self, kernels: K) -> Self::Output;
}

/// Does the work with the fastest kernels that the processor has.
#[inline]
pub fn dispatch<J: Job>(job: J) -> J::Output {
    chosen().run(job)
}

/// Kernels that this processor can run.
#[derive(Clone, Copy, Debug)]
pub enum InstructionSet {
    /// Safe code for any processor.
    Portable(Portable),
    /// x86-64 with AVX2 and BMI2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// The same with AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl InstructionSet {
    /// All that this processor has, the slowest first.
    pub fn available() -> impl Iterator<Item = InstructionSet> {
        let portable = Some(InstructionSet::Portable(Portable));
        #[cfg(target_arch = "x86_64")]
        let others = [Avx2::detect().map(InstructionSet::Avx2), Avx512::detect().map(InstructionSet::Avx512)];
        #[cfg(not(target_arch = "x86_64"))]
        let others: [Option<InstructionSet>; 0] = [];
        portable.into_iter().chain(others.into_iter().flatten())
    }

    /// Does the work with these kernels.
    #[inline]
    pub fn run<J: Job>(self, job: J) -> J::Output {
        match self {
            InstructionSet::Portable(kernels) => job.run(kernels),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2(kernels) => job.run(kernels),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512(kernels) => job.run(kernels),
        }
    }

    /// The name in messages.
    pub fn name(self) -> &'static str {
        match self {
            InstructionSet::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512(_) => "AVX-512",
        }
    }
}

/// The position in [`InstructionSet::available`] of the kernels in use.
static CHOSEN: AtomicU8 = AtomicU8::new(u8::MAX);

/// Makes later searches use other kernels than the fastest, by their number in [`InstructionSet::available`]. For tests.
pub fn choose(number: u8) {
    CHOSEN.store(number, Relaxed);
}

#[inline]
fn chosen() -> InstructionSet {
    let number = CHOSEN.load(Relaxed);
    let available = InstructionSet::available().take(usize::from(number).saturating_add(1));
    available.last().unwrap_or(InstructionSet::Portable(Portable))
}

/// Starts loading the cache line of `value`, where the processor can.
#[inline(always)]
#[allow(unsafe_code, reason = "an intrinsic")]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, which never faults; every x86-64 processor has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Distance between neighbours along each axis: rows, rising diagonals, columns, falling diagonals.
const STRIDES: [u64; 4] = [1, 7, 8, 9];

/// The direction of increasing square index along each axis.
const UP: [Direction; 4] = [Direction::East, Direction::SouthWest, Direction::South, Direction::SouthEast];

const DOWN: [Direction; 4] = [Direction::West, Direction::NorthEast, Direction::North, Direction::NorthWest];

const NOT_AN_EDGE_COLUMN: u64 = 0x7e7e_7e7e_7e7e_7e7e;

const NOT_AN_EDGE: u64 = NOT_AN_EDGE_COLUMN & !ROW_1 & !ROW_8;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const ROW_1: u64 = 0xff;
const ROW_8: u64 = ROW_1 << 56;

/// The squares in each direction from a square, which is not included.
const fn rays(from: Square, directions: [Direction; 4]) -> [u64; 4] {
    let mut rays = [0; 4];
    let mut axis = 0;
    while axis < 4 {
        let mut next = directions[axis].step(from);
        while let Some(square) = next {
            rays[axis] |= 1 << square.index();
            next = directions[axis].step(square);
        }
        axis += 1;
    }
    rays
}

/// The squares with fewer than `steps` squares beyond them, in each direction.
const fn borders(steps: u32, directions: [Direction; 4]) -> [u64; 4] {
    let mut borders = [0; 4];
    let mut index = 0;
    while index < 64 {
        let rays = rays(Square::ALL[index], directions);
        let mut axis = 0;
        while axis < 4 {
            if rays[axis].count_ones() < steps {
                borders[axis] |= 1 << index;
            }
            axis += 1;
        }
        index += 1;
    }
    borders
}
