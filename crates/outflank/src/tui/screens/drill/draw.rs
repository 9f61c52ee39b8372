//! Drawing the drill.

use std::slice::from_ref;

use outflank_rules::{Bitboard, Color, Square};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::commands::drill::{Course, words};
use crate::tui::app::state::State;
use crate::tui::screens::drill::state::{Drill, LineTask, OpeningList, PuzzleTask, Task, TaskResult};
use crate::tui::widgets::board::{self, BoardView, Label, LabelKind, character};
use crate::tui::widgets::layout::{self, Places};
use crate::tui::widgets::moves::{Moves, moves};
use crate::tui::widgets::players::fitted;
use crate::tui::widgets::{Brush, Rows, heading, wrapped, write};

pub(crate) fn drill(state: &State, drill: &Drill, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    if let Task::List(openings) = &drill.task {
        list(drill, openings, &layout::choices(state.size), frame, brush);
    } else {
        board(state, drill, places, frame, brush);
        if let Some(area) = places.panel {
            panel(drill, area, frame, brush);
        }
    }
    status(state, drill, places.status, frame, brush);
}

fn board(state: &State, drill: &Drill, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    let Some(position) = drill.position() else { return };
    let (labels, last) = match &drill.task {
        Task::Puzzle(task) => (worths(task), None),
        Task::Lesson(learning) => (expected(learning), learning.lesson.game().placements().next_back()),
        Task::Loading | Task::List(_) | Task::Nothing => (Vec::new(), None),
    };
    let legal = position.legal_moves();
    let pointed = drill.pointer.square().filter(|_| drill.is_open());
    // Without colours, brackets would hide a sign.
    let answered = match &drill.task {
        _ if brush.palette.plain => None,
        Task::Puzzle(PuzzleTask { answered: Some(TaskResult::Right(square) | TaskResult::Wrong(square)), .. }) => {
            Some(*square)
        }
        _ => None,
    };
    let view = BoardView {
        discs: position.discs(),
        turned: state.turned,
        legal: if state.settings.marks && drill.is_open() { legal } else { Bitboard::EMPTY },
        last,
        cursor: pointed.or(answered),
        column: drill.pointer.column,
        flips: board::preview(position, pointed),
        labels: &labels,
    };
    board::board(&view, &places.board, frame, brush);
}

fn worths(task: &PuzzleTask) -> Vec<Label> {
    let PuzzleTask { puzzle, answered: Some(_) } = task else { return Vec::new() };
    let kind = |square| if words::is_right(puzzle, square) { LabelKind::Best } else { LabelKind::Other };
    let label = |scored: &outflank_study::puzzles::Scored| Label {
        square: scored.square,
        text: words::value(scored.score),
        kind: kind(scored.square),
    };
    puzzle.moves.iter().map(label).collect()
}

fn expected(learning: &LineTask) -> Vec<Label> {
    let label = |square: Square, kind| Label { square, text: square.to_string(), kind };
    let played = match learning.ended {
        Some(TaskResult::Wrong(square)) => Some(label(square, LabelKind::Other)),
        Some(TaskResult::Shown) => None,
        Some(TaskResult::Right(_)) | None => return Vec::new(),
    };
    let best = learning.lesson.expected().map(|square| label(square, LabelKind::Best));
    best.into_iter().chain(played).collect()
}

fn panel(drill: &Drill, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let mut rows = Rows { area, next: 0 };
    match &drill.task {
        Task::Puzzle(task) => puzzle(task, &mut rows, frame, brush),
        Task::Lesson(learning) => lesson(learning, &mut rows, frame, brush),
        Task::Nothing => {
            rows.write(frame, Line::styled(" All done for today.", brush.strong()));
            rows.next += 1;
        }
        Task::Loading | Task::List(_) => return,
    }
    rows.write(frame, heading(area, "Progress", brush));
    for text in standing(drill) {
        for line in paragraph(&text, area, brush) {
            rows.write(frame, Line::styled(line, brush.text()));
        }
    }
}

