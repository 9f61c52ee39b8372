use serde::{Deserialize, Serialize};

use super::Day;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Card {
    Known,
    Learning {
        /// Since the last wrong answer, each on a day when it was due.
        right: u8,
        due: Day,
        /// Not before this many answers in all, so that it is not repeated at once.
        after: u64,
    },
}

const PAUSES: [u32; 3] = [1, 3, 7];

/// Answers to other puzzles before a failed one comes up again.
pub(super) const REST: u64 = 3;

impl Card {
    pub(super) fn first(is_right: bool, today: Day, answers: u64) -> Card {
        if is_right { Card::Known } else { Card::failed(today, answers) }
    }

    pub(super) fn after(self, is_right: bool, today: Day, answers: u64) -> Card {
        match self {
            _ if !is_right => Card::failed(today, answers),
            Card::Learning { right, due, .. } if due <= today => match PAUSES.get(usize::from(right)) {
                Some(&pause) => {
                    Card::Learning { right: right + 1, due: Day(today.0.saturating_add(pause)), after: answers }
                }
                None => Card::Known,
            },
            _ => self,
        }
    }

    fn failed(today: Day, answers: u64) -> Card {
        Card::Learning { right: 0, due: today, after: answers.saturating_add(REST) }
    }

    pub(super) fn is_solved(self) -> bool {
        !matches!(self, Card::Learning { right: 0, .. })
    }

    pub(super) fn is_learning(self) -> bool {
        self != Card::Known
    }

    pub(super) fn due(self, today: Day) -> Option<u64> {
        match self {
            Card::Learning { due, after, .. } if due <= today => Some(after),
            _ => None,
        }
    }

    pub(super) fn is_possible(self) -> bool {
        match self {
            Card::Known => true,
            Card::Learning { right, .. } => usize::from(right) <= PAUSES.len(),
        }
    }
}
