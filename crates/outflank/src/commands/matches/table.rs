use std::fmt::Write;

use outflank_players::FaultKind;
use outflank_players::matches::{Estimate, Finish, Score, Side, SprtDecision, WinDrawLoss};
use outflank_render::number::signed_decimal;
use outflank_render::sanitize;
use outflank_rules::Color;

use super::report::Outcome;
use crate::cli::MatchArguments;

pub(super) fn of(outcome: &Outcome<'_>) -> String {
    let arguments = outcome.arguments;
    let mut text = String::new();
    for (side, machine) in [(Side::A, &arguments.a), (Side::B, &arguments.b)] {
        let name = outcome.name(side).map(|name| format!(" ({})", sanitize::line(name))).unwrap_or_default();
        let _ = writeln!(text, "{side}: {}{name}", sanitize::line(&machine.to_string()));
    }
    let why = match outcome.report.finish {
        Finish::Complete => "",
        Finish::Stopped => "\nStopped early.\n",
        Finish::Decided(SprtDecision::Accepted) => "\nSPRT: the larger Elo difference is accepted.\n",
        Finish::Decided(SprtDecision::Rejected) => "\nSPRT: the larger Elo difference is rejected.\n",
    };
    format!("{text}\n{}{why}", score(arguments, &outcome.report.score))
}

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
    let _ = writeln!(text, "Elo difference (A - B): {}", estimate(pairs.elo(), 1));
    let _ = writeln!(text, "Discs per game: {}", estimate(score.discs(), 2));
    if let Some(superiority) = pairs.likelihood_of_superiority() {
        let _ = writeln!(text, "A is stronger with a likelihood of {:.1} %", superiority * 100.0);
    }
    if let Some(sprt) = &arguments.sprt {
        let (ratio, bound) = (sprt.ratio(pairs), sprt.bound());
        let ratio = signed_decimal(ratio, 2);
        let _ = writeln!(text, "Log-likelihood ratio of {sprt} Elo: {ratio} (from {:.2} to {bound:.2})", -bound);
    }
    for side in Side::ALL {
        let faults: Vec<_> = FaultKind::ALL
            .into_iter()
            .map(|kind| (kind, score.faults(side, kind)))
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        let faults = if faults.is_empty() { "none".to_owned() } else { faults.join(", ") };
        let _ = writeln!(text, "Games forfeited by {side}: {faults}");
    }
    text
}

fn estimate(estimate: Option<Estimate>, decimals: usize) -> String {
    let Some(Estimate { value, interval }) = estimate else { return "unknown before the first pair".to_owned() };
    let number = |value: f64| match value {
        f64::INFINITY => "any".to_owned(),
        f64::NEG_INFINITY => "none".to_owned(),
        value => signed_decimal(value, decimals),
    };
    let shown = match value {
        f64::INFINITY => "infinite (A won every game)".to_owned(),
        f64::NEG_INFINITY => "minus infinite (A lost every game)".to_owned(),
        value => number(value),
    };
    match interval {
        None if value.is_finite() => format!("{shown} (no error estimate: all pairs scored the same)"),
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
