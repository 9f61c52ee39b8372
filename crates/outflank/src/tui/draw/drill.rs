//! The screens of the training.

use std::slice::from_ref;

use outflank_rules::{Bitboard, Color, Square};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::board::{self, Kind, Label, Sight, character};
use super::game::Rows;
use super::moves::{Moves, moves};
use super::players::fitted;
use super::{Brush, heading, wrapped, write};
use crate::commands::drill::{Course, words};
use crate::tui::drill::{Answered, Choice, Drill, Learning, Puzzling, Task};
use crate::tui::layout::{self, Places};
use crate::tui::state::State;

/// Draws the training.
pub(super) fn drill(state: &State, drill: &Drill, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    if let Task::Choose(choice) = &drill.task {
        list(drill, choice, &layout::choices(state.size), frame, brush);
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
        Task::Puzzle(puzzling) => (worths(puzzling), None),
        Task::Lesson(learning) => (expected(learning), learning.lesson.game().placements().next_back()),
        Task::Recalling | Task::Choose(_) | Task::Nothing => (Vec::new(), None),
    };
    let legal = position.legal_moves();
    let pointed = drill.pointer.square().filter(|_| drill.is_open());
    // Without colours, brackets would stand in place of a sign.
    let answered = match &drill.task {
        _ if brush.palette.plain => None,
        Task::Puzzle(Puzzling { answered: Some(Answered::Right(square) | Answered::Wrong(square)), .. }) => {
            Some(*square)
        }
        _ => None,
    };
    let sight = Sight {
        discs: position.discs(),
        turned: state.turned,
        legal: if state.settings.marks && drill.is_open() { legal } else { Bitboard::EMPTY },
        last,
        cursor: pointed.or(answered),
        column: drill.pointer.column,
        flips: pointed
            .filter(|&square| legal.contains(square))
            .map_or(Bitboard::EMPTY, |square| position.flips(square)),
        labels: &labels,
    };
    board::board(&sight, &places.board, frame, brush);
}

/// What each move is worth, once the puzzle was answered.
fn worths(puzzling: &Puzzling) -> Vec<Label> {
    let Puzzling { puzzle, answered: Some(_) } = puzzling else { return Vec::new() };
    let kind = |square| if words::is_right(puzzle, square) { Kind::Best } else { Kind::Other };
    let label = |scored: &outflank_study::puzzles::Scored| Label {
        square: scored.square,
        text: words::value(scored.score),
        kind: kind(scored.square),
    };
    puzzle.moves.iter().map(label).collect()
}

/// What the line has, and what was played in its place, once the line was left.
fn expected(learning: &Learning) -> Vec<Label> {
    let label = |square: Square, kind| Label { square, text: square.to_string(), kind };
    let played = match learning.ended {
        Some(Answered::Wrong(square)) => Some(label(square, Kind::Other)),
        Some(Answered::Told) => None,
        Some(Answered::Right(_)) | None => return Vec::new(),
    };
    let best = learning.lesson.expected().map(|square| label(square, Kind::Best));
    best.into_iter().chain(played).collect()
}

fn panel(drill: &Drill, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let mut rows = Rows { area, next: 0 };
    match &drill.task {
        Task::Puzzle(puzzling) => puzzle(puzzling, &mut rows, frame, brush),
        Task::Lesson(learning) => lesson(learning, &mut rows, frame, brush),
        Task::Nothing => {
            rows.write(frame, Line::styled(" All is done for today.", brush.strong()));
            rows.next += 1;
        }
        Task::Recalling | Task::Choose(_) => return,
    }
    rows.write(frame, heading(area, "Training", brush));
    for text in standing(drill) {
        for line in paragraph(&text, area, brush) {
            rows.write(frame, Line::styled(line, brush.text()));
        }
    }
}

fn puzzle(puzzling: &Puzzling, rows: &mut Rows, frame: &mut Frame<'_>, brush: &Brush) {
    let Puzzling { puzzle, answered } = puzzling;
    rows.write(frame, question(puzzle.position.turn(), &puzzle.task(), brush));
    rows.write(frame, Line::styled(format!(" {}", words::sort(puzzle)), brush.text()));
    for line in paragraph(&format!("From {}", puzzle.source), rows.area, brush) {
        rows.write(frame, Line::styled(line, brush.faint()));
    }
    rows.next += 1;
    let (Some(answered), Some(verdict)) = (answered, puzzling.verdict()) else { return };
    for line in paragraph(&verdict, rows.area, brush) {
        rows.write(frame, Line::styled(line, verdict_style(*answered, brush)));
    }
    rows.next += 1;
    rows.write(frame, heading(rows.area, "What each move is worth", brush));
    // At the end of the panel there is to be room for how it goes.
    let room = rows.area.height.saturating_sub(rows.next + 5);
    for line in table(puzzling, rows.area.width, brush).into_iter().take(usize::from(room)) {
        rows.write(frame, line);
    }
    rows.next += 1;
}

/// All moves, the best first, in as many columns as there is room for.
fn table(puzzling: &Puzzling, width: u16, brush: &Brush) -> Vec<Line<'static>> {
    const COLUMNS: usize = 10;
    let puzzle = puzzling.puzzle;
    let cell = |scored: &outflank_study::puzzles::Scored| {
        let style = match puzzling.answered {
            _ if words::is_right(puzzle, scored.square) => brush.in_color(brush.palette.good),
            Some(Answered::Wrong(square)) if square == scored.square => brush.in_color(brush.palette.bad),
            _ => brush.text(),
        };
        Span::styled(format!(" {} {:<6}", scored.square, words::value(scored.score)), style)
    };
    let in_line = (usize::from(width) / COLUMNS).max(1);
    puzzle.moves.chunks(in_line).map(|line| Line::from(line.iter().map(cell).collect::<Vec<_>>())).collect()
}

