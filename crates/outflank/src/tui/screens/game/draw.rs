use outflank_players::PlayerName;
use outflank_rules::{Bitboard, ByColor, Color, Move, Square};
use outflank_study::openings::{self, Language};
use outflank_study::teach::Warning;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::app::State;
use crate::tui::format;
use crate::tui::screens::game::advice;
use crate::tui::screens::game::contest::{Contest, Evaluation};
use crate::tui::screens::game::warning::WarningPrompt;
use crate::tui::screens::overlay::Overlay;
use crate::tui::values::{Depth, Source, Values};
use crate::tui::widgets::{
    BoardView, Brush, Label, Moves, Places, Players, Rows, announce, first_that_fits, fitted, graph, heading,
    paragraph, preview, write,
};

pub(crate) fn game(state: &State, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    let Some(contest) = &state.contest else { return };
    let position = contest.position();
    let is_still = contest.flipping.is_none() && !contest.is_over();
    let legal = position.legal_moves();
    let pointed = contest.pointer.square().filter(|_| is_still && contest.is_human_turn());
    let labels = hint_labels(contest);
    let view = BoardView {
        legal: if state.settings.marks && is_still { legal } else { Bitboard::EMPTY },
        last: contest.game().placements().next_back(),
        cursor: contest.pointer.square().filter(|_| !contest.is_over()),
        flips: preview(position, pointed),
        labels: if is_still { &labels } else { &[] },
        ..BoardView::new(contest.discs(state.now), state.turned, &contest.pointer)
    };
    view.draw(&places.board, frame, brush);
    status(state, contest, pointed, places.status, frame, brush);
    if let Some(panel) = places.panel {
        self::panel(state, contest, panel, frame, brush);
    }
}

fn hint_labels(contest: &Contest) -> Vec<Label> {
    let hint = advice(contest, contest.position()).and_then(|hint| hint.analysis.as_ref());
    hint.and_then(|analysis| Values::of(None, Source::search(analysis))).map_or_else(Vec::new, |values| values.labels())
}

fn panel(state: &State, contest: &Contest, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let position = contest.position();
    let discs = contest.discs(state.now).map(|discs| discs.len() as u8);
    let players = Players {
        names: names(contest),
        discs,
        supply: position.supply(),
        clocks: contest.table.clocks(state.now),
        turn: Some(contest.turn()).filter(|_| !contest.is_over()),
    };
    players.draw(area, frame, brush);
    let mut rows = Rows { area, next: 2 };
    rows.write(frame, opening(contest, area, brush));
    if let Some(Overlay::Warning(warned)) = &state.overlay {
        rows.write(frame, heading(area, "Warning", brush));
        rows.write_all(frame, paragraph(&warning(&warned.warning, warned), area.width, brush.strong()));
    }
    let is_shown = state.shows_engine_line(contest);
    let has_evaluation = is_shown && (contest.evaluation.is_some() || !contest.values.is_empty());
    let shows_engine = (has_evaluation || contest.hint.is_some()) && area.height >= 14;
    let has_graph = shows_engine && is_shown && !contest.values.is_empty();
    let graph_rows = if has_graph { (area.height / 4).clamp(4, 10) + 1 } else { 0 };
    let below = if shows_engine { graph_rows + 3 } else { 0 };
    let ending = ending_lines(contest, brush);
    let above = if ending.is_empty() { 0 } else { ending.len() as u16 + 1 };

    let list = area.height.saturating_sub(rows.next + 1 + below + above);
    if list > 0 {
        rows.write(frame, heading(area, "Moves", brush));
        let shown = Moves { game: contest.game(), losses: &[], at: contest.placed(), leaves: None };
        shown.draw(rows.take(list), frame, brush);
    }
    if !ending.is_empty() {
        rows.write(frame, heading(area, "Game over", brush));
        rows.write_all(frame, ending);
    }
    if shows_engine {
        rows.write(frame, heading(area, "Engine", brush));
        rows.write_all(frame, evaluation_lines(contest, is_shown, area, brush));
    }
    if has_graph {
        rows.write(frame, heading(area, "Value for Black", brush));
        let values: Vec<Option<f32>> =
            (0..=contest.placed()).map(|placed| contest.values.get(&placed).copied()).collect();
        graph(&values, None, rows.take(graph_rows - 1), frame, brush);
    }
}

/// Two people at one keyboard need no names.
fn names(contest: &Contest) -> ByColor<String> {
    let is_between_people = Color::ALL.into_iter().all(|color| contest.players[color] == PlayerName::Human);
    ByColor::from_fn(|color| match is_between_people {
        true => String::new(),
        false => format::player(&contest.players[color]),
    })
}

fn opening(contest: &Contest, area: Rect, brush: &Brush) -> Line<'static> {
    let rules = contest.position().rules();
    let name = openings::of_game(contest.game(), Language::English).map(|named| named.name);
    let text = match (name, rules == Default::default()) {
        (Some(name), _) => name.to_owned(),
        (None, false) => format!("rules: {rules}"),
        (None, true) => String::new(),
    };
    Line::styled(format!(" {}", fitted(&text, usize::from(area.width).saturating_sub(1), brush)), brush.accent())
}

