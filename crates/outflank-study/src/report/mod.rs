//! What a game teaches: grades, explained mistakes, the turning point and accuracy.
//!
//! A [`Report`] can be made from a [`Review`] at any time, also while the review is in progress. The terminal, the page and all
//! files show the same report.

mod accuracy;
pub mod document;
mod known;
mod sentence;
mod story;
mod takeaways;
mod why;

use outflank_rules::{ByColor, Color, Game, Rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::openings::{self, Language, Named};
use crate::review::{Judgement, Plan, Review};
use crate::theory::{self, Theory};

pub use accuracy::{Accuracy, MoveStats, Phase};
pub use document::Document;
pub use known::{KnownPlay, Usual};
pub use takeaways::Takeaways;
pub(crate) use why::could_play;
pub use why::{Edge, Ending, Fact, Loss, ParseThemeError, Reason, Theme, why};

#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub rules: Rules,
    pub plan: Plan,
    pub opening: Option<Named>,
    pub moves: Vec<Judged>,
    pub accuracy: ByColor<Accuracy>,
    /// From this ply on every judgement is exact. Plies are counted from 1, passes included.
    pub exact_from: Option<usize>,
    /// The ply after which the lead did not change any more. `None` if the lead never changed, or if later judgements contradict
    /// it.
    pub turned: Option<usize>,
    /// A few sentences; empty until the review is complete.
    pub story: Vec<String>,
    /// `None` until the review is complete.
    pub takeaways: Option<ByColor<Takeaways>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    pub number: usize,
    pub judgement: Judgement,
    pub grade: Grade,
    /// How often tournament players chose the move, if it is theory.
    pub theory: Option<Theory>,
    /// The most important first. Only serious mistakes have reasons.
    pub reasons: Vec<Reason>,
}

/// How good a move was, by what it cost and how certain that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Nothing was better.
    Best,
    /// Less than two discs lost, or a loss within the error of the search.
    Slip,
    /// At least two discs lost.
    Mistake,
    /// At least six discs lost.
    Blunder,
}

impl Grade {
    /// A loss of this many discs is a mistake, which is explained and can be retried.
    pub const MISTAKE: f32 = 2.0;
    pub const BLUNDER: f32 = 6.0;

    /// A mistake surely lost [`Grade::MISTAKE`] discs; a blunder is a mistake that rather lost [`Grade::BLUNDER`] than not.
    pub fn of(judgement: &Judgement) -> Grade {
        let grade = Grade::of_loss(judgement.loss());
        if judgement.surely_lost(Grade::MISTAKE) { grade } else { grade.min(Grade::Slip) }
    }

    /// Theory is a mistake only if it clearly loses, and never if it is played today.
    fn of_theory(judgement: &Judgement, theory: &Theory) -> Grade {
        const CLEARLY: f32 = 3.0;
        let grade = Grade::of(judgement);
        let is_lost = judgement.surely_lost(CLEARLY) && theory.games_since_2000 < theory::MIN_GAMES;
        if is_lost { grade } else { grade.min(Grade::Slip) }
    }

    /// By the loss alone, where one search has compared the moves.
    pub fn of_loss(loss: f32) -> Grade {
        match loss {
            _ if loss >= Grade::BLUNDER => Grade::Blunder,
            _ if loss >= Grade::MISTAKE => Grade::Mistake,
            _ if loss > 0.0 => Grade::Slip,
            _ => Grade::Best,
        }
    }

    pub fn is_serious(self) -> bool {
        self >= Grade::Mistake
    }

    /// `?`, `??` or nothing, written after the move.
    pub fn sign(self) -> &'static str {
        match self {
            Grade::Best | Grade::Slip => "",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }
}

impl Report {
    pub fn of(game: &Game, review: &Review) -> Report {
        let moves: Vec<Judged> = review.judgements().map(|judgement| Judged::of(game, judgement)).collect();
        let judged = |color| moves.iter().filter(move |judged| judged.judgement.by == color);
        let first_exact = moves.iter().rev().take_while(|judged| judged.judgement.is_exact).last();
        let mut report = Report {
            rules: game.start().rules(),
            plan: review.plan(),
            opening: openings::of_game(game, Language::English),
            accuracy: ByColor { black: Accuracy::of(judged(Color::Black)), white: Accuracy::of(judged(Color::White)) },
            exact_from: first_exact.map(|judged| judged.judgement.ply),
            turned: turned(&moves),
            moves,
            story: Vec::new(),
            takeaways: None,
        };
        if review.is_complete() {
            report.story = story::story(game, &report);
            report.takeaways = Some(ByColor::from_fn(|color| Takeaways::of(game, &report, color)));
        }
        report
    }

    pub fn mistakes(&self) -> impl Iterator<Item = &Judged> {
        self.moves.iter().filter(|judged| judged.grade.is_serious())
    }
}

impl Judged {
    /// Of the most important reason.
    pub fn theme(&self) -> Option<Theme> {
        self.reasons.first()?.theme()
    }

    fn of(game: &Game, judgement: &Judgement) -> Judged {
        let plies = game.plies();
        let before = judgement.ply.checked_sub(1).and_then(|index| plies.get(index)).map(|ply| &ply.before);
        let number = plies.iter().take(judgement.ply).filter(|ply| ply.mv.square().is_some()).count();
        let theory = before.and_then(|before| theory::lookup(before, judgement.played));
        let grade = match &theory {
            Some(theory) => Grade::of_theory(judgement, theory),
            None => Grade::of(judgement),
        };
        let loss = Loss { discs: judgement.loss(), is_exact: judgement.is_exact };
        let reasons = match before {
            Some(before) if grade.is_serious() => why(before, &judgement.refutation, &judgement.best_line, loss),
            _ => Vec::new(),
        };
        Judged { number, judgement: judgement.clone(), grade, theory, reasons }
    }
}

fn turned(moves: &[Judged]) -> Option<usize> {
    let last = moves.iter().rposition(|judged| judged.judgement.turns_the_game())?;
    let ahead = moves[last].judgement.ahead();
    let stays = |judged: &Judged| judged.judgement.ahead().is_none_or(|leader| ahead == Some(leader));
    moves[last..].iter().all(stays).then_some(moves[last].judgement.ply)
}
