mod measured;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry};

use crate::ServerId;
use crate::engine::Load;
use crate::jobs;

pub(crate) use measured::MeasuredStore;

#[derive(Clone)]
pub(crate) struct Metrics(Arc<Counts>);

struct Counts {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    rate_limited: Counter,
    connections: Gauge,
    connections_refused: Counter,
    commits: Histogram,
    commits_failed: Counter,
    events: Counter,
    games: Gauge,
    subscriptions: Gauge,
    searches_running: Gauge,
    searches_waiting: Gauge,
    reports: Family<ReportStatus, Gauge>,
    report_seconds: Histogram,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels {
    pub(crate) games: usize,
    pub(crate) subscriptions: usize,
    pub(crate) searches: Load,
    pub(crate) reports: Option<jobs::Counts>,
}

/// Routes are those of the router, so their number is bounded.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReportStatus {
    status: &'static str,
}

impl Metrics {
    #[cfg(test)]
    pub(crate) fn new() -> Metrics {
        Metrics::of(ServerId::random())
    }

    pub(crate) fn of(node: ServerId) -> Metrics {
        let mut new = Registering(Registry::with_prefix("outflank"));
        let build = [("version", env!("CARGO_PKG_VERSION").to_owned()), ("node", node.to_string())];
        new.0.register("build", "Which server this is", Info::new(build.to_vec()));
        // From a tenth of a millisecond to three seconds, and from a tenth of a second to an hour.
        let [commits, reports] = [0.0001, 0.1].map(|least| Histogram::new(exponential_buckets(least, 2.0, 16)));
        Metrics(Arc::new(Counts {
            requests: new.usual("requests", "Requests answered"),
            rate_limited: new.usual("rate_limited", "Requests rejected by rate limits"),
            connections: new.usual("connections", "Open connections"),
            connections_refused: new.usual("connections_refused", "Connections refused by connection limits"),
            commits: new.metric("commit_seconds", "Time to commit events", commits),
            commits_failed: new.usual("commits_failed", "Failed commits"),
            events: new.usual("events", "Events committed"),
            games: new.usual("games", "Games in memory"),
            subscriptions: new.usual("subscriptions", "Streams and sockets of games"),
            searches_running: new.usual("searches_running", "Running searches"),
            searches_waiting: new.usual("searches_waiting", "Queued searches"),
            reports: new.usual("reports", "Reports by status"),
            report_seconds: new.metric("report_seconds", "Time to make a report on this server", reports),
            registry: new.0,
        }))
    }

    pub(crate) fn answered(&self, route: &str, status: StatusCode) {
        let status = match status.as_u16() / 100 {
            1 => "1xx",
            2 => "2xx",
            3 => "3xx",
            4 => "4xx",
            _ => "5xx",
        };
        self.0.requests.get_or_create(&RequestLabels { route: route.to_owned(), status }).inc();
    }

    pub(crate) fn rate_limited(&self) {
        self.0.rate_limited.inc();
    }

    pub(crate) fn connection_refused(&self) {
        self.0.connections_refused.inc();
    }

    pub(crate) fn connections(&self) -> &Gauge {
        &self.0.connections
    }

    fn committed(&self, events: usize, time: Duration) {
        self.0.commits.observe(time.as_secs_f64());
        self.0.events.inc_by(events as u64);
    }

    fn commit_failed(&self) {
        self.0.commits_failed.inc();
    }

    pub(crate) fn report_made(&self, time: Duration) {
        self.0.report_seconds.observe(time.as_secs_f64());
    }

    pub(crate) fn to_text(&self, levels: Levels) -> Result<String, fmt::Error> {
        for (gauge, level) in [
            (&self.0.games, levels.games),
            (&self.0.subscriptions, levels.subscriptions),
            (&self.0.searches_running, levels.searches.running),
            (&self.0.searches_waiting, levels.searches.waiting),
        ] {
            gauge.set(i64::try_from(level).unwrap_or(i64::MAX));
        }
        match levels.reports {
            Some(jobs::Counts { waiting, running, done, given_up }) => {
                for (status, count) in
                    [("waiting", waiting), ("running", running), ("done", done), ("given_up", given_up)]
                {
                    let gauge = self.0.reports.get_or_create(&ReportStatus { status });
                    gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
                }
            }
            None => self.0.reports.clear(),
        }
        let mut text = String::new();
        text::encode(&mut text, &self.0.registry)?;
        Ok(text)
    }
}

struct Registering(Registry);

impl Registering {
    fn usual<M: Metric + Clone + Default>(&mut self, name: &str, help: &str) -> M {
        self.metric(name, help, M::default())
    }

    fn metric<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        self.0.register(name, help, metric.clone());
        metric
    }
}
