use outflank_rules::ByColor;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::editor::Editor;
use super::form::Form;
use crate::tui::app::State;
use crate::tui::widgets::list::{about, list_bar, notice, title};
use crate::tui::widgets::{BoardView, Brush, Places, Players, Rows, fitted, heading, layout, write};

pub(crate) fn form(state: &State, form: &Form, frame: &mut Frame<'_>, brush: &Brush) {
    let rows = form.rows();
    let listed = layout::list(state.size, rows.len(), form.selected);
    let places: Vec<Rect> = listed.iter().map(|&(_, area)| area).collect();
    title(form.title(), &places, 2, frame, brush);
    for &(index, area) in &listed {
        let Some(row) = rows.get(index) else { continue };
        let is_selected = index == form.selected;
        let style = if is_selected { brush.chosen() } else { brush.text() };
        let width = usize::from(area.width).saturating_sub(2 + 15 + 4);
        let Some(value) = &row.value else {
            let button = if is_selected { style } else { brush.accent() };
            write(frame, area, 0, Line::styled(format!("  {:<rest$}", row.name, rest = width + 19), button));
            continue;
        };
        let value = fitted(value, width, brush);
        let arrows = if is_selected { [brush.pick("◂", "<"), brush.pick("▸", ">")] } else { [" ", " "] };
        let text = Line::from(vec![
            Span::styled(format!("  {:<15}", row.name), style),
            Span::styled(format!("{} {value:<width$} {}", arrows[0], arrows[1]), style),
        ]);
        write(frame, area, 0, text);
    }
    list_bar(&listed, rows.len(), frame, brush);
    if let (Some(text), Some(last)) = (form.about_level(), places.last()) {
        about(&text, *last, frame, brush);
    }
    notice(state, frame, brush);
}

pub(crate) fn editor(state: &State, editor: &Editor, places: &Places, frame: &mut Frame<'_>, brush: &Brush) {
    BoardView::new(editor.discs, state.turned, &editor.pointer).draw(&places.board, frame, brush);
    if let Some(area) = places.panel {
        let players = Players {
            names: ByColor::default(),
            discs: editor.discs.map(|discs| discs.len() as u8),
            supply: None,
            clocks: None,
            turn: Some(editor.turn),
        };
        players.draw(area, frame, brush);
        let mut rows = Rows { area, next: 3 };
        rows.write(frame, heading(area, "Set up a board", brush));
        let texts = [
            "Enter or a click changes a square.",
            "Tab switches the side to move.",
            "P uses this board.",
            "You can paste a board.",
        ];
        for text in texts {
            rows.write(frame, Line::styled(format!(" {text}"), brush.text()));
        }
    }
    let text = match &state.notice {
        Some(notice) => (notice.text.clone(), brush.accent()),
        None => (format!("{} to move.", editor.turn.title()), brush.text()),
    };
    write(frame, places.status, 0, Line::styled(format!(" {}", text.0), text.1));
}
