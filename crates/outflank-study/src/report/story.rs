use outflank_rules::{Color, Game, Outcome};

use super::sentence::Discs;
use super::{Judged, Phase, Report};

const LEVEL: f32 = 3.0;
/// A game whose leads were never larger was close.
const CLOSE: f32 = 6.0;

/// Every sentence is a fact about the judged moves. Empty if there are none.
pub(super) fn story(game: &Game, report: &Report) -> Vec<String> {
    let Some(last) = report.moves.last() else { return Vec::new() };
    let kept = kept_lead(&report.moves);
    let turning_point = if kept.is_none() { turning_point(report) } else { None };
    let sentences = [
        opening(report),
        balance(&report.moves, kept),
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

/// The side that led to the end from the first lead worth mentioning on, or else from the first lead, and with which move.
fn kept_lead(moves: &[Judged]) -> Option<(Color, usize)> {
    let ahead = |judged: &Judged| judged.judgement.ahead();
    let first = moves.iter().position(is_clear).or_else(|| moves.iter().position(|judged| ahead(judged).is_some()))?;
    let leader = ahead(&moves[first])?;
    let is_kept = moves[first..].iter().all(|judged| ahead(judged) == Some(leader));
    is_kept.then_some((leader, moves[first].number))
}

fn is_clear(judged: &Judged) -> bool {
    judged.judgement.score.discs().abs() > LEVEL
}

fn balance(moves: &[Judged], kept: Option<(Color, usize)>) -> Option<String> {
    let mut leaders: Vec<Color> = moves.iter().filter_map(|judged| judged.judgement.ahead()).collect();
    leaders.dedup();
    let most = moves.iter().map(|judged| judged.judgement.score.discs().abs()).fold(0.0, f32::max);
    let first_lead = moves.iter().find(|judged| is_clear(judged)).map(|judged| judged.number);
    match (&leaders[..], kept, first_lead) {
        _ if most < 1.0 => Some("The game was even throughout.".to_owned()),
        _ if most <= CLOSE => Some(format!("Neither side ever led by more than {}.", Discs(most.ceil()))),
        (_, Some((color, from)), _) => Some(format!("{} led from move {from} to the end.", color.title())),
        ([color], ..) => Some(format!("Only {} ever led.", color.title())),
        ([_, _, _], ..) => Some("The lead changed hands twice.".to_owned()),
        ([_, _, _, ..], ..) => Some(format!("The lead changed hands {} times.", leaders.len() - 1)),
        (.., Some(number @ 2..)) => {
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
