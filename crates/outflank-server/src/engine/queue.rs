//! Job order: turns that are new, then the rest of long searches, study and reports.
//!
//! Jobs of one kind are served round-robin by client, so that one request does not wait behind another client's four.

use std::collections::VecDeque;
use std::mem;

use crate::Owner;
use crate::http::Site;
use crate::owner::SiteHash;

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
    Seat(Owner, Turn),
    Study(Caller),
    Report,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Quick,
    New,
    /// Interrupted after its first slice, or a later one.
    Rest,
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
    quick: Rounds<SiteHash, T>,
    new: Rounds<SiteHash, T>,
    rest: Rounds<SiteHash, T>,
    studies: Rounds<Caller, T>,
    reports: VecDeque<(JobId, T)>,
    /// Whether an open thread continues a long search next. Otherwise many games would starve study and reports.
    rest_is_next: bool,
}

impl JobClass {
    pub(super) fn continued(self) -> JobClass {
        match self {
            JobClass::Seat(owner, _) => JobClass::Seat(owner, Turn::Rest),
            JobClass::Study(_) | JobClass::Report => self,
        }
    }
}

impl<T> Queue<T> {
    pub(super) fn new() -> Queue<T> {
        Queue {
            quick: Rounds::new(),
            new: Rounds::new(),
            rest: Rounds::new(),
            studies: Rounds::new(),
            reports: VecDeque::new(),
            rest_is_next: true,
        }
    }

    pub(super) fn push(&mut self, class: JobClass, id: JobId, job: T) {
        match class {
            JobClass::Seat(owner, Turn::Quick) => self.quick.push(owner.site(), id, job),
            JobClass::Seat(owner, Turn::New) => self.new.push(owner.site(), id, job),
            JobClass::Seat(owner, Turn::Rest) => self.rest.push(owner.site(), id, job),
            JobClass::Study(caller) => self.studies.push(caller, id, job),
            JobClass::Report => self.reports.push_back((id, job)),
        }
    }

    pub(super) fn pop(&mut self, filter: JobFilter) -> Option<T> {
        if let Some(new) = self.quick.pop().or_else(|| self.new.pop()) {
            return Some(new);
        }
        match (filter, mem::replace(&mut self.rest_is_next, false)) {
            (JobFilter::SeatsOnly, rest_is_next) => {
                self.rest_is_next = rest_is_next;
                self.rest.pop()
            }
            (JobFilter::Any, true) => self.rest.pop().or_else(|| self.pop_other()),
            (JobFilter::Any, false) => {
                self.rest_is_next = true;
                self.pop_other().or_else(|| self.rest.pop())
            }
        }
    }

    fn pop_other(&mut self) -> Option<T> {
        self.studies.pop().or_else(|| self.reports.pop_front().map(|(_, report)| report))
    }

    pub(super) fn remove(&mut self, id: JobId) -> Option<T> {
        let seats = [&mut self.quick, &mut self.new, &mut self.rest].into_iter().find_map(|round| round.remove(id));
        seats.or_else(|| self.studies.remove(id)).or_else(|| remove(&mut self.reports, id))
    }

    pub(super) fn len(&self) -> usize {
        self.new_turns() + self.rest.len() + self.studies_and_reports()
    }

    pub(super) fn new_turns(&self) -> usize {
        self.quick.len() + self.new.len()
    }

    pub(super) fn studies_and_reports(&self) -> usize {
        self.studies() + self.reports.len()
    }

    pub(super) fn studies(&self) -> usize {
        self.studies.len()
    }

    pub(super) fn callers(&self) -> impl Iterator<Item = Caller> {
        self.studies.of_clients()
    }

    pub(super) fn places(&self) -> impl Iterator<Item = (usize, &T)> {
        self.studies.places()
    }
}

struct Rounds<C, T> {
    /// Each of them has at least one job.
    clients: VecDeque<ClientQueue<C, T>>,
}

struct ClientQueue<C, T> {
    client: C,
    jobs: VecDeque<(JobId, T)>,
}

impl<C: Copy + PartialEq, T> Rounds<C, T> {
    fn new() -> Rounds<C, T> {
        Rounds { clients: VecDeque::new() }
    }

