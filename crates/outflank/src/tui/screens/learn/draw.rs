use outflank_rules::Bitboard;
use outflank_study::tutorial::{self, MoveVerdict};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::tui::app::{Screen, State};
use crate::tui::format;
use crate::tui::screens::learn::state::{Learn, Stage};
use crate::tui::widgets::{BoardView, Brush, Places, announce, fitted, heading, layout, paragraph, preview, write};

pub(crate) fn learn(state: &State, learn: &Learn, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    let position = learn.position();
    let marks = learn.marks();
    let pointed = learn.pointer.square().filter(|_| learn.is_open());
    let is_still = learn.replay.is_none();
    let view = BoardView {
        legal: if is_still { marks } else { Bitboard::EMPTY },
        last: learn.last(state.now),
        cursor: pointed,
        flips: preview(&position, pointed.filter(|_| is_still)),
        ..BoardView::new(learn.discs(state.now), state.turned, &learn.pointer)
    };
    view.draw(&places.board, frame, brush);
    if let Some(area) = places.panel {
        panel(learn, area, frame, brush);
    }
    status(state, learn, places.status, frame, brush);
}

pub(crate) fn fits(state: &State) -> bool {
    let Screen::Learn(learn) = &state.screen else { return true };
    let panel = layout::board_screen(state.size, state.settings.coordinates).and_then(|places| places.panel);
    panel.is_some_and(|area| lines(learn, area, &Brush::new(state)).len() <= usize::from(area.height))
}

/// The latest text comes first.
pub(crate) fn page(learn: &Learn, columns: u16, brush: &Brush) -> Vec<Line<'static>> {
    let (title, text) = (title(learn, brush), text(learn, brush));
    let parts = match (task(learn, brush), answer(learn, brush)) {
        (task, None) => vec![Some(title), Some(text), task],
        (task, answer) => vec![answer, task, Some(title), Some(text)],
    };
    let mut lines: Vec<Line<'static>> = Vec::new();
    for (text, style) in parts.into_iter().flatten() {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(paragraph(&text, columns, style));
    }
    lines
}

/// If the whole text does not fit, only the task or the feedback.
fn panel(learn: &Learn, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let all = lines(learn, area, brush);
    let shown = match all.len() <= usize::from(area.height) {
        true => all,
        false => {
            let last = answer(learn, brush).or(task(learn, brush)).into_iter();
            let text = last.flat_map(|(text, style)| paragraph(&text, area.width, style));
            [heading(area, &name(learn), brush)].into_iter().chain(text).collect()
        }
    };
    for (row, line) in (0..).zip(shown) {
        write(frame, area, row, line);
    }
}

fn lines(learn: &Learn, area: Rect, brush: &Brush) -> Vec<Line<'static>> {
    let (title, style) = title(learn, brush);
    let mut lines = vec![heading(area, &name(learn), brush), dots(learn, brush), Line::default()];
    lines.push(Line::styled(format!(" {title}"), style));
    let (task, answer) = (task(learn, brush), answer(learn, brush));
    // Feedback on a right move comes before the next task; feedback on a wrong one follows its task.
    let latest = match learn.answer.as_ref().map(|answer| answer.verdict) {
        Some(MoveVerdict::Right) => [answer, task],
        _ => [task, answer],
    };
    for (text, style) in [Some(text(learn, brush))].into_iter().chain(latest).flatten() {
        lines.push(Line::default());
        lines.extend(paragraph(&text, area.width, style));
    }
    lines
}

pub(crate) fn name(learn: &Learn) -> String {
    match learn.stage {
        Stage::Over => tutorial::TITLE.to_owned(),
        _ => format!("{}, {}", tutorial::TITLE, learn.progress()),
    }
}

fn dots(learn: &Learn, brush: &Brush) -> Line<'static> {
    let [done, here, ahead] = [brush.pick("●", "#"), brush.pick("◉", "@"), brush.pick("○", ".")];
    let at = learn.step();
    let dot = |step: usize| match step.cmp(&at) {
        std::cmp::Ordering::Less => Span::styled(format!(" {done}"), brush.accent()),
        std::cmp::Ordering::Equal => Span::styled(format!(" {here}"), brush.accent()),
        std::cmp::Ordering::Greater => Span::styled(format!(" {ahead}"), brush.faint()),
    };
    Line::from((0..tutorial::steps().len()).map(dot).collect::<Vec<_>>())
}

fn title(learn: &Learn, brush: &Brush) -> Part {
    let text = match learn.stage {
        Stage::Over => "Well done",
        _ => learn.attempt().step().title,
    };
    (text.to_owned(), brush.accent())
}

type Part = (String, Style);

fn text(learn: &Learn, brush: &Brush) -> Part {
    let text = match learn.stage {
        Stage::Over => tutorial::CLOSING,
        _ => learn.attempt().step().text,
    };
    (text.to_owned(), brush.text())
}

fn task(learn: &Learn, brush: &Brush) -> Option<Part> {
    let prompt = match learn.stage {
        Stage::Over => "Press Enter to play your first game, against level 1.",
        _ => learn.attempt().task()?.prompt,
    };
    Some((prompt.to_owned(), brush.strong()))
}

fn answer(learn: &Learn, brush: &Brush) -> Option<Part> {
    let answer = learn.answer.as_ref()?;
    let style = match answer.verdict {
        MoveVerdict::Right => brush.in_color(brush.palette.good),
        MoveVerdict::Wrong | MoveVerdict::Illegal => brush.in_color(brush.palette.bad),
    };
    Some((answer.sentence.clone(), style))
}

fn status(state: &State, learn: &Learn, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let pointed = learn.pointer.square().filter(|_| learn.is_open());
    if let Some(notice) = &state.notice {
        return announce(frame, area, &notice.text, brush.accent());
    }
    let (text, style) = if let Some(column) = learn.pointer.column {
        (format!("Black plays {column}_"), brush.strong())
    } else if let Some(square) = pointed {
        (format::flips(&learn.position(), square), brush.text())
    } else {
        let text = match learn.stage {
            Stage::Open if learn.is_hinted => "The marked squares are right.",
            Stage::Open if fits(state) => "Your move.",
            Stage::Open => "Your move. Press V for the task.",
            Stage::Wrong => "Press Enter to try again.",
            Stage::Done => "Press Enter to continue.",
            Stage::Over => "Press Enter to play.",
        };
        (text.to_owned(), brush.text())
    };
    let text = fitted(&text, usize::from(area.width).saturating_sub(1), brush);
    write(frame, area, 0, Line::styled(format!(" {text}"), style));
}
