//! Takes jobs, has them searched, and tells the queue.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use outflank_formats::Record;
use outflank_rules::Game;
use outflank_study::report::Document;
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at, sleep};

use super::{Canonical, Claim, Finding, Hold, Key, Queue, ReportRequest, Taken};
use crate::engine::{Assignment, EnginePool, Made, News};
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::metrics::Metrics;
use crate::store::StoreError;

const MESSAGES: FailureMessages =
    FailureMessages { failing: "cannot reach the report queue", recovered: "can reach the report queue again" };

/// How often the queue is swept.
const SWEEP: Duration = Duration::from_secs(300);

/// Lease, polling and retry times of a worker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// How long a job stays taken without a renewal; a running job renews it several times within that.
    pub(crate) lease: Duration,
    /// How long to wait before polling again after an empty or failed poll.
    pub(crate) look: Duration,
    /// Delay before the first retry; each further one is four times as long.
    pub(crate) pause: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { lease: Duration::from_secs(30), look: Duration::from_secs(1), pause: Duration::from_secs(5) }
    }
}

impl Pace {
    /// How often a running job renews its lease.
    fn beat(&self) -> Duration {
        (self.lease / 5).clamp(Duration::from_millis(1), Duration::from_secs(2))
    }

    /// The delay after this many attempts.
    fn pause(&self, tries: u32) -> Duration {
        self.pause * 4_u32.saturating_pow(tries.saturating_sub(1)).min(1 << 10)
    }
}

/// Takes jobs, one worker per search thread. Stopping returns unfinished jobs to the queue.
pub(crate) struct ReportWorkers {
    stop: watch::Sender<bool>,
    hands: JoinSet<()>,
}

impl ReportWorkers {
    /// Starts taking jobs. `wake` signals that one was queued.
    pub(crate) fn start(
        queue: Arc<dyn Queue>,
        engine: EnginePool,
        hands: usize,
        pace: Pace,
        wake: Arc<Notify>,
        metrics: Metrics,
    ) -> ReportWorkers {
        let stop = watch::Sender::new(false);
        let mut all = JoinSet::new();
        let alarm = Arc::new(LogThrottle::new(MESSAGES));
        for _ in 0..hands.max(1) {
            let hand = ReportWorker {
                queue: Arc::clone(&queue),
                engine: engine.clone(),
                pace,
                wake: Arc::clone(&wake),
                stop: stop.subscribe(),
                metrics: metrics.clone(),
                alarm: Arc::clone(&alarm),
            };
            all.spawn(hand.run());
        }
        all.spawn(sweep(queue, stop.subscribe(), alarm));
        ReportWorkers { stop, hands: all }
    }

    /// Returns when everything is given back.
    pub(crate) async fn end(mut self) {
        self.stop.send_replace(true);
        while let Some(ended) = self.hands.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "a task that makes reports has failed");
            }
        }
    }
}

/// Sweeps the queue from time to time. Whoever works for it does: it does not take long.
async fn sweep(queue: Arc<dyn Queue>, mut stop: watch::Receiver<bool>, alarm: Arc<LogThrottle>) {
    let mut times = interval(SWEEP);
    loop {
        tokio::select! {
            () = stopped(&mut stop) => break,
            _ = times.tick() => alarm.note(&queue.sweep().await),
        }
    }
}

/// One who takes jobs, one at a time.
struct ReportWorker {
    queue: Arc<dyn Queue>,
    engine: EnginePool,
    pace: Pace,
    wake: Arc<Notify>,
    stop: watch::Receiver<bool>,
    metrics: Metrics,
    /// What all of them share: they fail together.
    alarm: Arc<LogThrottle>,
}