fn puzzle(task: &PuzzleTask, rows: &mut Rows, frame: &mut Frame<'_>, brush: &Brush) {
    let PuzzleTask { puzzle, answered } = task;
    rows.write(frame, question(puzzle.position.turn(), &puzzle.task(), brush));
    rows.write(frame, Line::styled(format!(" {}", words::sort(puzzle)), brush.text()));
    for line in paragraph(&format!("Source: {}", puzzle.source), rows.area, brush) {
        rows.write(frame, Line::styled(line, brush.faint()));
    }
    rows.next += 1;
    let (Some(answered), Some(verdict)) = (answered, task.verdict()) else { return };
    for line in paragraph(&verdict, rows.area, brush) {
        rows.write(frame, Line::styled(line, verdict_style(*answered, brush)));
    }
    rows.next += 1;
    rows.write(frame, heading(rows.area, "Value of each move", brush));
    // Leave room for the progress below.
    let room = rows.area.height.saturating_sub(rows.next + 5);
    for line in table(task, rows.area.width, brush).into_iter().take(usize::from(room)) {
        rows.write(frame, line);
    }
    rows.next += 1;
}

fn table(task: &PuzzleTask, width: u16, brush: &Brush) -> Vec<Line<'static>> {
    const COLUMNS: usize = 10;
    let puzzle = task.puzzle;
    let cell = |scored: &outflank_study::puzzles::Scored| {
        let style = match task.answered {
            _ if words::is_right(puzzle, scored.square) => brush.in_color(brush.palette.good),
            Some(TaskResult::Wrong(square)) if square == scored.square => brush.in_color(brush.palette.bad),
            _ => brush.text(),
        };
        Span::styled(format!(" {} {:<6}", scored.square, words::value(scored.score)), style)
    };
    let in_line = (usize::from(width) / COLUMNS).max(1);
    puzzle.moves.chunks(in_line).map(|line| Line::from(line.iter().map(cell).collect::<Vec<_>>())).collect()
}

fn lesson(learning: &LineTask, rows: &mut Rows, frame: &mut Frame<'_>, brush: &Brush) {
    let LineTask { lesson, ended } = learning;
    let width = usize::from(rows.area.width).saturating_sub(1);
    rows.write(
        frame,
        Line::styled(format!(" {}", fitted(&shown(lesson.line().name, brush), width, brush)), brush.accent()),
    );
    let task = format!("{} plays from memory", lesson.learner().title());
    rows.write(frame, question(lesson.learner(), &task, brush));
    let (played, length) = (lesson.game().placements().count(), lesson.line().moves.len());
    rows.write(frame, Line::styled(format!(" {played} of {length} moves"), brush.text()));
    rows.next += 1;
    if let (Some(ended), Some(verdict)) = (ended, learning.verdict()) {
        for line in paragraph(&verdict, rows.area, brush) {
            rows.write(frame, Line::styled(line, verdict_style(*ended, brush)));
        }
        rows.next += 1;
    }
    let room = rows.area.height.saturating_sub(rows.next + 4).min(8);
    if room > 0 {
        rows.write(frame, heading(rows.area, "Moves", brush));
        let shown = learning.shown();
        moves(&Moves { game: &shown, losses: &[], at: played, leaves: None }, rows.take(room), frame, brush);
    }
}

fn question(turn: Color, text: &str, brush: &Brush) -> Line<'static> {
    Line::from(vec![
        Span::styled(format!(" {} ", character(turn, brush)), brush.strong()),
        Span::styled(format!("{text}."), brush.strong()),
    ])
}

fn verdict_style(answered: TaskResult, brush: &Brush) -> Style {
    match answered {
        TaskResult::Right(_) => brush.in_color(brush.palette.good),
        TaskResult::Wrong(_) => brush.in_color(brush.palette.bad),
        TaskResult::Shown => brush.text(),
    }
}

