use std::slice::from_ref;

use outflank_rules::{Bitboard, Color, Square};
use outflank_study::drill::{self, Lesson, MoveKind, MoveVerdict, OpeningLine};
use outflank_study::puzzles::{Puzzle, Scored};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::commands::drill::{Course, words};
use crate::tui::app::State;
use crate::tui::screens::drill::play_out::PlayingOut;
use crate::tui::screens::drill::state::{Drill, OpeningList, Task, TaskResult};
use crate::tui::widgets::scroll::side_bar;
use crate::tui::widgets::{
    BoardView, Brush, Label, LabelKind, Moves, Places, Rows, announce, character, fitted, heading, layout, preview,
    wrapped, write,
};

pub(crate) fn drill(state: &State, drill: &Drill, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    if let Task::List(openings) = &drill.task {
        list(drill, openings, &layout::choices(state.size), frame, brush);
    } else {
        board(state, drill, places, frame, brush);
        if let Some(area) = places.panel {
            panel(drill, area, frame, brush);
        }
    }
    status(state, drill, places, frame, brush);
}

fn board(state: &State, drill: &Drill, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    let Some(position) = drill.position() else { return };
    let (labels, last) = match (&drill.task, &drill.playing_out) {
        (Task::Puzzle(_), Some(playing)) => (Vec::new(), playing.play_out.game().placements().next_back()),
        (Task::Puzzle(puzzle), None) if drill.result.is_some() => (worths(puzzle), None),
        (Task::Lesson(lesson), _) => (expected(lesson, drill.result), lesson.game().placements().next_back()),
        (Task::Puzzle(_) | Task::Loading | Task::List(_) | Task::Nothing, _) => (Vec::new(), None),
    };
    let legal = position.legal_moves();
    let pointed = drill.pointer.square().filter(|_| drill.is_choosing());
    // Without colours, brackets would hide a sign.
    let answered = match (&drill.task, drill.result) {
        _ if brush.palette.plain || drill.playing_out.is_some() => None,
        (Task::Puzzle(_), Some(TaskResult::Right(square) | TaskResult::Wrong(square))) => Some(square),
        _ => None,
    };
    let view = BoardView {
        legal: if state.settings.marks && drill.is_choosing() { legal } else { Bitboard::EMPTY },
        last,
        cursor: pointed.or(answered),
        flips: preview(position, pointed),
        labels: &labels,
        ..BoardView::new(position.discs(), state.turned, &drill.pointer)
    };
    view.draw(&places.board, frame, brush);
}

fn worths(puzzle: &Puzzle) -> Vec<Label> {
    let kind = |square| if words::is_right(puzzle, square) { LabelKind::Best } else { LabelKind::Other };
    let label =
        |scored: &Scored| Label { square: scored.square, text: words::value(scored.score), kind: kind(scored.square) };
    puzzle.moves.iter().map(label).collect()
}

fn expected(lesson: &Lesson, result: Option<TaskResult>) -> Vec<Label> {
    let label = |square: Square, kind| Label { square, text: square.to_string(), kind };
    let played = match result {
        Some(TaskResult::Wrong(square)) => Some(label(square, LabelKind::Other)),
        Some(TaskResult::Shown) => None,
        Some(TaskResult::Right(_)) | None => return Vec::new(),
    };
    let best = lesson.expected().map(|square| label(square, LabelKind::Best));
    best.into_iter().chain(played).collect()
}

fn panel(drill: &Drill, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let mut rows = Rows { area, next: 0 };
    match &drill.task {
        Task::Puzzle(one) => puzzle(drill, one, &mut rows, frame, brush),
        Task::Lesson(one) => lesson(drill, one, &mut rows, frame, brush),
        Task::Nothing => {
            rows.write(frame, Line::styled(" All done for today.", brush.strong()));
            rows.next += 1;
        }
        Task::Loading | Task::List(_) => return,
    }
    rows.write(frame, heading(area, "Progress", brush));
    for text in standing(drill) {
        rows.write_all(frame, paragraph(&text, brush.text(), area, brush));
    }
}

fn puzzle(drill: &Drill, puzzle: &Puzzle, rows: &mut Rows, frame: &mut Frame<'_>, brush: &Brush) {
    rows.write(frame, question(puzzle.position.turn(), &puzzle.task(), brush));
    rows.write(frame, Line::styled(format!(" {}", words::sort(puzzle)), brush.text()));
    rows.write_all(frame, paragraph(&format!("Source: {}", puzzle.source), brush.faint(), rows.area, brush));
    if let Some(opening) = words::opening(puzzle) {
        rows.write_all(frame, paragraph(&opening, brush.faint(), rows.area, brush));
    }
    rows.next += 1;
    let room = |rows: &Rows| rows.area.height.saturating_sub(rows.next + 5);
    for (text, style) in remarks(drill, brush) {
        rows.write_all(frame, paragraph(&text, style, rows.area, brush));
    }
    if drill.result.is_some() {
        rows.next += 1;
    }
    if drill.result.is_some() && drill.playing_out.is_none() {
        rows.write(frame, heading(rows.area, "Value of each move", brush));
        let table = table(puzzle, drill.result, rows.area.width, brush);
        rows.write_all(frame, table.into_iter().take(usize::from(room(rows))));
        rows.next += 1;
    }
    let game = drill.game().filter(|game| !game.plies().is_empty() && room(rows) >= 2);
    if let Some(game) = game {
        rows.write(frame, heading(rows.area, "Moves", brush));
        let moves = Moves { game: &game, at: game.placements().count(), leaves: played_from(drill) };
        moves.draw(rows.take(room(rows)), frame, brush);
        rows.next += 1;
    }
}

