use outflank_rules::{Bitboard, Status};
use outflank_study::openings::{self, Language};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::tui::app::State;
use crate::tui::screens::game::contest::Evaluation;
use crate::tui::screens::game::draw::evaluation_text;
use crate::tui::screens::retry::state::Retry;
use crate::tui::screens::study::review::Review;
use crate::tui::screens::{explorer, retry};
use crate::tui::values::Values;
use crate::tui::widgets::{
    BoardView, Brush, Moves, Places, Players, Rows, announce, first_that_fits, fitted, graph, heading, paragraph,
    preview, write,
};

pub(crate) fn study(state: &State, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    let Some(review) = &state.review else { return };
    let position = review.position();
    let legal = position.legal_moves();
    // During a retry, nothing may reveal the move.
    let is_open = review.retry.as_ref().is_some_and(Retry::is_open);
    let values = review.values().filter(|_| !is_open);
    let labels = values.map_or_else(Vec::new, |values| values.labels());
    let view = BoardView {
        legal: if state.settings.marks { legal } else { Bitboard::EMPTY },
        last: review.last(),
        flips: preview(position, review.pointer.square()),
        labels: &labels,
        ..BoardView::new(position.discs(), state.turned, &review.pointer)
    };
    view.draw(&places.board, frame, brush);
    status(state, review, places.status, frame, brush);
    match (places.panel, &review.retry) {
        (Some(area), Some(retry)) => retry::panel(review, retry, area, frame, brush),
        (Some(area), None) if state.explorer.is_shown => explorer::panel(state, review, area, frame, brush),
        (Some(area), None) => panel(review, area, frame, brush),
        (None, _) => {}
    }
}

pub(crate) fn title(review: &Review, area: Rect, frame: &mut Frame<'_>, brush: &Brush) -> Rows {
    let position = review.position();
    let players = Players {
        names: review.names(),
        discs: position.counts(),
        supply: position.supply(),
        clocks: None,
        turn: Some(position.turn()).filter(|_| !matches!(position.status(), Status::Over(_))),
    };
    players.draw(area, frame, brush);
    let mut rows = Rows { area, next: 2 };
    let opening = openings::of_game(&review.shown(), Language::English).map_or("", |named| named.name);
    let opening = fitted(opening, usize::from(area.width).saturating_sub(1), brush);
    rows.write(frame, Line::styled(format!(" {opening}"), brush.accent()));
    rows
}

pub(crate) fn engine(review: &Review, rows: &mut Rows, frame: &mut Frame<'_>, brush: &Brush) {
    rows.write(frame, heading(rows.area, "Engine", brush));
    rows.write_all(frame, engine_lines(review, rows.area, brush));
}

fn panel(review: &Review, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let mut rows = title(review, area, frame, brush);
    let graph_rows = if area.height >= 14 { (area.height / 4).clamp(4, 10) } else { 0 };
    let below = if graph_rows > 0 { graph_rows + 1 } else { 0 };
    engine(review, &mut rows, frame, brush);
    // The explanations of mistakes may take rows from the move list, but never its last.
    let room = area.height.saturating_sub(rows.next + 1 + below + 1);
    let notes = notes(review, area, usize::from(room.saturating_sub(1).min(NOTE_ROWS)), brush);
    let list = room.saturating_sub(notes.len() as u16);
    if list > 0 {
        rows.write(frame, heading(area, "Moves and discs lost", brush));
        let losses = review.losses();
        let shown = Moves { game: review.line(), losses: &losses, at: review.at(), leaves: review.leaves() };
        shown.draw(rows.take(list), frame, brush);
        rows.write(frame, summary(review, area, brush));
        rows.write_all(frame, notes);
    }
    if graph_rows > 0 {
        rows.write(frame, heading(area, "Value for Black", brush));
        graph(&review.graph(), Some(review.at()), rows.take(graph_rows), frame, brush);
    }
}

const NOTE_ROWS: u16 = 6;

