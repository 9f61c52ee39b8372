//! What a game has to teach: every move graded, the serious mistakes explained, the moment when the result turned, and how well each
//! side played in each part of the game.
//!
//! A [`Report`] is made from a [`Review`] at any time, also while the review still grows, and says only what the review knows. The
//! terminal, the page and every file that `outflank` writes show this one report. It draws nothing and searches nothing.

mod accuracy;
pub mod document;
mod known;
mod sentence;
mod why;

use outflank_rules::{ByColor, Color, Game, Rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::openings::{self, Language, Named};
use crate::review::{Judgement, Review};

pub use accuracy::{Accuracy, Phase, Tally};
pub use document::Document;
pub use known::{KnownPlay, Usual};
pub use why::{Edge, Reason, why};

/// What a game has to teach.
///
/// ```
/// use std::time::Duration;
/// use outflank_engine::Engine;
/// use outflank_formats::plain;
/// use outflank_study::report::{Grade, Report};
/// use outflank_study::review::{Plan, Review};
///
/// // Black can take everything, and does not.
/// let record = plain::parse("board -XO-----XO------X----------------------------------------------- X\nc2")?.check()?;
/// let mut review = Review::of(record.game());
/// let mut plan = Plan::within(Duration::from_secs(1));
/// let (engine, mut spent) = (Engine::default(), Duration::ZERO);
/// while let Some(search) = plan.next(&review, spent) {
///     let analysis = engine.analyze(search.position, search.limits);
///     spent += analysis.time;
///     review.learn(&search, &analysis);
/// }
/// let report = Report::of(record.game(), &review);
/// assert_eq!(report.moves[0].grade, Grade::Blunder);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What the game was played by.
    pub rules: Rules,
    /// The opening.
    pub opening: Option<Named>,
    /// The moves that are judged, in their order.
    pub moves: Vec<Judged>,
    /// How well each side played.
    pub accuracy: ByColor<Accuracy>,
    /// From this ply on every judgement is that of perfect play. Plies are counted from 1 with the passes.
    pub exact_from: Option<usize>,
    /// The ply with which the game turned for the last time: who was ahead after it stayed ahead. Nothing if no move turned it, or if what
    /// searches found out later contradicts it.
    pub turned: Option<usize>,
}

/// A move that is judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its number among the placements, counted from 1.
    pub number: usize,
    /// What it was worth.
    pub judgement: Judgement,
    /// How good it was.
    pub grade: Grade,
    /// What is wrong with it, the weightiest first. Only a serious mistake has reasons, and only those that are facts on the board.
    pub reasons: Vec<Reason>,
}

/// How good a move was, by what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Nothing was better.
    Best,
    /// Less than [`Grade::MISTAKE`] discs were lost.
    Slip,
    /// At least [`Grade::MISTAKE`] discs were lost.
    Mistake,
    /// At least [`Grade::BLUNDER`] discs were lost.
    Blunder,
}

impl Grade {
    /// From how many lost discs on a move is a mistake: serious enough to be explained, and to be tried again.
    pub const MISTAKE: f32 = 2.0;
    /// From how many lost discs on it is a blunder.
    pub const BLUNDER: f32 = 6.0;

    /// The grade of a move that cost so many discs.
    pub fn of_loss(loss: f32) -> Grade {
        match loss {
            _ if loss >= Grade::BLUNDER => Grade::Blunder,
            _ if loss >= Grade::MISTAKE => Grade::Mistake,
            _ if loss > 0.0 => Grade::Slip,
            _ => Grade::Best,
        }
    }

    /// Whether the move deserves a word.
    pub fn is_serious(self) -> bool {
        self >= Grade::Mistake
    }

    /// The sign that is put behind a move: `?` or `??`, or nothing.
    pub fn sign(self) -> &'static str {
        match self {
            Grade::Best | Grade::Slip => "",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }
}

impl Report {
    /// What is known by now.
    pub fn of(game: &Game, review: &Review) -> Report {
        let moves: Vec<Judged> = review.judgements().map(|judgement| Judged::of(game, judgement)).collect();
        let judged = |color| moves.iter().filter(move |judged| judged.judgement.by == color);
        let first_exact = moves.iter().rev().take_while(|judged| judged.judgement.is_exact).last();
        Report {
            rules: game.start().rules(),
            opening: openings::of_game(game, Language::English),
            accuracy: ByColor { black: Accuracy::of(judged(Color::Black)), white: Accuracy::of(judged(Color::White)) },
            exact_from: first_exact.map(|judged| judged.judgement.ply),
            turned: turned(&moves),
            moves,
        }
    }

    /// The serious mistakes, in their order.
    pub fn mistakes(&self) -> impl Iterator<Item = &Judged> {
        self.moves.iter().filter(|judged| judged.grade.is_serious())
    }
}

impl Judged {
    fn of(game: &Game, judgement: &Judgement) -> Judged {
        let plies = game.plies();
        let before = judgement.ply.checked_sub(1).and_then(|index| plies.get(index)).map(|ply| &ply.before);
        let number = plies.iter().take(judgement.ply).filter(|ply| ply.mv.square().is_some()).count();
        let grade = Grade::of_loss(judgement.loss());
        let reasons = match before {
            Some(before) if grade.is_serious() => why(before, judgement.played, judgement.best),
            _ => Vec::new(),
        };
        Judged { number, judgement: *judgement, grade, reasons }
    }
}

/// The last move that turned the game, if nobody else is ahead after a later one.
fn turned(moves: &[Judged]) -> Option<usize> {
    let last = moves.iter().rposition(|judged| judged.judgement.turns_the_game())?;
    let ahead = moves[last].judgement.ahead();
    let stays = |judged: &Judged| judged.judgement.ahead().is_none_or(|leader| ahead == Some(leader));
    moves[last..].iter().all(stays).then_some(moves[last].judgement.ply)
}
