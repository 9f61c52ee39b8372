use super::{Puzzle, all};
use crate::drill::Day;

/// The puzzle of a day. Each comes up once before the first one comes again.
pub fn of_day(Day(day): Day) -> &'static Puzzle {
    let puzzles = all();
    let count = puzzles.len();
    let place = (day as usize % count) * stride(count) % count;
    &puzzles[place]
}

/// Coprime to `count`, and far from whole fractions of it, so that neighbours in the list are far apart in time.
fn stride(count: usize) -> usize {
    let golden = count * 618 / 1000;
    (golden.max(1)..).find(|&stride| gcd(stride, count) == 1).unwrap_or(1)
}

fn gcd(one: usize, other: usize) -> usize {
    if other == 0 { one } else { gcd(other, one % other) }
}