fn notes(review: &Review, area: Rect, rows: usize, brush: &Brush) -> Vec<Line<'static>> {
    let last = review.at().checked_sub(1).and_then(|before| review.judged(before));
    let mut lines = Vec::new();
    for judged in [review.judged(review.at()), last].into_iter().flatten().filter(|judged| judged.grade.is_serious()) {
        let text: Vec<_> = paragraph(&judged.sentence(), area.width, brush.in_color(brush.palette.bad)).collect();
        if lines.len() + text.len() <= rows {
            lines.extend(text);
        }
    }
    lines
}

fn engine_lines(review: &Review, area: Rect, brush: &Brush) -> [Line<'static>; 3] {
    let is_thinking = review.searching.is_some_and(|search| !search.done);
    let faint = |text: &str| [Line::styled(format!(" {text}"), brush.faint()), Line::default(), Line::default()];
    match (review.values(), review.position().status()) {
        (_, Status::Over(outcome)) => {
            let score = outcome.tournament_score();
            let text = format!(" Game over: {} - {}", score.black, score.white);
            [Line::styled(text, brush.strong()), Line::default(), Line::default()]
        }
        (Some(values), _) => {
            let evaluation = Evaluation::of(&values, review.position());
            let [value, line] = evaluation_text(&evaluation, is_thinking && !values.is_reported, area, brush);
            [value, line, live_line(review, &values, is_thinking, area, brush)]
        }
        (None, _) if review.engine_on => faint("thinking"),
        (None, _) => faint("off; press i to turn it on"),
    }
}

fn live_line(review: &Review, values: &Values, is_thinking: bool, area: Rect, brush: &Brush) -> Line<'static> {
    let more = brush.pick(" …", " ...");
    let Some(depth) = values.live_depth() else { return Line::default() };
    let (next, short) = match (review.sweep.is_over(), review.sweep.next_effort()) {
        (true, Some(_)) => (" u updates the report.".to_owned(), " u: update"),
        (true, None) => (String::new(), ""),
        (false, _) => (format!(" Report: {} %{more}", review.sweep.percent_done()), ""),
    };
    let (texts, style) = match values.is_outdated() {
        true => ([format!("Deeper now: {depth}.{next}"), format!("Now {depth}.{short}")], brush.accent()),
        false if is_thinking => ([format!("Live search: {depth}{more}"), format!("Live: {depth}")], brush.faint()),
        false => return Line::default(),
    };
    Line::styled(format!(" {}", first_that_fits(texts, usize::from(area.width).saturating_sub(1), brush)), style)
}

fn summary(review: &Review, area: Rect, brush: &Brush) -> Line<'static> {
    let sum = review.given_away();
    let more =
        if !review.sweep.is_partial() || !review.engine_on { "" } else { brush.pick(" so far …", " so far ...") };
    let lost = format!("Black {:.1}, White {:.1}", sum.black, sum.white);
    let texts = [format!("Discs lost: {lost}{more}"), lost];
    let text = first_that_fits(texts, usize::from(area.width).saturating_sub(1), brush);
    Line::styled(format!(" {text}"), brush.text())
}

fn status(state: &State, review: &Review, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let (at, len) = (review.at(), review.len());
    if let Some(notice) = &state.notice {
        return announce(frame, area, &notice.text, brush.accent());
    }
    let (text, style) = if let Some(column) = review.pointer.column {
        let what = if review.retry.is_some() { "A better move" } else { "Variation" };
        (format!("{what}: {column}_"), brush.strong())
    } else if let Some(retry) = &review.retry {
        (retry::status(retry), brush.text())
    } else if let Some(leaves) = review.leaves() {
        let text = format!("Variation after move {leaves}: move {at} of {len}. Backspace returns to the game.");
        (text, brush.accent())
    } else {
        let sign = review.judged(at).map_or("", |judged| judged.grade.sign());
        let next = review.next().map(|square| format!(" Next in the game: {square}{sign}.")).unwrap_or_default();
        (format!("Study: move {at} of {len}.{next}"), brush.text())
    };
    write(frame, area, 0, Line::styled(format!(" {text}"), style));
}