fn played_from(drill: &Drill) -> Option<usize> {
    let Task::Puzzle(puzzle) = &drill.task else { return None };
    drill.playing_out.as_ref().map(|_| puzzle.history.len())
}

/// About the answer, or about the last move since.
fn remarks(drill: &Drill, brush: &Brush) -> Vec<(String, Style)> {
    let Some(playing) = &drill.playing_out else { return verdict(drill, brush).into_iter().collect() };
    let play_out = &playing.play_out;
    let (good, bad) = (brush.in_color(brush.palette.good), brush.in_color(brush.palette.bad));
    let mut remarks = Vec::new();
    if let Some(verdict) = play_out.verdict() {
        let style = match verdict.kind {
            MoveKind::Only | MoveKind::Best => good,
            MoveKind::Keeps => brush.text(),
            MoveKind::ThrowsAway => bad,
        };
        remarks.push((verdict.to_string(), style));
    }
    remarks.extend(play_out.replies().map(|replies| (replies, brush.text())));
    let next = match (play_out.ending(), play_out.verdict()) {
        (Some(ending), _) => {
            remarks.push((ending.to_string(), if ending.is_as_promised() { good } else { brush.strong() }));
            return remarks;
        }
        _ if playing.is_showing() => "The best line is shown. Enter stops it.",
        (None, Some(MoveVerdict { kind: MoveKind::ThrowsAway, .. })) => "Press u to take it back, or play on.",
        (None, None) => "Play it out against the best defence.",
        (None, Some(_)) => return remarks,
    };
    remarks.push((next.to_owned(), brush.text()));
    remarks
}

fn table(puzzle: &Puzzle, result: Option<TaskResult>, width: u16, brush: &Brush) -> Vec<Line<'static>> {
    const COLUMNS: usize = 10;
    let cell = |scored: &Scored| {
        let style = match result {
            _ if words::is_right(puzzle, scored.square) => brush.in_color(brush.palette.good),
            Some(TaskResult::Wrong(square)) if square == scored.square => brush.in_color(brush.palette.bad),
            _ => brush.text(),
        };
        Span::styled(format!(" {} {:<6}", scored.square, words::value(scored.score)), style)
    };
    let in_line = (usize::from(width) / COLUMNS).max(1);
    puzzle.moves.chunks(in_line).map(|line| line.iter().map(cell).collect()).collect()
}

fn lesson(drill: &Drill, lesson: &Lesson, rows: &mut Rows, frame: &mut Frame<'_>, brush: &Brush) {
    let width = usize::from(rows.area.width).saturating_sub(1);
    let name = fitted(&shown(lesson.line().name, brush), width, brush);
    rows.write(frame, Line::styled(format!(" {name}"), brush.accent()));
    if let Some(popularity) = words::popularity(lesson.line()) {
        rows.write(frame, Line::styled(format!(" {popularity}"), brush.faint()));
    }
    let task = format!("{} plays from memory", lesson.learner().title());
    rows.write(frame, question(lesson.learner(), &task, brush));
    let (played, length) = (lesson.game().placements().count(), lesson.line().moves.len());
    rows.write(frame, Line::styled(format!(" {played} of {length} moves"), brush.text()));
    rows.next += 1;
    if let Some((text, style)) = verdict(drill, brush) {
        rows.write_all(frame, paragraph(&text, style, rows.area, brush));
        rows.next += 1;
    }
    let room = rows.area.height.saturating_sub(rows.next + 4).min(8);
    if room > 0 {
        rows.write(frame, heading(rows.area, "Moves", brush));
        let mut game = lesson.game().clone();
        if drill.result.is_some() {
            let _ = lesson.way().iter().skip(played).try_for_each(|&square| game.play(square).map(drop));
        }
        Moves { game: &game, at: played, leaves: None }.draw(rows.take(room), frame, brush);
    }
}

fn question(turn: Color, text: &str, brush: &Brush) -> Line<'static> {
    Line::from(vec![
        Span::styled(format!(" {} ", character(turn, brush)), brush.strong()),
        Span::styled(format!("{text}."), brush.strong()),
    ])
}

