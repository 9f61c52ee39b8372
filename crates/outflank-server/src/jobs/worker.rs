use std::sync::Arc;
use std::time::Duration;

use outflank_formats::Record;
use outflank_study::report::{Document, Report};
use outflank_study::review::{Finding, Key, Review};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at, sleep};

use super::{Claim, Hold, Queue, ReportRequest, Taken};
use crate::engine::{EnginePool, ReviewEvent};
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::metrics::Metrics;
use crate::store::StoreError;

const QUEUE_MESSAGES: FailureMessages =
    FailureMessages { failing: "the report queue is unavailable", recovered: "the report queue is available again" };

const SWEEP: Duration = Duration::from_secs(300);

/// Workers of every version and with every lease renew at least this often.
const MAX_RENEWAL: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// How long a job stays taken without a renewal; a running job renews it several times within that.
    pub(crate) lease: Duration,
    pub(crate) look: Duration,
    /// Delay before the first retry; each further one is four times as long.
    pub(crate) pause: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { lease: Duration::from_secs(6), look: Duration::from_secs(1), pause: Duration::from_secs(5) }
    }
}

impl Pace {
    fn renewal(&self) -> Duration {
        (self.lease / 5).clamp(Duration::from_millis(1), MAX_RENEWAL)
    }

    fn pause(&self, tries: u32) -> Duration {
        self.pause * 4_u32.saturating_pow(tries.saturating_sub(1)).min(1 << 10)
    }
}

/// Stopping returns unfinished jobs to the queue.
pub(crate) struct ReportWorkers {
    stop: watch::Sender<bool>,
    workers: JoinSet<()>,
}

impl ReportWorkers {
    pub(crate) fn start(
        queue: Arc<dyn Queue>,
        engine: EnginePool,
        workers: usize,
        pace: Pace,
        wake: Arc<Notify>,
        metrics: Metrics,
    ) -> ReportWorkers {
        let stop = watch::Sender::new(false);
        let log = Arc::new(LogThrottle::new(QUEUE_MESSAGES));
        let worker = ReportWorker { queue, engine, pace, wake, stop: stop.subscribe(), metrics, log };
        let mut all = JoinSet::new();
        for _ in 0..workers.max(1) {
            all.spawn(worker.clone().run());
        }
        all.spawn(worker.sweep());
        ReportWorkers { stop, workers: all }
    }

    pub(crate) async fn end(mut self) {
        self.stop.send_replace(true);
        while let Some(ended) = self.workers.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "a report worker failed");
            }
        }
    }
}

#[derive(Clone)]
struct ReportWorker {
    queue: Arc<dyn Queue>,
    engine: EnginePool,
    pace: Pace,
    wake: Arc<Notify>,
    stop: watch::Receiver<bool>,
    metrics: Metrics,
    log: Arc<LogThrottle>,
}

impl ReportWorker {
    async fn run(mut self) {
        while !*self.stop.borrow() {
            // A job taken without a free thread could run elsewhere instead.
            let taken = match self.engine.has_room_for_report() {
                true => self.queue.take(self.pace.lease).await,
                false => Ok(None),
            };
            self.log.note(&taken);
            match taken {
                Ok(Some(taken)) => self.work(taken).await,
                Ok(None) => self.wait().await,
                Err(_) => self.recover().await,
            }
        }
    }

    async fn sweep(mut self) {
        let mut times = interval(SWEEP);
        loop {
            tokio::select! {
                () = stopped(&mut self.stop) => break,
                _ = times.tick() => self.log.note(&self.queue.sweep().await),
            }
        }
    }

    async fn wait(&mut self) {
        tokio::select! {
            () = self.wake.notified() => {}
            () = sleep(self.pace.look) => {}
            () = stopped(&mut self.stop) => {}
        }
    }

    /// Waits for the end of an outage, and then until the workers of running jobs have renewed the leases that expired meanwhile.
    async fn recover(&mut self) {
        loop {
            self.pause(self.pace.look).await;
            let counts = self.queue.counts().await;
            self.log.note(&counts);
            if counts.is_ok() || *self.stop.borrow() {
                break;
            }
        }
        self.pause(MAX_RENEWAL).await;
    }

    async fn pause(&mut self, time: Duration) {
        tokio::select! {
            () = sleep(time) => {}
            () = stopped(&mut self.stop) => {}
        }
    }

