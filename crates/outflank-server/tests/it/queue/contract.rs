use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use outflank_engine::Level;
use outflank_rules::Square;
use outflank_server::ReportId;
use outflank_server::jobs::{
    Claim, Counts, Hold, MAX_ATTEMPTS, MAX_FINDINGS, MAX_OPEN, MAX_PER_CLIENT, MAX_PER_SITE, Placed, Queue, Rank,
    State, Submission, Taken,
};
use outflank_study::review::{Effort, Finding};
use tokio::time::{Instant, sleep};

use crate::at_once;
use crate::queue::made::{self, LONG, OVER, document, finding, order, record, search};

async fn put(queue: &Arc<dyn Queue>, rank: Rank, count: usize) -> Vec<ReportId> {
    let (order, reports) = order(rank, 1, count);
    assert_eq!(queue.put(order).await.unwrap(), Placed::Kept);
    reports
}

async fn take(queue: &Arc<dyn Queue>, lease: Duration) -> Taken {
    queue.take(lease).await.unwrap().expect("there is something to do")
}

async fn take_soon(queue: &Arc<dyn Queue>, lease: Duration) -> Taken {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        match queue.take(lease).await.unwrap() {
            Some(taken) => return taken,
            None => assert!(Instant::now() < deadline, "nothing can be taken"),
        }
        sleep(Duration::from_millis(1)).await;
    }
}

async fn state(queue: &Arc<dyn Queue>, report: ReportId) -> State {
    queue.state(report).await.unwrap().expect("it is there")
}

pub(crate) async fn unknown_reports_are_not_found(queue: Arc<dyn Queue>) {
    let report = ReportId::random();
    let claim = Claim { report, number: 1 };
    assert!(queue.take(LONG).await.unwrap().is_none());
    assert_eq!(queue.state(report).await.unwrap(), None);
    assert_eq!(queue.renew(&claim, LONG, 1).await.unwrap(), Hold::Lost);
    assert_eq!(queue.finish(&claim, &document()).await.unwrap(), Hold::Lost);
    assert_eq!(queue.fail(&claim, "no", OVER).await.unwrap(), Hold::Lost);
    assert_eq!(queue.give_back(&claim).await.unwrap(), Hold::Lost);
    assert_eq!(queue.findings(&[]).await.unwrap(), []);
    assert_eq!(queue.findings(&[search(Square::F5).key().clone()]).await.unwrap(), []);
    queue.learn(&[]).await.unwrap();
    queue.sweep().await.unwrap();
    assert_eq!(queue.counts().await.unwrap(), Counts::default());
}

pub(crate) async fn people_go_before_bulk_then_first_come_first_served(queue: Arc<dyn Queue>) {
    let bulk = put(&queue, Rank::Bulk, 2).await;
    let people = [put(&queue, Rank::Person, 1).await, put(&queue, Rank::Person, 1).await].concat();
    let order = [people, bulk].concat();
    for taken in 0..order.len() {
        for (before, &report) in order[taken..].iter().enumerate() {
            assert_eq!(state(&queue, report).await, State::Waiting { before });
        }
        assert_eq!(take(&queue, LONG).await.claim.report, order[taken]);
        assert_eq!(state(&queue, order[taken]).await, State::Running { percent: 0 });
    }
    assert!(queue.take(LONG).await.unwrap().is_none());
}

pub(crate) async fn a_request_is_returned_unchanged(queue: Arc<dyn Queue>) {
    put(&queue, Rank::Person, 1).await;
    let taken = take(&queue, LONG).await;
    assert_eq!(taken.tries, 1);
    let task = taken.task.unwrap();
    assert_eq!(task.effort, Effort::Level(Level::new(3).unwrap()));
    let read = task.record().unwrap();
    assert_eq!(read.game(), record().game());
    let report = outflank_study::report::Report::of(
        read.game(),
        &outflank_study::review::Review::of(read.game(), Default::default()),
    );
    assert_eq!(task.filled(&read, &report), document());
}

