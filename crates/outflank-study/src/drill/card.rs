//! When something that was tried comes again.

use serde::{Deserialize, Serialize};

use super::Day;

/// What is remembered of something that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Card {
    /// It was right at once, or has been learnt: it does not come again.
    Known,
    /// It was wrong, and comes again.
    Learning {
        /// How often it was right since, each time on a day when it was due.
        right: u8,
        /// The day on which it comes again.
        due: Day,
        /// It rests until so many answers have been given in all, so that it is not simply repeated.
        after: u64,
    },
}

/// For how many days something rests after it was right for the first time, the second time and so on. After the last it is known.
const PAUSES: [u32; 3] = [1, 3, 7];

/// How many others come before something that was wrong comes again.
pub(super) const REST: u64 = 3;

impl Card {
    /// The card of something that was not tried before.
    pub(super) fn first(is_right: bool, today: Day, answers: u64) -> Card {
        if is_right { Card::Known } else { Card::failed(today, answers) }
    }

    /// The card after another answer; this was number `answers` of all.
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

    /// Whether it was right the last time.
    pub(super) fn is_solved(self) -> bool {
        !matches!(self, Card::Learning { right: 0, .. })
    }

    /// Whether it is still to be learnt.
    pub(super) fn is_learning(self) -> bool {
        self != Card::Known
    }

    /// If it is to come again today: after how many answers in all.
    pub(super) fn due(self, today: Day) -> Option<u64> {
        match self {
            Card::Learning { due, after, .. } if due <= today => Some(after),
            _ => None,
        }
    }

    /// Whether it can have come about.
    pub(super) fn is_possible(self) -> bool {
        match self {
            Card::Known => true,
            Card::Learning { right, .. } => usize::from(right) <= PAUSES.len(),
        }
    }
}
