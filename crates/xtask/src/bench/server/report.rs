use std::fmt;
use std::time::Duration;

use serde::Serialize;

const TARGET_MOVES_PER_SECOND: f64 = 2_000.0;
/// p99 of a move, relative to the disk's.
const TARGET_TIMES_DISK: f64 = 3.0;
/// p99 of a move beside slow clients, relative to without them.
const TARGET_TIMES_ALONE: f64 = 2.0;
const TARGET_CONNECTION_KB: f64 = 16.0;

#[derive(Debug, Serialize)]
pub(super) struct ServerReport {
    pub(super) settings: LoadSettings,
    /// `fdatasync` of a page, before and after everything else.
    pub(super) disk: [Times; 2],
    pub(super) played: PlayedLoads,
    pub(super) watched: Watched,
}

impl ServerReport {
    pub(super) fn verdict(&self) -> String {
        let PlayedLoads { paced, flat_out, .. } = &self.played;
        let disk = self.disk.iter().map(|times| times.p99_ms).fold(0.0, f64::max);
        let times_disk = paced.ack.p99_ms / disk;
        let connection = self.watched.one_game.kb_each.max(self.watched.many_games.kb_each);
        format!(
            "{}: {:.0} moves/s at most, target {TARGET_MOVES_PER_SECOND:.0}\n\
             {}: p99 of an ack at {:.0} moves/s is {times_disk:.1} times the disk's, target {TARGET_TIMES_DISK:.0}\n\
             {}: {connection:.1} KB per connection, target {TARGET_CONNECTION_KB:.0}",
            reached(flat_out.moves_per_second >= TARGET_MOVES_PER_SECOND),
            flat_out.moves_per_second,
            reached(times_disk <= TARGET_TIMES_DISK),
            paced.moves_per_second,
            reached(connection <= TARGET_CONNECTION_KB),
        )
    }
}

#[derive(Debug, Serialize)]
pub(super) struct LoadSettings {
    pub(super) games: u16,
    pub(super) rate: u32,
    pub(super) seconds: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct PlayedLoads {
    pub(super) paced: Load,
    /// `fdatasync` of a page at the same time.
    pub(super) disk: Times,
    pub(super) flat_out: Load,
}

#[derive(Debug, Serialize)]
pub(super) struct Load {
    pub(super) moves_per_second: f64,
    pub(super) ack: Times,
    pub(super) pong: Times,
    pub(super) refused: usize,
    pub(super) games_finished: usize,
    /// Of one core.
    pub(super) server_cpu_percent: f64,
    pub(super) server_memory_kb: u64,
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} moves/s, ack {}; pong {}", self.moves_per_second, self.ack, self.pong)?;
        write!(f, ", {} refused, {} games finished", self.refused, self.games_finished)?;
        let memory = self.server_memory_kb / 1024;
        write!(f, ", server {:.0} % of a core and {memory} MB", self.server_cpu_percent)
    }
}

#[derive(Debug, Serialize)]
pub(super) struct FloodReport {
    pub(super) alone: Load,
    pub(super) pictures: Flooded,
    pub(super) site: Flooded,
}

impl FloodReport {
    pub(super) fn verdict(&self) -> String {
        let line = |name: &str, flooded: &Flooded| {
            let times = flooded.beside.ack.p99_ms / self.alone.ack.p99_ms;
            let verdict = reached(times <= TARGET_TIMES_ALONE);
            format!(
                "{verdict}: p99 of an ack beside {name} is {times:.1} times as long, target {TARGET_TIMES_ALONE:.0}"
            )
        };
        [line("a flood of pictures", &self.pictures), line("a /48 full of clients", &self.site)].join("\n")
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Flooded {
    pub(super) beside: Load,
    pub(super) responses: Responses,
}

#[derive(Debug, Serialize)]
pub(super) struct Responses {
    pub(super) served: usize,
    pub(super) too_many: usize,
    pub(super) unavailable: usize,
    pub(super) other: usize,
}

impl fmt::Display for Flooded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Responses { served, too_many, unavailable, other } = self.responses;
        write!(
            f,
            "{}; flood: {served} served, {too_many} too many, {unavailable} unavailable, {other} other",
            self.beside
        )
    }
}

#[derive(Debug, Serialize)]
pub(super) struct SlowReport {
    pub(super) guests: u64,
    pub(super) alone: Load,
    pub(super) beside: Load,
    pub(super) memory_before_kb: u64,
    pub(super) memory_beside_kb: u64,
    pub(super) memory_after_kb: u64,
    pub(super) last_closed_seconds: f64,
}

impl SlowReport {
    pub(super) fn verdict(&self) -> String {
        let times = self.beside.ack.p99_ms / self.alone.ack.p99_ms;
        let reached = reached(times <= TARGET_TIMES_ALONE);
        let [before, beside, after] =
            [self.memory_before_kb, self.memory_beside_kb, self.memory_after_kb].map(|kb| kb / 1024);
        format!(
            "{reached}: p99 of an ack beside {} slow clients is {times:.2} times that without them, target {TARGET_TIMES_ALONE:.0}\n\
             memory: {before} MB before, {beside} MB with them, {after} MB after\n\
             the last client was closed after {:.0} s",
            self.guests, self.last_closed_seconds
        )
    }
}

fn reached(is_reached: bool) -> &'static str {
    if is_reached { "reached" } else { "missed" }
}

#[derive(Debug, Serialize)]
pub(super) struct Watched {
    pub(super) one_game: Watchers,
    pub(super) many_games: Watchers,
}

#[derive(Debug, Serialize)]
pub(super) struct Watchers {
    pub(super) connections: usize,
    pub(super) games: usize,
    pub(super) kb_each: f64,
}

impl fmt::Display for Watchers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Watchers { connections, games, kb_each } = self;
        write!(f, "{kb_each:.1} KB each, {connections} connections to {games} games")
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Times {
    pub(super) p50_ms: f64,
    pub(super) p99_ms: f64,
    pub(super) max_ms: f64,
}

impl Times {
    pub(super) fn of(mut times: Vec<Duration>) -> Times {
        times.sort_unstable();
        let at = |share: f64| -> f64 {
            let last = times.len().saturating_sub(1);
            let time = times.get((share * last as f64).round() as usize);
            time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        Times { p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1.0) }
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p50 {:.2} ms, p99 {:.2} ms, max {:.1} ms", self.p50_ms, self.p99_ms, self.max_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_times() {
        let times = Times::of((1..=101).rev().map(Duration::from_millis).collect());
        assert_eq!((times.p50_ms, times.p99_ms, times.max_ms), (51.0, 100.0, 101.0));
        assert_eq!(Times::of(Vec::new()).max_ms, 0.0);
    }
}
