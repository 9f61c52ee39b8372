//! Retrying mistakes: find a better move in the position before each of them.

pub(crate) mod state;
#[cfg(test)]
mod tests;

use outflank_rules::{Color, Square};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::commands::drill::words::counted;
use crate::tui::app::{Effect, State};
use crate::tui::keymap::{Action, Offer, Press, offer};
use crate::tui::screens::global;
use crate::tui::screens::retry::state::{Retry, RetryStage};
use crate::tui::screens::study::review::Review;
use crate::tui::widgets::{Brush, Moves, Pointer, Pointing, Rows, heading, paragraph, pointer};

pub(crate) const OFFERS: &[Offer] = &[
    offer(Action::Do, "try").here("try the square; continue"),
    offer(Action::Next, "next").here("next mistake"),
    offer(Action::Previous, "").here("previous mistake"),
    offer(Action::Hint, "answer").here("show the better move"),
    offer(Action::NextGroup, "sides").here("your mistakes, or both sides'"),
    offer(Action::Marks, ""),
    offer(Action::Turn, ""),
    offer(Action::Back, "leave").here("back to the study"),
];

/// The mistakes of the reader where the program knows who reads, or else those of both sides.
pub(crate) fn begin(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let (own, all) = (Retry::of(review.report(), review.reader()), Retry::of(review.report(), None));
    let has_own = own.is_some();
    match own.or(all) {
        Some(retry) => {
            show(review, retry);
            if !has_own {
                state.notify("You made no mistakes: these are your opponent's.");
            }
        }
        None if review.sweep.is_over() => state.notify("No move lost two discs or more."),
        None => state.notify("The engine has found no mistakes yet."),
    }
}

pub(crate) fn typed(state: &mut State, press: Press) -> bool {
    let turned = state.turned;
    let Some(review) = state.review.as_mut() else { return false };
    let is_open = review.retry.as_ref().is_some_and(Retry::is_open);
    is_open && review.pointer.press(press, turned) != Pointing::Other
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(review) = state.review.as_mut() else { return };
    let Some(retry) = review.retry.as_mut() else { return };
    match action {
        Action::Do if !retry.is_open() => go_on(state),
        Action::Do => match review.pointer.square() {
            Some(square) => attempt(state, square),
            None => state.notify(pointer::PROMPT),
        },
        Action::Next => go_on(state),
        Action::Previous => match retry.go_back() {
            true => step(review),
            false => state.notify("This is the first mistake."),
        },
        Action::Hint => {
            retry.stage = RetryStage::Shown;
            review.pointer = Pointer::default();
        }
        Action::NextGroup => switch_sides(state),
        Action::Back => leave(state),
        action => global::perform(state, action, effects),
    }
}

pub(crate) fn settle(review: &mut Review) {
    let Some(mut retry) = review.retry.take() else { return };
    let position = *review.position();
    let is_done = review.searching.is_some_and(|search| search.done && search.position == position);
    retry.settle(&position, review.analysis(), is_done);
    if !retry.is_open() {
        review.pointer = Pointer::default();
    }
    review.retry = Some(retry);
}

fn attempt(state: &mut State, square: Square) {
    let Some(review) = state.review.as_mut() else { return };
    if let Err(illegal) = review.position().play(square.into()) {
        return state.notify(format!("{square} cannot be played: {illegal}."));
    }
    if let Some(retry) = review.retry.as_mut() {
        retry.stage = RetryStage::Checking(square);
    }
    settle(review);
}

fn go_on(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let report = review.sweep.report();
    match review.retry.as_mut().map(|retry| retry.go_on(report)) {
        Some(true) => step(review),
        Some(false) => leave(state),
        None => {}
    }
}

fn switch_sides(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let Some(side) = review.retry.as_ref().map(|retry| retry.side) else { return };
    let sides = match review.reader() {
        Some(own) => vec![Some(own), None],
        None => vec![None, Some(Color::Black), Some(Color::White)],
    };
    let place = sides.iter().position(|&one| one == side).unwrap_or(0);
    let mut others = sides.iter().cycle().skip(place + 1).take(sides.len() - 1);
    match others.find_map(|&side| Retry::of(review.report(), side)) {
        Some(retry) => show(review, retry),
        None => state.notify("There are no other mistakes."),
    }
}

fn leave(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let Some(retry) = review.retry.take() else { return };
    let whose = match retry.side {
        Some(side) if review.reader() == Some(side) => "your ".to_owned(),
        Some(side) => format!("{}'s ", side.title()),
        None => String::new(),
    };
    state.notify(format!(
        "You found better moves for {} of {whose}{}.",
        retry.found(),
        counted(retry.len() as u32, "mistake")
    ));
}

fn show(review: &mut Review, retry: Retry) {
    review.retry = Some(retry);
    step(review);
}

fn step(review: &mut Review) {
    if let Some(retry) = &review.retry {
        let at = retry.at();
        review.go_in_game(at);
        review.pointer = Pointer::default();
    }
}

pub(crate) fn panel(review: &Review, retry: &Retry, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let mut rows = Rows { area, next: 0 };
    let whose = match retry.side {
        Some(side) if review.reader() == Some(side) => "Your mistakes".to_owned(),
        Some(side) => format!("{}'s mistakes", side.title()),
        None => "Mistakes of both sides".to_owned(),
    };
    rows.write(frame, heading(area, &whose, brush));
    for (text, style) in texts(retry, brush) {
        rows.write_all(frame, paragraph(&text, area.width, style));
    }
    let list = area.height.saturating_sub(rows.next + 2);
    if list > 0 {
        rows.next += 1;
        rows.write(frame, heading(area, "Moves", brush));
        // The game's next move is the mistake, so it stays hidden.
        let shown = Moves { game: &review.shown(), at: review.at(), leaves: None };
        shown.draw(rows.take(list), frame, brush);
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
    let task = format!("{} to move. Find a move that loses less than 2 discs.", judged.judgement.by.title());
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
        RetryStage::Right { square, .. } => {
            texts.push((format!("{square} is right: it loses less than 2 discs."), good));
            texts.push((judged.sentence(), brush.text()));
        }
        RetryStage::Shown => texts.push((judged.sentence(), brush.strong())),
    }
    texts
}
