use std::cmp::Reverse;
use std::collections::BTreeMap;

use outflank_engine::{Engine, Options};
use outflank_rules::{Color, Game, Position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Judged, Phase, Report, Theme};
use crate::drill::Solved;
use crate::puzzles;

/// What a side can learn from the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Takeaways {
    /// The plies of the serious mistakes that cost most, at most three, the costliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costliest: Vec<usize>,
    /// What was done well: clauses that continue "You", such as "found the only winning move: 52. a2".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub praise: Vec<String>,
    /// The theme that cost most, if there are puzzles about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub practise: Option<Theme>,
}

const MOST_MISTAKES: usize = 3;
const MIN_RUN: usize = 8;
/// Where the other moves are solved, too, to see whether a move was the only one.
const MAX_EMPTIES: u32 = 10;

impl Takeaways {
    pub fn praise_sentences(&self) -> String {
        let sentences: Vec<String> = self.praise.iter().map(|clause| format!("You {clause}.")).collect();
        sentences.join(" ")
    }

    pub(super) fn of(game: &Game, report: &Report, color: Color) -> Takeaways {
        let own: Vec<&Judged> = report.moves.iter().filter(|judged| judged.judgement.by == color).collect();
        let mut mistakes: Vec<&Judged> = own.iter().copied().filter(|judged| judged.grade.is_serious()).collect();
        mistakes.sort_by(|one, other| other.judgement.loss().total_cmp(&one.judgement.loss()));
        let endgame = report.accuracy[color].phase(Phase::Endgame);
        let is_clean = endgame.moves >= MIN_RUN && endgame.loss == 0.0;
        let clean = is_clean.then(|| "played the endgame perfectly from move 41 on".to_owned());
        Takeaways {
            practise: practise(&mistakes),
            costliest: mistakes.iter().take(MOST_MISTAKES).map(|judged| judged.judgement.ply).collect(),
            praise: [only_moves(game, &own), clean.or_else(|| longest_run(&own))].into_iter().flatten().collect(),
        }
    }
}

/// By the first reason of each mistake.
fn practise(mistakes: &[&Judged]) -> Option<Theme> {
    let mut costs: BTreeMap<Theme, f32> = BTreeMap::new();
    for judged in mistakes {
        if let Some(theme) = judged.theme() {
            *costs.entry(theme).or_default() += judged.judgement.loss();
        }
    }
    costs.retain(|&theme, _| puzzles::can_be_practised(theme));
    costs.into_iter().max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(theme, _)| theme)
}

/// Moves in a row that cost nothing, beyond theory.
fn longest_run(own: &[&Judged]) -> Option<String> {
    let runs = own.split(|judged| judged.theory.is_some() || judged.judgement.loss() >= 0.5);
    let run = runs.filter(|run| run.len() >= MIN_RUN).min_by_key(|run| Reverse(run.len()))?;
    let (first, last) = (run.first()?.number, run.last()?.number);
    Some(format!("played {} good moves in a row, from move {first} to {last}", run.len()))
}

/// Late moves without which the game would not have been won or drawn any more.
fn only_moves(game: &Game, own: &[&Judged]) -> Option<String> {
    let mut engine = None;
    let is_only = |judged: &&&Judged| {
        let judgement = &judged.judgement;
        let before = judgement.ply.checked_sub(1).and_then(|index| game.plies().get(index)).map(|ply| &ply.before);
        let before = before.filter(|before| before.empty().len() <= MAX_EMPTIES && before.legal_moves().len() > 1);
        let Some(before) = before.filter(|_| judgement.is_exact && judgement.loss() == 0.0) else { return false };
        let solved =
            solve(before, engine.get_or_insert_with(|| Engine::new(Options { threads: 1, table_mebibytes: 1 })));
        solved.is_some_and(|solved| match solved.moves() {
            [best, second, ..] => best.score.signum() > second.score.signum() && best.square == judgement.played,
            _ => false,
        })
    };
    let (mut wins, mut draws) = (Vec::new(), Vec::new());
    for judged in own.iter().filter(is_only) {
        let list = if judged.judgement.score.discs() == 0.0 { &mut draws } else { &mut wins };
        list.push(judged.numbered());
    }
    let (moves, kind) = if wins.is_empty() { (draws, "drawing") } else { (wins, "winning") };
    match &moves[..] {
        [] => None,
        [only] => Some(format!("found the only {kind} move: {only}")),
        several => Some(format!("found the only {kind} move {} times: {}", several.len(), several.join(", "))),
    }
}

fn solve(position: &Position, engine: &Engine) -> Option<Solved> {
    Solved::of(position, &engine.analyze(*position, Solved::limits(position)))
}
