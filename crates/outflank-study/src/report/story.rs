use outflank_rules::{Color, Game, Outcome};

use super::sentence::Discs;
use super::{Judged, Phase, Report};

const LEVEL: f32 = 3.0;
/// A game whose leads were never larger was close.
const CLOSE: f32 = 6.0;

/// Every sentence is a fact about the judged moves. Empty if there are none.
pub(super) fn story(game: &Game, report: &Report) -> Vec<String> {
    let Some(last) = report.moves.last() else { return Vec::new() };
    let leaders = leaders(&report.moves);
    let turning_point = if leaders.len() > 1 { turning_point(report) } else { None };
    let sentences = [
        opening(report),
        balance(&report.moves, &leaders),
        turning_point.or_else(|| costliest_mistake(report)),
        Some(decision(game, report, last)),
    ];
    sentences.into_iter().flatten().collect()
}

fn opening(report: &Report) -> Option<String> {
    let theory = report.moves.iter().take_while(|judged| judged.theory.is_some()).count();
    let left = report.moves.get(theory).map(|judged| format!("{} left theory with {}", judged.by(), judged.numbered()));
    match (report.opening, left) {
        (Some(named), Some(left)) if theory > 0 => Some(format!("The opening was {}, and {left}.", named.name)),
        (Some(named), _) => Some(format!("The opening was {}.", named.name)),
        (None, Some(left)) if theory > 0 => Some(format!("{left}.")),
        (None, _) => None,
    }
}

/// Who led, one after the other, each with the first move of the lead.
fn leaders(moves: &[Judged]) -> Vec<(Color, usize)> {
    let mut leaders: Vec<(Color, usize)> =
        moves.iter().filter_map(|judged| Some((judged.judgement.ahead()?, judged.number))).collect();
    leaders.dedup_by_key(|(color, _)| *color);
    leaders
}

fn balance(moves: &[Judged], leaders: &[(Color, usize)]) -> Option<String> {
    let lead = |judged: &Judged| judged.judgement.score.discs();
    let most = moves.iter().map(|judged| lead(judged).abs()).fold(0.0, f32::max);
    let first_lead = moves.iter().find(|judged| lead(judged).abs() > LEVEL).map(|judged| judged.number);
    match (leaders, first_lead) {
        _ if most < 1.0 => Some("The game was even throughout.".to_owned()),
        _ if most <= CLOSE => Some(format!("Neither side ever led by more than {}.", Discs(most.ceil()))),
        ([(color, from)], _) => Some(format!("{} led from move {from} to the end.", color.title())),
        ([_, _, _], _) => Some("The lead changed hands twice.".to_owned()),
        ([_, _, _, ..], _) => Some(format!("The lead changed hands {} times.", leaders.len() - 1)),
        (_, Some(number @ 2..)) => {
            Some(format!("Neither side led by more than {} before move {number}.", Discs(LEVEL)))
        }
        _ => None,
    }
}

fn turning_point(report: &Report) -> Option<String> {
    let turn = report.moves.iter().find(|judged| Some(judged.judgement.ply) == report.turned)?;
    let name = turn.named();
    Some(match turn.reasons.first() {
        Some(reason) => format!("The turning point was {name}: it {reason}."),
        None => format!("The turning point was {name}; {} was better.", turn.judgement.best),
    })
}

fn costliest_mistake(report: &Report) -> Option<String> {
    let mistake = report.mistakes().max_by(|one, other| one.judgement.loss().total_cmp(&other.judgement.loss()))?;
    let cost = Discs(mistake.judgement.loss());
    Some(format!("The costliest mistake was {}, which lost {}{cost}.", mistake.named(), mistake.about()))
}

fn decision(game: &Game, report: &Report, last: &Judged) -> String {
    let result = match (game.outcome(), last.judgement.ahead()) {
        (Some(outcome), _) => result(&outcome),
        (None, Some(color)) => {
            let (leader, lead) = (color.title(), Discs(last.judgement.score.discs().abs()));
            format!("The record ends after move {} with {leader} ahead by {}{lead}", last.number, last.about())
        }
        (None, None) => format!("The record ends after move {} in an even position", last.number),
    };
    let endgame = Color::ALL.map(|color| report.accuracy[color].phase(Phase::Endgame));
    let lost = |discs: f32| if discs == 0.0 { "nothing".to_owned() } else { Discs(discs).to_string() };
    match (endgame.map(|stats| stats.moves), endgame.map(|stats| stats.loss.round())) {
        ([0, _] | [_, 0], _) => format!("{result}."),
        (_, [0.0, 0.0]) => format!("{result}; from move 41 on neither side lost a disc."),
        (_, [black, white]) if black == white => format!("{result}; from move 41 on both sides lost {}.", lost(black)),
        (_, [black, white]) => {
            format!("{result}; from move 41 on Black lost {} and White {}.", lost(black), lost(white))
        }
    }
}

fn result(outcome: &Outcome) -> String {
    let discs = outcome.tournament_score();
    match outcome.winner() {
        Some(color) => format!("{} won {} to {}", color.title(), discs[color], discs[!color]),
        None => "The game was a draw".to_owned(),
    }
}
