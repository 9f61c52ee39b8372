use outflank_players::PlayerName;
use outflank_rules::{Bitboard, ByColor, Color, Move};
use outflank_study::openings::{self, Language};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::app::State;
use crate::tui::format;
use crate::tui::screens::game::contest::{Contest, Evaluation};
use crate::tui::screens::game::hint::{self, Step};
use crate::tui::screens::game::{next, status};
use crate::tui::screens::overlay::Overlay;
use crate::tui::values::Depth;
use crate::tui::widgets::{
    BoardView, Brush, Moves, Places, Players, Rows, first_that_fits, fitted, graph, heading, paragraph, preview, write,
};

pub(crate) fn game(state: &State, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    let Some(contest) = &state.contest else { return };
    let position = contest.position();
    let is_still = contest.flipping.is_none() && contest.is_in_play();
    let legal = position.legal_moves();
    let pointed = contest.pointer.square().filter(|_| is_still && contest.is_human_turn());
    let hint = hint::shown(contest).filter(|_| is_still);
    let labels = hint.map_or_else(Vec::new, |hint| hint.labels());
    let view = BoardView {
        legal: if state.settings.marks && is_still { legal } else { Bitboard::EMPTY },
        last: contest.game().placements().next_back(),
        cursor: contest.pointer.square().filter(|_| !contest.is_over()),
        flips: preview(position, pointed),
        labels: &labels,
        hint: hint.and_then(|hint| hint.square()),
        premove: contest.premove.map(|premove| premove.square),
        ..BoardView::new(contest.discs(state.now), state.turned, &contest.pointer)
    };
    view.draw(&places.board, frame, brush);
    status::draw(state, contest, pointed, places, frame, brush);
    if let Some(panel) = places.panel {
        self::panel(state, contest, panel, frame, brush);
    }
}

fn panel(state: &State, contest: &Contest, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let position = contest.position();
    let discs = contest.discs(state.now).map(|discs| discs.len() as u8);
    let players = Players {
        names: names(contest),
        discs,
        supply: position.supply(),
        clocks: contest.table.clocks(state.now),
        turn: Some(contest.turn()).filter(|_| contest.is_in_play()),
    };
    players.draw(area, frame, brush);
    let mut rows = Rows { area, next: 2 };
    rows.write(frame, opening(contest, area, brush));
    if let Some(Overlay::Warning(warned)) = &state.overlay {
        rows.write(frame, heading(area, "Warning", brush));
        rows.write_all(frame, paragraph(&status::warning(&warned.warning, warned), area.width, brush.strong()));
    }
    if contest.is_between_machines() && contest.is_in_play() {
        rows.write(frame, Line::styled(format!(" {}", state.pace), brush.strong()));
    }
    let hint = hint::shown(contest).filter(|_| status::has_hint(Some(area)));
    if let Some(hint) = hint {
        rows.write(frame, heading(area, "Hint", brush));
        let text = hint.text(state.turned);
        let thinking = format!("Looking for a hint{}", brush.pick("…", "..."));
        rows.write_all(frame, paragraph(text.as_deref().unwrap_or(&thinking), area.width, brush.strong()));
        rows.write_all(frame, paragraph(hint.next().unwrap_or_default(), area.width, brush.faint()));
    }
    let is_shown = state.shows_engine_line(contest);
    let has_evaluation = is_shown && (contest.evaluation.is_some() || !contest.values.is_empty());
    let shows_engine = (has_evaluation || hint.is_some_and(|hint| hint.step == Step::Values)) && area.height >= 14;
    let has_graph = shows_engine && is_shown && !contest.values.is_empty();
    let graph_rows = if has_graph { (area.height / 4).clamp(4, 10) + 1 } else { 0 };
    let below = if shows_engine { graph_rows + 3 } else { 0 };
    let ending = ending_lines(contest, brush);
    let steps = next::steps(contest);
    let step_places = next::places(area, steps.len()).unwrap_or_default();
    let listed = step_places.len() as u16;
    let above = if ending.is_empty() { 0 } else { ending.len() as u16 + 1 + listed };

    let list = area.height.saturating_sub(rows.next + 1 + below + above);
    if list > 0 {
        rows.write(frame, heading(area, "Moves", brush));
        let shown = Moves { game: contest.game(), at: contest.placed(), leaves: None };
        shown.draw(rows.take(list), frame, brush);
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
    // At the bottom, where `next::places` is.
    rows.next = rows.next.max(area.height.saturating_sub(above));
    if !ending.is_empty() {
        rows.write(frame, heading(area, "Game over", brush));
        rows.write_all(frame, ending);
    }
    for (index, (step, place)) in steps.into_iter().zip(step_places).enumerate() {
        let is_selected = index == contest.next;
        let marker = if is_selected { brush.pick("▸", ">") } else { " " };
        let style = if is_selected { brush.chosen() } else { brush.text() };
        write(frame, place, 0, Line::styled(format!(" {marker} {} ", step.title()), style));
    }
}

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
    let mut lines = vec![
        Line::styled(format!(" {}", format::ending(ending)), brush.strong()),
        Line::styled(format!(" Black {} - White {}", counts.black, counts.white), brush.strong()),
    ];
    if let Some(level) = contest.next_level() {
        lines.push(Line::styled(format!(" Ready for level {level}?"), brush.strong()));
    }
    lines
}

fn evaluation_lines(contest: &Contest, is_shown: bool, area: Rect, brush: &Brush) -> [Line<'static>; 2] {
    let hint = hint::shown(contest).filter(|hint| hint.step == Step::Values);
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
