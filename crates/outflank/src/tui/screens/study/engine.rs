//! The engine's panel: how deep the values are, and the moves with what follows them.

use outflank_rules::{Move, Square, Status};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::screens::game::contest::Evaluation;
use crate::tui::screens::game::draw::evaluation_text;
use crate::tui::screens::study::content::{Choice, Content, Spot};
use crate::tui::screens::study::review::{EngineLine, Review};
use crate::tui::values::Values;
use crate::tui::widgets::{Brush, first_that_fits, paragraph};

const LONGEST: usize = 24;

pub(crate) fn content(review: &Review, area: Rect, brush: &Brush) -> Content {
    let mut content = Content::default();
    content.push(summary(review, area, brush));
    let candidates = review.candidates();
    if !candidates.is_empty() {
        let hint = "Values for the side to move, in discs. Enter plays a move, L its line.";
        content.push(paragraph(hint, area.width, brush.faint()));
    }
    for candidate in &candidates {
        push_line(&mut content, candidate, area.width, brush);
    }
    content
}

pub(crate) fn summary(review: &Review, area: Rect, brush: &Brush) -> Vec<Line<'static>> {
    let is_thinking = review.searching.is_some_and(|search| !search.done);
    let faint = |text: &str| paragraph(text, area.width, brush.faint()).collect();
    match (review.values(), review.position().status()) {
        (_, Status::Over(outcome)) => {
            let score = outcome.tournament_score();
            vec![Line::styled(format!(" Game over: {} - {}", score.black, score.white), brush.strong())]
        }
        (Some(values), _) => {
            let evaluation = Evaluation::of(&values, review.position());
            let [value, _] = evaluation_text(&evaluation, is_thinking && !values.is_reported, area, brush);
            [Some(value), live_line(review, &values, is_thinking, area, brush)].into_iter().flatten().collect()
        }
        (None, _) if review.engine_on => faint("thinking"),
        (None, _) => faint("off; press I to turn it on"),
    }
}

fn live_line(review: &Review, values: &Values, is_thinking: bool, area: Rect, brush: &Brush) -> Option<Line<'static>> {
    let more = brush.pick(" …", " ...");
    let depth = values.live_depth()?;
    let (next, short) = match (review.sweep.is_over(), review.sweep.next_effort()) {
        (true, Some(_)) => (" U updates the report.".to_owned(), " U: update"),
        (true, None) => (String::new(), ""),
        (false, _) => (format!(" Report: {} %{more}", review.sweep.percent_done()), ""),
    };
    let (texts, style) = match values.is_outdated() {
        true => ([format!("Deeper now: {depth}.{next}"), format!("Now {depth}.{short}")], brush.accent()),
        false if is_thinking => ([format!("Live search: {depth}{more}"), format!("Live: {depth}")], brush.faint()),
        false => return None,
    };
    Some(Line::styled(format!(" {}", first_that_fits(texts, usize::from(area.width).saturating_sub(1), brush)), style))
}

/// " +0.3  f7 e7 d8", each move of which can be clicked.
fn push_line(content: &mut Content, line: &EngineLine, width: u16, brush: &Brush) {
    const VALUE: u16 = 8;
    let tag = if line.is_reported { " report" } else { "" };
    // The last column is that of the scroll bar.
    let room = width.saturating_sub(VALUE + tag.len() as u16 + 1);
    let mut spans = vec![Span::styled(format!(" {:<6} ", line.text), brush.strong())];
    let mut played: Vec<Square> = Vec::new();
    let (row, mut x) = (content.lines.len(), 0);
    let mut spots = Vec::new();
    for &mv in line.moves.iter().take(LONGEST) {
        let name = match mv {
            Move::Place(square) => {
                played.push(square);
                square.to_string()
            }
            Move::Pass => "--".to_owned(),
        };
        // A space follows the name.
        if x + name.len() as u16 >= room {
            break;
        }
        let columns = VALUE + x..VALUE + x + name.len() as u16;
        spots.push(Spot { row, columns, choice: Choice::Play(played.clone()) });
        x += name.len() as u16 + 1;
        let style = if spots.len() == 1 { brush.text() } else { brush.faint() };
        spans.push(Span::styled(format!("{name} "), style));
    }
    if !tag.is_empty() {
        let gap = usize::from(room.saturating_sub(x));
        spans.push(Span::styled(format!("{}{tag}", " ".repeat(gap)), brush.faint()));
    }
    let first = line.moves.iter().find_map(|mv| mv.square()).into_iter().collect();
    content.push_item([Line::from(spans)], Choice::Play(first));
    content.spots.extend(spots);
}