pub(crate) async fn a_job_is_taken_once(queue: Arc<dyn Queue>) {
    let reports = put(&queue, Rank::Bulk, 20).await;
    let taken = at_once(&queue, 0..30, |queue, _| async move { queue.take(LONG).await.unwrap() }).await;
    let mut taken: Vec<ReportId> = taken.into_iter().flatten().map(|taken| taken.claim.report).collect();
    // Concurrent takers may have found the job locked and returned nothing.
    while let Some(left) = queue.take(LONG).await.unwrap() {
        taken.push(left.claim.report);
    }
    assert_eq!(taken.len(), 20);
    assert_eq!(taken.into_iter().collect::<HashSet<_>>(), reports.into_iter().collect());
}

pub(crate) async fn progress_is_shown_and_the_report_is_kept(queue: Arc<dyn Queue>) {
    let report = put(&queue, Rank::Person, 1).await[0];
    let claim = take(&queue, LONG).await.claim;
    assert_eq!(queue.renew(&claim, LONG, 40).await.unwrap(), Hold::Held);
    assert_eq!(state(&queue, report).await, State::Running { percent: 40 });
    assert_eq!(queue.finish(&claim, &document()).await.unwrap(), Hold::Held);
    assert_eq!(state(&queue, report).await, State::Done(Box::new(document())));
    assert!(queue.take(OVER).await.unwrap().is_none());
    assert_eq!(queue.fail(&claim, "late", OVER).await.unwrap(), Hold::Lost);
    assert_eq!(queue.give_back(&claim).await.unwrap(), Hold::Lost);
    assert_eq!(state(&queue, report).await, State::Done(Box::new(document())));
}

pub(crate) async fn a_renewing_worker_keeps_its_job(queue: Arc<dyn Queue>) {
    put(&queue, Rank::Person, 1).await;
    let claim = take(&queue, OVER).await.claim;
    // No other worker has taken it yet.
    assert_eq!(queue.renew(&claim, LONG, 0).await.unwrap(), Hold::Held);
    assert!(queue.take(LONG).await.unwrap().is_none());
    assert_eq!(queue.finish(&claim, &document()).await.unwrap(), Hold::Held);
}

pub(crate) async fn a_silent_worker_loses_its_job_and_is_ignored(queue: Arc<dyn Queue>) {
    let report = put(&queue, Rank::Person, 1).await[0];
    let lost = take(&queue, Duration::from_millis(10)).await.claim;
    let Taken { claim, tries, .. } = take_soon(&queue, LONG).await;
    assert_eq!((claim.report, tries), (report, 2));
    assert_ne!(claim, lost);
    assert!(queue.take(LONG).await.unwrap().is_none());
    assert_eq!(queue.renew(&lost, LONG, 90).await.unwrap(), Hold::Lost);
    assert_eq!(queue.finish(&lost, &document()).await.unwrap(), Hold::Lost);
    assert_eq!(queue.fail(&lost, "no", OVER).await.unwrap(), Hold::Lost);
    assert_eq!(queue.give_back(&lost).await.unwrap(), Hold::Lost);
    assert_eq!(state(&queue, report).await, State::Running { percent: 0 });
    assert_eq!(queue.finish(&claim, &document()).await.unwrap(), Hold::Held);
}

pub(crate) async fn a_failed_job_is_retried_after_a_pause(queue: Arc<dyn Queue>) {
    let report = put(&queue, Rank::Person, 1).await[0];
    let claim = take(&queue, LONG).await.claim;
    assert_eq!(queue.fail(&claim, "no luck", LONG).await.unwrap(), Hold::Held);
    assert_eq!(state(&queue, report).await, State::Waiting { before: 0 });
    assert!(queue.take(LONG).await.unwrap().is_none());

    let other = put(&queue, Rank::Bulk, 1).await[0];
    let claim = take(&queue, LONG).await.claim;
    assert_eq!(claim.report, other);
    queue.fail(&claim, "no luck", Duration::from_millis(10)).await.unwrap();
    assert_eq!(take_soon(&queue, LONG).await.tries, 2);
}