fn standing(drill: &Drill) -> Vec<String> {
    match &drill.course {
        Course::Puzzles(filter) => {
            let mut lines = words::standing(&drill.progress.standing(*filter, drill.today)).to_vec();
            let kind = filter.kind.map(|kind| kind.name().to_owned());
            let difficulty = filter.difficulty.map(|difficulty| format!("difficulty {difficulty}"));
            let filters: Vec<String> = kind.into_iter().chain(difficulty).collect();
            if !filters.is_empty() {
                lines.push(format!("Filter: {}", filters.join(", ")));
            }
            lines
        }
        Course::Openings(openings) => {
            let standing = drill.progress.lesson_standing(&openings.lines, openings.learner, drill.today);
            vec![words::lesson_standing(&standing)]
        }
    }
}

fn list(drill: &Drill, openings: &OpeningList, places: &[Rect], frame: &mut Frame<'_>, brush: &Brush) {
    let Some(top) = places.first() else { return };
    let title = format!(" Play an opening from memory, as {}", openings.learner.title());
    write(frame, Rect { y: 0, ..*top }, 0, Line::styled(title, brush.accent()));
    let filter = Line::from(vec![
        Span::styled(" Find: ".to_owned(), brush.faint()),
        Span::styled(shown(&openings.filter, brush), brush.strong()),
        Span::styled(" ".to_owned(), brush.chosen()),
        Span::styled(format!("  {} of {} lines", openings.lines.len(), openings.all), brush.faint()),
    ]);
    write(frame, Rect { y: 1, ..*top }, 0, filter);
    let first = openings.first(places.len());
    for ((index, line), area) in openings.lines.iter().enumerate().skip(first).zip(places) {
        let is_selected = index == openings.selected;
        let style = if is_selected { brush.chosen() } else { brush.text() };
        let width = usize::from(area.width);
        let name_width = (width / 2).min(40);
        let known = words::known(&drill.progress.lesson_standing(from_ref(line), Some(openings.learner), drill.today));
        let name = fitted(&shown(line.name, brush), name_width, brush);
        let moves = fitted(&line.to_string(), width.saturating_sub(name_width + 3 + 6), brush);
        let moves_style = if is_selected { style } else { brush.faint() };
        let text = Line::from(vec![
            Span::styled(format!(" {name:<name_width$} "), style),
            Span::styled(format!("{known:<5} "), style),
            Span::styled(format!("{moves} "), moves_style),
        ]);
        write(frame, *area, 0, text);
    }
}

fn status(state: &State, drill: &Drill, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let (text, style) = match (&state.notice, &drill.task) {
        (Some(notice), _) => (notice.text.clone(), brush.accent()),
        (None, _) if drill.pointer.column.is_some() => {
            (format!("{}_", drill.pointer.column.unwrap_or_default()), brush.strong())
        }
        (None, Task::Puzzle(task)) => match (task.answered, task.verdict()) {
            (Some(answered), Some(verdict)) => (verdict, verdict_style(answered, brush)),
            _ => (format!("{}.", task.puzzle.task()), brush.text()),
        },
        (None, Task::Lesson(learning)) => match (learning.ended, learning.verdict()) {
            (Some(ended), Some(verdict)) => (verdict, verdict_style(ended, brush)),
            _ => (format!("{}.", words::lesson(&learning.lesson)), brush.text()),
        },
        (None, Task::Nothing) => ("All done for today.".to_owned(), brush.text()),
        (None, Task::List(_)) => ("Type part of a name. Enter starts, Tab switches colours.".to_owned(), brush.text()),
        (None, Task::Loading) => return,
    };
    write(
        frame,
        area,
        0,
        Line::styled(
            format!(" {}", fitted(&shown(&text, brush), usize::from(area.width).saturating_sub(1), brush)),
            style,
        ),
    );
}

/// Player and opening names have letters that an ASCII terminal cannot show.
fn shown(text: &str, brush: &Brush) -> String {
    let can_be_shown = |character: &char| character.is_ascii() || brush.is_unicode();
    text.chars().map(|character| Some(character).filter(can_be_shown).unwrap_or('?')).collect()
}

fn paragraph(text: &str, area: Rect, brush: &Brush) -> impl Iterator<Item = String> {
    let lines = wrapped(&shown(text, brush), usize::from(area.width).saturating_sub(1));
    lines.into_iter().map(|line| format!(" {line}"))
}