    fn push(&mut self, client: C, id: JobId, job: T) {
        match self.clients.iter_mut().find(|queue| queue.client == client) {
            Some(queue) => queue.jobs.push_back((id, job)),
            None => self.clients.push_back(ClientQueue { client, jobs: VecDeque::from([(id, job)]) }),
        }
    }

    fn pop(&mut self) -> Option<T> {
        let mut queue = self.clients.pop_front()?;
        let first = queue.jobs.pop_front();
        if !queue.jobs.is_empty() {
            self.clients.push_back(queue);
        }
        first.map(|(_, job)| job)
    }

    fn remove(&mut self, id: JobId) -> Option<T> {
        let removed = self.clients.iter_mut().find_map(|queue| remove(&mut queue.jobs, id));
        self.clients.retain(|queue| !queue.jobs.is_empty());
        removed
    }

    fn len(&self) -> usize {
        self.clients.iter().map(|queue| queue.jobs.len()).sum()
    }

    fn of_clients(&self) -> impl Iterator<Item = C> {
        self.clients.iter().flat_map(|queue| std::iter::repeat_n(queue.client, queue.jobs.len()))
    }

    fn places(&self) -> impl Iterator<Item = (usize, &T)> {
        self.clients.iter().enumerate().flat_map(move |(place, queue)| {
            queue.jobs.iter().enumerate().map(move |(rounds, (_, job))| {
                // Clients ahead in the round are served once more.
                let served = |(other, queue): (usize, &ClientQueue<C, T>)| {
                    queue.jobs.len().min(rounds + usize::from(other < place))
                };
                (self.clients.iter().enumerate().map(served).sum(), job)
            })
        })
    }
}

fn remove<T>(jobs: &mut VecDeque<(JobId, T)>, id: JobId) -> Option<T> {
    let place = jobs.iter().position(|(other, _)| *other == id)?;
    jobs.remove(place).map(|(_, job)| job)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn drain<T>(queue: &mut Queue<T>) -> Vec<T> {
        std::iter::from_fn(|| queue.pop(JobFilter::Any)).collect()
    }

    fn seat(site: i64, turn: Turn) -> JobClass {
        JobClass::Seat(Owner::from_bits(site << 32), turn)
    }

    #[test]
    fn an_owner_with_many_games_waits_like_the_others() {
        for turn in [Turn::Quick, Turn::New, Turn::Rest] {
            let mut queue = Queue::new();
            for (number, (site, name)) in
                [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (2, "b2")].into_iter().enumerate()
            {
                queue.push(seat(site, turn), JobId(number as u64), name);
            }
            assert_eq!(drain(&mut queue), ["a1", "b1", "c1", "a2", "b2", "a3"], "{turn:?}");
        }
    }

    #[test]
    fn new_turns_go_before_long_searches_and_quick_ones_before_all() {
        let mut queue = Queue::new();
        for (number, turn) in [Turn::Rest, Turn::New, Turn::Quick, Turn::Rest].into_iter().enumerate() {
            queue.push(seat(number as i64, turn), JobId(number as u64), turn);
        }
        assert_eq!(drain(&mut queue), [Turn::Quick, Turn::New, Turn::Rest, Turn::Rest]);
    }

    #[test]
    fn long_searches_alternate_with_study_and_reports() {
        let mut queue = Queue::new();
        for number in 0..4 {
            queue.push(seat(number, Turn::Rest), JobId(number as u64), "rest");
        }
        queue.push(JobClass::Study(Caller(1)), JobId(4), "study");
        queue.push(JobClass::Report, JobId(5), "report");
        assert_eq!(drain(&mut queue), ["rest", "study", "rest", "report", "rest", "rest"]);
    }

    #[test]
    fn callers_are_served_in_turn_seats_first_and_reports_last() {
        let mut queue = Queue::new();
        for (number, name) in ["a1", "a2", "a3", "a4"].into_iter().enumerate() {
            queue.push(JobClass::Study(Caller(1)), JobId(number as u64), name);
        }
        queue.push(JobClass::Report, JobId(9), "report");
        queue.push(JobClass::Study(Caller(2)), JobId(10), "b1");
        queue.push(seat(1, Turn::New), JobId(11), "seat");
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
        queue.push(seat(1, Turn::Rest), JobId(1), "seat");
        assert_eq!(queue.pop(JobFilter::SeatsOnly), Some("seat"), "also the rest of a long search");
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
