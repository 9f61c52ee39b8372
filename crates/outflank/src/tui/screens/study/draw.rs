use outflank_rules::{Bitboard, Status};
use outflank_study::openings::{self, Language};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::tui::app::State;
use crate::tui::screens::retry;
use crate::tui::screens::retry::state::Retry;
use crate::tui::screens::study::content::Content;
use crate::tui::screens::study::moves;
use crate::tui::screens::study::panels::Panel;
use crate::tui::screens::study::places::{Pane, StudyPlaces, places};
use crate::tui::screens::study::review::Review;
use crate::tui::screens::study::sheet::name;
use crate::tui::widgets::scroll::side_bar;
use crate::tui::widgets::{
    BoardView, Brush, Players, Rows, announce, first_that_fits, fitted, graph, heading, preview, write,
};

pub(crate) fn study(state: &State, frame: &mut Frame<'_>, brush: &Brush) {
    let (Some(review), Some(places)) = (&state.review, places(state)) else { return };
    board(state, review, &places, frame, brush);
    status(state, review, places.whole.status, frame, brush);
    if let Some(area) = places.head {
        head(review, area, frame, brush);
    }
    if let Some(retry) = &review.retry {
        // Nothing beside it may reveal the move.
        if let Some(area) = below_head(&places) {
            retry::panel(review, retry, area, frame, brush);
        }
        return;
    }
    if let Some(area) = places.graph {
        let title = heading(area, "Value for Black", brush);
        let mut rows = Rows { area, next: 0 };
        rows.write(frame, title);
        graph(&review.graph(), Some(review.at()), rows.take(area.height - 1), frame, brush);
    }
    for pane in &places.panes {
        tabs(review, pane, frame, brush);
        match pane.panel {
            Panel::Moves => moves::draw(review, pane.body, frame, brush),
            panel => list(state, review, panel, pane.body, frame, brush),
        }
    }
    if let Some(divider) = places.divider {
        let style = if review.panels.is_dragging { brush.accent() } else { brush.faint() };
        (0..divider.height).for_each(|row| write(frame, divider, row, Line::styled(brush.pick("│", "|"), style)));
    }
}

fn board(state: &State, review: &Review, places: &StudyPlaces, frame: &mut Frame<'_>, brush: &Brush) {
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
    view.draw(&places.whole.board, frame, brush);
}

fn head(review: &Review, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let position = review.position();
    let players = Players {
        names: review.names(),
        discs: position.counts(),
        supply: position.supply(),
        clocks: None,
        turn: Some(position.turn()).filter(|_| !matches!(position.status(), Status::Over(_))),
    };
    players.draw(area, frame, brush);
    let opening = openings::of_game(&review.shown(), Language::English).map_or("", |named| named.name);
    let opening = fitted(opening, usize::from(area.width).saturating_sub(1), brush);
    write(frame, area, 2, Line::styled(format!(" {opening}"), brush.accent()));
}

fn below_head(places: &StudyPlaces) -> Option<Rect> {
    let (panel, head) = (places.whole.panel?, places.head?);
    Some(Rect { y: panel.y + head.height, height: panel.height - head.height, ..panel })
}

fn tabs(review: &Review, pane: &Pane, frame: &mut Frame<'_>, brush: &Brush) {
    let rule = brush.pick("─", "-");
    let row = Rect { y: pane.body.y.saturating_sub(1), height: 1, ..pane.body };
    if pane.tabs.is_empty() {
        return;
    }
    write(frame, row, 0, Line::styled(rule.repeat(usize::from(row.width)), brush.faint()));
    for &(panel, area) in &pane.tabs {
        let style = match (panel == pane.panel, panel == review.panels.focus) {
            (true, true) => brush.chosen(),
            (true, false) => brush.strong(),
            (false, _) => brush.faint(),
        };
        write(frame, area, 0, Line::styled(format!(" {} ", panel.title()), style));
    }
}

fn list(state: &State, review: &Review, panel: Panel, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let content = Content::of(state, review, panel, area, brush);
    let list = review.panels.list(panel);
    let top = list.top(content.lines.len(), usize::from(area.height));
    let selected = content.selected(list).filter(|_| review.panels.focus == panel).map(|item| item.rows.clone());
    let count = content.lines.len();
    for (row, line) in (0..area.height).zip(content.lines.into_iter().skip(top)) {
        write(frame, area, row, line);
        let is_selected = selected.as_ref().is_some_and(|rows| rows.contains(&(top + usize::from(row))));
        if is_selected {
            let place = Rect { y: area.y + row, height: 1, ..area };
            frame.buffer_mut().set_style(place, brush.chosen());
        }
    }
    side_bar(area, top, count, frame, brush);
}

fn whereabouts(review: &Review) -> [String; 2] {
    let (at, len) = (review.at(), review.len());
    match review.leaves() {
        Some(leaves) if at > leaves => [
            format!("Variation after move {leaves}: move {at} of {len}. Backspace returns to the game."),
            format!("Variation: move {at} of {len}."),
        ],
        _ => {
            let next = review.tree.line().get(at + 1).filter(|&&next| review.is_of_game(next));
            let grade = review.judged_next().map(|judged| judged.grade);
            let next = next.map(|&next| format!(" Next in the game: {}.", name(&review.tree, next, grade)));
            [format!("Study: move {at} of {len}.{}", next.unwrap_or_default()), format!("Move {at} of {len}.")]
        }
    }
}

fn status(state: &State, review: &Review, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    if let Some(notice) = &state.notice {
        return announce(frame, area, &notice.text, brush.accent());
    }
    let room = usize::from(area.width).saturating_sub(1);
    let (text, style) = if let Some(column) = review.pointer.column {
        let what = if review.retry.is_some() { "A better move" } else { "Variation" };
        (format!("{what}: {column}_"), brush.strong())
    } else if let Some(retry) = &review.retry {
        (retry::status(retry), brush.text())
    } else if review.comment.is_some() {
        let texts = [
            "Enter keeps the comment, Ctrl-N starts a new line, Esc cancels.".to_owned(),
            "Enter: keep. Esc: cancel.".to_owned(),
        ];
        (first_that_fits(texts, room, brush), brush.text())
    } else {
        (first_that_fits(whereabouts(review), room, brush), brush.text())
    };
    write(frame, area, 0, Line::styled(format!(" {text}"), style));
}
