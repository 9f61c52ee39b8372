//! Drawing the retry of mistakes.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::tui::screens::retry::state::{Retry, RetryStage};
use crate::tui::screens::study::draw::title;
use crate::tui::screens::study::review::Review;
use crate::tui::widgets::moves::{Moves, moves};
use crate::tui::widgets::{Brush, heading, paragraph};

pub(crate) fn panel(review: &Review, retry: &Retry, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let mut rows = title(review, area, frame, brush);
    rows.write(frame, heading(area, &format!("{}'s mistakes", retry.by.title()), brush));
    for (text, style) in texts(retry, brush) {
        rows.write_all(frame, paragraph(&text, area.width, style));
    }
    let list = area.height.saturating_sub(rows.next + 2);
    if list > 0 {
        rows.next += 1;
        rows.write(frame, heading(area, "Moves", brush));
        // The game's next move is the mistake, so it stays hidden.
        let shown = Moves { game: &review.shown(), losses: &[], at: review.at(), leaves: None };
        moves(&shown, rows.take(list), frame, brush);
    }
}

pub(crate) fn status(retry: &Retry) -> String {
    match &retry.stage {
        RetryStage::Open => format!("{} Find a better move.", mistake(retry)),
        RetryStage::Checking(square) => format!("{} The engine is checking {square}.", mistake(retry)),
        RetryStage::Wrong(warning) => format!("{} Try another.", warning.in_short()),
        RetryStage::Right { square, .. } => format!("{square} is right. Enter: next mistake."),
        RetryStage::Shown => {
            format!("{} Best was {}. Enter: next mistake.", mistake(retry), retry.judged().judgement.best)
        }
    }
}

fn mistake(retry: &Retry) -> String {
    format!("Mistake {} of {}.", retry.number(), retry.len())
}

fn texts(retry: &Retry, brush: &Brush) -> Vec<(String, Style)> {
    let judged = retry.judged();
    let place =
        format!("Mistake {} of {}, move {}. Solved: {}.", retry.number(), retry.len(), judged.number, retry.found());
    let task = format!("{} to move. Find a move that loses less than 2 discs.", retry.by.title());
    let mut texts = vec![(place, brush.faint()), (task, brush.text())];
    let bad = brush.in_color(brush.palette.bad);
    let good = brush.in_color(brush.palette.good);
    match &retry.stage {
        RetryStage::Open => {}
        RetryStage::Checking(square) => texts.push((format!("The engine is checking {square}."), brush.faint())),
        RetryStage::Wrong(warning) => {
            if warning.played == judged.judgement.played {
                texts.push((format!("{} was played in the game.", warning.played), bad));
            }
            texts.push((format!("{warning} Try another."), bad));
        }
        RetryStage::Right { square, loss } if *loss < 0.5 => {
            texts.push((format!("{square} is right: no move is better."), good));
            texts.push((judged.sentence(), brush.text()));
        }
        RetryStage::Right { square, loss } => {
            texts.push((format!("{square} is right: it loses about {loss:.1} discs."), good));
            texts.push((judged.sentence(), brush.text()));
        }
        RetryStage::Shown => texts.push((judged.sentence(), brush.strong())),
    }
    texts
}