    async fn work(&mut self, taken: Taken) {
        let Taken { claim, task, tries } = taken;
        // The full name grants access to the report, so it is not logged.
        let report = claim.report.hint();
        let began = Instant::now();
        tracing::info!(%report, tries, "making report");
        let ending = match task.and_then(|task| task.record().map(|record| (task, record))) {
            Ok((task, record)) => self.make(&claim, task, &record).await,
            Err(unreadable) => Ending::Failed(unreadable.to_string()),
        };
        let stored = self.store(&claim, &ending, tries).await;
        let seconds = began.elapsed().as_secs_f32();
        match (ending, stored) {
            (_, None) => tracing::warn!(%report, "could not store the outcome; the report will be retried"),
            (_, Some(Hold::Lost)) => tracing::warn!(%report, "another worker has the report now"),
            (Ending::Made(_), Some(Hold::Held)) => {
                self.metrics.report_made(began.elapsed());
                tracing::info!(%report, seconds, "report done");
            }
            (Ending::Failed(why), Some(Hold::Held)) => {
                tracing::error!(%report, tries, why, "report failed");
            }
            (Ending::Stopped, Some(Hold::Held)) => tracing::info!(%report, "report returned to the queue"),
            (Ending::Lost, Some(Hold::Held)) => {}
        }
    }

    async fn make(&mut self, claim: &Claim, task: ReportRequest, record: &Record) -> Ending {
        let mut review = Review::of(record.game(), task.effort.into());
        let keys: Vec<Key> = review.keys().cloned().collect();
        let known = self.queue.findings(&keys).await;
        self.log.note(&known);
        let Ok(known) = known else {
            self.wait().await;
            return Ending::Stopped;
        };
        known.iter().for_each(|finding| review.learn(finding));
        let Ok(mut searches) = self.engine.report(review.searches().cloned().collect()) else { return Ending::Stopped };
        let mut findings = Vec::new();
        let period = self.pace.renewal();
        let mut ticks = interval_at(Instant::now() + period, period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stop = self.stop.clone();
        let ending = loop {
            tokio::select! {
                event = searches.next() => match event {
                    Some(ReviewEvent::Found(finding)) => {
                        review.learn(&finding);
                        findings.push(finding);
                    }
                    Some(ReviewEvent::Waiting(_)) => {}
                    Some(ReviewEvent::Done) => {
                        let report = Report::of(record.game(), &review);
                        break Ending::Made(Box::new(task.filled(record, &report)));
                    }
                    Some(ReviewEvent::Failed) => break Ending::Failed("the engine failed".to_owned()),
                    None => break Ending::Stopped,
                },
                _ = ticks.tick() => {
                    let renewed = self.queue.renew(claim, self.pace.lease, review.percent_done()).await;
                    self.log.note(&renewed);
                    match renewed {
                        // The queue may recover before the lease expires.
                        Ok(Hold::Held) | Err(_) => {}
                        Ok(Hold::Lost) => break Ending::Lost,
                    }
                    self.learn(&mut findings).await;
                }
                () = stopped(&mut stop) => break Ending::Stopped,
            }
        };
        while let Some(event) = searches.try_next() {
            if let ReviewEvent::Found(finding) = event {
                findings.push(finding);
            }
        }
        self.learn(&mut findings).await;
        ending
    }

    async fn learn(&self, findings: &mut Vec<Finding>) {
        let learned = self.queue.learn(findings).await;
        self.log.note(&learned);
        if learned.is_ok() {
            findings.clear();
        }
    }

    async fn store(&self, claim: &Claim, ending: &Ending, tries: u32) -> Option<Hold> {
        let until = Instant::now() + self.pace.lease;
        loop {
            let stored = self.try_store(claim, ending, tries).await;
            self.log.note(&stored);
            if let Ok(hold) = stored {
                return Some(hold);
            }
            if Instant::now() >= until || *self.stop.borrow() {
                return None;
            }
            sleep(self.pace.look).await;
        }
    }

    async fn try_store(&self, claim: &Claim, ending: &Ending, tries: u32) -> Result<Hold, StoreError> {
        match ending {
            Ending::Made(report) => self.queue.finish(claim, report).await,
            Ending::Failed(why) => self.queue.fail(claim, why, self.pace.pause(tries)).await,
            Ending::Stopped => self.queue.give_back(claim).await,
            Ending::Lost => Ok(Hold::Lost),
        }
    }
}

enum Ending {
    Made(Box<Document>),
    Failed(String),
    Stopped,
    Lost,
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // A dropped sender means stop as well.
    let _ = stop.wait_for(|&stopped| stopped).await;
}