pub(crate) async fn a_failing_job_is_given_up_and_blocks_no_other(queue: Arc<dyn Queue>) {
    let poisoned = put(&queue, Rank::Person, 1).await[0];
    let other = put(&queue, Rank::Bulk, 1).await[0];
    for tries in 1..=MAX_ATTEMPTS {
        let taken = take_soon(&queue, LONG).await;
        assert_eq!((taken.claim.report, taken.tries), (poisoned, tries));
        assert_eq!(queue.fail(&taken.claim, &format!("for the {tries}. time"), OVER).await.unwrap(), Hold::Held);
    }
    assert_eq!(state(&queue, poisoned).await, State::GivenUp { why: format!("for the {MAX_ATTEMPTS}. time") });
    assert_eq!(take(&queue, LONG).await.claim.report, other);
    assert!(queue.take(LONG).await.unwrap().is_none());
}

pub(crate) async fn a_job_that_crashes_its_workers_is_given_up(queue: Arc<dyn Queue>) {
    let poisoned = put(&queue, Rank::Person, 1).await[0];
    let other = put(&queue, Rank::Bulk, 1).await[0];
    for _ in 0..MAX_ATTEMPTS {
        assert_eq!(take_soon(&queue, OVER).await.claim.report, poisoned);
    }
    assert_eq!(take_soon(&queue, LONG).await.claim.report, other);
    assert!(matches!(state(&queue, poisoned).await, State::GivenUp { why } if !why.is_empty()));
    assert!(queue.take(LONG).await.unwrap().is_none());
}

pub(crate) async fn giving_back_costs_no_attempt(queue: Arc<dyn Queue>) {
    let report = put(&queue, Rank::Person, 1).await[0];
    for _ in 0..MAX_ATTEMPTS + 2 {
        let taken = take_soon(&queue, LONG).await;
        assert_eq!(taken.tries, 1);
        assert_eq!(queue.give_back(&taken.claim).await.unwrap(), Hold::Held);
        assert_eq!(state(&queue, report).await, State::Waiting { before: 0 });
        assert_eq!(queue.give_back(&taken.claim).await.unwrap(), Hold::Lost);
    }
}

pub(crate) async fn a_client_has_a_limit(queue: Arc<dyn Queue>) {
    let (too_many, reports) = order(Rank::Bulk, 1, MAX_PER_CLIENT + 1);
    assert_eq!(queue.put(too_many).await.unwrap(), Placed::TooManyOfYours);
    assert!(queue.take(LONG).await.unwrap().is_none());
    assert_eq!(queue.state(reports[0]).await.unwrap(), None);

    let fill = order(Rank::Bulk, 1, MAX_PER_CLIENT).0;
    assert_eq!(queue.put(fill).await.unwrap(), Placed::Kept);
    assert_eq!(queue.put(order(Rank::Person, 1, 1).0).await.unwrap(), Placed::TooManyOfYours);
    assert_eq!(queue.put(order(Rank::Person, 2, 1).0).await.unwrap(), Placed::Kept);
    let of_another = take(&queue, LONG).await.claim;
    let claim = take(&queue, LONG).await.claim;
    assert_eq!(queue.put(order(Rank::Person, 1, 1).0).await.unwrap(), Placed::TooManyOfYours);
    queue.finish(&of_another, &document()).await.unwrap();
    assert_eq!(queue.put(order(Rank::Person, 1, 1).0).await.unwrap(), Placed::TooManyOfYours);
    queue.finish(&claim, &document()).await.unwrap();
    assert_eq!(queue.put(order(Rank::Person, 1, 1).0).await.unwrap(), Placed::Kept);
}

/// One customer of a provider cannot fill the queue with 65,536 addresses.
pub(crate) async fn a_site_has_a_limit(queue: Arc<dyn Queue>) {
    let client = |site: u128, number: u128| 0x2001_0db8 << 96 | site << 80 | number << 64;
    for number in 0..(MAX_PER_SITE / MAX_PER_CLIENT) as u128 {
        let fill = order(Rank::Bulk, client(1, number), MAX_PER_CLIENT).0;
        assert_eq!(queue.put(fill).await.unwrap(), Placed::Kept);
    }
    assert_eq!(queue.put(order(Rank::Person, client(1, 99), 1).0).await.unwrap(), Placed::TooManyOfYours);
    assert_eq!(queue.put(order(Rank::Person, client(2, 99), 1).0).await.unwrap(), Placed::Kept);
    assert_eq!(queue.put(order(Rank::Person, 99, 1).0).await.unwrap(), Placed::Kept);
    for _ in 0..2 {
        let claim = take(&queue, LONG).await.claim;
        queue.finish(&claim, &document()).await.unwrap();
    }
    let claim = take(&queue, LONG).await.claim;
    queue.finish(&claim, &document()).await.unwrap();
    assert_eq!(queue.put(order(Rank::Person, client(1, 99), 1).0).await.unwrap(), Placed::Kept);
}

