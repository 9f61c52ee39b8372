//! The lesson "How to play". The server keeps no state: a client sends the learner's moves of the current step with every try.

#[cfg(test)]
mod tests;

use outflank_formats::Transcript;
use outflank_rules::{Game, Square};
use outflank_study::tutorial::{self, Attempt, MoveVerdict, Step};

use crate::study::{self, unusable};
use crate::wire::{ErrorKind, Ply, Problem, TryAnswer, TryRequest, TryVerdict, Tutorial, TutorialStep};

pub(crate) fn lesson() -> Tutorial {
    let shown = |(index, step): (usize, &'static Step)| TutorialStep {
        number: index + 1,
        title: step.title,
        text: step.text,
        task: Attempt::new(step).task().map_or("", |task| task.prompt),
        position: study::told(&Game::new(step.start())),
    };
    Tutorial {
        title: tutorial::TITLE,
        steps: tutorial::steps().iter().enumerate().map(shown).collect(),
        closing: tutorial::CLOSING,
    }
}

pub(crate) fn try_move(request: &TryRequest) -> Result<TryAnswer, Problem> {
    let step = request.step.checked_sub(1).and_then(|index| tutorial::steps().get(index));
    let step = step.ok_or_else(|| Problem::new(ErrorKind::NotFound, "no such step"))?;
    let mut moves = squares(&request.moves)?;
    let mut attempt = Attempt::after(step, &moves).ok_or_else(|| unusable("these moves do not belong to this step"))?;
    if attempt.is_done() {
        return Err(unusable("the step is done"));
    }
    let right = attempt.right_moves();
    let answer = attempt.play(request.square);
    if answer.verdict == MoveVerdict::Right {
        moves.push(request.square);
    }
    Ok(TryAnswer {
        verdict: TryVerdict::from(answer.verdict),
        sentence: answer.sentence,
        plies: answer.plies.iter().map(Ply::of).collect(),
        hint: if answer.verdict == MoveVerdict::Wrong { right.into_iter().collect() } else { Vec::new() },
        moves: moves.iter().map(Square::to_string).collect(),
        task: attempt.task().map(|task| task.prompt),
        position: study::told(attempt.game()),
    })
}

fn squares(moves: &str) -> Result<Vec<Square>, Problem> {
    let moves: Transcript = moves.parse().map_err(unusable)?;
    let squares: Option<Vec<Square>> = moves.moves.iter().map(|written| written.mv.square()).collect();
    squares.ok_or_else(|| unusable("leave out passes: the learner never has to pass"))
}
