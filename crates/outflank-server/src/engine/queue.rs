//! Job order: seats first, then study, then reports.
//!
//! Study is round-robin by caller, so that one request does not wait behind another caller's four.

use std::collections::VecDeque;

use crate::http::Site;

/// The number of an address group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller(pub(crate) u128);

impl Caller {
    pub(super) fn site(self) -> Option<Site> {
        Site::of_number(self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobClass {
    Seat,
    Study(Caller),
    Report,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JobId(pub(super) u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobFilter {
    Any,
    SeatsOnly,
}

/// Unbounded: the pool checks its limits before it adds a job.
pub(super) struct Queue<T> {
    seats: VecDeque<(JobId, T)>,
    /// Each of them has at least one job.
    round: VecDeque<CallerQueue<T>>,
    reports: VecDeque<(JobId, T)>,
}

struct CallerQueue<T> {
    caller: Caller,
    jobs: VecDeque<(JobId, T)>,
}

impl<T> Queue<T> {
    pub(super) fn new() -> Queue<T> {
        Queue { seats: VecDeque::new(), round: VecDeque::new(), reports: VecDeque::new() }
    }

    pub(super) fn push(&mut self, class: JobClass, id: JobId, job: T) {
        let job = (id, job);
        let caller = match class {
            JobClass::Study(caller) => caller,
            JobClass::Seat => return self.seats.push_back(job),
            JobClass::Report => return self.reports.push_back(job),
        };
        match self.round.iter_mut().find(|queue| queue.caller == caller) {
            Some(queue) => queue.jobs.push_back(job),
            None => self.round.push_back(CallerQueue { caller, jobs: VecDeque::from([job]) }),
        }
    }

    pub(super) fn pop(&mut self, filter: JobFilter) -> Option<T> {
        if let Some((_, seat)) = self.seats.pop_front() {
            return Some(seat);
        }
        if filter == JobFilter::SeatsOnly {
            return None;
        }
        let Some(mut queue) = self.round.pop_front() else {
            return self.reports.pop_front().map(|(_, report)| report);
        };
        let first = queue.jobs.pop_front();
        if !queue.jobs.is_empty() {
            self.round.push_back(queue);
        }
        first.map(|(_, job)| job)
    }

    pub(super) fn remove(&mut self, id: JobId) -> Option<T> {
        let studies = self.round.iter_mut().map(|queue| &mut queue.jobs);
        let removed = [&mut self.seats, &mut self.reports]
            .into_iter()
            .chain(studies)
            .find_map(|jobs| jobs.remove(jobs.iter().position(|(other, _)| *other == id)?));
        self.round.retain(|queue| !queue.jobs.is_empty());
        removed.map(|(_, job)| job)
    }

    pub(super) fn len(&self) -> usize {
        self.seats.len() + self.studies() + self.reports.len()
    }

    pub(super) fn studies(&self) -> usize {
        self.round.iter().map(|queue| queue.jobs.len()).sum()
    }

    /// The callers of all study jobs, one for each job.
    pub(super) fn callers(&self) -> impl Iterator<Item = Caller> {
        self.round.iter().flat_map(|queue| std::iter::repeat_n(queue.caller, queue.jobs.len()))
    }

    /// Every study job, with the number of study jobs before it.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, &T)> {
        self.round.iter().enumerate().flat_map(move |(place, queue)| {
            queue.jobs.iter().enumerate().map(move |(rounds, (_, job))| {
                // Callers ahead in the round are served once more.
                let served = |(other, queue): (usize, &CallerQueue<T>)| {
                    queue.jobs.len().min(rounds + usize::from(other < place))
                };
                (self.round.iter().enumerate().map(served).sum(), job)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn drain<T>(queue: &mut Queue<T>) -> Vec<T> {
        std::iter::from_fn(|| queue.pop(JobFilter::Any)).collect()
    }

    #[test]
    fn callers_are_served_in_turn_seats_first_and_reports_last() {
        let mut queue = Queue::new();
        for (number, name) in ["a1", "a2", "a3", "a4"].into_iter().enumerate() {
            queue.push(JobClass::Study(Caller(1)), JobId(number as u64), name);
        }
        queue.push(JobClass::Report, JobId(9), "report");
        queue.push(JobClass::Study(Caller(2)), JobId(10), "b1");
        queue.push(JobClass::Seat, JobId(11), "seat");
        queue.push(JobClass::Report, JobId(12), "removed");
        assert_eq!(queue.studies(), 5);
        assert_eq!(queue.callers().collect::<Vec<_>>(), [1, 1, 1, 1, 2].map(Caller));
        assert_eq!(queue.remove(JobId(12)), Some("removed"));
        assert_eq!(queue.len(), 7);
        assert_eq!(drain(&mut queue), ["seat", "a1", "b1", "a2", "a3", "a4", "report"]);
    }

    #[test]
    fn a_seat_thread_takes_no_study_jobs() {
        let mut queue = Queue::new();
        queue.push(JobClass::Study(Caller(1)), JobId(0), "study");
        assert_eq!(queue.pop(JobFilter::SeatsOnly), None);
        queue.push(JobClass::Seat, JobId(1), "seat");
        assert_eq!(queue.pop(JobFilter::SeatsOnly), Some("seat"));
        assert_eq!(queue.pop(JobFilter::Any), Some("study"));
    }

    proptest! {
        #[test]
        fn places_match_the_order_of_service(
            callers in prop::collection::vec(0..5_u8, 0..40),
            removed in prop::collection::vec(0..40_u64, 0..10),
            taken in 0..10_usize,
        ) {
            let mut queue = Queue::new();
            for (number, &caller) in callers.iter().enumerate() {
                queue.push(JobClass::Study(Caller(caller.into())), JobId(number as u64), number);
            }
            for _ in 0..taken {
                queue.pop(JobFilter::Any);
            }
            for &number in &removed {
                queue.remove(JobId(number));
                prop_assert!(queue.remove(JobId(number)).is_none());
            }
            let mut places: Vec<_> = queue.places().map(|(before, &number)| (before, number)).collect();
            places.sort_unstable();
            prop_assert_eq!(queue.studies(), places.len());
            let queued: Vec<_> = drain(&mut queue).into_iter().enumerate().collect();
            prop_assert_eq!(queued, places);
        }
    }
}
