//! What is counted, for `/metrics`.

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
use prometheus_client::registry::Registry;

use crate::ServerId;
use crate::engine::Load;
use crate::jobs;

pub(crate) use measured::MeasuredStore;

/// What is counted. Cheap to clone.
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

/// What is looked up when somebody asks for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels {
    /// How many games are in memory.
    pub(crate) games: usize,
    /// How many streams and sockets games have.
    pub(crate) subscriptions: usize,
    /// What the engine does.
    pub(crate) searches: Load,
    /// How many reports there are; nothing if their queue does not answer.
    pub(crate) reports: Option<jobs::Counts>,
}

/// How a request was answered. Routes are those that the server knows, so that there are not more of them than it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    status: &'static str,
}

/// How far reports are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReportStatus {
    status: &'static str,
}

impl Metrics {
    #[cfg(test)]
    pub(crate) fn new() -> Metrics {
        Metrics::of(ServerId::random())
    }

    /// Nothing is counted yet on this server.
    pub(crate) fn of(node: ServerId) -> Metrics {
        let mut registry = Registry::with_prefix("outflank");
        let build = [("version", env!("CARGO_PKG_VERSION").to_owned()), ("node", node.to_string())];
        registry.register("build", "Which server this is", Info::new(build.to_vec()));
        let counts = Counts {
            requests: register(&mut registry, "requests", "Requests that were answered", Family::default()),
            rate_limited: register(&mut registry, "rate_limited", "Requests that came too often", Counter::default()),
            connections: register(&mut registry, "connections", "Open connections", Gauge::default()),
            connections_refused: register(
                &mut registry,
                "connections_refused",
                "Connections that were one too many",
                Counter::default(),
            ),
            // From a tenth of a millisecond to three seconds.
            commits: register(
                &mut registry,
                "commit_seconds",
                "How long it took until events were in the store",
                Histogram::new(exponential_buckets(0.0001, 2.0, 16)),
            ),
            commits_failed: register(
                &mut registry,
                "commits_failed",
                "Changes that the store could not make permanent",
                Counter::default(),
            ),
            events: register(&mut registry, "events", "Events that were kept", Counter::default()),
            games: register(&mut registry, "games", "Games in memory", Gauge::default()),
            subscriptions: register(&mut registry, "subscriptions", "Streams and sockets of games", Gauge::default()),
            searches_running: register(&mut registry, "searches_running", "Searches that run", Gauge::default()),
            searches_waiting: register(&mut registry, "searches_waiting", "Searches that wait", Gauge::default()),
            reports: register(&mut registry, "reports", "Reports on games, by how far they are", Family::default()),
            // From a tenth of a second to an hour.
            report_seconds: register(
                &mut registry,
                "report_seconds",
                "How long this server took for a report that it made",
                Histogram::new(exponential_buckets(0.1, 2.0, 16)),
            ),
            registry,
        };
        Metrics(Arc::new(counts))
    }

    /// A request was answered.
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

    /// A request came too often.
    pub(crate) fn rate_limited(&self) {
        self.0.rate_limited.inc();
    }

    /// A connection was one too many.
    pub(crate) fn connection_refused(&self) {
        self.0.connections_refused.inc();
    }

    /// How many connections there are.
    pub(crate) fn connections(&self) -> &Gauge {
        &self.0.connections
    }

    /// Events were made permanent, and it took so long.
    fn committed(&self, events: usize, time: Duration) {
        self.0.commits.observe(time.as_secs_f64());
        self.0.events.inc_by(events as u64);
    }

    /// Something was not made permanent.
    fn commit_failed(&self) {
        self.0.commits_failed.inc();
    }

    /// A report was made, and it took so long.
    pub(crate) fn report_made(&self, time: Duration) {
        self.0.report_seconds.observe(time.as_secs_f64());
    }

    /// Everything, as Prometheus reads it, with what is looked up only now.
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

fn register<M>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M
where
    M: prometheus_client::registry::Metric + Clone,
{
    registry.register(name, help, metric.clone());
    metric
}
