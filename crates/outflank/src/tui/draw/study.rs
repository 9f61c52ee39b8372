//! The screen of the study.

use outflank_rules::{Bitboard, Choices};
use outflank_study::openings::{self, Language};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::board::{self, Kind, Label, Sight};
use super::game::{Rows, thought_text};
use super::graph::graph;
use super::moves::{Moves, moves};
use super::players::{self, Players, fitted};
use super::{Brush, heading, write};
use crate::tui::layout::Places;
use crate::tui::review::Review;
use crate::tui::state::State;
use crate::tui::words;

/// Draws the study.
pub(super) fn study(state: &State, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    let Some(review) = &state.review else { return };
    let position = review.position();
    let legal = position.choices().squares();
    let labels = labels(review);
    let pointed = review.pointer.square();
    let sight = Sight {
        discs: position.discs(),
        turned: state.turned,
        legal: if state.settings.marks { legal } else { Bitboard::EMPTY },
        last: review.last(),
        cursor: pointed,
        column: review.pointer.column,
        flips: pointed
            .filter(|&square| legal.contains(square))
            .map_or(Bitboard::EMPTY, |square| position.flips(square)),
        labels: &labels,
    };
    board::board(&sight, &places.board, frame, brush);
    status(state, review, places.status, frame, brush);
    if let Some(area) = places.panel {
        panel(review, area, frame, brush);
    }
}

/// The values of all moves, for the side that is to choose one.
fn labels(review: &Review) -> Vec<Label> {
    let Some(judgement) = review.judgement() else { return Vec::new() };
    let squares = review.position().choices().squares();
    let best = squares.into_iter().filter_map(|square| judgement.value(square)).fold(f32::NEG_INFINITY, f32::max);
    let label = |square| {
        let value = judgement.value(square)?;
        let kind = if best - value < 0.05 { Kind::Best } else { Kind::Other };
        Some(Label { square, text: words::value(value, judgement.best.exact), kind })
    };
    squares.into_iter().filter_map(label).collect()
}

fn panel(review: &Review, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let position = review.position();
    let told = Players {
        names: review.names(),
        discs: position.counts(),
        supply: position.supply(),
        clocks: None,
        turn: Some(position.turn()).filter(|_| !matches!(position.choices(), Choices::Over(_))),
    };
    players::players(&told, area, frame, brush);
    let mut rows = Rows { area, next: 2 };
    let opening = openings::of_game(&review.shown(), Language::English).map_or("", |named| named.name);
    let opening = fitted(opening, usize::from(area.width).saturating_sub(1), brush);
    rows.write(frame, Line::styled(format!(" {opening}"), brush.accent()));

    let graph_rows = if area.height >= 14 { (area.height / 4).clamp(4, 10) } else { 0 };
    let below = if graph_rows > 0 { graph_rows + 1 } else { 0 };
    rows.write(frame, heading(area, "Engine", brush));
    for line in engine_lines(review, area, brush) {
        rows.write(frame, line);
    }
    let list = area.height.saturating_sub(rows.next + 1 + below + 1);
    if list > 0 {
        rows.write(frame, heading(area, "Moves, and what they gave away", brush));
        let losses = review.losses();
        let shown = Moves { game: review.line(), losses: &losses, at: review.at(), leaves: review.leaves() };
        moves(&shown, rows.take(list), frame, brush);
        rows.write(frame, summary(review, brush));
    }
    if graph_rows > 0 {
        rows.write(frame, heading(area, "Value for Black", brush));
        graph(&review.values(), Some(review.at()), rows.take(graph_rows), frame, brush);
    }
}

fn engine_lines(review: &Review, area: Rect, brush: &Brush) -> [Line<'static>; 2] {
    let is_thinking = review.searching.is_some_and(|search| !search.done);
    match (review.judgement(), review.position().choices()) {
        (_, Choices::Over(outcome)) => {
            let score = outcome.tournament_score();
            let text = format!(" The game is over: {} - {}", score.black, score.white);
            [Line::styled(text, brush.strong()), Line::default()]
        }
        (Some(judgement), _) => thought_text(&judgement.best, is_thinking, area, brush),
        (None, _) if review.engine_on => [Line::styled(" thinking", brush.faint()), Line::default()],
        (None, _) => [Line::styled(" off; i lets it look", brush.faint()), Line::default()],
    }
}

/// What both have given away, as far as it is known.
fn summary(review: &Review, brush: &Brush) -> Line<'static> {
    let sum = review.given_away();
    let more = if review.is_swept() || !review.engine_on { "" } else { brush.pick(" so far …", " so far ...") };
    Line::from(vec![
        Span::styled(" In all: ", brush.faint()),
        Span::styled(format!("Black {:.1}, White {:.1}{more}", sum.black, sum.white), brush.text()),
    ])
}

fn status(state: &State, review: &Review, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let (at, len) = (review.at(), review.len());
    let (text, style) = if let Some(notice) = &state.notice {
        (notice.text.clone(), brush.accent())
    } else if let Some(column) = review.pointer.column {
        (format!("Variation: {column}_"), brush.strong())
    } else if let Some(leaves) = review.leaves() {
        let text = format!("Variation after move {leaves}, {at} of {len}. Backspace: the game.");
        (text, brush.accent())
    } else {
        let next = review.next().map(|square| format!(" Next in the game: {square}.")).unwrap_or_default();
        (format!("Study: move {at} of {len}.{next}"), brush.text())
    };
    write(frame, area, 0, Line::styled(format!(" {text}"), style));
}