impl ReportWorker {
    async fn run(mut self) {
        while !*self.stop.borrow() {
            // A job taken without a free thread could run elsewhere instead.
            let taken = match self.engine.is_idle() {
                true => self.queue.take(self.pace.lease).await,
                false => Ok(None),
            };
            self.alarm.note(&taken);
            match taken {
                Ok(Some(taken)) => self.work(taken).await,
                Ok(None) | Err(_) => self.wait().await,
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

    /// Makes a report, or finds out why not, and tells the queue.
    async fn work(&mut self, taken: Taken) {
        let Taken { claim, task, tries } = taken;
        // The full name grants access to the report, so it is not logged.
        let report = claim.report.hint();
        let began = Instant::now();
        tracing::info!(%report, tries, "making a report");
        let ending = match task.and_then(|task| task.record().map(|record| (task, record))) {
            Ok((task, record)) => self.make(&claim, task, &record).await,
            Err(unreadable) => Ending::Failed(unreadable.to_string()),
        };
        let told = self.tell(&claim, &ending, tries).await;
        let seconds = began.elapsed().as_secs_f32();
        match (ending, told) {
            (_, None) => tracing::warn!(%report, "the queue could not be told; the report will be taken again"),
            (_, Some(Hold::Lost)) => tracing::warn!(%report, "somebody else has the report now"),
            (Ending::Made(_), Some(Hold::Held)) => {
                self.metrics.report_made(began.elapsed());
                tracing::info!(%report, seconds, "the report is made");
            }
            (Ending::Failed(why), Some(Hold::Held)) => {
                tracing::error!(%report, tries, why, "the report could not be made");
            }
            (Ending::Stopped, Some(Hold::Held)) => tracing::info!(%report, "the report is left to others"),
            (Ending::Lost, Some(Hold::Held)) => {}
        }
    }

    /// Has a report searched, and lets the queue hear of it meanwhile.
    async fn make(&mut self, claim: &Claim, task: ReportRequest, record: &Record) -> Ending {
        let known = self.queue.findings(&keys(record.game())).await;
        self.alarm.note(&known);
        let Ok(known) = known else {
            self.wait().await;
            return Ending::Stopped;
        };
        let assignment = Assignment { game: record.game().clone(), plan: task.effort.plan(), known };
        let Ok(mut made) = self.engine.report(assignment) else { return Ending::Stopped };
        let (mut findings, mut percent) = (Vec::new(), 0);
        let beat = self.pace.beat();
        let mut beats = interval_at(Instant::now() + beat, beat);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stop = self.stop.clone();
        let ending = loop {
            tokio::select! {
                news = made.next() => match news {
                    Some(News::Found(finding)) => findings.push(finding),
                    Some(News::Percent(done)) => percent = done,
                    Some(News::Done(report)) => break Ending::Made(Box::new(task.filled(record, &report))),
                    Some(News::Failed) => break Ending::Failed("the engine failed".to_owned()),
                    None => break Ending::Stopped,
                },
                _ = beats.tick() => {
                    self.learn(&mut findings).await;
                    let renewed = self.queue.renew(claim, self.pace.lease, percent).await;
                    self.alarm.note(&renewed);
                    match renewed {
                        // It may answer again before the lease is over.
                        Ok(Hold::Held) | Err(_) => {}
                        Ok(Hold::Lost) => break Ending::Lost,
                    }
                }
                () = stopped(&mut stop) => break Ending::Stopped,
            }
        };
        drain(&mut made, &mut findings);
        self.learn(&mut findings).await;
        ending
    }

    /// Keeps what was found out. If that fails, it is tried again with the next.
    async fn learn(&self, findings: &mut Vec<Finding>) {
        let learnt = self.queue.learn(findings).await;
        self.alarm.note(&learnt);
        if learnt.is_ok() {
            findings.clear();
        }
    }

    /// Reports the outcome of a job, retrying until the lease expires while the queue is unavailable; `None` if it never got through.
    async fn tell(&self, claim: &Claim, ending: &Ending, tries: u32) -> Option<Hold> {
        let until = Instant::now() + self.pace.lease;
        loop {
            let said = self.say(claim, ending, tries).await;
            self.alarm.note(&said);
            if let Ok(hold) = said {
                return Some(hold);
            }
            if Instant::now() >= until || *self.stop.borrow() {
                return None;
            }
            sleep(self.pace.look).await;
        }
    }

    async fn say(&self, claim: &Claim, ending: &Ending, tries: u32) -> Result<Hold, StoreError> {
        match ending {
            Ending::Made(report) => self.queue.finish(claim, report).await,
            Ending::Failed(why) => self.queue.fail(claim, why, self.pace.pause(tries)).await,
            Ending::Stopped => self.queue.give_back(claim).await,
            Ending::Lost => Ok(Hold::Lost),
        }
    }
}

/// How the work on a job ended.
enum Ending {
    /// There is a report.
    Made(Box<Document>),
    /// There is none.
    Failed(String),
    /// The search was interrupted.
    Stopped,
    /// Another worker has taken the job.
    Lost,
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // A dropped sender means stop as well.
    let _ = stop.wait_for(|&stopped| stopped).await;
}

/// The names of all positions of a game.
fn keys(game: &Game) -> Vec<Key> {
    let before = game.plies().iter().map(|ply| &ply.before);
    let keys: HashSet<Key> = before.chain([game.position()]).map(|position| Canonical::of(position).key()).collect();
    keys.into_iter().collect()
}

/// Takes what was found out and not looked at yet.
fn drain(made: &mut Made, findings: &mut Vec<Finding>) {
    while let Some(news) = made.already() {
        if let News::Found(finding) = news {
            findings.push(finding);
        }
    }
}
