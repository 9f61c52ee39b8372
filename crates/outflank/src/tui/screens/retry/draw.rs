//! The panel while mistakes are tried again.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::tui::screens::retry::state::{Answer, Retry};
use crate::tui::screens::study::draw::title;
use crate::tui::screens::study::review::Review;
use crate::tui::widgets::moves::{Moves, moves};
use crate::tui::widgets::{Brush, heading, wrapped};

/// Draws what is asked, what became of the answer, and the moves up to there.
pub(crate) fn panel(review: &Review, retry: &Retry, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let mut rows = title(review, area, frame, brush);
    rows.write(frame, heading(area, &format!("{}'s mistakes", retry.by.title()), brush));
    let columns = usize::from(area.width).saturating_sub(2);
    for (text, style) in texts(retry, brush) {
        for line in wrapped(&text, columns) {
            rows.write(frame, Line::styled(format!(" {line}"), style));
        }
    }
    let list = area.height.saturating_sub(rows.next + 2);
    if list > 0 {
        rows.next += 1;
        rows.write(frame, heading(area, "Moves", brush));
        // What comes next in the game is what not to play, and is not told either.
        let shown = Moves { game: &review.shown(), losses: &[], at: review.at(), leaves: None };
        moves(&shown, rows.take(list), frame, brush);
    }
}

/// What is asked or told, in one line.
pub(crate) fn status(retry: &Retry) -> String {
    match &retry.answer {
        Answer::Awaited => format!("{} Find a better move.", mistake(retry)),
        Answer::LookedAt(square) => format!("{} The engine looks at {square}.", mistake(retry)),
        Answer::Wrong(warning) => format!("{} Try another.", warning.in_short()),
        Answer::Right { square, .. } => format!("{square} is right. Enter: the next one."),
        Answer::Shown => format!("{} Best was {}. Enter: the next one.", mistake(retry), retry.judged().judgement.best),
    }
}

fn mistake(retry: &Retry) -> String {
    format!("Mistake {} of {}.", retry.number(), retry.len())
}

/// All there is to say, in paragraphs.
fn texts(retry: &Retry, brush: &Brush) -> Vec<(String, Style)> {
    let judged = retry.judged();
    let place =
        format!("Mistake {} of {}, at move {}; found: {}.", retry.number(), retry.len(), judged.number, retry.found());
    let task = format!("{} to move: find one that loses less than 2 discs.", retry.by.title());
    let mut texts = vec![(place, brush.faint()), (task, brush.text())];
    let bad = brush.in_color(brush.palette.bad);
    let good = brush.in_color(brush.palette.good);
    match &retry.answer {
        Answer::Awaited => {}
        Answer::LookedAt(square) => texts.push((format!("The engine looks at {square}."), brush.faint())),
        Answer::Wrong(warning) => {
            if warning.played == judged.judgement.played {
                texts.push((format!("{} was played in the game.", warning.played), bad));
            }
            texts.push((format!("{warning} Try another."), bad));
        }
        Answer::Right { square, loss } if *loss < 0.5 => {
            texts.push((format!("{square} is right: nothing is better."), good));
            texts.push((judged.sentence(), brush.text()));
        }
        Answer::Right { square, loss } => {
            texts.push((format!("{square} is right: it loses about {loss:.1} discs."), good));
            texts.push((judged.sentence(), brush.text()));
        }
        Answer::Shown => texts.push((judged.sentence(), brush.strong())),
    }
    texts
}
