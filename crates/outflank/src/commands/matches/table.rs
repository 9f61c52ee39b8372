//! The result of a match as people read it.

use std::fmt::Write;

use outflank_players::FaultKind;
use outflank_players::matches::{Estimate, Finish, Score, Side, SprtDecision, WinDrawLoss};
use outflank_render::sanitize;
use outflank_rules::Color;

use super::report::Outcome;
use crate::cli::MatchArguments;

/// The whole table.
pub(super) fn of(outcome: &Outcome<'_>) -> String {
    let arguments = outcome.arguments;
    let mut text = String::new();
    for (side, machine) in [(Side::A, &arguments.a), (Side::B, &arguments.b)] {
        let name = outcome.name(side).map(|name| format!(" ({})", sanitize::line(name))).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{side}: {}{name}", sanitize::line(&machine.to_string()));
    }
    let why = match outcome.report.finish {
        Finish::Complete => "",
        Finish::Stopped => "\nStopped before all games were played.\n",
        Finish::Decided(SprtDecision::Accepted) => {
            "\nDecided: A is better by the second difference rather than the first.\n"
        }
        Finish::Decided(SprtDecision::Rejected) => {
            "\nDecided: A is better by the first difference rather than the second.\n"
        }
    };
    format!("{text}\n{}{why}", score(arguments, &outcome.report.score))
}

/// The figures.
pub(super) fn score(arguments: &MatchArguments, score: &Score) -> String {
    let mut text = format!("{:<12}{:>7}{:>7}{:>7}{:>8}{:>10}\n", "", "games", "wins", "draws", "losses", "score");
    let rows = [
        ("A", score.games()),
        ("A as black", score.games_as(Color::Black)),
        ("A as white", score.games_as(Color::White)),
    ];
    for (name, results) in rows {
        let WinDrawLoss { wins, draws, losses } = results;
        let rate = results.rate().map_or("-".to_owned(), |rate| format!("{:.1} %", rate * 100.0));
        let _ = writeln!(text, "{name:<12}{:>7}{wins:>7}{draws:>7}{losses:>8}{rate:>10}", results.total());
    }
    let pairs = score.pairs();
    let [none, half, one, more, two] = pairs.0;
    let _ = writeln!(text, "\nPairs with 0, 0.5, 1, 1.5 and 2 points: {none}, {half}, {one}, {more}, {two}");
    let _ = writeln!(text, "Elo of A over B: {}", estimate(pairs.elo(), 1));
    let _ = writeln!(text, "Discs a game: {}", estimate(score.discs(), 2));
    if let Some(superiority) = pairs.likelihood_of_superiority() {
        let _ = writeln!(text, "A is the stronger one with {:.1} %", superiority * 100.0);
    }
    if let Some(sprt) = &arguments.sprt {
        let (ratio, bound) = (sprt.ratio(pairs), sprt.bound());
        let _ = writeln!(text, "Log-likelihood ratio of {sprt} Elo: {ratio:+.2} (from {:.2} to {bound:.2})", -bound);
    }
    for side in Side::ALL {
        let faults: Vec<_> = FaultKind::ALL
            .into_iter()
            .map(|kind| (kind, score.faults(side, kind)))
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        let faults = if faults.is_empty() { "none".to_owned() } else { faults.join(", ") };
        let _ = writeln!(text, "Games lost by faults of {side}: {faults}");
    }
    text
}

/// A value with its error, at 95 %, as far as they are known.
fn estimate(estimate: Option<Estimate>, decimals: usize) -> String {
    let Some(Estimate { value, interval }) = estimate else { return "not known without a pair of games".to_owned() };
    let number = |value: f64| match value {
        f64::INFINITY => "any".to_owned(),
        f64::NEG_INFINITY => "none".to_owned(),
        value => format!("{value:+.decimals$}"),
    };
    let shown = match value {
        f64::INFINITY => "more than such a match can tell, as A won every game".to_owned(),
        f64::NEG_INFINITY => "less than such a match can tell, as A lost every game".to_owned(),
        value => number(value),
    };
    match interval {
        None if value.is_finite() => format!("{shown} (error not known: all pairs are alike)"),
        None => shown,
        Some(interval) if interval.low.is_finite() && interval.high.is_finite() => {
            let error = (interval.high - interval.low) / 2.0;
            let (low, high) = (number(interval.low), number(interval.high));
            format!("{shown} ± {error:.decimals$} (95 %, from {low} to {high})")
        }
        Some(interval) if interval.low.is_finite() => format!("{shown} (95 %, at least {})", number(interval.low)),
        Some(interval) => format!("{shown} (95 %, at most {})", number(interval.high)),
    }
}
