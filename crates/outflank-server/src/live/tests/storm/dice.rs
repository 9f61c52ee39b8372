use std::ops::Range;
use std::time::Duration;

use outflank_players::Random;

#[derive(Clone, Debug)]
pub(super) struct Dice(Random);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        // Neighbouring seeds give unrelated sequences.
        Dice(Random::new(Random::new(seed).next()))
    }

    pub(super) fn split(&mut self) -> Dice {
        Dice(Random::new(self.0.next()))
    }

    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0.next() % end.max(1)
    }

    pub(super) fn chance(&mut self, in_a_thousand: u64) -> bool {
        self.below(1_000) < in_a_thousand
    }

    pub(super) fn millis(&mut self, range: Range<u64>) -> Duration {
        Duration::from_millis(range.start + self.below(range.end - range.start))
    }

    pub(super) fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        let index = usize::try_from(self.below(items.len() as u64)).expect("it is below a length");
        items[index].clone()
    }
}
