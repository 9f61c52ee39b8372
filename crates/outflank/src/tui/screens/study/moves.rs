use outflank_render::sanitize;
use outflank_study::tree::NodeId;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::screens::study::comment::CommentField;
use crate::tui::screens::study::engine;
use crate::tui::screens::study::review::Review;
use crate::tui::screens::study::sheet::{Sheet, name};
use crate::tui::widgets::{Brush, first_that_fits, heading, paragraph, write};
use outflank_render::number::decimal;

const LEAST_SHEET: u16 = 3;
const NOTE_ROWS: usize = 6;
const COMMENT_ROWS: usize = 5;

struct Parts {
    sheet: Rect,
    above: Vec<Line<'static>>,
    below: Vec<Line<'static>>,
}

fn parts(review: &Review, area: Rect, brush: &Brush) -> Parts {
    let above = engine::summary(review, area, brush);
    // The sheet keeps its place when the engine has nothing to add.
    let above_rows = 2.min(area.height / 4);
    let comment = comment_rows(review, area, brush);
    let most = area.height.saturating_sub(above_rows + LEAST_SHEET);
    let mut below = vec![summary(review, area, brush)];
    let room = usize::from(most).saturating_sub(below.len() + comment.len()).min(NOTE_ROWS);
    below.extend(notes(review, area, room, brush));
    below.extend(comment);
    // The comment is more important than what is above it.
    let extra = below.len().saturating_sub(usize::from(most));
    below.drain(..extra);
    let sheet_rows = area.height.saturating_sub(above_rows + below.len() as u16);
    Parts { sheet: Rect { y: area.y + above_rows, height: sheet_rows, ..area }, above, below }
}

pub(crate) fn draw(review: &Review, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let Parts { sheet, above, below } = parts(review, area, brush);
    for (row, line) in (0..sheet.y - area.y).zip(above) {
        write(frame, area, row, line);
    }
    Sheet::of(&review.tree, sheet.width).draw(review, sheet, frame, brush);
    let first = sheet.y + sheet.height - area.y;
    for (row, line) in (first..).zip(below) {
        write(frame, area, row, line);
    }
}

pub(crate) fn at(review: &Review, area: Rect, column: u16, row: u16, brush: &Brush) -> Option<NodeId> {
    let Parts { sheet, .. } = parts(review, area, brush);
    Sheet::of(&review.tree, sheet.width).at(review.tree.current(), sheet, column, row)
}

fn comment_rows(review: &Review, area: Rect, brush: &Brush) -> Vec<Line<'static>> {
    let columns = usize::from(area.width).saturating_sub(2);
    let title = |node| heading(area, &format!("Comment on {}", name(&review.tree, node, None)), brush);
    if let Some(field) = &review.comment {
        let rows = field_rows(field, columns, brush);
        return [vec![title(field.node)], rows].concat();
    }
    let node = review.tree.current();
    let comment = review.tree.node(node).comment();
    if comment.is_empty() {
        return Vec::new();
    }
    let lines = comment.lines().flat_map(|line| paragraph(&sanitize::line(line), area.width, brush.text()));
    let mut lines: Vec<Line<'static>> = lines.take(COMMENT_ROWS + 1).collect();
    if lines.len() > COMMENT_ROWS {
        lines.truncate(COMMENT_ROWS);
        lines[COMMENT_ROWS - 1] = Line::styled(brush.pick(" …", " ..."), brush.faint());
    }
    [vec![title(node)], lines].concat()
}

fn field_rows(field: &CommentField, columns: usize, brush: &Brush) -> Vec<Line<'static>> {
    let (rows, (row, column)) = field.rows(columns);
    let top = (row + 1).saturating_sub(COMMENT_ROWS);
    let line = |(index, text): (usize, &String)| {
        if index != row {
            return Line::styled(format!(" {text}"), brush.text());
        }
        let before: String = text.chars().take(column).collect();
        let at: String = text.chars().nth(column).unwrap_or(' ').to_string();
        let after: String = text.chars().skip(column + 1).collect();
        Line::from(vec![
            Span::styled(format!(" {before}"), brush.text()),
            Span::styled(at, brush.chosen()),
            Span::styled(after, brush.text()),
        ])
    };
    rows.iter().enumerate().skip(top).take(COMMENT_ROWS).map(line).collect()
}

/// What is wrong with the move shown and the next one, if they are mistakes.
fn notes(review: &Review, area: Rect, rows: usize, brush: &Brush) -> Vec<Line<'static>> {
    let last = review.judged(review.tree.current());
    let mut lines = Vec::new();
    for judged in [review.judged_next(), last].into_iter().flatten().filter(|judged| judged.grade.is_serious()) {
        let text: Vec<_> = paragraph(&judged.sentence(), area.width, brush.in_color(brush.palette.bad)).collect();
        if lines.len() + text.len() <= rows {
            lines.extend(text);
        }
    }
    lines
}

fn summary(review: &Review, area: Rect, brush: &Brush) -> Line<'static> {
    let sum = review.given_away();
    let more =
        if !review.sweep.is_partial() || !review.engine_on { "" } else { brush.pick(" so far …", " so far ...") };
    let lost = format!("Black {}, White {}", decimal(sum.black, 1), decimal(sum.white, 1));
    let texts = [format!("Discs lost: {lost}{more}"), format!("Lost: {lost}"), lost];
    let text = first_that_fits(texts, usize::from(area.width).saturating_sub(1), brush);
    Line::styled(format!(" {text}"), brush.text())
}
