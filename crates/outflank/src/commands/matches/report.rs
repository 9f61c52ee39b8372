use outflank_players::FaultKind;
use outflank_players::matches::{
    Estimate, Finish, MatchEnding, MatchGame, MatchSummary, Side, SprtDecision, WinDrawLoss,
};
use outflank_rules::Color;
use serde_json::{Map, Value, json};

use super::state::GameLine;
use crate::cli::MatchArguments;

pub(super) struct Outcome<'a> {
    pub(super) arguments: &'a MatchArguments,
    pub(super) report: &'a MatchSummary,
    pub(super) games: &'a [MatchGame],
}

impl Outcome<'_> {
    pub(super) fn name(&self, side: Side) -> Option<&str> {
        let names = self.games.iter().map(|played| played.record.details.players[played.color_of(side)].name.as_str());
        names.rev().find(|name| !name.is_empty())
    }

    /// The side that lost every game by a fault.
    pub(super) fn always_faulty(&self) -> Option<Side> {
        let faults =
            |by| move |played: &MatchGame| matches!(played.ending, MatchEnding::Fault { by: at, .. } if at == by);
        Side::ALL.into_iter().find(|&side| !self.games.is_empty() && self.games.iter().all(faults(side)))
    }

    pub(super) fn json(&self) -> Value {
        let Outcome { arguments, report, games } = self;
        let score = &report.score;
        let pairs = score.pairs();
        let sprt = arguments
            .sprt
            .map(|sprt| json!({ "claims": sprt.to_string(), "ratio": sprt.ratio(pairs), "bound": sprt.bound() }));
        json!({
            "a": { "player": arguments.a.to_string(), "name": self.name(Side::A) },
            "b": { "player": arguments.b.to_string(), "name": self.name(Side::B) },
            "rules": arguments.rules.name(),
            "seed": arguments.seed,
            "clock": arguments.clock.map(|clock| clock.to_string()),
            "finish": finish(report.finish),
            "result": results(score.games()),
            "as_black": results(score.games_as(Color::Black)),
            "as_white": results(score.games_as(Color::White)),
            "pairs": pairs.0,
            "elo": pairs.elo().map(estimate),
            "discs": score.discs().map(estimate),
            "likelihood_of_superiority": pairs.likelihood_of_superiority(),
            "sprt": sprt,
            "faults": { "a": self.faults(Side::A), "b": self.faults(Side::B) },
            "games": games.iter().map(GameLine::from).collect::<Vec<_>>(),
        })
    }

    fn faults(&self, side: Side) -> Map<String, Value> {
        FaultKind::ALL
            .map(|kind| (kind.name().to_owned(), self.report.score.faults(side, kind).into()))
            .into_iter()
            .collect()
    }
}

fn finish(finish: Finish) -> &'static str {
    match finish {
        Finish::Complete => "complete",
        Finish::Stopped => "stopped",
        Finish::Decided(SprtDecision::Accepted) => "accepted",
        Finish::Decided(SprtDecision::Rejected) => "rejected",
    }
}

fn results(results: WinDrawLoss) -> Value {
    let WinDrawLoss { wins, draws, losses } = results;
    json!({ "games": results.total(), "wins": wins, "draws": draws, "losses": losses, "score": results.rate() })
}

/// Infinite numbers become `null`.
fn estimate(Estimate { value, interval }: Estimate) -> Value {
    json!({ "value": value, "low": interval.map(|interval| interval.low), "high": interval.map(|interval| interval.high) })
}

pub(super) fn ending(ending: &MatchEnding) -> &'static str {
    match ending {
        MatchEnding::Board => "board",
        MatchEnding::Resignation { .. } => "resignation",
        MatchEnding::Fault { kind, .. } => kind.name(),
    }
}
