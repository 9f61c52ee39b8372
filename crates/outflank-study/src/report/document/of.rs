use outflank_formats::record::{self, Termination};
use outflank_formats::{Record, plain, transcript};
use outflank_rules::ByColor;

use super::super::accuracy::MoveStats;
use super::super::{Accuracy, Judged, KnownPlay, Phase, Reason, Report};
use super::{
    Document, Ending, GameResult, JudgedMove, MoveNumber, Opening, Phases, Quality, ReasonText, TheoryMove, Turn,
    Version,
};
use crate::theory::Theory;

impl Document {
    pub fn of(record: &Record, report: &Report, known_play: Option<&KnownPlay>) -> Document {
        let details = &record.details;
        let said = |text: &str| Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_owned);
        let at = |ply| report.moves.iter().find(|judged| judged.judgement.ply == ply);
        Document {
            outflank_report: Version,
            rules: report.rules,
            game: plain::write(record),
            players: ByColor::from_fn(|color| said(&details.players[color].name)),
            date: said(&details.date),
            event: said(&details.event).or_else(|| said(&details.place)),
            opening: report.opening.map(|named| Opening { name: named.name.to_owned(), placements: named.ply }),
            known_play: known_play.cloned(),
            result: record.result().map(GameResult::of),
            effort: (!report.moves.is_empty()).then(|| report.plan.to_string()),
            moves: report.moves.iter().map(JudgedMove::of).collect(),
            accuracy: ByColor::from_fn(|color| Phases::of(&report.accuracy[color])),
            exact_from: report.exact_from.and_then(at).map(MoveNumber::of),
            turned: report.turned.and_then(at).map(Turn::of),
            story: report.story.clone(),
            takeaways: report.takeaways.clone(),
        }
    }
}

impl GameResult {
    fn of(verdict: record::GameResult) -> GameResult {
        let how = match verdict.termination {
            Termination::Board => Ending::Board,
            Termination::Resignation => Ending::Resignation,
            Termination::Time => Ending::Time,
            Termination::Agreement => Ending::Agreement,
        };
        GameResult { margin: verdict.margin.discs(), how }
    }
}

impl JudgedMove {
    fn of(judged: &Judged) -> JudgedMove {
        let judgement = &judged.judgement;
        JudgedMove {
            ply: judgement.ply,
            number: judged.number,
            by: judgement.by,
            played: judgement.played,
            best: judgement.best,
            score: rounded(judgement.score.discs()),
            best_score: rounded(judgement.best_score.discs()),
            loss: rounded(judgement.loss()),
            grade: judged.grade,
            sign: Some(judged.grade.sign()).filter(|sign| !sign.is_empty()).map(str::to_owned),
            depth: judgement.depth,
            exact: judgement.is_exact,
            loss_error: (!judgement.is_exact).then(|| rounded(judgement.error)),
            theory: judged.theory.as_ref().map(TheoryMove::of),
            line: judged.grade.is_serious().then(|| transcript::write_moves(&judgement.refutation)),
            best_line: judged.grade.is_serious().then(|| transcript::write_moves(&judgement.best_line)),
            reasons: judged.reasons.iter().map(ReasonText::of).collect(),
            sentence: judged.grade.is_serious().then(|| judged.sentence()),
        }
    }
}

impl TheoryMove {
    fn of(theory: &Theory) -> TheoryMove {
        let Theory { games, games_since_2000, share, .. } = *theory;
        TheoryMove { games, games_since_2000, percent: rounded(100.0 * share) }
    }
}

impl ReasonText {
    fn of(reason: &Reason) -> ReasonText {
        ReasonText { kind: reason.kind().to_owned(), text: reason.to_string(), theme: reason.theme() }
    }
}

impl Phases {
    fn of(accuracy: &Accuracy) -> Phases {
        let phase = |phase| Quality::of(&accuracy.phase(phase));
        Phases {
            whole: Quality::of(&accuracy.whole),
            opening: phase(Phase::Opening),
            midgame: phase(Phase::Midgame),
            endgame: phase(Phase::Endgame),
        }
    }
}

impl Quality {
    fn of(tally: &MoveStats) -> Quality {
        Quality {
            moves: tally.moves,
            percent: tally.percent().map(rounded),
            mean_loss: tally.mean_loss().map(rounded),
            mistakes: tally.mistakes,
            blunders: tally.blunders,
        }
    }
}

impl MoveNumber {
    fn of(judged: &Judged) -> MoveNumber {
        MoveNumber { ply: judged.judgement.ply, number: judged.number }
    }
}

impl Turn {
    fn of(judged: &Judged) -> Turn {
        Turn { ply: judged.judgement.ply, number: judged.number, sentence: judged.turning_point() + "." }
    }
}

/// To hundredths, never -0.
fn rounded(number: f32) -> f64 {
    (f64::from(number) * 100.0).round() / 100.0 + 0.0
}