fn lesson(learning: &Learning, rows: &mut Rows, frame: &mut Frame<'_>, brush: &Brush) {
    let Learning { lesson, ended } = learning;
    let width = usize::from(rows.area.width).saturating_sub(1);
    rows.write(
        frame,
        Line::styled(format!(" {}", fitted(&shown(lesson.line().name, brush), width, brush)), brush.accent()),
    );
    let task = format!("{} plays it from memory", lesson.learner().title());
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

/// A disc of who is to move, and what is asked.
fn question(turn: Color, text: &str, brush: &Brush) -> Line<'static> {
    Line::from(vec![
        Span::styled(format!(" {} ", character(turn, brush)), brush.strong()),
        Span::styled(format!("{text}."), brush.strong()),
    ])
}

fn verdict_style(answered: Answered, brush: &Brush) -> Style {
    match answered {
        Answered::Right(_) => brush.in_color(brush.palette.good),
        Answered::Wrong(_) => brush.in_color(brush.palette.bad),
        Answered::Told => brush.text(),
    }
}

/// How it goes, and which puzzles are wanted.
fn standing(drill: &Drill) -> Vec<String> {
    match &drill.course {
        Course::Puzzles(wanted) => {
            let mut lines = words::standing(&drill.progress.standing(*wanted, drill.today)).to_vec();
            let kind = wanted.kind.map(|kind| format!("{} only", kind.name()));
            let difficulty = wanted.difficulty.map(|difficulty| format!("difficulty {difficulty} only"));
            let wishes: Vec<String> = kind.into_iter().chain(difficulty).collect();
            if !wishes.is_empty() {
                lines.push(format!("Wanted: {}", wishes.join(", ")));
            }
            lines
        }
        Course::Openings(openings) => {
            let standing = drill.progress.lesson_standing(&openings.lines, openings.learner, drill.today);
            vec![words::lesson_standing(&standing)]
        }
    }
}

/// The list of openings, with the words that are looked for above it.
fn list(drill: &Drill, choice: &Choice, places: &[Rect], frame: &mut Frame<'_>, brush: &Brush) {
    let Some(top) = places.first() else { return };
    let title = format!(" Play an opening from memory, as {}", choice.learner.title());
    write(frame, Rect { y: 0, ..*top }, 0, Line::styled(title, brush.accent()));
    let filter = Line::from(vec![
        Span::styled(" Find: ".to_owned(), brush.faint()),
        Span::styled(shown(&choice.filter, brush), brush.strong()),
        Span::styled(" ".to_owned(), brush.chosen()),
        Span::styled(format!("  {} of {} lines", choice.lines.len(), choice.all), brush.faint()),
    ]);
    write(frame, Rect { y: 1, ..*top }, 0, filter);
    let first = choice.first(places.len());
    for ((index, line), area) in choice.lines.iter().enumerate().skip(first).zip(places) {
        let is_selected = index == choice.selected;
        let style = if is_selected { brush.chosen() } else { brush.text() };
        let width = usize::from(area.width);
        let name_width = (width / 2).min(40);
        let known = words::known(&drill.progress.lesson_standing(from_ref(line), Some(choice.learner), drill.today));
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

/// What is asked or said, in one line: in a small window there is nothing else.
fn status(state: &State, drill: &Drill, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let (text, style) = match (&state.notice, &drill.task) {
        (Some(notice), _) => (notice.text.clone(), brush.accent()),
        (None, _) if drill.pointer.column.is_some() => {
            (format!("{}_", drill.pointer.column.unwrap_or_default()), brush.strong())
        }
        (None, Task::Puzzle(puzzling)) => match (puzzling.answered, puzzling.verdict()) {
            (Some(answered), Some(verdict)) => (verdict, verdict_style(answered, brush)),
            _ => (format!("{}.", puzzling.puzzle.task()), brush.text()),
        },
        (None, Task::Lesson(learning)) => match (learning.ended, learning.verdict()) {
            (Some(ended), Some(verdict)) => (verdict, verdict_style(ended, brush)),
            _ => (format!("{}.", words::lesson(&learning.lesson)), brush.text()),
        },
        (None, Task::Nothing) => ("All is done for today.".to_owned(), brush.text()),
        (None, Task::Choose(_)) => {
            ("Type words of a name; Enter begins, Tab changes the colour.".to_owned(), brush.text())
        }
        (None, Task::Recalling) => return,
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

/// What the terminal can show of a text: the names of people and openings have letters of many languages.
fn shown(text: &str, brush: &Brush) -> String {
    let can_be_shown = |character: &char| character.is_ascii() || brush.is_unicode();
    text.chars().map(|character| Some(character).filter(can_be_shown).unwrap_or('?')).collect()
}

/// A text in lines of a panel, with a blank before each.
fn paragraph(text: &str, area: Rect, brush: &Brush) -> impl Iterator<Item = String> {
    let lines = wrapped(&shown(text, brush), usize::from(area.width).saturating_sub(1));
    lines.into_iter().map(|line| format!(" {line}"))
}