fn verdict(drill: &Drill, brush: &Brush) -> Option<(String, Style)> {
    let style = match drill.result? {
        TaskResult::Right(_) => brush.in_color(brush.palette.good),
        TaskResult::Wrong(_) => brush.in_color(brush.palette.bad),
        TaskResult::Shown => brush.text(),
    };
    Some((drill.verdict()?, style))
}

fn standing(drill: &Drill) -> Vec<String> {
    match &drill.course {
        Course::Puzzles(filter) => {
            let mut lines = words::standing(&drill.progress.standing(*filter, drill.today)).to_vec();
            let kind = filter.kind.map(|kind| kind.name().to_owned());
            let difficulty = filter.difficulty.map(|difficulty| format!("difficulty {difficulty}"));
            let theme = filter.theme.map(|theme| theme.name().to_owned());
            let filters: Vec<String> = [kind, difficulty, theme].into_iter().flatten().collect();
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
        Span::styled(" ".to_owned(), if openings.is_searching { brush.chosen() } else { brush.text() }),
        Span::styled(format!("  {} of {} lines", openings.lines.len(), openings.all), brush.faint()),
    ]);
    write(frame, Rect { y: 1, ..*top }, 0, filter);
    let first = openings.first(places.len());
    let games = |line: &OpeningLine| drill::popularity(line).map(|games| words::counted(games, "game"));
    let games_width = openings.lines.iter().filter_map(games).map(|text| text.len() + 1).max().unwrap_or(0);
    for ((index, line), area) in openings.lines.iter().enumerate().skip(first).zip(places) {
        let is_selected = index == openings.selected;
        let style = if is_selected { brush.chosen() } else { brush.text() };
        let width = usize::from(area.width);
        let name_width = (width / 2).min(40);
        let known = words::known(&drill.progress.lesson_standing(from_ref(line), Some(openings.learner), drill.today));
        let name = fitted(&shown(line.name, brush), name_width, brush);
        // The last two columns are a gap and the scroll bar.
        let moves_width = width.saturating_sub(name_width + 2 + 6 + games_width + 2);
        let moves = fitted(&line.to_string(), moves_width, brush);
        let games = games(line).map(|games| games + " ").unwrap_or_default();
        let moves_style = if is_selected { style } else { brush.faint() };
        let text = Line::from(vec![
            Span::styled(format!(" {name:<name_width$} "), style),
            Span::styled(format!("{known:<5} {games:>games_width$}"), style),
            Span::styled(format!("{moves:<moves_width$}"), moves_style),
        ]);
        write(frame, *area, 0, text);
    }
    side_bar(Rect { height: places.len() as u16, ..*top }, first, openings.lines.len(), frame, brush);
}

fn status(state: &State, drill: &Drill, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    let (text, style) = if let Some(notice) = &state.notice {
        (notice.text.clone(), brush.accent())
    } else if let Some(column) = drill.pointer.column {
        (format!("{column}_"), brush.strong())
    } else if let Some((text, style)) = in_short(drill, places.panel.is_some(), brush) {
        (text, style)
    } else {
        let text = match &drill.task {
            Task::Puzzle(puzzle) => format!("{}.", puzzle.task()),
            Task::Lesson(lesson) => format!("{}.", words::lesson(lesson)),
            Task::Nothing => "All done for today.".to_owned(),
            Task::List(_) => "Enter starts a line. Press / to search, Tab to switch colours.".to_owned(),
            Task::Loading => return,
        };
        (text, brush.text())
    };
    let area = places.status;
    let text = shown(&text, brush);
    // A long text would cover the values on the board.
    let covers_values = places.panel.is_none() && drill.playing_out.is_none();
    if !covers_values {
        return announce(frame, area, &text, style);
    }
    let text = fitted(&text, usize::from(area.width).saturating_sub(1), brush);
    write(frame, area, 0, Line::styled(format!(" {text}"), style));
}

/// All remarks, or beside a panel that has them only the result or the first one.
fn in_short(drill: &Drill, has_panel: bool, brush: &Brush) -> Option<(String, Style)> {
    let remarks = remarks(drill, brush);
    let is_over = drill.playing_out.as_ref().is_some_and(PlayingOut::is_over);
    let (first, last) = (remarks.first().cloned()?, remarks.last().cloned()?);
    match has_panel {
        true => Some(if is_over { last } else { first }),
        false => Some((remarks.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(" "), first.1)),
    }
}

fn shown(text: &str, brush: &Brush) -> String {
    let can_be_shown = |character: &char| character.is_ascii() || brush.is_unicode();
    text.chars().map(|character| Some(character).filter(can_be_shown).unwrap_or('?')).collect()
}

fn paragraph(text: &str, style: Style, area: Rect, brush: &Brush) -> impl Iterator<Item = Line<'static>> + use<> {
    let lines = wrapped(&shown(text, brush), usize::from(area.width).saturating_sub(1));
    lines.into_iter().map(move |line| Line::styled(format!(" {line}"), style))
}