fn ending_lines(contest: &Contest, brush: &Brush) -> Vec<Line<'static>> {
    let Some(ending) = contest.table.ending() else { return Vec::new() };
    let counts = contest.position().counts();
    let key = |key: &'static str, does: &'static str| {
        vec![Span::styled(format!(" {key} "), brush.accent()), Span::styled(format!("{does}  "), brush.text())]
    };
    let next = [key("r", "rematch"), key("x", "study"), key("s", "save"), key("n", "new game")];
    let mut lines = vec![
        Line::styled(format!(" {}", format::ending(ending)), brush.strong()),
        Line::styled(format!(" Black {} - White {}", counts.black, counts.white), brush.strong()),
    ];
    if let Some(level) = contest.next_level() {
        let question = Span::styled(format!(" Ready for level {level}? "), brush.strong());
        lines.push(Line::from([vec![question], key("+", "yes")].concat()));
    }
    lines.push(Line::from(next.concat()));
    lines
}

fn evaluation_lines(contest: &Contest, is_shown: bool, area: Rect, brush: &Brush) -> [Line<'static>; 2] {
    let hint = advice(contest, contest.position());
    let advised = hint.and_then(|hint| Evaluation::searched(hint.analysis.as_ref()?, contest.position()));
    let is_thinking = is_shown && contest.asked.is_some() || hint.is_some_and(|hint| !hint.done);
    match advised.as_ref().or(contest.evaluation.as_ref().filter(|_| is_shown)) {
        Some(evaluation) => evaluation_text(evaluation, is_thinking, area, brush),
        None if is_thinking => [Line::styled(" thinking", brush.faint()), Line::default()],
        None => [Line::default(), Line::default()],
    }
}

pub(crate) fn evaluation_text(
    evaluation: &Evaluation,
    is_thinking: bool,
    area: Rect,
    brush: &Brush,
) -> [Line<'static>; 2] {
    let more = if is_thinking { brush.pick(" …", " ...") } else { "" };
    let value = format::value(evaluation.value, evaluation.depth == Depth::Exact);
    let Evaluation { depth, certainty, .. } = evaluation;
    let depths = [format!("for Black, {certainty}{more}"), format!("for Black, {depth}"), depth.to_string()];
    let depth = first_that_fits(depths, usize::from(area.width).saturating_sub(value.len() + 2), brush);
    let moves: Vec<String> = evaluation.line.iter().map(name).collect();
    let moves = fitted(&moves.join(" "), usize::from(area.width).saturating_sub(1), brush);
    [
        Line::from(vec![Span::styled(format!(" {value} "), brush.strong()), Span::styled(depth, brush.text())]),
        Line::styled(format!(" {moves}"), brush.faint()),
    ]
}

fn name(mv: &Move) -> String {
    match mv {
        Move::Place(square) => square.to_string(),
        Move::Pass => "--".to_owned(),
    }
}

fn warning(words: &Warning, warned: &WarningPrompt) -> String {
    let Warning { played, best, .. } = words;
    match warned.is_best_shown {
        true => format!("{words} The engine would play {best}. Play {played} anyway?"),
        false => format!("{words} Play it anyway?"),
    }
}

fn status(state: &State, contest: &Contest, pointed: Option<Square>, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let turn = contest.turn().title();
    if let Some(notice) = &state.notice {
        return announce(frame, area, &notice.text, brush.accent());
    }
    if let Some(Overlay::Warning(warned)) = &state.overlay {
        return announce(frame, area, &warning(&warned.warning.in_short(), warned), brush.accent());
    }
    let (text, style) = if let Some(held) = &contest.held {
        let dots = brush.pick("…", "...");
        (format!("Checking {}{dots}", held.square), brush.text())
    } else if let Some(pass) = contest.pass {
        let (who, other) = (pass.by.title(), (!pass.by).title());
        return announce(frame, area, &format!("{who} has no legal move. {other} plays again."), brush.accent());
    } else if let Some(ending) = contest.table.ending() {
        let counts = contest.position().counts();
        let result = format!("{}, {} - {}.", format::ending(ending), counts.black, counts.white);
        let text = match contest.next_level() {
            Some(level) if area.width >= 50 => format!("{result} Ready for level {level}?"),
            Some(level) => format!("{}. Press + for level {level}.", format::ending(ending)),
            None => result,
        };
        (text, brush.strong())
    } else if contest.table.is_paused() {
        ("Clocks paused. Press p to resume.".to_owned(), brush.accent())
    } else if let Some(column) = contest.pointer.column {
        (format!("{turn} plays {column}_"), brush.strong())
    } else if !contest.is_human_turn() {
        let dots = brush.pick("…", "...");
        (format!("{turn} ({}) is thinking{dots}", format::player(&contest.players[contest.turn()])), brush.text())
    } else if let Some(square) = pointed.filter(|&square| contest.position().disc_on(square).is_none()) {
        (format!("{turn} to move. {}", format::flips(contest.position(), square)), brush.text())
    } else {
        (format!("{turn} to move."), brush.text())
    };
    write(frame, area, 0, Line::styled(format!(" {text}"), style));
}
