//! Who is served next.
//!
//! Seats go first, in the queued in which they came. Study is served in rounds: each caller in turn gets one question answered,
//! so that somebody with one question does not wait for all of somebody who has four. Reports that nobody sits and waits for come last.

use std::collections::VecDeque;

/// Whom a question comes from: who has the same number shares turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller(pub(crate) u128);

/// For whom something is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Client {
    /// For a seat of the engine in a game.
    Seat,
    /// For somebody who studies.
    Study(Caller),
    /// For a report that is made when there is time.
    Report,
}

/// Tells one request from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket(pub(super) u64);

/// What one who asks to be served next wants to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// Whatever is next.
    Anything,
    /// Seats, and nothing else.
    Seats,
}

/// What waits to be searched. It has no bounds of its own: who puts something in asks first how much there is.
pub(super) struct Queue<T> {
    seats: VecDeque<Waiting<T>>,
    /// The callers in the queued in which they are served. Everybody here has a question.
    round: VecDeque<Questions<T>>,
    reports: VecDeque<Waiting<T>>,
}

struct Questions<T> {
    caller: Caller,
    waiting: VecDeque<Waiting<T>>,
}

struct Waiting<T> {
    ticket: Ticket,
    item: T,
}

impl<T> Queue<T> {
    pub(super) fn new() -> Queue<T> {
        Queue { seats: VecDeque::new(), round: VecDeque::new(), reports: VecDeque::new() }
    }

    /// Puts something behind everything else of the same client.
    pub(super) fn put(&mut self, client: Client, ticket: Ticket, item: T) {
        let waiting = Waiting { ticket, item };
        let caller = match client {
            Client::Study(caller) => caller,
            Client::Seat => return self.seats.push_back(waiting),
            Client::Report => return self.reports.push_back(waiting),
        };
        match self.round.iter_mut().find(|questions| questions.caller == caller) {
            Some(questions) => questions.waiting.push_back(waiting),
            None => self.round.push_back(Questions { caller, waiting: VecDeque::from([waiting]) }),
        }
    }

    /// Takes what is next.
    pub(super) fn take(&mut self, takes: Takes) -> Option<T> {
        if let Some(seat) = self.seats.pop_front() {
            return Some(seat.item);
        }
        if takes == Takes::Seats {
            return None;
        }
        let Some(mut questions) = self.round.pop_front() else {
            return self.reports.pop_front().map(|report| report.item);
        };
        let first = questions.waiting.pop_front();
        if !questions.waiting.is_empty() {
            self.round.push_back(questions);
        }
        first.map(|waiting| waiting.item)
    }

    /// Takes out what its client no longer wants, if it still waits.
    pub(super) fn remove(&mut self, ticket: Ticket) -> Option<T> {
        let has_it = |waiting: &Waiting<T>| waiting.ticket == ticket;
        for line in [&mut self.seats, &mut self.reports] {
            if let Some(index) = line.iter().position(has_it) {
                return line.remove(index).map(|waiting| waiting.item);
            }
        }
        let (place, index) = self.round.iter().enumerate().find_map(|(place, questions)| {
            let index = questions.waiting.iter().position(has_it)?;
            Some((place, index))
        })?;
        let questions = &mut self.round[place];
        let removed = questions.waiting.remove(index);
        if questions.waiting.is_empty() {
            self.round.remove(place);
        }
        removed.map(|waiting| waiting.item)
    }

    /// How much waits.
    pub(super) fn waiting(&self) -> usize {
        self.seats.len() + self.questions() + self.reports.len()
    }

    /// How many questions of study wait.
    pub(super) fn questions(&self) -> usize {
        self.round.iter().map(|questions| questions.waiting.len()).sum()
    }

    /// How many questions of a caller wait.
    pub(super) fn queued_by(&self, caller: Caller) -> usize {
        self.round.iter().find(|questions| questions.caller == caller).map_or(0, |questions| questions.waiting.len())
    }

    /// Every question of study, with the number of those that are answered before it.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, &T)> {
        self.round.iter().enumerate().flat_map(move |(place, questions)| {
            questions.waiting.iter().enumerate().map(move |(rounds, waiting)| {
                // Those who come before this caller are served once more often.
                let served = |(other, questions): (usize, &Questions<T>)| {
                    questions.waiting.len().min(rounds + usize::from(other < place))
                };
                (self.round.iter().enumerate().map(served).sum(), &waiting.item)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn drain<T>(queue: &mut Queue<T>) -> Vec<T> {
        std::iter::from_fn(|| queue.take(Takes::Anything)).collect()
    }

    #[test]
    fn callers_are_served_in_turn_seats_first_and_reports_last() {
        let mut queue = Queue::new();
        for (number, name) in ["a1", "a2", "a3", "a4"].into_iter().enumerate() {
            queue.put(Client::Study(Caller(1)), Ticket(number as u64), name);
        }
        queue.put(Client::Report, Ticket(9), "report");
        queue.put(Client::Study(Caller(2)), Ticket(10), "b1");
        queue.put(Client::Seat, Ticket(11), "seat");
        queue.put(Client::Report, Ticket(12), "withdrawn");
        assert_eq!(queue.questions(), 5);
        assert_eq!(queue.queued_by(Caller(1)), 4);
        assert_eq!(queue.remove(Ticket(12)), Some("withdrawn"));
        assert_eq!(queue.waiting(), 7);
        assert_eq!(drain(&mut queue), ["seat", "a1", "b1", "a2", "a3", "a4", "report"]);
    }

    #[test]
    fn who_takes_seats_only_leaves_study_to_others() {
        let mut queue = Queue::new();
        queue.put(Client::Study(Caller(1)), Ticket(0), "study");
        assert_eq!(queue.take(Takes::Seats), None);
        queue.put(Client::Seat, Ticket(1), "seat");
        assert_eq!(queue.take(Takes::Seats), Some("seat"));
        assert_eq!(queue.take(Takes::Anything), Some("study"));
    }

    proptest! {
        #[test]
        fn places_are_the_order_in_which_questions_are_taken(
            askers in prop::collection::vec(0..5_u8, 0..40),
            removed in prop::collection::vec(0..40_u64, 0..10),
            taken in 0..10_usize,
        ) {
            let mut queue = Queue::new();
            for (number, &client) in askers.iter().enumerate() {
                queue.put(Client::Study(Caller(client.into())), Ticket(number as u64), number);
            }
            for _ in 0..taken {
                queue.take(Takes::Anything);
            }
            for &number in &removed {
                queue.remove(Ticket(number));
                prop_assert!(queue.remove(Ticket(number)).is_none());
            }
            let mut places: Vec<_> = queue.places().map(|(before, &number)| (before, number)).collect();
            places.sort_unstable();
            prop_assert_eq!(queue.questions(), places.len());
            let queued: Vec<_> = drain(&mut queue).into_iter().enumerate().collect();
            prop_assert_eq!(queued, places);
        }
    }
}
