use outflank_rules::ByColor;
use ratatui::Frame;
use ratatui::text::{Line, Span};

use super::editor::Editor;
use super::form::Form;
use crate::tui::app::State;
use crate::tui::widgets::list::{about, notice, title};
use crate::tui::widgets::{BoardView, Brush, Places, Players, Rows, fitted, heading, layout, write};

pub(crate) fn form(state: &State, form: &Form, frame: &mut Frame<'_>, brush: &Brush) {
    let lines = form.fields();
    let places = layout::list(state.size, lines.len());
    title(form.title(), &places, 2, frame, brush);
    for (index, (line, area)) in lines.into_iter().zip(&places).enumerate() {
        let is_selected = index == form.selected;
        let style = if is_selected { brush.chosen() } else { brush.text() };
        let width = usize::from(area.width).saturating_sub(5 + 15 + 4);
        let value = fitted(&line.value, width, brush);
        let arrows = if is_selected { [brush.pick("◂", "<"), brush.pick("▸", ">")] } else { [" ", " "] };
        let text = Line::from(vec![
            Span::styled(format!("  {}  ", line.press), if is_selected { style } else { brush.accent() }),
            Span::styled(format!("{:<15}", line.name), style),
            Span::styled(format!("{} {value:<width$} {}", arrows[0], arrows[1]), style),
        ]);
        write(frame, *area, 0, text);
    }
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
        let texts = ["Space or a click changes a square.", "Tab switches the side to move.", "You can paste a board."];
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