pub(crate) async fn all_clients_together_have_a_limit(queue: Arc<dyn Queue>) {
    let (mut client, mut open) = (1, 0);
    while open < MAX_OPEN {
        let count = MAX_PER_CLIENT.min(MAX_OPEN - open);
        let (order, _): (Submission, _) = order(Rank::Bulk, client, count);
        assert_eq!(queue.put(order).await.unwrap(), Placed::Kept);
        (client, open) = (client + 1, open + count);
    }
    assert_eq!(queue.put(order(Rank::Person, 0, 1).0).await.unwrap(), Placed::TooMany);
}

pub(crate) async fn reports_are_counted(queue: Arc<dyn Queue>) {
    put(&queue, Rank::Bulk, 3).await;
    let done = take(&queue, LONG).await.claim;
    queue.finish(&done, &document()).await.unwrap();
    put(&queue, Rank::Person, 1).await;
    for _ in 0..MAX_ATTEMPTS {
        let claim = take_soon(&queue, LONG).await.claim;
        queue.fail(&claim, "no", OVER).await.unwrap();
    }
    take(&queue, LONG).await;
    assert_eq!(queue.counts().await.unwrap(), Counts { waiting: 1, running: 1, done: 1, given_up: 1 });
}

pub(crate) async fn findings_are_kept(queue: Arc<dyn Queue>) {
    let search = search(Square::F5);
    // All four first moves are symmetric.
    assert_eq!(made::search(Square::D3).key(), search.key());
    let expected = vec![finding(&search, 4, 2), finding(&search, 22, -3)];
    queue.learn(&expected).await.unwrap();
    let mut kept = queue.findings(&[search.key().clone()]).await.unwrap();
    kept.sort_by_key(|finding| finding.plies);
    assert_eq!(kept, expected);

    let many: Vec<Finding> = (1..=50).map(|plies| finding(&search, plies, 1)).collect();
    queue.learn(&many).await.unwrap();
    // Again, as two workers may search a position at the same time.
    queue.learn(&many).await.unwrap();
    let kept = queue.findings(&vec![search.key().clone(); 3]).await.unwrap();
    assert_eq!(kept.len(), 50);
}

pub(crate) async fn sweeping_keeps_recent_reports(queue: Arc<dyn Queue>) {
    let reports = put(&queue, Rank::Person, 3).await;
    let claim = take(&queue, LONG).await.claim;
    queue.finish(&claim, &document()).await.unwrap();
    take(&queue, LONG).await;
    let search = search(Square::F5);
    queue.learn(&[finding(&search, 4, 1)]).await.unwrap();
    queue.sweep().await.unwrap();
    for report in reports {
        state(&queue, report).await;
    }
    assert_eq!(queue.findings(&[search.key().clone()]).await.unwrap().len(), 1);
}

/// `number` sets the number of the last finding that the database has given.
pub(crate) async fn the_oldest_findings_are_forgotten<Q: Queue>(queue: Arc<Q>, number: impl AsyncFn(usize)) {
    let search = search(Square::F5);
    let findings: Vec<Finding> = (1..=3).map(|plies| finding(&search, plies, 1)).collect();
    queue.learn(&findings[..2]).await.unwrap();
    number(MAX_FINDINGS).await;
    queue.learn(&findings[2..]).await.unwrap();
    queue.sweep().await.unwrap();
    let mut kept = queue.findings(&[search.key().clone()]).await.unwrap();
    kept.sort_by_key(|finding| finding.plies);
    assert_eq!(kept, findings[1..]);
}
